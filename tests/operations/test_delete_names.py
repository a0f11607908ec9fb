"""``companion delete_names``."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from scoring.event_models import Event, EventEntry

pytestmark = pytest.mark.django_db


def _closed(days_ago: int, name_days: int = 90) -> EventEntry:
    now = timezone.now()
    closed = now - timedelta(days=days_ago)
    event = Event.objects.create(name="Evening", game="skat", created_at=now, closed_at=closed, name_days=name_days)
    return EventEntry.objects.create(event=event, number=1, name="Ada", members=["Ada", "Ben"])


def test_names_go_when_their_time_has_come() -> None:
    due, kept, at_once = _closed(90), _closed(89), _closed(0, name_days=0)
    out = StringIO()
    call_command("delete_names", stdout=out)
    assert out.getvalue() == "names deleted in 2 events\n"
    for entry in (due, kept, at_once):
        entry.refresh_from_db()
    assert [entry.name for entry in (due, kept, at_once)] == ["", "Ada", ""]
    assert due.members == []
    out = StringIO()
    call_command("delete_names", stdout=out)
    assert out.getvalue() == "names deleted in 0 events\n"
