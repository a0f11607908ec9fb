"""JSON text as it is stored and served: canonical, with players' names as placeholders."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from pydantic_core import to_json


def dump_json(value: Any) -> str:
    """Returns canonical JSON text, as it is stored."""
    return to_json(value).decode()


def escape_json(name: str) -> str:
    """Returns a name as part of a JSON string, without quotes."""
    return json.dumps(name, ensure_ascii=False)[1:-1]


def format_time(moment: datetime) -> str:
    """Returns a time as the API writes it: UTC with milliseconds, ``2026-11-22T19:30:00.000Z``."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def hand_input(hand: Any) -> dict[str, Any]:
    """Returns the input of a validated hand as plain JSON, with its kind."""
    return {"kind": hand.kind, **hand.model_dump(mode="json", exclude_unset=True)}
