"""Events: what is stored of them, and what is computed from it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

from django.db.models import Sum

from scoring.event_models import (
    Event,
    EventAdjustment,
    EventCash,
    EventChange,
    EventEntry,
    EventRound,
    EventSitting,
)
from scoring.events import event as calculation
from scoring.events import money
from scoring.events.event import Place, Score
from scoring.events.formats import format_of
from scoring.events.official_list import Check, ListLine, closing_check, deals_of
from scoring.events.ranking import needs_lots
from scoring.events.rules import MOST_ROUNDS, EventRules
from scoring.events.teams import TeamPlace, team_standing
from scoring.models import Match
from scoring.selectors.event_lists import is_official, planned_deals
from scoring.selectors.event_results import SittingResult, passed_in_by_entry, results_of

Row = TypeVar("Row", EventRound, EventEntry, EventAdjustment)

NOT_PLAYED = (EventRound.PROPOSED, EventRound.PUBLISHED)


def find_event(event_id: str) -> Event | None:
    """Returns the event with this id, or None."""
    return Event.objects.filter(id=event_id).first()


def events_by_id(ids: Iterable[str]) -> dict[str, Event]:
    """Returns those of these events that exist, by id."""
    return Event.objects.in_bulk(list(ids))


def stream_version(event: Event) -> int:
    """Returns the version of an event as its stream counts: every change of it, and every change of its matches."""
    tables = EventSitting.objects.filter(event=event, table__isnull=False).values("table_id")
    return event.news + (Match.objects.filter(table_id__in=tables).aggregate(sum=Sum("version"))["sum"] or 0)


def rules_of(event: Event) -> EventRules:
    """Returns the rules of an event, as they are stored."""
    return EventRules.model_validate(event.rules, strict=False)


def history_of(event: Event, before: int | None, count: int) -> list[EventChange]:
    """Returns the latest lines of the history, those before a number. count: at most so many."""
    rows = EventChange.objects.filter(event=event)
    return list((rows if before is None else rows.filter(number__lt=before)).order_by("-number")[:count])


@dataclass(frozen=True)
class Progress:
    """How much of the running round is in. deals: of the table that is furthest."""

    round: int
    tables: int
    done: int
    deals: int


@dataclass
class StoredEvent:
    """An event with its entries, rounds and sittings. sittings: by the row's id of their round."""

    row: Event
    entries: list[EventEntry]
    rounds: list[EventRound]
    sittings: dict[int, list[EventSitting]]
    adjustments: list[EventAdjustment] = field(default_factory=list)

    @cached_property
    def rules(self) -> EventRules:
        """The rules."""
        return rules_of(self.row)

    @cached_property
    def results(self) -> dict[int, SittingResult]:
        """The results of all sittings by the row's id."""
        return results_of([one for group in self.sittings.values() for one in group], self.rules.best_of)

    def round(self, number: int) -> EventRound | None:
        """Returns a round, None if there is none of this number."""
        return next((one for one in self.rounds if one.number == number), None)

    def as_played(self, until: int | None = None, live: bool = True, published: bool = False) -> calculation.Event:
        """Returns the event for ``scoring.events``. until: the last round that counts. live: matches that still run
        count with their points so far, where points are added up. published: with rounds that are only published.
        """
        rounds = []
        for played in self.rounds:
            if played.state == EventRound.PROPOSED or (played.state == EventRound.PUBLISHED and not published):
                continue
            if until is not None and played.number > until:
                continue
            sittings = tuple(self._sitting(row, live) for row in self.sittings.get(played.id, ()))
            rounds.append(calculation.Round(played.number, sittings, tuple(played.byes)))
        return calculation.Event(
            self.rules,
            [
                calculation.Entry(one.number, one.club, one.team, one.seed, one.first_round, one.left)
                for one in self.entries
            ],
            rounds,
            [
                calculation.Adjustment(one.entry, one.points, one.match_points)
                for one in self.adjustments
                if until is None or one.round is None or one.round <= until
            ],
            {int(number): lot for number, lot in self.row.lots.items()},
            self.row.order,
        )

    def _sitting(self, row: EventSitting, live: bool) -> calculation.Sitting:
        result = self.results[row.id]
        adds_up = not (self.rules.by_wins or self.rules.has_tree)
        best_of = row.best_of or self.rules.best_of
        counts = result.done or (live and adds_up and best_of == 1)
        scores: Mapping[int, Score] = result.scores if counts else {}
        return calculation.Sitting(tuple(row.entries), scores, row.by_default, best_of)

    def status_of(self, row: EventSitting) -> str:
        """Returns the status of a sitting: open, entered, confirmed or disputed (also by two lists that differ, or a
        list and what was typed)."""
        if self.results[row.id].other is not None:
            return EventSitting.DISPUTED
        if row.status == EventSitting.OPEN and (self.results[row.id].done or row.by_default is not None):
            return EventSitting.ENTERED
        if row.status == EventSitting.OPEN and self.results[row.id].over:
            return EventSitting.DISPUTED
        return row.status

    def standing(self, until: int | None = None, live: bool = True) -> tuple[list[Place], list[list[int]]]:
        """Returns the ranking, and the groups of entries that only a lot can part. until: after this round."""
        event = self.as_played(until, live)
        places = format_of(event).standing(event)
        return places, needs_lots(event, places) if event.rounds else []

    def teams(self, until: int | None = None, live: bool = True) -> list[TeamPlace]:
        """Returns the ranking of the teams; none without teams. live: as in ``as_played``."""
        return team_standing(self.as_played(until, live))

    def progress(self) -> Progress | None:
        """Returns how much of the running round is in, None if none runs."""
        for played in self.rounds:
            if played.state == EventRound.RUNNING:
                found = [self.results[row.id] for row in self.sittings.get(played.id, ())]
                return Progress(
                    played.number,
                    len(found),
                    sum(result.done for result in found),
                    max((result.deals for result in found), default=0),
                )
        return None

    def last_shown(self, everything: bool) -> int | None:
        """Returns the last round that counts in the ranking now, None for all. everything: for the organiser.

        A frozen ranking leaves out the running round for all others.
        """
        progress = self.progress()
        return progress.round - 1 if self.row.frozen and not everything and progress is not None else None

    def under_objection(self) -> bool:
        """Returns whether any result is disputed, so that prizes are provisional."""
        return any(self.status_of(one) == EventSitting.DISPUTED for group in self.sittings.values() for one in group)

    # -- money -----------------------------------------------------------------------------------------

    def fees(self) -> dict[int, int]:
        """Returns what each entry owes for lost games and deals passed in, list by list."""
        due = self.lost_fees()
        for number, amount in self.passed_in_fees().items():
            due[number] = due.get(number, 0) + amount
        return due

    def lost_fees(self) -> dict[int, int]:
        """Returns what each entry owes for lost games, list by list."""
        due: dict[int, int] = {}
        for result in self.results.values():
            for number, score in result.scores.items():
                due[number] = due.get(number, 0) + money.lost_fee(score.lost, self.rules.money.fees)
        return {number: amount for number, amount in due.items() if amount}

    def passed_in_fees(self) -> dict[int, int]:
        """Returns what each entry owes for deals that were passed in at its tables."""
        each = self.rules.money.passed_in_fee
        if not each:
            return {}
        due: dict[int, int] = {}
        for counts in self._passed_in.values():
            for number, count in counts.items():
                due[number] = due.get(number, 0) + count * each
        return {number: amount for number, amount in due.items() if amount}

    @cached_property
    def _passed_in(self) -> dict[int, dict[int, int]]:
        return passed_in_by_entry([one for group in self.sittings.values() for one in group])

    def prizes(self) -> dict[int, int]:
        """Returns the prize of each entry by the present ranking. Who has left gets none: the others move up."""
        rules = self.rules.money
        left = {one.number for one in self.entries if one.left is not None}
        places, _ = self.standing()
        gone = [place.place for place in places if place.entry in left]
        staying = [
            replace(one, place=one.place - sum(place < one.place for place in gone))
            for one in places
            if one.entry not in left
        ]
        return money.prizes_by_entry(staying, money.prizes(self.pot(), rules.prizes, rules.unit), rules.unit)

    def pot(self) -> int:
        """Returns what is paid out as prizes."""
        return money.pot(self.rules.money, len(self.entries), sum(self.fees().values()))

    def account(self) -> dict[str, int]:
        """Returns what comes in and goes out by the rules."""
        return money.account(len(self.entries), self.rules.money, self.fees(), self.prizes())

    # -- checks ----------------------------------------------------------------------------------------

    def checks(self, round_number: int | None = None) -> list[tuple[EventRound, EventSitting, int, list[Check]]]:
        """Returns the closing check of each list of Skat that is in: round, sitting, number of its list, check.

        A table at which a fourth player joined has two lists: of three, then of four players.
        """
        found = []
        for played in self.rounds:
            if played.state in NOT_PLAYED or round_number not in (None, played.number):
                continue
            for row in self.sittings.get(played.id, ()):
                for number, checks in enumerate(self.checks_of(row), 1):
                    found.append((played, row, number, checks))
        return found

    def checks_of(self, row: EventSitting) -> list[list[Check]]:
        """Returns the closing check of each official list of a sitting that was typed; [[]] of every other sitting."""
        result, seats = self.results[row.id], len(row.entries)
        if not is_official(self.row.game, seats) or not result.done or row.source != EventSitting.TYPED:
            return [[]]
        deals = planned_deals(self.row, self.rules, seats) or deals_of(seats)
        if row.joined_after is None:
            lines, written = _list_lines(row.entries, row.result or {})
            return [closing_check(lines, row.passed_in, deals, written=written)]
        if row.first_result is None:
            return [[], []]
        first, second = row.first_result["scores"], _difference_of(row.result or {}, row.first_result["scores"])
        passed_in = row.first_result["passed_in"]
        lines, written = _list_lines(row.entries[:-1], first)
        checked = [closing_check(lines, passed_in, row.joined_after, written=written)]
        lines, written = _list_lines(row.entries, second)
        left = len(row.entries) * (deals // len(row.entries) - row.joined_after // len(row.entries[:-1]))
        return [*checked, closing_check(lines, row.passed_in - passed_in, left, written=written)]


def _list_lines(entries: Sequence[int], scores: Mapping[str, Mapping[str, Any]]) -> tuple[list[ListLine], list[int]]:
    """The lines of a typed list, by seat, and the results that were written."""
    lines, written = [], []
    for number in entries:
        one = scores.get(str(number), {})
        result = int(one.get("points", 0))
        lines.append(ListLine(int(one.get("game_points", result)), int(one.get("won", 0)), int(one.get("lost", 0))))
        written.append(result)
    return lines, written


def _difference_of(
    whole: Mapping[str, Mapping[str, Any]], first: Mapping[str, Mapping[str, Any]]
) -> dict[str, dict[str, Any]]:
    """What a second list has, if both together and the first one are known."""
    return {
        number: {name: value - first.get(number, {}).get(name, 0) for name, value in one.items()}
        for number, one in whole.items()
    }


def load(row: Event, rounds: Collection[int] | None = None) -> StoredEvent:
    """Returns an event with all that belongs to it. rounds: with the sittings of these rounds only; None for all."""
    return load_many([row], rounds)[0]


def load_many(rows: Sequence[Event], rounds: Collection[int] | None = None) -> list[StoredEvent]:
    """Returns events with all that belongs to them, by as many queries as for one. rounds: as above."""
    ids = [row.id for row in rows]
    stored = _by_event(EventRound.objects.filter(event__in=ids).order_by("number"))
    sittings: dict[int, list[EventSitting]] = {}
    found = EventSitting.objects.filter(event__in=ids)
    if rounds is not None:
        found = found.filter(round__number__in=rounds)
    for sitting in found.order_by("round_id", "number"):
        sittings.setdefault(sitting.round_id, []).append(sitting)
    entries = _by_event(EventEntry.objects.filter(event__in=ids).order_by("number"))
    adjustments = _by_event(EventAdjustment.objects.filter(event__in=ids).order_by("id"))
    return [
        StoredEvent(
            row,
            entries.get(row.id, []),
            stored.get(row.id, []),
            {one.id: sittings[one.id] for one in stored.get(row.id, ()) if one.id in sittings},
            adjustments.get(row.id, []),
        )
        for row in rows
    ]


def _by_event(rows: Iterable[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row.event_id, []).append(row)
    return found


def entries_of(row: Event) -> list[EventEntry]:
    """Returns the entries of an event by number."""
    return list(EventEntry.objects.filter(event=row).order_by("number"))


def rounds_of(row: Event) -> list[EventRound]:
    """Returns the rounds of an event in order."""
    return list(EventRound.objects.filter(event=row).order_by("number"))


def rounds_planned(stored: StoredEvent) -> int:
    """Returns how many rounds an event has, 0 while nobody has entered."""
    event = stored.as_played(published=True)
    return min(MOST_ROUNDS, format_of(event).rounds(event)) if stored.entries else 0


def cash_of(row: Event) -> list[EventCash]:
    """Returns what was paid, the latest first."""
    return list(EventCash.objects.filter(event=row).order_by("-id"))


def shown_name(entry: EventEntry, everything: bool = True) -> str:
    """Returns the name of an entry, "" if it was deleted, or is not shown to readers. everything: for the organiser."""
    return entry.name if everything or entry.shown else ""


def by_number(entries: Iterable[EventEntry]) -> dict[int, EventEntry]:
    """Returns entries by number."""
    return {entry.number: entry for entry in entries}


def is_final(stored: StoredEvent) -> bool:
    """Returns whether the last round is closed and nothing is disputed, so that prizes can be paid out."""
    return stored.row.closed_at is not None and not stored.under_objection()


def open_amounts(stored: StoredEvent, cash: Sequence[EventCash]) -> dict[int, dict[str, int]]:
    """Returns what each entry still pays (above zero) or gets, by kind of cash.

    Fees for lost games count while no round runs, prizes once they are final.
    """
    due: dict[int, dict[str, int]] = {entry.number: {} for entry in stored.entries}
    owed: dict[str, Mapping[int, int]] = {"entry_fee": dict.fromkeys(due, stored.rules.money.entry_fee)}
    if stored.progress() is None:
        owed["fee"] = stored.fees()
    if is_final(stored):
        owed["prize"] = {entry: -amount for entry, amount in stored.prizes().items()}
    for kind, by_entry in owed.items():
        paid = paid_by_entry(cash, kind)
        for number, amounts in due.items():
            if still := by_entry.get(number, 0) - paid.get(number, 0):
                amounts[kind] = still
    return due


def paid_by_entry(cash: Sequence[EventCash], kind: str) -> dict[int, int]:
    """Returns what each entry has paid (above zero) or got, of one kind."""
    sums: dict[int, int] = {}
    for one in cash:
        if one.kind == kind and one.entry is not None:
            sums[one.entry] = sums.get(one.entry, 0) + one.amount
    return sums
