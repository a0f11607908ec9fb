"""Tables for the rules page: the games of Solo."""

from __future__ import annotations

from scoring.engine.game import Cell, Grid
from scoring.engine.marking import _
from scoring.engine.messages import say
from scoring.games.solo.models import GAMES, NEEDED


def make_tables() -> dict[str, Grid]:
    """Returns the six games in the order of the bidding (rule: games)."""
    rows: list[list[Cell]] = []
    for step, (worth, name) in GAMES.items():
        game = step.partition("_")[0]
        text = _("{n}, with the partner") if game == "simple" else _("{n}, alone")
        rows.append([name, say(text, n=NEEDED[game]), worth])
    return {
        "games": Grid(
            [say("Game, lowest first"), say("Tricks"), say("Worth")], rows, say("Games in the order of the bidding")
        )
    }
