"""Responses stored for retries (``IdempotencyRecord``), of the API and of forms.

Every hand reads and writes one, so the SQL is hand-written.
``tests/reliability/test_idempotency_records.py`` compares it with the ORM.
"""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import connection
from django.utils import timezone

from scoring.db.connections import prepared_cursor
from scoring.models import IdempotencyRecord

REMOVE_EVERY_SECONDS = 3600

_removed_at = time.monotonic()

_LOAD = "SELECT digest, status, headers, body FROM scoring_idempotencyrecord WHERE scope = %(scope)s AND key = %(key)s"
_INSERT = """
INSERT INTO scoring_idempotencyrecord (scope, key, digest, status, headers, body, at)
VALUES (%(scope)s, %(key)s, %(digest)s, %(status)s, %(headers)s, %(body)s, %(at)s)
"""


class StoredResponse(NamedTuple):
    """A stored response. digest: of the request. headers: JSON text."""

    digest: str
    status: int
    headers: str
    body: str


def load_response(scope: str, key: str) -> StoredResponse | None:
    """Returns the response that is stored for this key, None if there is none."""
    with prepared_cursor() as cursor:
        cursor.execute(_LOAD, {"scope": scope, "key": key})
        row = cursor.fetchone()
    return StoredResponse(*row) if row else None


def store_response(scope: str, key: str, response: StoredResponse, at: datetime) -> None:
    """Stores a response. Call it within the transaction of the change. Raises IntegrityError if the key has one."""
    columns = {"scope": scope, "key": key, **response._asdict(), "at": connection.ops.adapt_datetimefield_value(at)}
    with prepared_cursor() as cursor:
        cursor.execute(_INSERT, columns)


def remove_expired() -> None:
    """Removes responses older than ``IDEMPOTENCY_HOURS``, at most once an hour in each process."""
    global _removed_at
    if time.monotonic() - _removed_at < REMOVE_EVERY_SECONDS:
        return
    _removed_at = time.monotonic()
    IdempotencyRecord.objects.filter(at__lt=timezone.now() - timedelta(hours=settings.IDEMPOTENCY_HOURS)).delete()
