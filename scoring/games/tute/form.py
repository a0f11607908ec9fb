"""The form of a hand of Tute."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.engine.cards import SUITS, SYMBOLS, suit_of
from scoring.engine.form import (
    Amount,
    Choice,
    Event,
    Events,
    Form,
    FormValues,
    Option,
    Row,
    Share,
    seats_to_choose,
    sides_to_choose,
    suits_to_choose,
)
from scoring.engine.game import Setup
from scoring.engine.marking import _
from scoring.engine.messages import Message, say, seat, side, suit
from scoring.games.tute.models import ALL_POINTS, LAST_DECLARATION, LAST_TUTE, SCORING, TuteOptions

PLAYED = {"kind": "played"}


@dataclass(frozen=True, kw_only=True)
class _Trump(Choice):
    """The trump suit; of a hand recorded with the turned card it is that card's suit."""

    def show(self, hand: Mapping[str, Any]) -> FormValues:
        turned = hand.get("up_card")
        return {self.name: [suit_of(turned)]} if turned else super().show(hand)


def make_form(setup: Setup[TuteOptions]) -> Form:
    """Returns the form of a hand: the card points of one side and the last trick are enough; the rest is asked if
    needed.
    """
    labels = [side(number) for number in range(len(setup.sides))]
    seats = range(setup.players)
    label = _("Four kings or queens shown") if setup.options.queens_tute else _("Four kings shown")
    return Form(
        [
            Choice(
                name="kind",
                label=say("How did the hand end?"),
                options=[
                    Option("played", say("Played out"), {"kind": "played"}),
                    Option("tute", say("Tute"), {"kind": "tute"}, note=say(label)),
                ],
                default="played",
                fold=True,
                rule="tute",
            ),
            Choice(
                name="way",
                label=say("Cards"),
                options=[Option("points", say("Points")), Option("cards", say("Tap the cards"))],
                default="points",
                when=PLAYED,
                fold=True,
            ),
            Row(
                name="card_points",
                label=say("Card points"),
                labels=labels,
                least=0,
                most=ALL_POINTS,
                sum_to=ALL_POINTS,
                when=PLAYED | {"way": "points"},
                rule="card-strength",
            ),
            Share(
                name="captured",
                label=say("Who captured what?"),
                help=say("Tap the cards of one side; the other has all the rest."),
                labels=labels,
                cards=SCORING,
                rest_null=True,
                when=PLAYED | {"way": "cards"},
                rule="card-strength",
            ),
            Choice(
                name="last_trick",
                label=say("Last trick"),
                options=sides_to_choose(len(setup.sides), "last_trick"),
                when=PLAYED,
                rule="last-trick",
            ),
            Events(
                name="declarations",
                label=say("Declarations, 40 in trumps"),
                describe=_declaration_label,
                kinds=[
                    Event("one", say("Declared"), [_seat_choice()], adds=[_value_choice()]),
                    _declaration_event("forty", 40, _("40, trumps")),
                    _declaration_event("twenty", 20, _("20, another suit")),
                ],
                others=say("With the trick"),
                once=["value", "suit"],
                when=PLAYED,
                rule="declarations",
            ),
            _Trump(
                name="trump",
                label=say("Trump"),
                help=say("Checks the declarations; a 40 says it already."),
                options=suits_to_choose("trump"),
                when=PLAYED,
                fold=True,
            ),
            Choice(
                name="seat",
                label=say("Who showed them?"),
                options=seats_to_choose(seats, "seat"),
                when={"kind": "tute"},
                rule="tute",
            ),
            Amount(
                name="after_trick",
                label=say("After which trick?"),
                least=1,
                most=LAST_TUTE,
                when={"kind": "tute"},
                fold=True,
                rule="tute",
            ),
        ]
    )


def _seat_choice() -> Choice:
    return Choice(name="seat", label=say("Who declared?"), options=seats_to_choose(range(4), "seat"))


def _value_choice() -> Choice:
    """A button for each value and suit: 40 in trumps, 20 in another suit."""
    options = [
        Option(
            f"{value}{letter}",
            say("{value} {sign}", value=value, sign=SYMBOLS[letter]),
            {"value": value, "suit": letter},
        )
        for value in (20, 40)
        for letter in SUITS
    ]
    return Choice(name="what", options=options)


def _declaration_event(name: str, value: int, label: str) -> Event:
    return Event(
        name,
        say(label),
        [
            _seat_choice(),
            Choice(name="suit", label=say("Suit"), options=suits_to_choose("suit")),
            Amount(name="after_trick", label=say("After which trick?"), least=1, most=LAST_DECLARATION, fold=True),
        ],
        sets={"value": value},
    )


def _declaration_label(event: Any) -> Message:
    """Returns the label of a declaration in the list; it may be incomplete."""
    if not isinstance(event, Mapping) or not {"seat", "value", "suit"} <= set(event):
        return say("Not complete")
    return say("{who}: {value} in {suit}", who=seat(event["seat"]), value=event["value"], suit=suit(event["suit"]))
