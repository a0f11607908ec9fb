"""What is entered and carried in Buried Treasure: house rules, state, the two kinds of hand, the look-up of a move."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from scoring.engine.cards import Card, Suit
from scoring.engine.game import HandModel, LookupModel, OptionsModel, StateModel

Buried = Annotated[
    list[list[Suit | Card]],
    Field(
        title="Buried",
        max_length=12,
        description="For each seat the four buried cards, each as a card (`9D`) or only as its suit (`D`).",
    ),
]


class BuriedTreasureOptions(OptionsModel):
    """House rules."""

    target: Annotated[int, Field(ge=100, le=2000)] | None = Field(
        None,
        title="Target",
        description="The total that ends the match: 300 unless another is set, with seven or eight players 500.",
    )
    hands: Annotated[int, Field(ge=1, le=100)] | None = Field(
        None, title="Hands", description="A fixed number of hands in place of the target."
    )


class BuriedTreasureState(StateModel):
    """Totals, dealer, number of hands, and whether a tie-break comes."""

    tie_break: bool = Field(
        False, title="Tie-break", description="Whether the coming hand is played because the highest total is tied."
    )


class _Suits(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class BuriedTreasureSuits(_Suits):
    """The value of each pile."""

    C: int = Field(title="Clubs")
    D: int = Field(title="Diamonds")
    H: int = Field(title="Hearts")
    S: int = Field(title="Spades")


class BuriedTreasurePiles(_Suits):
    """The cards in each pile; a suit that is left out has none."""

    C: list[Card] = Field(default=[], title="Clubs", max_length=40)
    D: list[Card] = Field(default=[], title="Diamonds", max_length=40)
    H: list[Card] = Field(default=[], title="Hearts", max_length=40)
    S: list[Card] = Field(default=[], title="Spades", max_length=40)


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

    top: Card | None = Field(None, title="Top card", description="The top card of the pile, null where it is empty.")
    play: Card = Field(title="Card", description="The card from the hand.")
