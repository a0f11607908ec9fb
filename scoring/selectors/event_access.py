"""Who may do what in an event: its keys, and the scorer's key of each sitting's table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.engine.refusal import refuse
from scoring.event_models import EventKey, EventSitting, SeasonKey
from scoring.models import AccessKey
from scoring.selectors.access_keys import HANDED, WRITE, Key, table_and_role
from scoring.selectors.event_results import results_of

EVENTS_COOKIE = "companion_events"
"""The cookie with a phone's keys of events, most recently used event first."""

SCORER, PLAYER, ENTRANT = "scorer", EventKey.PLAYER, EventKey.ENTRANT
ORGANISER, REFEREE = EventKey.ORGANISER, EventKey.REFEREE
READERS = (EventKey.VIEWER, EventKey.DISPLAY, SCORER, PLAYER, ENTRANT)
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
    if opened is None or opened[1] not in (WRITE, HANDED):
        return None
    sitting = EventSitting.objects.filter(event_id=event_id, table_id=opened[0]).select_related("round").first()
    return EventRole(SCORER, sitting) if sitting else None


def event_roles(keys: Mapping[str, Key]) -> dict[str, EventRole]:
    """Returns by id of the event what these keys are in their events. keys: by id of the event, none of a scorer."""
    ids = [key.id for key in keys.values()]
    rows = EventKey.objects.filter(id__in=ids).values_list("event_id", "id", "role", "digest", "entry")
    fitting = [row for row in rows if (key := keys.get(row[0])) and key.id == row[1] and key.fits(row[3])]
    return {event_id: EventRole(role, entry=entry) for event_id, _id, role, _digest, entry in fitting}


def scorer_role(event_id: str, keys: Mapping[str, Key]) -> EventRole | None:
    """Returns the role of a table's scorer in an event, None if no key is of such a table. keys: by id of the table."""
    of_event = EventSitting.objects.filter(event_id=event_id, table_id__in=list(keys))
    tables = of_event.order_by("-round_id").values_list("table_id", flat=True)
    found = (event_role(keys[table_id], event_id) for table_id in tables)
    return next((role for role in found if role), None)


def event_of_key(key: Key) -> tuple[str, str] | None:
    """Returns the id of the event that a key opens, and its role there; None if it is the key of no event."""
    row = EventKey.objects.filter(id=key.id).values_list("event_id", "role", "digest").first() if key.id else None
    return (row[0], row[1]) if row and key.fits(row[2]) else None


@dataclass(frozen=True)
class EventPlace:
    """Where in an event a table's matches are played. best_of: matches at most. decided: whether one of several sides
    has its majority.
    """

    event: str
    round: int
    table: int
    best_of: int
    decided: bool

    @property
    def more_matches(self) -> bool:
        """Whether another match is to be played after this one."""
        return self.best_of > 1 and not self.decided

    @property
    def address(self) -> str:
        """The page of the sitting."""
        return f"/events/{self.event}/rounds/{self.round}/tables/{self.table}"


def event_place(table_id: str) -> EventPlace | None:
    """Returns the place of a table in an event, None for an ordinary table."""
    rows = EventSitting.objects.filter(table_id=table_id)
    row = rows.values_list("event_id", "round__number", "number", "best_of", "event__rules__best_of").first()
    if row is None:
        return None
    best_of = row[3] or row[4] or 1
    decided = best_of > 1 and any(result.over for result in results_of(list(rows), best_of).values())
    return EventPlace(*row[:3], best_of, decided)


def keys_of(event_id: str) -> dict[str, tuple[str, str]]:
    """Returns id and hash of each key of an event, by its role."""
    rows = EventKey.objects.filter(event_id=event_id, entry=None).values_list("role", "id", "digest")
    return {role: (key_id, digest) for role, key_id, digest in rows}


def player_keys(event_id: str) -> dict[int, tuple[str, str]]:
    """Returns id and hash of each player's own key, by number of the entry."""
    rows = EventKey.objects.filter(event_id=event_id, role=PLAYER).values_list("entry", "id", "digest")
    return {entry: (key_id, digest) for entry, key_id, digest in rows if entry is not None}


def scorer_keys(sittings: Iterable[EventSitting]) -> dict[str, tuple[str, str]]:
    """Returns id and hash of the scorers' keys of sittings, by id of the table."""
    tables = [sitting.table_id for sitting in sittings if sitting.table_id]
    found = AccessKey.objects.filter(table_id__in=tables, role__in=(AccessKey.SCORER, AccessKey.HANDED))
    rows = found.values_list("table_id", "id", "digest")
    return {table_id: (key_id, digest) for table_id, key_id, digest in rows}


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
