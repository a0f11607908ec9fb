"""JSON text as it is stored and served: canonical, with players' names as placeholders."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from pydantic_core import to_json


def dump_json(value: Any) -> str:
    """Canonical JSON text, as it is stored."""
    return to_json(value).decode()


def escape_json(name: str) -> str:
    """A name as it is written inside JSON text, without the quotes."""
    return json.dumps(name, ensure_ascii=False)[1:-1]


def format_time(moment: datetime) -> str:
    """A moment as the API writes it: UTC with milliseconds, ``2026-11-22T19:30:00.000Z``."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def hand_input(hand: Any) -> dict[str, Any]:
    """A validated hand as plain JSON: what was entered, with its kind."""
    return {"kind": hand.kind, **hand.model_dump(mode="json", exclude_unset=True)}
