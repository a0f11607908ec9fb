"""What is entered and carried in Truc: house rules, state, the two ways of entering a hand, the trick look-up."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from scoring.engine.cards import Card, Pack, pack
from scoring.engine.game import HandDetails, HandLookupModel, HandModel, OptionsModel, StateModel
from scoring.engine.older_names import older_names
from scoring.engine.tricks import Play

Side = Annotated[int, Field(ge=0, le=1)]
ElevenChoice = Literal["play", "decline"]

RANKS = ("3", "2", "A", "K", "Q", "J", "7", "6", "5", "4")
PACK = pack(RANKS)


class TrucPlay(Play):
    """A card on the table: who played it, and which."""

    card: Annotated[Card, PACK.card_schema] = Field(title="Card")


class TrucOptions(OptionsModel):
    """House rules. The first value of each is the Catalan game."""

    drawn_tricks: Literal["count", "first_decided"] = Field(
        "count",
        title="One trick each and one drawn",
        description="Who wins the hand: the dealer's opponents, because tricks won are equal, or the "
        "side that won the earlier of the two tricks.",
        json_schema_extra={"labels": {"count": "count the tricks won", "first_decided": "the earlier trick decides"}},
    )
    one_card: bool = Field(
        True, title="One-card hands", description="Whether the dealer may deal one card each if the cut is refused."
    )
    target: Literal[12, 24] = Field(
        12, title="Target", description="The points that win the match; the special hands are played one point before."
    )


HandType = Literal["normal", "eleven", "both_eleven"]


class TrucState(StateModel):
    """Totals, dealer and the number of hands. The kind of the next hand follows from the totals."""


class TrucDetails(HandDetails):
    """Figures of a hand."""

    hand_type: HandType
    """What the totals before it made of the hand."""
    dealer: int
    """The seat that dealt it."""
    hand_size: int
    """How many cards everybody had."""
    hand_winner: int
    """The side that won it."""
    stake: int
    """What it scored."""
    finished: bool
    """Whether the match is over with this hand."""
    winner: int | None
    """The side that has won the match; null while it goes on."""
    next_dealer: int
    """The seat that deals the next hand."""
    next_hand_type: HandType | None
    """What the totals make of the next hand; null after the match."""


class TrucElevenEvent(BaseModel):
    """First event of a hand of eleven: what the side with eleven chooses."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    kind: Literal["eleven"]
    choice: ElevenChoice = Field(
        title="Choice", description="play: for three points, without calls. decline: the others score one."
    )


class TrucRaiseEvent(BaseModel):
    """A call: truc for two, or retruc for three."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    kind: Literal["raise"]
    side: Side = Field(title="Side", description="Who calls.")
    to: int = Field(
        ge=0, le=99, json_schema_extra={"minimum": 2, "maximum": 3}, title="To", description="2 for truc, 3 for retruc."
    )


class TrucAcceptEvent(BaseModel):
    """The open call is accepted, by saying so or by playing a card."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    kind: Literal["accept"]
    side: Side = Field(title="Side", description="Who accepts: the side that was called to.")


class TrucRejectEvent(BaseModel):
    """The open call is rejected, which ends the hand."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    kind: Literal["reject"]
    side: Side = Field(title="Side", description="Who rejects: the side that was called to.")


class TrucTrickEvent(BaseModel):
    """A trick: who won it (null if it was drawn), or its four cards, from which the winner is found."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    kind: Literal["trick"]
    winner: Side | None = Field(None, title="Winner", description="The side that won it, null for a drawn trick.")
    plays: Annotated[list[TrucPlay], Field(max_length=12)] | None = Field(
        None, title="Plays", description="The four cards in the order in which they were played."
    )


TrucEvent = Annotated[
    TrucElevenEvent | TrucRaiseEvent | TrucAcceptEvent | TrucRejectEvent | TrucTrickEvent,
    Field(discriminator="kind"),
    older_names("e"),
]


class TrucHand(HandModel):
    """What both ways of entering a hand have in common: how it was dealt."""

    hand_size: int = Field(
        3,
        ge=0,
        le=99,
        json_schema_extra={"minimum": 1, "maximum": 3},
        title="Cards each",
        description="3, or 1 if the cut was refused and the dealer chose so.",
    )
    cut: bool = Field(True, title="Cut", description="Whether the pack was cut; false if the cut was refused.")


class TrucSummaryHand(TrucHand):
    """A hand by its result: who won it and for how much."""

    kind: Literal["summary"] = "summary"
    winner: Side | None = Field(
        None,
        title="Winner",
        description="The side that won the hand; there always is one, except where a side with eleven declines.",
    )
    stake: Annotated[int, Field(ge=-99, le=99, json_schema_extra={"minimum": 1, "maximum": 3})] | None = Field(
        None,
        title="Stake",
        description="1, 2 or 3: the points agreed when the hand ended. May be left out in a hand of eleven.",
    )
    refused: bool = Field(
        False, title="Refused", description="The losers rejected a call; the stake is then the amount before it."
    )
    eleven_choice: ElevenChoice | None = Field(
        None,
        title="Choice with eleven",
        description="What the side with eleven chose: in a hand of eleven, and only there.",
    )


class TrucEventsHand(TrucHand):
    """A hand event by event: calls, answers and tricks in order, up to the one that decided it."""

    kind: Literal["events"] = "events"
    events: list[TrucEvent] = Field(
        max_length=40, title="Events", description="Everything in order, until the hand is settled."
    )


class TrucLookup(HandLookupModel):
    """A trick to look up."""

    pack: ClassVar[Pack] = PACK
