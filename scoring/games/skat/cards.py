"""The cards of Skat: the trumps of each game, base values, possible bids."""

from __future__ import annotations

from bisect import bisect_left
from typing import Literal

from scoring.engine.cards import PACK_32, SUITS, cards_of, most_points
from scoring.engine.marking import _
from scoring.engine.messages import Message, say, suit
from scoring.engine.tricks import Ranking

TrumpGame = Literal["C", "S", "H", "D", "grand"]
AnyGame = Literal["C", "S", "H", "D", "grand", "null", "ramsch"]

VALUES = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
ALL_POINTS = 120
TRICKS = 10
HAND, SKAT = 10, 2
#: The most card points that the skat can hold: two aces.
MOST_IN_SKAT = most_points(PACK_32.cards, VALUES, SKAT)

JACKS = cards_of("J")
PLAIN = ("A", "10", "K", "Q", "9", "8", "7")
NULL_RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7")

#: The trumps of each game, highest first: the order in which matadors are counted.
TRUMPS: dict[str, tuple[str, ...]] = {
    **{letter: JACKS + cards_of(PLAIN, letter) for letter in SUITS},
    "grand": JACKS,
}
RANKINGS: dict[str, Ranking] = {game: Ranking(trumps, PLAIN) for game, trumps in TRUMPS.items()}
RANKINGS["ramsch"] = RANKINGS["grand"]
RANKINGS["null"] = Ranking((), NULL_RANKS)

#: Base values.
BASE = {"D": 9, "H": 10, "S": 11, "C": 12, "grand": 24}

#: A null by (hand, open).
NULL_VALUES = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}

#: Every value that a game can have, and nothing between.
LEGAL_BIDS = tuple(
    sorted(
        {base * level for game, base in BASE.items() for level in range(2, 8 + len(TRUMPS[game]))}
        | set(NULL_VALUES.values())
    )
)


def meant_bid(bid: int) -> int:
    """Returns what a bid stands for: who bids by two and says 26, which no game is worth, means 27, the next value.

    Any other number is returned as it is.
    """
    by_two = bid % 2 == 0 and LEGAL_BIDS[0] < bid < LEGAL_BIDS[-1]
    return LEGAL_BIDS[bisect_left(LEGAL_BIDS, bid)] if by_two else bid


def game_name(game: str, hand: bool = False) -> Message:
    """Returns a game with trumps as players call it: ``spades hand``."""
    if game == "grand":
        return say("grand hand") if hand else say("grand")
    return say(_("{suit} hand") if hand else _("{suit}"), suit=suit(game))


def null_name(hand: bool, is_open: bool) -> Message:
    """Returns a null as players call it."""
    if hand:
        return say("null open hand") if is_open else say("null hand")
    return say("null open") if is_open else say("null")
