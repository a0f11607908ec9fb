"""The points of both sides of a hand of Malilla, cards and tricks together, from figures or from cards."""

from __future__ import annotations

from scoring.engine.captured import complete_figures, complete_piles, count_card_points
from scoring.engine.checks import check_entered
from scoring.engine.game import Setup, check_per_side
from scoring.engine.marking import _
from scoring.engine.messages import Line, line, side
from scoring.engine.refusal import refuse
from scoring.engine.tricks_won import check_points_in_tricks
from scoring.games.malilla.models import (
    ALL_POINTS,
    CARD_POINTS,
    PACK_40,
    TRICKS,
    VALUES,
    MalillaOptions,
    MalillaPlayedHand,
)

#: How a hand can be entered.
WAYS = {
    "points": _("the points of each side"),
    "card_points": _("the card points and tricks of each side"),
    "captured": _("the cards each side won"),
}


def count_points(setup: Setup[MalillaOptions], hand: MalillaPlayedHand) -> tuple[list[int], list[Line]]:
    """Returns the points of each side, and how they add up.

    Raises Refusal if they are missing, disagree or are impossible.
    """
    check_entered(hand, WAYS, rule="scoring", only_one=True)
    if hand.card_points is None and hand.tricks is not None:
        text = _("Tricks are only asked for together with card points.")
        raise refuse("/tricks", "two_ways", text, rule="scoring")
    if hand.points is not None:
        check_per_side(setup, hand.points, "/points")
        points = complete_figures(hand.points, ALL_POINTS, "/points")
        return points, [
            line("{who}: cards and tricks", who=side(i), value=n, rule="scoring") for i, n in enumerate(points)
        ]
    if hand.captured is not None:
        check_per_side(setup, hand.captured, "/captured")
        piles = complete_piles(PACK_40, hand.captured, "/captured", trick=setup.players)
        tricks = [len(pile) // setup.players for pile in piles]
        cards, lines = count_card_points(None, piles, VALUES, side, "/captured")
    else:
        figures, tricks = _cards_and_tricks(setup, hand)
        cards, lines = count_card_points(figures, None, VALUES, side, "/card_points")
    for i, n in enumerate(tricks):
        lines.append(line("{who}: tricks {n}, together", who=side(i), n=n, value=cards[i] + n, rule="scoring"))
    return [sum(both) for both in zip(cards, tricks, strict=True)], lines


def _cards_and_tricks(setup: Setup[MalillaOptions], hand: MalillaPlayedHand) -> tuple[list[int], list[int]]:
    if hand.tricks is None:
        text = _("With card points the tricks are needed too: each is worth a point.")
        raise refuse("/tricks", "tricks_missing", text)
    check_per_side(setup, hand.card_points or [], "/card_points")
    check_per_side(setup, hand.tricks, "/tricks")
    cards = complete_figures(hand.card_points or [], CARD_POINTS, "/card_points")
    tricks = complete_figures(hand.tricks, TRICKS, "/tricks")
    check_points_in_tricks(cards, tricks, PACK_40, VALUES, setup.players)
    return cards, tricks
