"""Scoring and tricks, without storing anything."""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema, extend_schema_view
from pydantic_core import from_json
from rest_framework.request import Request

from companion.http.api_view import ApiView
from companion.http.openapi.parameters import in_path
from companion.http.problems import Problem
from companion.http.renderers import JSONResponse
from scoring.api.answers import scoring as answers
from scoring.api.bodies import ScoreBody, TrickBody
from scoring.api.game_examples import examples_of
from scoring.api.openapi import game_models
from scoring.api.openapi.trick_examples import trick_example
from scoring.api.scoring import game_of, scored, trick_result
from scoring.games import all_games
from scoring.languages import current_language


class Score(ApiView):
    """Hands of one game, scored."""

    tag = "scoring"
    path_parameters: ClassVar = {"slug": in_path("The game.", "points")}

    @extend_schema(operation_id="games_score", request=ScoreBody, responses=answers.Score)
    def post(self, request: Request, slug: str) -> JSONResponse:
        """Score hands

        In order. Nothing is stored. Send `state` back as `start` to continue.
        """
        return JSONResponse(scored(game_of(slug), self.body_as(ScoreBody)))

    @classmethod
    def of_game(cls, slug: str) -> type[ApiView]:
        """The view as it is described for a game: the document has an operation for each."""
        game = all_games()[slug]
        bodies, responses = {}, {}
        for one in examples_of(game):
            title = f"{one['kind']}: {one['title']}"
            bodies[title] = one["request"]
            responses[title] = from_json(scored(game, ScoreBody(**one["request"])))
        described = extend_schema(
            operation_id=f"{slug.replace('-', '_')}_score",
            summary=f"Score hands of {game.name}",
            description=f"{game.summary} Scores hands in order and stores nothing. "
            "Send `state` back as `start` to continue.",
            request=game_models.score_request(slug),
            responses={200: OpenApiResponse(game_models.score_answer(slug), "The whole calculation.")},
            examples=_examples(bodies, responses),
        )
        return _described(cls, described)


class Trick(ApiView):
    """A trick of one game, looked up."""

    tag = "scoring"
    path_parameters: ClassVar = {"slug": in_path("The game.", "skat")}

    @extend_schema(operation_id="games_trick", request=TrickBody, responses=answers.TrickAnswer)
    def post(self, request: Request, slug: str) -> JSONResponse:
        """Who takes a trick

        With `hand` and an unfinished trick the answer is which of its cards may be played. What else a game asks for
        is in `trick` of GET /games/{slug}.
        """
        game = game_of(slug)
        if game.Lookup is None:
            name = current_language(game.slug).gettext(game.name)
            raise Problem("not-found", gettext("{game} has no tricks to look up.").format(game=name))
        return JSONResponse(trick_result(game, game.Lookup, self.json_body()))

    @classmethod
    def of_game(cls, slug: str) -> type[ApiView] | None:
        """The view as it is described for a game; None if the game has no tricks."""
        game = all_games()[slug]
        if game.Lookup is None:
            return None
        example = trick_example(slug)
        described = extend_schema(
            operation_id=f"{slug.replace('-', '_')}_trick",
            summary=f"Who takes this trick in {game.name}",
            description="Who takes a trick, and why; with `hand` and an unfinished trick, which of its cards may "
            "be played.",
            request=game_models.trick_request(slug),
            responses={200: OpenApiResponse(answers.TrickAnswer, "The winner, or the legal cards.")},
            examples=_examples({"A trick": example[0]}, {"A trick": example[1]}) if example else [],
        )
        return _described(cls, described)


def _examples(bodies: dict[str, Any], responses: dict[str, Any]) -> list[OpenApiExample]:
    requests = [OpenApiExample(title, value=value, request_only=True) for title, value in bodies.items()]
    return [*requests, *(OpenApiExample(title, value=value, response_only=True) for title, value in responses.items())]


def _described(view: type[ApiView], described: Any) -> type[ApiView]:
    clone: type[ApiView] = extend_schema_view(post=described)(type(view.__name__, (view,), {"path_parameters": {}}))
    return clone


def _example(part: int) -> Any:
    example = trick_example("skat")
    return example and example[part]


TrickBody.example = staticmethod(lambda: _example(0))
answers.TrickAnswer.example = staticmethod(lambda: _example(1))
