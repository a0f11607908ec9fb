"""The pack of Rolling Stone: its ranks by number of players, and the pips of the cards."""

from __future__ import annotations

from scoring.engine.cards import Pack, pack

HAND_SIZE = 8
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3")
LOWEST = {4: "7", 5: "5", 6: "3"}
PIPS = {"A": 1, "K": 10, "Q": 10, "J": 10} | {rank: int(rank) for rank in RANKS[4:]}


def ranks_of(players: int) -> tuple[str, ...]:
    """Returns the ranks in play with this number of players, highest first."""
    return RANKS[: RANKS.index(LOWEST[players]) + 1]


def pack_of(players: int) -> Pack:
    """Returns the cards in play with this number of players: eight for each."""
    return pack(ranks_of(players))
