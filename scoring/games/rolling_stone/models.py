"""What is entered and carried in Rolling Stone: house rules, state, the two kinds of hand, the trick look-up."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, NotRequired

from pydantic import BaseModel, ConfigDict, Field

from scoring.engine.bounds import between, entries
from scoring.engine.cards import Card, Pack, pack
from scoring.engine.game import HandDetails, HandLookupModel, HandModel, OptionsModel, StateModel
from scoring.engine.older_names import older_names

#: With six players, who have the most cards: 3 to ace.
PACK = pack("A K Q J 10 9 8 7 6 5 4 3")
RollingStoneCard = Annotated[Card, PACK.card_schema]
Seat = Annotated[int, between(0, 5)]
CardsLeft = Annotated[
    Annotated[list[Annotated[int, between(0, len(PACK))] | list[RollingStoneCard]], entries(4, 6)] | None,
    Field(
        title="Cards left",
        max_length=12,
        description="For each seat the number of cards left or the cards themselves, 0 or an empty list "
        "for the winner. Needed if cards are scored; the cards themselves if pips are.",
    ),
]


class RollingStoneOptions(OptionsModel):
    """House rules."""

    scoring: Literal["wins", "cards", "pips"] = Field(
        "wins",
        title="Scoring",
        description="Whether the winner of a hand scores 1, or a point for each card left to the others, "
        "or their pips.",
        json_schema_extra={
            "labels": {
                "wins": "1 point for the winner",
                "cards": "a point for each card left",
                "pips": "the pips of the cards left",
            }
        },
    )
    hands: Annotated[int, Field(ge=1, le=500)] | None = Field(
        None, title="Hands", description="The number of hands after which the match ends."
    )
    target: Annotated[int, Field(ge=1, le=100_000)] | None = Field(
        None,
        title="Target",
        description="The match ends after the hand in which somebody reaches this number, such as 3 "
        "wins, 50 cards or 200 pips.",
    )


class RollingStoneState(StateModel):
    """Totals, dealer and the number of hands."""


class RollingStoneDetails(HandDetails):
    """Figures of a hand. The last three follow from the tricks."""

    winner: int | None
    """The seat that is out of cards; null until somebody is."""
    cards_left: NotRequired[list[int]]
    """By seat."""
    discarded: NotRequired[int]
    """How many cards are out of the hand."""
    on_table: NotRequired[int]
    """How many cards are in the trick that is not over."""
    next_leader: NotRequired[int | None]
    """The seat that leads next; null if the hand is over."""


class RollingStoneResultHand(HandModel):
    """A hand by its result."""

    kind: Literal["result"] = "result"
    winner: Seat = Field(title="Winner", description="The seat that was the first without cards.")
    cards_left: CardsLeft = None


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class RollingStoneFollowed(_Entry):
    """A trick to which everybody followed suit; it is put away."""

    kind: Literal["followed"] = Field(title="Kind", description="Everybody followed suit; the trick is discarded.")
    winner: Seat = Field(title="Winner", description="The seat with the highest card.")


class RollingStonePickedUp(_Entry):
    """A trick that was broken."""

    kind: Literal["picked_up"] = Field(
        title="Kind", description="Somebody could not follow and took the cards on the table."
    )
    seat: Seat = Field(title="Picked up by", description="The seat that could not follow and took the cards.")


class RollingStoneOut(_Entry):
    """The end of the hand, always the last entry."""

    kind: Literal["out"] = Field(title="Kind", description="Somebody played the last card of the hand.")
    seat: Seat = Field(title="Out", description="The seat that played its last card.")


RollingStoneTrick = Annotated[
    RollingStoneFollowed | RollingStonePickedUp | RollingStoneOut,
    Field(discriminator="kind"),
    older_names("result", "by"),
]


class RollingStoneTricksHand(HandModel):
    """A hand trick by trick; until somebody is out it is open and scores nothing."""

    kind: Literal["tricks"] = "tricks"
    tricks: list[RollingStoneTrick] = Field(
        title="Tricks", max_length=2000, description="How each trick ended, in their order."
    )
    cards_left: CardsLeft = None


class RollingStoneLookup(HandLookupModel):
    """A trick, perhaps broken, and for legal plays a hand."""

    pack: ClassVar[Pack] = PACK

    cannot_follow: Seat | None = Field(
        None, title="Cannot follow", description="The seat whose turn it is and that has no card of the suit led."
    )
