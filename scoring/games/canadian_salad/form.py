"""The form of the next hand of Canadian Salad: it asks only what counts in this hand."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine.form import (
    Choice,
    Control,
    Events,
    Form,
    Option,
    Row,
    Share,
    seat_label,
    seats_in_order,
    seats_to_choose,
)
from scoring.engine.game import Setup
from scoring.engine.marking import _
from scoring.engine.messages import say, seat
from scoring.games.canadian_salad.models import CanadianSaladOptions, CanadianSaladState
from scoring.games.canadian_salad.penalties import (
    BAD_CARDS,
    COUNTED_IN,
    HEARTS,
    QUEENS,
    RULE_OF,
    rule_of_hand,
    tricks_of,
)


def make_form(setup: Setup[CanadianSaladOptions], state: CanadianSaladState) -> Form:
    """Returns the form of the next hand; its number decides what is counted."""
    number = state.hand_in_play
    ways = [Option("counts", say("Counting"), {"kind": "counts"})]
    if number in BAD_CARDS:
        ways.append(Option("cards", say("The bad cards"), {"kind": "cards"}))
    if number in (1, 5, 6):
        ways.append(Option("tricks", say("Trick by trick"), {"kind": "tricks"}))
    way = Choice(name="way", label=say("Entered by"), options=ways, default="counts", fold=True)
    controls = [_control(setup, number, name) for name in COUNTED_IN[number]]
    return Form([way, *controls, *_by_cards(setup, number), *_by_tricks(setup, number)])


def _control(setup: Setup[CanadianSaladOptions], number: int, name: str) -> Control:
    """Returns the control of one kind of penalty."""
    labels = {
        "tricks": _("Tricks won"),
        "hearts": _("Hearts taken"),
        "queens": _("Queens taken"),
        "king_spades": _("Who took the king of spades?"),
        "last_trick": _("Who won the last trick?"),
    }
    by_cards = number == 6 and name in ("tricks", "last_trick")
    when: dict[str, Sequence[str]] = {"way": ["counts", "cards"] if by_cards else ["counts"]}
    label, rule = say(labels[name]), RULE_OF[name]
    if name in ("king_spades", "last_trick"):
        options = seats_to_choose(range(setup.players), name)
        return Choice(name=name, label=label, options=options, rule=rule, when=when, submits=number != 6)
    total = {"tricks": tricks_of(setup.players), "hearts": len(HEARTS), "queens": len(QUEENS)}[name]
    return Row(
        name=name,
        label=label,
        labels=[seat(who) for who in range(setup.players)],
        least=0,
        most=total,
        blank=0,
        sum_to=total,
        rule=rule,
        when=when,
    )


def _by_cards(setup: Setup[CanadianSaladOptions], number: int) -> list[Control]:
    if number not in BAD_CARDS:
        return []
    return [
        Share(
            name="captured",
            label=say("Who took what?"),
            help=say("Tap a player, then the cards. One tap gives a player all the others."),
            labels=[seat(who) for who in range(setup.players)],
            cards=BAD_CARDS[number],
            rest_path="rest_to",
            rule=rule_of_hand(number),
            when={"way": ["cards", "tricks"]},
        )
    ]


def _by_tricks(setup: Setup[CanadianSaladOptions], number: int) -> list[Control]:
    if number not in (1, 5, 6):
        return []
    return [
        Events(
            name="winners",
            label=say("Who won each trick, in order?"),
            quick=seats_in_order(range(setup.players)),
            describe=seat_label,
            rule="play",
            when={"way": "tricks"},
        )
    ]
