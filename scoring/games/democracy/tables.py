"""Tables for the rules page: the deal of Democracy."""

from __future__ import annotations

from scoring.engine.game import Cell, Grid
from scoring.engine.messages import say
from scoring.games.democracy.models import DemocracyOptions, deal, pack_of


def make_tables(players: tuple[int, ...], options: DemocracyOptions) -> dict[str, Grid]:
    """Returns the pack and both days by number of players (rules: setup, days)."""
    rows: list[list[Cell]] = [[n, len(pack_of(n)), *deal(n, options)] for n in players]
    head = say("players"), say("deck"), say("each hand, first day"), say("second day")
    return {"deal": Grid([*head], rows, say("The deal"))}
