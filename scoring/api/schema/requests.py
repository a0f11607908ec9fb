"""What is sent, as models for the description: for every game, its own."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

from scoring.api.schema import shapes
from scoring.api.score import Names
from scoring.games import all_games

_SENT = ConfigDict(extra="forbid")


class HandEntry(BaseModel):
    """A hand as its game describes it: see `hand` of GET /games/{slug}, or the body of its `score`."""

    model_config = ConfigDict(extra="allow")

    kind: str = Field(description="Which kind of hand this is.")


class NoBody(BaseModel):
    """Nothing is to be sent."""

    model_config = _SENT


def title_of(slug: str) -> str:
    """The beginning of a game's component names: ``"GongZhu"``."""
    return "".join(part.capitalize() for part in slug.split("-"))


@cache
def score_request(slug: str) -> type[BaseModel]:
    """What is sent to a game's ``score``."""
    game = all_games()[slug]
    hand: Any = game.hand_adapter._type
    players = Annotated[int, Field(ge=min(game.players), le=max(game.players))]
    return create_model(
        f"{title_of(slug)}ScoreRequest",
        __config__=_SENT,
        __doc__=f"Hands of {game.name} to score.",
        players=(players | Names, Field(description=_PLAYERS)),
        options=(game.Options, Field(default={}, description="House rules; defaults for the rest.")),
        start=(game.start_model, Field(default={}, description="What is carried into the first hand.")),
        hands=(list[hand], Field(description="One or more, in order.", min_length=1, max_length=1000)),
    )


_PLAYERS = "How many play, or their names in seat order."


@cache
def trick_request(slug: str) -> type[BaseModel]:
    """What is sent to a game's ``trick``: players, options and the fields of its own model."""
    game = all_games()[slug]
    assert game.Lookup
    return create_model(
        f"{title_of(slug)}TrickRequest",
        __base__=game.Lookup,
        __doc__=f"A trick of {game.name} to look up.",
        players=(int, Field(description="How many play.", ge=min(game.players), le=max(game.players))),
        options=(game.Options, Field(default={}, description="House rules; defaults for the rest.")),
    )


@cache
def score_answer(slug: str) -> type[BaseModel]:
    """What a game's ``score`` answers."""
    game = all_games()[slug]
    title = title_of(slug)
    hand = create_model(
        f"{title}ScoredHand",
        __base__=shapes.ScoredHand,
        __doc__=f"What a hand of {game.name} came to.",
        kind=(_one_of(game.kinds), Field(description="The kind of hand.")),
    )
    return create_model(
        f"{title}Score",
        __base__=shapes.Outcome,
        __doc__=f"Hands of {game.name}, scored.",
        game=(_one_of((slug,)), Field()),
        sides=(list[shapes.Side], Field()),
        hands=(list[hand], Field()),
        state=(game.State, Field(description="What is carried: give it back as start to go on.")),
    )


def _one_of(words: tuple[str, ...]) -> Any:
    return Literal.__getitem__(words)


def answers() -> set[str]:
    """The names of what is put together for an answer: a field with a default may be missing there."""
    found = {name for name, value in vars(shapes).items() if isinstance(value, type) and issubclass(value, BaseModel)}
    for slug in all_games():
        found |= {f"{title_of(slug)}Score", f"{title_of(slug)}ScoredHand"}
    return found
