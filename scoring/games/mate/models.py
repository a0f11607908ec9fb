"""What is entered and carried in Mate: house rules, state, the three kinds of game, the look-up of a move."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from scoring.engine.bounds import between, entries
from scoring.engine.cards import Card, Pack
from scoring.engine.game import HandDetails, HandLookupModel, HandModel, OptionsModel, StateModel
from scoring.engine.older_names import AcceptsOlderNames
from scoring.games.mate.cards import PACK

MateCard = Annotated[Card, PACK.card_schema]
Foreplaced = Annotated[
    list[MateCard | bool | None],
    Field(
        title="Foreplaced",
        max_length=12,
        json_schema_extra={"minItems": 2, "maxItems": 2},
        description="For each seat null (no card put aside), true (one put aside, nobody knows which) or the card.",
    ),
]


class MateOptions(OptionsModel):
    """House rules."""

    rounds: int = Field(
        2, ge=1, le=10, title="Rounds", description="Rounds of two games with the same hands; the deal alternates."
    )
    foreplacing: bool = Field(
        True, title="Foreplacing", description="Whether a card may be put aside before a game for a higher score."
    )


class MateState(StateModel):
    """Totals, dealer, the next game and its leader, and what is known of the hands."""

    game: Annotated[int, Field(ge=1, le=21)] | None = Field(
        None, title="Game", description="Number of the next game; null for the one after those played."
    )
    first_leader: Annotated[int, Field(ge=0, le=1)] | None = Field(
        None,
        title="First leader",
        description="Seat that leads the first move of the next game; null for the usual order.",
    )
    known: Annotated[list[list[MateCard]], entries(2, 2)] = Field(
        default=[[], []],
        title="Known cards",
        description="For each seat the cards that it must hold in the coming game, since the hands were exchanged.",
    )


class MateDetails(HandDetails):
    """How a game ended."""

    factor: int | None
    """By what the card was multiplied; null in a draw."""
    overmate: bool
    """Whether it was an overmate, which counts double."""
    by: int | None
    """The seat that gave mate; null in a draw."""
    card: str | None
    """The card that could not be answered; null in a draw."""
    move: int | None
    """The number of the move, from 1; null in a draw."""


class MateMateHand(AcceptsOlderNames, HandModel):
    """A game that ended with mate."""

    accepted_names: ClassVar = frozenset({"by"})

    kind: Literal["mate"] = "mate"
    seat: Annotated[int, between(0, 1)] = Field(title="Given by", description="The seat that gave mate.")
    card: MateCard = Field(title="Mating card", description="The card led that could not be answered.")
    move: Annotated[int, between(1, 10)] = Field(
        title="Move", description="The number of the move, from 1 to 10; the mating lead counts as one."
    )
    foreplaced: Foreplaced = [None, None]


class MateDrawHand(HandModel):
    """A game in which both hands were played out."""

    kind: Literal["draw"] = "draw"
    foreplaced: Foreplaced = [None, None]


class MateMovesHand(HandModel):
    """A game move by move; how it ended follows from the moves."""

    kind: Literal["moves"] = "moves"
    moves: Annotated[list[Annotated[list[MateCard | None], entries(2, 2)]], entries(1, 10)] = Field(
        title="Moves",
        max_length=20,
        description="Pairs of the card led and its answer, null in the last pair if there was none. The first is "
        "led by the first leader, each later one by the winner of the move before.",
    )
    foreplaced: Foreplaced = [None, None]


class MateLookup(HandLookupModel):
    """A move: a card led and its answer, or a hand, to ask what may answer. ``plays`` may replace lead and answer."""

    pack: ClassVar[Pack] = PACK

    lead: MateCard | None = Field(None, title="Lead", description="The card led.")
    answer: MateCard | None = Field(None, title="Answer", description="The card that answered it.")
