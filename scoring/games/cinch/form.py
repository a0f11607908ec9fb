"""The form of a hand of Cinch."""

from __future__ import annotations

from typing import Any

from scoring.engine.cards import SUITS
from scoring.engine.form import (
    Amount,
    Choice,
    Control,
    Events,
    Form,
    Option,
    Row,
    Share,
    sides_to_choose,
    suits_to_choose,
)
from scoring.engine.game import Setup
from scoring.engine.messages import Message, card, say, seat, side
from scoring.games.cinch.models import ALL_POINTS, DEALER_FORCED, CinchOptions, CinchState, scoring_cards, trumps_of


def make_form(setup: Setup[CinchOptions], state: CinchState) -> Form:
    """Returns the form of the next hand: the bidder, the bid, the trump suit and the points of the bidding side."""
    order = range(4)
    bidders = [Option(str(number), seat(number), {"kind": "played", "bidder": number}) for number in order]
    played = {"bidder": [option.value for option in bidders]}
    if setup.options.all_pass != DEALER_FORCED:
        bidders.append(Option("nobody", say("Nobody"), {"kind": "passed_in"}, note=say("Thrown in")))
    ways = {
        "sums": say("By sums"),
        "won": say("Point by point"),
        "cards": say("By trumps won"),
        "played": say("By trumps played and won"),
    }
    return Form(
        [
            Choice(name="bidder", label=say("Who bid highest?"), options=bidders, rule="bidding"),
            Amount(
                name="bid",
                label=say("Bid"),
                least=1,
                most=ALL_POINTS,
                quick=tuple(range(1, ALL_POINTS + 1)),
                when=played,
                rule="bidding",
            ),
            Choice(
                name="way",
                label=say("Who took what?"),
                options=[Option(name, label) for name, label in ways.items()],
                default="sums",
                when=played,
                fold=True,
                rule="points",
            ),
            Choice(
                name="trump",
                label=say("Trump"),
                options=suits_to_choose("trump"),
                when=played,
                fold=True,
                rule="bidding",
            ),
            *_point_controls({**played, "way": "won"}),
            Row(
                name="points_taken",
                label=say("Points taken"),
                help=say("Including trumps that were thrown away."),
                labels=[side(0), side(1)],
                least=0,
                most=ALL_POINTS,
                blank=0,
                when={**played, "way": "sums"},
                rule="points",
            ),
            *[control for letter in SUITS for control in _card_controls(letter, played)],
        ]
    )


#: The points of a hand, in the order in which they are asked.
_POINTS = {
    "high": say("High"),
    "low": say("Low"),
    "jack": say("Jack"),
    "ten": say("Ten"),
    "right_pedro": say("Right pedro"),
    "left_pedro": say("Left pedro"),
}


def _point_controls(when: dict[str, Any]) -> list[Control]:
    controls: list[Control] = []
    for name, label in _POINTS.items():
        options = sides_to_choose(2, f"won.{name}")
        if name not in ("high", "low"):
            options.append(Option("none", say("Not in play")))
        controls.append(Choice(name=name, label=label, options=options, when=when, rule="points"))
    return controls


def _card_controls(letter: str, played: dict[str, Any]) -> list[Control]:
    """Returns the controls for the scoring cards of this trump suit."""
    labels = [side(0), side(1)]
    when = {**played, "trump": letter}
    return [
        Share(
            name=f"trumps_played_{letter}",
            label=say("Trumps that each side played"),
            labels=labels,
            cards=trumps_of(letter),
            path="trumps_played",
            when={**when, "way": "played"},
            rule="points",
        ),
        Share(
            name=f"captured_{letter}",
            label=say("Trumps that each side won"),
            labels=labels,
            cards=trumps_of(letter),
            path="captured",
            when={**when, "way": ["cards", "played"]},
            rule="points",
        ),
        Events(
            name=f"discarded_{letter}",
            label=say("Scoring trumps thrown away"),
            quick=[
                Option(f"{code}.{number}", _point_label(code, number), {"card": code, "side": number})
                for number in range(2)
                for code in scoring_cards(letter).values()
            ],
            describe=lambda event: _point_label(event["card"], event["side"]),
            path="discarded",
            when=when,
            fold=True,
            rule="discards",
        ),
    ]


def _point_label(code: str, number: int) -> Message:
    return say("{card} by {who}", card=card(code), who=side(number))
