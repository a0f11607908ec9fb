"""What a hand of Briscola scores, who won it, and who can still win a tie-break."""

from __future__ import annotations

from scoring.engine.captured import complete_figures, count_card_points, impossible_figures, scoring_piles
from scoring.engine.game import Setup, check_per_side, leading_sides
from scoring.engine.marking import _
from scoring.engine.messages import Line, Message, line, plural, say, side
from scoring.games.briscola.models import (
    ALL_POINTS,
    VALUES,
    BriscolaCardsHand,
    BriscolaOptions,
    BriscolaPointsHand,
    BriscolaState,
    pack_of,
    usual_deals,
)


def count_points(
    setup: Setup[BriscolaOptions], hand: BriscolaPointsHand | BriscolaCardsHand
) -> tuple[list[int], list[Line]]:
    """Returns the card points of each side, and a line for each. Raises Refusal if they are not possible."""
    return _by_figures(setup, hand) if isinstance(hand, BriscolaPointsHand) else _by_cards(setup, hand)


def _by_figures(setup: Setup[BriscolaOptions], hand: BriscolaPointsHand) -> tuple[list[int], list[Line]]:
    check_per_side(setup, hand.points, "/points", rule="setup")
    points = complete_figures(hand.points, ALL_POINTS, "/points", impossible=impossible_figures(ALL_POINTS))
    lines = []
    for number, value in enumerate(points):
        if hand.points[number] is None:
            others = " − ".join(str(other) for i, other in enumerate(points) if i != number)
            text = _("{who}: the rest, {all} − {others}")
            lines.append(line(text, who=side(number), all=ALL_POINTS, others=others, value=value, rule="scoring"))
        else:
            lines.append(line("{who} counted {n}", who=side(number), n=value, value=value, rule="scoring"))
    return points, lines


def _by_cards(setup: Setup[BriscolaOptions], hand: BriscolaCardsHand) -> tuple[list[int], list[Line]]:
    check_per_side(setup, hand.captured, "/captured", rule="setup")
    piles = scoring_piles(pack_of(setup), hand.captured, VALUES, "/captured")
    return count_card_points(None, piles, VALUES, side, "/captured", rule="scoring")


def count_win(points: list[int], wins: list[int]) -> Line:
    """Counts the hand for its winner and returns the line; if the most points are shared, it counts for nobody."""
    leaders = leading_sides(points)
    if len(leaders) > 1:
        return line("{n} each: the hand counts for nobody", n=points[leaders[0]], rule="hands-won")
    wins[leaders[0]] += 1
    won = plural(wins[leaders[0]], "{n} hand", "{n} hands")
    text = _("{who} won the hand with {n}, and {won} so far")
    return line(text, who=side(leaders[0]), n=points[leaders[0]], won=won, rule="hands-won")


def regular_hands(setup: Setup[BriscolaOptions]) -> int:
    """Returns the regular hands of a match in which points are added up."""
    return setup.options.deals or usual_deals(setup.players)


def in_tie_break(setup: Setup[BriscolaOptions], state: BriscolaState) -> list[int]:
    """Returns the sides that can still win a tie-break; empty if none is played."""
    if state.tie_break or setup.options.match == "hands_won" or state.hands_played < regular_hands(setup):
        return state.tie_break
    leaders = leading_sides(state.totals)
    return leaders if len(leaders) > 1 else []


def still_level(level: list[int], points: list[int]) -> list[int]:
    """Returns the sides that are still level after a tie-break hand, or the one that won it."""
    return [i for i in level if points[i] == max(points[j] for j in level)]


def out_of_reach(state: BriscolaState, left: int) -> list[Line]:
    """Returns a notice if the leader can no longer be caught; the remaining hands are still played."""
    first, second = sorted(state.totals, reverse=True)[:2]
    if first - second <= ALL_POINTS * left:
        return []
    leader = leading_sides(state.totals)[0]
    return [line("{who} can no longer be caught", who=side(leader), rule="end")]


def summary(points: list[int], tie_break: bool) -> Message:
    """Returns the points of each side in one line. tie_break: whether it was a hand of a tie-break."""
    parts = [say("{who} {n}", who=side(i), n=n) for i, n in enumerate(points)]
    return say(_("Tie-break: {parts}") if tie_break else _("{parts}"), parts=parts)
