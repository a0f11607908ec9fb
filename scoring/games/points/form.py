"""The form of a round: the points of each column, or who won and the stake."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.engine.controls import last_value
from scoring.engine.form import Amount, Choice, Control, Data, Form, FormValues, Option, Pick, Row
from scoring.engine.game import Setup
from scoring.engine.messages import Number, say, seat
from scoring.engine.typed_numbers import number
from scoring.games.points.exact import share
from scoring.games.points.models import LARGEST_ENTRY, PointsOptions

STAKE = "stake"


def paid(winners: list[int], stake: Number, players: int, lowest: bool = False) -> list[Number]:
    """Returns the points of a round in which the losers pay. Of winners and losers, those who are more get or pay the
    stake each; the others share that. lowest: whether the lowest total wins, so that winners write minus points.
    """
    losers = players - len(winners)
    most = max(len(winners), losers)
    won, lost = (share(stake * most, max(1, count)) for count in (len(winners), losers))
    sign = -1 if lowest else 1
    return [sign * (won if place in winners else -lost) for place in range(players)]


@dataclass(frozen=True, kw_only=True)
class Winners(Pick):
    """Who won. With the stake it makes the points of the round. lowest: whether the lowest total wins."""

    lowest: bool = False

    def read(self, data: Data) -> dict[str, Any]:
        winners = [int(option.value) for option in self.options if option.value in data.get(self.name, ())]
        text = last_value(data, STAKE)
        if not winners or len(winners) == len(self.options) or not text:
            return {}  # somebody has to pay
        stake = number(text)
        scores = [text] if isinstance(stake, str) else paid(winners, stake, len(self.options), self.lowest)
        return {"scores": scores}

    def show(self, hand: Mapping[str, Any]) -> FormValues:
        return {}  # a recorded round is shown as points

    def paths(self) -> set[str]:
        return {"scores"}

    def is_half_filled(self, data: Data, entry: str = "") -> bool:
        return not last_value(data, STAKE)


@dataclass(frozen=True, kw_only=True)
class Stake(Amount):
    """The stake, which ``Winners`` reads."""

    def read(self, data: Data) -> dict[str, Any]:
        return {}

    def show(self, hand: Mapping[str, Any]) -> FormValues:
        return {}


def make_form(setup: Setup[PointsOptions]) -> Form:
    """Returns the form of a round."""
    options = setup.options
    by_winners = options.entry == "winners" and setup.players > 1
    if not by_winners:
        return Form([_points(setup, {})], always={"kind": "round"})
    ways = [Option("winners", say("Winners and stake")), Option("points", say("Points"))]
    controls: list[Control] = [
        Choice(name="how", label=say("Enter"), options=ways, default="winners", rule="entries"),
        Winners(
            name="winners",
            label=say("Who won?"),
            options=[Option(str(place), seat(place)) for place in range(setup.players)],
            most=setup.players - 1,
            lowest=options.winner_is == "lowest",
            when={"how": "winners"},
            rule="entries",
        ),
        Stake(
            name=STAKE,
            label=say("Stake"),
            least=0,
            most=LARGEST_ENTRY,
            step=options.step,
            when={"how": "winners"},
            rule="entries",
        ),
        _points(setup, {"how": "points"}),
    ]
    return Form(controls, always={"kind": "round"})


def _points(setup: Setup[PointsOptions], when: dict[str, str]) -> Row:
    options = setup.options
    text = say("Leave a column empty that scores nothing.")
    if options.step == 0.5:
        text = say("Leave a column empty that scores nothing; halves as {half}.", half=0.5)
    elif options.step != 1:
        text = say("Leave a column empty that scores nothing; every entry is a multiple of {step}.", step=options.step)
    return Row(
        name="scores",
        label=say("Points of this round"),
        labels=[seat(place) for place in range(setup.players)],
        least=-LARGEST_ENTRY if options.allow_negative else 0,
        most=LARGEST_ENTRY,
        step=options.step,
        sum_to=options.round_sum,
        adds=True,
        help=text,
        when=when,
        rule="scoring",
    )
