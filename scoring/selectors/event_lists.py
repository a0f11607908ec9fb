"""The lists of an event's tables, hand by hand, for paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic_core import from_json

from scoring.models import Hand


def hands_of(matches: Sequence[str]) -> dict[str, list[tuple[dict[str, Any], dict[str, Any]]]]:
    """Returns input and result of every hand of these matches, by id of the match and in order."""
    found: dict[str, list[tuple[dict[str, Any], dict[str, Any]]]] = {match: [] for match in matches}
    for start in range(0, len(matches), 500):
        rows = Hand.objects.filter(match_id__in=matches[start : start + 500]).order_by("match_id", "number")
        for match_id, entered, result in rows.values_list("match_id", "input", "result"):
            found[match_id].append((entered if isinstance(entered, dict) else from_json(entered), from_json(result)))
    return found
