"""Examples of answers: computed where they can be, else as a table would have them."""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic_core import from_json

from scoring.api.schema.parameters import ADA, BEN, CLEO, MATCH_ID, TABLE_ID
from scoring.api.score import ScoreBody, scored
from scoring.games import get

HAND = {"kind": "round", "scores": [20, -5, 12]}
AT = "2026-05-01T20:15:00.000Z"
SEATS = [{"player": ADA, "name": "Ada"}, {"player": BEN, "name": "Ben"}, {"player": CLEO, "name": "Cleo"}]

TABLE = {
    "id": TABLE_ID,
    "name": "Thursday",
    "players": [
        {"id": ADA, "name": "Ada", "color": "#1f6f54"},
        {"id": BEN, "name": "Ben", "color": "#b3261e"},
        {"id": CLEO, "name": "Cleo", "color": None},
    ],
    "options": {"points": {"target": 50}},
    "version": 1,
    "role": "scorer",
    "created_at": "2026-05-01T20:00:00.000Z",
    "links": {
        "self": f"/api/v1/tables/{TABLE_ID}",
        "matches": f"/api/v1/tables/{TABLE_ID}/matches",
        "standings": f"/api/v1/tables/{TABLE_ID}/standings",
    },
}
KEYS = {
    "scorer": "s7h2k9m4x6qv3wzt.EXAMPLE-secret-of-the-scorer",
    "viewer": "v3w8y5n2c7bd4gfj.EXAMPLE-secret-of-the-viewer",
}
BRIEF = {
    "id": MATCH_ID,
    "table": TABLE_ID,
    "game": "points",
    "title": "",
    "version": 1,
    "players": SEATS,
    "created_at": "2026-05-01T20:05:00.000Z",
    "updated_at": AT,
    "hand_count": 1,
    "totals": [20, -5, 12],
    "finished": False,
    "winners": [],
}
HISTORY = {
    "version": 1,
    "what": "record",
    "when": AT,
    "hand": 1,
    "before": None,
    "after": HAND,
    "target": None,
    "standing": "done",
}
_NOTABLE = {"points": 20, "match": MATCH_ID, "number": 1, "game": "points"}
STANDINGS = {
    "game": "points",
    "since": None,
    "players": [
        {
            "player": ADA,
            "name": "Ada",
            "color": "#1f6f54",
            "matches": 1,
            "finished": 0,
            "wins": 0,
            "points": 20,
            "best_hand": _NOTABLE,
            "worst_hand": _NOTABLE,
            "streaks": {"current": 0, "longest": 0},
        }
    ],
    "head_to_head": [{"player": ADA, "opponent": BEN, "matches": 3, "wins": 2, "losses": 1}],
}
DOCUMENT = {
    "format": "card-table-companion",
    "version": 1,
    "matches": [
        {
            "game": "points",
            "title": "",
            "players": [
                {"name": "Ada", "color": "#1f6f54"},
                {"name": "Ben", "color": "#b3261e"},
                {"name": "Cleo", "color": None},
            ],
            "options": {"target": 50},
            "start": {},
            "created_at": "2026-05-01T20:05:00+00:00",
            "updated_at": "2026-05-01T20:15:00+00:00",
            "ended": False,
            "totals": [20, -5, 12],
            "hands": [
                {
                    "input": HAND,
                    "recorded_at": "2026-05-01T20:15:00+00:00",
                    "points": [20, -5, 12],
                    "totals": [20, -5, 12],
                }
            ],
            "changes": [
                {
                    "kind": "record",
                    "number": 1,
                    "before": None,
                    "after": HAND,
                    "target": 0,
                    "at": "2026-05-01T20:15:00+00:00",
                }
            ],
        }
    ],
}


@cache
def match() -> dict[str, Any]:
    """A match of three after its first hand."""
    body = ScoreBody(players=["Ada", "Ben", "Cleo"], options={"target": 50}, hands=[HAND])
    found: dict[str, Any] = from_json(scored(get("points"), body))
    hand = {**found["hands"][0], "input": HAND, "recorded_at": AT}
    further = {"sides": found["sides"], "options": {"target": 50}, "start": {}, "ended": False, "hands_next": None}
    outcome = {name: found[name] for name in ("next", "state")}
    return {**BRIEF, **further, "hands": [hand], **outcome}


def hand() -> dict[str, Any]:
    """The hand of that match."""
    found: dict[str, Any] = match()["hands"][0]
    return found
