"""What is entered and carried in Nine-Card Don, and the cards that peg."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from scoring.engine.bounds import between, entries
from scoring.engine.cards import PACK_52, SUITS, Card, Pack, Suit
from scoring.engine.game import HandDetails, HandLookupModel, HandModel, OpenHandState, OptionsModel

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
#: What trumps peg, in the order in which people name them.
TRUMP_PEGS = {"5": 10, "9": 9, "A": 4, "K": 3, "Q": 2, "J": 1}
OTHER_FIVE = 5
#: What both sides can peg in a hand: all these trumps and the other three fives.
MOST_PEGGED = sum(TRUMP_PEGS.values()) + 3 * OTHER_FIVE
#: What the cards of a pile count for game, in every suit.
GAME_VALUES = {"10": 10, "A": 4, "K": 3, "Q": 2, "J": 1}
ALL_GAME = 80
#: What both piles count at least: the sixteen cards out of play may be every ten, ace, king and queen.
LEAST_GAME = 4
GAME = 8

NineCardDonCard = Annotated[Card, PACK_52.card_schema]
Side = Annotated[int, Field(ge=0, le=1)]


class NineCardDonOptions(OptionsModel):
    """House rules."""

    target: Literal[121, 61, 91, 181] = Field(
        121, title="Target", description="The total that wins the moment a side gets there."
    )
    fives: Literal["all", "trump_only"] = Field(
        "all",
        title="Fives",
        description="Whether the three other fives peg five each, or only the five of trumps pegs.",
        json_schema_extra={"labels": {"all": "all four", "trump_only": "five of trumps only"}},
    )
    cards: Literal[9, 13] = Field(
        9,
        title="Cards each",
        description="Whether nine cards are dealt to each, or thirteen as in Ireland (the whole pack).",
        json_schema_extra={"labels": {"9": "nine", "13": "thirteen"}},
    )


class NineCardDonState(OpenHandState):
    """Totals, dealer, hands played, and what the open hand has pegged. The pitcher sits left of the dealer."""

    pitcher: int | None = Field(
        None,
        ge=0,
        le=3,
        title="Pitcher",
        description="Seat that pitches in the coming hand. A start may give it in place of the dealer.",
    )


class NineCardDonDetails(HandDetails):
    """Figures of a hand."""

    pegged: list[int]
    """During play, by side."""
    game_points: list[int]
    """Card points for the game, by side."""
    finished: bool
    """Whether the match is over with this hand."""
    winners: list[int]
    """The sides that have won the match; empty while it goes on."""


class NineCardDonEvent(BaseModel):
    """A scoring card that was captured."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    card: NineCardDonCard = Field(title="Card", description="The scoring card.")
    side: Side = Field(title="Side", description="Side that won the trick.")


class NineCardDonEventsHand(HandModel):
    """A hand pegged card by card. It stays open, and may grow, until the counts for game close it."""

    kind: Literal["events"] = "events"
    trump: Suit = Field(title="Trump", description="Suit of the first card led.")
    events: list[NineCardDonEvent] = Field(
        default=[],
        title="Scoring cards",
        max_length=20,
        description="In the order in which they were captured: trumps 5, 9, A, K, Q, J and the other three fives.",
    )
    game: Annotated[list[Annotated[int, between(0, ALL_GAME)] | None], entries(2, 2)] | None = Field(
        None, title="Game", max_length=2, description="After the last trick: what the piles of both sides count."
    )
    captured: Annotated[list[list[NineCardDonCard]], entries(2, 2)] | None = Field(
        None, title="Cards won", max_length=2, description="In place of the counts: all cards of both piles."
    )


class NineCardDonSummaryHand(HandModel):
    """A hand pegged on a board: only its sums."""

    kind: Literal["summary"] = "summary"
    trump_points: Annotated[list[Annotated[int, between(0, MOST_PEGGED)]], entries(2, 2)] = Field(
        title="Pegged", max_length=2, description="By side, what was pegged during the hand; without game."
    )
    game_winner: Side | None = Field(
        None,
        title="Game",
        description="Side that got the eight points for game; null for nobody. Needed unless pegging won the match.",
    )


class NineCardDonLookup(HandLookupModel):
    """A trick to look up."""

    pack: ClassVar[Pack] = PACK_52

    trump: Suit = Field(title="Trump", description="Suit of the first card led in the hand.")


def pegging_cards(trump: str, options: NineCardDonOptions) -> dict[str, int]:
    """Returns the cards that peg with this trump suit, each with its points."""
    pegs = {rank + trump: worth for rank, worth in TRUMP_PEGS.items()}
    if options.fives == "all":
        pegs |= {"5" + letter: OTHER_FIVE for letter in SUITS if letter != trump}
    return pegs
