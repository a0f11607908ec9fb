"""What is entered at an Écarté table, and the order of the cards."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from scoring.engine.bounds import between, entries
from scoring.engine.cards import Card, Pack, Suit, cards_of, pack
from scoring.engine.game import HandDetails, HandLookupModel, HandModel, OptionsModel, StateModel
from scoring.engine.tricks import Ranking

RANKS = ("K", "Q", "J", "A", "10", "9", "8", "7")
PACK = pack(RANKS)
TRICKS = 5
EcarteCard = Annotated[Card, PACK.card_schema]
Seat = Annotated[int, between(0, 1)]
EXCHANGES = ("exchanged", "played", "refused")


def ranking(trump: str) -> Ranking:
    """Returns the order of one hand."""
    return Ranking(trumps=cards_of(RANKS, trump), ranks=RANKS)


class EcarteOptions(OptionsModel):
    """The target of the match, and what a vole against a vulnerable player scores."""

    target: Literal[5, 7, 11] = Field(5, title="Target", description="Points that win the match.")
    vulnerable_vole: Literal[3, 2] = Field(
        3, title="Vulnerable vole", description="Points for all five tricks against a vulnerable player."
    )


class EcarteState(StateModel):
    """Totals, dealer and the number of hands."""


Reason = Literal["king_turned", "king_shown", "point", "vole", "vulnerable"]


class EcartePointsDetails(HandDetails):
    """Points of a hand and what they are for."""

    seat: int
    """Who gets them."""
    reason: Reason
    """What they are for."""
    points: int
    """How many."""


class EcarteDetails(HandDetails):
    """Figures of a hand."""

    vulnerable: int | None
    """The seat that pays more because a proposal was refused; null for none."""
    lines: list[EcartePointsDetails]
    """Points with their reason, in the order in which they are marked."""
    finished: bool
    """Whether the match is over with this hand."""
    winner: int | None
    """The seat that has won the match; null while it goes on."""
    next_dealer: int
    """The seat that deals the next hand."""


class EcarteHand(HandModel):
    """One hand in its order; leave out everything after the match is decided."""

    kind: Literal["hand"] = "hand"
    up_card: EcarteCard | None = Field(
        None, title="Card turned up", description="The card turned up, which gives the trump."
    )
    up_card_king: bool | None = Field(
        None, title="King turned up", description="Instead of the card: whether it was a king."
    )
    exchange: str | None = Field(
        None,
        title="Exchange",
        description="`played`: the non-dealer played without proposing; `refused`: the dealer refused "
        "the first proposal; `exchanged`: there was at least one exchange, even of no cards. "
        "Needed with the tricks.",
        json_schema_extra={"examples": list(EXCHANGES)},
    )
    king_shown: Seat | None = Field(
        None, title="King shown", description="Seat that showed the king of trumps; null for nobody."
    )
    tricks: Annotated[list[Annotated[int, between(0, TRICKS)]], entries(2, 2)] | None = Field(
        None, title="Tricks", max_length=2, description="Tricks of seat 0 and of seat 1, five in all."
    )
    trick_winners: list[Seat] | None = Field(
        None,
        title="Trick winners",
        max_length=5,
        description="Instead of the tricks: the seats that won them in order.",
    )


class EcarteTrick(HandLookupModel):
    """A trick to look up."""

    pack: ClassVar[Pack] = PACK

    trump: Suit = Field(title="Trump", description="The trump suit of the hand.")
    up_card: EcarteCard | None = Field(
        None, title="Card turned up", description="The card turned up, if it is known: nobody can hold it."
    )
