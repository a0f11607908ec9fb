"""Tables for the rules page: the values of Calypso."""

from __future__ import annotations

from scoring.engine.game import Cell, Grid
from scoring.engine.messages import say
from scoring.games.calypso.models import IN_PILE, IN_PROGRESS, CalypsoOptions
from scoring.games.calypso.result import calypso_values

_CALYPSOS = (
    say("a player's first calypso"),
    say("the second of the same player"),
    say("the third"),
    say("the fourth"),
)


def make_tables(options: CalypsoOptions) -> dict[str, Grid]:
    """Returns what calypsos, cards in progress and the pile are worth (rule: scoring)."""
    rows: list[list[Cell]] = [[name, worth] for name, worth in zip(_CALYPSOS, calypso_values(options), strict=True)]
    rows.append([say("each card in an unfinished calypso"), IN_PROGRESS])
    rows.append([say("each unused card in the side's pile"), IN_PILE])
    return {"values": Grid([say("what"), say("points")], rows, say("Values"))}
