"""Tables for the rules page: the stakes of Twenty-Nine."""

from __future__ import annotations

from scoring.engine.game import Cell, Grid
from scoring.engine.messages import say, signed
from scoring.games.twenty_nine.models import STAKES


def make_tables() -> dict[str, Grid]:
    """Returns the victory points of a contract that is made, missed, doubled or redoubled (rule: scoring)."""
    rows: list[list[Cell]] = [
        [say("the contract or more"), say("{n}", n=signed(STAKES["none"])), say("nothing")],
        [say("less"), say("{n}", n=signed(-STAKES["none"])), say("nothing")],
        [say("the same, doubled"), say("±{n}", n=STAKES["double"]), say("nothing")],
        [say("the same, redoubled"), say("±{n}", n=STAKES["redouble"]), say("nothing")],
    ]
    head = say("the bidder's side took"), say("its score"), say("the defenders")
    return {"stakes": Grid([*head], rows, say("Victory points"))}
