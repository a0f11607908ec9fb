"""The form of a hand of Solo."""

from __future__ import annotations

from dataclasses import replace

from scoring.engine.form import (
    Amount,
    Choice,
    Control,
    Events,
    Form,
    Option,
    Row,
    Toggle,
    seat_label,
    seats_in_order,
    seats_to_choose,
    suits_to_choose,
)
from scoring.engine.game import Setup
from scoring.engine.messages import say, seat
from scoring.games.solo.models import GAMES, NEEDED, TRICKS, SoloOptions, SoloState


def make_form(setup: Setup[SoloOptions], state: SoloState) -> Form:
    """Returns the form of a hand: declarer, game, trump, partner and tricks; the rest is folded."""
    order = range(setup.players)
    return Form(
        [
            Choice(name="declarer", label=say("Declarer"), options=seats_to_choose(order, "declarer"), rule="bidding"),
            Choice(
                name="game",
                label=say("Game"),
                options=[
                    Option("simple", say("Simple"), {"game": "simple"}),
                    Option("solo", say("Solo"), {"game": "solo"}),
                    Option("tout", say("Tout"), {"game": "tout"}),
                ],
                default="simple",
                rule="games",
            ),
            Choice(
                name="trump",
                label=say("Trump"),
                options=[
                    replace(option, note=say("color") if option.value == state.color else None)
                    for option in suits_to_choose("trump")
                ],
                rule="color",
            ),
            *[_partner(declarer, order) for declarer in order],
            *_results(setup, order),
            *_rare_controls(),
        ],
        always={"kind": "hand"},
    )


def _partner(declarer: int, order: range) -> Control:
    others = seats_to_choose([number for number in order if number != declarer], "partner")
    return Choice(
        name=f"partner_of_{declarer}",
        label=say("Who held the called ace?"),
        options=[*others, Option("own", say("{who}, alone", who=seat(declarer)), {"partner": None})],
        when={"game": "simple", "declarer": str(declarer)},
        rule="called-ace",
    )


def _results(setup: Setup[SoloOptions], order: range) -> list[Control]:
    ways = {
        "side": say("Tricks of the declaring side"),
        "seats": say("Tricks of each"),
        "order": say("Trick by trick"),
    }
    return [
        Choice(
            name="way",
            label=say("Enter"),
            options=[Option(name, label) for name, label in ways.items()],
            default="side",
            fold=True,
            rule="result",
        ),
        Amount(
            name="tricks",
            label=ways["side"],
            least=0,
            most=TRICKS,
            quick=tuple(range(TRICKS + 1)),
            default=NEEDED["simple"],
            when={"way": "side", "game": ("simple", "solo")},
            rule="result",
        ),
        Amount(
            name="tricks_in_tout",
            path="tricks",
            label=say("Tricks won"),
            least=0,
            most=TRICKS,
            quick=tuple(range(TRICKS + 1)),
            default=NEEDED["tout"],
            when={"way": "side", "game": "tout"},
            rule="result",
        ),
        Row(
            name="tricks_by_seat",
            label=say("Tricks of each"),
            labels=[seat(number) for number in range(setup.players)],
            least=0,
            most=TRICKS,
            blank=0,
            sum_to=TRICKS,
            when={"way": "seats"},
            rule="result",
        ),
        Events(
            name="trick_winners",
            label=say("Who won the tricks, in order"),
            help=say("A tout may stop with the first trick lost."),
            describe=seat_label,
            quick=seats_in_order(order),
            when={"way": "order"},
            rule="result",
        ),
    ]


def _rare_controls() -> list[Control]:
    return [
        Choice(
            name="called_ace",
            label=say("Called ace"),
            options=suits_to_choose("called_ace"),
            when={"game": "simple"},
            fold=True,
            rule="called-ace",
        ),
        Toggle(
            name="forced",
            label=say("All passed: the queen of clubs had to play"),
            when={"game": "simple"},
            fold=True,
            rule="all-passed",
        ),
        Toggle(
            name="both_queens",
            label=say("The declarer held both black queens"),
            when={"game": ("solo", "tout")},
            fold=True,
            rule="black-queens",
        ),
        Choice(
            name="bid",
            label=say("Bid that won the bidding, if known"),
            options=[
                Option("none", say("Not entered")),
                *(Option(step, name, {"bid": step}) for step, (_, name) in GAMES.items()),
            ],
            default="none",
            fold=True,
            rule="bidding",
        ),
    ]
