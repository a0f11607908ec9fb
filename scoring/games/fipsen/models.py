"""What is entered at a Fipsen table, the short pack and the order of its cards."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, NotRequired

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from scoring.engine.bounds import between, entries
from scoring.engine.cards import Card, Pack, Suit, cards_of
from scoring.engine.game import HandDetails, HandLookupModel, HandModel, OptionsModel, StateModel
from scoring.engine.marking import _
from scoring.engine.messages import Message, say
from scoring.engine.tricks import Ranking

TRICKS = 5
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7")
PACK = Pack((*cards_of(RANKS, "CSH"), "7D"))
FipsenCard = Annotated[Card, PACK.card_schema]
Seat = Annotated[int, between(0, 3)]
Number = Annotated[int, between(2, TRICKS)]
NUMBERS = {2: say("Two"), 3: say("Three"), 4: say("Four"), 5: say("Five")}


def ranking(trump: str) -> Ranking:
    """Returns the order of one deal."""
    return Ranking(trumps=tuple(code for code in PACK.cards if code[-1] == trump), ranks=RANKS)


def _letters(given: Any) -> Any:
    """A course written as one word, WLW, as its letters."""
    return [letter for letter in given if not letter.isspace()] if isinstance(given, str) else given


TrickLetters = Annotated[list[str], BeforeValidator(_letters), entries(0, TRICKS)]


class FipsenOptions(OptionsModel):
    """How long the match is, and what diamonds do to a Kieker."""

    deals: int = Field(
        8, ge=1, le=600, title="Deals", description="Deals in the match; a multiple of four keeps the deal even."
    )
    kieker_diamonds: Literal["doubled", "flat"] = Field(
        "doubled",
        title="Kieker in diamonds",
        description="Diamonds as trumps double a Kieker, or it is always worth 10.",
        json_schema_extra={"labels": {"doubled": "doubled", "flat": "always 10"}},
    )


class FipsenEntry(BaseModel):
    """What one deal changed on the sheet: whose column, and by how much."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    seat: int = Field(ge=0, json_schema_extra={"maximum": 3}, title="Seat", description="The declarer of that deal.")
    points: int = Field(title="Points", description="What the declarer scored.")


class FipsenState(StateModel):
    """Totals, dealer, deals played, and the sheet of five columns."""

    deals_played: int = Field(0, ge=0, title="Deals played", description="Deals that count: all passed does not.")
    values: list[int] = Field([], title="Value column", description="The value of every deal so far.")
    entries: list[FipsenEntry] = Field(
        [], title="Entries", description="What the latest of these deals changed on the sheet; for drawing it."
    )


class FipsenDetails(HandDetails):
    """Figures of a hand or of a bid."""

    value: int | float | None
    """What it is worth; null if all passed."""
    made: NotRequired[bool]
    """Whether the declarer won it."""
    played_on: NotRequired[bool]
    """Whether the declarer went on for all tricks."""
    surrendered: NotRequired[bool]
    """Whether it was given up."""
    tricks: NotRequired[int | None]
    """Of the declarer; null if not entered."""


class FipsenPlayed(HandModel):
    """The result of a hand that was played. Enter it in one way; if you use several, they must agree."""

    outcome: Literal["made", "failed"] | None = Field(
        None, title="Outcome", description="The quick entry: made or failed; with played_on, of the doubled contract."
    )
    sequence: TrickLetters | None = Field(
        None,
        title="Tricks in order",
        description='"W" for each trick that the declarer won and "L" for each lost, as far as play went.',
    )
    tricks: int | None = Field(None, ge=0, le=TRICKS, title="Tricks", description="Tricks that the declarer won.")
    played_on: bool = Field(
        False, title="Played on", description="True if the declarer went on after making the number."
    )
    took_rest: bool | None = Field(
        None, title="Took the rest", description="After playing on: whether every remaining trick was won."
    )


class FipsenContractHand(FipsenPlayed):
    """A contract: a number, perhaps with Hand, Ruten and Durch."""

    needs: ClassVar[tuple[tuple[str, ...], ...]] = (("outcome", "sequence", "tricks"),)

    kind: Literal["contract"] = "contract"
    declarer: Seat = Field(title="Declarer", description="Seat of the declarer.")
    number: Number = Field(title="Number", description="The number that was bid, 2 to 5.")
    hand: bool = Field(False, title="Hand", description="Bid to be played without the skat.")
    ruten: bool = Field(False, title="Ruten", description="Bid with diamonds as trumps.")
    durch: bool = Field(False, title="Durch", description="Bid to win all five tricks.")
    trump: Suit = Field(title="Trump", description="The trump suit.")


class FipsenKiekerHand(FipsenPlayed):
    """A Kieker: a hand without king, queen or jack, with the skat and the spare cards taken up."""

    kind: Literal["kieker"] = "kieker"
    declarer: Seat = Field(title="Declarer", description="Seat of the declarer.")
    surrendered: bool = Field(
        False, title="Surrendered", description="Given up before the first lead; then nothing else is entered."
    )
    trump: Suit | None = Field(None, title="Trump", description="The trump suit, unless surrendered.")
    dealt_hand: Annotated[list[FipsenCard], entries(TRICKS, TRICKS)] | None = Field(
        None, title="Dealt hand", description="The five cards dealt, if they are to be checked."
    )
    hand: bool = Field(False, title="Hand", description="Never in a Kieker: the skat is taken.")
    ruten: bool = Field(False, title="Ruten", description="Never in a Kieker.")
    durch: bool = Field(False, title="Durch", description="Never in a Kieker: it asks for all tricks as it is.")


class FipsenAllPassed(HandModel):
    """All four passed: the same dealer deals again, and the deal does not count."""

    kind: Literal["all_passed"] = "all_passed"


class FipsenBid(HandModel):
    """A question, not a hand: what is this bid worth?"""

    kind: Literal["bid"] = "bid"
    number: Number | None = Field(None, title="Number", description="2 to 5; left out for a Kieker.")
    hand: bool = Field(False, title="Hand", description="With Hand.")
    ruten: bool = Field(False, title="Ruten", description="With Ruten.")
    durch: bool = Field(False, title="Durch", description="With Durch.")
    kieker: bool = Field(False, title="Kieker", description="A Kieker, which has no number and no additions.")


class FipsenTrick(HandLookupModel):
    """A trick to look up."""

    pack: ClassVar[Pack] = PACK

    trump: Suit = Field(title="Trump", description="The trump suit of the hand.")


#: A bid with its calls: Hand, Ruten, Durch.
BIDS = {
    (False, False, False): "{number}",
    (True, False, False): _("{number} Hand"),
    (False, True, False): _("{number} Ruten"),
    (False, False, True): _("{number} Durch"),
    (True, True, False): _("{number} Hand Ruten"),
    (True, False, True): _("{number} Hand Durch"),
    (False, True, True): _("{number} Ruten Durch"),
    (True, True, True): _("{number} Hand Ruten Durch"),
}


def bid_name(number: int, hand: bool, ruten: bool, durch: bool) -> Message:
    """Returns the name of a bid, such as Three Hand Durch; the calls are the same in every language."""
    return say(BIDS[hand, ruten, durch], number=NUMBERS[number])
