"""What is entered and carried in Malilla, and what the cards are worth."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from scoring.engine.bounds import Side, between, entries
from scoring.engine.cards import Card, Pack, Suit, pack
from scoring.engine.game import HandDetails, HandLookupModel, HandModel, OptionsModel, StateModel
from scoring.engine.messages import Number

RANKS = ("7", "A", "K", "Q", "J", "6", "5", "4", "3", "2")
VALUES = {"7": 5, "A": 4, "K": 3, "Q": 2, "J": 1}
PACK_40 = pack(RANKS)
TRICKS = 10
CARD_POINTS = 60
ALL_POINTS = CARD_POINTS + TRICKS
HALF = ALL_POINTS // 2
MalillaCard = Annotated[Card, PACK_40.card_schema]


class MalillaOptions(OptionsModel):
    """House rules."""

    target: int = Field(35, ge=20, le=100, title="Target", description="The total that wins the match.")
    capote: Literal["points", "match"] = Field(
        "points",
        title="All ten tricks",
        description="Whether all ten tricks are worth 35, like any 70 points, or win the whole match.",
        json_schema_extra={"labels": {"points": "worth 35", "match": "wins the match"}},
    )
    foul: Literal["match", "hand"] = Field(
        "match",
        title="A wrong play",
        description="Whether a wrong play loses the match, or gives the other side 35 for the hand.",
        json_schema_extra={"labels": {"match": "loses the match", "hand": "35 to the other side"}},
    )
    up_card_bonus: bool = Field(
        True, title="Bonus for the turned card", description="Whether the dealer's side scores the turned card."
    )


class MalillaState(StateModel):
    """Totals, dealer, number of deals, and the side that won the match by a foul or a capote."""

    match_winner: int | None = Field(
        None,
        ge=0,
        le=1,
        title="Match winner",
        description="The side that won by a foul or a capote, whatever the totals.",
    )


BonusStatus = Literal["none", "now", "held", "lost"]


class MalillaBonusDetails(HandDetails):
    """The bonus for the turned card."""

    value: int
    """Its points; 0 for none."""
    side: int
    """Whose it is."""
    status: BonusStatus
    """`now`: it counts in this hand; `held`: later; `lost`: never; `none`: there is none."""


class MalillaDetails(HandDetails):
    """Figures of a hand."""

    bonus: MalillaBonusDetails
    """The bonus for the turned card."""
    hand_points: list[int] | None
    """By side, 70 together; null if they were not counted."""
    gain: list[Number]
    """What each side scores, without the bonus."""
    winner: int | None
    """The side that has won the match; null while it goes on."""
    dealer: int
    """The seat that dealt it."""
    next_dealer: int
    """The seat that deals the next hand."""


class MalillaPlayedHand(HandModel):
    """A hand that was played out, counted in one of three ways."""

    needs: ClassVar[tuple[tuple[str, ...], ...]] = (("points", "card_points", "captured"),)

    kind: Literal["played"] = "played"
    up_card: MalillaCard = Field(
        title="Turned card", description="The dealer's last card: it makes trump and may score."
    )
    points: Annotated[list[Annotated[int, between(0, ALL_POINTS)] | None], entries(2, 2)] | None = Field(
        None, title="Points", description="For each side its cards and tricks, 70 in all; one of them may be null."
    )
    card_points: Annotated[list[Annotated[int, between(0, CARD_POINTS)] | None], entries(2, 2)] | None = Field(
        None, title="Card points", description="For each side, 60 in all, together with the tricks; one may be null."
    )
    tricks: Annotated[list[Annotated[int, between(0, TRICKS)] | None], entries(2, 2)] | None = Field(
        None, title="Tricks", description="For each side, ten in all; one may be null."
    )
    captured: Annotated[list[list[MalillaCard] | None], entries(2, 2)] | None = Field(
        None, title="Captured cards", description="For each side all its cards; one list may be null: all the rest."
    )


class MalillaFoul(HandModel):
    """Somebody played wrongly."""

    kind: Literal["foul"] = "foul"
    side: Side = Field(title="Side", description="The side that played wrongly, 0 or 1.")
    up_card: MalillaCard | None = Field(
        None, title="Turned card", description="Scores only if a wrong play costs the hand and not the match."
    )


class MalillaMisdeal(HandModel):
    """The deal went wrong: the next dealer deals."""

    kind: Literal["misdeal"] = "misdeal"


class MalillaLookup(HandLookupModel):
    """A trick, or the cards on the table and a hand."""

    pack: ClassVar[Pack] = PACK_40

    trump: Suit = Field(title="Trump", description="The suit of the turned card.")
    suits_led: list[Suit] = Field(
        default=[], title="Suits led", description="The suits led so far in this hand, this trick included."
    )
