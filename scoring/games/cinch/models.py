"""What is entered and carried in Cinch, and which cards are trumps."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, NotRequired

from pydantic import BaseModel, ConfigDict, Field

from scoring.engine.bounds import between, entries
from scoring.engine.cards import PACK_52, Card, Pack, Suit, cards_of
from scoring.engine.game import HandDetails, HandLookupModel, HandModel, OptionsModel, StateModel
from scoring.engine.tricks import Ranking

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
HIGHER, LOWER = RANKS[:9], RANKS[10:]
SAME_COLOUR: dict[str, str] = {"C": "S", "S": "C", "H": "D", "D": "H"}
#: The points of a hand and what each is worth.
WORTH = {"high": 1, "low": 1, "jack": 1, "ten": 1, "right_pedro": 5, "left_pedro": 5}
ALL_POINTS = 14
#: The house rule that the dealer cannot pass if all others have.
DEALER_FORCED = "dealer_forced"

Side = Annotated[int, Field(ge=0, le=1)]
CinchCard = Annotated[Card, PACK_52.card_schema]
Piles = Annotated[list[list[CinchCard]], entries(2, 2)]


def scoring_cards(trump: str) -> dict[str, str]:
    """Returns the four trumps that score by themselves: jack, ten and both pedros."""
    return {
        "jack": "J" + trump,
        "ten": "10" + trump,
        "right_pedro": "5" + trump,
        "left_pedro": "5" + SAME_COLOUR[trump],
    }


def trumps_of(trump: str) -> tuple[str, ...]:
    """Returns the fourteen trumps, highest first."""
    pedros = ("5" + trump, "5" + SAME_COLOUR[trump])
    return cards_of(HIGHER, trump) + pedros + cards_of(LOWER, trump)


def ranking(trump: str) -> Ranking:
    """Returns the order of the cards with this trump suit."""
    return Ranking(trumps_of(trump), RANKS)


class CinchOptions(OptionsModel):
    """House rules."""

    target: int = Field(51, ge=21, le=121, title="Target", description="The total that ends the match.")
    all_pass: Literal["thrown_in", "dealer_forced"] = Field(
        "thrown_in",
        title="Nobody bids",
        description="If all pass, the hand is thrown in and the deal moves on, or the dealer must bid 1.",
        json_schema_extra={"labels": {"thrown_in": "the hand is thrown in", "dealer_forced": "the dealer must bid 1"}},
    )
    scoring: Literal["difference", "own_points"] = Field(
        "difference",
        title="Scoring",
        description="The side that took more scores the difference, or each side scores what it took and "
        "a broken bid costs the declarers what they bid.",
        json_schema_extra={"labels": {"difference": "only the difference", "own_points": "each side's own points"}},
    )
    low: Literal["captured", "dealt"] = Field(
        "captured",
        title="Low",
        description="Whether low goes to the side that captured the lowest trump, or to the side that was dealt it.",
        json_schema_extra={
            "labels": {"captured": "to the side that captures it", "dealt": "to the side that was dealt it"}
        },
    )


class CinchState(StateModel):
    """Totals, dealer, hands played, and which side bid last."""

    last_bid: Side | None = Field(
        None,
        title="Bid last",
        description="Side that bid in the last hand; if each side scores its own points, it wins a tie at the target.",
    )


class CinchDetails(HandDetails):
    """Figures of a played hand; none if all passed."""

    points_taken: NotRequired[list[int]]
    """Of the fourteen, by side."""
    made: NotRequired[bool]
    """Whether the declarers reached their bid."""
    short: NotRequired[int]
    """The points missing from the bid; 0 if it was made."""
    declarers: NotRequired[int]
    """The side that bid highest."""
    won: NotRequired[dict[str, int | None] | None]
    """By name of a point, the side that took it, null for a card that was not in play; null if only sums are known."""


class CinchWon(BaseModel):
    """Who took each point: a side, or null for what was not in play."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    high: Side | None = Field(None, title="High", description="Side that played the highest trump.")
    low: Side | None = Field(None, title="Low", description="Side that captured the lowest trump.")
    jack: Side | None = Field(None, title="Jack", description="Side that captured the jack of trumps.")
    ten: Side | None = Field(None, title="Ten", description="Side that captured the ten of trumps.")
    right_pedro: Side | None = Field(None, title="Right pedro", description="Side that captured the five of trumps.")
    left_pedro: Side | None = Field(
        None, title="Left pedro", description="Side that captured the other five of the same colour."
    )


class CinchDiscard(BaseModel):
    """A scoring trump that was thrown away before play."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    side: Side = Field(title="Side", description="Side that threw it away.")
    card: CinchCard = Field(title="Card", description="Jack, ten or a pedro of trumps.")


class CinchPlayedHand(HandModel):
    """A hand with a declarer. Enter sums, points or cards; if you enter more than one, they must agree."""

    needs: ClassVar[tuple[tuple[str, ...], ...]] = (("points_taken", "won", "captured", "trumps_played"),)

    kind: Literal["played"] = "played"
    bidder: int = Field(
        ge=0, json_schema_extra={"maximum": 3}, title="Bidder", description="Seat that won the bidding."
    )
    bid: Annotated[int, between(1, ALL_POINTS)] = Field(title="Bid", description="Points promised, 1 to 14.")
    trump: Suit | None = Field(None, title="Trump", description="Trump suit: needed for cards.")
    points_taken: Annotated[list[Annotated[int, between(0, ALL_POINTS)]], entries(2, 2)] | None = Field(
        None,
        title="Points taken",
        max_length=2,
        description="By side, of the points in play; trumps thrown away are counted already.",
    )
    won: CinchWon | None = Field(None, title="Who took what", description="Each point of the hand with its side.")
    captured: Piles | None = Field(
        None,
        title="Trumps won",
        max_length=2,
        description="By side, all trumps in the pile; with `trumps_played` the scoring ones and the lowest are enough.",
    )
    trumps_played: Piles | None = Field(
        None, title="Trumps played", max_length=2, description="By side, all trumps that its two players played."
    )
    discarded: list[CinchDiscard] = Field(
        default=[],
        title="Thrown away",
        max_length=4,
        description="Jack, ten or pedro of trumps thrown away before play.",
    )


class CinchPassedInHand(HandModel):
    """Nobody bid: nothing is scored and the deal moves on."""

    kind: Literal["passed_in"] = "passed_in"


class CinchLookup(HandLookupModel):
    """A trick to look up."""

    pack: ClassVar[Pack] = PACK_52

    trump: Suit = Field(title="Trump", description="Trump suit of the hand.")
