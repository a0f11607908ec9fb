"""Fields of a hand by path, as controls of a form name them: ``outcome.won``, ``bids.2``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def get_at(hand: Mapping[str, Any], path: str) -> Any:
    """Returns the value of a hand at this path, None if there is none."""
    current: Any = hand
    for part in path.split("."):
        if isinstance(current, list) and part.isdecimal() and int(part) < len(current):
            current = current[int(part)]
        elif isinstance(current, Mapping) and part in current:
            current = current[part]
        else:
            return None
    return current


def nest(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the hand with these fields, given by path."""
    hand: dict[str, Any] = {}
    for path, value in fields.items():
        *parents, name = path.split(".")
        target = hand
        for parent in parents:
            target = target.setdefault(parent, {})
        target[name] = value
    return {name: _to_lists(value) for name, value in hand.items()}


def _to_lists(value: Any) -> Any:
    """Returns fields with numbers as names as a list; those left out in between are None."""
    if not isinstance(value, dict) or not value:
        return value
    if not all(name.isdecimal() for name in value):
        return {name: _to_lists(inner) for name, inner in value.items()}
    return [_to_lists(value.get(str(place))) for place in range(1 + max(int(name) for name in value))]
