"""The form of an island of Democracy: the points of each suit, the cards, or every trick."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.engine.cards import SYMBOLS
from scoring.engine.form import Choice, Control, Data, Form, FormValues, Option, Row, Share
from scoring.engine.form_groups import Groups, card_label, cards_in_order
from scoring.engine.game import Setup
from scoring.engine.messages import plural, say, seat, suit
from scoring.games.democracy.models import IN_A_SUIT, TRIBES, DemocracyOptions, deal, pack_of


@dataclass(frozen=True, kw_only=True)
class SuitRow(Row):
    """What everybody captured in one suit: a place in the object of each seat."""

    letter: str

    def read(self, data: Data) -> dict[str, Any]:
        filled = super().read(data)
        values = filled.get(self.path or self.name, [])
        return {f"points.{who}.{self.letter}": value for who, value in enumerate(values)}

    def show(self, hand: Mapping[str, Any]) -> FormValues:
        points = hand.get("points")
        if not isinstance(points, list):
            return {}
        return {f"{self.name}.{who}": [str(entry[self.letter])] for who, entry in enumerate(points)}

    def paths(self) -> set[str]:
        return {"points"} | {f"points.{who}.{self.letter}" for who in range(len(self.labels))}


@dataclass(frozen=True, kw_only=True)
class Day(Groups):
    """The tricks of a day, card by card: the upcard, then the cards of the seats in their order."""

    day: int

    def read(self, data: Data) -> dict[str, Any]:
        groups = super().read(data)[self.path or self.name]
        return {f"days.{self.day}": [{"up_card": group[0], "plays": group[1:]} for group in groups]}

    def show(self, hand: Mapping[str, Any]) -> FormValues:
        days = hand.get("days")
        if not isinstance(days, list) or len(days) <= self.day:
            return {}
        return {
            self.name: [json.dumps(code) for trick in days[self.day] for code in (trick["up_card"], *trick["plays"])]
        }

    def paths(self) -> set[str]:
        return {f"days.{self.day}"}


def make_form(setup: Setup[DemocracyOptions]) -> Form:
    """Returns the form of an island: its card points, its piles or its tricks."""
    labels = [seat(who) for who in range(setup.players)]
    pack = pack_of(setup.players)
    controls: list[Control] = [
        Choice(
            name="entry",
            label=say("What to write down"),
            options=[
                Option("points", say("Points in each suit"), {"kind": "points"}),
                Option("cards", say("The cards won"), {"kind": "cards"}),
                Option("tricks", say("Every trick"), {"kind": "tricks"}),
            ],
            default="points",
            fold=True,
            rule="scoring",
        ),
        *[
            SuitRow(
                name=f"points{letter}",
                label=say("{sign} {suit}", sign=SYMBOLS[letter], suit=suit(letter)),
                labels=labels,
                least=0,
                most=IN_A_SUIT,
                blank=0,
                sum_to=IN_A_SUIT,
                letter=letter,
                help=say("The last one gets the rest of the {all}; tap it to change it.", all=IN_A_SUIT)
                if letter == TRIBES[-1]
                else None,
                when={"entry": "points"},
                rule="tribes",
            )
            for letter in TRIBES
        ],
        Share(
            name="captured",
            label=say("Who won which cards?"),
            help=say("Leave out what was discarded or not dealt."),
            labels=labels,
            cards=pack.cards,
            when={"entry": "cards"},
            rule="scoring",
        ),
        *[
            Day(
                name=f"day{day}",
                label=plural(tricks, "Day {day}: {n} trick", "Day {day}: {n} tricks", day=day + 1),
                help=say("For each trick the upcard, then the cards of {players}.", players=labels),
                describe=card_label,
                quick=cards_in_order(dict.fromkeys(pack.cards)),
                size=setup.players + 1,
                day=day,
                when={"entry": "tricks"},
                rule="trick",
            )
            for day, tricks in enumerate(deal(setup.players, setup.options))
        ],
    ]
    return Form(controls)
