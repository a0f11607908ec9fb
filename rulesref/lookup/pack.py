"""The cards of a game, as a lookup page shows them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from django.utils.translation import gettext

from scoring import card_names
from scoring.engine.cards import JOKERS, PACK_52, SUITS, rank_of
from scoring.engine.game import Game

FACE_DOWN = "XX"
"""The code of a card played face down, in games that allow it."""

_RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")


@cache
def pack_rows(game: Game[Any, Any]) -> tuple[tuple[str, ...], ...]:
    """The cards of a game, a row for each suit from the ace down, jokers last."""
    codes = [code for order in game.strength(game.Options()) for code in _flat(order.cards)]
    codes += list(game.card_values(game.Options()))
    ranks = {rank_of(code) if code[-1:] in SUITS else code for code in codes} or set(map(rank_of, PACK_52.cards))
    rows = [tuple(rank + suit for rank in _RANKS if rank in ranks) for suit in ("C", "S", "H", "D")]
    jokers = tuple(code for code in JOKERS if code in ranks)
    return tuple(row for row in (*rows, jokers) if row)


def _flat(cards: Sequence[str | tuple[str, ...]]) -> list[str]:
    return [code for entry in cards for code in ((entry,) if isinstance(entry, str) else entry)]


def has_several_packs(game: Game[Any, Any]) -> bool:
    """Whether the same card may be on the table twice."""
    size = re.match(r"\d+", game.deck)
    if size and int(size[0]) > 54:
        return True
    return bool(re.search(r"\b(two|2|three|four|4)\b[^,;]*\b(packs|decks)\b", game.deck.lower()))


def card_label(code: str) -> str:
    """A card of a lookup in words, for screen readers: ``"ten of hearts"``."""
    return gettext("a card face down") if code == FACE_DOWN else card_names.card_label(code)
