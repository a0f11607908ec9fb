"""Events: create, change, delete; their keys, their history, and the names in them.

Each change is one transaction with one line of history. ``event_entries``, ``event_rounds`` and ``event_results`` have
the others. Errors are a ``Refusal`` with pointers as in the API's bodies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils import timezone

from scoring.db.write_lock import write_transaction
from scoring.engine.marking import _
from scoring.engine.refusal import Refusal, pointers_under, refuse, validate
from scoring.event_models import Event, EventAdjustment, EventCash, EventChange, EventEntry, EventKey, EventRound
from scoring.events.rules import EventRules
from scoring.games import all_games
from scoring.models import Webhook, short_id
from scoring.selectors.access_keys import digest_of
from scoring.services import event_webhooks
from scoring.services.access_keys import random_secret
from scoring.services.matches import check_text
from scoring.services.names import plain_name
from scoring.services.tables import check_options

LONGEST_EVENT_NAME = 80
LONGEST_REASON = 200
MOST_LINES = 2_000
"""Adjustments, and lines of cash, of one event."""


class EventNotFound(Exception):  # noqa: N818
    """There is no such event, entry, round or sitting."""


class EventVersionConflict(Exception):  # noqa: N818
    """The event has another version than the client expected. event: its current state."""

    def __init__(self, event: Event) -> None:
        super().__init__(f"the event is at version {event.version}")
        self.event = event


@dataclass(frozen=True)
class NewEvent:
    """A new event with its organiser's key, which is shown only once."""

    event: Event
    key: str


@dataclass
class Work:
    """A change that is being made. log: writes its line of history. news_only: results do not change the version.

    lines: kind, round and table of each line that was written.
    """

    event: Event
    role: str
    news_only: bool = False
    lines: list[tuple[str, int | None, int | None]] = field(default_factory=list)

    def log(self, kind: str, before: Any = None, after: Any = None, **where: Any) -> None:
        """Writes a line of the history. where: round, table_number, entry, reason."""
        self.event.news += 1
        self.lines.append((kind, where.get("round"), where.get("table_number")))
        EventChange.objects.create(
            event=self.event,
            number=self.event.news,
            kind=kind,
            role=self.role,
            before=before,
            after=after,
            at=timezone.now(),
            **where,
        )


@contextmanager
def changing(event_id: str, role: str, expected: int | None = None, news_only: bool = False) -> Iterator[Work]:
    """A transaction in which an event is changed; at its end, the event has its next version if anything was logged.

    role: of the key. expected: the version that the client has seen, None for any. news_only: the version stays, as it
    does for results. Raises EventNotFound, EventVersionConflict.
    """
    with write_transaction():
        event = Event.objects.select_for_update(no_key=True).filter(id=event_id).first()
        if event is None:
            raise EventNotFound
        if expected is not None and event.version != expected:
            raise EventVersionConflict(event)
        work = Work(event, role, news_only)
        yield work
        if work.lines:
            event.version += not news_only
            event.save()
            event_webhooks.tell(event, work.lines)


def create(
    name: str,
    game: str,
    settings: Mapping[str, Any],
    hook: Callable[[NewEvent], None] | None = None,
    secret: Callable[[str], str] | None = None,
) -> NewEvent:
    """Creates an event. Returns it with its organiser's key. Raises Refusal.

    settings: as ``update`` takes them. hook: is called within the transaction. secret: makes the secret of the key from
    its id.
    """
    now = timezone.now()
    event = Event(name=_event_name(name), game=_known_game(game), rules=EventRules().model_dump(mode="json"))
    event.created_at = now
    _apply(event, settings)
    with write_transaction():
        event.save()
        new = NewEvent(event, issue_key(event, EventKey.ORGANISER, secret))
        if hook:
            hook(new)
    return new


def update(event_id: str, changes: Mapping[str, Any], role: str, expected: int | None = None) -> Event:
    """Changes the settings of an event; fields that are left out or None stay as they are. Returns it after.

    changes: name, rules (as a whole), options, players_each, name_days, public, frozen. Format and number of players
    stay once a round is published. Raises Refusal, EventNotFound, EventVersionConflict.
    """
    with changing(event_id, role, expected) as work:
        event = work.event
        before = _settings_of(event)
        if changes.get("name") is not None:
            event.name = _event_name(changes["name"])
        _apply(event, changes)
        after = _settings_of(event)
        begun = EventRound.objects.filter(event=event).exclude(state=EventRound.PROPOSED).exists()
        for field, path in (("format", "/rules/format"), ("players_each", "/players_each")):
            if begun and _fixed(before, field) != _fixed(after, field):
                raise refuse(path, "event_begun", "This stays as it is once a round is published.", rule="")
        if after != before:
            changed = {name for name in after if before[name] != after[name]}
            work.log("settings", {n: before[n] for n in changed}, {n: after[n] for n in changed})
    return event


def _fixed(settings: Mapping[str, Any], field: str) -> Any:
    return settings["rules"]["format"] if field == "format" else settings[field]


def _settings_of(event: Event) -> dict[str, Any]:
    names = ("name", "rules", "options", "players_each", "name_days", "public", "frozen")
    return {name: getattr(event, name) for name in names}


def _apply(event: Event, changes: Mapping[str, Any]) -> None:
    """Sets what is not None. Raises Refusal."""
    if changes.get("rules") is not None:
        with pointers_under("/rules"):
            rules: EventRules = validate(EventRules, dict(changes["rules"]))
            rules.check()
        event.rules = rules.model_dump(mode="json")
    if changes.get("options") is not None:
        _check_options(event.game, changes["options"])
        event.options = dict(changes["options"])
    for name in ("players_each", "name_days", "public", "frozen"):
        if changes.get(name) is not None:
            setattr(event, name, changes[name])


def _check_options(slug: str, options: Mapping[str, Any]) -> None:
    try:
        check_options(slug, options)
    except Refusal as refusal:
        own = [replace(one, pointer=one.pointer.replace(f"/options/{slug}", "/options", 1)) for one in refusal.errors]
        raise Refusal(own, refusal.malformed) from None


def delete(event_id: str, expected: int | None = None) -> None:
    """Deletes an event with all that belongs to it; its tables stay with their keys. Raises as ``update`` does."""
    with changing(event_id, "", expected) as work:
        Webhook.objects.filter(table_id=event_id, of_event=True).delete()
        work.event.delete()


def _event_name(name: str) -> str:
    name = plain_name(name)
    if not name:
        raise refuse("/name", "name_empty", "The event needs a name.", rule="")
    if len(name) > LONGEST_EVENT_NAME:
        raise refuse("/name", "name_too_long", "At most {most} characters.", rule="", most=LONGEST_EVENT_NAME)
    check_text(name, "/name")
    return name


def _known_game(slug: str) -> str:
    if slug not in all_games():
        raise refuse("/game", "game_unknown", "There is no game {slug}.", rule="", slug=slug)
    return slug


def checked_reason(reason: str, pointer: str = "/reason") -> str:
    """Returns a reason as it is stored. Raises Refusal if it is empty, too long, or not printable."""
    reason = reason.strip()
    if not reason:
        raise refuse(pointer, "reason_missing", "Say why: it is kept in the history.", rule="")
    if len(reason) > LONGEST_REASON:
        raise refuse(pointer, "text_too_long", "At most {most} characters are allowed.", rule="", most=LONGEST_REASON)
    check_text(reason, pointer)
    return reason


# -- keys --------------------------------------------------------------------------------------------


def issue_key(event: Event, role: str, secret: Callable[[str], str] | None = None, entry: int | None = None) -> str:
    """Creates a key of this role; the old one stops working. Returns the key, which is stored only as a hash.

    entry: the number of the entry whose own key it is, of the role ``player``.
    """
    EventKey.objects.filter(event=event, role=role, entry=entry).delete()
    key_id = short_id()
    text = (secret or random_secret)(key_id)
    EventKey.objects.create(id=key_id, event=event, role=role, entry=entry, digest=digest_of(text))
    return f"{key_id}.{text}"


def replace_key(
    event_id: str, role: str, by: str, secret: Callable[[str], str] | None = None, entry: int | None = None
) -> str:
    """Returns a new key of this role; a former one stops working. by: the role that asks. Raises EventNotFound.

    entry: of the role ``player``, whose own key it is. Call it within ``write_transaction()``.
    """
    with changing(event_id, by, news_only=True) as work:
        if entry is not None and not EventEntry.objects.filter(event=work.event, number=entry).exists():
            raise EventNotFound
        key = issue_key(work.event, role, secret, entry)
        work.log("key", after=role, entry=entry)
    return key


def cancel_key(event_id: str, role: str, by: str, entry: int | None = None) -> None:
    """Cancels the key of this role. The organiser's is replaced, never cancelled. Raises EventNotFound, Refusal."""
    if role == EventKey.ORGANISER:
        raise refuse("", "last_key", "The organiser's key can be replaced, but not cancelled.", rule="")
    with changing(event_id, by, news_only=True) as work:
        found, _rows = EventKey.objects.filter(event=work.event, role=role, entry=entry).delete()
        if not found:
            raise EventNotFound
        work.log("key_cancelled", after=role, entry=entry)


# -- adjustments and cash ------------------------------------------------------------------------------


@dataclass(frozen=True)
class NewAdjustment:
    """Points or match points that an entry gets (or loses, below zero). round: that it belongs to, None for none."""

    entry: int
    reason: str
    points: int = 0
    match_points: int = 0
    round: int | None = None


def adjust(event_id: str, role: str, new: NewAdjustment) -> EventAdjustment:
    """Gives an entry points or match points, or takes them away. Raises Refusal, EventNotFound."""
    reason = checked_reason(new.reason)
    if not new.points and not new.match_points:
        raise refuse("/points", "amount", "Say how many points.", rule="")
    with changing(event_id, role, news_only=True) as work:
        _check_entry(work.event, new.entry)
        if new.round is not None and not work.event.rounds.filter(number=new.round).exists():
            raise refuse("/round", "round_unknown", "There is no round {number}.", rule="", number=new.round)
        if EventAdjustment.objects.filter(event=work.event).count() >= MOST_LINES:
            raise refuse("", "event_full", "An event keeps at most {most} of these.", rule="", most=MOST_LINES)
        made = EventAdjustment.objects.create(
            event=work.event,
            entry=new.entry,
            round=new.round,
            points=new.points,
            match_points=new.match_points,
            reason=reason,
            at=timezone.now(),
        )
        after = {"points": new.points, "match_points": new.match_points}
        work.log("adjust", after=after, entry=new.entry, round=new.round, reason=reason)
    return made


def add_cash(event_id: str, role: str, kind: str, amount: int, entry: int | None, note: str) -> EventCash:
    """Books money that came in (above zero) or went out. Raises Refusal, EventNotFound."""
    note = note.strip()
    check_text(note, "/note")
    if not amount:
        raise refuse("/amount", "amount", "An amount above or below zero is needed.", rule="")
    with changing(event_id, role, news_only=True) as work:
        if entry is not None:
            _check_entry(work.event, entry)
        if EventCash.objects.filter(event=work.event).count() >= MOST_LINES:
            raise refuse("", "event_full", "An event keeps at most {most} of these.", rule="", most=MOST_LINES)
        made = EventCash.objects.create(
            event=work.event, entry=entry, kind=kind, amount=amount, note=note, at=timezone.now()
        )
        work.log("cash", after={"kind": kind, "amount": amount}, entry=entry)
    return made


def _check_entry(event: Event, number: int) -> None:
    if not EventEntry.objects.filter(event=event, number=number).exists():
        text = _("There is no entry with the number {number}.")
        raise refuse("/entry", "entry_unknown", text, rule="", number=number)
