"""The trick points of each side of a Belote hand, by points, by cards or by a capot."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.engine.captured import (
    check_same_figure,
    complete_figures,
    complete_piles,
    count_card_points,
    impossible_figures,
    last_trick_winner,
)
from scoring.engine.cards import PACK_32
from scoring.engine.checks import check_entered, check_left_out
from scoring.engine.game import Setup, check_per_side
from scoring.engine.marking import _
from scoring.engine.messages import Line, line, side
from scoring.engine.refusal import refuse
from scoring.games.belote.models import ALL_POINTS, LAST_TRICK, BeloteOptions, BelotePlayedHand, values

#: How the tricks can be entered.
WAYS = {
    "trick_points": _("the trick points of a side"),
    "captured": _("the cards each side won"),
    "capot": _("who took every trick"),
}
#: With no point at all: only sevens, eights and plain nines, eleven cards.
MOST_WORTHLESS_TRICKS = 2


@dataclass(frozen=True)
class Count:
    """Trick points by side, the side that took every trick (None: both have some), and how they were counted."""

    points: list[int]
    capot: int | None
    lines: list[Line]


def count_points(setup: Setup[BeloteOptions], hand: BelotePlayedHand) -> Count:
    """Returns the trick points of both sides. Raises Refusal if they are impossible, disagree, or are missing."""
    if hand.captured is not None:
        return _by_cards(setup, hand, hand.captured)
    text = _("The last trick is in the points already; it is asked for with the cards won only.")
    check_left_out(hand, ("last_trick",), "last_trick_needless", text, rule="last-trick")
    check_entered(hand, WAYS, rule="scoring")
    if hand.trick_points is not None:
        check_per_side(setup, hand.trick_points, "/trick_points", rule="scoring")
    if hand.capot is not None:
        return _by_capot(hand, hand.capot)
    impossible = impossible_figures(ALL_POINTS)
    points = complete_figures(
        hand.trick_points or (), ALL_POINTS, "/trick_points", rule="card-strength", impossible=impossible
    )
    return Count(points, _capot_by_points(hand, points), [_points_line(points)])


def _points_line(points: list[int]) -> Line:
    return line(
        "Trick points: {first} {a}, {second} {b}",
        first=side(0),
        a=points[0],
        second=side(1),
        b=points[1],
        rule="scoring",
    )


def _by_capot(hand: BelotePlayedHand, winner: int) -> Count:
    points = [0, 0]
    points[winner] = ALL_POINTS
    for number, entered in enumerate(hand.trick_points or ()):
        if entered is not None and entered != points[number]:
            text = _("A side with all tricks has 162 and the other 0, not {typed}.")
            raise refuse(f"/trick_points/{number}", "capot_points", text, rule="capot", typed=entered)
    if hand.tricks:
        text = _("After a capot the other side has no trick.")
        raise refuse("/tricks", "capot_tricks", text, rule="capot")
    return Count(points, winner, [])


def _capot_by_points(hand: BelotePlayedHand, points: list[int]) -> int | None:
    """The side with every trick, if the points allow it."""
    if ALL_POINTS not in points:
        text = _("The number of tricks is asked for only if a side has no points at all.")
        check_left_out(hand, ("tricks",), "tricks_needless", text, rule="capot")
        return None
    winner = points.index(ALL_POINTS)
    if hand.tricks is None:
        text = _("All 162 points: say that it was a capot, or how many worthless tricks the other side won.")
        raise refuse(f"/trick_points/{winner}", "capot_or_tricks", text, rule="capot")
    if not 0 <= hand.tricks <= MOST_WORTHLESS_TRICKS:
        text = _("{n} tricks without a single point are not possible: at most {most} can be worthless.")
        raise refuse("/tricks", "tricks_impossible", text, rule="capot", n=hand.tricks, most=MOST_WORTHLESS_TRICKS)
    return None if hand.tricks else winner


def _by_cards(setup: Setup[BeloteOptions], hand: BelotePlayedHand, captured: list[list[str] | None]) -> Count:
    check_per_side(setup, captured, "/captured", rule="scoring")
    if hand.trump is None:
        text = _("The trump suit is needed to count cards.")
        raise refuse("/trump", "trump_missing", text, rule="card-strength")
    piles = complete_piles(PACK_32, captured, "/captured", trick=4)
    capot = next((number for number in range(2) if not piles[1 - number]), None)
    last = last_trick_winner(hand.last_trick, piles)
    if last is None:
        text = _("Who took the last trick, and the ten points for it?")
        raise refuse("/last_trick", "last_trick_missing", text, rule="last-trick")
    points, lines = count_card_points(None, piles, values(hand.trump), side, "/captured")
    points[last] += LAST_TRICK
    ten = line("{who}: ten for the last trick", who=side(last), value=points[last], rule="last-trick")
    lines.insert(last + 1, ten)
    if hand.trick_points is not None:
        check_per_side(setup, hand.trick_points, "/trick_points", rule="scoring")
        for number, entered in enumerate(hand.trick_points):
            check_same_figure(entered, points[number], f"/trick_points/{number}")
    if hand.capot is not None and hand.capot != capot:
        text = _("By the cards, {who} did not take every trick.")
        raise refuse("/capot", "disagree", text, rule="capot", who=side(hand.capot))
    check_same_figure(hand.tricks, min(len(pile) for pile in piles) // 4, "/tricks", rule="capot")
    return Count(points, capot, lines)
