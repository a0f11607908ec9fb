"""Tables for the rules page: the pack of Rolling Stone."""

from __future__ import annotations

from scoring.engine.game import Cell, Grid
from scoring.engine.messages import rank, say
from scoring.games.rolling_stone.cards import LOWEST, pack_of, ranks_of

_LOWEST_OF_ALL = 2


def make_tables() -> dict[str, Grid]:
    """Returns which ranks are taken out, and how many cards stay, by number of players (rule: setup)."""
    rows: list[list[Cell]] = []
    for players, lowest in LOWEST.items():
        highest_out = int(lowest) - 1
        out = say("{n}", n=highest_out)
        if highest_out > _LOWEST_OF_ALL:
            out = say("{low} to {high}", low=_LOWEST_OF_ALL, high=highest_out)
        kept = say("{high} to {low}", high=rank(ranks_of(players)[0]), low=lowest)
        rows.append([players, out, kept, len(pack_of(players))])
    head = say("players"), say("taken out"), say("ranks in play"), say("cards")
    return {"packs": Grid([*head], rows, say("The pack"))}
