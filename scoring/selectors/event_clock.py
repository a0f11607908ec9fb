"""The clock of a round, and tables that have not been heard of for long."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from scoring.db.json_text import format_time
from scoring.event_models import EventRound, EventSitting
from scoring.selectors.events import StoredEvent

SILENT_MINUTES = 15
"""A table that is silent for so long is shown to the organiser: some six deals."""


def clock_json(row: EventRound) -> dict[str, Any] | None:
    """Returns the clock of a round as plain JSON, None if it has no time limit. Phones compute what is left.

    time_limit: in minutes. ends_at: None before the start and while it stands still. seconds_left: only while it stands
    still; below zero if the time is over.
    """
    if row.time_limit is None:
        return None
    left = None
    if row.paused_at is not None and row.ends_at is not None:
        left = round((row.ends_at - row.paused_at).total_seconds())
    ends_at = format_time(row.ends_at) if row.ends_at and not row.paused_at else None
    return {"time_limit": row.time_limit, "ends_at": ends_at, "seconds_left": left}


@dataclass(frozen=True)
class SilentTable:
    """A table of the running round of which nothing was heard. since: when its list changed last."""

    round: int
    sitting: EventSitting
    since: datetime


def silent_tables(stored: StoredEvent, now: datetime, minutes: int = SILENT_MINUTES) -> list[SilentTable]:
    """Returns the tables that play and were not heard of for so many minutes, the longest silence first.

    A table whose list is kept on paper counts from the start of the round.
    """
    found = []
    for played in stored.rounds:
        if played.state != EventRound.RUNNING or played.started_at is None:
            continue
        for sitting in stored.sittings.get(played.id, ()):
            since = stored.results[sitting.id].heard_at or played.started_at
            if stored.status_of(sitting) == EventSitting.OPEN and now - since >= timedelta(minutes=minutes):
                found.append(SilentTable(played.number, sitting, since))
    return sorted(found, key=lambda one: (one.since, one.sitting.number))
