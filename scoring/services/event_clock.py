"""The clock of a round: its time limit, a pause, minutes more."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from scoring.engine.marking import _
from scoring.engine.refusal import refuse
from scoring.event_models import Event, EventRound
from scoring.services.event_rounds import find_round
from scoring.services.events import changing

LONGEST_LIMIT = 1440


def set_clock(
    event_id: str,
    role: str,
    number: int,
    time_limit: int | None = None,
    add_minutes: int | None = None,
    paused: bool | None = None,
    expected: int | None = None,
) -> Event:
    """Changes the clock of a round; what is None stays. A pause that is on already changes nothing.

    time_limit: in minutes from the start, pauses not counted. add_minutes: below zero for fewer. Returns the event.
    Raises Refusal, EventNotFound, EventVersionConflict.
    """
    with changing(event_id, role, expected, news_only=True) as work:
        row = find_round(work.event, number)
        if row.state == EventRound.CLOSED:
            raise refuse("", "round_not_running", "This round does not run.", rule="")
        before = (row.time_limit, row.paused_at is not None)
        wanted = row.time_limit if time_limit is None else time_limit
        if add_minutes is not None:
            wanted = (wanted or 0) + add_minutes
        if wanted is None and paused is not None:
            raise refuse("/paused", "no_time_limit", "This round has no time limit: set one first.", rule="")
        if wanted is not None and not 1 <= wanted <= LONGEST_LIMIT:
            text = _("A round lasts 1 to {most} minutes.")
            raise refuse("/add_minutes" if add_minutes else "/time_limit", "minutes", text, rule="", most=LONGEST_LIMIT)
        if paused and row.state != EventRound.RUNNING:
            raise refuse("/paused", "round_not_running", "This round does not run.", rule="")
        _set_limit(row, wanted)
        _set_paused(row, paused)
        after = (row.time_limit, row.paused_at is not None)
        if after != before:
            row.save(update_fields=["time_limit", "ends_at", "paused_at"])
            names = ("time_limit", "paused")
            work.log("clock", dict(zip(names, before, strict=True)), dict(zip(names, after, strict=True)), round=number)
    return work.event


def _set_limit(row: EventRound, minutes: int | None) -> None:
    if minutes is None or minutes == row.time_limit:
        return
    if row.ends_at is not None and row.time_limit is not None:
        row.ends_at += timedelta(minutes=minutes - row.time_limit)
    elif row.started_at is not None:
        row.ends_at = row.started_at + timedelta(minutes=minutes)
    row.time_limit = minutes


def _set_paused(row: EventRound, paused: bool | None) -> None:
    now = timezone.now()
    if paused and row.paused_at is None:
        row.paused_at = now
    elif paused is False and row.paused_at is not None:
        if row.ends_at is not None:
            row.ends_at += now - row.paused_at
        row.paused_at = None
