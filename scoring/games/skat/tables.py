"""Tables for the rules page: the bids of Skat, its games by matadors, and null."""

from __future__ import annotations

from itertools import pairwise

from scoring.engine.cards import SYMBOLS
from scoring.engine.game import Cell, Grid
from scoring.engine.messages import Message, say
from scoring.games.skat.cards import BASE, LEGAL_BIDS, NULL_VALUES, TRUMPS, null_name
from scoring.games.skat.value import LEVELS

#: Where the list of bids is broken into rows.
_BREAKS = (0, 50, 100, LEGAL_BIDS[-1])
_FEW = range(1, 5)


def make_tables() -> dict[str, Grid]:
    """Returns the possible bids, the values of suit games and grand, and those of null (rules: bids, game-value,
    null-values).
    """
    return {"bids": _bids(), "values": _values(), "null": _nulls()}


def _bids() -> Grid:
    rows: list[list[Cell]] = []
    for above, most in pairwise(_BREAKS):
        bids = [bid for bid in LEGAL_BIDS if above < bid <= most]
        rows.append([say("{low} to {high}", low=bids[0], high=bids[-1]), " ".join(map(str, bids))])
    return Grid([say("From, to"), say("Bids")], rows, say("Possible bids"))


def _values() -> Grid:
    head: list[Message | str] = [say("Game"), say("Base"), say("With or against 1"), *map(str, _FEW[1:]), say("Most")]
    rows: list[list[Cell]] = []
    for game, base in BASE.items():
        by_matadors = [base * (1 + matadors) for matadors in _FEW]
        most = base * (1 + len(TRUMPS[game]) + len(LEVELS))
        rows.append([SYMBOLS.get(game, say("Grand")), base, *by_matadors, most])
    return Grid(head, rows, say("Values of the games"))


def _nulls() -> Grid:
    return Grid([null_name(*way) for way in NULL_VALUES], [[*NULL_VALUES.values()]], say("Values of null"))
