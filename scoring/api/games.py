"""The games: what there is, and all that a program needs to know to score one."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from pydantic import ValidationError
from pydantic_core import to_json

from companion.http.problems import Problem
from scoring.api import preconditions
from scoring.api.endpoint import Endpoint, answer
from scoring.api.examples import examples_of
from scoring.api.jsonschema import schema_of
from scoring.engine.game import Game
from scoring.engine.refusal import Refusal
from scoring.games import all_games

#: Games change with a release only.
CACHE = "public, max-age=300"


def game_of(slug: str) -> Game[Any, Any]:
    """The game with this slug. Raises Problem."""
    game = all_games().get(slug)
    if game is None:
        raise Problem("not-found", "There is no game of this name. GET /api/v1/games lists them.")
    return game


class Games(Endpoint):
    """All games."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """Every game in a few words, in the order of their names."""
        return _kept(request, _games())


class OneGame(Endpoint):
    """One game."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        """One game with everything that is needed to score it."""
        return _kept(request, _game(game_of(slug).slug))


def _kept(request: HttpRequest, body: bytes) -> HttpResponse:
    tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    response = preconditions.unchanged(request, tag) or answer(body, headers={"ETag": tag})
    response.headers["Cache-Control"] = CACHE
    return response


@cache
def _games() -> bytes:
    return to_json({"games": [brief(game) for game in all_games().values()]})


@cache
def _game(slug: str) -> bytes:
    return to_json(full(all_games()[slug]))


def brief(game: Game[Any, Any]) -> dict[str, Any]:
    """A game as it stands in the list."""
    own = f"/api/v1/games/{game.slug}"
    links = {"self": own, "score": f"{own}/score", "rules": f"/api/v1/rules/{game.slug}", "page": f"/rules/{game.slug}"}
    if game.Lookup:
        links["trick"] = f"{own}/trick"
    return {
        "slug": game.slug,
        "name": game.name,
        "native_names": game.native_names,
        "aliases": list(game.aliases),
        "players": list(game.players),
        "family": game.family,
        "summary": game.summary,
        "links": links,
    }


def full(game: Game[Any, Any]) -> dict[str, Any]:
    """A game with seats, models, card tables and examples."""
    options = game.Options()
    return {
        **brief(game),
        "deck": game.deck,
        "direction": game.direction,
        "lower_wins": game.lower_wins,
        "seating": [seating(game, players) for players in game.players],
        "kinds": list(game.kinds),
        "options": schema_of(game.Options),
        "start": schema_of(game.start_model),
        "hand": schema_of(game.hand_adapter),
        **({"trick": schema_of(game.Lookup)} if game.Lookup else {}),
        "card_strength": [
            {"where": order.where, "cards": [list(c) if isinstance(c, tuple) else [c] for c in order.cards]}
            for order in game.strength(options)
        ],
        "card_points": game.card_values(options),
        "examples": examples_of(game),
    }


def seating(game: Game[Any, Any], players: int) -> dict[str, Any]:
    """Seats and sides for so many players, by the first choice of options that allows them."""
    options = allowed_options(game, players)
    return {
        "players": players,
        "seats": list(range(players)),
        "sides": [list(side) for side in game.sides(players, options)],
    }


def allowed_options(game: Game[Any, Any], players: int) -> Any:
    """The game's defaults, or the first change of one option by which so many can play."""
    changes = [{}, *({name: value} for name in game.Options.model_fields for value in (True, False, 1, 2, 3))]
    for change in changes:
        try:
            options = game.Options.model_validate(change)
            game.check_setup(players, options)
        except (Refusal, ValidationError):
            continue
        return options
    return game.Options()
