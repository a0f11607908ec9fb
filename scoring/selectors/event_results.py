"""Results of sittings: from their matches, or as they were typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Sum
from pydantic_core import from_json

from scoring.db.json_text import dump_json
from scoring.engine.game import MatchToSettle
from scoring.engine.messages import Number, trim_number
from scoring.event_models import EventSitting
from scoring.events.event import Score
from scoring.events.official_list import ListLine, results
from scoring.games import all_games
from scoring.models import Hand, Match
from scoring.selectors.match_snapshot import stored_match


@dataclass(frozen=True)
class Difference:
    """The first deal in which two lists of a table differ. first, second: points by entry, None where it is missing."""

    deal: int
    first: dict[int, Number] | None
    second: dict[int, Number] | None


@dataclass
class SittingResult:
    """The result of a sitting so far.

    scores: by number of the entry. over: whether nothing more is played. done: whether there is a result: two lists of
    a table that are over agree. matches: ids. deals: hands recorded. heard_at: when a list changed last. passed_in:
    deals, None where it is not known. version: as ``version_of`` counts. difference: of two lists, the first one found.
    other: a second result, as typed ones are stored; that of a finished list beside another one that was typed.
    left_out: how many matches of several do not count: they are not finished, or were begun after the decision.
    """

    scores: dict[int, Score] = field(default_factory=dict)
    over: bool = False
    done: bool = False
    matches: list[str] = field(default_factory=list)
    deals: int = 0
    heard_at: datetime | None = None
    passed_in: int | None = None
    version: int = 0
    difference: Difference | None = None
    other: dict[str, dict[str, Number]] | None = None
    left_out: int = 0


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
    """Returns the results of sittings by their row's id, by one query for all matches, one more for double lists.

    best_of: by the rules; a sitting that has begun has its own.
    """
    by_table: dict[str, list[Match]] = {}
    tables = [sitting.table_id for sitting in sittings if sitting.table_id]
    for match in _matches(tables):
        by_table.setdefault(match.table_id, []).append(match)
    twice = [sitting for sitting in sittings if len(sitting.lists) > 1]
    hands = _points_of([match for sitting in twice for group in sitting.lists for match in group])
    by_sitting = {}
    for sitting in sittings:
        matches = by_table.get(sitting.table_id or "", [])
        result = _from_matches(sitting, matches, sitting.best_of or best_of)
        if sitting in twice:
            result.difference = _first_difference(sitting, matches, hands)
            result.done = result.done and result.difference is None
        result.other = sitting.other
        if sitting.source == EventSitting.TYPED and sitting.result is not None:
            if result.done and sitting.status != EventSitting.CONFIRMED:
                result.other = result.other or _other_list(sitting, result)
            result.scores, result.difference = typed_scores(sitting.result), None
            result.over = result.done = True
            result.passed_in, result.left_out = sitting.passed_in, 0
        by_sitting[sitting.id] = result
    return by_sitting


def _other_list(sitting: EventSitting, result: SittingResult) -> dict[str, dict[str, Number]] | None:
    """The result of the list, as it would be typed; None if the one that was typed has the same points."""
    typed = typed_scores(sitting.result or {})
    differs = any(score.points != typed[entry].points for entry, score in result.scores.items())
    return as_typed(result.scores) if differs else None


def as_typed(scores: Mapping[int, Score], official: bool = False) -> dict[str, dict[str, Number]]:
    """Returns scores as a typed result is stored. official: with the points of the games, of one list of Skat."""
    figures: dict[str, dict[str, Number]] = {
        str(entry): {"points": one.points, "won": one.won, "lost": one.lost} for entry, one in scores.items()
    }
    if official:
        without = results([ListLine(0, one.won, one.lost) for one in scores.values()])
        for one, rest in zip(figures.values(), without, strict=True):
            one["game_points"] = one["points"] - rest
    return figures


def passed_in_by_entry(sittings: Sequence[EventSitting]) -> dict[int, dict[int, int]]:
    """Returns how many deals were passed in while each entry sat there, by the sitting's row id; by one query.

    Of two lists of a table the first one is counted, as for its result.
    """
    found: dict[int, dict[int, int]] = {}
    by_table: dict[str, EventSitting] = {}
    for sitting in sittings:
        if sitting.source == EventSitting.TYPED and sitting.result is not None:
            found[sitting.id] = dict.fromkeys(sitting.entries, sitting.passed_in)
            if sitting.first_result is not None:  # who joined was not there before
                found[sitting.id][sitting.entries[-1]] -= sitting.first_result["passed_in"]
        elif sitting.table_id:
            by_table[sitting.table_id] = sitting
    tables = list(by_table)
    for start in range(0, len(tables), 500):
        rows = Hand.objects.filter(match__table_id__in=tables[start : start + 500], complete=True)
        rows = rows.filter(input__contains='"kind":"passed_in"')
        for table, match, seats in rows.values_list("match__table_id", "match_id", "match__seats"):
            sitting = by_table[table]
            if sitting.lists and match not in sitting.lists[0]:
                continue
            counts = found.setdefault(sitting.id, {})
            for seat in seats:
                if (entry := sitting.players.get(seat["player"] or "")) is not None:
                    counts[entry] = counts.get(entry, 0) + 1
    return found


_NOT_READ = ("title", "note", "created_at", "archived_at", "settlement", "continues", "continued_by", "carried")
"""Columns of matches that no result needs: their times and JSON are as dear as all others together."""


def _matches(tables: Sequence[str]) -> Iterable[Match]:
    for start in range(0, len(tables), 500):
        rows = Match.objects.filter(table_id__in=tables[start : start + 500]).defer(*_NOT_READ)
        yield from rows.order_by("created_at", "id")


def _points_of(matches: Sequence[str]) -> dict[str, list[list[Number]]]:
    """The points by side of each hand of these matches, in order."""
    found: dict[str, list[list[Number]]] = {match: [] for match in matches}
    for start in range(0, len(matches), 500):
        rows = Hand.objects.filter(match_id__in=matches[start : start + 500], complete=True)
        for match, points in rows.order_by("match_id", "number").values_list("match_id", "points"):
            found[match].append(from_json(points))
    return found


def _first_difference(
    sitting: EventSitting, matches: Sequence[Match], hands: Mapping[str, list[list[Number]]]
) -> Difference | None:
    """The first deal in which the two lists of a sitting differ; a list that is not so far yet does not differ."""
    by_id = {match.id: match for match in matches}
    both = [[by_id[match] for match in group if match in by_id] for group in sitting.lists]
    lines = [[(match, points) for match in group for points in hands[match.id]] for group in both]
    for deal, (one, other) in enumerate(zip(*lines, strict=False), 1):
        if one[1] != other[1]:
            return Difference(deal, _by_entry(sitting, *one), _by_entry(sitting, *other))
    longer, shorter = sorted(lines, key=len, reverse=True)
    if len(longer) > len(shorter) and all(match.finished for group in both for match in group):
        missing = _by_entry(sitting, *longer[len(shorter)])
        first, second = (missing, None) if longer is lines[0] else (None, missing)
        return Difference(len(shorter) + 1, first, second)
    return None


def _by_entry(sitting: EventSitting, match: Match, points: Sequence[Number]) -> dict[int, Number]:
    """Points by side as points by entry."""
    setup = stored_match(match.game, len(match.seats), dump_json(match.options), dump_json(match.start)).setup
    entry_at = [sitting.players.get(seat["player"] or "") for seat in match.seats]
    pairs = zip(setup.sides, points, strict=True)
    return {entry: value for side, value in pairs for seat in side if (entry := entry_at[seat]) is not None}


def _from_matches(sitting: EventSitting, matches: Sequence[Match], best_of: int) -> SittingResult:
    version = sitting.version + sum(match.version for match in matches)
    result = SittingResult(matches=[match.id for match in matches], version=version)
    result.heard_at = max((match.updated_at for match in matches), default=None)
    # Without lists of their own, a match that nobody has played is no part of the result: it was begun by mistake.
    counted = [match for match in matches if match.id in sitting.lists[0]] if sitting.lists else matches
    played = [match for match in counted if match.hand_count]
    expected = [match for group in sitting.lists for match in matches if match.id in group] or played
    points: dict[int, Number] = {}
    won: dict[int, int] = dict.fromkeys(sitting.entries, 0)
    lost: dict[int, int] = dict.fromkeys(sitting.entries, 0)
    decided = best_of == 1
    for match in played:
        result.deals += match.hand_count
        if best_of > 1 and (decided or not match.finished):
            result.left_out += 1
            continue
        _add_match(sitting, match, best_of, points, won, lost)
        decided = best_of == 1 or max(won.values()) > best_of // 2
    if played:
        result.scores = {entry: Score(trim_number(points.get(entry, 0)), won[entry], lost[entry]) for entry in won}
        # Of several matches, the majority ends it: what is begun after that does not keep it open.
        result.over = result.done = decided and (best_of > 1 or all(match.finished for match in expected))
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
    if best_of == 1 and hands_won and hands_lost and len(setup.sides) == len(match.seats):
        for seat, entry in enumerate(entry_at):
            if entry is not None:
                won[entry] += hands_won[seat]
                lost[entry] += hands_lost[seat]
