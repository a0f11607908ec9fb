"""How a hand of Kings in the Corner ended, and what everybody scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scoring.engine.cards import PACK_52
from scoring.engine.cards_left import check_cards_left
from scoring.engine.game import Setup, check_per_seat, check_seat
from scoring.engine.marking import _
from scoring.engine.messages import Line, line, plural, seat
from scoring.engine.refusal import refuse
from scoring.games.kings_in_the_corner.models import (
    KINGS,
    MOST_LEFT,
    KingsInTheCornerOptions,
    kings_in,
)


@dataclass(frozen=True)
class HandEnd:
    """How a hand ended. cards, kings: left to each seat; cards is None if they were not entered."""

    winners: list[int]
    cards: list[int] | None
    kings: list[int]


def hand_end(setup: Setup[KingsInTheCornerOptions], hand: Any) -> HandEnd:
    """Returns how a hand ended, of either kind. Raises Refusal if it is not possible."""
    winner: int | None = None
    if hand.kind == "out":
        winner = hand.winner
        check_seat(setup, winner, "/winner", rule="out")
        if hand.cards_left is None:
            if setup.options.scoring == "penalty":
                text = _("Everybody scores for the cards left, so they are needed.")
                raise refuse("/cards_left", "cards_left_missing", text, rule="penalty")
            if hand.kings_left is not None:
                text = _("Kings are part of the cards left: enter those too.")
                raise refuse("/cards_left", "cards_left_missing", text, rule="penalty")
            return HandEnd([hand.winner], None, [0] * setup.players)
    cards = check_cards_left(setup, PACK_52, hand.cards_left, winner, rule="blocked" if winner is None else "out")
    if sum(cards) > MOST_LEFT:
        text = _("{n} cards left are not possible: at least four lie on the table.")
        raise refuse("/cards_left", "too_many_cards", text, rule="setup", n=sum(cards))
    kings = _kings(setup, hand, cards)
    winners = [who for who, n in enumerate(cards) if n == min(cards)]
    return HandEnd(winners, cards, kings)


def _kings(setup: Setup[KingsInTheCornerOptions], hand: Any, cards: list[int]) -> list[int]:
    """The kings left to each seat, as entered or as the cards show. Raises Refusal if they are not possible."""
    counted = [kings_in(entry) for entry in hand.cards_left]
    if hand.kings_left is None:
        kings = [n or 0 for n in counted]
    else:
        kings = list(hand.kings_left)
        check_per_seat(setup, kings, "/kings_left", rule="penalty")
    for who, n in enumerate(kings):
        pointer, params = f"/kings_left/{who}", {"who": seat(who), "n": n}
        if n < 0:
            raise refuse(pointer, "negative", "A number of kings is never below zero.", rule="penalty")
        if n > cards[who]:
            text = _("{who} cannot have more kings ({n}) than cards.")
            raise refuse(pointer, "more_kings_than_cards", text, rule="penalty", **params)
        if counted[who] not in (None, n):
            text = _("There are not {n} kings among the cards of {who}.")
            raise refuse(pointer, "disagree", text, rule="penalty", **params)
    if sum(kings) > KINGS:
        text = _("There are only {most} kings, not {n}.")
        raise refuse("/kings_left", "too_many_kings", text, rule="penalty", most=KINGS, n=sum(kings))
    return kings


def penalties(options: KingsInTheCornerOptions, end: HandEnd) -> tuple[list[int], list[Line]]:
    """Returns what everybody scores for their own cards left, with a line for each."""
    points, lines = [], []
    for who, (cards, kings) in enumerate(zip(end.cards or (), end.kings, strict=True)):
        cost = kings * options.king_penalty + cards - kings
        points.append(cost)
        others = plural(cards - kings, "{n} card × 1", "{n} cards × 1")
        parts = [plural(kings, "{n} king × {each}", "{n} kings × {each}", each=options.king_penalty)] if kings else []
        parts += [others] if cards > kings else []
        lines.append(
            line("{who}: {parts}", who=seat(who), parts=parts, value=cost, rule="penalty")
            if parts
            else line("{who}: no card left", who=seat(who), value=0, rule="penalty")
        )
    return points, lines
