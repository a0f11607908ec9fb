"""Tables for the rules page: the least and the most that a mate scores in Mate."""

from __future__ import annotations

from scoring.engine.game import Cell, Grid
from scoring.engine.messages import rank, say
from scoring.games.mate.cards import HAND_SIZE, OVERMATE, VALUES


def make_tables() -> dict[str, Grid]:
    """Returns the lowest mate, the highest without foreplacing, and the highest of all (rules: scoring, mate,
    overmate).
    """
    low, high = min(VALUES, key=VALUES.__getitem__), max(VALUES, key=VALUES.__getitem__)
    least, most, last = VALUES[low], VALUES[high], HAND_SIZE + 1
    rows: list[list[Cell]] = [
        [say("the lowest: {rank} on move 1", rank=rank(low)), say("{n} × 1", n=least), least],
        [
            say("the highest without foreplacing: {rank} on move {move}", rank=rank(high), move=HAND_SIZE),
            say("{n} × {move}", n=most, move=HAND_SIZE),
            most * HAND_SIZE,
        ],
        [
            say("the highest overmate: {rank}", rank=rank(high)),
            say("{n} × {move} × {twice}", n=most, move=last, twice=OVERMATE),
            most * last * OVERMATE,
        ],
    ]
    return {"mates": Grid([say("mate"), say("card × move"), say("points")], rows, say("Mates"))}
