"""Models of each game's own calls, for the documentation."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

from scoring.api.answers import scoring as answers
from scoring.api.bodies import Names
from scoring.games import all_games

_SENT = ConfigDict(extra="forbid")


def title_of(slug: str) -> str:
    """The beginning of a game's component names: ``"GongZhu"``."""
    return "".join(part.capitalize() for part in slug.split("-"))


@cache
def score_request(slug: str) -> type[BaseModel]:
    """The request of a game's ``score``."""
    game = all_games()[slug]
    hand: Any = game.hand_adapter._type
    players = Annotated[int, Field(ge=min(game.players), le=max(game.players))]
    names = Annotated[Names, Field(min_length=min(game.players), max_length=max(game.players))]
    return create_model(
        f"{title_of(slug)}ScoreRequest",
        __config__=_SENT,
        __doc__=f"Hands of {game.name} to score.",
        players=(players | names, Field(description=_PLAYERS)),
        options=(game.Options, Field(default={}, description="House rules; defaults for the rest.")),
        start=(game.start_model, Field(default={}, description="What is carried into the first hand.")),
        hands=(list[hand], Field(description="One or more, in order.", min_length=1, max_length=1000)),
    )


_PLAYERS = "How many play, or their names in seat order."


@cache
def trick_request(slug: str) -> type[BaseModel]:
    """The request of a game's ``trick``: players, options and the fields of its own model."""
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
    """The answer of a game's ``score``."""
    game = all_games()[slug]
    title = title_of(slug)
    hand = create_model(
        f"{title}ScoredHand",
        __base__=answers.ScoredHand,
        __doc__=f"What a hand of {game.name} came to.",
        kind=(_one_of(game.kinds), Field(description="The kind of hand.")),
    )
    return create_model(
        f"{title}Score",
        __base__=answers.Outcome,
        __doc__=f"Hands of {game.name}, scored.",
        game=(_one_of((slug,)), Field()),
        sides=(list[answers.Side], Field()),
        effective_options=(game.Options, Field(description="All options, as they count.")),
        hands=(list[hand], Field()),
        state=(game.State, Field(description="What is carried: give it back as start to go on.")),
    )


def _one_of(words: tuple[str, ...]) -> Any:
    return Literal.__getitem__(words)
