"""Seasons: create, change, delete; their events and keys. Errors are a ``Refusal`` with pointers as in the bodies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from scoring.db.write_lock import write_transaction
from scoring.engine.marking import _
from scoring.engine.refusal import pointers_under, refuse, validate
from scoring.event_models import Event, EventKey, Season, SeasonEvent, SeasonKey
from scoring.events.season import MOST_EVENTS, SeasonRules
from scoring.models import short_id
from scoring.selectors.access_keys import Key, digest_of
from scoring.selectors.event_access import ORGANISER, REFEREE, event_role
from scoring.services.access_keys import random_secret
from scoring.services.event_entries import LONGEST_ENTRY_NAME
from scoring.services.events import LONGEST_EVENT_NAME
from scoring.services.matches import check_text
from scoring.services.names import plain_name

MOST_SAME = 500
"""Groups of names that are one person."""

MOST_NAMES = 20
"""Names of one person."""


class SeasonNotFound(Exception):  # noqa: N818
    """There is no such season, or it has no such event or key."""


class SeasonVersionConflict(Exception):  # noqa: N818
    """The season has another version than the client expected. season: its current state."""

    def __init__(self, season: Season) -> None:
        super().__init__(f"the season is at version {season.version}")
        self.season = season


@dataclass(frozen=True)
class NewSeason:
    """A new season with its organiser's key, which is shown only once."""

    season: Season
    key: str


@contextmanager
def _changing(season_id: str, expected: int | None) -> Iterator[Season]:
    """A transaction in which a season is changed; it has its next version at the end."""
    with write_transaction():
        season = Season.objects.select_for_update(no_key=True).filter(id=season_id).first()
        if season is None:
            raise SeasonNotFound
        if expected is not None and season.version != expected:
            raise SeasonVersionConflict(season)
        yield season
        season.version += 1
        season.save()


def create(
    name: str, rules: Mapping[str, Any], secret: Callable[[str], str] | None = None, public: bool = False
) -> NewSeason:
    """Creates a season. Returns it with its organiser's key. Call it within ``write_transaction()``. Raises Refusal.

    secret: makes the secret of the key from its id. public: whether its ranking is shown to everybody.
    """
    season = Season(name=_checked_name(name), rules=_checked_rules(rules), public=public, created_at=timezone.now())
    season.save()
    return NewSeason(season, _issue_key(season, EventKey.ORGANISER, secret))


def update(season_id: str, changes: Mapping[str, Any], expected: int | None = None) -> Season:
    """Changes a season; fields that are left out or None stay. Returns it after.

    changes: name, rules (as a whole), same, public. Raises Refusal, SeasonNotFound, SeasonVersionConflict.
    """
    with _changing(season_id, expected) as season:
        if changes.get("name") is not None:
            season.name = _checked_name(changes["name"])
        if changes.get("rules") is not None:
            season.rules = _checked_rules(changes["rules"])
        if changes.get("same") is not None:
            season.same = _checked_same(changes["same"])
        if changes.get("public") is not None:
            season.public = changes["public"]
    return season


def join_names(season_id: str, one: str, other: str, expected: int | None = None) -> Season:
    """Makes two names one person, with all names that are one with either. Returns the season.

    Raises Refusal, SeasonNotFound, SeasonVersionConflict.
    """
    with _changing(season_id, expected) as season:
        if not one or not other or one == other:
            raise refuse("/same", "names_needed", "Choose two names.", rule="")
        touched = [group for group in season.same if one in group or other in group]
        merged = list(dict.fromkeys([name for group in touched for name in group] + [one, other]))
        if len(merged) > MOST_NAMES:
            text = _("One person has at most {most} names.")
            raise refuse("/same", "too_many_names", text, rule="", most=MOST_NAMES)
        groups = [group for group in season.same if group not in touched] + [merged]
        if len(groups) > MOST_SAME:
            raise refuse(
                "/same", "too_many_names", "At most {most} people may have two names.", rule="", most=MOST_SAME
            )
        season.same = _checked_same(groups)
    return season


def part_names(season_id: str, name: str, expected: int | None = None) -> Season:
    """Makes all names that are one person with this one people of their own again. Returns the season.

    Raises SeasonNotFound, SeasonVersionConflict.
    """
    with _changing(season_id, expected) as season:
        season.same = [group for group in season.same if name not in group]
    return season


def delete(season_id: str, expected: int | None = None) -> None:
    """Deletes a season; its events stay. Raises SeasonNotFound, SeasonVersionConflict."""
    with write_transaction():
        with _changing(season_id, expected) as season:
            pass
        season.delete()


def add_event(season_id: str, event_id: str, key: str, expected: int | None = None) -> Season:
    """Adds an event to a season; there already, nothing changes. Returns the season.

    key: of the event's organiser or referee. Raises Refusal, SeasonNotFound, SeasonVersionConflict.
    """
    with _changing(season_id, expected) as season:
        role = event_role(Key.parse(key), event_id)
        event = Event.objects.filter(id=event_id).first() if role and role.name in (ORGANISER, REFEREE) else None
        if event is None:
            raise refuse("/key", "event_key", "This is not the key of that event's organiser or referee.", rule="")
        if season.events.count() >= MOST_EVENTS:
            raise refuse("/event", "season_full", "A season has at most {most} events.", rule="", most=MOST_EVENTS)
        SeasonEvent.objects.get_or_create(season=season, event=event)
    return season


def remove_event(season_id: str, event_id: str, expected: int | None = None) -> Season:
    """Takes an event out of a season. Returns the season. Raises SeasonNotFound, SeasonVersionConflict."""
    with _changing(season_id, expected) as season:
        found, _rows = SeasonEvent.objects.filter(season=season, event_id=event_id).delete()
        if not found:
            raise SeasonNotFound
        season.people.filter(event_id=event_id).delete()
    return season


def _issue_key(season: Season, role: str, secret: Callable[[str], str] | None) -> str:
    SeasonKey.objects.filter(season=season, role=role).delete()
    key_id = short_id()
    text = (secret or random_secret)(key_id)
    SeasonKey.objects.create(id=key_id, season=season, role=role, digest=digest_of(text))
    return f"{key_id}.{text}"


def replace_key(season_id: str, role: str, secret: Callable[[str], str] | None = None) -> str:
    """Returns a new key of this role; a former one stops working. Raises SeasonNotFound.

    Call it within ``write_transaction()``.
    """
    season = Season.objects.select_for_update(no_key=True).filter(id=season_id).first()
    if season is None:
        raise SeasonNotFound
    return _issue_key(season, role, secret)


def cancel_key(season_id: str, role: str) -> None:
    """Cancels the key of this role, if there is one. The organiser's is replaced, never cancelled."""
    SeasonKey.objects.filter(season=season_id, role=role).exclude(role=EventKey.ORGANISER).delete()


def _checked_name(name: str) -> str:
    name = plain_name(name)
    if not name:
        raise refuse("/name", "name_empty", "The season needs a name.", rule="")
    return _short(name, "/name", LONGEST_EVENT_NAME)


def _short(text: str, pointer: str, most: int) -> str:
    if len(text) > most:
        raise refuse(pointer, "name_too_long", "At most {most} characters.", rule="", most=most)
    check_text(text, pointer)
    return text


def _checked_rules(rules: Mapping[str, Any]) -> dict[str, Any]:
    with pointers_under("/rules"):
        checked: SeasonRules = validate(SeasonRules, dict(rules))
    return checked.model_dump(mode="json")


def _checked_same(groups: Sequence[Sequence[str]]) -> list[list[str]]:
    return [
        [_short(plain_name(name), f"/same/{place}/{seat}", LONGEST_ENTRY_NAME) for seat, name in enumerate(group)]
        for place, group in enumerate(groups)
    ]
