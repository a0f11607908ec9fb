"""Who takes this trick, and which cards may be played to it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse

from companion.http.problems import SEATS, Problem, refusal_problem
from scoring.api.body import read
from scoring.api.endpoint import Endpoint, answer
from scoring.api.games import game_of
from scoring.engine.game import Game, LookupModel
from scoring.engine.match import open_match
from scoring.engine.messages import fill_names, render, say
from scoring.engine.refusal import FieldError, Refusal, validate
from scoring.engine.tricks import LegalPlays
from scoring.selectors.match_snapshot import side_names


class Trick(Endpoint):
    """A trick of one game, looked up."""

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        """Who takes these plays and why; with a hand, what may be played."""
        game = game_of(slug)
        if game.Lookup is None:
            raise Problem("not-found", f"{game.name} has no tricks to look up.")
        return answer(looked_up(game, game.Lookup, read(request)))


def looked_up(game: Game[Any, Any], model: type[LookupModel], body: Any) -> dict[str, Any]:
    """The answer to a look-up. body: ``players``, ``options`` and the fields of the game's own model.

    Raises Problem.
    """
    sides: list[str] = []
    try:
        players, options, asked = _parted(game, body)
        opened = open_match(game, players, options)
        sides = side_names(opened.setup.sides, SEATS)
        found = game.trick(opened.setup, validate(model, asked))
    except Refusal as refusal:
        raise refusal_problem(refusal, game.slug, SEATS, sides) from None
    why = fill_names(render(found.why), SEATS, sides)
    reason = {"why": why, "rule": f"/rules/{game.slug}#{found.rule}"}
    if isinstance(found, LegalPlays):
        return {"legal": found.cards, **reason, **found.extra}
    return {"winner": found.winner, "card": found.card, **reason, "next_leader": found.next_leader, **found.extra}


def _parted(game: Game[Any, Any], body: Any) -> tuple[int, dict[str, Any], dict[str, Any]]:
    if not isinstance(body, dict):
        raise _malformed("", "model_type", "An object is needed.")
    asked = dict(body)
    only = game.players[0] if len(game.players) == 1 else None
    players, options = asked.pop("players", only), asked.pop("options", {})
    if isinstance(players, list):
        players = len(players)
    if players is None:
        raise _malformed("/players", "missing", "This field is needed.")
    if type(players) is not int:
        raise _malformed("/players", "int_type", "A whole number is needed.")
    if not isinstance(options, dict):
        raise _malformed("/options", "dict_type", "An object is needed.")
    return players, options, asked


def _malformed(pointer: str, code: str, text: str) -> Refusal:
    return Refusal([FieldError(pointer, code, say(text))], malformed=True)
