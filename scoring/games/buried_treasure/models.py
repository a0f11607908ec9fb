"""What is entered and carried in Buried Treasure: house rules, state, the two kinds of hand, the look-up of a move."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from scoring.engine.bounds import entries
from scoring.engine.cards import PACK_52, SUITS, BySuit, Card, Pack, Suit, parse
from scoring.engine.game import HandDetails, HandModel, LookupModel, OptionsModel, StateModel
from scoring.engine.marking import _

BuriedTreasureCard = Annotated[Card, PACK_52.card_schema]


def _check_entry(entry: object) -> object:
    """Returns a buried card as entered, by its name or its suit. Raises ValueError with a sentence if it is neither."""
    if not isinstance(entry, str) or entry in SUITS:
        return entry
    try:
        return parse(entry)
    except ValueError:
        raise ValueError(_("A buried card is a card, such as 9D, or only its suit: C, S, H or D.")) from None


Buried = Annotated[
    list[Annotated[list[Annotated[Suit | BuriedTreasureCard, BeforeValidator(_check_entry)]], entries(4, 4)]],
    Field(
        title="Buried",
        max_length=12,
        json_schema_extra={"minItems": 2, "maxItems": 8},
        description="For each seat the four buried cards, each as a card (`9D`) or only as its suit (`D`).",
    ),
]


def usual_target(players: int) -> int:
    """Returns the total that ends a match if the table chose no other: 300 for up to six players, 500 for more."""
    return 300 if players <= 6 else 500


class BuriedTreasureOptions(OptionsModel):
    """House rules."""

    target: Annotated[int, Field(ge=100, le=2000)] | None = Field(
        None,
        title="Target",
        description="The total that ends the match. If it is left out: 300, or 500 with seven or eight players.",
        json_schema_extra={"only_with": {"hands": [None]}},
    )
    hands: Annotated[int, Field(ge=1, le=100)] | None = Field(
        None, title="Hands", description="A fixed number of hands instead of the target."
    )

    def as_played(self, players: int) -> Self:
        """Returns the options with the target that ends the match, and without one if the number of hands does."""
        target = self.target or usual_target(players) if self.hands is None else None
        return self.model_copy(update={"target": target})


class BuriedTreasureState(StateModel):
    """Totals, dealer, number of hands, and whether the next hand is a tie-break."""

    tie_break: bool = Field(
        False, title="Tie-break", description="Whether the coming hand is played because the highest total is tied."
    )


class BuriedTreasureDetails(HandDetails):
    """Figures of a hand."""

    suit_values: BySuit
    """What a buried card of each suit is worth."""


class _Suits(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class BuriedTreasureSuits(_Suits):
    """The value of each pile."""

    C: int = Field(title="Clubs", description="What the pile of clubs is worth.")
    D: int = Field(title="Diamonds", description="What the pile of diamonds is worth.")
    H: int = Field(title="Hearts", description="What the pile of hearts is worth.")
    S: int = Field(title="Spades", description="What the pile of spades is worth.")


class BuriedTreasurePiles(_Suits):
    """The cards in each pile; a suit that is left out has none."""

    C: list[BuriedTreasureCard] = Field(
        default=[], title="Clubs", max_length=40, description="Cards in the pile of clubs."
    )
    D: list[BuriedTreasureCard] = Field(
        default=[], title="Diamonds", max_length=40, description="Cards in the pile of diamonds."
    )
    H: list[BuriedTreasureCard] = Field(
        default=[], title="Hearts", max_length=40, description="Cards in the pile of hearts."
    )
    S: list[BuriedTreasureCard] = Field(
        default=[], title="Spades", max_length=40, description="Cards in the pile of spades."
    )


class BuriedTreasureValuesHand(HandModel):
    """A hand by the values of the four piles."""

    kind: Literal["values"] = "values"
    suits: BuriedTreasureSuits = Field(title="Suits", description="What each pile is worth at the end.")
    buried: Buried


class BuriedTreasurePilesHand(HandModel):
    """A hand by the cards left in the four piles."""

    kind: Literal["piles"] = "piles"
    piles: BuriedTreasurePiles = Field(title="Piles", description="The cards lying in each pile at the end.")
    buried: Buried


class BuriedTreasureLookup(LookupModel):
    """A move: may this card be cleared away together with the top card of a pile?"""

    pack: ClassVar[Pack] = PACK_52

    top: BuriedTreasureCard | None = Field(
        None, title="Top card", description="The top card of the pile, null where it is empty."
    )
    play: BuriedTreasureCard = Field(title="Card", description="The card from the hand.")
