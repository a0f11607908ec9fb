"""The form of a hand of Couillon."""

from __future__ import annotations

from typing import Any

from scoring.engine.form import (
    Choice,
    Event,
    Events,
    Form,
    Option,
    Pick,
    Row,
    Share,
    cards_to_choose,
    cards_to_pick,
    seats_to_choose,
    sides_to_choose,
)
from scoring.engine.game import Setup
from scoring.engine.messages import Message, cards, say, side
from scoring.games.couillon.models import ALL_POINTS, TRICK, CouillonOptions, CouillonState


def make_form(setup: Setup[CouillonOptions], state: CouillonState) -> Form:
    """Returns the form of the next hand: who accepted, and two numbers; the cards for a table that wants them
    counted.
    """
    order, pack = range(setup.players), setup.options.pack
    nobody = Option("nobody", say("All declined"), {"accepted_by": None})
    labels = [side(number) for number in range(len(setup.sides))]
    return Form(
        [
            Choice(
                name="accepted_by",
                label=say("Who accepted the trump suit?"),
                options=[*seats_to_choose(order, "accepted_by"), nobody],
                rule="accepting",
            ),
            Choice(
                name="kind",
                label=say("Enter"),
                options=[
                    Option("points", say("Card points"), {"kind": "points"}),
                    Option("cards", say("The cards"), {"kind": "cards"}),
                ],
                default="points",
                fold=True,
                rule="card-strength",
            ),
            Row(
                name="points",
                label=say("Card points of each side"),
                labels=labels,
                least=0,
                most=ALL_POINTS,
                when={"kind": "points"},
                rule="card-strength",
            ),
            Choice(
                name="way",
                label=say("The cards"),
                options=[Option("piles", say("By pile")), Option("tricks", say("Trick by trick"))],
                default="piles",
                when={"kind": "cards"},
                rule="card-strength",
            ),
            Share(
                name="captured",
                label=say("The cards each side won"),
                labels=labels,
                cards=pack.cards,
                when={"way": "piles"},
                rule="card-strength",
            ),
            Events(
                name="tricks",
                label=say("The four tricks"),
                describe=_trick_label,
                kinds=[
                    Event(
                        "trick",
                        say("Add a trick"),
                        controls=[
                            Choice(name="winner", label=say("Won by"), options=sides_to_choose(2, "winner")),
                            Pick(name="cards", label=say("Cards"), options=cards_to_pick(pack.cards), most=TRICK),
                        ],
                    )
                ],
                when={"way": "tricks"},
                rule="play",
            ),
            Choice(
                name="up_card",
                label=say("Card turned up, if known"),
                options=cards_to_choose(pack.cards, "up_card"),
                fold=True,
                rule="accepting",
            ),
            Choice(
                name="bottom_card",
                label=say("Bottom card, if known"),
                options=cards_to_choose(pack.cards, "bottom_card"),
                when={"accepted_by": "nobody"},
                fold=True,
                rule="declined",
            ),
        ]
    )


def _trick_label(trick: dict[str, Any]) -> Message:
    return say("{who}: {cards}", who=side(trick["winner"]), cards=cards(trick["cards"]))
