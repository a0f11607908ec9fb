"""Scoring without storing: hands in, the whole calculation out."""

from __future__ import annotations

from typing import Annotated, Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

from companion.http.problems import SEATS, refusal_problem
from scoring.api.body import read_as
from scoring.api.endpoint import Endpoint, answer
from scoring.api.games import game_of
from scoring.db.json_text import dump_json, escape_json
from scoring.engine.game import Game
from scoring.engine.match import Replay, extend, open_match
from scoring.engine.match_status import MatchStatus
from scoring.engine.messages import fill_names
from scoring.engine.refusal import Refusal
from scoring.selectors.match_snapshot import side_names
from scoring.services.matches import check_names
from scoring.services.tables import LONGEST_NAME

MOST_SEATS = 12

Name = Annotated[str, Field(max_length=LONGEST_NAME)]
Names = Annotated[list[Name], Field(max_length=MOST_SEATS)]


def _sort(players: Any) -> str:
    return "names" if isinstance(players, list) else "number"


class ScoreBody(BaseModel):
    """What is sent; options, start and hands are checked by the game's own models."""

    model_config = ConfigDict(extra="forbid", strict=True)

    players: Annotated[Annotated[int, Tag("number")] | Annotated[Names, Tag("names")], Discriminator(_sort)]
    options: dict[str, Any] = {}
    start: dict[str, Any] = {}
    hands: list[Any] = Field(min_length=1, max_length=settings.MAX_HANDS_PER_SCORE)


class Score(Endpoint):
    """Hands of one game, scored."""

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        """Scores hands without storing anything."""
        return answer(scored(game_of(slug), read_as(ScoreBody, request)))


def scored(game: Game[Any, Any], body: ScoreBody) -> str:
    """The answer as JSON text. Raises Problem where the hands cannot have happened, Refusal for the rest."""
    names = body.players if isinstance(body.players, list) else [*SEATS[: body.players]]
    players = len(body.players) if isinstance(body.players, list) else body.players
    try:
        check_names(names)
        opened = open_match(game, players, body.options, body.start)
    except Refusal as refusal:
        raise refusal_problem(refusal, game.slug, names) from None
    sides = side_names(opened.setup.sides, names)
    played = Replay(opened)
    try:
        extend(played, body.hands)
    except Refusal as refusal:
        raise refusal_problem(refusal, game.slug, names, sides) from None
    played_out = sum(not result.result.is_query and result.result.complete for result in played.results)
    shown = {
        "game": game.slug,
        "sides": [{"seats": list(seats), "name": name} for seats, name in zip(opened.setup.sides, sides, strict=True)],
        "hands": [result.as_json(game.slug) for result in played.results],
        **MatchStatus(opened, played.state, played_out + 1).as_json(),
    }
    return fill_names(dump_json(shown), [escape_json(name) for name in names], [escape_json(name) for name in sides])
