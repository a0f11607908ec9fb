"""Tables for the rules page: the points of Écarté."""

from __future__ import annotations

from scoring.engine.game import Cell, Grid
from scoring.engine.messages import say
from scoring.games.ecarte.result import KING, POINT, VOLE, VULNERABLE


def make_tables() -> dict[str, Grid]:
    """Returns what scores points in a hand (rule: scoring)."""
    rows: list[list[Cell]] = [
        [say("a king turned up"), say("dealer {n}", n=KING)],
        [say("the king of trumps shown"), say("holder {n}", n=KING)],
        [say("the point: three or four tricks"), POINT],
        [say("the vole: all five tricks"), VOLE],
        [say("a vulnerable loser"), say("{n} more", n=VULNERABLE)],
    ]
    return {"points": Grid([say("For"), say("Points")], rows, say("Points of a hand"))}
