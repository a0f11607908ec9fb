"""Recording by Django's ORM: for django-ninja and DRF."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from benchmarks.alternatives.recording import key_fits, score
from scoring.models import AccessKey, Change, Hand, Match


def key_of(text: str) -> AccessKey | None:
    """The access key in this text, None if it is not a valid one."""
    key_id, _, secret = text.partition(".")
    key = AccessKey.objects.filter(id=key_id).first()
    return key if key and key_fits(secret, key.digest) else None


def record(match_id: str, key: AccessKey, hand_input: Any) -> dict[str, Any] | None:
    """The answer to a recorded hand; None if the key does not open the match for writing. Raises Refusal."""
    with transaction.atomic():
        match = Match.objects.select_for_update().filter(id=match_id, table_id=key.table_id).first()
        if match is None or key.role != AccessKey.SCORER:
            return None
        rows = score(match, hand_input)
        for name, value in rows.match.items():
            setattr(match, name, value)
        match.save(update_fields=list(rows.match))
        Hand.objects.create(**rows.hand)
        # What was undone can no longer be redone.
        Change.objects.filter(match=match, undo_status=Change.UNDONE).update(undo_status=Change.DROPPED)
        Change.objects.create(
            table_id=match.table_id,
            match=match,
            version=match.version,
            kind="record",
            number=match.hand_count,
            after=rows.hand["input"],
            at=match.updated_at,
        )
    return rows.answer
