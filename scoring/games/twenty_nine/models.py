"""What is entered and carried in Twenty-Nine, and the cards it is about."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from scoring.engine.bounds import entries
from scoring.engine.cards import PACK_32, Card, Pack, Suit
from scoring.engine.game import HandDetails, HandLookupModel, HandModel, OptionsModel, StateModel

RANKS = ("J", "9", "A", "10", "K", "Q", "8", "7")
VALUES = {"J": 3, "9": 2, "A": 1, "10": 1, "K": 0, "Q": 0, "8": 0, "7": 0}
CARD_POINTS = 28
LOWEST_CONTRACT = 15
ROYALS = 4
TRICK = 4
STAKES = {"none": 1, "double": 2, "redouble": 4}

TwentyNineCard = Annotated[Card, PACK_32.card_schema]


class TwentyNineOptions(OptionsModel):
    """House rules."""

    target: int = Field(
        6, ge=3, le=12, title="Target", description="Victory points that win the match; as many below zero lose it."
    )
    minimum_bid: Literal[15, 16] = Field(
        15,
        title="Lowest bid",
        description="With 15 the dealer must bid if the others pass. With 16 nobody is forced, and if all four pass "
        "the same player deals again. Royals lower a contract to 15 either way, and no further.",
    )
    last_trick: Literal[0, 1] = Field(
        0,
        title="Point for the last trick",
        description="Whether the last trick counts one card point. There are then 29, and bids go up to 29.",
        json_schema_extra={"labels": {"0": "no card point", "1": "one card point"}},
    )
    ask: Literal["must", "may"] = Field(
        "must",
        title="Turning the trump card",
        description="A player who cannot follow suit must have the trump card turned first, or may also discard "
        "without asking for it.",
        json_schema_extra={"labels": {"must": "before any discard", "may": "when somebody asks for it"}},
    )
    doubling: bool = Field(False, title="Doubling", description="Whether a contract may be doubled and redoubled.")
    royals: bool = Field(True, title="Royals", description="Whether king and queen of trumps change the contract.")


class TwentyNineState(StateModel):
    """Victory points, dealer and hands played."""


class TwentyNineDetails(HandDetails):
    """Figures of a hand."""

    contract: int
    """What had to be reached, after the royals."""
    made: bool
    """Whether it was reached."""
    declarer_points: int | None
    """Card points of the declaring side; null if only the result was entered."""
    declarer_side: int
    """The side that bid highest."""


class TwentyNineHand(HandModel):
    """One hand. Say whether it was made, or enter card points or cards; if you enter more than one, they must agree."""

    needs: ClassVar[tuple[tuple[str, ...], ...]] = (("made", "declarer_points", "captured"),)

    kind: Literal["played"] = "played"
    bidder: int = Field(
        ge=0, title="Bidder", description="Seat that won the bidding.", json_schema_extra={"maximum": 3}
    )
    bid: int = Field(
        title="Bid",
        description="Card points promised, 15 to 28; to 29 if the last trick counts a point.",
        json_schema_extra={"minimum": LOWEST_CONTRACT, "maximum": CARD_POINTS + 1},
    )
    trump: Suit | None = Field(None, title="Trump", description="The trump suit; noted only.")
    royals: int | None = Field(
        None, ge=0, le=1, title="Royals", description="Side that showed king and queen of trumps; null for nobody."
    )
    declarer_points: int | None = Field(
        None,
        title="Card points of the bidder's side",
        description="0 to 28; to 29 if the last trick counts a point.",
        json_schema_extra={"minimum": 0, "maximum": CARD_POINTS + 1},
    )
    captured: Annotated[list[list[TwentyNineCard] | None], entries(2, 2)] | None = Field(
        None, title="Cards won", max_length=2, description="By side; one may be null: that side has all the rest."
    )
    last_trick: int | None = Field(
        None,
        ge=0,
        le=1,
        title="Who took the last trick",
        description="Side; needed with the cards won if the last trick counts a point.",
    )
    made: bool | None = Field(None, title="Made", description="The quick entry: whether the contract was made.")
    double: Literal["none", "double", "redouble"] = Field(
        "none", title="Doubled", description="If the table doubles: whether and how."
    )


class TwentyNineLookup(HandLookupModel):
    """A trick to look up, before or after the trump card was turned."""

    pack: ClassVar[Pack] = PACK_32

    trump: Suit | None = Field(None, title="Trump", description="The trump suit: needed once it is revealed.")
    revealed: bool = Field(
        True, title="Revealed", description="Whether the trump card was turned by the time the trick was complete."
    )


def all_points(options: TwentyNineOptions) -> int:
    """Returns the card points that there are, with that of the last trick if it counts."""
    return CARD_POINTS + options.last_trick
