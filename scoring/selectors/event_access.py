"""Who may do what in an event: its keys, and the scorer's key of each sitting's table."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.engine.refusal import refuse
from scoring.event_models import EventKey, EventSitting, SeasonKey
from scoring.selectors.access_keys import WRITE, Key, table_and_role

SCORER, PLAYER = "scorer", EventKey.PLAYER
ORGANISER, REFEREE = EventKey.ORGANISER, EventKey.REFEREE
READERS = (EventKey.VIEWER, EventKey.DISPLAY, SCORER, PLAYER)
"""Roles that see names only of entries that agree."""


@dataclass(frozen=True)
class EventRole:
    """What a key is in an event. sitting: that of a scorer. entry: the number of a player's own entry."""

    name: str
    sitting: EventSitting | None = None
    entry: int | None = None


def event_role(key: Key, event_id: str) -> EventRole | None:
    """Returns the role of a key in an event, None if it opens nothing there."""
    if not key.id:
        return None
    row = EventKey.objects.filter(id=key.id, event_id=event_id).values_list("role", "digest", "entry").first()
    if row:
        return EventRole(row[0], entry=row[2]) if key.fits(row[1]) else None
    opened = table_and_role(key)
    if opened is None or opened[1] != WRITE:
        return None
    sitting = EventSitting.objects.filter(event_id=event_id, table_id=opened[0]).select_related("round").first()
    return EventRole(SCORER, sitting) if sitting else None


def opens_an_event(key: Key) -> bool:
    """Returns whether this is the key of any event or season."""
    if not key.id:
        return False
    digests = [model.objects.filter(id=key.id).values_list("digest", flat=True) for model in (EventKey, SeasonKey)]
    return any(key.fits(digest) for found in digests for digest in found)


def speaking_entry(role: EventRole, entry: int | None) -> int | None:
    """Returns the entry for which this key confirms or objects: a player's own key speaks for its entry only.

    entry: as it was sent. Raises Refusal.
    """
    if role.name != PLAYER:
        return entry
    if entry not in (None, role.entry):
        raise refuse("/entry", "not_own_entry", "This key speaks for entry {number} only.", rule="", number=role.entry)
    return role.entry
