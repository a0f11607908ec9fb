"""What is entered at a Fünfzehnern table, and the cards it is about."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from scoring.engine.bounds import between, entries
from scoring.engine.cards import PACK_32, Card, Pack, Suit, suit_of
from scoring.engine.game import HandDetails, HandLookupModel, HandModel, OptionsModel, Setup, StateModel
from scoring.engine.tricks import Ranking

VALUES = {"A": 5, "K": 4, "Q": 3, "J": 2, "10": 1, "9": 0, "8": 0, "7": 0}
RANKS = tuple(VALUES)
NO_TRUMPS = Ranking(trumps=(), ranks=RANKS)
PAR = 15
HAND = 8

FuenfzehnernCard = Annotated[Card, PACK_32.card_schema]


class FuenfzehnernOptions(OptionsModel):
    """Length of the match, the suit that three players leave out, and how the score is worded."""

    deals: int = Field(
        12,
        ge=1,
        le=600,
        title="Hands",
        description="Hands in the match; a multiple of the players keeps the deal even.",
    )
    removed_suit: Suit = Field("D", title="Suit left out", description="With three players: the suit taken out.")
    score_style: Literal["paper", "chips"] = Field(
        "paper",
        title="Score",
        description="Whether the score is written on paper or the same numbers are paid as chips from and into a pot.",
        json_schema_extra={"labels": {"paper": "on paper", "chips": "with chips"}},
    )


class FuenfzehnernState(StateModel):
    """Totals, dealer and hands played."""


class FuenfzehnernDetails(HandDetails):
    """Figures of a hand."""

    card_points: list[int]
    """By seat."""


class FuenfzehnernPointsHand(HandModel):
    """A hand by the card points that each player counted."""

    kind: Literal["points"] = "points"
    points: Annotated[list[Annotated[int, between(0, 4 * PAR)] | None], entries(3, 4)] = Field(
        title="Card points",
        max_length=4,
        description="Card points of each seat: 60 in all with four players, 45 with three. One may be null: the rest.",
    )


class FuenfzehnernCardsHand(HandModel):
    """A hand by the cards that each player won."""

    kind: Literal["cards"] = "cards"
    captured: Annotated[list[list[FuenfzehnernCard] | None], entries(3, 4)] = Field(
        title="Cards won",
        max_length=4,
        description="The cards of each seat's tricks; one may be null, for all the others.",
    )


class FuenfzehnernLead(BaseModel):
    """A player on lead: which cards may be led?"""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    hand: list[FuenfzehnernCard] = Field(title="Hand", min_length=1, max_length=HAND, description="The leader's cards.")
    won_suit: Suit | None = Field(
        None,
        title="Suit won",
        description="The suit in which the lead was taken from another player; null for the opening leader.",
    )
    gone: list[FuenfzehnernCard] = Field(
        [], title="Cards played", max_length=32, description="All cards played in the tricks before."
    )


class FuenfzehnernTrick(HandLookupModel):
    """A trick to look up, or a lead."""

    pack: ClassVar[Pack] = PACK_32

    zwang: bool = Field(
        False, title="Zwang", description="True when the leader leads a queen and calls for the ace of its suit."
    )
    gone: list[FuenfzehnernCard] = Field(
        [], title="Cards played", max_length=32, description="All cards played in the tricks before, if they are known."
    )
    lead: FuenfzehnernLead | None = Field(
        None, title="Lead", description="Instead of plays: a player on lead; the answer is what may be led."
    )


def pack_of(setup: Setup[FuenfzehnernOptions]) -> Pack:
    """Returns the cards in play: with three players one suit is out."""
    if setup.players == 4:
        return PACK_32
    return Pack(tuple(code for code in PACK_32.cards if suit_of(code) != setup.options.removed_suit))
