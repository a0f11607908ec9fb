"""What is entered and carried in Twenty-Five: house rules, state, the two ways of entering a hand, the look-up."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from scoring.engine.bounds import between, entries
from scoring.engine.cards import PACK_52, Card, Pack, Suit
from scoring.engine.game import HandDetails, HandLookupModel, HandModel, OpenHandState, OptionsModel
from scoring.engine.older_names import AcceptsOlderNames


class TwentyFiveOptions(OptionsModel):
    """House rules."""

    target: int = Field(
        25,
        ge=5,
        le=110,
        title="Target",
        description="The points that win the match at once: 25, 45 or another multiple of five.",
    )
    teams: Annotated[int, Field(ge=0, le=5)] | None = Field(
        None,
        title="Teams",
        description="The number of teams of equal size, two players or more in each; left out if each plays alone.",
    )
    renege: Literal["always", "lower_led"] = Field(
        "always",
        title="Holding back the best trumps",
        description="Whether the five and jack of trumps and the ace of hearts may be held back from any "
        "trump lead, or only from the lead of a lower trump.",
        json_schema_extra={"labels": {"always": "on any trump lead", "lower_led": "only on a lower trump lead"}},
    )
    dealer_robs_ace: bool = Field(
        True, title="Dealer robs an ace", description="Whether the dealer may take a turned card that is an ace."
    )


class TwentyFiveState(OpenHandState):
    """Totals, dealer and the number of hands."""


class TwentyFiveDetails(HandDetails):
    """Figures of a hand so far."""

    tricks: list[int]
    """Tricks won, by side."""
    trick_winners: list[int]
    """The seat that won each trick, in order."""
    trump: Suit | None
    """Null if it was not entered."""
    finished: bool
    """Whether the match is over with this hand."""
    winner: int | None
    """The side that has won the match; null while it goes on."""


TwentyFiveCard = Annotated[Card, PACK_52.card_schema]
Seat = Annotated[int, between(0, 9)]
Robber = Annotated[int, Field(ge=-99, le=99, json_schema_extra={"minimum": 0, "maximum": 9})] | None
OPEN = Field(
    False,
    title="Still being played",
    description="Records a hand that is not over yet: it stays open, and is corrected trick by trick.",
)
ROBBED_BY = Field(None, title="Robbed by", description="Who took the turned card, null for nobody.")


class TwentyFiveWinnersHand(AcceptsOlderNames, HandModel):
    """A hand by who won each trick."""

    accepted_names: ClassVar = frozenset({"upcard"})

    kind: Literal["winners"] = "winners"
    trick_winners: Annotated[list[Seat], entries(0, 5)] = Field(
        max_length=60,
        title="Trick winners",
        description="The seats that won the tricks, in order: five, or fewer if the last one reaches the target.",
    )
    up_card: TwentyFiveCard | None = Field(
        None, title="Turned card", description="The card that made trumps; only a note."
    )
    trump: Suit | None = Field(None, title="Trumps", description="Only a note; follows from the turned card.")
    robbed_by: Robber = ROBBED_BY
    open: bool = OPEN


class TwentyFiveTricksHand(AcceptsOlderNames, HandModel):
    """A hand by its cards; the winners follow from them."""

    accepted_names: ClassVar = frozenset({"upcard"})

    kind: Literal["tricks"] = "tricks"
    up_card: TwentyFiveCard = Field(title="Turned card", description="Its suit is trumps.")
    tricks: Annotated[
        list[Annotated[list[TwentyFiveCard], Field(max_length=52, json_schema_extra={"maxItems": 10})]], entries(0, 5)
    ] = Field(
        max_length=60,
        title="Tricks",
        description="The cards of each trick in playing order: the first from the dealer's left, the next ones from "
        "the winner of the trick before.",
    )
    robbed_by: Robber = ROBBED_BY
    open: bool = OPEN


class TwentyFiveLookup(HandLookupModel):
    """A trick to look up."""

    pack: ClassVar[Pack] = PACK_52

    trump: Suit = Field(title="Trumps", description="The trump suit of the hand: that of the turned card.")
