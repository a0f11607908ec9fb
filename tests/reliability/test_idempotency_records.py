"""Answers kept for retries: the hand-written SQL, compared with the ORM."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, transaction

from scoring.db.idempotency_records import StoredResponse, load_response, store_response
from scoring.models import IdempotencyRecord

pytestmark = pytest.mark.django_db

AT = datetime(2026, 11, 22, 19, 30, 0, 123456, tzinfo=UTC)
ANSWER = StoredResponse("d" * 64, 201, '[{"ETag":"\\"7\\""},[]]', '{"name":"Zoë"}')


def test_both_write_the_same_row() -> None:
    store_response("table a", "one", ANSWER, AT)
    IdempotencyRecord.objects.create(scope="table a", key="two", at=AT, **ANSWER._asdict())
    columns = [field.name for field in IdempotencyRecord._meta.fields if field.name not in ("id", "key")]
    ours, theirs = IdempotencyRecord.objects.order_by("key").values(*columns)
    assert ours == theirs


def test_both_read_the_same_row() -> None:
    IdempotencyRecord.objects.create(scope="table a", key="one", at=AT, **ANSWER._asdict())
    assert load_response("table a", "one") == ANSWER
    assert load_response("table b", "one") is None
    assert load_response("table a", "two") is None


def test_a_key_has_one_answer() -> None:
    store_response("table a", "one", ANSWER, AT)
    with pytest.raises(IntegrityError), transaction.atomic():
        store_response("table a", "one", ANSWER, AT)
    store_response("table b", "one", ANSWER, AT)
    assert IdempotencyRecord.objects.count() == 2
