"""Tables for the rules page: the figures of Malilla."""

from __future__ import annotations

from scoring.engine.cards import most_points
from scoring.engine.game import Cell, Grid
from scoring.engine.messages import say
from scoring.games.malilla.models import PACK_40, VALUES

CARDS_IN_TRICK = 4
#: The number of tricks that can hold all card points.
ENOUGH_TRICKS = 5


def make_tables() -> dict[str, Grid]:
    """Returns the most card points that each number of tricks can hold (rule: card-strength)."""
    tricks = range(1, ENOUGH_TRICKS + 1)
    most: list[Cell] = [most_points(PACK_40.cards, VALUES, CARDS_IN_TRICK * n) for n in tricks]
    rows: list[list[Cell]] = [[say("card points at most"), *most]]
    return {"most": Grid([say("tricks"), *map(str, tricks)], rows, say("Card points in a few tricks"))}
