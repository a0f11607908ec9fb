"""What the phone asks after a Ramsch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scoring.engine.cards import PACK_32
from scoring.engine.form import Control, Events, Row, Share, seat_label, seats_in_order
from scoring.engine.messages import say, seat
from scoring.games.skat.cards import ALL_POINTS, TRICKS
from scoring.games.skat.options import Setup

When = dict[str, str | Sequence[str]]

RAMSCH: When = {"declarer": "ramsch"}


def ramsch_controls(setup: Setup, active: Sequence[int]) -> list[Control]:
    """Returns the controls of a Ramsch: card points or cards of each player; tricks and their order if they decide."""
    labels = [seat(number) for number in range(setup.players)]
    figures: When = {**RAMSCH, "ramsch_by": "points"}
    piles: When = {**RAMSCH, "ramsch_by": "cards"}
    with_skat = setup.options.ramsch_skat == "last_trick"
    return [
        Row(
            name="points",
            label=say("Card points, the skat with the last trick")
            if with_skat
            else say("Card points without the skat"),
            labels=labels,
            least=0,
            most=ALL_POINTS,
            blank=0,
            only=active,
            sum_to=ALL_POINTS if with_skat else None,
            when=figures,
            rule="card-points",
        ),
        Row(
            name="tricks",
            label=say("Tricks"),
            help=say("Only if a player has no card points."),
            labels=labels,
            least=0,
            most=TRICKS,
            blank=0,
            only=active,
            sum_to=TRICKS,
            when=figures,
            fold=True,
            rule="ramsch",
        ),
        Share(
            name="captured",
            label=say("The cards each won, the skat with the last trick") if with_skat else say("The cards each won"),
            labels=labels,
            cards=PACK_32.cards,
            when=piles,
            rule="ramsch",
        ),
        *(_order_of_tricks(labels, active) if setup.options.ramsch == "least" else []),
    ]


def _order_of_tricks(labels: Sequence[Any], active: Sequence[int]) -> list[Control]:
    """What settles a tie for fewest, either way."""
    return [
        Row(
            name="last_trick",
            label=say("The last trick each won"),
            help=say("Only if exactly two tie for fewest; 0 for a player without a trick."),
            labels=labels,
            least=0,
            most=TRICKS,
            blank=0,
            only=active,
            when=RAMSCH,
            fold=True,
            rule="ramsch-ties",
        ),
        Events(
            name="trick_winners",
            label=say("Or who won the tricks, in order"),
            describe=seat_label,
            # The place of the player who sits out stays, so that the other names keep theirs.
            quick=[
                replace(option, disabled=place not in active)
                for place, option in enumerate(seats_in_order(range(len(labels))))
            ],
            when=RAMSCH,
            fold=True,
            rule="ramsch-ties",
        ),
    ]
