"""The lists of an event's tables: how many deals they have, and their hands for paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic_core import from_json

from scoring.engine.game import Game
from scoring.engine.match import open_match
from scoring.engine.refusal import Refusal
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

    On the official list three play as many rounds of deals as four: three quarters of a number that four can share.
    None if nothing says.
    """
    if rules.deals:
        shared = is_official(event.game, seats) and rules.deals % 4 == 0
        return rules.deals * seats // 4 if shared else rules.deals
    chosen = event.options.get(all_games()[event.game].ends_after)
    if isinstance(chosen, int):
        return chosen
    return deals_of(seats) if is_official(event.game, seats) else None


@dataclass(frozen=True)
class Length:
    """How a match of an event ends. options: the house rules with which it begins. deals: after so many, the event
    ends it; 0 where only the rules of the game do.
    """

    options: Mapping[str, Any]
    deals: int


def length_of(event: Event, rules: EventRules, seats: int) -> Length:
    """Returns how the matches of a table end. The game's own rule ends them if it can: a phone alone knows it too."""
    deals, game = planned_deals(event, rules, seats), all_games()[event.game]
    if not rules.deals or deals is None:
        return Length(event.options, 0)
    options = {**event.options, game.ends_after: deals}
    if game.ends_after and _is_possible(game, seats, options):
        return Length(options, 0)
    return Length(event.options, deals)


def _is_possible(game: Game[Any, Any], seats: int, options: Mapping[str, Any]) -> bool:
    """Whether a match ends after this number of hands by the game's own rules."""
    extra = game.Options.model_fields[game.ends_after].json_schema_extra
    only_with: Any = extra.get("only_with", {}) if isinstance(extra, dict) else {}
    try:
        chosen = open_match(game, seats, options).setup.options
    except Refusal:
        return False
    return all(getattr(chosen, name) in values for name, values in only_with.items())


def hands_of(matches: Sequence[str]) -> dict[str, list[tuple[dict[str, Any], dict[str, Any]]]]:
    """Returns input and result of every hand of these matches, by id of the match and in order."""
    found: dict[str, list[tuple[dict[str, Any], dict[str, Any]]]] = {match: [] for match in matches}
    for start in range(0, len(matches), 500):
        rows = Hand.objects.filter(match_id__in=matches[start : start + 500]).order_by("match_id", "number")
        for match_id, entered, result in rows.values_list("match_id", "input", "result"):
            found[match_id].append((entered if isinstance(entered, dict) else from_json(entered), from_json(result)))
    return found
