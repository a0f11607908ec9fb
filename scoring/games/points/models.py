"""House rules, state and rounds of the plain sheet."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scoring.engine.game import HandDetails, HandModel, OptionsModel, StateModel
from scoring.engine.messages import Number

LARGEST_ENTRY = 99_999


class PointsOptions(OptionsModel):
    """How the sheet counts and when it ends."""

    winner_is: Literal["highest", "lowest"] = Field(
        "highest",
        title="Winner",
        description="Whether the highest or the lowest total wins.",
        json_schema_extra={"labels": {"highest": "highest total", "lowest": "lowest total"}},
    )
    target: Annotated[float, Field(ge=-9_999_999, le=9_999_999)] | None = Field(
        None,
        title="Target",
        description="The match ends when a total reaches this number: from below, or from above if it is "
        "lower than the start score.",
    )
    rounds: Annotated[int, Field(ge=1, le=500)] | None = Field(
        None, title="Rounds", description="The number of rounds after which the match ends."
    )
    start_score: float = Field(
        0, ge=-9_999_999, le=9_999_999, title="Start score", description="The total that every column starts from."
    )
    step: float = Field(
        1,
        ge=0.01,
        le=LARGEST_ENTRY,
        title="Step",
        description="Every entry is a multiple of this: 1 for whole points, 0.5 for halves, 5 for fives.",
    )
    round_sum: Annotated[float, Field(ge=-9_999_999, le=9_999_999)] | None = Field(
        None,
        title="Sum of a round",
        description="What the entries of every round add up to, for instance 0; any sum is allowed without it.",
    )
    entry: Literal["numbers", "winners"] = Field(
        "numbers",
        title="Entry",
        description="What is entered: the points of each column, or who won and the stake, which the losers pay.",
        json_schema_extra={"labels": {"numbers": "points", "winners": "winners and stake"}},
    )
    allow_negative: bool = Field(True, title="Minus points", description="Whether an entry may be below zero.")
    tie: Literal["shared", "play_on"] = Field(
        "shared",
        title="Tie at the end",
        description="If the best totals are equal, they share the win, or rounds go on.",
        json_schema_extra={"labels": {"shared": "shared win", "play_on": "play on"}},
    )
    show_dealer: bool = Field(
        True, title="Dealer mark", description="Whether a dealer mark moves from column to column."
    )


class PointsState(StateModel):
    """Totals, dealer mark and the number of rounds."""


class PointsDetails(HandDetails):
    """The standing after a round."""

    ranks: list[int]
    """By side, 1 for the best; equal totals have the same."""
    lead: Number
    """Of the best over the next."""


class PointsRound(HandModel):
    """One round: an entry for each column."""

    kind: Literal["round"] = "round"
    scores: list[
        Annotated[int, Field(ge=-LARGEST_ENTRY, le=LARGEST_ENTRY)]
        | Annotated[float, Field(ge=-LARGEST_ENTRY, le=LARGEST_ENTRY)]
        | None
    ] = Field(
        title="Scores",
        description="One entry for each column; null for a column that scores nothing (it counts 0).",
        max_length=12,
    )
