"""What is entered and carried in Gong Zhu: house rules, state, the hand, the trick look-up."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from scoring.engine.bounds import between, entries
from scoring.engine.cards import PACK_52, Card, Pack, Suit
from scoring.engine.game import HandDetails, HandLookupModel, HandModel, OptionsModel, StateModel
from scoring.games.gong_zhu.cards import EXPOSABLE, SCORING

ScoringCard = Annotated[Card, Pack(SCORING).card_schema]
ExposableCard = Annotated[Card, Pack(EXPOSABLE).card_schema]

Seat = Annotated[int, between(0, 7)]


class GongZhuOptions(OptionsModel):
    """House rules."""

    lose_at: int = Field(
        1000,
        ge=300,
        le=5000,
        title="Losing line",
        description="A player whose total falls to minus this number or lower loses.",
    )
    win_at: Annotated[int, Field(ge=300, le=5000)] | None = Field(
        None, title="Winning line", description="A total that also ends the match; left out for none."
    )
    hands: Annotated[int, Field(ge=1, le=500)] | None = Field(
        None, title="Hands", description="The number of hands after which the match ends, if it has not ended before."
    )
    losers: Literal["all", "lowest"] = Field(
        "all",
        title="Losers",
        description="Whether everybody at or below the losing line loses, or only the lowest total.",
        json_schema_extra={"labels": {"all": "all at the losing line", "lowest": "the lowest total only"}},
    )
    exposing: bool = Field(True, title="Exposing", description="Whether cards may be laid open before the first lead.")
    lone_exposed: Literal[100, 50] = Field(
        100,
        title="Exposed doubler alone",
        description="What the exposed doubler scores without any other scoring card.",
        json_schema_extra={"only_with": {"exposing": [True]}},
    )
    zero_hearts: Literal["count", "ignore"] = Field(
        "count",
        title="Hearts worth nothing",
        description="Whether a 4, 3 or 2 of hearts taken with the doubler loses its bonus for being alone.",
        json_schema_extra={"labels": {"count": "they lose the bonus", "ignore": "they do not lose the bonus"}},
    )
    heart_values: Literal["flat", "pips"] = Field(
        "flat",
        title="Low hearts",
        description="Either 10 to 5 cost ten each and 4, 3, 2 nothing, or each heart from 10 to 2 costs "
        "its number, except that the 4 costs ten.",
        json_schema_extra={"labels": {"flat": "10 each", "pips": "by their number"}},
    )
    pig_moon: Literal["hearts", "all"] = Field(
        "hearts",
        title="The pig turns positive",
        description="Whether the pig counts positive with all the hearts, or only with every scoring card.",
        json_schema_extra={"labels": {"hearts": "with all the hearts", "all": "with every scoring card"}},
    )
    teams: Literal["none", "pairs"] = Field(
        "none",
        title="Teams",
        description="Everybody plays alone, or partners sit opposite each other (four players).",
        json_schema_extra={"labels": {"none": "everybody alone", "pairs": "partners opposite"}},
    )
    decks: Literal[1, 2] = Field(
        1, title="Decks", description="Whether one deck is used, or two with four or eight players."
    )
    five_players: bool = Field(
        False, title="Five players", description="Whether five may play, ten cards each, without ♣2 and ♦2."
    )


class GongZhuState(StateModel):
    """Totals, dealer, number of hands and who leads."""

    leader: int | None = Field(
        None,
        ge=0,
        json_schema_extra={"maximum": 7},
        title="Leader",
        description="Seat that captured the pig last and leads; null before the first hand.",
    )


class GongZhuDetails(HandDetails):
    """Figures of a hand."""

    moon: int | None
    """The side with all hearts; null for none."""
    next_leader: int
    """The seat that took the pig: it leads the next hand."""
    losers: list[int]
    """The sides that have lost the match with this hand; empty while it goes on."""


class GongZhuHand(HandModel):
    """One hand: who captured which scoring cards."""

    kind: Literal["cards"] = "cards"
    captured: Annotated[list[list[ScoringCard]], entries(4, 8)] = Field(
        title="Captured",
        description="For each seat the scoring cards in front of that player: hearts, QS, JD and 10C.",
    )
    rest_to: Seat | None = Field(
        None, title="All the others", description="Seat that captured every scoring card not named anywhere."
    )
    exposed: list[ExposableCard] = Field(
        default=[], title="Exposed", description="Which of AH, QS, JD and 10C were laid open before the first lead."
    )
    pig_last: Seat | None = Field(
        None,
        title="Last pig",
        description="Only with two decks, if two players have a pig: the seat that took the pig that was played last.",
    )


class GongZhuLookup(HandLookupModel):
    """A trick, and for legal plays a hand and what is known of the tricks before."""

    pack: ClassVar[Pack] = PACK_52

    exposed: list[ExposableCard] = Field(
        default=[], title="Exposed", description="The cards that were exposed in this hand."
    )
    suits_led: list[Suit] = Field(
        default=[], title="Suits led", description="The suits that were led in earlier tricks of this hand."
    )
    opening: bool = Field(False, title="Opening trick", description="True for the very first trick of the match.")
