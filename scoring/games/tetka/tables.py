"""Tables for the rules page: the penalties of Tëtka."""

from __future__ import annotations

from scoring.engine.game import Cell, Grid
from scoring.engine.messages import say
from scoring.games.tetka.penalties import BAD_TRICK, BUM_CARD, LAST_TRICK, MOST_TRICKS, OTHER_QUEEN, QUEENS, TETKA


def make_tables() -> dict[str, Grid]:
    """Returns what costs points in a hand, and how many there are in all (rules: object, scoring)."""
    others = OTHER_QUEEN * (len(QUEENS) - 1)
    rows: list[list[Cell]] = [
        [say("taking the bum card"), BUM_CARD],
        [say("taking Tëtka, the queen of its suit"), TETKA],
        [say("taking each other queen"), say("{n}, {all} in all", n=OTHER_QUEEN, all=others)],
        [say("winning the bad trick"), BAD_TRICK],
        [say("winning the last trick"), LAST_TRICK],
        [say("winning the most tricks"), MOST_TRICKS],
        [say("a whole hand"), BUM_CARD + TETKA + others + BAD_TRICK + LAST_TRICK + MOST_TRICKS],
    ]
    return {"penalties": Grid([say("what costs points"), say("points")], rows, say("Penalties"))}
