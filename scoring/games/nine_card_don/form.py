"""The form of a hand of Nine-Card Don: the scoring cards as they are captured, or the sums of the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.engine.cards import PACK_52, SUITS
from scoring.engine.form import (
    Choice,
    Control,
    Event,
    Events,
    Form,
    Option,
    Row,
    Share,
    sides_to_choose,
    suits_to_choose,
)
from scoring.engine.game import Setup
from scoring.engine.messages import Message, card, say, side
from scoring.games.nine_card_don.models import ALL_GAME, NineCardDonOptions, NineCardDonState, pegging_cards


def make_form(setup: Setup[NineCardDonOptions], state: NineCardDonState) -> Form:
    """Returns the form of the next hand: the cards that peg in order and the count for game, or the sums."""
    return Form(
        [
            Choice(
                name="entry",
                label=say("How do you peg?"),
                options=[
                    Option("events", say("Here, card by card"), {"kind": "events"}),
                    Option("summary", say("On a board"), {"kind": "summary"}),
                ],
                default="events",
                fold=True,
                rule="pegging",
            ),
            *_events_controls(setup.options, {"entry": "events"}),
            *_summary_controls({"entry": "summary"}),
        ]
    )


def _events_controls(options: NineCardDonOptions, when: dict[str, Any]) -> list[Control]:
    labels = [side(0), side(1)]
    return [
        Choice(
            name="trump",
            label=say("Suit of the first lead"),
            options=suits_to_choose("trump"),
            when=when,
            rule="pitcher",
        ),
        *[
            Events(
                name=f"events_{letter}",
                label=say("Scoring cards as they are captured"),
                kinds=[_capture_event(list(pegging_cards(letter, options)))],
                describe=_event_label,
                once=["card"],
                path="events",
                when={**when, "trump": letter},
                rule="pegging",
            )
            for letter in SUITS
        ],
        Choice(
            name="close",
            label=say("Game, after the last trick"),
            options=[Option("counts", say("By counts")), Option("cards", say("By cards"))],
            default="counts",
            when=when,
            fold=True,
            rule="game",
        ),
        Row(
            name="game",
            label=say("What each pile counts"),
            help=say("Leave it empty while the hand is being played."),
            labels=labels,
            least=0,
            most=ALL_GAME,
            sum_to=ALL_GAME if options.cards == 13 else None,
            when={**when, "close": "counts"},
            rule="game",
        ),
        Share(
            name="captured",
            label=say("All cards of both piles"),
            help=say("Leave out the cards that were not dealt."),
            labels=labels,
            cards=PACK_52.cards,
            when={**when, "close": "cards"},
            rule="game",
        ),
    ]


def _capture_event(cards: Sequence[str]) -> Event:
    """Returns the scoring cards, once for each side: each capture is one tap."""
    return Event(
        "captured",
        say("Captured"),
        adds=[
            Choice(
                name=f"card_{number}",
                label=say("{who}", who=side(number)),
                options=[Option(f"{number}{code}", card(code), {"card": code, "side": number}) for code in cards],
            )
            for number in (0, 1)
        ],
    )


def _summary_controls(when: dict[str, Any]) -> list[Control]:
    nobody = Option("nobody", say("Nobody"), {"game_winner": None})
    return [
        Row(
            name="trump_points",
            label=say("Pegged during the hand"),
            help=say("Not including the eight for game."),
            labels=[side(0), side(1)],
            least=0,
            most=44,
            blank=0,
            when=when,
            rule="pegging",
        ),
        Choice(
            name="game_winner",
            label=say("Game"),
            options=[*sides_to_choose(2, "game_winner"), nobody],
            when=when,
            rule="game",
        ),
    ]


def _label(code: str, number: int) -> Message:
    return say("{card} to {who}", card=card(code), who=side(number))


def _event_label(event: Any) -> Message:
    return _label(event["card"], event["side"])
