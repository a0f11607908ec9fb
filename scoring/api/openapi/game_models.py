"""Models of each game, for the documentation: what differs by game in requests and answers."""

from __future__ import annotations

from copy import copy
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel, create_model

from scoring.api import bodies
from scoring.api.answers import matches, scoring
from scoring.engine.game import Game
from scoring.games import all_games

_SENT = ConfigDict(extra="forbid")
_PLAYERS = "How many play, or their names in seat order."
_OPTIONS: Any = Field(default={}, description="House rules; defaults for the rest.")
_START: Any = Field(default={}, description="What is carried into the first hand.")
_STATE: Any = Field(description="What is carried: give it back as start to go on.")


def title_of(slug: str) -> str:
    """The beginning of a game's component names: ``"GongZhu"``."""
    return "".join(part.capitalize() for part in slug.split("-"))


@cache
def hand(slug: str) -> type[BaseModel]:
    """Any hand of a game."""
    game = all_games()[slug]
    if len(game.hands) == 1:
        return game.hands[0]
    any_kind: Any = game.hand_adapter._type
    doc = f"A hand of {game.name}, told apart by its kind."
    return create_model(f"{title_of(slug)}Hand", __base__=RootModel[any_kind], __doc__=doc, __module__=_module(game))


def _module(game: Game[Any, Any]) -> str:
    return game.Options.__module__


@cache
def chosen_options(slug: str) -> type[BaseModel]:
    """The options that a table chose; the others have their defaults."""
    game = all_games()[slug]
    fields: Any = {name: (field.annotation, field) for name, field in game.Options.model_fields.items()}
    doc = f"House rules of {game.name} that were chosen."
    name = f"{title_of(slug)}ChosenOptions"
    return create_model(name, __config__=_SENT, __doc__=doc, __module__=_module(game), **fields)


@cache
def score_request(slug: str) -> type[BaseModel]:
    """The request of a game's ``score``."""
    game = all_games()[slug]
    players = Annotated[int, Field(ge=min(game.players), le=max(game.players))]
    names = Annotated[bodies.Names, Field(min_length=min(game.players), max_length=max(game.players))]
    return create_model(
        f"{title_of(slug)}ScoreRequest",
        __config__=_SENT,
        __doc__=f"Hands of {game.name} to score.",
        players=(players | names, Field(description=_PLAYERS)),
        options=(game.Options, _OPTIONS),
        start=(game.start_model, _START),
        hands=(_list_of(hand(slug)), Field(description="One or more, in order.", min_length=1, max_length=1000)),
    )


@cache
def trick_request(slug: str) -> type[BaseModel]:
    """The request of a game's ``trick``: players, options and the fields of its own model."""
    game = all_games()[slug]
    assert game.Lookup
    only: dict[str, Any] = {"default": game.players[0]} if len(game.players) == 1 else {}
    return create_model(
        f"{title_of(slug)}TrickRequest",
        __base__=game.Lookup,
        __doc__=f"A trick of {game.name} to look up.",
        players=(int, Field(description="How many play.", ge=min(game.players), le=max(game.players), **only)),
        options=(game.Options, _OPTIONS),
    )


@cache
def match_body(slug: str) -> type[BaseModel]:
    """The request that starts a match."""
    game = all_games()[slug]
    players = copy(bodies.MatchBody.model_fields["players"])
    players.json_schema_extra = {"minItems": min(game.players), "maxItems": max(game.players)}
    types = {"game": _one_of((slug,)), "options": game.Options, "start": game.start_model}
    doc = f"A new match of {game.name}."
    return _typed(bodies.MatchBody, slug, doc, players=(players.annotation, players), **types)


def _typed(base: type[BaseModel], slug: str, doc: str, **types: Any) -> type[BaseModel]:
    """A model with the types of a game in some of its fields; a pair is a type and a field of its own."""
    fields: Any = {
        name: one if isinstance(one, tuple) else (one, base.model_fields[name]) for name, one in types.items()
    }
    return create_model(f"{title_of(slug)}{base.__name__}", __base__=base, __doc__=doc, **fields)


def _result_types(slug: str) -> dict[str, Any]:
    game = all_games()[slug]
    return {"kind": _one_of(game.kinds), "details": game.Details}


@cache
def scored_hand(slug: str) -> type[BaseModel]:
    """A hand in the answer of a game's ``score``."""
    return _typed(scoring.ScoredHand, slug, f"What a hand of {all_games()[slug].name} came to.", **_result_types(slug))


@cache
def score_answer(slug: str) -> type[BaseModel]:
    """The answer of a game's ``score``."""
    game = all_games()[slug]
    types = {"effective_options": game.Options, "hands": _list_of(scored_hand(slug)), "state": game.State}
    return _typed(scoring.Score, slug, f"Hands of {game.name}, scored.", game=_one_of((slug,)), **types)


def _hand_types(slug: str) -> dict[str, Any]:
    return {**_result_types(slug), "game": _one_of((slug,)), "input": hand(slug)}


@cache
def listed_hand(slug: str) -> type[BaseModel]:
    """A hand of a match."""
    return _typed(matches.ListedHand, slug, f"A hand of a match of {all_games()[slug].name}.", **_hand_types(slug))


@cache
def recorded_hand(slug: str) -> type[BaseModel]:
    """A recorded or corrected hand."""
    game = all_games()[slug]
    doc = f"A recorded or corrected hand of {game.name}, and the match after it: `totals` are the match's."
    return _typed(matches.RecordedHand, slug, doc, state=game.State, **_hand_types(slug))


@cache
def match(slug: str) -> type[BaseModel]:
    """A match."""
    game = all_games()[slug]
    return _typed(
        matches.Match,
        slug,
        f"A match of {game.name}: its sheet, its totals and what comes next.",
        game=_one_of((slug,)),
        options=chosen_options(slug),
        effective_options=game.Options,
        start=game.start_model,
        hands=_list_of(listed_hand(slug)),
        state=game.State,
    )


def _list_of(model: Any) -> Any:
    return list[model]


def _one_of(words: tuple[str, ...]) -> Any:
    return Literal.__getitem__(words)


MODELS = {
    bodies.MatchBody: match_body,
    bodies.HandEntry: hand,
    matches.ListedHand: listed_hand,
    matches.RecordedHand: recorded_hand,
    matches.Match: match,
}
"""The models that differ by game, with the function that makes the one of a game."""
