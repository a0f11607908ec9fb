"""What is entered and carried in Loo: house rules, state, the three kinds of hand, the trick look-up."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, NotRequired, Self

from pydantic import BaseModel, ConfigDict, Field

from scoring.engine.bounds import between, entries
from scoring.engine.cards import PACK_52, Card, Pack, Suit
from scoring.engine.game import HandDetails, HandLookupModel, HandModel, OptionsModel, StateModel
from scoring.engine.older_names import AcceptsOlderNames

#: The most players.
PLAYERS = 10
#: Cards in a hand, and tricks.
HAND = 5

LooCard = Annotated[Card, PACK_52.card_schema]
Seat = Annotated[int, between(0, PLAYERS - 1)]


class LooOptions(OptionsModel):
    """House rules. The first value of each is five-card Loo with a fixed stake."""

    cards: Literal[5, 3] = Field(
        5,
        title="Cards each",
        description="Five-card Loo, or the older game with three cards and three tricks, each for a third of the pot, "
        "without Pam and without flushes.",
        json_schema_extra={"labels": {"5": "five, with Pam and flushes", "3": "three, without them"}},
    )
    stake: int = Field(
        5,
        ge=3,
        le=500,
        title="Stake",
        description="Chips of the ante and of a loo: a multiple of the cards each, so that a trick never pays a "
        "fraction. If it is left out: five, or three with three cards.",
    )
    loo: Literal["limited", "unlimited"] = Field(
        "limited",
        title="Price of a loo",
        description="Whether a loo costs one stake, or as much as the pot that was played for.",
        json_schema_extra={"labels": {"limited": "limited: one stake", "unlimited": "unlimited: the size of the pot"}},
    )
    flush_pays: Literal["all", "stayed"] = Field(
        "all",
        title="Who pays for a flush",
        description="Whether everybody at the table pays, or only those who stayed in. Holders of a "
        "flush or of Pam never pay.",
        json_schema_extra={
            "only_with": {"cards": [5]},
            "labels": {"all": "everybody", "stayed": "only players who stayed in"},
        },
    )
    all_pass: Literal["dealer", "carry"] = Field(
        "dealer",
        title="Everybody passes",
        description="Whether the dealer takes the pot, or it stays for the next hand.",
        json_schema_extra={
            "labels": {"dealer": "the dealer takes the pot", "carry": "the pot stays for the next hand"}
        },
    )
    deals: Annotated[int, Field(ge=1, le=1000)] | None = Field(
        None, title="Hands", description="The agreed number of hands; left out for no fixed number."
    )
    leftover: Literal["play_on", "split"] = Field(
        "play_on",
        title="Chips left at the end",
        description="Whether hands are played until one leaves the pot empty, or the pot is divided "
        "after the last hand.",
        json_schema_extra={
            "only_with": {"deals": ["*"]},
            "labels": {"play_on": "play on until the pot is empty", "split": "divide the pot"},
        },
    )
    start_chips: int = Field(
        0, ge=0, le=1_000_000, title="Chips at the start", description="The chips of each player before the first hand."
    )

    def as_played(self, players: int) -> Self:
        """Returns the options with the usual stake of three-card Loo if no stake was chosen."""
        stake = self.stake if "stake" in self.model_fields_set else self.cards
        return self.model_copy(update={"stake": stake})


class LooState(StateModel):
    """Chips, dealer, the number of hands, the pot that the last hand left, and how often each was looed."""

    pot_carried: int = Field(
        0, ge=0, le=10**15, title="Pot carried", description="Chips that the last hand left in the pot."
    )
    times_looed: list[Annotated[int, Field(ge=0)]] = Field(
        default=[], title="Times looed", description="How often each seat has paid a loo; empty for nobody yet."
    )


class LooDetails(HandDetails):
    """What a hand did to the pot, in chips."""

    looed: list[int]
    """The seats that pay a loo."""
    pot_played: int
    """The pot that was played for, with the ante."""
    pot_next: int
    """What the next hand begins with, before its ante."""
    tricks: NotRequired[list[int]]
    """Tricks won, by seat. Only of a hand that was played."""
    trick_value: NotRequired[int]
    """What a trick paid. Only of a hand that was played."""
    flush_winner: NotRequired[int]
    """The seat whose flush takes the pot."""
    flush_class: NotRequired[Literal["plain", "trump", "mouche"] | None]
    """Which kind of flush it was; null if not entered."""
    pot_split: NotRequired[int]
    """What was divided at the end of the match."""
    split: NotRequired[list[int]]
    """Of that, the chips for each seat."""


class LooHand(AcceptsOlderNames, HandModel):
    """What every hand may have about trumps."""

    accepted_names: ClassVar = frozenset({"turn_up"})

    up_card: LooCard | None = Field(
        None, title="Turned card", description="The card that was turned up: its suit is trumps, and nobody holds it."
    )
    trump: Suit | None = Field(
        None, title="Trumps", description="Follows from the turned card; needed only to compare flushes."
    )


class LooPlayedHand(LooHand):
    """A hand that was played: who stayed in and who took the tricks."""

    kind: Literal["played"] = "played"
    stayed: Annotated[list[Seat], entries(0, PLAYERS)] = Field(
        max_length=40, title="Stayed in", description="The seats that did not pass."
    )
    tricks: (
        Annotated[
            list[Annotated[int, between(0, HAND)]],
            Field(max_length=40, json_schema_extra={"minItems": 5, "maxItems": PLAYERS}),
        ]
        | None
    ) = Field(
        None,
        title="Tricks",
        description="Tricks of each seat, five together. Not needed where one player alone stayed in, or with the "
        "winners of the tricks.",
    )
    trick_winners: Annotated[list[Seat], Field(max_length=40, json_schema_extra={"maxItems": HAND})] | None = Field(
        None, title="Trick winners", description="Instead: the seats that won the five tricks, in order."
    )


class LooFlush(BaseModel):
    """A flush that was shown."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    seat: Seat = Field(title="Seat", description="Who showed it.")
    cards: Annotated[list[LooCard], entries(HAND, HAND)] = Field(
        max_length=52, title="Cards", description="Its five cards."
    )


class LooFlushHand(LooHand):
    """A hand that a flush decided before any trick was played."""

    kind: Literal["flush"] = "flush"
    stayed: Annotated[list[Seat], entries(0, PLAYERS)] = Field(
        max_length=40, title="Stayed in", description="The seats that did not pass."
    )
    shown: list[LooFlush] = Field(max_length=40, title="Shown", description="All flushes that were shown.")
    pam_holder: Seat | None = Field(
        None, title="Pam", description="Who holds the jack of clubs without a flush, null for nobody."
    )


class LooPassedHand(LooHand):
    """A hand in which everybody passed."""

    kind: Literal["all_passed"] = "all_passed"


class LooLookup(HandLookupModel):
    """A trick to look up. Players who passed are left out of it."""

    pack: ClassVar[Pack] = PACK_52

    trump: Suit = Field(title="Trumps", description="The trump suit of the hand: that of the turned card.")
    pam_be_civil: bool = Field(
        False, title="Pam be civil", description="Whether the leader of the ace of trumps said so to this trick."
    )
