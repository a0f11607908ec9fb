"""Scoring and tricks, without storing anything."""

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
from scoring.api.answers import scoring as answers
from scoring.api.bodies import ScoreBody, TrickBody
from scoring.api.game_examples import examples_of
from scoring.api.openapi.examples import examples
from scoring.api.openapi.game_models import models_of
from scoring.api.scoring import game_of, scored, trick_result
from scoring.games import all_games
from scoring.languages import current_language


class Score(ApiView):
    """Hands of one game, scored."""

    tag = "scoring"
    path_parameters: ClassVar = {"slug": described("The game.", "points")}

    @extend_schema(operation_id="games_score", request=ScoreBody, responses=answers.Score)
    def post(self, request: Request, slug: str) -> JSONResponse:
        """Score hands

        In order. Nothing is stored. Send `state` back as `start` to continue.
        """
        return JSONResponse(scored(game_of(slug), self.body_as(ScoreBody)))

    @classmethod
    def of_game(cls, slug: str) -> type[ApiView]:
        """The view as it is described for a game: the document has an operation for each."""
        game, models = all_games()[slug], models_of(slug)
        examples = [
            (f"{one['kind']}: {one['title']}", one["request"], from_json(scored(game, ScoreBody(**one["request"]))))
            for one in examples_of(game)
        ]
        return _of_game(
            cls,
            f"{slug.replace('-', '_')}_score",
            examples,
            summary=f"Score hands of {game.name}",
            description=f"{game.summary} Scores hands in order and stores nothing. "
            "Send `state` back as `start` to continue.",
            request=models[ScoreBody],
            responses={200: OpenApiResponse(models[answers.Score], "The whole calculation.")},
        )


class Trick(ApiView):
    """A trick of one game, looked up."""

    tag = "scoring"
    path_parameters: ClassVar = {"slug": described("The game.", "skat")}

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
        recorded = examples(slug)
        return _of_game(
            cls,
            f"{slug.replace('-', '_')}_trick",
            [("A trick", recorded["TrickBody"], recorded["TrickAnswer"])],
            summary=f"Who takes this trick in {game.name}",
            description="Who takes a trick, and why; with `hand` and an unfinished trick, which of its cards may "
            "be played.",
            request=models_of(slug)[TrickBody],
            responses={200: OpenApiResponse(answers.TrickAnswer, "The winner, or the legal cards.")},
        )


def _of_game(view: Any, operation: str, examples: Iterable[tuple[str, Any, Any]], **description: Any) -> type[ApiView]:
    """examples: each with its title, what is sent, and what is answered."""
    shown = []
    for title, sent, answered in examples:
        shown.append(OpenApiExample(title, value=sent, request_only=True))
        shown.append(OpenApiExample(title, value=answered, response_only=True))
    describe = extend_schema_view(post=extend_schema(operation_id=operation, examples=shown, **description))
    found: type[ApiView] = describe(type(view.__name__, (view,), {"path_parameters": {}}))
    return found
