"""What is entered and carried in Linger Longer: house rules, state, the two kinds of hand, the trick look-up."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, NotRequired

from pydantic import Field

from scoring.engine.bounds import between
from scoring.engine.cards import PACK_52, Pack, Suit
from scoring.engine.game import HandDetails, HandLookupModel, HandModel, OptionsModel, StateModel

Seat = Annotated[int, between(0, 6)]


class LingerLongerOptions(OptionsModel):
    """House rules."""

    hands: Annotated[int, Field(ge=1, le=500)] | None = Field(
        None, title="Hands", description="The number of hands after which the match ends, such as one for each player."
    )
    target: Annotated[int, Field(ge=1, le=10_000)] | None = Field(
        None,
        title="Target",
        description="The match ends after the hand in which somebody reaches this number of points.",
    )
    next_dealer: Literal["left", "winner"] = Field(
        "left",
        title="Next dealer",
        description="Whether the player to the left deals next, or the winner of the hand.",
        json_schema_extra={"labels": {"left": "the player to the left", "winner": "the winner of the hand"}},
    )


class LingerLongerState(StateModel):
    """Totals, dealer and the number of hands."""


class LingerLongerDetails(HandDetails):
    """Figures of a hand. All but the winner only if the tricks were entered."""

    winner: int | None
    """The seat that was the last to have cards; null until the hand is over."""
    hand_sizes: NotRequired[list[int]]
    """Cards of each seat."""
    dropped_out: NotRequired[list[int]]
    """The seats without cards, in the order of leaving."""
    tricks_played: NotRequired[int]
    """How many so far."""
    stock_left: NotRequired[int]
    """Cards in the stock."""


class LingerLongerResultHand(HandModel):
    """A hand by its result."""

    kind: Literal["result"] = "result"
    winner: Seat = Field(title="Winner", description="The seat that was the last to have cards.")
    cards_left: Annotated[int, between(0, len(PACK_52))] = Field(
        title="Cards left", description="The winner's cards, counted after the draw for the last trick."
    )


class LingerLongerTricksHand(HandModel):
    """A hand by who won each trick; while two or more still have cards it is open and scores nothing."""

    kind: Literal["tricks"] = "tricks"
    trick_winners: list[Seat] = Field(
        title="Trick winners", max_length=60, description="The seat that won each trick, in order."
    )


class LingerLongerLookup(HandLookupModel):
    """A trick and, for legal plays, a hand."""

    pack: ClassVar[Pack] = PACK_52

    trump: Suit = Field(title="Trump", description="The suit of the dealer's last card.")
    dropped_out: list[Seat] = Field(
        default=[], title="Dropped out", description="Seats without cards, which are passed over."
    )
