"""The form of a hand of Twenty-Five: one tap for each trick."""

from __future__ import annotations

from scoring.engine.cards import PACK_52
from scoring.engine.form import (
    Choice,
    Control,
    Events,
    Form,
    Option,
    cards_to_choose,
    seat_label,
    seats_in_order,
    seats_to_choose,
    suits_to_choose,
)
from scoring.engine.form_groups import Groups, card_label, cards_in_order
from scoring.engine.game import Setup
from scoring.engine.messages import say
from scoring.games.twenty_five.models import TwentyFiveOptions

BY_WINNERS = {"entry": "winners"}
BY_CARDS = {"entry": "tricks"}


def make_form(setup: Setup[TwentyFiveOptions]) -> Form:
    """Returns the form of a hand, which may be saved after every trick: it stays open until it is over."""
    controls: list[Control] = [
        Choice(
            name="entry",
            label=say("What to write down"),
            options=[
                Option("winners", say("Who won each trick"), {"kind": "winners"}),
                Option("tricks", say("The cards"), {"kind": "tricks"}),
            ],
            default="winners",
            fold=True,
            rule="scoring",
        ),
        Events(
            name="trick_winners",
            label=say("Who won the tricks?"),
            help=say("One tap for each trick, in order; the hand may be saved before it is over."),
            describe=seat_label,
            quick=seats_in_order(range(setup.players)),
            when=BY_WINNERS,
            rule="scoring",
        ),
        Choice(
            name="trump",
            label=say("Trumps"),
            options=suits_to_choose("trump"),
            when=BY_WINNERS,
            fold=True,
            rule="setup",
        ),
        _up_card("turned_card", BY_WINNERS, fold=True),
        _up_card("up_card", BY_CARDS, fold=False),
        Groups(
            name="tricks",
            label=say("The cards as they fell"),
            help=say("The first trick from the dealer's left, the others from the last winner."),
            describe=card_label,
            quick=cards_in_order(PACK_52.cards),
            size=setup.players,
            when=BY_CARDS,
            rule="play",
        ),
        Choice(
            name="robbed_by",
            label=say("Who robbed the turned card?"),
            options=[Option("nobody", say("Nobody")), *seats_to_choose(range(setup.players), "robbed_by")],
            default="nobody",
            fold=True,
            rule="robbing",
        ),
    ]
    return Form(controls, always={"open": True})


def _up_card(name: str, when: dict[str, str], *, fold: bool) -> Choice:
    return Choice(
        name=name,
        label=say("Turned card"),
        options=cards_to_choose(PACK_52.cards, "up_card"),
        when=when,
        fold=fold,
        rule="setup",
    )
