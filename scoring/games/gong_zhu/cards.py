"""The cards of Gong Zhu that count, and those that may be exposed."""

from __future__ import annotations

from scoring.engine.cards import PACK_52, Pack, cards_of

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
HEARTS = cards_of(RANKS, "H")
PIG, SHEEP, DOUBLER, HEART_ACE = "QS", "JD", "10C", "AH"
SCORING = (PIG, SHEEP, DOUBLER, *HEARTS)
EXPOSABLE = (HEART_ACE, PIG, SHEEP, DOUBLER)
OPENING_CARD = "2S"
#: Not dealt to five players.
LEFT_OUT_BY_FIVE = ("2C", "2D")


def scoring_pack(decks: int) -> Pack:
    """Returns the scoring cards of this number of decks."""
    return Pack(SCORING * decks)


def dealt_pack(players: int, decks: int) -> Pack:
    """Returns the cards that are dealt."""
    left_out = LEFT_OUT_BY_FIVE if players == 5 else ()
    return Pack(tuple(code for code in PACK_52.cards if code not in left_out) * decks)
