"""The pack of Buried Treasure: how many cards are in play, and what each is worth in a pile."""

from __future__ import annotations

from scoring.engine.cards import PACK_52, Pack

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
VALUES = {"A": 1} | {rank: int(rank) for rank in RANKS[1:10]} | {"J": 0, "Q": 0, "K": 0}
IN_SUIT = len(RANKS)
SUIT_VALUE = sum(VALUES.values())
BURIED = 4
DEALT = 8


def decks_of(players: int) -> int:
    """Returns how many packs are used with this number of players."""
    return 1 if players <= 5 else 2


def pack_of(players: int) -> Pack:
    """Returns all cards in play."""
    return Pack(PACK_52.cards * decks_of(players))
