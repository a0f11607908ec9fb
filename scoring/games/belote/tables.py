"""Tables for the rules page: the trick points and declarations of Belote."""

from __future__ import annotations

from itertools import groupby

from scoring.engine.game import Cell, Grid
from scoring.engine.messages import say
from scoring.games.belote.declarations import FOUR_VALUES, FOURS, RUN_VALUES
from scoring.games.belote.models import ALL_POINTS, BELOTE, CAPOT_BONUS, RUN_LENGTHS, SHORTEST_HUNDRED


def make_tables() -> dict[str, Grid]:
    """Returns the trick points that each side scores, and the declarations (rules: scoring, declarations)."""
    return {"results": _results(), "declarations": _declarations()}


def _results() -> Grid:
    half, capot, own = ALL_POINTS // 2, ALL_POINTS + CAPOT_BONUS, say("its trick points")
    rows: list[list[Cell]] = [
        [say("made: {n} or more", n=half + 1), own, own],
        [say("failed: {n} or fewer", n=half - 1), 0, ALL_POINTS],
        [say("{n} each", n=half), 0, ALL_POINTS],
        [say("capot by the taker's side"), capot, 0],
        [say("capot by the others"), 0, capot],
    ]
    return Grid([say("what happened"), say("the taker's side"), say("the other side")], rows, say("Trick points"))


def _declarations() -> Grid:
    rows: list[list[Cell]] = [
        [say("run of {n} in a suit (tierce)", n=RUN_LENGTHS["tierce"]), RUN_VALUES["tierce"]],
        [say("run of {n} (cinquante)", n=RUN_LENGTHS["fifty"]), RUN_VALUES["fifty"]],
        [say("run of {n} or more (cent)", n=SHORTEST_HUNDRED), RUN_VALUES["hundred"]],
    ]
    for value, ranks in groupby(FOUR_VALUES, key=FOUR_VALUES.__getitem__):
        rows.append([say("{names}", names=[FOURS[rank] for rank in ranks]), value])
    rows.append([say("four eights or sevens"), say("nothing")])
    rows.append([say("belote: king and queen of trumps"), BELOTE])
    return Grid([say("declaration"), say("points")], rows, say("Declarations"))
