"""Names in a line: for what somebody was named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.engine.controls import Choice, Row
from scoring.say.choices import bare_choice, give
from scoring.say.items import Item, Meaning
from scoring.say.phrases import Phrase, Slot
from scoring.say.reading import Allowed, Reading, Span, Table, replace
from scoring.say.rows import remains_of, rows_of, with_span
from scoring.say.targets import set_entry

_NAMES = frozenset(("player", "side", "players"))


def naming(table: Table, reading: Reading, seats: Sequence[int]) -> Reading:
    """The reading with somebody named."""
    sides = reading.named_sides.union(table.side_of(seat) for seat in (*reading.subject, *seats))
    is_several = reading.is_several or len(sides) > 1
    reading = replace(reading, named=True, named_sides=sides, is_several=is_several)
    return replace(reading, by_pronoun=False, by_other=(), of_row=False)


def player_named(
    table: Table, reading: Reading, seat: int, span: Span, *, is_for: bool = False, has_figure: bool = False
) -> Iterator[Reading]:
    """A name. is_for: whether "for" is right before it, so that it is named for something. has_figure: whether a number
    is right behind it: then it is not only who leads, if everybody plays alone.
    """
    was_named = reading.named
    reading = replace(naming(table, reading, (seat,)), labelled=False)
    if reading.held:
        yield from held_for(table, reading, seat, span)
        return
    if reading.awaits_rest is not None:
        yield from remains_of(table, replace(reading, awaits_rest=None), seat, span)
        for share in table.shares:
            owner = table.entry_of(share, seat)
            if owner is not None:
                owners = {**reading.rest_owners, reading.awaits_rest: owner}
                yield replace(
                    reading,
                    rest_owners=owners,
                    awaits_rest=None,
                    subject=(seat,),
                    said=with_span(reading, share.name, span),
                )
        return
    named = replace(reading, subject=(seat,), is_open=False)
    if not reading.is_open:
        for changed in () if is_for and reading.ordered else bare_choice(table, named, "player", seat, span):
            leads = any(name in table.leads for name in changed.said.keys() - reading.said.keys())
            if not (leads and (was_named or (has_figure and len(table.sides[0]) == 1))):
                yield changed
        if not is_for and _is_answer(table, reading, seat):
            yield named
        yield replace(named, is_open=True)
    elif seat not in reading.subject:
        yield replace(reading, subject=(*reading.subject, seat))


def partner_named(table: Table, reading: Reading, seat: int) -> Iterator[Reading]:
    """The second name of a side behind its number: "70 Ada and Ben"."""
    sides = {table.side_of(named) for named in (*reading.subject, seat)}
    free = reading.subject and not (reading.held or reading.is_open)
    if free and len(sides) == 1 and seat not in reading.subject:
        yield replace(reading, subject=(*reading.subject, seat))


def either_side(table: Table, reading: Reading, span: Span) -> Iterator[Reading]:
    """ "They" and "we", where there are two sides: either, and what else is said must tell which. "The rest to them":
    to who has no figure yet.
    """
    if len(table.sides) == 2 and reading.awaits_rest == "" and len(reading.subject) == 1:
        other = table.sides[1 - (table.side_of(reading.subject[0]) or 0)]
        yield from remains_of(table, replace(reading, awaits_rest=None), other[0], span)
    of_sides = all(len(row.labels) == 2 for row in rows_of(table, reading))
    if len(table.sides) == 2 and reading.held and reading.held[0] == "n" and of_sides:
        for side in table.sides:  # "Eight for them".
            yield from held_for(table, replace(reading, named=True, is_several=True, labelled=False), side[0], span)
    if len(table.sides) != 2 or reading.is_open or reading.held or reading.awaits_rest is not None:
        return
    for side in table.sides:
        yield replace(
            reading, subject=tuple(side), is_open=True, named=True, is_several=True, labelled=False, by_pronoun=True
        )


def is_of_subject(phrase: Phrase) -> bool:
    """Whether all that a phrase says, it says of one player: "{player} passes"."""
    slots = ("{player}", "{subject}", "{seat}")
    return all(
        target.how in ("=", "+")
        and (
            ("seats", "") in target.fields
            or any(slot in text for text in (target.name, *target.texts) for slot in slots)
        )
        for targets in phrase.readings
        for target in targets
        if target.name != "others"
    )


def spread_to(table: Table, reading: Reading, seat: int, span: Span) -> Iterator[Reading]:
    """A further name behind "two each for Ada": she has as many."""
    for name, entries in reading.rows.items():
        row = table.controls[name]
        if not isinstance(row, Row) or reading.spread is None or not reading.subject:
            continue
        entry, before = table.entry_of(row, seat), table.entry_of(row, reading.subject[0])
        if entry is not None and before is not None and entries.get(before) == reading.spread and entry not in entries:
            named = replace(naming(table, reading, (seat,)), subject=(seat,), spreads=False)
            for changed in set_entry(table, named, row, entry, reading.spread):
                yield replace(changed, said=with_span(changed, name, span))


def is_for_another(items: Sequence[Item], place: int, meaning: Meaning) -> bool:
    """Whether what a phrase would say of the subject is for somebody named behind it: "belote for Ben"."""
    behind = items[place + 1 : place + 3]
    if behind and any(one.kind == "pronoun" and one.value == "side" for one in behind[0].meanings):
        return _is_of_somebody(meaning)  # "Capot for them": either side.
    if meaning.slots or meaning.phrase is None or len(behind) < 2 or behind[0].kinds() != {"for"}:
        return False
    names = any(other.kind == "player" or other.slots.keys() & _NAMES for other in behind[1].meanings)
    return names and is_of_subject(meaning.phrase)


def _is_of_somebody(meaning: Meaning) -> bool:
    """Whether a phrase without a name says something of who was named last: "high", "the last trick"."""
    return not meaning.slots and _speaks_of_somebody(meaning)


def _speaks_of_somebody(meaning: Meaning) -> bool:
    slots = ("{subject}", "{seat}", "{side}", "{first}")
    named = meaning.slots.keys() & (_NAMES | {"next"})
    readings = meaning.phrase.readings if meaning.phrase and not named and meaning.kind == "says" else ()
    return any(slot in text for targets in readings for one in targets for text in one.texts for slot in slots)


def is_of_other_count(table: Table, meaning: Meaning) -> bool:
    """Whether a phrase says something of all players, but of another number of them: "all four stayed" of five. One
    more may sit out.
    """
    parts = tuple(map(str, meaning.phrase.parts)) if meaning.phrase else ()
    numbers = [
        table.numbers.get((part,))
        for before, part, behind in zip(parts, parts[1:], parts[2:], strict=False)
        if {before, behind} <= table.wholes
    ]
    counts = {len(table.seats), len(table.seats) + 1, None}
    return not set(numbers) <= counts and (meaning.kind == "each" or _is_of_everybody(meaning))


def _is_of_everybody(meaning: Meaning) -> bool:
    targets = [target for some in (meaning.phrase.readings if meaning.phrase else ()) for target in some]
    return any(
        {name for name, _ in target.fields} & {"all", "but"}
        or target.name.startswith("rest:")
        or any("passed" in value for value in target.values)
        for target in targets
    )


def is_of_unclear_person(table: Table, reading: Reading, meaning: Meaning) -> bool:
    """Whether a phrase that begins with "he" or "she" says something of who was named last, though several were:
    "Ada 55, Ben 40, she had the marriage of clubs".
    """
    words = meaning.phrase.parts[:1] if meaning.phrase and reading.is_several else ()
    return any(table.persons.get((str(word),)) in ("he", "she") for word in words) and _speaks_of_somebody(meaning)


def _ends_with_name(meaning: Meaning) -> bool:
    parts = meaning.phrase.parts if meaning.phrase and meaning.kind == "says" else ()
    is_name = [isinstance(part, Slot) and part.kind in _NAMES for part in parts]
    return len(is_name) > 1 and is_name[-1] and not is_name[0]


def waits_for_name(items: Sequence[Item], place: int, meaning: Meaning) -> bool:
    """Whether a phrase is one of a list whose owner is named behind it: "high, low and jack for Ada"."""
    if not _is_of_somebody(meaning):
        return False
    begin = next((at + 1 for at in range(place - 1, -1, -1) if "pause" in items[at].kinds()), 0)
    if any("player" in item.kinds() for item in items[begin:place]):
        return False  # "Ada clubs capot, belote for Ben": the capot is Ada's.
    at = place + 1
    while at < len(items):
        item = items[at]
        if item.kinds() == {"for"}:
            return at + 1 < len(items) and "player" in items[at + 1].kinds()
        if any(map(_ends_with_name, item.meanings)):
            return True
        if not item.kinds() <= {"and", "pause", "filler"} and not any(map(_is_of_somebody, item.meanings)):
            return False
        at += 1
    return False


def owners_of(table: Table, reading: Reading, meaning: Meaning, items: Sequence[Item], place: int) -> Iterator[Reading]:
    """The reading with each who may have what stands alone at the end, behind the figures of several: "Ada plays, 70,
    Ben 30, Cleo 20, club marriage" is hers who was named last, or the player's; without one, of any who has a figure.
    """
    yield reading
    first = meaning.phrase.parts[0] if meaning.phrase else ""
    is_thing = meaning.kind == "ask" or _speaks_of_somebody(meaning)
    if "n" in meaning.slots or not is_thing or table.joins.get(str(first)) or reading.by_thing or reading.by_pronoun:
        return
    before = items[place - 1].kinds() if place else {"and"}
    if before & {"and", "for", "verb", "no"} or len({table.side_of(seat) for seat in reading.subject}) != 1:
        return
    if any(not item.kinds() <= {"pause", "filler"} for item in items[place + 1 :]):
        return
    side = table.side_of(reading.subject[0])
    figures = (entries for name, entries in reading.rows.items() if isinstance(table.controls[name], Row))
    after_two = reading.is_several and "pause" in before and len(table.sides) == 2
    if not (any(len(entries) > 1 for entries in figures) or after_two):
        return
    lead = table.lead_of(reading)
    # Of a side nobody says who of it: "Ada and Cleo 75, the last trick Ben, sang twenty" is not Ada's.
    others = [tuple(seats) for number, seats in enumerate(table.sides) if number != side] if lead is None else [(lead,)]
    yield from (replace(reading, subject=seats) for seats in others if table.side_of(seats[0]) != side)


def begins_sentence(items: Sequence[Item], place: int) -> bool:
    """Whether a list of things begins here, not behind the name of who has them."""
    before = items[place - 1] if place else None
    return before is None or any(one.kind == "pause" and one.value in (".", ";", ":", "!") for one in before.meanings)


def _is_answer(table: Table, reading: Reading, seat: int) -> bool:
    """Whether a player is the answer to a question already, and is named once more."""
    answers = ((table.controls[name], allowed.values) for name, allowed in reading.allowed.items())
    return any(
        isinstance(control, Choice) and len(values) == 1 and values[0] in table.options_of(control, "player", seat)
        for control, values in answers
    )


def ask(table: Table, reading: Reading, names: str, items: Sequence[Item], place: int, span: Span) -> Iterator[Reading]:
    """A question whose answer is a player: who was named before it, or who is named right behind it."""
    begins = place == 0 or bool(items[place - 1].kinds() & {"pause", "and"})
    behind = next((item for item in items[place + 1 :] if not item.kinds() <= {"filler", "verb", "for"}), None)
    follows = behind is not None and "player" in behind.kinds()
    for name in names.split():
        sides = {table.side_of(seat) for seat in reading.subject}
        if len(sides) == 1 and not (begins and follows):
            yield from answered(table, replace(reading, is_open=False), name, reading.subject[-1], span)
        if follows and not reading.is_open:
            yield replace(reading, held=("ask", name))


def answered(table: Table, reading: Reading, name: str, seat: int, span: Span) -> Iterator[Reading]:
    """A player as the answer to a question."""
    control = table.controls[name]
    values = table.options_of(control, "player", seat) if isinstance(control, Choice) else []
    changed = table.require(reading, name, Allowed(tuple(values))) if values else None
    if changed:
        yield replace(changed, said=with_span(changed, name, span))


def held_for(table: Table, reading: Reading, seat: int, span: Span) -> Iterator[Reading]:
    """A name behind a number or cards that waited for it."""
    kind, value, *suits = reading.held
    after = replace(reading, held=(), subject=(seat,))
    if kind == "ask":
        yield from answered(table, after, value, seat, span)
    elif kind in ("n", "each"):
        if reading.order == "behind" and kind == "n":
            return
        after = replace(after, order="before") if kind == "n" else replace(after, spread=value, spreads=True)
        for row in rows_of(table, reading):
            entry = table.entry_of(row, seat)
            for changed in () if entry is None else set_entry(table, after, row, entry, value):
                yield replace(changed, said=with_span(changed, row.name, span))
    else:
        for given in give(table, after, value, seat, span):
            rests = {
                suit: owner
                for suit in suits
                for share in table.shares
                if (owner := table.entry_of(share, seat)) is not None
            }
            if all(given.rest_owners.get(suit, owner) == owner for suit, owner in rests.items()):
                yield replace(given, rest_owners={**given.rest_owners, **rests})
