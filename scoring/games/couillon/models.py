"""What is entered at a Couillon table, the slate, and the cards."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from scoring.engine.bounds import Side, between, entries
from scoring.engine.cards import Card, Pack, Suit, cards_of, pack
from scoring.engine.game import HandDetails, HandLookupModel, HandModel, OptionsModel, StateModel
from scoring.engine.messages import Message, plural, say
from scoring.engine.tricks import Ranking

VALUES = {"A": 4, "K": 3, "Q": 2, "J": 1, "10": 0, "9": 0, "8": 0, "7": 0}
ALL_POINTS = 40
TRICK, TRICKS = 4, 4
#: The packs of 24 and of 32 cards: from the ace to the nine, or to the seven.
PACKS = {24: pack(tuple(VALUES)[:6]), 32: pack(tuple(VALUES))}

CouillonCard = Annotated[Card, PACKS[32].card_schema]
PerSide = Annotated[list[int], Field(min_length=2, max_length=2)]


def ranking(trump: str) -> Ranking:
    """Returns the order of one hand."""
    return Ranking(trumps=cards_of(tuple(VALUES), trump), ranks=tuple(VALUES))


def times_text(factor: int) -> Message:
    """Returns how often a hand counts, as a text."""
    return say("double") if factor == 2 else plural(factor, "once", "{n} times")


class CouillonOptions(OptionsModel):
    """The slate, and what draws do."""

    deck: Literal[24, 32] = Field(
        24,
        title="Pack",
        description="Whether the nines are the lowest cards, so that eight cards are left over, or the sevens, so that "
        "sixteen are.",
        json_schema_extra={"labels": {"24": "24 cards, ace to nine", "32": "32 cards, ace to seven"}},
    )
    lines: int = Field(5, ge=3, le=11, title="Lines", description="Lines of each side at the start.")
    ties: Literal["double", "pile_up"] = Field(
        "double",
        title="After draws",
        description="What draws do to the next hand that is won: they double it, or each adds it once more.",
        json_schema_extra={"labels": {"double": "the next hand counts double", "pile_up": "once more for every draw"}},
    )
    double_penalty: bool = Field(
        True, title="Marks count double too", description="Whether a hand that counts double also adds double marks."
    )

    @property
    def pack(self) -> Pack:
        """The cards played with."""
        return PACKS[self.deck]

    @property
    def ranks(self) -> tuple[str, ...]:
        """The ranks of a suit, from the highest down."""
        return tuple(VALUES)[: self.deck // 4]

    @property
    def left_over(self) -> int:
        """How many cards stay out of play, in the stub."""
        return self.deck - TRICK * TRICKS


class CouillonState(StateModel):
    """The slate: lines and marks of each side, what the next hand counts, dealer. Totals are lines plus marks."""

    lines: PerSide = Field([5, 5], title="Lines", description="Lines of each side that are not rubbed out.")
    marks: PerSide = Field([0, 0], title="Marks", description="Marks on the lines of each side.")
    factor: int = Field(1, ge=1, title="Factor", description="How many times the next hand counts if it is won.")


class CouillonDetails(HandDetails):
    """The slate after a hand."""

    hand_points: list[int]
    """Card points by side."""
    hand_winner: int | None
    """The side with more of them; null if the hand is drawn."""
    factor: int
    """How often the hand counts."""
    erased: list[int]
    """Lines that it erased, by side."""
    added: list[int]
    """Marks that it added, by side."""
    lines: list[int]
    """Lines left on the slate, by side."""
    marks: list[int]
    """Marks left on the slate, by side."""
    left: list[int]
    """Lines and marks together, by side."""
    finished: bool
    """Whether the match is over with this hand."""
    winner: int | None
    """The side that has won the match; null while it goes on."""
    next_dealer: int
    """The seat that deals the next hand."""
    next_factor: int
    """How often the next hand counts."""


class CouillonHand(HandModel):
    """What every hand has: who accepted the trump suit, and the cards that were turned up."""

    accepted_by: Annotated[int, between(0, 3)] | None = Field(
        title="Accepted by", description="Seat that accepted the suit turned up; null if all declined."
    )
    up_card: CouillonCard | None = Field(
        None, title="Card turned up", description="The top card of the stub, if it is known."
    )
    bottom_card: CouillonCard | None = Field(
        None, title="Bottom card", description="If all declined: the bottom card of the stub, if it is known."
    )


class CouillonPointsHand(CouillonHand):
    """A hand by the card points of both sides."""

    kind: Literal["points"] = "points"
    points: Annotated[list[Annotated[int, between(0, ALL_POINTS)] | None], entries(2, 2)] = Field(
        title="Card points",
        max_length=2,
        description="Card points of side 0 and side 1; both, since some cards stay out of play.",
    )


class CouillonTrickWon(BaseModel):
    """A trick: the side that won it, and its four cards."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    winner: Side = Field(title="Winner", description="Side that won the trick.")
    cards: Annotated[list[CouillonCard], entries(TRICK, TRICK)] = Field(
        title="Cards", max_length=8, description="The four cards of the trick."
    )


class CouillonCardsHand(CouillonHand):
    """A hand by its cards: the pile of each side, or the four tricks."""

    needs: ClassVar[tuple[tuple[str, ...], ...]] = (("captured", "tricks"),)

    kind: Literal["cards"] = "cards"
    captured: Annotated[list[list[CouillonCard]], entries(2, 2)] | None = Field(
        None, title="Cards won", max_length=2, description="All cards of side 0's tricks and of side 1's."
    )
    tricks: Annotated[list[CouillonTrickWon], entries(TRICKS, TRICKS)] | None = Field(
        None, title="Tricks", max_length=8, description="The four tricks, instead of the piles."
    )


class CouillonTrick(HandLookupModel):
    """A trick to look up."""

    pack: ClassVar[Pack] = PACKS[32]

    trump: Suit = Field(title="Trump", description="The trump suit of the hand.")
