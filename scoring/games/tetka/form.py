"""The form of a hand of Tëtka."""

from __future__ import annotations

from typing import Any

from scoring.engine.card_by_parts import CardRank, CardSuit
from scoring.engine.cards import PACK_52, SUITS, SYMBOLS
from scoring.engine.form import Choice, Control, Form, Option, Row, seats_to_choose
from scoring.engine.form_groups import Groups, card_label, cards_in_order
from scoring.engine.game import Setup
from scoring.engine.marking import _
from scoring.engine.messages import card, rank, say, seat
from scoring.games.tetka.models import TetkaOptions, TetkaState
from scoring.games.tetka.penalties import IN_A_TRICK, QUEENS, RANKS, TRICKS

FIELD = "bum_card"
SUMMARY = {"way": "summary"}


def make_form(setup: Setup[TetkaOptions], state: TetkaState) -> Form:
    """Returns the form of the next hand."""
    return Form(
        [*_bum_card(), _entry(), *_captor_controls(setup), *_trick_controls(setup), _card_controls(setup, state)]
    )


def _bum_card() -> list[Control]:
    return [
        CardSuit(
            name="suit",
            path=FIELD,
            label=say("Suit of the bum card"),
            help=say("Its queen costs two."),
            options=[Option(letter, SYMBOLS[letter]) for letter in SUITS],
            rule="bum-card",
        ),
        CardRank(
            name="rank",
            path=FIELD,
            suit="suit",
            label=say("Its rank"),
            help=say("The number of the bad trick: ace 1, jack 11, queen 12, king 13."),
            options=[Option(name, rank(name)) for name in RANKS],
            rule="bad-trick",
        ),
    ]


def _entry() -> Control:
    return Choice(
        name="way",
        label=say("Entered by"),
        options=[
            Option("summary", say("What everybody took"), {"kind": "summary"}),
            Option("tricks", say("Every card played"), {"kind": "tricks"}),
        ],
        default="summary",
        fold=True,
    )


def _captor_controls(setup: Setup[TetkaOptions]) -> list[Control]:
    """Who took the queens, the bum card if it is no queen, the bad trick if it is not the last, and the last trick."""

    def seat_choice(name: str, label: str, rule: str, **when: Any) -> Control:
        options = seats_to_choose(range(setup.players), name)
        return Choice(name=name, label=say(label), options=options, rule=rule, when={**SUMMARY, **when})

    queens = [
        Choice(
            name=queen,
            label=say("Who took {card}?", card=card(queen)),
            options=seats_to_choose(range(setup.players), f"queens.{queen}"),
            rule="queens",
            when=SUMMARY,
        )
        for queen in QUEENS
    ]
    return [
        *queens,
        seat_choice("bum_taker", _("Who took the bum card?"), "bum-card", rank=[name for name in RANKS if name != "Q"]),
        seat_choice(
            "bum_trick", _("Who won the bad trick?"), "bad-trick", rank=[name for name in RANKS if name != "K"]
        ),
        seat_choice("last_trick", _("Who won the last trick?"), "last-trick"),
    ]


def _trick_controls(setup: Setup[TetkaOptions]) -> list[Control]:
    """Tricks, and behind a fold what decides a tie for most."""
    thirteen: dict[str, Any] = {
        "labels": [seat(number) for number in range(setup.players)],
        "least": 0,
        "most": TRICKS,
        "blank": 0,
        "sum_to": TRICKS,
        "rule": "most-tricks",
        "when": SUMMARY,
    }
    return [
        Row(name="tricks", label=say("Tricks won"), **thirteen),
        Row(
            name="suit_counts",
            label=say("Cards taken of the bum card's suit"),
            help=say("Only if players tie for the most tricks."),
            fold=True,
            **thirteen,
        ),
        Choice(
            name="suit_high",
            label=say("Which of the tied players has the highest card of that suit?"),
            help=say("Only if they also took equally many cards of that suit."),
            options=seats_to_choose(range(setup.players), "suit_high"),
            rule="most-tricks",
            when=SUMMARY,
            fold=True,
        ),
    ]


def _card_controls(setup: Setup[TetkaOptions], state: TetkaState) -> Control:
    text = _("{who} leads the first trick; thirteen tricks of four.")
    return Groups(
        name="played",
        path="tricks",
        label=say("The cards in the order of play"),
        help=say(text, who=seat(setup.after(state.dealer))),
        size=IN_A_TRICK,
        quick=cards_in_order(PACK_52.cards),
        describe=card_label,
        rule="play",
        when={"way": "tricks"},
    )
