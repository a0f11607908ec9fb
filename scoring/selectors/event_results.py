"""Results of sittings: from their matches, or as they were typed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Sum
from pydantic_core import from_json

from scoring.db.json_text import dump_json
from scoring.engine.game import MatchToSettle
from scoring.engine.messages import Number, trim_number
from scoring.event_models import EventSitting
from scoring.events.event import Score
from scoring.games import all_games
from scoring.models import Match
from scoring.selectors.match_snapshot import stored_match


@dataclass
class SittingResult:
    """The result of a sitting so far.

    scores: by number of the entry. done: whether it is over. matches: ids. deals: hands recorded. heard_at: when the
    last hand came in. passed_in: deals, None where it is not known. version: as ``version_of`` counts.
    """

    scores: dict[int, Score] = field(default_factory=dict)
    done: bool = False
    matches: list[str] = field(default_factory=list)
    deals: int = 0
    heard_at: datetime | None = None
    passed_in: int | None = None
    version: int = 0


def version_of(sitting: EventSitting) -> int:
    """Returns the version of a sitting, for its ETag: it counts what is entered there and changes of its matches."""
    if sitting.table_id is None:
        return sitting.version
    versions = Match.objects.filter(table_id=sitting.table_id).aggregate(sum=Sum("version"))["sum"]
    return sitting.version + (versions or 0)


def typed_scores(result: dict[str, dict[str, Number]]) -> dict[int, Score]:
    """Returns a stored, typed result as scores by number of the entry."""
    return {
        int(number): Score(one["points"], int(one.get("won", 0)), int(one.get("lost", 0)))
        for number, one in result.items()
    }


def results_of(sittings: Sequence[EventSitting], best_of: int = 1) -> dict[int, SittingResult]:
    """Returns the results of sittings by their row's id, by one query for all matches."""
    by_table: dict[str, list[Match]] = {}
    tables = [sitting.table_id for sitting in sittings if sitting.table_id]
    for match in _matches(tables):
        by_table.setdefault(match.table_id, []).append(match)
    results = {}
    for sitting in sittings:
        result = _from_matches(sitting, by_table.get(sitting.table_id or "", []), best_of)
        if sitting.source == EventSitting.TYPED and sitting.result is not None:
            result.scores, result.done = typed_scores(sitting.result), True
            result.passed_in = sitting.passed_in
        results[sitting.id] = result
    return results


def _matches(tables: Sequence[str]) -> Iterable[Match]:
    for start in range(0, len(tables), 500):
        yield from Match.objects.filter(table_id__in=tables[start : start + 500]).order_by("created_at", "id")


def _from_matches(sitting: EventSitting, matches: Sequence[Match], best_of: int) -> SittingResult:
    version = sitting.version + sum(match.version for match in matches)
    result = SittingResult(matches=[match.id for match in matches], version=version)
    played = [match for match in matches if match.hand_count]
    points: dict[int, Number] = {}
    won: dict[int, int] = dict.fromkeys(sitting.entries, 0)
    lost: dict[int, int] = dict.fromkeys(sitting.entries, 0)
    for match in played:
        result.deals += match.hand_count
        result.heard_at = max(filter(None, [result.heard_at, match.updated_at]))
        _add_match(sitting, match, best_of, points, won, lost)
    if played:
        result.scores = {entry: Score(trim_number(points.get(entry, 0)), won[entry], lost[entry]) for entry in won}
        over = all(match.finished for match in played)
        result.done = over and (best_of == 1 or max(won.values()) > best_of // 2)
    return result


def _add_match(
    sitting: EventSitting,
    match: Match,
    best_of: int,
    points: dict[int, Number],
    won: dict[int, int],
    lost: dict[int, int],
) -> None:
    game = all_games()[match.game]
    opened = stored_match(match.game, len(match.seats), dump_json(match.options), dump_json(match.start))
    setup, state = opened.setup, game.State.model_validate_json(match.state)
    if "list_points" in game.settles_on:
        totals = game.totals_to_settle(MatchToSettle(setup, state, from_json(match.summary), "list_points"))
    else:
        totals = match.totals
    entry_at = [sitting.players.get(seat["player"] or "") for seat in match.seats]
    for number, side in enumerate(setup.sides):
        entries = {entry_at[seat] for seat in side if entry_at[seat] is not None}
        for entry in entries:
            points[entry] = points.get(entry, 0) + totals[number]
            if len(setup.sides) == 2 or best_of > 1:
                won[entry] += match.finished and number in match.winners
                lost[entry] += match.finished and bool(match.winners) and number not in match.winners
    # A game that counts hands won and lost has them by seat; they break ties, and lost ones cost a fee.
    hands_won, hands_lost = getattr(state, "hands_won", None), getattr(state, "hands_lost", None)
    if hands_won and hands_lost and len(setup.sides) == len(match.seats):
        for seat, entry in enumerate(entry_at):
            if entry is not None:
                won[entry] += hands_won[seat]
                lost[entry] += hands_lost[seat]
