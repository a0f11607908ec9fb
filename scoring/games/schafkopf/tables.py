"""Tables for the rules page: the lines of Schafkopf."""

from __future__ import annotations

from scoring.engine.game import Cell, Grid
from scoring.engine.messages import say, signed
from scoring.games.schafkopf.models import LINES


def make_tables() -> dict[str, Grid]:
    """Returns what the declarer's result scores, best first (rule: lines)."""
    lines = sorted(LINES.values(), key=lambda reached: -reached[0])
    rows: list[list[Cell]] = [[name, say("{n}", n=signed(points))] for points, name in lines]
    return {
        "lines": Grid(
            [say("The declarer's result"), say("Victory points")], rows, say("What the declarer's result scores")
        )
    }
