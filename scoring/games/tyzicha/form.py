"""The form of a hand of Tyzicha."""

from __future__ import annotations

from scoring.engine.cards import SYMBOLS
from scoring.engine.form import Amount, Choice, Events, Form, Option, Row, Share, seats_to_choose
from scoring.engine.game import Setup
from scoring.engine.messages import Message, say, seat
from scoring.games.tyzicha.models import (
    ALL_POINTS,
    FORCED,
    HIGHEST,
    LOWEST,
    MARRIAGES,
    PACK,
    STEP,
    TyzichaOptions,
    TyzichaState,
)


def make_form(setup: Setup[TyzichaOptions], state: TyzichaState) -> Form:
    """Returns the form of the next hand: declarer, contract, card points and marriages; the cards only if the table
    wants them.
    """
    players = [seat(number) for number in range(setup.players)]
    order = [setup.after(state.dealer, steps) for steps in (2, 0, 1)]
    free = [str(number) for number in order]
    left = order[-1]
    forced = Option(
        "forced",
        say("{who}, forced to {n}", who=seat(left), n=FORCED),
        {"declarer": left, "forced_hundred": True, "contract": FORCED},
    )
    marriages = [
        Option(
            f"{letter}{number}",
            _marriage_label(number, letter),
            {"seat": number, "suit": letter},
            brief=SYMBOLS[letter],
        )
        for letter in MARRIAGES
        for number in range(setup.players)
    ]
    nines = Choice(
        name="trick_of_nines",
        label=say("A trick of three nines"),
        options=[Option("nobody", say("Nobody")), *seats_to_choose(order, "trick_of_nines")],
        default="nobody",
        when={"way": "points"},
        fold=True,
        rule="bolts",
    )
    return Form(
        [
            Choice(
                name="declarer",
                label=say("Declarer"),
                options=[*seats_to_choose(order, "declarer"), forced],
                rule="bidding",
            ),
            Amount(
                name="contract",
                label=say("Contract, after any raise"),
                least=LOWEST,
                most=HIGHEST,
                step=STEP,
                quick=(110, 120, 130, 140, 150, 160, 180, 200),
                default=LOWEST,
                when={"declarer": free},
                rule="raising",
            ),
            Choice(
                name="kind",
                label=say("Was it played?"),
                options=[
                    Option("played", say("Played"), {"kind": "played"}),
                    Option("conceded", say("Conceded"), {"kind": "conceded"}),
                ],
                default="played",
                rule="conceding",
            ),
            Choice(
                name="way",
                label=say("Enter"),
                options=[Option("points", say("Card points")), Option("cards", say("The cards"))],
                default="points",
                when={"kind": "played"},
                fold=True,
                rule="card-strength",
            ),
            Row(
                name="card_points",
                label=say("Card points, without marriages"),
                labels=players,
                least=0,
                most=ALL_POINTS,
                sum_to=ALL_POINTS,
                when={"way": "points"},
                rule="card-strength",
            ),
            *([] if setup.options.bolt_penalty is None else [nines]),
            Share(
                name="captured",
                label=say("The cards each won"),
                labels=players,
                cards=PACK.cards,
                rest_null=True,
                when={"way": "cards"},
                rule="card-strength",
            ),
            Events(
                name="marriages",
                label=say("Marriages shown"),
                describe=lambda marriage: _marriage_label(marriage["seat"], marriage["suit"]),
                quick=marriages,
                columns=players,
                once=["suit"],
                when={"kind": "played"},
                rule="marriages",
            ),
            Amount(
                name="bid",
                label=say("Bid that won the bidding, if known"),
                least=LOWEST,
                most=HIGHEST,
                step=STEP,
                when={"declarer": free},
                fold=True,
                rule="bidding",
            ),
        ]
    )


def _marriage_label(number: int, letter: str) -> Message:
    return say("{who} {suit}", who=seat(number), suit=SYMBOLS[letter])
