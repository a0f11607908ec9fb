"""Cards left in hand when a hand ends: for each seat their number, or the cards themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.engine.captured import check_in_pack
from scoring.engine.cards import Pack
from scoring.engine.form import FormValues, Row
from scoring.engine.game import Setup, check_per_seat
from scoring.engine.marking import _
from scoring.engine.messages import seat
from scoring.engine.refusal import refuse

CardsLeft = Sequence[int | list[str]]


def cards_count(entry: int | list[str]) -> int:
    """Returns the number of cards that an entry means."""
    return entry if isinstance(entry, int) else len(entry)


def check_cards_left(setup: Setup[Any], pack: Pack, left: CardsLeft, winner: int | None, *, rule: str) -> list[int]:
    """Returns the number of cards left to each seat.

    winner: the seat that ran out, None if nobody did. Pointers start with ``/cards_left``.
    Raises Refusal if there is not one entry for each seat, if a card is not in the pack or named twice, below
    zero, if the winner still has cards, and if somebody else has none.
    """
    check_per_seat(setup, left, "/cards_left", rule=rule)
    named = [
        (f"/cards_left/{who}/{place}", code)
        for who, entry in enumerate(left)
        if not isinstance(entry, int)
        for place, code in enumerate(entry)
    ]
    check_in_pack(pack, named)
    numbers = [cards_count(entry) for entry in left]
    for who, number in enumerate(numbers):
        pointer = f"/cards_left/{who}"
        if number < 0:
            raise refuse(pointer, "negative", "A number of cards is never below zero.", rule=rule)
        if who == winner and number:
            text = _("{who} ran out, so has no card left.")
            raise refuse(pointer, "winner_has_cards", text, rule=rule, who=seat(who))
        if who != winner and not number:
            if winner is None:
                text = _("{who} has no card left and has won by running out.")
                raise refuse(pointer, "ran_out", text, rule=rule, who=seat(who))
            text = _("{who} still had cards: the hand ended when {winner} ran out.")
            raise refuse(pointer, "second_without_cards", text, rule=rule, who=seat(who), winner=seat(winner))
    return numbers


@dataclass(frozen=True, kw_only=True)
class CardsLeftRow(Row):
    """A row for the number of cards left to each seat. It shows the number of cards also if the cards were entered."""

    def show(self, hand: Mapping[str, Any]) -> FormValues:
        left = hand.get(self.path or self.name)
        if left is None:
            return {}
        return super().show({self.path or self.name: [cards_count(entry) for entry in left]})
