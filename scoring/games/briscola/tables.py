"""Tables for the rules page: the deal of Briscola."""

from __future__ import annotations

from scoring.engine.game import Cell, Grid
from scoring.engine.messages import say
from scoring.games.briscola.models import DEALT, PACK_40


def make_tables(players: tuple[int, ...]) -> dict[str, Grid]:
    """Returns the cards dealt and drawn and the tricks, by number of players (rule: setup)."""
    rows: list[list[Cell]] = []
    for number in players:
        tricks = len(PACK_40) // number
        drawn = say("{n}, {each} each", n=(tricks - DEALT) * number, each=tricks - DEALT)
        rows.append([number, DEALT * number, drawn, tricks])
    head = say("players"), say("dealt"), say("drawn"), say("tricks")
    return {"deal": Grid([*head], rows, say("The deal"))}
