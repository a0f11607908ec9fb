"""Cards and packs.

A card is a string: rank then suit letter, ``"AC"``, ``"10H"``, ``"QS"``; jokers are ``"JK"``, or
``"BJ"`` and ``"LJ"`` where a big and a little joker differ. Strings keep hands plain JSON.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import AfterValidator, WithJsonSchema

SUITS = ("C", "S", "H", "D")
SYMBOLS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}
SUIT_NAMES = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds"}
JOKERS = ("JK", "BJ", "LJ")

Suit = Literal["C", "S", "H", "D"]

_RANK = r"(?:10|[2-9AKQJ])"
_CODE = re.compile(rf"^(?:{_RANK}[CSHD]|JK|BJ|LJ)$")
_LOOSE = re.compile(rf"^(?:(?P<rank>{_RANK}|T)(?P<suit>[CSHD♣♠♥♦])|(?P<suit2>[♣♠♥♦])(?P<rank2>{_RANK}|T))$")


def parse(text: str) -> str:
    """The card that a person means: ``"10h"``, ``"♥10"``, ``"TH"`` and ``"10♥"`` all give ``"10H"``.

    Raises ValueError where the text names no card.
    """
    code = text.strip().upper().replace("\ufe0f", "")
    if _CODE.match(code):
        return code
    match = _LOOSE.match(code)
    if not match:
        raise ValueError("not a card: write rank then suit letter, such as 10H, or JK for a joker")
    rank = match["rank"] or match["rank2"]
    suit = match["suit"] or match["suit2"]
    letter = next((letter for letter, symbol in SYMBOLS.items() if symbol == suit), suit)
    return ("10" if rank == "T" else rank) + letter


Card = Annotated[
    str,
    AfterValidator(parse),
    WithJsonSchema(
        {
            "type": "string",
            "pattern": r"^((10|[2-9AKQJ])[CSHD]|JK|BJ|LJ)$",
            "description": "A card: rank then suit letter (C, S, H, D), such as `10H`; `JK` is a joker.",
            "examples": ["10H"],
        }
    ),
]


def rank_of(card: str) -> str:
    """The rank of a card: ``"10"`` for ``"10H"``; a joker is its own rank."""
    return card if card in JOKERS else card[:-1]


def suit_of(card: str) -> str:
    """The suit letter of a card, ``""`` for a joker."""
    return "" if card in JOKERS else card[-1]


def card_text(card: str) -> str:
    """A card as players read it: ``"♥10"``; jokers are spelled out."""
    if card in JOKERS:
        return {"JK": "joker", "BJ": "big joker", "LJ": "little joker"}[card]
    return SYMBOLS[card[-1]] + card[:-1]


def cards_of(ranks: Iterable[str], suits: Iterable[str] = SUITS) -> tuple[str, ...]:
    """All cards of these ranks in these suits, suit by suit."""
    ranks = tuple(ranks)
    return tuple(rank + suit for suit in suits for rank in ranks)


@dataclass(frozen=True)
class Pack:
    """The cards that a game is played with.

    cards: every card, copies included.
    """

    cards: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "_counts", Counter(self.cards))

    def __contains__(self, card: str) -> bool:
        return card in self._counts  # type: ignore[attr-defined]

    def __len__(self) -> int:
        return len(self.cards)

    def stray(self, cards: Iterable[str]) -> str | None:
        """The first card that is not in this pack, or None."""
        return next((card for card in cards if card not in self), None)

    def repeated(self, cards: Iterable[str]) -> str | None:
        """The first card that is here more often than in the pack, or None."""
        seen: Counter[str] = Counter()
        for card in cards:
            seen[card] += 1
            if seen[card] > self._counts[card]:  # type: ignore[attr-defined]
                return card
        return None

    def rest(self, cards: Iterable[str]) -> list[str]:
        """What is left of the pack once these cards are taken out, in pack order."""
        taken = Counter(cards)
        left = []
        for card in self.cards:
            if taken[card]:
                taken[card] -= 1
            else:
                left.append(card)
        return left


def pack(ranks: str | Iterable[str], copies: int = 1, extra: Iterable[str] = ()) -> Pack:
    """A pack of these ranks (``"A K Q J 10"`` or a list) in all four suits, with extra cards such as jokers."""
    names = ranks.split() if isinstance(ranks, str) else list(ranks)
    return Pack(cards_of(names) * copies + tuple(extra))


PACK_52 = pack("A K Q J 10 9 8 7 6 5 4 3 2")
PACK_32 = pack("A K Q J 10 9 8 7")


def card_points(cards: Iterable[str], values: Mapping[str, int]) -> int:
    """The sum of card points, by rank (``{"A": 11}``) or by card (``{"QS": 13}``, which goes first)."""
    return sum(values.get(card, values.get(rank_of(card), 0)) for card in cards)


def most_points(cards: Iterable[str], values: Mapping[str, int], number: int) -> int:
    """The most card points that so many of these cards can hold. values: by rank or by card."""
    return sum(sorted((card_points([code], values) for code in cards), reverse=True)[:number])
