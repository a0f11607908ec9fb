"""A player, suit or number alone, and cards: what they answer, and to whom they go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from scoring.engine.controls import Amount, Choice
from scoring.say.reading import Allowed, Reading, Span, Table, replace
from scoring.say.rows import remains_of, rows_of, with_rest, with_span
from scoring.say.targets import in_range


def bare_choice(table: Table, reading: Reading, kind: str, value: Any, span: Span) -> Iterator[Reading]:
    """A player, suit or number alone: the answer to a question that is still open."""
    if kind != "player" and reading.is_open:
        return
    choices = [
        (control, values)
        for control in table.form.controls
        if (values := values_of(table, control, kind, value))
        and control.name not in reading.said
        and control.name not in table.cued
        and not (kind == "n" and any(table.is_about(control, seat) for side in table.sides for seat in side))
    ]
    if kind == "suit" and any(
        name in reading.allowed and reading.allowed[name].values == tuple(values_of(table, control, kind, value))
        for name, control in table.controls.items()
        if name in reading.said
    ):
        yield reading  # It is said once more.
    asked = [pair for pair in choices if table.is_asked(pair[0].name)]
    for control, values in asked or (choices if len(choices) == 1 and kind == "suit" else []):
        changed = table.require(reading, control.name, Allowed(tuple(values)))
        if changed and kind == "player" and control.name not in table.leads:
            changed = replace(changed, subject=())
        if changed:
            yield replace(changed, said=with_span(changed, control.name, span))


def values_of(table: Table, control: Any, kind: str, value: Any) -> list[str]:
    """The values of a control that a bare player, suit or number may mean."""
    if isinstance(control, Choice):
        return table.options_of(control, kind, value)
    if isinstance(control, Amount) and kind == "n" and in_range(control, value):
        return [str(value)]
    return []


def cards_for(table: Table, reading: Reading, cards: Sequence[str], follow: bool, span: Span) -> Iterator[Reading]:
    """Cards behind the name of who has them, or before it. follow: whether they follow other cards, with the same
    owner.
    """
    if len(cards) == 1:
        yield from bare_choice(table, replace(reading, is_open=False), "card", cards[0], span)
    if _is_one_owner(table, reading.subject):
        yield from give(table, replace(reading, is_open=False), cards, reading.subject[0], span)
    if not reading.is_open and not reading.held and not follow and table.shares:
        yield replace(reading, held=("cards", tuple(cards)))


def _is_one_owner(table: Table, seats: Sequence[int]) -> bool:
    """Whether these are one player, or partners who have their cards together."""
    together = all(len({table.entry_of(share, seat) for seat in seats}) == 1 for share in table.shares)
    return len(seats) == 1 or (len(seats) > 1 and bool(table.shares) and together)


def give(table: Table, reading: Reading, cards: Sequence[str], seat: int, span: Span) -> Iterator[Reading]:
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


def rest_for(table: Table, reading: Reading, suit: str, span: Span) -> Iterator[Reading]:
    """ "The others": of cards, before or behind who has them; of players, before or behind their number."""
    if reading.held and reading.held[0] in ("n", "each"):
        for row in rows_of(table, reading):
            changed = table.require(reading, row.name, Allowed(("row",)))
            if changed:
                yield with_rest(replace(changed, held=()), row, reading.held[1])
        return
    if reading.held:
        return
    if reading.is_open and not suit and reading.subject:
        yield from remains_of(table, reading, reading.subject[-1], span)
    if _is_one_owner(table, reading.subject):
        for share in table.shares:
            owner = table.entry_of(share, reading.subject[0])
            if owner is not None and suit not in reading.rest_owners:
                changed = table.require(reading, share.name, Allowed(("share",)))
                if changed:
                    owners = {**changed.rest_owners, suit: owner}
                    said = with_span(changed, share.name, span)
                    yield replace(changed, rest_owners=owners, is_open=False, said=said, is_rest=True)
    if not reading.is_open and reading.awaits_rest is None:
        yield replace(reading, awaits_rest=suit, is_rest=True)
