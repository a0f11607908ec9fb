"""Tables for the rules page: the figures of the Card Stock Market."""

from __future__ import annotations

from scoring.engine.cards import PACK_52
from scoring.engine.game import Cell, Grid
from scoring.engine.messages import rank, say
from scoring.games.card_stock_market.ledger import RAISED
from scoring.games.card_stock_market.models import COPIES, HAND, MARKET


def make_tables(players: tuple[int, ...]) -> dict[str, Grid]:
    """Returns the deal by number of players, and the prices that picture cards set (rules: setup, pictures)."""
    whole = COPIES * len(PACK_52)
    deal: list[list[Cell]] = [[n, n * HAND, len(MARKET), whole - n * HAND - len(MARKET)] for n in players]
    head = say("players"), say("dealt"), say("on the market"), say("draw pile")
    pictures = [say("{rank}", rank=rank(name)) for name in RAISED]
    raised: list[list[Cell]] = [[say("raises the price to"), *RAISED.values()]]
    return {
        "deal": Grid([*head], deal, say("The deal")),
        "pictures": Grid([say("picture card"), *pictures], raised, say("Raised prices")),
    }
