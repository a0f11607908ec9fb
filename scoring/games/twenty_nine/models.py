"""What is entered and carried in Twenty-Nine, and the cards it is about."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from scoring.engine.cards import Card, Suit
from scoring.engine.game import HandLookupModel, HandModel, OptionsModel, StateModel

RANKS = ("J", "9", "A", "10", "K", "Q", "8", "7")
VALUES = {"J": 3, "9": 2, "A": 1, "10": 1, "K": 0, "Q": 0, "8": 0, "7": 0}
CARD_POINTS = 28
LOWEST_CONTRACT = 15
ROYALS = 4
STAKES = {"none": 1, "double": 2, "redouble": 4}


class TwentyNineOptions(OptionsModel):
    """House rules."""

    target: int = Field(
        6, ge=3, le=12, title="Target", description="Victory points that win the match; as many below zero lose it."
    )
    minimum_bid: Literal[15, 16] = Field(15, title="Lowest bid", description="Where the bidding begins.")
    last_trick: Literal[0, 1] = Field(
        0,
        title="Last trick",
        description="A card point for the last trick: 29 in all, and a bid may go to 29.",
        json_schema_extra={"labels": {"0": "no card point", "1": "one card point"}},
    )
    doubling: bool = Field(False, title="Doubling", description="Whether a contract may be doubled and redoubled.")
    royals: bool = Field(True, title="Royals", description="Whether king and queen of trumps change the contract.")


class TwentyNineState(StateModel):
    """Victory points, dealer and hands played."""


class TwentyNineHand(HandModel):
    """One hand. Say whether it was made, or enter card points or cards; more than one must agree."""

    kind: Literal["played"] = "played"
    bidder: int = Field(ge=0, title="Bidder", description="Seat that won the bidding.")
    bid: int = Field(title="Bid", description="Card points promised, 15 to 28.")
    trump: Suit | None = Field(None, title="Trump", description="The trump suit; noted only.")
    royals: int | None = Field(
        None, ge=0, le=1, title="Royals", description="Side that showed king and queen of trumps; null for nobody."
    )
    declarer_points: int | None = Field(
        None, title="Card points of the bidder's side", description="0 to 28; with the last trick 0 to 29."
    )
    captured: list[list[Card] | None] | None = Field(
        None, title="Cards won", max_length=2, description="By side; one may be null: that side has all the rest."
    )
    last_trick: int | None = Field(
        None, ge=0, le=1, title="Last trick", description="With cards, where it counts a point: the side that took it."
    )
    made: bool | None = Field(None, title="Made", description="The quick entry: whether the contract was made.")
    double: Literal["none", "double", "redouble"] = Field(
        "none", title="Doubled", description="Where the table doubles: whether and how."
    )


class TwentyNineLookup(HandLookupModel):
    """A trick to look up, before or after trumps were shown."""

    trump: Suit | None = Field(None, title="Trump", description="The trump suit: needed once it is revealed.")
    revealed: bool = Field(
        True, title="Revealed", description="Whether the trump card was turned by the time the trick was complete."
    )


def all_points(options: TwentyNineOptions) -> int:
    """The card points that there are, with that of the last trick where it counts."""
    return CARD_POINTS + options.last_trick
