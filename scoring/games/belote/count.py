"""How many trick points each side of a Belote hand has, by whatever was entered."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.engine.captured import check_same_figure, complete_figures, complete_piles
from scoring.engine.cards import PACK_32, card_points
from scoring.engine.game import Setup, check_per_side
from scoring.engine.messages import Line, cards, line, side
from scoring.engine.refusal import refuse
from scoring.games.belote.models import ALL_POINTS, LAST_TRICK, BeloteOptions, BelotePlayedHand, values

#: No card is worth 1, so nobody can have 1 or leave 1 to the other side.
IMPOSSIBLE_POINTS = (1, ALL_POINTS - 1)
#: With no point at all: only sevens, eights and plain nines, eleven cards.
MOST_WORTHLESS_TRICKS = 2


@dataclass(frozen=True)
class Count:
    """Trick points by side, the side that took every trick (None: both have some), and how they were counted."""

    points: list[int]
    capot: int | None
    lines: list[Line]


def count_tricks(setup: Setup[BeloteOptions], hand: BelotePlayedHand) -> Count:
    """The trick points of both sides. Raises Refusal if they are impossible, disagree, or are missing."""
    if hand.captured is not None:
        return _by_cards(setup, hand, hand.captured)
    if hand.last_trick is not None:
        text = "The last trick is in the points already; it is asked for with the cards won only."
        raise refuse("/last_trick", "last_trick_needless", text, rule="last-trick")
    if hand.trick_points is not None:
        check_per_side(setup, hand.trick_points, "/trick_points", rule="scoring")
    if hand.capot is not None:
        return _by_capot(hand, hand.capot)
    if hand.trick_points is None:
        text = "Enter the trick points of a side, the cards it won, or the capot."
        raise refuse("/trick_points", "nothing_entered", text, rule="scoring")
    points = complete_figures(
        hand.trick_points, ALL_POINTS, "/trick_points", rule="card-strength", never=IMPOSSIBLE_POINTS
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
    for number, typed in enumerate(hand.trick_points or ()):
        if typed is not None and typed != points[number]:
            text = "With all tricks a side has 162 and the other 0, not {typed}."
            raise refuse(f"/trick_points/{number}", "capot_points", text, rule="capot", typed=typed)
    if hand.tricks:
        text = "After a capot the other side has no trick."
        raise refuse("/tricks", "capot_tricks", text, rule="capot")
    return Count(points, winner, [])


def _capot_by_points(hand: BelotePlayedHand, points: list[int]) -> int | None:
    """The side with every trick, if the points allow it."""
    if ALL_POINTS not in points:
        if hand.tricks is not None:
            text = "The number of tricks is asked for only if a side has no points at all."
            raise refuse("/tricks", "tricks_needless", text, rule="capot")
        return None
    richer = points.index(ALL_POINTS)
    if hand.tricks is None:
        text = "All 162 points: say that it was a capot, or how many worthless tricks the other side won."
        raise refuse(f"/trick_points/{richer}", "capot_or_tricks", text, rule="capot")
    if not 0 <= hand.tricks <= MOST_WORTHLESS_TRICKS:
        text = "{n} tricks without a single point are not possible: at most {most} can be worthless."
        raise refuse("/tricks", "tricks_impossible", text, rule="capot", n=hand.tricks, most=MOST_WORTHLESS_TRICKS)
    return None if hand.tricks else richer


def _by_cards(setup: Setup[BeloteOptions], hand: BelotePlayedHand, captured: list[list[str] | None]) -> Count:
    check_per_side(setup, captured, "/captured", rule="scoring")
    if hand.trump is None:
        text = "The trump suit is needed to count cards."
        raise refuse("/trump", "trump_missing", text, rule="card-strength")
    piles = complete_piles(PACK_32, captured, "/captured", trick=4)
    capot = next((number for number in range(2) if not piles[1 - number]), None)
    last = hand.last_trick if hand.last_trick is not None else capot
    if last is None:
        text = "Who took the last trick, and the ten points for it?"
        raise refuse("/last_trick", "last_trick_missing", text, rule="last-trick")
    if not piles[last]:
        text = "{who} has no card, so it did not take the last trick."
        raise refuse("/last_trick", "last_trick_without_card", text, rule="last-trick", who=side(last))
    worth = values(hand.trump)
    points, lines = [], []
    for number, pile in enumerate(piles):
        value = card_points(pile, worth)
        scoring = sorted((code for code in pile if worth[code]), key=lambda code: -worth[code])
        lines.append(
            line("{who}: {cards}", who=side(number), cards=cards(scoring), value=value, rule="card-strength")
            if scoring
            else line("{who}: no card that counts", who=side(number), value=0, rule="card-strength")
        )
        if number == last:
            value += LAST_TRICK
            lines.append(line("{who}: ten for the last trick", who=side(number), value=value, rule="last-trick"))
        points.append(value)
    if hand.trick_points is not None:
        check_per_side(setup, hand.trick_points, "/trick_points", rule="scoring")
        for number, typed in enumerate(hand.trick_points):
            check_same_figure(typed, points[number], f"/trick_points/{number}")
    if hand.capot is not None and hand.capot != capot:
        text = "By the cards {who} did not take every trick."
        raise refuse("/capot", "disagree", text, rule="capot", who=side(hand.capot))
    check_same_figure(hand.tricks, min(len(pile) for pile in piles) // 4, "/tricks", rule="capot")
    return Count(points, capot, lines)
