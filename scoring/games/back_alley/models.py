"""What is entered and carried in Back Alley, and how many cards each hand has."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, NotRequired

from pydantic import BeforeValidator, Field, WithJsonSchema

from scoring.engine.bounds import between, entries
from scoring.engine.cards import Pack, Suit, cards_of, pack
from scoring.engine.game import HandDetails, HandLookupModel, HandModel, OptionsModel, StateModel
from scoring.engine.marking import _
from scoring.engine.tricks import Ranking

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
BIG, LITTLE = "BJ", "LJ"
BLOOPERS = (BIG, LITTLE)
PACK = pack(RANKS, extra=BLOOPERS)
FULL_HAND = 13
#: The boards in the order in which they can be bid, each with what a trick of the hand is then worth.
BOARDS = {"board": 10, "double": 20, "triple": 30, "quadruple": 40}
PER_TRICK = 5

Board = Literal["board", "double", "triple", "quadruple"]


def _bid_by_name(bid: object) -> object:
    if bid == "pass":
        return 0
    if isinstance(bid, str) and bid not in BOARDS:
        raise ValueError(_("A bid is a number of tricks, pass, board, double, triple or quadruple."))
    return bid


Bid = Annotated[
    int | Board,
    BeforeValidator(_bid_by_name),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "integer", "minimum": 0, "maximum": FULL_HAND},
                {"type": "string", "enum": ["pass", *BOARDS]},
            ]
        }
    ),
]


#: The suit letter or null. The pattern repeats the enumeration, which the API publishes without null.
TurnedSuit = Annotated[Suit | None, WithJsonSchema({"type": ["string", "null"], "pattern": "^[CSHD]$"})]


class BackAlleyOptions(OptionsModel):
    """House rules."""

    hands: Literal[26, 13, 25] = Field(
        26,
        title="Hands",
        description="From 13 cards down to 1 and up again with two one-card hands, only down to 1, or "
        "down and up with a single one-card hand.",
        json_schema_extra={
            "labels": {
                "26": "13 down to 1 and up again",
                "13": "13 down to 1",
                "25": "13 down to 1 and up, one hand of one card",
            }
        },
    )
    full_bid: bool = Field(
        True,
        title="Bid of every trick",
        description="In hands of fewer than thirteen cards a number may be as large as the hand. Without boards "
        "the one trick of a hand of one card may always be bid.",
    )
    overtricks: Literal[1, 0] = Field(
        1,
        title="Overtricks",
        description="What a trick beyond the contract is worth.",
        json_schema_extra={"labels": {"1": "1 point each", "0": "nothing"}},
    )
    board: Literal["all", "single", "none"] = Field(
        "all",
        title="Boards",
        description="Whether boards up to the quadruple may be bid, only the plain one, or none.",
        json_schema_extra={
            "labels": {"all": "up to the quadruple", "single": "only the plain board", "none": "no boards"}
        },
    )


class BackAlleyState(StateModel):
    """Totals, dealer and the number of the next hand; a hand that was thrown in is dealt again with the same number."""

    number: int = Field(
        1,
        ge=1,
        le=27,
        title="Hand",
        description="Number of the next hand, 1 to 26; hands thrown in do not count. 27 once all are played.",
    )
    hand_size: Annotated[int, Field(ge=1, le=FULL_HAND)] | None = Field(
        None,
        title="Cards each",
        description="Cards of each player in the next hand; may be left out, because it follows from the number.",
    )
    bids: Annotated[list[Bid], entries(4, 4)] | None = Field(
        None,
        title="Bids",
        max_length=8,
        description="Bids of the hand that is being played, by seat; null before them.",
    )


class BackAlleyDetails(HandDetails):
    """Figures of a hand."""

    hand: int
    """Which hand of the match it was, from 1."""
    hand_size: int
    """How many cards everybody had."""
    contracts: NotRequired[list[int | str]]
    """By side: the tricks to take, 0 for none, or the name of a board. Left out if all passed."""
    leads: NotRequired[int]
    """The seat that bid highest and leads. Left out if all passed."""
    tricks: NotRequired[list[int]]
    """Tricks won, by side. Only of a hand that was played."""
    made: NotRequired[list[bool | None]]
    """By side, whether the contract was made; null for a side without one. Only of a hand that was played."""


class BackAlleyPlayedHand(HandModel):
    """A hand that was bid for; it stays open until its tricks are entered."""

    kind: Literal["played"] = "played"
    bids: Annotated[list[Bid], entries(4, 4)] = Field(
        title="Bids", max_length=8, description="By seat: 0 or pass, a number up to the number of cards, or a board."
    )
    tricks: Annotated[list[Annotated[int, between(0, FULL_HAND)] | None], entries(2, 2)] | None = Field(
        None,
        title="Tricks",
        max_length=2,
        description="By side, all tricks of the hand together; one may be null. Left out while the hand is played: "
        "it stays open.",
    )
    trump: TurnedSuit = Field(
        None, title="Trump", description="Suit of the turned card, as a note only. Null if a blooper was turned."
    )


class BackAlleyThrownInHand(HandModel):
    """All four passed: the same player deals the same hand again."""

    kind: Literal["thrown_in"] = "thrown_in"
    bids: Annotated[list[Bid], entries(4, 4)] | None = Field(
        None, title="Bids", max_length=8, description="May be left out, since all four passed."
    )


class BackAlleyLookup(HandLookupModel):
    """A trick to look up; with ``leading`` the hand is the leader's."""

    pack: ClassVar[Pack] = PACK

    trump: Suit | None = Field(title="Trump", description="Suit of the turned card; null if a blooper was turned.")
    broken: bool = Field(False, title="Broken", description="Whether a trump has been played to another suit.")
    leading: bool = Field(
        False, title="Leading", description="The hand belongs to the leader; a single play is then that lead."
    )


def hand_size(options: BackAlleyOptions, number: int) -> int:
    """Returns how many cards each player has in the hand of this number."""
    if number <= FULL_HAND:
        return FULL_HAND + 1 - number
    return number - FULL_HAND + (1 if options.hands == 25 else 0)


def ranking(trump: Suit | None) -> Ranking:
    """Returns the order of the cards: bloopers above all trumps; without a trump suit neither is in play."""
    return Ranking(BLOOPERS + cards_of(RANKS, trump) if trump else (), RANKS)
