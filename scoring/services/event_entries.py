"""Entries of an event: add, change, withdraw, merge, remove, and forget their names; players enter themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db.models import Max
from django.utils import timezone
from pydantic_core import from_json

from scoring.db.json_text import dump_json
from scoring.engine.marking import _
from scoring.engine.refusal import pointers_under, refuse, validate
from scoring.event_models import Event, EventEntry, EventKey, EventRound, EventSitting
from scoring.events.rules import MOST_ENTRIES, EventRules
from scoring.models import Change, IdempotencyRecord, Player, Table, WebhookDelivery
from scoring.selectors.events import rules_of
from scoring.services import renaming, season_people
from scoring.services.events import EventNotFound, Work, changing, issue_key
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
        found = []
        for place, data in enumerate(entries):
            values = _values(data, f"/entries/{place}", event.players_each)
            if values["name"] in known:
                text = _("{name} is there twice.")
                raise refuse(f"/entries/{place}/name", "name_twice", text, rule="", name=values["name"])
            known.add(values["name"])
            found.append(values)
        return _store(work, found)


def _store(work: Work, entries: Sequence[Mapping[str, Any]]) -> list[EventEntry]:
    """Stores new entries with the next numbers. entries: their columns."""
    event = work.event
    last = event.entries.aggregate(last=Max("number"))["last"] or 0
    first_round = _first_round(event)
    rows = [
        EventEntry(event=event, number=last + 1 + place, first_round=first_round, **values)
        for place, values in enumerate(entries)
    ]
    made = EventEntry.objects.bulk_create(rows)
    work.log("entries_added", after=[row.number for row in rows])
    return made


# -- players enter themselves --------------------------------------------------------------------------


def let_enter(event_id: str, role: str, when: str, secret: Callable[[str], str] | None = None) -> None:
    """Opens or closes the entries that players make themselves, and makes the key for it if there is none yet.

    when: as ``rules.self_entry``. secret: as for ``replace_key``. Raises Refusal, EventNotFound.
    """
    with changing(event_id, role) as work:
        event = work.event
        before = rules_of(event)
        with pointers_under("/rules"):
            after: EventRules = validate(EventRules, {**event.rules, "self_entry": when})
        if after != before:
            event.rules = after.model_dump(mode="json")
            work.log("settings", {"self_entry": before.self_entry}, {"self_entry": after.self_entry})
        has_key = EventKey.objects.filter(event=event, role=EventKey.ENTRANT).exists()
        if after.self_entry != "closed" and not has_key:
            issue_key(event, EventKey.ENTRANT, secret)
            work.log("key", after=EventKey.ENTRANT)


def is_open(rules: EventRules, rounds: int) -> bool:
    """Returns whether players may enter themselves now. rounds: so many are drawn."""
    return rules.self_entry == "any_time" or (rules.self_entry == "before_draw" and not rounds)


def enter(event_id: str, data: Mapping[str, Any], secret: Callable[[str], str] | None = None) -> tuple[EventEntry, str]:
    """Adds the entry of somebody who enters on the own phone. Returns it, and its own key (role ``player``).

    data, secret: as in ``add`` and ``replace_key``. Who has a name that is there already is refused, whatever the case
    of its letters and the order of a pair. Raises Refusal with pointers into data, EventNotFound.
    """
    with changing(event_id, EventKey.ENTRANT) as work:
        event, rules = work.event, rules_of(work.event)
        if not is_open(rules, event.rounds.count()):
            raise refuse("", "entries_closed", "Entries are closed. Ask the organiser.", rule="")
        most = rules.most_entries or MOST_ENTRIES
        if event.entries.count() >= most:
            raise refuse("", "event_full", "An event has at most {most} entries.", rule="", most=most)
        values = _values(data, "", event.players_each)
        if rules.format == "league_day" and not values["team"]:
            raise refuse("/team", "team_missing", "Say for which team you play.", rule="")
        own = _people(values["name"], values["members"])
        if any(own == _people(one.name, one.members) for one in event.entries.exclude(name="")):
            text = _(
                "{name} is in the list already. If that is you, tap your name there. If not, add something that tells "
                "you apart."
            )
            raise refuse("/name", "name_there", text, rule="", name=values["name"])
        (entry,) = _store(work, [values])
        key = issue_key(event, EventKey.PLAYER, secret, entry.number)
    return entry, key


def _people(name: str, members: Sequence[str]) -> list[str]:
    """Whoever an entry is, whatever the case of the letters and the order of a pair."""
    return sorted(" ".join(one.split()).casefold() for one in members or [name])


def merge(event_id: str, role: str, number: int, into: int, expected: int | None = None) -> EventEntry:
    """Removes an entry that is there twice; its phone and its money go to the one that stays. Returns that one.

    into: the number of the entry that stays as it is. Its phone is the one of the removed entry, if that has one.
    Raises Refusal if the removed one has a seat already, EventNotFound, EventVersionConflict.
    """
    with changing(event_id, role, expected) as work:
        double, kept = find(work.event, number), EventEntry.objects.filter(event=work.event, number=into).first()
        if kept is None or kept.number == number:
            text = _("There is no entry with the number {number}.")
            raise refuse("/into", "entry_unknown", text, rule="", number=into)
        _check_not_seated(work.event, double)
        keys = EventKey.objects.filter(event=work.event)
        if keys.filter(entry=number).exists():
            keys.filter(entry=into).delete()
            keys.filter(entry=number).update(entry=into)
        for rows in (work.event.cash, work.event.adjustments):
            rows.filter(entry=number).update(entry=into)
        work.log("entries_merged", after=[number, into], entry=into)
        _delete(work, double)
    return kept


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
    """Removes an entry that was in no published round. Raises Refusal, EventNotFound, EventVersionConflict."""
    with changing(event_id, role, expected) as work:
        entry = find(work.event, number)
        _check_not_seated(work.event, entry)
        if work.event.cash.filter(entry=number).exists():
            text = _("Money is booked for this entry: take that back first.")
            raise refuse("", "entry_paid", text, rule="")
        _delete(work, entry)
        work.log("entry_removed", entry=number)


def was_seated(event: Event, number: int) -> bool:
    """Returns whether an entry was in a published round: at a table, or free."""
    rounds = event.rounds.exclude(state=EventRound.PROPOSED)
    if any(number in byes for byes in rounds.values_list("byes", flat=True)):
        return True
    sittings = EventSitting.objects.filter(event=event).exclude(round__state=EventRound.PROPOSED)
    return number in event.order or any(number in seats for seats in sittings.values_list("entries", flat=True))


def _check_not_seated(event: Event, entry: EventEntry) -> None:
    if was_seated(event, entry.number):
        text = _("A round is published: withdraw the entry instead, its results stay.")
        raise refuse("", "event_begun", text, rule="")


def _delete(work: Work, entry: EventEntry) -> None:
    """Deletes an entry, its key and a proposal that it may be in."""
    work.event.rounds.filter(state=EventRound.PROPOSED).delete()
    if not work.event.rounds.exists():
        work.event.order = []
    EventKey.objects.filter(event=work.event, entry=entry.number).delete()
    entry.delete()


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
