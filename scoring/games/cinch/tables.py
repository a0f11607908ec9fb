"""Tables for the rules page: the points of Cinch."""

from __future__ import annotations

from scoring.engine.game import Cell, Grid
from scoring.engine.messages import say
from scoring.games.cinch.count import PEDRO, POSSIBLE_TOTALS
from scoring.games.cinch.models import ALL_POINTS, WORTH

_POINTS = {
    "high": (say("high"), say("the side that played the highest trump in play")),
    "low": (say("low"), say("the side that captured the lowest trump in play")),
    "jack": (say("jack of trumps"), say("the side that captured it")),
    "ten": (say("ten of trumps"), say("the side that captured it")),
    "right_pedro": (say("right pedro"), say("the side that captured it")),
    "left_pedro": (say("left pedro"), say("the side that captured it")),
}


def make_tables() -> dict[str, Grid]:
    """Returns what a bid scores, and the points of a hand (rules: scoring, points)."""
    nothing, difference = say("nothing"), say("the difference")
    results: list[list[Cell]] = [
        [say("bid made, declarers took more"), difference, nothing],
        [say("bid made, defenders took more"), nothing, difference],
        [say("bid made, both took the same"), nothing, nothing],
        [say("bid broken"), nothing, say("{n} and one more for each point short", n=ALL_POINTS)],
    ]
    points: list[list[Cell]] = [[_POINTS[name][0], worth, _POINTS[name][1]] for name, worth in WORTH.items()]
    return {
        "results": Grid([say("result"), say("declarers"), say("defenders")], results, say("What a bid brings")),
        "points": Grid([say("point"), say("worth"), say("who gets it")], points, say("Points of a hand")),
        "sums": _sums(),
    }


def _sums() -> Grid:
    """The sums by the number of pedros in play."""
    rows: list[list[Cell]] = []
    for pedros, in_play in enumerate((say("no pedro"), say("one pedro"), say("both pedros"))):
        low = pedros * PEDRO
        rows.append([in_play, say("{n}", n=[total for total in POSSIBLE_TOTALS if low <= total < low + PEDRO])])
    return Grid([say("in play"), say("sums")], rows, say("Possible sums"))
