"""Cards in words, for screen readers: ``"ten of hearts"`` for ``♥10``."""

from __future__ import annotations

from django.utils.translation import gettext

from scoring.engine.cards import JOKERS, RANK_NAMES, SYMBOLS, rank_of
from scoring.engine.messages import Language
from scoring.languages import current_language


def card_label(code: str, language: Language | None = None) -> str:
    """Returns a card in words. language: the one with the words of a game, else that of the request."""
    language = language or current_language()
    if code in JOKERS:
        return language.card(code)
    return gettext("{rank} of {suit}").format(
        rank=rank_label(rank_of(code), language), suit=suit_label(code[-1], language)
    )


def suit_label(letter: str, language: Language | None = None) -> str:
    """Returns a suit in words, without the sign that some games put beside the word."""
    word = (language or current_language()).suit(letter)
    return word.replace(SYMBOLS[letter], "").strip()


def rank_label(rank: str, language: Language | None = None) -> str:
    """Returns a rank in words: ``"ace"``, ``"10"``; in the words of a game: ``"caballo"``."""
    name = RANK_NAMES.get(rank)
    return (language or current_language()).gettext(name) if name else rank
