"""The games: a list of all, and all that a program needs to score one."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any, ClassVar

from django.utils.translation import gettext
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from pydantic import Field, ValidationError
from rest_framework.request import Request

from companion.http.api_view import ApiView
from companion.http.conditional import not_modified
from companion.http.models import Query
from companion.http.openapi.json_schema import schema_of
from companion.http.openapi.parameters import described
from companion.http.problems import Problem
from companion.http.renderers import JSONResponse, json_text
from scoring.api.game_examples import examples_of
from scoring.api.responses import games as responses
from scoring.api.scoring import game_of
from scoring.engine.game import Game
from scoring.engine.refusal import Refusal
from scoring.games import all_games, get

#: Games change only with a release.
CACHE = "public, max-age=300"


class GameList(ApiView):
    """All games."""

    tag = "games"
    cached = True

    @extend_schema(operation_id="games_list", responses=responses.GameList)
    def get(self, request: Request) -> JSONResponse:
        """All games

        Every game with its names, numbers of players and links, by name. It is one response, without pages.
        """
        return cached_response(request, list_text())


class GameDetail(ApiView):
    """One game."""

    tag = "games"
    cached = True
    path_parameters: ClassVar = {"slug": described("The game.", "points")}

    @extend_schema(operation_id="games_read", responses=responses.GameFull)
    def get(self, request: Request, slug: str) -> JSONResponse:
        """One game

        Seats and sides for each number of players; options, start, hand and trick as JSON Schema; card strength and
        card points; an example for each kind of hand.
        """
        return cached_response(request, game_text(game_of(slug).slug))


class HandQuery(Query):
    """Which kind of hand."""

    kind: str = Field("", description="Only this kind of hand; left out: all kinds of the game.", examples=["round"])


class HandSchema(ApiView):
    """What a hand of a game may hold."""

    tag = "games"
    cached = True
    path_parameters: ClassVar = {"slug": described("The game.", "points")}
    queries = {"GET": HandQuery}
    query: HandQuery

    @extend_schema(
        operation_id="games_hand",
        responses=OpenApiResponse(
            OpenApiTypes.OBJECT,
            "JSON Schema 2020-12 of the body of POST /matches/{id}/hands.",
            [OpenApiExample("Example", value=schema_of(get("points").hand_adapter))],
        ),
    )
    def get(self, request: Request, slug: str) -> JSONResponse:
        """A hand as JSON Schema

        The same as `hand` of GET /games/{slug}, alone: for a program or an assistant that enters hands of one match.
        """
        game = game_of(slug)
        if self.query.kind and self.query.kind not in game.kinds:
            raise Problem("not-found", gettext("There is no hand of this kind. `kinds` of GET /games/{slug} has all."))
        return cached_response(request, hand_schema_text(game.slug, self.query.kind))


def cached_response(request: Request, text: str) -> JSONResponse:
    """Returns a response that changes only with a release, or 304."""
    tag = f'"{hashlib.sha256(text.encode()).hexdigest()[:16]}"'
    response = not_modified(request, tag) or JSONResponse(text, headers={"ETag": tag})
    response.headers["Cache-Control"] = CACHE
    response.headers["Content-Language"] = "en"
    return response


@cache
def list_text() -> str:
    """Returns the response with all games, as JSON text."""
    return json_text(responses.GameList(games=[responses.GameBrief(**brief(game)) for game in all_games().values()]))


@cache
def game_text(slug: str) -> str:
    """Returns the response with one game, as JSON text."""
    return json_text(full(all_games()[slug]))


@cache
def hand_schema_text(slug: str, kind: str = "") -> str:
    """Returns the JSON Schema of the hands of a game, or of one kind of them, as JSON text."""
    game = all_games()[slug]
    return json_text(schema_of(game.hands[game.kinds.index(kind)] if kind else game.hand_adapter))


def brief(game: Game[Any, Any]) -> dict[str, Any]:
    """Returns a game as it is in the list."""
    own = f"/api/v1/games/{game.slug}"
    links = {
        "self": own,
        "hand": f"{own}/hand",
        "score": f"{own}/score",
        "read": f"{own}/read",
        "rules": f"/api/v1/rules/{game.slug}",
        "page": f"/rules/{game.slug}",
    }
    if game.Lookup:
        links["trick"] = f"{own}/trick"
    attributes = {name: getattr(game, name) for name in ("slug", "name", "native_names", "family", "summary")}
    return {**attributes, "aliases": list(game.aliases), "players": list(game.players), "links": links}


def full(game: Game[Any, Any]) -> responses.GameFull:
    """Returns a game with seats, models, card tables and examples."""
    options = game.Options()
    return responses.GameFull(
        **brief(game),
        deck=game.deck,
        direction=game.direction,
        lower_wins=game.lower_wins,
        seating=[_seating(game, players) for players in game.players],
        kinds=list(game.kinds),
        options=schema_of(game.Options),
        start=schema_of(game.start_model),
        hand=schema_of(game.hand_adapter),
        trick=schema_of(game.Lookup) if game.Lookup else {},
        card_strength=[
            responses.StrengthRow(
                where=order.where, cards=[list(c) if isinstance(c, tuple) else [c] for c in order.cards]
            )
            for order in game.strength(options)
        ],
        card_points=game.card_values(options),
        examples=[responses.GameExample(**example) for example in examples_of(game)],
    )


def _seating(game: Game[Any, Any], players: int) -> responses.Seating:
    """Seats and sides for this number of players, by the first options that allow it."""
    sides = game.sides(players, allowed_options(game, players))
    return responses.Seating(players=players, seats=list(range(players)), sides=[list(side) for side in sides])


def allowed_options(game: Game[Any, Any], players: int) -> Any:
    """Returns the default options, or those with the first change of one option that allows this number of players."""
    changes = [{}, *({name: value} for name in game.Options.model_fields for value in (True, False, 1, 2, 3))]
    for change in changes:
        try:
            options = game.Options.model_validate(change)
            game.check_setup(players, options)
        except (Refusal, ValidationError):
            continue
        return options
    return game.Options()
