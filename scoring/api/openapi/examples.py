"""Examples for the documentation: from ``examples.json``, or computed where they can be."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from pydantic_core import from_json

TABLE_ID, MATCH_ID = "k3v9x2m7q4wt8hzn", "p6d2r8s5y3bg7fjc"


@cache
def _all() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    brief, options = found["match_brief"], {"target": 50}
    brief |= {"options": options, "effective_options": _effective(options)}
    return found


def _effective(options: dict[str, Any]) -> dict[str, Any]:
    from scoring.selectors.match_snapshot import effective_options

    return effective_options("points", options)


def get(name: str) -> Any:
    """The example of this name."""
    return _all()[name]


@cache
def match() -> dict[str, Any]:
    """A match of three after its first hand."""
    from scoring.api.bodies import ScoreBody
    from scoring.api.scoring import scored
    from scoring.games import get as game

    body = ScoreBody(players=["Ada", "Ben", "Cleo"], options={"target": 50}, hands=[get("hand")])
    found: dict[str, Any] = from_json(scored(game("points"), body))
    brief = get("match_brief")
    hand = {**found["hands"][0], "input": get("hand"), "recorded_at": brief["updated_at"]}
    further = {"sides": found["sides"], "start": {}, "ended": False, "hands_next": None}
    return {**brief, **further, "hands": [hand], "next": found["next"], "state": found["state"]}


def listed_hand() -> dict[str, Any]:
    """The hand of that match, in a list."""
    hand: dict[str, Any] = match()["hands"][0]
    return hand


def recorded_hand() -> dict[str, Any]:
    """The answer to recording it."""
    outcome = {name: match()[name] for name in ("totals", "finished", "winners", "next", "state", "version")}
    return {**listed_hand(), **outcome}
