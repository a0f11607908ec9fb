"""The lists of an event's tables: how many deals they have, and their hands for paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic_core import from_json

from scoring.event_models import Event
from scoring.events.official_list import OTHERS_LOST, deals_of
from scoring.events.rules import EventRules
from scoring.games import all_games
from scoring.models import Hand


def is_official(game: str, seats: int) -> bool:
    """Returns whether so many keep the official list: points of the games, won and lost, with a closing check."""
    return all_games()[game].official_list and seats in OTHERS_LOST


def planned_deals(event: Event, rules: EventRules, seats: int) -> int | None:
    """Returns how many deals a list has: as the event says, else twelve for each seat of an official list.

    None if nothing says.
    """
    chosen = event.options.get("deals")
    if rules.deals or isinstance(chosen, int):
        return rules.deals or chosen
    return deals_of(seats) if is_official(event.game, seats) else None


def hands_of(matches: Sequence[str]) -> dict[str, list[tuple[dict[str, Any], dict[str, Any]]]]:
    """Returns input and result of every hand of these matches, by id of the match and in order."""
    found: dict[str, list[tuple[dict[str, Any], dict[str, Any]]]] = {match: [] for match in matches}
    for start in range(0, len(matches), 500):
        rows = Hand.objects.filter(match_id__in=matches[start : start + 500]).order_by("match_id", "number")
        for match_id, entered, result in rows.values_list("match_id", "input", "result"):
            found[match_id].append((entered if isinstance(entered, dict) else from_json(entered), from_json(result)))
    return found
