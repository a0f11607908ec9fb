"""A card in two taps, its suit and its rank, for packs whose buttons would fill the screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.engine.cards import rank_of, suit_of
from scoring.engine.controls import Choice, Data, FormValues, last_value


@dataclass(frozen=True, kw_only=True)
class CardSuit(Choice):
    """The suit of a card; ``CardRank`` writes the card. path: the field of the card."""

    path: str

    def show(self, hand: Mapping[str, Any]) -> FormValues:
        return {self.name: [suit_of(hand[self.path])]} if hand.get(self.path) else {}

    def paths(self) -> set[str]:
        return {self.path}


@dataclass(frozen=True, kw_only=True)
class CardRank(Choice):
    """The rank of a card. path: the field of the card. suit: the name of the ``CardSuit`` that it belongs to."""

    path: str
    suit: str

    def read(self, data: Data) -> dict[str, Any]:
        rank, suit = last_value(data, self.name), last_value(data, self.suit)
        return {self.path: rank + suit} if rank and suit else {}

    def show(self, hand: Mapping[str, Any]) -> FormValues:
        return {self.name: [rank_of(hand[self.path])]} if hand.get(self.path) else {}

    def paths(self) -> set[str]:
        return {self.path}
