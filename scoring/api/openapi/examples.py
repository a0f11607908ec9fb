"""Examples for the documentation: one evening at one table, with a match of Points or of another game.

What follows from the hands of the match is scored and settled, not written down. Functions take the slug of the game.
"""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

from pydantic_core import from_json

from scoring.engine.settlement import MatchResult, SettlementRules, settle
from scoring.selectors.settlements import EveningSettlement, MatchSettlement

TABLE_ID, MATCH_ID = "k3v9x2m7q4wt8hzn", "p6d2r8s5y3bg7fjc"
_TABLE_URL, _MATCH_URL = f"/api/v1/tables/{TABLE_ID}", f"/api/v1/matches/{MATCH_ID}"
_NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana")
_IDS = [f"a4n7c2xq9wt5hzk{number}" for number in range(2, 10)]
_COLORS = ("#1f6f54", "#b3261e", None)
_PLAYERS: list[Any] = [{"name": name, "color": color} for name, color in zip(_NAMES, _COLORS, strict=False)]
_BEGUN, _PLAYED = "2026-05-01T20:05:00.000Z", "2026-05-01T20:15:00.000Z"
_TIMES = {"created_at": _BEGUN, "updated_at": _PLAYED}
_OPTIONS = {"target": 50}
_POINTS = [20, -5, 12]
_HAND = {"kind": "round", "scores": _POINTS}

# -- tables ---------------------------------------------------------------------------------------------

NEW_TABLE = {"name": "Thursday", "players": [*_PLAYERS[:2], "Cleo"], "options": {"points": _OPTIONS}}
CHANGED_TABLE = {"name": "Friday", "options": {"points": {"target": 100}, "skat": None}}
TABLE = {
    "id": TABLE_ID,
    "name": "Thursday",
    "players": [{"id": one, **player} for one, player in zip(_IDS, _PLAYERS, strict=False)],
    "options": {"points": _OPTIONS},
    "settlement": {},
    "signs": None,
    "viewer_scope": "table",
    "version": 1,
    "role": "scorer",
    "created_at": "2026-05-01T20:00:00.000Z",
    "links": {"self": _TABLE_URL, "matches": f"{_TABLE_URL}/matches", "standings": f"{_TABLE_URL}/standings"},
}
KEYS = {role: f"{role[0]}7h2k9m4x6qv3wzt.EXAMPLE-secret-of-the-{role}" for role in ("scorer", "viewer")}
_NOTABLE_HAND = {"points": 20, "match": MATCH_ID, "number": 1, "game": "points"}
_ADA_SO_FAR = {"player": _IDS[0], **_PLAYERS[0], "matches": 1, "finished": 0, "wins": 0, "points": 20}
_HANDS_OF_ADA = {"best_hand": _NOTABLE_HAND, "worst_hand": _NOTABLE_HAND, "streaks": {"current": 0, "longest": 0}}
STANDINGS = {
    "game": "points",
    "since": None,
    "players": [{**_ADA_SO_FAR, **_HANDS_OF_ADA}],
    "head_to_head": [{"player": _IDS[0], "opponent": _IDS[1], "matches": 3, "wins": 2, "losses": 1}],
}

# -- a match: its hands are scored ------------------------------------------------------------------------


def score_body(slug: str) -> dict[str, Any]:
    """A request to score hands of a game."""
    from scoring.api.game_examples import examples_of
    from scoring.games import get as game

    own = {"players": 3, "options": _OPTIONS, "hands": [_HAND]}
    body: dict[str, Any] = own if slug == "points" else examples_of(game(slug))[0]["request"]
    return {**body, "players": list(_NAMES[: body["players"]])}


@cache
def score(slug: str) -> Any:
    """The answer to it."""
    from scoring.api.bodies import ScoreBody
    from scoring.api.scoring import score
    from scoring.games import get as game

    return from_json(score(game(slug), ScoreBody(**score_body(slug))))


def new_match(slug: str) -> dict[str, Any]:
    """The request that starts the match with these hands."""
    body = score_body(slug)
    first, *others = body["players"]
    players = [first, *({"name": name} for name in others)]
    return {"game": slug, "players": players, **{name: body[name] for name in ("options", "start") if name in body}}


@cache
def match(slug: str) -> dict[str, Any]:
    """The match after these hands."""
    body, found = score_body(slug), score(slug)
    more = [{"game": slug, "input": hand, "recorded_at": _PLAYED} for hand in body["hands"]]
    return {
        **found,
        "id": MATCH_ID,
        "table": TABLE_ID,
        "title": "",
        "version": len(more),
        "players": [{"player": one, "name": name} for one, name in zip(_IDS, body["players"], strict=False)],
        **_TIMES,
        "hand_count": len(more),
        "options": body["options"],
        "start": body.get("start", {}),
        "ended": False,
        "hands_next": None,
        "hands": [{**result, **one} for result, one in zip(found["hands"], more, strict=True)],
    }


def _of_match(*names: str) -> dict[str, Any]:
    return {name: match("points")[name] for name in names}


def brief(_: str) -> dict[str, Any]:
    """The match of Points in a list."""
    from scoring.api.responses.matches import MatchBrief

    return _of_match(*MatchBrief.model_fields)


def listed_hand(slug: str) -> Any:
    """The last hand of the match."""
    return match(slug)["hands"][-1]


def hand(slug: str) -> Any:
    """The hand as it is sent."""
    return listed_hand(slug)["input"]


_NOT_OF_HAND = ("sides", "effective_options", "hands")


def recorded_hand(slug: str) -> dict[str, Any]:
    """The answer to recording it."""
    outcome = {name: value for name, value in score(slug).items() if name not in _NOT_OF_HAND}
    return {**listed_hand(slug), **outcome, "version": match(slug)["version"]}


_RECORDED = {"what": "record", "when": _PLAYED, "hand": 1, "before": None, "after": _HAND}
CHANGE = {"version": 1, **_RECORDED, "target": None, "undo_status": "done"}
_EXPORTED = {
    "game": "points",
    "title": "",
    "players": _PLAYERS,
    "options": _OPTIONS,
    "start": {},
    **_TIMES,
    "ended": False,
    "settlement": None,
    "totals": _POINTS,
    "hands": [{"input": _HAND, "recorded_at": _PLAYED, "points": _POINTS, "totals": _POINTS}],
    "changes": [{**_RECORDED, "target": 0}],
}
_FORMAT = {"format": "card-table-companion", "version": 1}
EXPORT = {**_FORMAT, "matches": [_EXPORTED]}
_COPIED_TABLE = {name: TABLE[name] for name in ("id", "name", "options", "settlement", "signs")}
_COPIED = {"id": MATCH_ID, "seats": _IDS[:3], **_EXPORTED}
COPY = {**_FORMAT, "table": _COPIED_TABLE, "match": _COPIED, "viewer_key": None}
_TOKEN = {"token": f"{MATCH_ID}:1tAbCd:EXAMPLE-signature"}
_STREAM_URL = f"{_MATCH_URL}/events?token={_TOKEN['token']}"
STREAM_TOKEN = {**_TOKEN, "expires_at": "2026-05-01T20:20:00.000Z", "url": _STREAM_URL}

# -- settling up: the evening with that match alone -----------------------------------------------------------

SETTLEMENT_RULES = {"word": "cents", "method": "differences", "value": "1/4", "cap": 500}
KITTY = {
    "balances": [{"word": "cents", "amount": 1350}],
    "entries": [{"amount": -500, "word": "cents", "note": "A round for everybody", "at": _PLAYED}],
}


def settled_evening(_: str) -> dict[str, Any]:
    """The evening, settled."""
    from scoring.api.responses.settlements import evening_json

    rules = SettlementRules.model_validate(SETTLEMENT_RULES)
    settled = settle(MatchResult(sides=[(0,), (1,), (2,)], totals=_POINTS), rules)
    match: Any = SimpleNamespace(id=MATCH_ID, slug="points", finished=False, seats=_of_match("players")["players"])
    evening = EveningSettlement(rules.word)
    evening.add(MatchSettlement(match, rules, [*_POINTS], settled))
    return {"table": TABLE_ID, "date": "2026-05-01", "settlements": [evening_json(evening)], "unsettled": []}


def settlement(slug: str) -> Any:
    """The settlement of the match."""
    return settled_evening(slug)["settlements"][0]["matches"][0]


# -- webhooks -------------------------------------------------------------------------------------------------

WEBHOOK_ID, MESSAGE_ID = "w9f4t6k2m8xb3qzn", "m4s7v2d9y5ch8gjr"
_WEBHOOK_URL = f"{_TABLE_URL}/webhooks/{WEBHOOK_ID}"
NEW_WEBHOOK = {"url": "https://club.example/companion", "events": ["hand.recorded", "match.finished"]}
WEBHOOK = {
    "id": WEBHOOK_ID,
    **NEW_WEBHOOK,
    "active": True,
    "off": None,
    "failing_since": None,
    "version": 1,
    "created_at": _BEGUN,
    "links": {"self": _WEBHOOK_URL, "deliveries": f"{_WEBHOOK_URL}/deliveries"},
}
NEW_SECRET = {"secret": "whsec_RVhBTVBMRS1zZWNyZXQtb2YtdGhlLXdlYmhvb2stMTI="}
_ATTEMPT = {"at": _PLAYED, "status": 204, "failure": None, "milliseconds": 87, "answer": ""}
DELIVERY = {
    "id": MESSAGE_ID,
    "event": "hand.recorded",
    "match": MATCH_ID,
    "status": "delivered",
    "created_at": _PLAYED,
    "next_try_at": None,
    "attempts": [_ATTEMPT],
}
TEST = {"type": "webhook.test", "timestamp": _PLAYED, "data": {"table": TABLE_ID, "webhook": WEBHOOK_ID}}


def message(_: str = "") -> dict[str, Any]:
    """What a webhook is told of the hand."""
    same = _of_match("table", "game", "title", "version", "hand_count", "sides", "totals", "finished", "winners")
    links = {"match": _MATCH_URL, "history": f"{_MATCH_URL}/history"}
    data = {**same, "match": MATCH_ID, "what": "record", "hand": 1, "links": links}
    return {"type": "hand.recorded", "timestamp": _PLAYED, "data": data}
