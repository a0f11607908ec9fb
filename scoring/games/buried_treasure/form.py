"""The form of a hand of Buried Treasure: the piles, by value or by cards, and what was buried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.engine.cards import SUITS, SYMBOLS, cards_of
from scoring.engine.form import Choice, Control, Data, Form, FormValues, Option, Pick, Row
from scoring.engine.form_groups import Groups
from scoring.engine.game import Setup
from scoring.engine.messages import Message, card, say, seat
from scoring.games.buried_treasure.cards import BURIED, RANKS, SUIT_VALUE, decks_of
from scoring.games.buried_treasure.models import BuriedTreasureOptions


def make_form(setup: Setup[BuriedTreasureOptions]) -> Form:
    """Returns the form of a hand: the values of the piles or their cards, and the buried cards."""
    decks = decks_of(setup.players)
    way = Choice(
        name="way",
        label=say("The piles, entered by"),
        options=[
            Option("values", say("What they are worth"), {"kind": "values"}),
            Option("piles", say("Their cards"), {"kind": "piles"}),
        ],
        default="values",
        rule="suit-value",
    )
    return Form([way, _value_control(decks), *_pile_controls(decks), _buried_control(setup)])


@dataclass(frozen=True, kw_only=True)
class CardCopies(Pick):
    """Cards to pick from one pack or two: the second copy of a card has an option of its own, ``9D.2``."""

    def show(self, hand: Mapping[str, Any]) -> FormValues:
        cards = (hand.get("piles") or {}).get(self.path.rpartition(".")[2], [])
        left = Counter(cards)
        values = []
        for option in self.options:
            code = option.value.partition(".")[0]
            if left[code]:
                left[code] -= 1
                values.append(option.value)
        return {self.name: values} if values else {}


@dataclass(frozen=True, kw_only=True)
class SuitRow(Row):
    """A row with a number for each suit, written as an object."""

    def read(self, data: Data) -> dict[str, Any]:
        values = super().read(data).get(self.name)
        if values is None:
            return {}
        return {self.name: {letter: value for letter, value in zip(SUITS, values, strict=True) if value is not None}}

    def show(self, hand: Mapping[str, Any]) -> FormValues:
        values = hand.get(self.name)
        return super().show({self.name: [values.get(letter) for letter in SUITS]} if values else {})


def _value_control(decks: int) -> Control:
    return SuitRow(
        name="suits",
        label=say("What is each pile worth?"),
        labels=[SYMBOLS[letter] for letter in SUITS],
        least=0,
        most=decks * SUIT_VALUE,
        rule="suit-value",
        when={"way": "values"},
    )


def _pile_controls(decks: int) -> list[Control]:
    controls: list[Control] = []
    for letter in SUITS:
        codes = [code for code in cards_of(RANKS, letter) for _ in range(decks)]
        options = [
            Option(code if place % decks == 0 else f"{code}.2", card(code), {"": code})
            for place, code in enumerate(codes)
        ]
        label = say("{sign} in the pile", sign=SYMBOLS[letter])
        controls.append(
            CardCopies(
                name=f"pile_{letter}",
                path=f"piles.{letter}",
                label=label,
                options=options,
                always=True,
                rule="suit-value",
                when={"way": "piles"},
            )
        )
    return controls


def _buried_control(setup: Setup[BuriedTreasureOptions]) -> Control:
    names = [seat(who) for who in range(setup.players)]
    return Groups(
        name="buried",
        label=say("Buried, four for each player"),
        help=say("In this order: {names}. Only their suits matter.", names=names),
        size=BURIED,
        quick=[Option(letter, SYMBOLS[letter], {"": letter}) for letter in SUITS],
        describe=_buried_label,
        rule="burying",
    )


def _buried_label(entry: str) -> Message:
    return say("{entry}", entry=SYMBOLS[entry] if entry in SUITS else card(entry))
