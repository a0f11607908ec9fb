"""Models of each game, for the documentation: what differs by game in requests and answers."""

from __future__ import annotations

from copy import copy
from functools import cache
from typing import Annotated, Any, Literal, Union

from pydantic import BaseModel, Field, RootModel, create_model

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

    hand: Any = game.hands[0]
    if len(game.hands) > 1:
        base, doc = RootModel[game.hand_adapter._type], f"A hand of {game.name}, told apart by its kind."
        hand = create_model(f"{title}Hand", __base__=base, __doc__=doc, __module__=module)
    types: dict[str, Any] = {
        "game": Literal.__getitem__((slug,)),
        "kind": Literal.__getitem__(game.kinds),
        "input": hand,
        "details": game.Details,
        "state": game.State,
        "start": game.start_model,
        "options": game.Options,
        "effective_options": game.Options,
    }

    def typed(base: type[BaseModel], doc: str, name: str = "", **own: Any) -> Any:
        """The base with the types of this game in its fields. own: further ones; a pair is a type and its field."""
        fields: Any = {
            key: one if isinstance(one, tuple) else (one, base.model_fields[key])
            for key, one in (types | own).items()
            if key in base.model_fields
        }
        return create_model(title + (name or base.__name__), __base__=base, __doc__=doc.format(game.name), **fields)

    name, doc = f"{title}ChosenOptions", f"House rules of {game.name} that were chosen."
    some = {"json_schema_serialization_defaults_required": False}
    chosen: Any = create_model(name, __base__=game.Options, __doc__=doc, __module__=module, __cls_kwargs__=some)

    number: Any = Annotated[int, Field(ge=least, le=most)]
    names: Any = Annotated[bodies.Names, Field(min_length=least, max_length=most)]
    players = number | names, Field(description="How many play, or their names in seat order.")
    seats = copy(bodies.MatchBody.model_fields["players"])
    seats.json_schema_extra = {"minItems": least, "maxItems": most}
    scored: Any = typed(scoring.ScoredHand, "What a hand of {} came to.")
    listed: Any = typed(matches.ListedHand, "A hand of a match of {}.")
    recorded = "A recorded or corrected hand of {}, and the match after it: `totals` are the match's."
    match = "A match of {}: its sheet, its totals and what comes next."
    models: dict[Any, Any] = {
        bodies.HandEntry: hand,
        bodies.MatchBody: typed(bodies.MatchBody, "A new match of {}.", players=(seats.annotation, seats)),
        bodies.ScoreBody: typed(
            bodies.ScoreBody, "Hands of {} to score.", "ScoreRequest", players=players, hands=list[hand]
        ),
        scoring.Score: typed(scoring.Score, "Hands of {}, scored.", hands=list[scored]),
        matches.ListedHand: listed,
        matches.RecordedHand: typed(matches.RecordedHand, recorded, options=chosen, hands=list[listed]),
        matches.Match: typed(matches.Match, match, options=chosen, hands=list[listed]),
    }
    if game.Lookup:
        only = {"default": least} if len(game.players) == 1 else {}
        fields: Any = {
            "players": (int, Field(description="How many play.", ge=least, le=most, **only)),
            "options": (game.Options, Field({}, description="House rules; defaults for the rest.")),
        }
        text = f"Who takes a trick of {game.name}, or which cards may be played."
        taker, told = int | None, scoring.TAKES_IT
        if words := game.winners_in_words:
            taker, told = int | Literal.__getitem__(words) | None, f"{told} A word if cards without seats were sent."
        models[scoring.TrickAnswer] = typed(
            scoring.TrickAnswer, text, "TrickResponse", winner=(taker, Field(0, description=told))
        )
        text = f"A trick of {game.name} to look up."
        models[bodies.TrickBody] = create_model(f"{title}TrickRequest", __base__=game.Lookup, __doc__=text, **fields)
    return models


@cache
def models_of_all() -> dict[type[BaseModel], type[BaseModel]]:
    """The models of any game, told apart by ``game`` where they have that field."""
    found: dict[type[BaseModel], type[BaseModel]] = {}
    for model in models_of("points"):
        of_games: Any = Union[tuple(models_of(slug)[model] for slug in all_games())]  # noqa: UP007 - made at run time
        if "game" in model.model_fields:
            of_games = Annotated[of_games, Field(discriminator="game")]
        found[model] = create_model(model.__name__, __base__=RootModel[of_games], __doc__=model.__doc__)
    return found
