"""The readings of a line: every way in which all its words fit the form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace as with_values
from typing import Any

from scoring.engine.controls import Amount, Choice, Pick
from scoring.engine.messages import Number
from scoring.say.items import Item, Meaning
from scoring.say.reading import Allowed, Reading, Span, Table, in_range, replace, set_entry, set_target
from scoring.say.rows import (
    JOINS,
    begins_part,
    for_subject,
    is_number_behind,
    is_of_pairs,
    labels_behind,
    next_item,
    next_row,
    own_amount,
    remains_of,
    rows_of,
    with_span,
)

MOST = 48
"""The most readings that are followed at the same time; a line with more is not read."""


class TooMany(Exception):  # noqa: N818 - the line is not wrong
    """A line with more readings than are followed."""


def readings_of(table: Table, items: Sequence[Item]) -> list[Reading]:
    """Returns every reading in which all these items have a meaning. Raises TooMany."""
    current = [Reading()]
    for place, item in enumerate(items):
        following: list[Reading] = []
        span = (item.start, item.end)
        for reading in current:
            for meaning in item.meanings:
                for changed in _with_meaning(table, reading, meaning, items, place, span):
                    if changed not in following:
                        following.append(changed)
        current = following
        if len(current) > MOST:
            raise TooMany
    return [reading for reading in current if reading.is_finished] or [
        replace(reading, unnamed=True)
        for reading in current
        if reading.said or reading.is_open
        if replace(reading, is_open=False).is_finished
    ]


def _with_meaning(
    table: Table, reading: Reading, meaning: Meaning, items: Sequence[Item], place: int, span: Span
) -> Iterator[Reading]:
    if reading.held and meaning.kind == "pause" and meaning.value != "、":
        return
    if reading.held and meaning.kind not in ("player", "rest", "pronoun", *JOINS):
        if meaning.kind == reading.held[0] == "cards":
            yield replace(reading, held=("cards", (*reading.held[1], *meaning.value)))
        return
    if reading.minus and meaning.kind != "n":
        return
    if reading.negated and meaning.kind not in ("says", "filler"):
        return
    match meaning.kind:
        case "filler" | "verb" | "and" | "pause" | "for":
            yield reading
        case "says":
            yield from _says(table, reading, meaning, span, place > 0 and items[place - 1].kinds() & {"cards", "rest"})
        case "player":
            if reading.order == "before" and place and items[place - 1].kinds() == {"and"}:
                yield from _partner(table, reading, int(meaning.value))
            yield from _player(table, reading, int(meaning.value), span)
        case "n":
            value = -meaning.value if reading.minus else meaning.value
            begins = begins_part(items, place) or reading.order == "before"
            begins = begins or "for" in (items[place + 1].kinds() if place + 1 < len(items) else ())
            after = next_item(items, place)
            labels = labels_behind(items, place)
            for row in labels:
                named = replace(reading, minus=False, row=row)
                yield from _number(table, named, value, next_item(items, place, row), begins, span)
            if not labels or (reading.row and is_number_behind(items, place)):
                yield from _number(table, replace(reading, minus=False), value, after, begins, span)
        case "suit" | "rank":
            yield from _bare_choice(table, reading, meaning.kind, meaning.value, span)
        case "cards":
            before = next((item for item in items[place - 1 :: -1] if item.kinds() != {"and"}), None) if place else None
            follow = before is not None and "cards" in before.kinds()
            if place + 1 < len(items) and items[place + 1].kinds() == {"for"}:
                reading = replace(reading, subject=())
            yield from _cards(table, reading, meaning.value, follow, span)
        case "rest":
            after = next_item(items, place)
            if (
                meaning.value
                and place
                and items[place - 1].kinds() == {"pause"}
                and after
                and "player" in after.kinds()
            ):
                reading = replace(reading, subject=())  # "…, the other hearts to Ada": not to who was named before.
            yield from _rest(table, reading, meaning.value or "", span)
        case "each":
            yield replace(reading, each=True)
        case "minus" if not reading.minus:
            yield replace(reading, minus=True)
        case "no":
            yield replace(reading, negated=True)
        case "row":
            behind = place and "n" in items[place - 1].kinds() and reading.row == meaning.value
            first = not behind and not reading.is_open
            yield replace(reading, row=meaning.value, labelled=first, by_row=first or reading.by_row)
        case "ask":
            yield from _ask(table, reading, meaning.value, items, place, span)
        case "pronoun" if reading.subject:
            if reading.is_several:
                yield replace(reading, unnamed=True, held=())
            elif reading.held:
                yield from _held_for(table, reading, reading.subject[-1], span)
            else:
                yield reading
        case "everything":
            yield from _everything(table, reading, meaning, next_item(items, place), span)
        case "partner":
            if any(set(reading.subject) <= set(side) and len(side) == 2 for side in table.sides if reading.subject):
                yield reading
        case "unnamed":
            yield replace(reading, unnamed=True)
        case _:
            return


def _everything(table: Table, reading: Reading, meaning: Meaning, after: Item | None, span: Span) -> Iterator[Reading]:
    """All there is, of a row with a sum or of the cards: "Ada took every trick", "all five to Ada"."""
    rows = rows_of(table, reading) or [row for row in table.rows if not row.fold]
    for row in rows:
        if row.sum_to and meaning.slots.get("n", row.sum_to) == row.sum_to:
            yield from _number(table, replace(reading, row=row.name), row.sum_to, after, True, span)
    if table.shares and "n" not in meaning.slots:
        yield from _rest(table, reading, "", span)


def _says(table: Table, reading: Reading, meaning: Meaning, span: Span, behind_cards: Any = False) -> Iterator[Reading]:
    phrase = meaning.phrase
    if phrase is None:
        return
    if reading.is_open and {"player", "side", "next"} & set(meaning.slots):
        return
    if behind_cards and any(target.name == share.name for share in table.shares for target in phrase.readings[0]):
        return
    seats = [meaning.slots[name] for name in ("player", "next") if name in meaning.slots]
    seats += table.sides[meaning.slots["side"]][:1] if "side" in meaning.slots else []
    reading = _naming(table, reading, seats) if seats else reading
    if "side" in meaning.slots:
        reading = replace(reading, subject=tuple(table.sides[meaning.slots["side"]]))
    elif "next" in meaning.slots:
        reading = replace(reading, subject=(int(meaning.slots["next"]),))
    elif "player" in meaning.slots:
        reading = replace(reading, subject=(int(meaning.slots["player"]),))
    for targets in phrase.readings:
        if reading.negated:
            if len(targets) != 1 or targets[0].how != "=" or targets[0].name == "filler" or targets[0].any_side:
                continue
            targets = (with_values(targets[0], how="!", prefers=False),)
        found = [replace(reading, negated=False)]
        for target in targets:
            found = [changed for before in found for changed in set_target(table, before, target, meaning.slots, span)]
        yield from found


def _naming(table: Table, reading: Reading, seats: Sequence[int]) -> Reading:
    """The reading with somebody named."""
    sides = {table.side_of(seat) for seat in (*reading.subject, *seats)}
    return replace(reading, named=True, is_several=reading.is_several or len(sides) > 1)


def _player(table: Table, reading: Reading, seat: int, span: Span) -> Iterator[Reading]:
    was_named = reading.named
    reading = replace(_naming(table, reading, (seat,)), labelled=False)
    if reading.held:
        yield from _held_for(table, reading, seat, span)
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
        for changed in _bare_choice(table, named, "player", seat, span):
            leads = any(name in table.leads for name in changed.said.keys() - reading.said.keys())
            if not (leads and was_named):
                yield changed
        if _is_answer(table, reading, seat):
            yield named
        yield replace(named, is_open=True)
    elif seat not in reading.subject:
        yield replace(reading, subject=(*reading.subject, seat))


def _partner(table: Table, reading: Reading, seat: int) -> Iterator[Reading]:
    """The second name of a side behind its number: "70 Ada and Ben"."""
    sides = {table.side_of(named) for named in (*reading.subject, seat)}
    if len(sides) == 1 and seat not in reading.subject and not (reading.held or reading.is_open):
        yield replace(reading, subject=(*reading.subject, seat))


def _is_answer(table: Table, reading: Reading, seat: int) -> bool:
    """Whether a player is the answer to a question already, and is named once more."""
    answers = ((table.controls[name], allowed.values) for name, allowed in reading.allowed.items())
    return any(
        isinstance(control, Choice) and len(values) == 1 and values[0] in table.options_of(control, "player", seat)
        for control, values in answers
    )


def _ask(
    table: Table, reading: Reading, names: str, items: Sequence[Item], place: int, span: Span
) -> Iterator[Reading]:
    """A question whose answer is a player: who was named before it, or who is named right behind it."""
    begins = place == 0 or bool(items[place - 1].kinds() & {"pause", "and"})
    behind = next((item for item in items[place + 1 :] if not item.kinds() <= {"filler", "verb", "for"}), None)
    follows = behind is not None and "player" in behind.kinds()
    for name in names.split():
        sides = {table.side_of(seat) for seat in reading.subject}
        if len(sides) == 1 and not (begins and follows):
            yield from _answered(table, replace(reading, is_open=False), name, reading.subject[-1], span)
        if follows and not reading.is_open:
            yield replace(reading, held=("ask", name))


def _answered(table: Table, reading: Reading, name: str, seat: int, span: Span) -> Iterator[Reading]:
    """A player as the answer to a question."""
    control = table.controls[name]
    values = table.options_of(control, "player", seat) if isinstance(control, Choice) else []
    changed = table.require(reading, name, Allowed(tuple(values))) if values else None
    if changed:
        yield replace(changed, said=with_span(changed, name, span))


def _held_for(table: Table, reading: Reading, seat: int, span: Span) -> Iterator[Reading]:
    """A name behind a number or cards that waited for it."""
    kind, value = reading.held
    after = replace(reading, held=(), subject=(seat,))
    if kind == "ask":
        yield from _answered(table, after, value, seat, span)
    elif kind == "n":
        if reading.order == "behind":
            return
        after = replace(after, order="before")
        for row in rows_of(table, reading):
            entry = table.entry_of(row, seat)
            for changed in () if entry is None else set_entry(table, after, row, entry, value):
                yield replace(changed, said=with_span(changed, row.name, span))
    else:
        yield from _give(table, after, value, seat, span)


def _number(
    table: Table, reading: Reading, value: Number, after: Item | None, begins: bool, span: Span
) -> Iterator[Reading]:
    """A number alone. after: the next item that says something. begins: whether it may stand before its name, though
    another one is named: "Ada plays clubs, 20 Ben", but not "Ada plays clubs 20 Ben".
    """
    rows = rows_of(table, reading)
    if reading.awaits_rest is not None:
        sides = {table.side_of(seat) for seat in reading.subject}
        for row in rows:
            if in_range(row, value) and is_of_pairs(table, row) and len(sides) == 1 and not any(reading.rows.values()):
                other = 1 - (table.entry_of(row, reading.subject[0]) or 0)
                found = set_entry(table, replace(reading, awaits_rest=None), row, other, value)
                yield from (replace(changed, said=with_span(changed, row.name, span)) for changed in found)
            elif in_range(row, value):
                changed = table.require(reading, row.name, Allowed(("row",)))
                if changed:
                    rests = {**changed.rests, row.name: value}
                    changed = replace(changed, rests=rests, awaits_rest=None, closed=bool(changed.rows.get(row.name)))
                    yield replace(changed, said=with_span(changed, row.name, span))
        return
    in_run = bool(reading.labelled and (reading.ordered.get(reading.row) or (after and "n" in after.kinds())))
    for row in [] if in_run else list(next_row(table, reading)) or rows:
        yield from for_subject(table, replace(reading, row=row.name if reading.row else ""), row, value, span)
    key = reading.row if reading.labelled else ""
    in_order = reading.labelled or not reading.named or any(row.sum_to or is_of_pairs(table, row) for row in rows)
    has_names = any(reading.rows.get(name) for name in key.split() or reading.rows)
    if rows and in_order and not reading.is_open and not has_names:
        for row in rows if key else rows[:1]:
            shown = table.require(reading, row.name, Allowed(("row",))) if key else reading
            if shown:
                ordered = {**shown.ordered, key: (*shown.ordered.get(key, ()), value)}
                yield replace(shown, ordered=ordered, said=with_span(shown, row.name, span))
    waits = after and after.kinds() & {"player", "rest"} and (begins or not reading.subject)
    if rows and not reading.is_open and waits:
        yield replace(reading, held=("n", value))
    if not reading.is_open and not reading.labelled:
        yield from _bare_choice(table, reading, "n", value, span)
    elif len(reading.subject) == 1 and not reading.row:
        yield from own_amount(table, reading, value, span)


def _bare_choice(table: Table, reading: Reading, kind: str, value: Any, span: Span) -> Iterator[Reading]:
    """A player, suit or number alone: the answer to a question that is still open."""
    if kind != "player" and reading.is_open:
        return
    choices = [
        (control, values)
        for control in table.form.controls
        if (values := _values(table, control, kind, value))
        and control.name not in reading.said
        and control.name not in table.cued
        and not (kind == "n" and any(table.is_about(control, seat) for side in table.sides for seat in side))
    ]
    asked = [pair for pair in choices if table.is_asked(pair[0].name)]
    for control, values in asked or (choices if len(choices) == 1 and kind == "suit" else []):
        changed = table.require(reading, control.name, Allowed(tuple(values)))
        if changed and kind == "player" and control.name not in table.leads:
            changed = replace(changed, subject=())
        if changed:
            yield replace(changed, said=with_span(changed, control.name, span))


def _values(table: Table, control: Any, kind: str, value: Any) -> list[str]:
    """The values of a control that a bare player, suit or number may mean."""
    if isinstance(control, Choice):
        return table.options_of(control, kind, value)
    if isinstance(control, Amount) and kind == "n" and in_range(control, value):
        return [str(value)]
    return []


def _cards(table: Table, reading: Reading, cards: Sequence[str], follow: bool, span: Span) -> Iterator[Reading]:
    """Cards behind the name of who has them, or before it. follow: whether they follow other cards, with the same
    owner.
    """
    if len(cards) == 1:
        yield from _bare_choice(table, replace(reading, is_open=False), "card", cards[0], span)
    if len(reading.subject) == 1:
        yield from _give(table, replace(reading, is_open=False), cards, reading.subject[0], span)
    if not reading.is_open and not reading.held and not follow and table.shares:
        yield replace(reading, held=("cards", tuple(cards)))


def _give(table: Table, reading: Reading, cards: Sequence[str], seat: int, span: Span) -> Iterator[Reading]:
    """These cards given to a player."""
    for share in table.shares:
        owner = table.entry_of(share, seat)
        if owner is None or not all(card in share.cards for card in cards):
            continue
        if any(reading.owners.get(card, owner) != owner for card in cards):
            continue
        changed = table.require(reading, share.name, Allowed(("share",)))
        if changed:
            owners = {**changed.owners, **dict.fromkeys(cards, owner)}
            yield replace(changed, owners=owners, said=with_span(changed, share.name, span))


def _rest(table: Table, reading: Reading, suit: str, span: Span) -> Iterator[Reading]:
    """ "The others": of cards, before or behind who has them; of players, before or behind their number."""
    if reading.held and reading.held[0] == "n":
        for row in rows_of(table, reading):
            changed = table.require(reading, row.name, Allowed(("row",)))
            if changed:
                rests = {**changed.rests, row.name: reading.held[1]}
                yield replace(changed, rests=rests, held=(), closed=bool(changed.rows.get(row.name)))
        return
    if reading.held:
        return
    if reading.is_open and not suit and reading.subject:
        yield from remains_of(table, reading, reading.subject[-1], span)
    if len(reading.subject) == 1:
        for share in table.shares:
            owner = table.entry_of(share, reading.subject[0])
            if owner is not None and suit not in reading.rest_owners:
                changed = table.require(reading, share.name, Allowed(("share",)))
                if changed:
                    owners = {**changed.rest_owners, suit: owner}
                    yield replace(changed, rest_owners=owners, is_open=False, said=with_span(changed, share.name, span))
    if not reading.is_open and reading.awaits_rest is None:
        yield replace(reading, awaits_rest=suit)


__all__ = ["MOST", "Pick", "TooMany", "readings_of"]
