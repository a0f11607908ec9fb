"""Entries of an event: add, change, withdraw, remove, and forget their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Max
from django.utils import timezone
from pydantic_core import from_json

from scoring.db.json_text import dump_json
from scoring.engine.marking import _
from scoring.engine.refusal import refuse
from scoring.event_models import Event, EventEntry, EventKey, EventRound, EventSitting
from scoring.events.rules import MOST_ENTRIES
from scoring.models import Change, IdempotencyRecord, Player, Table, WebhookDelivery
from scoring.services import renaming, season_people
from scoring.services.events import EventNotFound, Work, changing
from scoring.services.matches import check_text
from scoring.services.names import plain_name
from scoring.services.tables import LONGEST_NAME

LONGEST_ENTRY_NAME = 80
LONGEST_GROUP = 60
LONGEST_LABEL = 40
MOST_MEMBERS = 4


def add(
    event_id: str, role: str, entries: Sequence[Mapping[str, Any]], expected: int | None = None
) -> list[EventEntry]:
    """Adds entries, numbered after the last one. Who comes after a round has begun plays from the next one on.

    entries: each with name, and perhaps members, club, team, label, seed, shown. Raises Refusal, EventNotFound,
    EventVersionConflict.
    """
    with changing(event_id, role, expected) as work:
        event = work.event
        there = event.entries.count()
        if there + len(entries) > MOST_ENTRIES:
            raise refuse("/entries", "event_full", "An event has at most {most} entries.", rule="", most=MOST_ENTRIES)
        known = set(event.entries.exclude(name="").values_list("name", flat=True))
        last = event.entries.aggregate(last=Max("number"))["last"] or 0
        first_round = _first_round(event)
        rows = []
        for place, data in enumerate(entries):
            values = _values(data, f"/entries/{place}", event.players_each)
            if values["name"] in known:
                text = _("{name} is there twice.")
                raise refuse(f"/entries/{place}/name", "name_twice", text, rule="", name=values["name"])
            known.add(values["name"])
            rows.append(EventEntry(event=event, number=last + 1 + place, first_round=first_round, **values))
        made = EventEntry.objects.bulk_create(rows)
        work.log("entries_added", after=[row.number for row in rows])
    return made


def change(
    event_id: str, role: str, number: int, data: Mapping[str, Any], expected: int | None = None
) -> tuple[Event, EventEntry]:
    """Changes an entry; fields that are left out stay. ``withdrawn`` ends its part: it plays no further round.

    Returns event and entry after it. Raises Refusal, EventNotFound, EventVersionConflict.
    """
    with changing(event_id, role, expected) as work:
        entry = find(work.event, number)
        given = {name: value for name, value in data.items() if value is not None and name != "withdrawn"}
        before = _public(entry)
        if given:
            now = {name: getattr(entry, name) for name in ("name", "members", "club", "team", "label", "seed", "shown")}
            values = _values({**now, **given}, "", work.event.players_each)
            others = work.event.entries.exclude(number=number)
            if values["name"] != entry.name and others.filter(name=values["name"]).exists():
                raise refuse("/name", "name_twice", "{name} is there twice.", rule="", name=values["name"])
            renamed = (values["name"], values["members"]) != (entry.name, entry.members)
            for name, value in values.items():
                setattr(entry, name, value)
            if renamed:
                _rename_at_tables(work.event, entry)
        if data.get("withdrawn") is not None:
            entry.left = _next_round(work.event) if data["withdrawn"] else None
        entry.save()
        work.log("entry_changed", before, _public(entry), entry=number)
    return work.event, entry


def remove(event_id: str, role: str, number: int, expected: int | None = None) -> None:
    """Removes an entry, before the first round is published. Raises Refusal, EventNotFound, EventVersionConflict."""
    with changing(event_id, role, expected) as work:
        entry = find(work.event, number)
        if work.event.rounds.exclude(state=EventRound.PROPOSED).exists():
            text = _("A round is published: withdraw the entry instead, its results stay.")
            raise refuse("", "event_begun", text, rule="")
        work.event.rounds.all().delete()  # a proposal with this entry
        work.event.order = []
        EventKey.objects.filter(event=work.event, entry=number).delete()
        entry.delete()
        work.log("entry_removed", entry=number)


def find(event: Event, number: int) -> EventEntry:
    """Returns the entry with this number. Raises EventNotFound."""
    entry = EventEntry.objects.filter(event=event, number=number).first()
    if entry is None:
        raise EventNotFound
    return entry


def _public(entry: EventEntry) -> dict[str, Any]:
    """What the history keeps of an entry: no names."""
    return {name: getattr(entry, name) for name in ("club", "team", "label", "seed", "left", "shown")}


def _first_round(event: Event) -> int:
    """The first round that a new entry plays: the next one that has not begun."""
    begun = event.rounds.filter(state__in=(EventRound.RUNNING, EventRound.CLOSED)).count()
    return begun + 1


def _next_round(event: Event) -> int:
    """The first round that somebody who leaves does not play: a running one is finished."""
    return _first_round(event)


def _values(data: Mapping[str, Any], pointer: str, players_each: int) -> dict[str, Any]:
    """The columns of an entry. Raises Refusal with pointers below ``pointer``."""
    name = _text(data["name"], f"{pointer}/name", LONGEST_ENTRY_NAME)
    if not name:
        raise refuse(f"{pointer}/name", "name_empty", "Every entry needs a name.", rule="")
    members = [
        _text(member, f"{pointer}/members/{place}", LONGEST_NAME) for place, member in enumerate(data["members"] or ())
    ]
    if len(members) not in (0, players_each) or any(not member for member in members):
        text = _("Name everybody who sits down for this entry, or nobody.")
        raise refuse(f"{pointer}/members", "members", text, rule="")
    return {
        "name": name,
        "members": members,
        "club": _text(data["club"], f"{pointer}/club", LONGEST_GROUP),
        "team": _text(data["team"], f"{pointer}/team", LONGEST_GROUP),
        "label": _text(data["label"], f"{pointer}/label", LONGEST_LABEL),
        "seed": data["seed"],
        "shown": data["shown"],
    }


def _text(text: str, pointer: str, most: int) -> str:
    text = plain_name(text)
    if len(text) > most:
        raise refuse(pointer, "name_too_long", "At most {most} characters.", rule="", most=most)
    check_text(text, pointer)
    return text


# -- names ---------------------------------------------------------------------------------------------


def seat_names(entry: EventEntry, players_each: int) -> list[str]:
    """Returns the names of those who sit down for an entry; without a name, its number."""
    if entry.members:
        return list(entry.members)
    name = (entry.name or f"No. {entry.number}")[: LONGEST_NAME - 4]
    return [name] if players_each == 1 else [f"{name} {place}" for place in range(1, players_each + 1)]


def distinct_names(names: Sequence[str], numbers: Sequence[int]) -> list[str]:
    """Returns names of those at one table, each with the number of its entry where another is called the same."""
    seen: set[str] = set()
    result = []
    for name, number in zip(names, numbers, strict=True):
        result.append(_distinct(name, number, seen))
        seen.add(result[-1])
    return result


def _distinct(name: str, number: int, others: set[str]) -> str:
    own = name
    while own in others:
        own = f"{own[: LONGEST_NAME - 6]} ({number})"
    return own


def forget(event_id: str, role: str, number: int) -> None:
    """Deletes the name of an entry everywhere, the history of its matches included. Raises EventNotFound."""
    with changing(event_id, role) as work:
        entry = find(work.event, number)
        season_people.forget_people(work.event, [number])
        forget_names(work, [entry])


def forget_names(work: Work, entries: Sequence[EventEntry]) -> None:
    """Deletes the names of entries: of the event, at its tables, in the history of its matches, in stored answers."""
    event, numbers = work.event, {entry.number for entry in entries}
    known = {name: f"No. {one.number}" for one in entries for name in (one.name, *one.members) if name}
    for entry in entries:
        entry.name, entry.members, entry.shown = "", [], False
        entry.save(update_fields=["name", "members", "shown"])
    for entry in entries:
        _rename_at_tables(event, entry)
    for sitting in EventSitting.objects.filter(event=event, table__isnull=False):
        gone = {player for player, number in sitting.players.items() if number in numbers}
        if not gone:
            continue
        for change in Change.objects.filter(table_id=sitting.table_id, kind__in=("rename", "reseat", "continue")):
            before, after = (_without_names(text, gone) for text in (change.before, change.after))
            Change.objects.filter(id=change.id).update(before=before, after=after)
        WebhookDelivery.objects.filter(table_id=sitting.table_id).delete()
        IdempotencyRecord.objects.filter(scope=f"table {sitting.table_id}").delete()
    _clear_texts(event, known)
    season_people.clear_same_names(event, known)
    IdempotencyRecord.objects.filter(scope=f"event {event.id}").delete()
    work.log("names_deleted", after=[entry.number for entry in entries])


def _clear_texts(event: Event, known: Mapping[str, str]) -> None:
    """Puts numbers in the place of names in what people wrote: objections, reasons, notes."""

    def cleared(text: str) -> str:
        for name in sorted(known, key=len, reverse=True):
            text = text.replace(name, known[name])
        return text

    for rows, field in ((event.adjustments, "reason"), (event.cash, "note"), (event.changes, "reason")):
        for row in rows.exclude(**{field: ""}):
            text = cleared(getattr(row, field))
            if text != getattr(row, field):
                setattr(row, field, text)
                row.save(update_fields=[field])
    for sitting in event.sittings.exclude(objections=[]):
        sitting.objections = [
            {name: cleared(value) if name in ("text", "ruling") and value else value for name, value in one.items()}
            for one in sitting.objections
        ]
        sitting.save(update_fields=["objections"])


def _without_names(text: str, players: set[str]) -> str:
    """JSON text of seats without the names of these players."""

    def cleared(value: Any) -> Any:
        if isinstance(value, list):
            return [cleared(one) for one in value]
        if isinstance(value, dict):
            kept = {name: cleared(one) for name, one in value.items()}
            return {**kept, "name": ""} if value.get("player") in players else kept
        return value

    return dump_json(cleared(from_json(text))) if text else text


def forget_due_names() -> int:
    """Deletes all names of events whose time is over. Returns the number of events."""
    due = 0
    for event in Event.objects.filter(closed_at__isnull=False, names_deleted_at__isnull=True):
        if (timezone.now() - event.closed_at).days < event.name_days:  # type: ignore[operator]
            continue
        with changing(event.id, "") as work:
            season_people.keep_people(work.event)
            forget_names(work, list(work.event.entries.all()))
            work.event.names_deleted_at = timezone.now()
        due += 1
    return due


def _rename_at_tables(event: Event, entry: EventEntry) -> None:
    """Gives the players of an entry its present names, at every table where they sat."""
    names = seat_names(entry, event.players_each)
    for sitting in EventSitting.objects.filter(event=event, table__isnull=False):
        ids = [player for player, number in sitting.players.items() if number == entry.number]
        wanted = dict(zip(ids, names, strict=False))
        if wanted:
            table = Table.objects.select_for_update(no_key=True).get(id=sitting.table_id)
            others = set(table.players.exclude(id__in=ids).values_list("name", flat=True))
            wanted = {player: _distinct(name, entry.number, others) for player, name in wanted.items()}
            for player, name in wanted.items():
                Player.objects.filter(id=player).update(name=name)
            renaming.rename_everywhere(table.id, wanted)
            Table.objects.filter(id=table.id).update(version=table.version + 1)
