"""Tables for the rules page: the deal, melds, marriages and zetemas of Zetema."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from scoring.engine.game import Cell, Grid
from scoring.engine.messages import Message, say
from scoring.games.zetema.melds import (
    ASSEMBLIES,
    IMPERIAL,
    MARRIAGES,
    MELDS,
    OTHER_ASSEMBLY,
    OTHER_ZETEMA,
    ZETEMAS,
    extra,
    rank_word,
)
from scoring.games.zetema.models import ZetemaOptions, hand_size, pack_with

_MELDS = {
    "sequence": say("sequence: ranks in a row, not all of one suit"),
    "flush": say("flush: one suit, not in a row"),
    "flush_sequence": say("flush sequence: one suit and in a row"),
}
#: The suits of one marriage, of two, and so on, if spades are doubled.
_SUITS = ("S", "H", "D", "C", "S")


def make_tables(players: tuple[int, ...], options: ZetemaOptions) -> dict[str, Grid]:
    """Returns the deal by number of players, and everything that scores (rules: setup, scoring)."""
    return {"deal": _deal(players), "melds": _melds(), "marriages": _marriages(options), "zetemas": _zetemas()}


def _deal(players: tuple[int, ...]) -> Grid:
    whole = len(pack_with("S").cards)
    rows: list[list[Cell]] = [[n, hand_size(n), whole - n * hand_size(n)] for n in players]
    return Grid([say("players"), say("cards each"), say("stock")], rows, say("The deal"))


def _melds() -> Grid:
    rows: list[list[Cell]] = [[_MELDS[meld], worth] for meld, worth in MELDS.items()]
    rows += [[say("assembly of {ranks}", ranks=ranks), worth] for ranks, worth in _by_worth(ASSEMBLIES)]
    rows.append([say("assembly of any other rank"), OTHER_ASSEMBLY])
    return Grid([say("meld"), say("points")], rows, say("Melds"))


def _marriages(options: ZetemaOptions) -> Grid:
    together = range(1, len(MARRIAGES))
    adds: list[Cell] = [IMPERIAL if extra(options, "S", _SUITS[:n]) else "–" for n in together]
    rows: list[list[Cell]] = [[say("points"), *MARRIAGES[1:]], [say("each imperial one adds"), *adds]]
    return Grid([say("marriages declared together"), *map(str, together)], rows, say("Marriages"))


def _zetemas() -> Grid:
    groups = _by_worth(ZETEMAS)
    head = [say("zetema of"), *(say("{ranks}", ranks=ranks) for ranks, _ in groups), say("any other rank")]
    rows: list[list[Cell]] = [[say("points"), *(worth for _, worth in groups), OTHER_ZETEMA]]
    return Grid([*head], rows, say("Zetemas"))


def _by_worth(worth: Mapping[str, int]) -> list[tuple[list[Message], int]]:
    """Ranks of the same worth together, as words."""
    return [([rank_word(rank) for rank in ranks], points) for points, ranks in groupby(worth, key=worth.__getitem__)]
