"""Numbers in the rows of a form: to whom and to which row one belongs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.engine.controls import Amount, Row
from scoring.engine.messages import Number
from scoring.say.items import Item, Meaning
from scoring.say.phrases import Slot
from scoring.say.reading import Allowed, Reading, Span, Table, replace
from scoring.say.targets import in_range, set_entry

JOINS = frozenset(("filler", "verb", "and", "pause", "for"))
"""Kinds of words that say nothing by themselves."""


def next_item(items: Sequence[Item], place: int, row: str = "") -> Item | None:
    """The next item that is no filler, nor names this row."""
    for item in items[place + 1 :]:
        if item.kinds() == {"each"} and next_item(items, items.index(item)) is not None:
            at = items.index(item)
            behind = next_item(items, at)
            goes_on = behind is not None and ("rest" in behind.kinds() or _is_for(items, at + 1))
            return behind if goes_on else item  # "one each for the others", "one each for Ada and Ben"
        names_row = row and any(meaning.kind == "row" and meaning.value == row for meaning in item.meanings)
        if not names_row and not item.kinds() <= JOINS:
            return item
    return None


def _is_for(items: Sequence[Item], place: int) -> bool:
    """Whether "for" and a name stand here."""
    behind = items[place : place + 2]
    return len(behind) == 2 and "for" in behind[0].kinds() and "player" in behind[1].kinds()


def goes_to_name(items: Sequence[Item], place: int) -> bool:
    """Whether who has it is named right behind it: "the other hearts to Ada"."""
    following = next_item(items, place)
    return following is not None and "player" in following.kinds()


def kinds_behind(items: Sequence[Item], place: int) -> set[str]:
    """The kinds of the next item that says something."""
    item = next_item(items, place)
    return set() if item is None else item.kinds()


def begins_part(items: Sequence[Item], place: int) -> bool:
    """Whether nothing but fillers stands between an item and a pause or the beginning."""
    before = next((item for item in items[:place][::-1] if item.kinds() not in ({"filler"}, {"filler", "each"})), None)
    return before is None or "pause" in before.kinds()


def beside_its_name(table: Table, reading: Reading, items: Sequence[Item], place: int) -> Reading:
    """The reading for a number that is alone with one name, or those of one side, between two pauses: whose it is is
    clear in any order.
    """
    begin = next((at + 1 for at in range(place, -1, -1) if "pause" in items[at].kinds()), 0)
    end = next((at for at in range(place, len(items)) if "pause" in items[at].kinds()), len(items))
    names = [at for at in range(begin, end) if "player" in items[at].kinds()]
    numbers = [at for at in range(begin, end) if "n" in items[at].kinds()]
    seats = {meaning.value for at in names for meaning in items[at].meanings if meaning.kind == "player"}
    one_side = len({table.side_of(seat) for seat in seats}) == 1
    if not one_side or len(numbers) != 1 or reading.held:
        return reading
    is_next = all(item.kinds() <= {"filler", "for"} for item in items[place + 1 : names[0]])
    if names[0] > place and is_next and reading.order != "before" and not reading.is_open and begin:
        return replace(reading, order="", subject=())
    if names[-1] < place and reading.order == "before":
        return replace(reading, order="")
    return reading


def is_alone(items: Sequence[Item], place: int) -> bool:
    """Whether a number has no other number and no name beside it between two pauses."""
    begin = next((at + 1 for at in range(place, -1, -1) if "pause" in items[at].kinds()), 0)
    end = next((at for at in range(place, len(items)) if "pause" in items[at].kinds()), len(items))
    return not any(items[at].kinds() & {"n", "player"} for at in range(begin, end) if at != place)


def has_owner(items: Sequence[Item], place: int) -> bool:
    """Whether the cards right before an item have an owner named before them, without a pause: "Ada the king | the
    other to Ben".
    """
    if not place or "cards" not in items[place - 1].kinds():
        return False
    for item in reversed(items[:place]):
        if "player" in item.kinds():
            return True
        if not item.kinds() & {"cards", "filler", "and"}:
            return False
    return False


def is_count_of(items: Sequence[Item], place: int, meaning: Meaning) -> bool:
    """Whether a word that counts ("three cards") does not count fewer than are named beside it: "three hearts" are not
    all of them.
    """
    if "n" not in meaning.slots:
        return True
    beside = items[place + 1 : place + 2]
    for item in reversed(items[:place]):
        if "cards" in item.kinds() or "pause" in item.kinds():
            beside = [*beside, item]
            break
    named = [one.value for item in beside for one in item.meanings if one.kind == "cards"]
    return all(len(cards) <= meaning.slots["n"] for cards in named)


def labels_behind(items: Sequence[Item], place: int) -> list[str]:
    """The rows that the words right behind a number name: "four tricks"."""
    for item in items[place + 1 :]:
        if not item.kinds() <= {"filler"}:
            return [meaning.value for meaning in item.meanings if meaning.kind == "row"]
    return []


def is_number_behind(items: Sequence[Item], place: int) -> bool:
    """Whether the word behind a number has a number of its own behind it: "four tricks five"."""
    behind = [item for item in items[place + 1 :] if not item.kinds() <= {"filler"}]
    return len(behind) > 1 and "n" in behind[1].kinds()


def is_of_other_row(items: Sequence[Item], place: int, meaning: Meaning) -> bool:
    """Whether the word of a row stands behind a number that a phrase has for another one: "Ben has five | kings"."""
    before, after = items[place - 1] if place else None, next_item(items, place)
    if before is None or (after and after.kinds() & {"n", "player"}):
        return False
    phrases = [one.phrase for one in before.meanings if one.phrase and one.kind == "says"]
    ends = bool(phrases) and all(isinstance(one.parts[-1], Slot) and one.parts[-1].kind == "n" for one in phrases)
    said = {target.name for one in phrases for targets in one.readings for target in targets}
    return ends and not said & set(str(meaning.value).split())


def is_behind_each(items: Sequence[Item], place: int) -> bool:
    """Whether a number stands behind "everybody"; "both" may be two of more."""
    before = next((item for item in items[:place][::-1] if not item.kinds() <= {"filler", "verb"}), None)
    return before is not None and any(meaning.kind == "each" and not meaning.value for meaning in before.meanings)


def is_of_pairs(table: Table, row: Row) -> bool:
    """Whether a row is of two sides of partners."""
    return len(row.labels) == 2 and len(table.sides[0]) > 1


def next_row(table: Table, reading: Reading) -> Iterator[Row]:
    """The row that comes next in the order of those before: "Ada two tricks and 5 points, Ben 1 and 3"."""
    if reading.by_row or len(reading.rows) < 2 or len(reading.subject) != 1 or reading.labelled:
        return
    for name, entries in reading.rows.items():
        row = table.controls[name]
        is_done = name in reading.closed or name in reading.rests
        if isinstance(row, Row) and not is_done and table.entry_of(row, reading.subject[0]) not in entries:
            yield row
            return


def for_subject(table: Table, reading: Reading, row: Row, value: Number, span: Span) -> Iterator[Reading]:
    """A number behind the name that it is for; behind the figure of one side, that of the other."""
    if not reading.subject or (reading.order == "before" and not reading.by_pronoun):
        return
    entries = list(dict.fromkeys(table.entry_of(row, seat) for seat in reading.subject))
    if None in entries:
        return
    # Of who was named for something before it says nothing of where names stand: "Ada plays: 58, 47 Ben".
    stays = reading.by_pronoun or (reading.is_alone and not (reading.is_open or reading.order))
    reading = replace(reading, order=reading.order if stays else "behind")
    current = [replace(reading, is_open=False, needs_each=reading.needs_each or (len(entries) > 1 and value != 0))]
    for entry in entries:
        current = [changed for before in current for changed in set_entry(table, before, row, entry or 0, value)]
    pair = row.sum_to or is_of_pairs(table, row)
    if not current and not reading.is_open and pair and len(row.labels) == 2 and len(entries) == 1:
        current = list(set_entry(table, reading, row, 1 - (entries[0] or 0), value))
    for changed in current:
        yield replace(changed, said=with_span(changed, row.name, span))


def rows_of(table: Table, reading: Reading) -> list[Row]:
    """The rows that a bare number may belong to: the one that was named, else those that are not folded."""
    if reading.row:
        return [row for row in table.rows if row.name in reading.row.split()]
    return [row for row in table.rows if not row.fold and row.name not in table.cued]


def with_span(reading: Reading, name: str, span: Span) -> dict[str, tuple[Span, ...]]:
    return {**reading.said, name: (*reading.said.get(name, ()), span)}


def remains_of(table: Table, reading: Reading, seat: int, span: Span) -> Iterator[Reading]:
    """What is left of a row with a sum, for one side: "Cleo the rest"."""
    for row in rows_of(table, reading):
        entry = table.entry_of(row, seat)
        changed = table.require(reading, row.name, Allowed(("row",))) if row.sum_to and entry is not None else None
        if changed and entry is not None and entry not in changed.rows.get(row.name, {}):
            remains = {**changed.remains, row.name: entry}
            said = with_span(changed, row.name, span)
            yield replace(changed, remains=remains, said=said, subject=(seat,), is_open=False, named=True)


def own_amount(table: Table, reading: Reading, value: Number, span: Span) -> Iterator[Reading]:
    """A number behind a name, for a control that is of this player alone: "bid of Ada"."""
    for control in table.form.controls:
        if not isinstance(control, Amount) or control.fold or not in_range(control, value):
            continue
        if control.name not in reading.said and table.is_about(control, reading.subject[0]):
            changed = table.require(reading, control.name, Allowed((str(value),)))
            if changed:
                yield replace(changed, is_open=False, said=with_span(changed, control.name, span))


def with_rest(reading: Reading, row: Row, value: Number) -> Reading:
    """The reading with what all others have; behind names nobody else is left."""
    closed = (*reading.closed, row.name) if reading.rows.get(row.name) else reading.closed
    return replace(reading, rests={**reading.rests, row.name: value}, closed=closed)


def none_else(table: Table, reading: Reading, span: Span) -> Iterator[Reading]:
    """ "Nobody else": nothing for all others, in the row that was spoken of."""
    for row in table.rows:
        if reading.rows.get(row.name) and (not reading.row or row.name in reading.row.split()):
            rests = {**reading.rests, row.name: 0}
            said = with_span(reading, row.name, span)
            yield replace(reading, rests=rests, closed=(*reading.closed, row.name), said=said)


def for_everybody(table: Table, reading: Reading, value: Number, span: Span) -> Iterator[Reading]:
    """A number behind "everybody", before anybody is named."""
    for row in rows_of(table, reading):
        changed = table.require(reading, row.name, Allowed(("row",))) if in_range(row, value) else None
        if changed and row.name not in changed.rests and not changed.rows.get(row.name):
            rests = {**changed.rests, row.name: value}
            said = with_span(changed, row.name, span)
            yield replace(changed, rests=rests, closed=(*changed.closed, row.name), said=said)


def pair_for(
    table: Table, reading: Reading, items: Sequence[Item], place: int, seat: int, span: Span
) -> Iterator[Reading]:
    """ "18 to 11 for Ben", "11 to 18 for Ben": the greater is Ben's; without "to" only if it is the first.

    place: of the second number, the last item before "for".
    """
    first, second = (
        next((one.value for one in items[at].meanings if one.kind == "n"), 0) if at >= 0 else 0
        for at in (place - 2, place)
    )
    key = next((name for name, numbers in reading.ordered.items() if numbers == (first, second)), None)
    joined = place > 0 and bool(items[place - 1].kinds() & {"for", "against"})
    if key is None or first == second or (first < second and not joined):
        return
    first, second = max(first, second), min(first, second)
    others = {name: numbers for name, numbers in reading.ordered.items() if name != key}
    for row in [row for row in rows_of(table, reading) if not key or row.name in key.split()][:1]:
        entry = table.entry_of(row, seat)
        if entry is not None and is_of_pairs(table, row) and not reading.rows.get(row.name):
            cleared = replace(reading, ordered=others, subject=(seat,), is_open=False, labelled=False, order="before")
            for changed in set_entry(table, cleared, row, entry, first):
                for both in set_entry(table, changed, row, 1 - entry, second):
                    yield replace(both, said=with_span(both, row.name, span))


def is_pair_of_other(table: Table, reading: Reading, items: Sequence[Item], place: int, seat: int) -> bool:
    """Whether "9 to 5 for Ben" was taken for figures of who plays, so that Ben has the smaller: or has he the greater?

    place: of the second number.
    """
    if place < 2 or not items[place - 1].kinds() & {"for", "against"} or "n" not in items[place - 2].kinds():
        return False
    for row in rows_of(table, reading):
        entry, told = table.entry_of(row, seat), reading.rows.get(row.name, {})
        if entry is not None and is_of_pairs(table, row) and len(told) == 2 and told[entry] < told[1 - entry]:
            return True
    return False
