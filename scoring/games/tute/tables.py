"""Tables for the rules page: the declarations of Tute."""

from __future__ import annotations

from scoring.engine.game import Cell, Grid
from scoring.engine.messages import say
from scoring.games.tute.models import FORTY, TWENTY


def make_tables() -> dict[str, Grid]:
    """Returns what king and queen of a suit score (rule: declarations)."""
    rows: list[list[Cell]] = [
        [say("las cuarenta, king and queen of trumps"), FORTY],
        [say("las veinte, king and queen of another suit"), TWENTY],
    ]
    return {"declarations": Grid([say("shown"), say("brings")], rows, say("Declarations"))}
