"""What is entered and carried in Canadian Salad: house rules, state, three ways to enter a hand, the trick look-up."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, NotRequired

from pydantic import Field

from scoring.engine.bounds import between, entries
from scoring.engine.cards import PACK_52, Card, Pack
from scoring.engine.game import HandDetails, HandLookupModel, HandModel, OptionsModel, StateModel

CanadianSaladCard = Annotated[Card, PACK_52.card_schema]
Seat = Annotated[int, between(0, 5)]
#: With three players there are seventeen tricks.
TRICKS = 17

Tricks = Annotated[
    Annotated[list[Annotated[int, between(0, TRICKS)]], entries(3, 6)] | None,
    Field(title="Tricks", description="Hands 1 and 6: tricks won by each seat.", max_length=12),
]
LastTrick = Annotated[
    Seat | None, Field(title="Last trick", description="Hands 5 and 6: the seat that won the last trick.")
]
Captures = Annotated[
    list[list[CanadianSaladCard]], Field(max_length=12, json_schema_extra={"minItems": 3, "maxItems": 6})
]
RestTo = Annotated[
    Seat | None, Field(title="All the others", description="Seat that captured every bad card not named anywhere.")
]


class CanadianSaladOptions(OptionsModel):
    """House rules."""

    tie: Literal["shared", "sixth_again"] = Field(
        "shared",
        title="Tie at the end",
        description="If the lowest totals are equal, they share the win, or the sixth hand is played "
        "again until one player is lowest.",
        json_schema_extra={"labels": {"shared": "shared win", "sixth_again": "play the sixth hand again"}},
    )


class CanadianSaladState(StateModel):
    """Totals, dealer and the number of the next hand."""

    hand_no: Annotated[int, Field(ge=1, le=7)] | None = Field(
        None,
        title="Hand",
        description="Which of the six hands comes next, 7 once all six are played; null for the one "
        "after those played.",
    )

    @property
    def after_six(self) -> bool:
        """Whether all six hands were played."""
        return self._number > 6

    @property
    def hand_in_play(self) -> int:
        """The number of the next hand, 1 to 6; after the sixth, the sixth again."""
        return min(self._number, 6)

    @property
    def _number(self) -> int:
        return self.hands_played + 1 if self.hand_no is None else self.hand_no


class CanadianSaladDetails(HandDetails):
    """What counts in this hand, as far as it is known."""

    hand_no: int
    """Which of the six hands it was, from 1."""
    tricks: NotRequired[list[int]]
    """Tricks won, by seat."""
    hearts: NotRequired[list[int]]
    """Hearts taken, by seat."""
    queens: NotRequired[list[int]]
    """Queens taken, by seat."""
    king_spades: NotRequired[int]
    """The seat that took the king of spades."""
    last_trick: NotRequired[int]
    """The seat that won the last trick."""


class CanadianSaladCountsHand(HandModel):
    """A hand by counting; only what is bad in the hand in play is entered."""

    kind: Literal["counts"] = "counts"
    tricks: Tricks = None
    hearts: Annotated[list[Annotated[int, between(0, 13)]], entries(3, 6)] | None = Field(
        None, max_length=12, title="Hearts", description="Hands 2 and 6: hearts captured by each seat, 13 in all."
    )
    queens: Annotated[list[Annotated[int, between(0, 4)]], entries(3, 6)] | None = Field(
        None, max_length=12, title="Queens", description="Hands 3 and 6: queens captured by each seat, 4 in all."
    )
    king_spades: Seat | None = Field(
        None, title="King of spades", description="Hands 4 and 6: the seat that captured the king of spades."
    )
    last_trick: LastTrick = None


class CanadianSaladCardsHand(HandModel):
    """A hand by its bad cards: hands 2, 3, 4 and 6."""

    kind: Literal["cards"] = "cards"
    captured: Captures = Field(
        title="Captured", description="For each seat the bad cards of this hand that the player took."
    )
    rest_to: RestTo = None
    tricks: Tricks = None
    last_trick: LastTrick = None


class CanadianSaladTricksHand(HandModel):
    """A hand by who won each trick: hands 1, 5 and, together with the bad cards, 6."""

    kind: Literal["tricks"] = "tricks"
    winners: Annotated[list[Seat], entries(8, TRICKS)] = Field(
        title="Winners", max_length=20, description="The seat that won each trick, in order."
    )
    captured: Captures | None = Field(
        None, title="Captured", description="Hand 6: for each seat the bad cards that the player took."
    )
    rest_to: RestTo = None


class CanadianSaladLookup(HandLookupModel):
    """A trick and, for legal plays, a hand."""

    pack: ClassVar[Pack] = PACK_52
