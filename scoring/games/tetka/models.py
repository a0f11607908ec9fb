"""What is entered and carried in Tëtka: house rules, state, the two kinds of hand, the trick look-up."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from scoring.engine.bounds import between, entries
from scoring.engine.cards import PACK_52, Card, Pack
from scoring.engine.game import HandLookupModel, HandModel, OptionsModel, StateModel
from scoring.games.tetka.penalties import IN_A_TRICK, TRICKS

TetkaCard = Annotated[Card, PACK_52.card_schema]
Seat = Annotated[int, between(0, 3)]
PerSeat = Annotated[list[Annotated[int, between(0, TRICKS)]], entries(4, 4)]
BumCard = Annotated[TetkaCard, Field(title="Bum card", description="The dealer's card that was shown after the deal.")]


class TetkaOptions(OptionsModel):
    """House rules."""

    orbits: int = Field(
        1, ge=1, le=10, title="Orbits", description="Rounds of four hands: the number of times that everybody deals."
    )
    tie: Literal["shared", "orbit"] = Field(
        "shared",
        title="Tie at the end",
        description="If the lowest totals are equal, they share the win, or four more hands are played "
        "until one player is lowest.",
        json_schema_extra={"labels": {"shared": "shared win", "orbit": "play four more hands"}},
    )


class TetkaState(StateModel):
    """Totals, dealer and the number of hands."""


class TetkaQueens(BaseModel):
    """Who captured each queen."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    QC: Seat | None = Field(None, title="Queen of clubs", description="Seat that captured her.")
    QD: Seat | None = Field(None, title="Queen of diamonds", description="Seat that captured her.")
    QH: Seat | None = Field(None, title="Queen of hearts", description="Seat that captured her.")
    QS: Seat | None = Field(None, title="Queen of spades", description="Seat that captured her.")


class TetkaSummaryHand(HandModel):
    """A hand by what everybody took."""

    kind: Literal["summary"] = "summary"
    bum_card: BumCard
    queens: TetkaQueens = Field(title="Queens", description="The seat that captured each of the four queens.")
    bum_taker: Seat | None = Field(
        None,
        title="Bum card taken by",
        description="Seat that captured the bum card; left out if it is a queen, whose captor is entered already.",
    )
    bum_trick: Seat | None = Field(
        None,
        title="Bad trick won by",
        description="Seat that won the trick with the number of the bum card; left out if that card is a king.",
    )
    last_trick: Seat = Field(title="Last trick won by", description="Seat that won trick 13.")
    tricks: PerSeat = Field(title="Tricks", description="Tricks won by each seat, 13 in all.")
    suit_counts: PerSeat | None = Field(
        None,
        title="Cards of the bum suit",
        description="Cards of the bum card's suit that each seat captured, 13 in all; needed if two or "
        "more players tie for the most tricks.",
    )
    suit_high: Seat | None = Field(
        None,
        title="Highest card of the bum suit",
        description="Seat of the tied player who captured the highest card of the bum suit; needed if "
        "the counts tie as well and are not zero.",
    )


class TetkaTricksHand(HandModel):
    """A hand card by card; winners and penalties follow from the cards."""

    kind: Literal["tricks"] = "tricks"
    bum_card: BumCard
    tricks: Annotated[list[Annotated[list[TetkaCard], entries(IN_A_TRICK, IN_A_TRICK)]], entries(TRICKS, TRICKS)] = (
        Field(
            title="Tricks",
            max_length=20,
            description="Thirteen tricks of four cards in playing order: the first is led by the player left of the "
            "dealer, every later one by the winner of the trick before.",
        )
    )


class TetkaLookup(HandLookupModel):
    """A trick; with the bum card and the number of the trick also what it costs its winner."""

    pack: ClassVar[Pack] = PACK_52

    bum_card: TetkaCard | None = Field(None, title="Bum card", description="The card that was shown after the deal.")
    number: Annotated[int, Field(ge=1, le=13)] | None = Field(
        None, title="Number of the trick", description="Which trick of the hand it is."
    )
