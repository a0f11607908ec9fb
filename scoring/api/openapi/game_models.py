"""Models of each game, for the documentation: what differs by game in requests and answers."""

from __future__ import annotations

from copy import copy
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel, create_model

from companion.http.models import RequestModel
from scoring.api import bodies
from scoring.api.responses import matches, scoring
from scoring.games import all_games


def title_of(slug: str) -> str:
    """The beginning of a game's component names: ``"GongZhu"``."""
    return "".join(part.capitalize() for part in slug.split("-"))


@cache
def models_of(slug: str) -> dict[type[BaseModel], type[BaseModel]]:
    """The models of a game, by the model that stands for them where any game is meant."""
    game: Any = all_games()[slug]
    title, module, least, most = title_of(slug), game.Options.__module__, min(game.players), max(game.players)

    def typed(base: type[BaseModel], doc: str, name: str = "", **types: Any) -> Any:
        """The base with the game's types in some fields; a pair is a type and a field of its own."""
        fields: Any = {
            key: one if isinstance(one, tuple) else (one, base.model_fields[key]) for key, one in types.items()
        }
        return create_model(title + (name or base.__name__), __base__=base, __doc__=doc.format(game.name), **fields)

    hand: Any = game.hands[0]
    if len(game.hands) > 1:
        base, doc = RootModel[game.hand_adapter._type], f"A hand of {game.name}, told apart by its kind."
        hand = create_model(f"{title}Hand", __base__=base, __doc__=doc, __module__=module)
    name, doc = f"{title}ChosenOptions", f"House rules of {game.name} that were chosen."
    each: Any = {name: (field.annotation, field) for name, field in game.Options.model_fields.items()}
    chosen = create_model(name, __config__=ConfigDict(extra="forbid"), __doc__=doc, __module__=module, **each)

    own_slug, own_kind = Literal.__getitem__((slug,)), Literal.__getitem__(game.kinds)
    result = {"kind": own_kind, "details": game.Details}
    entered = {**result, "game": own_slug, "input": hand}
    scored: Any = typed(scoring.ScoredHand, "What a hand of {} came to.", **result)
    listed: Any = typed(matches.ListedHand, "A hand of a match of {}.", **entered)
    status = {"game": own_slug, "effective_options": game.Options, "state": game.State}

    number: Any = Annotated[int, Field(ge=least, le=most)]
    names: Any = Annotated[bodies.Names, Field(min_length=least, max_length=most)]
    seats = copy(bodies.MatchBody.model_fields["players"])
    seats.json_schema_extra = {"minItems": least, "maxItems": most}
    options: Any = game.Options, Field({}, description="House rules; defaults for the rest.")
    start: Any = game.start_model, Field({}, description="What is carried into the first hand.")
    several = Field(description="One or more, in order.", min_length=1, max_length=1000)
    models: dict[Any, Any] = {
        bodies.HandEntry: hand,
        bodies.MatchBody: typed(
            bodies.MatchBody,
            "A new match of {}.",
            game=own_slug,
            players=(seats.annotation, seats),
            options=game.Options,
            start=game.start_model,
        ),
        bodies.ScoreBody: typed(
            RequestModel,
            "Hands of {} to score.",
            "ScoreRequest",
            players=(number | names, Field(description="How many play, or their names in seat order.")),
            options=options,
            start=start,
            hands=(list[hand], several),
        ),
        scoring.Score: typed(scoring.Score, "Hands of {}, scored.", **status, hands=list[scored]),
        matches.ListedHand: listed,
        matches.RecordedHand: typed(
            matches.RecordedHand,
            "A recorded or corrected hand of {}, and the match after it: `totals` are the match's.",
            **entered,
            state=game.State,
        ),
        matches.Match: typed(
            matches.Match,
            "A match of {}: its sheet, its totals and what comes next.",
            **status,
            options=chosen,
            start=game.start_model,
            hands=list[listed],
        ),
    }
    if game.Lookup:
        only = {"default": least} if len(game.players) == 1 else {}
        players = int, Field(description="How many play.", ge=least, le=most, **only)
        text = "A trick of {} to look up."
        models[bodies.TrickBody] = typed(game.Lookup, text, "TrickRequest", players=players, options=options)
    return models
