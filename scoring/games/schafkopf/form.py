"""The form of a hand of Schafkopf."""

from __future__ import annotations

from typing import Any

from scoring.engine.cards import PACK_32
from scoring.engine.form import (
    Amount,
    Choice,
    Control,
    Events,
    Form,
    Option,
    Pick,
    Row,
    Share,
    cards_to_pick,
    seat_label,
    seats_in_order,
)
from scoring.engine.game import Setup
from scoring.engine.messages import say, seat
from scoring.games.schafkopf.models import ALL_POINTS, TRICKS, SchafkopfOptions, SchafkopfState


def make_form(setup: Setup[SchafkopfOptions], state: SchafkopfState) -> Form:
    """Returns the form of the next hand: the declarer and the result, or a hand of least."""
    taker = [Option(str(number), seat(number), {"kind": "declarer", "declarer": number}) for number in range(3)]
    nobody = Option("least", say("Nobody"), {"kind": "least"}, note=say("Least is played"))
    return Form(
        [
            Choice(name="taker", label=say("Who took the widow?"), options=[*taker, nobody], rule="widow"),
            *_declarer_controls(setup, {"taker": [option.value for option in taker]}),
            *_least_controls(setup, {"taker": "least"}),
        ]
    )


def _declarer_controls(setup: Setup[SchafkopfOptions], when: dict[str, Any]) -> list[Control]:
    lines = {
        "won": say("Won, 61 to 90"),
        "schneider": say("Schneider, 91 or more"),
        "schwarz": say("Schwarz, everything"),
        "lost": say("Lost, 31 to 60"),
        "schneidered": say("Lost schneider, 30 or fewer"),
        "schwarz_against": say("Lost schwarz, nothing"),
    }
    ways = {
        "line": say("By result"),
        "points": say("By card points"),
        "declarer": say("Declarer's cards"),
        "defenders": say("Defenders' cards"),
    }
    controls: list[Control] = [
        Choice(
            name="line",
            label=say("The declarer's result"),
            options=[Option(name, label, {"line": name}) for name, label in lines.items()],
            default="won",
            when={**when, "way": "line"},
            rule="lines",
        ),
        Amount(
            name="declarer_points",
            label=say("The declarer's card points"),
            help=say("Including the two laid-away cards."),
            least=0,
            most=ALL_POINTS,
            quick=(30, 31, 60, 61, 90, 91, 120),
            when={**when, "way": "points"},
            rule="card-points",
        ),
        Pick(
            name="declarer_cards",
            label=say("All cards that the declarer won or laid away"),
            options=cards_to_pick(PACK_32.cards),
            when={**when, "way": "declarer"},
            rule="laid-away",
        ),
        Pick(
            name="defender_cards",
            label=say("All cards that the defenders won"),
            options=cards_to_pick(PACK_32.cards),
            always=True,
            when={**when, "way": "defenders"},
            rule="laid-away",
        ),
    ]
    if setup.options.schwarz_by == "tricks":
        controls.append(
            Amount(
                name="declarer_tricks",
                label=say("The declarer's tricks"),
                help=say("Needed with all 120 card points, or with 22 or fewer."),
                least=0,
                most=TRICKS,
                when={**when, "way": "points"},
                fold=True,
                rule="schwarz",
            )
        )
    way = Choice(
        name="way",
        label=say("Enter it"),
        options=[Option(name, label) for name, label in ways.items()],
        default="line",
        when=when,
        fold=True,
        rule="lines",
    )
    return [way, *controls]


def _least_controls(setup: Setup[SchafkopfOptions], when: dict[str, Any]) -> list[Control]:
    labels = [seat(number) for number in range(setup.players)]
    return [
        Choice(
            name="least_way",
            label=say("Enter it"),
            options=[Option("points", say("By card points")), Option("cards", say("By the cards"))],
            default="points",
            when=when,
            fold=True,
            rule="least",
        ),
        Row(
            name="points",
            label=say("Card points, the widow with the last trick"),
            labels=labels,
            least=0,
            most=ALL_POINTS,
            blank=0,
            sum_to=ALL_POINTS,
            when={**when, "least_way": "points"},
            rule="least",
        ),
        Row(
            name="last_trick",
            label=say("The last trick each won"),
            labels=labels,
            least=0,
            most=TRICKS,
            blank=0,
            help=say("Only if exactly two tie for fewest; 0 for a player without a trick."),
            when={**when, "least_way": "points"},
            fold=True,
            rule="least-ties",
        ),
        Share(
            name="captured",
            label=say("The cards each won, the widow with the last trick"),
            labels=labels,
            cards=PACK_32.cards,
            when={**when, "least_way": "cards"},
            rule="least",
        ),
        Events(
            name="trick_winners",
            label=say("Who won the tricks, in order"),
            describe=seat_label,
            quick=seats_in_order(range(setup.players)),
            when={**when, "least_way": "cards"},
            fold=True,
            rule="least-ties",
        ),
    ]
