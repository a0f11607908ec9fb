"""The operations that are open to everyone: games, scoring, tricks."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_view
from pydantic_core import from_json

from scoring.api import games, score, trick
from scoring.api.examples import examples_of
from scoring.api.schema import parameters, requests, shapes
from scoring.api.schema.components import Components
from scoring.api.schema.operation import Answer, operation
from scoring.api.schema.tricks import trick_example
from scoring.engine.game import Game
from scoring.games import all_games as every_game


def described(view: type[Any], **methods: Any) -> type[Any]:
    """A view with its methods described; the view that serves stays as it is."""
    clone: type[Any] = extend_schema_view(**methods)(type(view.__name__, (view,), {}))
    return clone


def all_games_view(parts: Components) -> type[Any]:
    """GET /games."""
    sample = {"games": [games.brief(game) for game in list(every_game().values())[:1]]}
    listed = Answer(parts.answered(shapes.GameList), {"One of them": sample}, "All games, by name.")
    return described(
        games.Games,
        get=operation(
            "games_list",
            "games",
            "All games",
            {200: listed},
            "Every game with its names, how many may play it, and links. It is one answer, without pages.",
            parameters=[parameters.IF_NONE_MATCH],
            problem=parts.answered(shapes.ProblemDetails),
        ),
    )


def one_game_view(parts: Components) -> type[Any]:
    """GET /games/{slug}."""
    sample = games.full(every_game()["points"])
    shown = Answer(parts.answered(shapes.GameFull), {"Points": sample}, "The game.")
    return described(
        games.OneGame,
        get=operation(
            "games_read",
            "games",
            "One game",
            {200: shown},
            "Seats and sides for each number of players; options, start, hand and trick as JSON Schema; card strength "
            "and card points; an example for each kind of hand.",
            parameters=[parameters.SLUG, parameters.IF_NONE_MATCH],
            problems=[404],
            problem=parts.answered(shapes.ProblemDetails),
        ),
    )


def score_view(game: Game[Any, Any], parts: Components) -> type[Any]:
    """POST /games/{slug}/score, of one game."""
    sent, answers = {}, {}
    for one in examples_of(game):
        title = f"{one['kind']}: {one['title']}"
        sent[title] = one["request"]
        answers[title] = from_json(score.scored(game, score.ScoreBody(**one["request"])))
    return described(
        score.Score,
        post=operation(
            f"{game.slug.replace('-', '_')}_score",
            "scoring",
            f"Score hands of {game.name}",
            {200: Answer(parts.answered(requests.score_answer(game.slug)), answers, "The whole calculation.")},
            f"{game.summary} Scores hands in order and stores nothing. Give `state` back as `start` to go on.",
            body=parts.sent(requests.score_request(game.slug)),
            examples=sent,
            problem=parts.answered(shapes.ProblemDetails),
        ),
    )


def trick_view(game: Game[Any, Any], parts: Components) -> type[Any]:
    """POST /games/{slug}/trick, of one game."""
    sent, answered = trick_example(game.slug) or ({}, {})
    return described(
        trick.Trick,
        post=operation(
            f"{game.slug.replace('-', '_')}_trick",
            "scoring",
            f"Who takes this trick in {game.name}",
            {
                200: Answer(
                    parts.answered(shapes.TrickAnswer),
                    {"A trick": answered} if answered else {},
                    "The winner, or the legal cards.",
                )
            },
            "Who takes a trick, and why; with `hand` and an unfinished trick, which of its cards may be played.",
            body=parts.sent(requests.trick_request(game.slug)),
            examples={"A trick": sent} if sent else {},
            problem=parts.answered(shapes.ProblemDetails),
        ),
    )
