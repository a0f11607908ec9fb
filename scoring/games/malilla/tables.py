"""What the rules page draws from the figures of Malilla."""

from __future__ import annotations

from scoring.engine.game import Cell, Grid
from scoring.engine.messages import say
from scoring.games.malilla.models import MOST_IN


def most_tables() -> dict[str, Grid]:
    """The most card points that fit into so many tricks (rule: card-strength)."""
    rows: list[list[Cell]] = [[say("card points at most"), *MOST_IN[1:]]]
    return {"most": Grid([say("tricks"), *map(str, range(1, len(MOST_IN)))], rows, say("Card points in a few tricks"))}
