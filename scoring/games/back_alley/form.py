"""The form of a hand of Back Alley."""

from __future__ import annotations

from typing import Any

from scoring.engine.form import Amount, Choice, Control, Form, Option, Row, suits_to_choose
from scoring.engine.game import Setup
from scoring.engine.messages import say, seat, side
from scoring.games.back_alley.contracts import BOARD_NAMES, allowed_boards, bidding_order, highest_number
from scoring.games.back_alley.models import BackAlleyOptions, BackAlleyState, hand_size


def make_form(setup: Setup[BackAlleyOptions], state: BackAlleyState) -> Form:
    """Returns the form of the next hand: the bids in order, then the tricks of both sides."""
    size = hand_size(setup.options, state.number)
    order = bidding_order(setup, state.dealer)
    most = highest_number(setup.options, size)
    when = {"end": "played"}
    bids: list[Control] = [
        Amount(
            name=f"bid_{place}",
            label=say("Bid of {who}", who=seat(place)),
            path=f"bids.{place}",
            least=0,
            most=most,
            quick=tuple(range(min(most, 5) + 1)),
            default=0,
            when=when,
            rule="bidding",
        )
        for place in order
    ]
    return Form(
        [
            Choice(
                name="end",
                label=say("The hand"),
                options=[
                    Option("played", say("Played"), {"kind": "played"}),
                    Option("thrown_in", say("All four passed"), {"kind": "thrown_in"}),
                ],
                default="played",
                rule="bidding",
            ),
            *bids,
            *_boards(setup.options, order, when),
            Row(
                name="tricks",
                label=say("Tricks"),
                help=say("One side is enough. Left empty, the hand is saved as bid and stays open."),
                labels=[side(0), side(1)],
                least=0,
                most=size,
                sum_to=size,
                when=when,
                rule="scoring",
            ),
            Choice(
                name="trump",
                label=say("Trump"),
                options=suits_to_choose("trump"),
                when=when,
                fold=True,
                rule="trumps",
            ),
        ]
    )


def _boards(options: BackAlleyOptions, order: list[int], when: dict[str, Any]) -> list[Control]:
    """A board in place of a number, for each player."""
    boards = allowed_boards(options)
    if not boards:
        return []
    return [
        Choice(
            name=f"board_{place}",
            label=say("Board by {who}", who=seat(place)),
            options=[Option(board, BOARD_NAMES[board], {f"bids.{place}": board}) for board in boards],
            when=when,
            fold=True,
            rule="board",
        )
        for place in order
    ]
