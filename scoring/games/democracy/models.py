"""What is entered and carried in Democracy: house rules, islands in three kinds, the trick look-up; the pack and the
deal.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, NotRequired

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from scoring.engine.bounds import entries
from scoring.engine.cards import BySuit, Card, Pack, Suit, pack
from scoring.engine.game import HandDetails, HandLookupModel, HandModel, OptionsModel, StateModel
from scoring.engine.messages import Number
from scoring.engine.older_names import AcceptsOlderNames
from scoring.engine.tricks import Play

#: The suits in the order in which the table names them.
TRIBES: tuple[Suit, ...] = ("C", "D", "H", "S")
RANKS = ("5", "4", "3", "A", "K", "Q", "J", "10", "9", "8", "7", "6")
VALUES = {"5": 5, "4": 4, "3": 3, "A": 3, "K": 2, "Q": 2, "J": 2, "10": 1, "9": 1, "8": 1, "7": 1, "6": 0}
IN_A_SUIT = 25
MAJORITY = 13
DAYS = 2

#: The jokers are in the pack of four and six players.
DECK = pack(RANKS, extra=("JK",) * 2)
DemocracyCard = Annotated[Card, DECK.card_schema]

_JOKERS = {4: 2, 6: 1}
_PLANS = {
    "even": {2: (8, 8), 3: (6, 6), 4: (5, 5), 5: (4, 4), 6: (4, 3)},
    "big_first_day": {2: (12, 4), 3: (8, 4), 4: (6, 4), 5: (4, 4), 6: (4, 3)},
    "same_days": {2: (8, 8), 3: (6, 6), 4: (5, 5), 5: (4, 4), 6: (3, 3)},
}


class DemocracyOptions(OptionsModel):
    """House rules."""

    target: int = Field(5, ge=1, le=20, title="Target", description="Tribes that win the match.")
    older_defaults: ClassVar = {"deal_plan": "even"}

    deal_plan: Literal["big_first_day", "even", "same_days"] = Field(
        "big_first_day",
        title="Deal",
        description="Whether the first day has 12, 8, 6, 4 or 4 cards with two to six players and the second the "
        "rest, the days are as equal as the deck allows, or both are equal (with six players seven cards are then "
        "left out).",
        json_schema_extra={
            "labels": {
                "big_first_day": "bigger first day",
                "even": "as equal as possible",
                "same_days": "two equal days",
            }
        },
    )
    tie_break: Literal["play_on", "shared"] = Field(
        "play_on",
        title="Tie at the end",
        description="If players tie for the most tribes, islands are played until one leads alone, or "
        "the leaders share the win.",
        json_schema_extra={"labels": {"play_on": "play on", "shared": "shared win"}},
    )


class DemocracyState(StateModel):
    """Tribes, dealer and the number of islands. Nothing else is carried from one island to the next."""


class DemocracyDetails(HandDetails):
    """Figures of a hand."""

    suit_points: list[BySuit]
    """By seat, the points in each suit."""
    tribes: list[list[str]]
    """By seat, the suits won."""
    points: list[Number]
    """By seat, the number of tribes; a shared one in parts."""
    trick_winners: NotRequired[list[list[int | None]]]
    """By day, the seat that won each trick, null for a tie. Only if the cards were entered."""


Count = Annotated[
    int | float,
    Field(
        description="Card points, a whole number from 0 to 25.", json_schema_extra={"minimum": 0, "maximum": IN_A_SUIT}
    ),
]


class DemocracyPoints(BaseModel):
    """The card points of a player, suit by suit."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    C: Count = Field(title="Clubs")
    D: Count = Field(title="Diamonds")
    H: Count = Field(title="Hearts")
    S: Count = Field(title="Spades")


class DemocracyPointsHand(HandModel):
    """An island by its card points."""

    kind: Literal["points"] = "points"
    points: Annotated[list[DemocracyPoints], entries(2, 6)] = Field(
        title="Points", max_length=12, description="For each seat the card points of both days."
    )


class DemocracyCardsHand(HandModel):
    """An island by the cards that were won."""

    kind: Literal["cards"] = "cards"
    captured: Annotated[list[list[DemocracyCard]], entries(2, 6)] = Field(
        title="Captured",
        max_length=12,
        description="For each seat the cards won on both days; jokers count nothing.",
    )


class DemocracyTrick(AcceptsOlderNames):
    """A trick."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    accepted_names: ClassVar = frozenset({"up"})

    up_card: DemocracyCard = Field(title="Upcard", description="The card turned from the voting pool.")
    plays: Annotated[list[DemocracyCard], entries(2, 6)] = Field(
        title="Plays", max_length=12, description="The cards of all players, in seat order."
    )


class DemocracyTricksHand(HandModel):
    """An island trick by trick."""

    kind: Literal["tricks"] = "tricks"
    days: Annotated[list[Annotated[list[DemocracyTrick], Field(max_length=20)]], entries(DAYS, DAYS)] = Field(
        title="Days", max_length=5, description="The tricks of the first day, and those of the second."
    )


def _by_seat(plays: Any) -> Any:
    """Cards alone are taken in the order of the seats."""
    if isinstance(plays, list) and plays and all(isinstance(code, str) for code in plays):
        return [{"seat": seat, "card": code} for seat, code in enumerate(plays)]
    return plays


class DemocracyLookup(AcceptsOlderNames, HandLookupModel):
    """A trick to look up."""

    accepted_names: ClassVar = frozenset({"up"})

    pack: ClassVar[Pack] = DECK

    up_card: Card = Field(title="Upcard", description="The card turned from the voting pool; its suit is trump.")
    plays: Annotated[list[Play], BeforeValidator(_by_seat)] = Field(
        default=[],
        title="Plays",
        description="One card from every player, in any order because all are shown together; a list of "
        "cards alone is in seat order.",
    )


def jokers(players: int) -> int:
    """Returns how many jokers are in the pack."""
    return _JOKERS.get(players, 0)


def pack_of(players: int) -> Pack:
    """Returns the cards played with: no twos, and jokers for four and six players."""
    return pack(RANKS, extra=("JK",) * jokers(players))


def deal(players: int, options: DemocracyOptions) -> tuple[int, int]:
    """Returns cards for each hand and for the pool on the first day and on the second; as many tricks are played."""
    return _PLANS[options.deal_plan][players]
