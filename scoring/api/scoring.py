"""Scoring and trick look-up, without storing anything."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext

from companion.http.problems import Problem, refusal_problem, seat_names
from scoring.api.bodies import ScoreBody
from scoring.db.json_text import dump_json, escape_json
from scoring.engine.game import Game, LookupModel
from scoring.engine.match import Replay, extend, open_match, options_json
from scoring.engine.match_status import MatchStatus
from scoring.engine.messages import fill_names, render_sentence, say
from scoring.engine.refusal import FieldError, Refusal, validate
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.games import all_games
from scoring.languages import current_language
from scoring.selectors.match_snapshot import side_names
from scoring.services.matches import check_names


def game_of(slug: str) -> Game[Any, Any]:
    """Returns the game with this slug. Raises Problem."""
    game = all_games().get(slug)
    if game is None:
        raise Problem("not-found", gettext("There is no game of this name. GET /api/v1/games lists them."))
    return game


def score(game: Game[Any, Any], body: ScoreBody) -> str:
    """Scores hands. Returns the response as JSON text. Raises Problem if the hands are not possible."""
    names = body.players if isinstance(body.players, list) else seat_names()[: body.players]
    players = len(body.players) if isinstance(body.players, list) else body.players
    try:
        check_names(names)
        opened = open_match(game, players, body.options, body.start)
    except Refusal as refusal:
        raise refusal_problem(refusal, game.slug, names) from None
    language = current_language(game.slug)
    sides = side_names(opened.setup.sides, names, language)
    replay = Replay(opened)
    try:
        extend(replay, body.hands)
    except Refusal as refusal:
        raise refusal_problem(refusal, game.slug, names, sides) from None
    complete = sum(not result.result.is_query and result.result.complete for result in replay.results)
    response = {
        "game": game.slug,
        "sides": [{"seats": list(seats), "name": name} for seats, name in zip(opened.setup.sides, sides, strict=True)],
        "effective_options": options_json(opened.setup.options),
        "hands": [result.as_json(game.slug, language) for result in replay.results],
        **MatchStatus(opened, replay.state, complete + 1).as_json(language),
    }
    return fill_names(dump_json(response), [escape_json(name) for name in names], [escape_json(name) for name in sides])


def look_up_trick(game: Game[Any, Any], model: type[LookupModel], body: Any) -> dict[str, Any]:
    """Looks a trick up. body: ``players``, ``options`` and the fields of the game's own model.

    Returns the response as plain JSON. Raises Problem.
    """
    sides: list[str] = []
    seats = seat_names()
    try:
        players, options, trick = _parts(game, body)
        opened = open_match(game, players, options)
        sides = side_names(opened.setup.sides, seats, current_language(game.slug))
        lookup = validate(model, trick, rule="play")
        try:
            result = game.trick(opened.setup, lookup)
        except Refusal as refusal:
            raise refusal.as_sent(trick) from None
    except Refusal as refusal:
        raise refusal_problem(refusal, game.slug, seats, sides) from None
    return trick_json(
        game.slug, result, fill_names(render_sentence(result.why, current_language(game.slug)), seats, sides)
    )


def trick_json(slug: str, result: TrickResult | LegalPlays, why: str) -> dict[str, Any]:
    """Returns the response as plain JSON. why: the reason as a sentence."""
    reason = {"why": why, "rule": f"/rules/{slug}#{result.rule}"}
    if isinstance(result, LegalPlays):
        return {"legal": result.cards, **reason, **result.extra}
    return {"winner": result.winner, "card": result.card, **reason, "next_leader": result.next_leader, **result.extra}


def _parts(game: Game[Any, Any], body: Any) -> tuple[int, dict[str, Any], dict[str, Any]]:
    if not isinstance(body, dict):
        raise _malformed("", "not_an_object", "An object is needed.")
    trick = dict(body)
    default = game.players[0] if len(game.players) == 1 else None
    players, options = trick.pop("players", default), trick.pop("options", {})
    if isinstance(players, float) and players.is_integer():
        players = int(players)
    if players is None:
        raise _malformed("/players", "field_missing", "This field is needed.")
    if type(players) is not int:
        raise _malformed("/players", "not_an_integer", "A whole number is needed.")
    if not isinstance(options, dict):
        raise _malformed("/options", "not_an_object", "An object is needed.")
    return players, options, trick


def _malformed(pointer: str, code: str, text: str) -> Refusal:
    return Refusal([FieldError(pointer, code, say(text))], malformed=True)
