"""Examples for the documentation: one evening at one table, with a match of Points or of another game."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

from pydantic_core import from_json

from scoring.engine.settlement import MatchResult, SettlementRules, settle
from scoring.selectors.match_snapshot import effective_options
from scoring.selectors.settlements import EveningSettlement, MatchSettlement

TABLE_ID, MATCH_ID = "k3v9x2m7q4wt8hzn", "p6d2r8s5y3bg7fjc"
_ADA: dict[str, Any] = {"name": "Ada", "color": "#1f6f54"}
_BEN = {"name": "Ben", "color": "#b3261e"}
_CLEO: dict[str, Any] = {"name": "Cleo", "color": None}
_NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana")
_IDS = ("a4n7c2xq9wt5hzkm", "b8m3v6yr2sd9gfjp", "c5k9z4pt7qh2wxnb")
_BEGUN, _PLAYED = "2026-05-01T20:05:00.000Z", "2026-05-01T20:15:00.000Z"
_TIMES = {"created_at": _BEGUN, "updated_at": _PLAYED}
_OPTIONS = {"target": 50}
_POINTS = [20, -5, 12]

_HAND = {"kind": "round", "scores": _POINTS}
NEW_TABLE = {"name": "Thursday", "players": [_ADA, _BEN, "Cleo"], "options": {"points": _OPTIONS}}
CHANGED_TABLE = {"name": "Friday", "options": {"points": {"target": 100}, "skat": None}}

_TABLE_URL = f"/api/v1/tables/{TABLE_ID}"
TABLE = {
    "id": TABLE_ID,
    "name": "Thursday",
    "players": [{"id": one, **player} for one, player in zip(_IDS, (_ADA, _BEN, _CLEO), strict=True)],
    "options": {"points": _OPTIONS},
    "settlement": {},
    "signs": None,
    "viewer_scope": "table",
    "version": 1,
    "role": "scorer",
    "created_at": "2026-05-01T20:00:00.000Z",
    "links": {"self": _TABLE_URL, "matches": f"{_TABLE_URL}/matches", "standings": f"{_TABLE_URL}/standings"},
}
KEYS = {
    "scorer": "s7h2k9m4x6qv3wzt.EXAMPLE-secret-of-the-scorer",
    "viewer": "v3w8y5n2c7bd4gfj.EXAMPLE-secret-of-the-viewer",
}
_NOTABLE_HAND = {"points": 20, "match": MATCH_ID, "number": 1, "game": "points"}
_ADA_SO_FAR = {"player": _IDS[0], **_ADA, "matches": 1, "finished": 0, "wins": 0, "points": 20}
_HANDS_OF_ADA = {"best_hand": _NOTABLE_HAND, "worst_hand": _NOTABLE_HAND, "streaks": {"current": 0, "longest": 0}}
STANDINGS = {
    "game": "points",
    "since": None,
    "players": [{**_ADA_SO_FAR, **_HANDS_OF_ADA}],
    "head_to_head": [{"player": _IDS[0], "opponent": _IDS[1], "matches": 3, "wins": 2, "losses": 1}],
}

MATCH_BRIEF: dict[str, Any] = {
    "id": MATCH_ID,
    "table": TABLE_ID,
    "game": "points",
    "title": "",
    "version": 1,
    "players": [{"player": one, "name": name} for one, name in zip(_IDS, ("Ada", "Ben", "Cleo"), strict=True)],
    **_TIMES,
    "hand_count": 1,
    "totals": _POINTS,
    "finished": False,
    "winners": [],
    "options": _OPTIONS,
    "effective_options": effective_options("points", _OPTIONS),
}
_RECORDED = {"what": "record", "when": _PLAYED, "hand": 1, "before": None, "after": _HAND}
CHANGE = {"version": 1, **_RECORDED, "target": None, "undo_status": "done"}
_EXPORTED_MATCH = {
    "game": "points",
    "title": "",
    "players": [_ADA, _BEN, _CLEO],
    "options": _OPTIONS,
    "start": {},
    **_TIMES,
    "ended": False,
    "settlement": None,
    "totals": _POINTS,
    "hands": [{"input": _HAND, "recorded_at": _PLAYED, "points": _POINTS, "totals": _POINTS}],
    "changes": [{**_RECORDED, "target": 0}],
}
EXPORT = {"format": "card-table-companion", "version": 1, "matches": [_EXPORTED_MATCH]}
_COPIED_TABLE = {name: TABLE[name] for name in ("id", "name", "options", "settlement", "signs")}
COPY = {
    "format": "card-table-companion",
    "version": 1,
    "table": _COPIED_TABLE,
    "match": {"id": MATCH_ID, "seats": list(_IDS), **_EXPORTED_MATCH},
    "viewer_key": None,
}
_TOKEN = f"{MATCH_ID}:1tAbCd:EXAMPLE-signature"
_STREAM_URL = f"/api/v1/matches/{MATCH_ID}/events?token={_TOKEN}"
STREAM_TOKEN = {"token": _TOKEN, "expires_at": "2026-05-01T20:20:00.000Z", "url": _STREAM_URL}


_NOT_OF_HAND = ("sides", "effective_options", "hands")


def score_body(slug: str) -> dict[str, Any]:
    """A request to score hands of a game."""
    from scoring.api.game_examples import examples_of
    from scoring.games import get as game

    if slug == "points":
        return {"players": ["Ada", "Ben", "Cleo"], "options": _OPTIONS, "hands": [_HAND]}
    body: dict[str, Any] = examples_of(game(slug))[0]["request"]
    return {**body, "players": list(_NAMES[: body["players"]])}


@cache
def score(slug: str) -> dict[str, Any]:
    """The answer to it: scored, not written down."""
    from scoring.api.bodies import ScoreBody
    from scoring.api.scoring import scored
    from scoring.games import get as game

    found: dict[str, Any] = from_json(scored(game(slug), ScoreBody(**score_body(slug))))
    return found


def new_match(slug: str) -> dict[str, Any]:
    """The request that starts the match with these hands."""
    body = score_body(slug)
    first, second, *others = body["players"]
    players = [first, {"name": second}, *({"name": name} for name in others)]
    return {"game": slug, "players": players, **{name: body[name] for name in ("options", "start") if name in body}}


@cache
def match(slug: str) -> dict[str, Any]:
    """The match after these hands."""
    body, found = score_body(slug), score(slug)
    seats = [{"player": f"{_IDS[0][:-1]}{number}", "name": name} for number, name in enumerate(body["players"])]
    hands = [
        {**result, "game": slug, "input": hand, "recorded_at": _PLAYED}
        for result, hand in zip(found["hands"], body["hands"], strict=True)
    ]
    return {
        **MATCH_BRIEF,
        **{name: value for name, value in found.items() if name != "hands"},
        **({"players": seats} if slug != "points" else {}),
        "options": body["options"],
        "version": len(hands),
        "hand_count": len(hands),
        "start": body.get("start", {}),
        "ended": False,
        "hands_next": None,
        "hands": hands,
    }


def listed_hand(slug: str) -> dict[str, Any]:
    """The last hand of that match, in a list."""
    found: dict[str, Any] = match(slug)["hands"][-1]
    return found


def hand_page(slug: str) -> dict[str, Any]:
    """The hands of that match."""
    return {"results": match(slug)["hands"], "next": None}


def hand(slug: str) -> dict[str, Any]:
    """The hand as it is sent."""
    sent: dict[str, Any] = listed_hand(slug)["input"]
    return sent


def recorded_hand(slug: str) -> dict[str, Any]:
    """The answer to recording it."""
    outcome = {name: value for name, value in score(slug).items() if name not in _NOT_OF_HAND}
    return {**listed_hand(slug), **outcome, "version": match(slug)["version"]}


_RULES = {"word": "cents", "method": "differences", "value": "1/4"}
SETTLEMENT_RULES = {**_RULES, "cap": 500}
KITTY = {
    "balances": [{"word": "cents", "amount": 1350}],
    "entries": [{"amount": -500, "word": "cents", "note": "A round for everybody", "at": _PLAYED}],
}


@cache
def _evening() -> EveningSettlement:
    """The evening with that match alone: worked out, not written down."""
    rules = SettlementRules.model_validate(SETTLEMENT_RULES)
    settled = settle(MatchResult(sides=[(0,), (1,), (2,)], totals=_POINTS), rules)
    match: Any = SimpleNamespace(id=MATCH_ID, slug="points", finished=False, seats=MATCH_BRIEF["players"])
    evening = EveningSettlement(rules.word)
    evening.add(MatchSettlement(match, rules, [*_POINTS], settled))
    return evening


def settlement() -> dict[str, Any]:
    """The settlement of that match."""
    found: dict[str, Any] = settled_evening()["settlements"][0]["matches"][0]
    return found


def settled_evening() -> dict[str, Any]:
    """The evening, settled."""
    from scoring.api.answers.settlements import evening_json

    return {"table": TABLE_ID, "date": "2026-05-01", "settlements": [evening_json(_evening())], "unsettled": []}


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
_MATCH_URL = f"/api/v1/matches/{MATCH_ID}"
EVENT = {
    "table": TABLE_ID,
    "match": MATCH_ID,
    "game": "points",
    "title": "",
    "version": 1,
    "what": "record",
    "hand": 1,
    "hand_count": 1,
    "sides": [{"seats": [seat], "name": name} for seat, name in enumerate(("Ada", "Ben", "Cleo"))],
    "totals": _POINTS,
    "finished": False,
    "winners": [],
    "links": {"match": _MATCH_URL, "history": f"{_MATCH_URL}/history"},
}
MESSAGE = {"type": "hand.recorded", "timestamp": _PLAYED, "data": EVENT}
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
