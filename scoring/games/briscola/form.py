"""The form of a hand of Briscola."""

from __future__ import annotations

from scoring.engine.form import Choice, Form, Option, Row, Share
from scoring.engine.game import Setup
from scoring.engine.messages import say, side
from scoring.games.briscola.models import ALL_POINTS, SCORING, BriscolaOptions


def make_form(setup: Setup[BriscolaOptions]) -> Form:
    """Returns the form of a hand: the card points of each side, or the cards that it captured."""
    labels = [side(number) for number in range(len(setup.sides))]
    return Form(
        [
            Choice(
                name="kind",
                label=say("How was it counted?"),
                options=[
                    Option("points", say("Points"), {"kind": "points"}),
                    Option("cards", say("Tap the cards"), {"kind": "cards"}),
                ],
                default="points",
                fold=True,
                rule="scoring",
            ),
            Row(
                name="points",
                label=say("Card points"),
                help=say("Leave one empty: that side has the rest of the {all}.", all=ALL_POINTS),
                labels=labels,
                least=0,
                most=ALL_POINTS,
                sum_to=ALL_POINTS,
                when={"kind": "points"},
                rule="card-strength",
            ),
            Share(
                name="captured",
                label=say("Who captured what?"),
                help=say("Tap the cards of all sides but one; that one has all the others."),
                labels=labels,
                cards=SCORING,
                rest_null=True,
                when={"kind": "cards"},
                rule="card-strength",
            ),
        ]
    )
