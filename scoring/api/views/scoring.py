"""Scoring, lines read as hands, and tricks, without storing anything."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema, extend_schema_view
from pydantic_core import from_json
from rest_framework.request import Request

from companion.http.api_view import ApiView
from companion.http.openapi.parameters import described
from companion.http.problems import Problem
from companion.http.renderers import JSONResponse
from scoring.api.bodies import ReadBody, ScoreBody, TrickBody
from scoring.api.game_examples import examples_of
from scoring.api.openapi.examples import examples
from scoring.api.openapi.game_models import models_of
from scoring.api.reading import read
from scoring.api.responses import reading as reading_responses
from scoring.api.responses import scoring as responses
from scoring.api.scoring import game_of, look_up_trick, score
from scoring.games import all_games
from scoring.languages import current_language


class Score(ApiView):
    """Hands of one game, scored."""

    tag = "scoring"
    path_parameters: ClassVar = {"slug": described("The game.", "points")}

    @extend_schema(operation_id="games_score", request=ScoreBody, responses=responses.Score)
    def post(self, request: Request, slug: str) -> JSONResponse:
        """Score hands

        In order. Nothing is stored. Send `state` back as `start` to continue.
        """
        return JSONResponse(score(game_of(slug), self.body_as(ScoreBody)))

    @classmethod
    def of_game(cls, slug: str) -> type[ApiView]:
        """Returns the view as the OpenAPI document describes it for a game: it has an operation for each game."""
        game, models = all_games()[slug], models_of(slug)
        examples = [
            (
                f"{example['kind']}: {example['title']}",
                body := example["request"],
                from_json(score(game, ScoreBody(**body))),
            )
            for example in examples_of(game)
        ]
        return _of_game(
            cls,
            f"{slug.replace('-', '_')}_score",
            examples,
            summary=f"Score hands of {game.name}",
            description=f"{game.summary} Scores hands in order and stores nothing. "
            "Send `state` back as `start` to continue.",
            request=models[ScoreBody],
            responses={200: OpenApiResponse(models[responses.Score], "The whole calculation.")},
        )


class Read(ApiView):
    """A line as players speak, read as a hand."""

    tag = "scoring"
    path_parameters: ClassVar = {"slug": described("The game.", "points")}

    @extend_schema(operation_id="games_read_line", request=ReadBody, responses=reading_responses.ReadLine)
    def post(self, request: Request, slug: str) -> JSONResponse:
        """Read a line as a hand

        The words are those of the language of the answer (`Accept-Language`). Nothing is stored. A `hand` is certain:
        every word was understood and nothing was guessed. Show it before you record it all the same.
        """
        return JSONResponse(read(game_of(slug), self.body_as(ReadBody)))


class Trick(ApiView):
    """A trick of one game, looked up."""

    tag = "scoring"
    path_parameters: ClassVar = {"slug": described("The game.", "skat")}

    @extend_schema(operation_id="games_trick", request=TrickBody, responses=responses.TrickAnswer)
    def post(self, request: Request, slug: str) -> JSONResponse:
        """Who takes a trick

        With `hand` and an unfinished trick, the response has the cards of it that may be played. `trick` of
        GET /games/{slug} has the other fields of a game.
        """
        game = game_of(slug)
        if game.Lookup is None:
            name = current_language(game.slug).gettext(game.name)
            raise Problem("not-found", gettext("{game} has no tricks to look up.").format(game=name))
        return JSONResponse(look_up_trick(game, game.Lookup, self.json_body()))

    @classmethod
    def of_game(cls, slug: str) -> type[ApiView] | None:
        """Returns the view as the OpenAPI document describes it for a game, None if the game has no tricks."""
        game = all_games()[slug]
        if game.Lookup is None:
            return None
        recorded, models = examples(slug), models_of(slug)
        return _of_game(
            cls,
            f"{slug.replace('-', '_')}_trick",
            [("A trick", recorded["TrickBody"], recorded["TrickAnswer"])] if "TrickBody" in recorded else [],
            summary=f"Who takes this trick in {game.name}",
            description="Who takes a trick, and why; with `hand` and an unfinished trick, which of its cards may "
            "be played.",
            request=models[TrickBody],
            responses={200: OpenApiResponse(models[responses.TrickAnswer], "The winner, or the legal cards.")},
        )


def _of_game(view: Any, operation: str, examples: Iterable[tuple[str, Any, Any]], **description: Any) -> type[ApiView]:
    """examples: title, request and response of each."""
    documented = []
    for title, request, response in examples:
        documented.append(OpenApiExample(title, value=request, request_only=True))
        documented.append(OpenApiExample(title, value=response, response_only=True))
    describe = extend_schema_view(post=extend_schema(operation_id=operation, examples=documented, **description))
    described: type[ApiView] = describe(type(view.__name__, (view,), {"path_parameters": {}}))
    return described
