"""The form of a hand of Loo: who stayed, and who took the tricks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.engine.cards import PACK_52
from scoring.engine.form import (
    Choice,
    Control,
    Event,
    Events,
    Form,
    Option,
    Pick,
    Row,
    cards_to_choose,
    cards_to_pick,
    seat_label,
    seats_in_order,
    seats_to_choose,
    suits_to_choose,
)
from scoring.engine.game import Setup
from scoring.engine.messages import Message, cards, say, seat
from scoring.games.loo.models import HAND, LooOptions

PLAYED = {"kind": "played"}
FLUSH = {"kind": "flush"}


def make_form(setup: Setup[LooOptions]) -> Form:
    """Returns the form of a hand: played, decided by a flush, or passed by all."""
    seats, with_flushes = range(setup.players), setup.options.cards == HAND
    controls: list[Control] = [
        Choice(
            name="kind",
            label=say("What happened?"),
            options=[
                Option("played", say("Played"), {"kind": "played"}),
                *([Option("flush", say("A flush"), {"kind": "flush"})] if with_flushes else []),
                Option("all_passed", say("All passed"), {"kind": "all_passed"}),
            ],
            default="played",
            rule="scoring",
        ),
        Pick(
            name="stayed",
            label=say("Who stayed in?"),
            options=[Option(str(number), seat(number), {"seat": number}) for number in seats],
            always=True,
            when={"kind": ("played", "flush") if with_flushes else "played"},
            rule="declaring",
        ),
        *_tricks(setup),
        *(_flush_controls(setup) if with_flushes else []),
        Choice(
            name="details",
            label=say("Trumps"),
            options=suits_to_choose("trump"),
            when={"kind": ("played", "all_passed")},
            fold=True,
            rule="setup",
        ),
        Choice(
            name="up_card",
            label=say("Turned card"),
            options=cards_to_choose(PACK_52.cards, "up_card"),
            fold=True,
            rule="setup",
        ),
    ]
    return Form(controls)


def _flush_controls(setup: Setup[LooOptions]) -> list[Control]:
    seats = range(setup.players)
    return [
        Events(
            name="shown",
            label=say("Flushes shown"),
            describe=_flush_label,
            kinds=[Event("flush", say("Add a flush"), _flush(setup))],
            when=FLUSH,
            rule="flush",
        ),
        Choice(
            name="pam_holder",
            label=say("Who else holds Pam?"),
            options=[Option("nobody", say("Nobody")), *seats_to_choose(seats, "pam_holder")],
            default="nobody",
            when=FLUSH,
            rule="pam",
        ),
        Choice(name="trump", label=say("Trumps"), options=suits_to_choose("trump"), when=FLUSH, rule="setup"),
    ]


def _tricks(setup: Setup[LooOptions]) -> list[Control]:
    labels = [seat(number) for number in range(setup.players)]
    return [
        Choice(
            name="how",
            label=say("How to enter the tricks"),
            options=[Option("counted", say("How many each")), Option("in_order", say("One after the other"))],
            default="counted",
            when=PLAYED,
            fold=True,
            rule="scoring",
        ),
        Row(
            name="tricks",
            label=say("Tricks"),
            help=say("Nothing to enter where only one player stayed in."),
            labels=labels,
            least=0,
            most=setup.options.cards,
            blank=0,
            sum_to=setup.options.cards,
            among="stayed",
            when={**PLAYED, "how": "counted"},
            rule="scoring",
        ),
        Events(
            name="trick_winners",
            label=say("Who won the tricks?"),
            describe=seat_label,
            quick=seats_in_order(range(setup.players)),
            among="stayed",
            when={**PLAYED, "how": "in_order"},
            rule="scoring",
        ),
    ]


def _flush(setup: Setup[LooOptions]) -> list[Control]:
    return [
        Choice(name="seat", label=say("Who showed it?"), options=seats_to_choose(range(setup.players), "seat")),
        Pick(name="cards", label=say("Its five cards"), options=cards_to_pick(PACK_52.cards), most=HAND, always=True),
    ]


def _flush_label(flush: Mapping[str, Any]) -> Message:
    match flush:
        case {"seat": int() as number, "cards": list() as codes}:
            return say("{who}: {cards}", who=seat(number), cards=cards(codes))
        case _:
            return say("A flush: say whose it is")
