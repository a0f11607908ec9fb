"""Parts of a line between pauses, and who is named in each: what stands beside one name only is not another's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scoring.engine.controls import Amount, Choice, Row, Share
from scoring.say.items import Item, Meaning
from scoring.say.phrases import Phrase
from scoring.say.pronouns import person_of
from scoring.say.reading import Reading, Table, replace

_SEATS = ("player", "next", "player2", "player3", "player4", "player5", "player6", "player7", "third", "fourth")
_SIDES = ("side", "side2", "side3")
_OPEN = frozenset(("pronoun", "unnamed", "partner"))
_INNER = ("、", ":", "：")
"""Pauses within a part."""

Clause = frozenset[int | None]


def clauses_of(table: Table, items: Sequence[Item]) -> list[Clause]:
    """Returns for each item the sides that are named in its part of the line; none where somebody else may be meant."""
    clauses: list[Clause] = []
    begin = 0
    for place, item in enumerate(items):
        if item.kinds() == {"pause"} and item.meanings[0].value not in _INNER:
            clauses += [_named_in(table, items[begin:place])] * (place - begin) + [frozenset()]
            begin = place + 1
    return clauses + [_named_in(table, items[begin:])] * (len(items) - begin)


def _named_in(table: Table, items: Sequence[Item]) -> Clause:
    named: set[int | None] = set()
    if sum(_numbers_of(item) for item in items) > 1:
        return frozenset()  # "101 to 61 for Anna"
    for item in items:
        if item.kinds() & _OPEN or any(person_of(table, meaning) for meaning in item.meanings):
            return frozenset()
        named |= {side for meaning in item.meanings for side in _sides_of(table, meaning)}
    return frozenset(named)


def _numbers_of(item: Item) -> int:
    """How many numbers an item has at most."""
    return max(
        (len(meaning.slots.keys() & {"n", "m"}) or int(meaning.kind == "n") for meaning in item.meanings), default=0
    )


def _sides_of(table: Table, meaning: Meaning) -> Iterator[int | None]:
    if meaning.kind == "player":
        yield table.side_of(meaning.value)
    yield from (table.side_of(meaning.slots[name]) for name in _SEATS if name in meaning.slots)
    yield from (meaning.slots[name] for name in _SIDES if name in meaning.slots)
    for name in ("players", "winners"):
        yield from (table.side_of(seat) for seat in meaning.slots.get(name, ()))


def is_of_another(table: Table, before: Reading, after: Reading, meaning: Meaning, clause: Clause) -> bool:
    """Whether something was given to who was named last, in a part of the line that names somebody else only: in "Lena
    20, marriage of spades Dima" it is not Lena's.
    """
    sides = {table.side_of(seat) for seat in before.subject}
    names_none = meaning.kind in ("cards", "rest", "suit", "rank", "n") or not list(_sides_of(table, meaning))
    if not clause or not names_none or len(sides) != 1 or sides <= clause:
        return False
    return bool(sides & set(_given(table, before, after)))


def is_left_behind(
    reading: Reading, meaning: Meaning, items: Sequence[Item], place: int, clauses: Sequence[Clause]
) -> bool:
    """Whether a number begins a part, and who was named last stands in the part before it with somebody else: in "Ada
    hearts over Ben, 90" it may be Ada's.
    """
    if meaning.kind != "n" or not reading.is_open or place < 2 or items[place - 1].kinds() != {"pause"}:
        return False
    return "player" in items[place - 2].kinds() and len(clauses[place - 2]) > 1 and len(set(reading.subject)) == 1


def with_about(table: Table, before: Reading, after: Reading, meaning: Meaning, clause: Clause) -> Reading:
    """The reading with the sides of which a figure of the lead must be, where a phrase does not say whose it is:
    "Ada bid 18, Ben's side took 12".
    """
    named = frozenset(_sides_of(table, meaning)) or clause
    if (
        len(table.sides) != 2
        or not named
        or meaning.kind != "says"
        or meaning.phrase is None
        or _uses_name(meaning.phrase)
    ):
        return after
    plain = {
        target.name
        for targets in meaning.phrase.readings
        for target in targets
        if target.values in (("{n}",), ("{m}",))
    }
    amounts = [name for name, _ in _new(before.allowed, after.allowed) if isinstance(table.controls.get(name), Amount)]
    return replace(after, about=(*after.about, named)) if plain & set(amounts) else after


def is_about_lead(table: Table, reading: Reading) -> bool:
    """Returns whether no figure of the lead was said of somebody else."""
    lead = table.lead_of(reading)
    return lead is None or all(table.side_of(lead) in named for named in reading.about)


def _uses_name(phrase: Phrase) -> bool:
    """Whether what a phrase says depends on who is named."""
    slots = ("{player", "{side", "{next", "{first", "{seat", "{subject", "{other", "{second", "{third", "{fourth")
    return any(slot in text for targets in phrase.readings for one in targets for text in one.texts for slot in slots)


def _given(table: Table, before: Reading, after: Reading) -> Iterator[int | None]:
    """The sides that something was given to."""
    for name, entries in _new(before.rows, after.rows):
        yield from (_side(table, name, entry) for entry, _ in _new(before.rows.get(name, {}), entries))
    for _, owner in (*_new(before.owners, after.owners), *_new(before.rest_owners, after.rest_owners)):
        yield from (_side(table, share.name, owner) for share in table.shares)
    for name, entry in _new(before.remains, after.remains):
        yield _side(table, name, entry)
    for name, allowed in _new(before.allowed, after.allowed):
        control = table.controls.get(name)
        if isinstance(control, Choice) and len(allowed.values) == 1:
            yield from (
                side
                for side, seats in enumerate(table.sides)
                if any(allowed.values[0] in table.options_of(control, "player", seat) for seat in seats)
            )
    for name, added in _new(before.added, after.added):
        for event in added[len(before.added.get(name, ())) :]:
            if isinstance(event, dict) and str(event.get("seat")).isdecimal():
                yield table.side_of(int(event["seat"]))


def _side(table: Table, name: str, entry: int) -> int | None:
    """The side of an entry of a row or of shared cards."""
    control = table.controls[name]
    if isinstance(control, Row | Share):
        for side, seats in enumerate(table.sides):
            if any(table.entry_of(control, seat) == entry for seat in seats):
                return side
    return None


def _new(before: Mapping[Any, Any], after: Mapping[Any, Any]) -> list[tuple[Any, Any]]:
    """The entries that are new, or other ones."""
    if before is after:
        return []
    return [(name, value) for name, value in after.items() if before.get(name) != value]
