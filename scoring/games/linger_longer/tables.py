"""Tables for the rules page: the deal of Linger Longer."""

from __future__ import annotations

from scoring.engine.game import Cell, Grid
from scoring.engine.messages import say
from scoring.games.linger_longer.hand_sizes import PACK, stock_after_deal


def make_tables(players: tuple[int, ...]) -> dict[str, Grid]:
    """Returns the deal by number of players: everybody gets as many cards as there are players (rule: setup)."""
    rows: list[list[Cell]] = [[n, n, PACK - stock_after_deal(n), stock_after_deal(n)] for n in players]
    head = say("players"), say("cards each"), say("dealt"), say("stock")
    return {"deal": Grid([*head], rows, say("The deal"))}
