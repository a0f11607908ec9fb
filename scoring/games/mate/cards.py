"""The twenty cards of Mate: what answers a card, and which of two wins."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine.cards import SUITS, pack, rank_of, suit_of

RANKS = ("A", "10", "K", "Q", "7")
PACK = pack(RANKS)
VALUES = {"A": 11, "10": 10, "7": 7, "K": 4, "Q": 3}
HAND_SIZE = 10
#: How many times more an overmate counts.
OVERMATE = 2


def can_answer(lead: str, answer: str) -> bool:
    """Returns whether a card can answer another at all: by suit or by rank."""
    return suit_of(lead) == suit_of(answer) or rank_of(lead) == rank_of(answer)


def answers(lead: str, hand: Sequence[str]) -> list[str]:
    """Returns the cards of a hand that may answer: those of the suit, without one those of the rank."""
    of_suit = [code for code in hand if suit_of(code) == suit_of(lead)]
    return of_suit or [code for code in hand if rank_of(code) == rank_of(lead)]


def answer_wins(lead: str, answer: str) -> bool:
    """Returns whether the answer wins: by rank within a suit, by suit within a rank."""
    if suit_of(lead) == suit_of(answer):
        return RANKS.index(rank_of(answer)) < RANKS.index(rank_of(lead))
    return SUITS.index(suit_of(answer)) < SUITS.index(suit_of(lead))
