"""House rules, states and hands of Kings in the Corner."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field

from scoring.engine.bounds import between, entries
from scoring.engine.cards import PACK_52, Card, rank_of
from scoring.engine.game import HandDetails, HandModel, OptionsModel, StateModel

DEALT = 7
TABLEAU = 4
MOST_LEFT = len(PACK_52) - TABLEAU
KINGS = 4
USUAL_TARGET = 25
RANKS = ("K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A")

Seat = Annotated[int, between(0, 5)]
KingsInTheCornerCard = Annotated[Card, PACK_52.card_schema]
KingsLeft = Annotated[
    Annotated[list[Annotated[int, between(0, KINGS)]], entries(2, 6)] | None,
    Field(
        title="Kings left",
        max_length=12,
        description="With penalty scoring: the number of kings among each player's cards; 0 if left out.",
    ),
]
CardsLeft = Annotated[
    list[Annotated[int, between(0, MOST_LEFT)] | Annotated[list[KingsInTheCornerCard], entries(0, MOST_LEFT)]],
    Field(max_length=12, json_schema_extra={"minItems": 2, "maxItems": 6}),
]


class KingsInTheCornerOptions(OptionsModel):
    """House rules."""

    scoring: Literal["wins", "penalty"] = Field(
        "wins",
        title="Scoring",
        description="Whether the winner of a hand scores 1, or everybody scores penalty points for the "
        "cards left in hand.",
        json_schema_extra={"labels": {"wins": "a point for the winner", "penalty": "penalty points for cards left"}},
    )
    king_penalty: int = Field(
        10,
        ge=1,
        le=25,
        title="Penalty for a king",
        description="What a king left in hand costs; other cards cost 1.",
        json_schema_extra={"only_with": {"scoring": ["penalty"]}},
    )
    target: Annotated[int, Field(ge=1, le=10_000)] | None = Field(
        None,
        title="Target",
        description="The match ends after the hand in which somebody reaches this total. If it is left "
        "out: no limit for wins, 25 for penalty points.",
    )
    hands: Annotated[int, Field(ge=1, le=500)] | None = Field(
        None, title="Hands", description="The number of hands after which the match ends."
    )
    draw: Literal["end", "start"] = Field(
        "end",
        title="Drawing",
        description="Whether a card is drawn at the end of every turn, or at its start.",
        json_schema_extra={"labels": {"end": "at the end of a turn", "start": "at the start of a turn"}},
    )

    def as_played(self, players: int) -> Self:
        """Returns the options with the target, which penalty points always have."""
        usual = USUAL_TARGET if self.scoring == "penalty" else None
        return self.model_copy(update={"target": self.target or usual})


class KingsInTheCornerState(StateModel):
    """Totals, dealer and the number of hands."""


class KingsInTheCornerDetails(HandDetails):
    """Figures of a hand."""

    winners: list[int]
    """The seats that won it."""
    cards_left: list[int] | None
    """By seat; null if not entered."""
    kings_left: list[int]
    """Kings among these, by seat."""


class KingsInTheCornerOutHand(HandModel):
    """A hand that ended when somebody ran out of cards."""

    kind: Literal["out"] = "out"
    winner: Seat = Field(title="Winner", description="The seat without cards.")
    cards_left: CardsLeft | None = Field(
        None,
        title="Cards left",
        description="For each seat the number of cards left or the cards themselves, 0 for the winner. Needed with "
        "penalty scoring.",
    )
    kings_left: KingsLeft = None


class KingsInTheCornerBlockedHand(HandModel):
    """A hand that locked: everybody knocked in turn without a move."""

    kind: Literal["blocked"] = "blocked"
    cards_left: CardsLeft = Field(
        title="Cards left", description="For each seat the number of cards left or the cards themselves."
    )
    kings_left: KingsLeft = None


def kings_in(entry: int | list[str]) -> int | None:
    """Returns the kings among these cards, None if only their number is known."""
    return None if isinstance(entry, int) else sum(rank_of(code) == "K" for code in entry)
