"""The pack of Rolling Stone: which ranks so many play with, and the pips of the cards."""

from __future__ import annotations

from scoring.engine.cards import Pack, pack

HAND_SIZE = 8
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3")
LOWEST = {4: "7", 5: "5", 6: "3"}
PIPS = {"A": 1, "K": 10, "Q": 10, "J": 10} | {rank: int(rank) for rank in RANKS[4:]}


def ranks_of(players: int) -> tuple[str, ...]:
    """The ranks that so many play with, highest first."""
    return RANKS[: RANKS.index(LOWEST[players]) + 1]


def pack_of(players: int) -> Pack:
    """The cards that so many play with: eight for each."""
    return pack(ranks_of(players))
