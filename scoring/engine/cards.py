"""Cards and packs.

A card is a string: rank then suit letter, ``"AC"``, ``"10H"``, ``"QS"``; jokers are ``"JK"``, or ``"BJ"`` and ``"LJ"``
if a big and a little joker differ. Strings keep hands plain JSON.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema

from scoring.engine.marking import _

SUITS = ("C", "S", "H", "D")
SYMBOLS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}
SUIT_NAMES = {"C": _("clubs"), "S": _("spades"), "H": _("hearts"), "D": _("diamonds")}
RANK_NAMES = {"A": _("ace"), "K": _("king"), "Q": _("queen"), "J": _("jack")}
JOKER_NAMES = {"JK": _("joker"), "BJ": _("big joker"), "LJ": _("little joker")}
JOKERS = tuple(JOKER_NAMES)

Suit = Literal["C", "S", "H", "D"]

_RANK = r"(?:10|[2-9AKQJ])"
_CODE = re.compile(rf"^(?:{_RANK}[CSHD]|JK|BJ|LJ)$")
_LOOSE = re.compile(rf"^(?:(?P<rank>{_RANK}|T)(?P<suit>[CSHD♣♠♥♦])|(?P<suit2>[♣♠♥♦])(?P<rank2>{_RANK}|T))$")


def parse(text: str) -> str:
    """Returns the card that a text names: ``"10h"``, ``"♥10"``, ``"TH"`` and ``"10♥"`` all give ``"10H"``.

    Raises ValueError if the text names no card.
    """
    code = text.strip().upper().replace("\ufe0f", "")
    if _CODE.match(code):
        return code
    match = _LOOSE.match(code)
    if not match:
        raise ValueError(_("Not a card: write rank then suit letter, such as 10H, or JK for a joker."))
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
            "description": _("A card: rank then suit letter (C, S, H, D), such as `10H`; `JK` is a joker."),
            "examples": ["10H"],
        }
    ),
]


BySuit = Annotated[dict[str, int], Field(json_schema_extra={"propertyNames": {"type": "string", "enum": list(SUITS)}})]
"""A figure for each suit, by its letter."""


def _number_as_text(value: Any) -> Any:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


RANK_OR_NUMBER = BeforeValidator(_number_as_text)
"""Goes with the Literal of a rank: accepts the number ``10`` for ``"10"``. The JSON Schema asks for the text."""


def rank_of(card: str) -> str:
    """Returns the rank of a card: ``"10"`` for ``"10H"``; a joker is its own rank."""
    return card if card in JOKERS else card[:-1]


def suit_of(card: str) -> str:
    """Returns the suit letter of a card, ``""`` for a joker."""
    return "" if card in JOKERS else card[-1]


def cards_of(ranks: Iterable[str], suits: Iterable[str] = SUITS) -> tuple[str, ...]:
    """Returns all cards of these ranks in these suits, suit by suit."""
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

    @property
    def card_schema(self) -> WithJsonSchema:
        """The JSON Schema of a card of this pack, for the type of a field.

        ``SkatCard = Annotated[Card, PACK_32.card_schema]``, then ``list[SkatCard]`` in the models. It changes what the
        API describes, not what it accepts: a card of another pack is well formed, and the game refuses it with
        ``check_cards`` (code ``card_unknown``).
        """
        return WithJsonSchema(
            {
                "type": "string",
                "pattern": f"^({self._pattern()})$",
                "description": _("A card of this pack: rank then suit letter (C, S, H, D), or a joker.")
                if set(self.cards) & set(JOKERS)
                else _("A card of this pack: rank then suit letter (C, S, H, D)."),
                "examples": [self.cards[0]],
            }
        )

    def _pattern(self) -> str:
        """A regular expression that matches the cards of this pack and nothing else."""
        suits_of: dict[tuple[str, ...], str] = {}
        for suit in SUITS:
            ranks = tuple(dict.fromkeys(rank_of(card) for card in self.cards if suit_of(card) == suit))
            if ranks:
                suits_of[ranks] = suits_of.get(ranks, "") + suit
        plain = [f"({'|'.join(ranks)})[{suits}]" for ranks, suits in suits_of.items()]
        return "|".join([*plain, *(joker for joker in JOKERS if joker in self)])

    def __contains__(self, card: str) -> bool:
        return card in self._counts  # type: ignore[attr-defined]

    def __len__(self) -> int:
        return len(self.cards)

    def first_unknown(self, cards: Iterable[str]) -> str | None:
        """Returns the first of these cards that is not in this pack, or None."""
        return next((card for card in cards if card not in self), None)

    def first_repeated(self, cards: Iterable[str]) -> str | None:
        """Returns the first of these cards that occurs more often than in the pack, or None."""
        seen: Counter[str] = Counter()
        for card in cards:
            seen[card] += 1
            if seen[card] > self._counts[card]:  # type: ignore[attr-defined]
                return card
        return None

    def rest(self, cards: Iterable[str]) -> list[str]:
        """Returns the cards of the pack without these, in pack order."""
        taken = Counter(cards)
        left = []
        for card in self.cards:
            if taken[card]:
                taken[card] -= 1
            else:
                left.append(card)
        return left


def pack(ranks: str | Iterable[str], copies: int = 1, extra: Iterable[str] = ()) -> Pack:
    """Returns a pack of these ranks (``"A K Q J 10"`` or a list) in all four suits, with extra cards such as jokers."""
    names = ranks.split() if isinstance(ranks, str) else list(ranks)
    return Pack(cards_of(names) * copies + tuple(extra))


PACK_52 = pack("A K Q J 10 9 8 7 6 5 4 3 2")
PACK_32 = pack("A K Q J 10 9 8 7")


_EVERY_CARD = (*PACK_52.cards, *JOKERS)


def cards_allowed(schema: Mapping[str, Any]) -> tuple[str, ...]:
    """Returns the cards that the JSON Schema of a field allows; none if the field is no card."""
    pattern = schema.get("pattern", "") if schema.get("type") == "string" else ""
    return tuple(card for card in _EVERY_CARD if re.search(pattern, card)) if pattern else ()


def card_points(cards: Iterable[str], values: Mapping[str, int]) -> int:
    """Returns the sum of card points.

    values: by rank (``{"A": 11}``) or by card (``{"QS": 13}``); the value of a card has precedence.
    """
    return sum(values.get(card, values.get(rank_of(card), 0)) for card in cards)


def most_points(cards: Iterable[str], values: Mapping[str, int], number: int) -> int:
    """Returns the most card points that this number of these cards can have. values: by rank or by card."""
    return sum(sorted((card_points([code], values) for code in cards), reverse=True)[:number])
