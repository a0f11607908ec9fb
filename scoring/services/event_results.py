"""Results of sittings: typed, confirmed, disputed. Results of matches are not stored here: they follow from hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.db.models import Q
from django.utils import timezone

from scoring.db.json_text import format_time
from scoring.engine.marking import _
from scoring.engine.messages import Number, trim_number
from scoring.engine.refusal import refuse
from scoring.event_models import Event, EventRound, EventSitting
from scoring.events.formats import needs_winner
from scoring.models import AccessKey
from scoring.selectors.event_access import ORGANISER, REFEREE
from scoring.selectors.event_results import results_of, typed_scores, version_of
from scoring.selectors.events import load, rules_of
from scoring.services import access_keys
from scoring.services.event_rounds import find_round
from scoring.services.events import EventNotFound, Work, changing, checked_reason

MOST_OBJECTIONS = 20
_KNOCK_OUT = ("knock_out", "double_elimination")


class SittingVersionConflict(Exception):  # noqa: N818
    """The sitting has another version than the client expected. sitting: its current state."""

    def __init__(self, event: Event, sitting: EventSitting) -> None:
        super().__init__(f"the sitting is at version {version_of(sitting)}")
        self.event, self.sitting = event, sitting


class NextMatchBegun(Exception):  # noqa: N818
    """The winner of a knock-out match would change, but plays already in the next round. entries: those concerned."""

    def __init__(self, entries: Sequence[int]) -> None:
        super().__init__(f"entries {entries} play the next round already")
        self.entries = list(entries)


@dataclass(frozen=True)
class TypedScore:
    """What was typed for one entry. game_points: of the games alone, None where the list has none."""

    entry: int
    points: Number
    won: int = 0
    lost: int = 0
    game_points: Number | None = None


@dataclass(frozen=True)
class Typed:
    """A result as it was typed. let_stand: a changed winner of a knock-out match that goes on already is accepted.

    first_list, first_passed_in: the part that was played before a fourth player joined the table, None if not known.
    """

    scores: Sequence[TypedScore]
    passed_in: int = 0
    let_stand: bool = False
    first_list: Sequence[TypedScore] | None = None
    first_passed_in: int = 0


def find_sitting(event: Event, round_number: int, number: int, lock: bool = False) -> EventSitting:
    """Returns a sitting. Raises EventNotFound."""
    rows = EventSitting.objects.select_related("round")
    rows = rows.select_for_update(of=("self",), no_key=True) if lock else rows
    row = rows.filter(event=event, round__number=round_number, number=number).first()
    if row is None:
        raise EventNotFound
    return row


def enter(
    event_id: str,
    role: str,
    where: tuple[int, int],
    typed: Typed,
    expected: int | None = None,
    hook: Callable[[EventSitting], None] | None = None,
) -> EventSitting:
    """Enters a typed result. where: numbers of round and table. expected: the version that the client has seen.

    The same result again changes nothing. Another one than that which is there, from somebody who has not seen it,
    makes the sitting disputed: both are kept until the organiser picks. hook: is called within the transaction, if the
    result is taken. Returns the sitting. Raises Refusal, EventNotFound, SittingVersionConflict, NextMatchBegun.
    """
    with changing(event_id, role, news_only=True) as work:
        sitting = find_sitting(work.event, *where, lock=True)
        result = _checked(sitting, typed.scores)
        first = _checked_first(sitting, typed)
        there = (sitting.source, sitting.result, sitting.passed_in, sitting.first_result)
        same = there == (EventSitting.TYPED, result, typed.passed_in, first)
        stale = not same and expected is not None and expected != version_of(sitting)
        if stale and sitting.result is None:
            raise SittingVersionConflict(work.event, sitting)
        if stale:
            _keep_other(work, sitting, result)
        elif not same:
            _check_may_enter(sitting, role)
            before = _result_before(sitting)
            _check_decided(work.event, sitting, result)
            _check_next_match(work.event, sitting, result, typed.let_stand)
            sitting.source, sitting.result, sitting.passed_in = EventSitting.TYPED, result, typed.passed_in
            sitting.first_result = first
            sitting.status, sitting.other, sitting.confirmed_by = EventSitting.ENTERED, None, []
            save_sitting(work, sitting, "result", before, result)
        if hook and not stale:
            hook(sitting)
    if stale:
        raise SittingVersionConflict(work.event, sitting)
    return sitting


def _checked(sitting: EventSitting, scores: Sequence[TypedScore]) -> dict[str, Any]:
    """A typed result as it is stored. Raises Refusal if it names others than those who sit there."""
    if sitting.round.state not in (EventRound.RUNNING,):
        raise refuse("", "round_not_running", "This round does not run.", rule="")
    return _by_entry(scores, sitting.entries, "/scores")


def _checked_first(sitting: EventSitting, typed: Typed) -> dict[str, Any] | None:
    """The typed list of a table before a fourth player joined, as it is stored. Raises Refusal."""
    if typed.first_list is None:
        return None
    if sitting.joined_after is None:
        text = _("Nobody joined this table: it has one list.")
        raise refuse("/first_list", "one_list", text, rule="")
    scores = _by_entry(typed.first_list, sitting.entries[:-1], "/first_list")
    return {"scores": scores, "passed_in": typed.first_passed_in}


def _by_entry(scores: Sequence[TypedScore], entries: Sequence[int], pointer: str) -> dict[str, Any]:
    """Scores by number of the entry as text. Raises Refusal if they are not those of these entries."""
    for place, score in enumerate(scores):
        if score.entry not in entries:
            text = _("Entry {number} does not sit at this table.")
            raise refuse(f"{pointer}/{place}/entry", "not_at_table", text, rule="", number=score.entry)
    if sorted(score.entry for score in scores) != sorted(entries):
        raise refuse(pointer, "scores_missing", "Every entry at the table needs its score, once.", rule="")
    result: dict[str, Any] = {}
    for number in entries:
        score = next(one for one in scores if one.entry == number)
        result[str(number)] = {"points": trim_number(score.points), "won": score.won, "lost": score.lost}
        if score.game_points is not None:
            result[str(number)]["game_points"] = trim_number(score.game_points)
    return result


def _check_may_enter(sitting: EventSitting, role: str) -> None:
    if role in (ORGANISER, REFEREE):
        return
    if sitting.status == EventSitting.CONFIRMED:
        raise refuse("", "result_confirmed", "This result is confirmed: only the organiser changes it.", rule="")
    if sitting.status == EventSitting.DISPUTED:
        raise refuse("", "result_disputed", "This result is disputed: the organiser decides.", rule="")


def _keep_other(work: Work, sitting: EventSitting, result: dict[str, Any]) -> None:
    """Keeps a second result beside the first; a confirmed one stays as it is."""
    if sitting.status == EventSitting.CONFIRMED or sitting.other is not None:
        return
    sitting.other, sitting.status = result, EventSitting.DISPUTED
    save_sitting(work, sitting, "second_result", sitting.result, result)


def _result_before(sitting: EventSitting) -> Any:
    return sitting.result if sitting.source == EventSitting.TYPED else None


def _check_decided(event: Event, sitting: EventSitting, result: dict[str, Any]) -> None:
    """Raises Refusal if nobody has won, but the winner goes on."""
    rules, number = rules_of(event), sitting.round.number
    if len(sitting.entries) != 2 or not needs_winner(load(event, rounds=[]).as_played(), number):
        return
    most = sitting.best_of or rules.best_of
    if most > 1:
        need = most // 2 + 1
        if sum(one["won"] >= need for one in result.values()) != 1:
            text = _(
                "Best of {most}, wins needed: {need}. Nobody has them yet. If one side does not play on, say who wins."
            )
            raise refuse("/scores", "no_winner", text, rule="", most=most, need=need)
    elif _winner({int(entry): (one["won"], one["points"]) for entry, one in result.items()}, rules.better) is None:
        raise refuse("/scores", "level", "Both are level, but somebody has to win: the winner goes on.", rule="")


def _check_next_match(event: Event, sitting: EventSitting, result: dict[str, Any], let_stand: bool) -> None:
    """Raises NextMatchBegun if the winner changes and one of both plays in a later round that has begun."""
    rules = rules_of(event)
    if let_stand or rules.format not in _KNOCK_OUT:
        return
    now = results_of([sitting], rules.best_of)[sitting.id]
    if not now.done:
        return
    several = (sitting.best_of or rules.best_of) > 1
    before = {number: (score.won, 0 if several else score.points) for number, score in now.scores.items()}
    after = {int(number): (one["won"], 0 if several else one["points"]) for number, one in result.items()}
    if _winner(before, rules.better) == _winner(after, rules.better):
        return
    begun = Q(round__state__in=(EventRound.RUNNING, EventRound.CLOSED), round__number__gt=sitting.round.number)
    later = [one for one in EventSitting.objects.filter(begun, event=event) if set(one.entries) & set(sitting.entries)]
    if later:
        raise NextMatchBegun(sorted({number for one in later for number in one.entries}))


def _winner(scores: Mapping[int, tuple[int, Number]], better: str) -> int | None:
    sign = -1 if better == "low" else 1
    ranked = sorted(scores, key=lambda number: (scores[number][0], sign * scores[number][1]), reverse=True)
    level = len(ranked) > 1 and scores[ranked[0]] == scores[ranked[1]]
    return None if level or not ranked else ranked[0]


def confirm(
    event_id: str,
    role: str,
    where: tuple[int, int],
    entry: int | None = None,
    choice: Literal["first", "other"] | None = None,
    ruling: str = "",
    expected: int | None = None,
) -> EventSitting:
    """Confirms a result: for an entry that sits there, or with the organiser's or referee's word.

    choice: of two results, or of two lists that differ, the one that holds. ruling: answers the objections. Once it is
    confirmed, the scorer's key of the table writes no hands; others at the table may still sign. Returns the sitting.
    Raises Refusal, EventNotFound, SittingVersionConflict.
    """
    decides = role in (ORGANISER, REFEREE)
    with changing(event_id, role, news_only=True) as work:
        sitting = find_sitting_at_version(work.event, where, expected)
        if sitting.status == EventSitting.CONFIRMED and (entry is None or entry in sitting.confirmed_by):
            return sitting
        rules = rules_of(work.event)
        result = results_of([sitting], rules.best_of)[sitting.id]
        if result.over and result.difference is not None and choice is not None and decides:
            sitting.lists = [sitting.lists[0 if choice == "first" else 1]]
        elif not result.done and sitting.by_default is None:
            raise refuse("", "no_result", "There is no result to confirm yet.", rule="")
        disputed = sitting.status == EventSitting.DISPUTED or result.other is not None
        if disputed and not decides:
            raise refuse("", "result_disputed", "This result is disputed: the organiser decides.", rule="")
        if entry is None and not decides:
            raise refuse("/entry", "entry_missing", "Say which entry confirms.", rule="")
        if entry is not None and entry not in sitting.entries:
            raise refuse("/entry", "not_at_table", "Entry {number} does not sit at this table.", rule="", number=entry)
        if result.other is not None:
            if choice is None:
                raise refuse("/choice", "choice_missing", "Two results are here: say which one holds.", rule="")
            if choice == "other" and (sitting.other is None or _says_the_list(sitting, rules.best_of)):
                # The list knows more: the deals that were passed in.
                sitting.source, sitting.result = EventSitting.MATCH, None
            elif choice == "other":
                sitting.result = sitting.other
            sitting.other = None
        if sitting.objections and decides:
            sitting.objections = [_ruled(one, role, ruling) for one in sitting.objections]
        if entry is not None and entry not in sitting.confirmed_by:
            sitting.confirmed_by = [*sitting.confirmed_by, entry]
        if decides or len(sitting.confirmed_by) >= min(rules.confirmations, len(sitting.entries)):
            sitting.status = EventSitting.CONFIRMED
        save_sitting(work, sitting, "confirm", None, sitting.status, entry=entry)
    return sitting


def _says_the_list(sitting: EventSitting, best_of: int) -> bool:
    """Whether the typed result of a sitting is what its list on the phone comes to."""
    typed, source = typed_scores(sitting.result or {}), sitting.source
    sitting.source = EventSitting.MATCH
    listed = results_of([sitting], best_of)[sitting.id]
    sitting.source = source
    return listed.done and listed.scores == typed


def _ruled(objection: dict[str, Any], role: str, ruling: str) -> dict[str, Any]:
    if objection.get("ruling") is not None:
        return objection
    return {**objection, "ruling": ruling.strip(), "ruled_by": role, "ruled_at": format_time(timezone.now())}


def dispute(
    event_id: str, role: str, where: tuple[int, int], entry: int, deal: int | None, text: str, expected: int | None
) -> EventSitting:
    """Objects to a result. deal: number of the deal concerned. Raises as ``confirm`` does."""
    text = checked_reason(text, "/text")
    with changing(event_id, role, news_only=True) as work:
        sitting = find_sitting_at_version(work.event, where, expected)
        if entry not in sitting.entries:
            raise refuse("/entry", "not_at_table", "Entry {number} does not sit at this table.", rule="", number=entry)
        if sitting.round.state != EventRound.RUNNING:
            raise refuse("", "round_not_running", "This round does not run.", rule="")
        if len(sitting.objections) >= MOST_OBJECTIONS:
            raise refuse("", "event_full", "An event keeps at most {most} of these.", rule="", most=MOST_OBJECTIONS)
        now = format_time(timezone.now())
        sitting.objections = [*sitting.objections, {"entry": entry, "deal": deal, "text": text, "at": now}]
        sitting.status = EventSitting.DISPUTED
        save_sitting(work, sitting, "dispute", None, {"deal": deal}, entry=entry, reason=text)
    return sitting


def change_sitting(
    event_id: str, role: str, where: tuple[int, int], changes: Mapping[str, Any], expected: int | None
) -> EventSitting:
    """Changes the seats of a round that has not begun, or gives a sitting to one side by default.

    changes: entries (those who sit there, in another order, or with somebody who is free), by_default (the number of
    the winner, None for nobody). Returns the sitting. Raises as ``confirm`` does.
    """
    with changing(event_id, role, news_only=True) as work:
        sitting = find_sitting_at_version(work.event, where, expected)
        before = {"entries": sitting.entries, "by_default": sitting.by_default}
        if changes.get("entries") is not None:
            _check_seats(work.event, sitting, changes["entries"])
            sitting.entries = list(changes["entries"])
        if "by_default" in changes:
            winner = changes["by_default"]
            if winner is not None and winner not in sitting.entries:
                text = _("Entry {number} does not sit at this table.")
                raise refuse("/by_default", "not_at_table", text, rule="", number=winner)
            if sitting.round.state != EventRound.RUNNING:
                raise refuse("", "round_not_running", "This round does not run.", rule="")
            sitting.by_default = winner
        after = {"entries": sitting.entries, "by_default": sitting.by_default}
        if after != before:
            save_sitting(work, sitting, "sitting", before, after)
    return sitting


def _check_seats(event: Event, sitting: EventSitting, entries: Sequence[int]) -> None:
    """Raises Refusal if these cannot sit there. Who joins was free; nobody leaves."""
    row = find_round(event, sitting.round.number)
    if row.state not in (EventRound.PROPOSED, EventRound.PUBLISHED):
        raise refuse("/entries", "round_begun", "The seats of a round that has begun do not change.", rule="")
    new = set(entries) - set(sitting.entries)
    if len(set(entries)) != len(entries) or not set(sitting.entries) <= set(entries):
        raise refuse("/entries", "scores_missing", "Everybody who sits there stays, once.", rule="")
    seated = {number for one in row.sittings.all() for number in one.entries}
    playing = {one.number for one in load(event, rounds=[]).as_played().entries if one.plays(row.number)}
    for number in new:
        if number in seated or number not in playing:
            raise refuse("/entries", "not_free", "Entry {number} is not free in this round.", rule="", number=number)
    row.byes = [number for number in row.byes if number not in new]
    row.save(update_fields=["byes"])


def new_table_key(event_id: str, role: str, where: tuple[int, int], secret: Callable[[str], str] | None) -> str:
    """Returns a new scorer's key for the table of a sitting: the phone that had the old one is shut out.

    Call it within ``write_transaction()``. Raises Refusal if the result is confirmed or there is no table yet.
    """
    with changing(event_id, role, news_only=True) as work:
        sitting = find_sitting(work.event, *where)
        if sitting.table is None:
            raise refuse("", "no_table", "The table opens when its round starts.", rule="")
        if sitting.status == EventSitting.CONFIRMED:
            raise refuse("", "result_confirmed", "This result is confirmed: only the organiser changes it.", rule="")
        key = access_keys.issue(sitting.table, AccessKey.SCORER, secret)
        work.log("table_key", round=where[0], table_number=where[1])
    return key


def find_sitting_at_version(event: Event, where: tuple[int, int], expected: int | None) -> EventSitting:
    """Returns a sitting, locked. expected: as the client has seen it. Raises EventNotFound, SittingVersionConflict."""
    sitting = find_sitting(event, *where, lock=True)
    if expected is not None and version_of(sitting) != expected:
        raise SittingVersionConflict(event, sitting)
    return sitting


def save_sitting(work: Work, sitting: EventSitting, kind: str, before: Any, after: Any, **where: Any) -> None:
    """Stores a changed sitting, with its line of history. where: entry, reason."""
    sitting.version += 1
    sitting.save()
    access_keys.hand_in(AccessKey.objects.filter(table_id=sitting.table_id), sitting.status == EventSitting.CONFIRMED)
    work.log(kind, before, after, round=sitting.round.number, table_number=sitting.number, **where)
