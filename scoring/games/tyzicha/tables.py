"""Tables for the rules page: the figures of Tyzicha."""

from __future__ import annotations

from scoring.engine.cards import SYMBOLS
from scoring.engine.game import Cell, Grid
from scoring.engine.messages import Message, say
from scoring.games.tyzicha.models import MARRIAGES


def make_tables() -> dict[str, Grid]:
    """Returns what a marriage in each suit counts (rule: marriages)."""
    head: list[Message | str] = [say("king and queen of"), *(SYMBOLS[suit] for suit in MARRIAGES)]
    rows: list[list[Cell]] = [[say("points"), *MARRIAGES.values()]]
    return {"marriages": Grid(head, rows, say("Marriages"))}
