"""What is bad in each hand of Canadian Salad, and what it costs."""

from __future__ import annotations

from scoring.engine.cards import PACK_52, Pack, cards_of, rank_of, suit_of
from scoring.engine.marking import _
from scoring.engine.messages import Message, plural, say

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
HEARTS = cards_of(RANKS, "H")
QUEENS = cards_of(("Q",))
KING = "KS"
#: What each costs.
TRICK, HEART, QUEEN, KING_OF_SPADES, LAST_TRICK = 10, 10, 25, 100, 100
REMOVED = {3: ("2C",), 4: (), 5: ("2C", "2D"), 6: ("2C", "3C", "2D", "3D")}

COUNTED_IN = {
    1: ("tricks",),
    2: ("hearts",),
    3: ("queens",),
    4: ("king_spades",),
    5: ("last_trick",),
    6: ("tricks", "hearts", "queens", "king_spades", "last_trick"),
}
RULE_OF = {
    "tricks": "hand-1",
    "hearts": "hand-2",
    "queens": "hand-3",
    "king_spades": "hand-4",
    "last_trick": "hand-5",
}
BAD_CARDS = {2: HEARTS, 3: QUEENS, 4: (KING,), 6: tuple(dict.fromkeys((*HEARTS, *QUEENS, KING)))}


def rule_of_hand(hand_no: int) -> str:
    """Returns the section on a hand."""
    return f"hand-{hand_no}"


def what_is_bad(hand_no: int) -> Message:
    """Returns what is bad in this hand, as a text."""
    return say(
        {
            1: _("every trick costs 10"),
            2: _("every heart costs 10"),
            3: _("every queen costs 25"),
            4: _("the king of spades costs 100"),
            5: _("the last trick costs 100"),
            6: _("tricks 10, hearts 10, queens 25, king of spades 100, last trick 100"),
        }[hand_no]
    )


def pack_of(players: int) -> Pack:
    """Returns the cards in play with this number of players."""
    return Pack(tuple(PACK_52.rest(REMOVED[players])))


def tricks_of(players: int) -> int:
    """Returns the number of tricks in a hand, and so of cards of each player."""
    return len(pack_of(players)) // players


def card_cost(code: str) -> int:
    """Returns what a card costs in the sixth hand; the queen of hearts is a heart and a queen."""
    cost = HEART if suit_of(code) == "H" else 0
    cost += QUEEN if rank_of(code) == "Q" else 0
    return cost + (KING_OF_SPADES if code == KING else 0)


def penalty_text(name: str, n: int) -> Message:
    """Returns the penalty cards as a text: how many tricks, hearts or queens with the cost of each, or a single card or
    trick.
    """
    match name:
        case "tricks":
            return plural(n, "{n} trick × 10", "{n} tricks × 10")
        case "hearts":
            return plural(n, "{n} heart × 10", "{n} hearts × 10")
        case "queens":
            return plural(n, "{n} queen × 25", "{n} queens × 25")
        case "king_spades":
            return say("the king of spades")
        case _:
            return say("the last trick")
