"""Removes expired responses that were stored for retries, of the API and of the pages."""

from __future__ import annotations

import time
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from scoring.models import IdempotencyRecord

EVERY_SECONDS = 3600

_removed_at = time.monotonic()


def remove_expired() -> None:
    """Removes responses older than ``IDEMPOTENCY_HOURS``, at most once an hour in each process."""
    global _removed_at
    if time.monotonic() - _removed_at < EVERY_SECONDS:
        return
    _removed_at = time.monotonic()
    IdempotencyRecord.objects.filter(at__lt=timezone.now() - timedelta(hours=settings.IDEMPOTENCY_HOURS)).delete()
