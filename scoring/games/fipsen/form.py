"""The form of a hand of Fipsen."""

from __future__ import annotations

from typing import Any

from scoring.engine.form import (
    Amount,
    Choice,
    Control,
    Events,
    Form,
    Option,
    Pick,
    Toggle,
    cards_to_pick,
    seats_to_choose,
    suits_to_choose,
    yes_no,
)
from scoring.engine.game import Setup
from scoring.engine.messages import say
from scoring.games.fipsen.models import NUMBERS, PACK, TRICKS, FipsenOptions, FipsenState

PLAIN = ("2", "3", "4")
CONTRACTS = (*PLAIN, "5")


def make_form(setup: Setup[FipsenOptions], state: FipsenState) -> Form:
    """Returns the form of a hand: declarer, game, trump and whether it was made, or the exact tricks."""
    order = range(setup.players)
    seats = [str(number) for number in order]
    return Form(
        [
            Choice(
                name="who",
                label=say("Declarer"),
                options=[
                    *seats_to_choose(order, "declarer"),
                    Option("passed", say("All passed"), {"kind": "all_passed"}),
                ],
                rule="bidding",
            ),
            Choice(
                name="game",
                label=say("Game"),
                options=[
                    *[
                        Option(str(number), name, {"kind": "contract", "number": number})
                        for number, name in NUMBERS.items()
                    ],
                    Option("kieker", say("Kieker"), {"kind": "kieker"}),
                ],
                when={"who": seats},
                rule="bidding",
            ),
            *_call_controls(),
            *_trump_controls(setup.options),
            Choice(
                name="way",
                label=say("Enter"),
                options=[
                    Option("outcome", say("Made or failed")),
                    Option("tricks", say("Number of tricks")),
                    Option("order", say("Trick by trick")),
                ],
                default="outcome",
                when={"who": seats},
                fold=True,
                rule="result",
            ),
            *_outcome_controls(),
            *_trick_controls(seats),
        ]
    )


def _call_controls() -> list[Control]:
    return [
        Toggle(name="hand", label=say("Hand"), when={"game": CONTRACTS}, rule="value"),
        Choice(
            name="ruten",
            label=say("Ruten bid?"),
            options=[Option("no", say("No")), Option("yes", say("Ruten"), {"ruten": True, "trump": "D"})],
            default="no",
            when={"game": CONTRACTS},
            rule="ruten",
        ),
        Choice(
            name="durch",
            label=say("Durch bid?"),
            options=[Option("no", say("No")), Option("yes", say("Durch"), {"durch": True})],
            default="no",
            when={"game": PLAIN},
            rule="durch",
        ),
    ]


def _trump_controls(options: FipsenOptions) -> list[Control]:
    """The trump suit, and of a Kieker whether it was played. Its trump suit is asked if it can double the value."""
    controls: list[Control] = [
        Choice(
            name="trump",
            label=say("Trump"),
            help=say("Diamonds double the value."),
            options=suits_to_choose("trump"),
            when={"game": CONTRACTS, "ruten": "no"},
            rule="skat",
        ),
        Choice(
            name="kieker_played",
            label=say("Was it played?"),
            options=[Option("played", say("Played")), Option("given_up", say("Given up"), {"surrendered": True})],
            default="played",
            when={"game": "kieker"},
            rule="kieker",
        ),
    ]
    if options.kieker_diamonds == "doubled":
        controls.append(
            Choice(
                name="kieker_trump",
                label=say("Trump"),
                options=suits_to_choose("trump"),
                when={"kieker_played": "played"},
                rule="kieker",
            )
        )
    return controls


def _outcome_controls() -> list[Control]:
    made = Option("made", say("Made"), {"outcome": "made"})
    failed = Option("failed", say("Failed"), {"outcome": "failed"})
    on_made = Option("on_made", say("Played on, took the rest"), {"outcome": "made", "played_on": True})
    on_failed = Option("on_failed", say("Played on, lost one"), {"outcome": "failed", "played_on": True})

    def end_choice(name: str, options: list[Option], **when: Any) -> Control:
        when["way"] = "outcome"
        return Choice(
            name=name, label=say("How did it end?"), options=options, default="made", when=when, rule="result"
        )

    return [
        end_choice("end", [made, failed, on_made, on_failed], game=PLAIN, durch="no"),
        end_choice("durch_end", [made, failed], game=PLAIN, durch="yes"),
        end_choice("five_end", [made, failed], game="5"),
        end_choice("kieker_end", [made, failed], kieker_played="played"),
    ]


def _trick_controls(seats: list[str]) -> list[Control]:
    """The tricks themselves, for a table that wants them on the sheet."""
    return [
        Amount(
            name="tricks",
            label=say("Tricks of the declarer"),
            least=0,
            most=TRICKS,
            quick=tuple(range(TRICKS + 1)),
            when={"who": seats, "way": "tricks"},
            rule="result",
        ),
        Toggle(name="played_on", label=say("Played on"), when={"game": PLAIN, "way": "tricks"}, rule="playing-on"),
        Choice(
            name="took_rest",
            label=say("Every remaining trick won?"),
            options=yes_no("took_rest"),
            when={"played_on": "1"},
            rule="playing-on",
        ),
        Events(
            name="sequence",
            label=say("Tricks of the declarer, in order"),
            describe=lambda letter: say("Won") if letter == "W" else say("Lost"),
            quick=[Option("W", say("Won"), {"": "W"}), Option("L", say("Lost"), {"": "L"})],
            when={"who": seats, "way": "order"},
            rule="result",
        ),
        Pick(
            name="dealt_hand",
            label=say("The hand as dealt, to check it for face cards"),
            options=cards_to_pick(PACK.cards),
            most=TRICKS,
            when={"game": "kieker"},
            fold=True,
            rule="kieker",
        ),
    ]
