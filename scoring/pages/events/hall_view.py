"""What the hall sees of the rounds: tables with names and scores, and the screens of the display on the wall."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from unicodedata import east_asian_width

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.event_models import EventRound, EventSitting
from scoring.pages.events.hall_html import screen_items
from scoring.pages.events.ranking_view import RankingRow, RankingView, entry_names
from scoring.selectors.events import StoredEvent

LINES = 10
"""Lines of a screen. Letters are 5.6 % of its height: capitals are 27 mm on a television of 55 inches (685 mm high), at
eight metres 11.5 minutes of arc; an eye that reads 5 minutes of arc is called normal.
"""


@dataclass(frozen=True)
class HallSeat:
    """Who sits there. score: "" before there is one, or while it is hidden."""

    number: int
    name: str
    score: str


@dataclass(frozen=True)
class HallTable:
    """A table of a round. is_in: whether its result is here. deals: hands recorded so far."""

    number: int
    seats: list[HallSeat]
    is_in: bool
    deals: int


@dataclass(frozen=True)
class Screen:
    """One screen of the display. kind: progress, enter, seats, free, matches, ranking, teams. page, pages: of its kind.

    columns: side by side. items: what is on it; to enter: the code, its address, how many are there. long, longest:
    names that are written smaller.
    """

    kind: str
    title: str
    items: Sequence[Any]
    columns: int = 1
    page: int = 1
    pages: int = 1
    long: frozenset[str] = frozenset()
    longest: frozenset[str] = frozenset()

    @property
    def html(self) -> SafeString:
        """Its items, of all kinds but progress, enter and matches."""
        return screen_items(self)


@dataclass(frozen=True)
class Own:
    """The reader's own line of the ranking, and where to sit. round: None without a seat in the current one."""

    line: RankingRow
    round: int | None
    table: int
    seat: int


class HallView:
    """An event for everybody in the hall.

    everything: with names that are not shown to readers.
    """

    def __init__(self, stored: StoredEvent, everything: bool = False) -> None:
        self.stored = stored
        self.ranking = RankingView(stored, everything)
        self.names: Mapping[int, str] = self.ranking.names

    def hide_names(self) -> None:
        """Takes numbers for the names that are not shown to readers: for sheets that hang on a wall."""
        self.names = self.ranking.names = entry_names(self.stored, everything=False)

    @cached_property
    def shown_rounds(self) -> list[EventRound]:
        """The rounds that everybody may see."""
        return [one for one in self.stored.rounds if one.state != EventRound.PROPOSED]

    @cached_property
    def current(self) -> EventRound | None:
        """The round that runs, else the one that comes, else the last one."""
        running = [one for one in self.shown_rounds if one.state == EventRound.RUNNING]
        return next(iter(running or self.shown_rounds[-1:]), None)

    def shown(self, number: int | None) -> EventRound | None:
        """Returns the round with this number if everybody may see it, else the current one."""
        return next((one for one in self.shown_rounds if one.number == number), self.current)

    def own(self, number: int) -> Own | None:
        """Returns what a reader with this number looks for, None if nobody has it."""
        line = next((row for row in self.ranking.rows if row.number == number), None)
        if line is None:
            return None
        tables = self.stored.sittings.get(self.current.id, ()) if self.current else ()
        seat = next(((one.number, one.entries.index(number) + 1) for one in tables if number in one.entries), None)
        return Own(line, self.current.number if self.current and seat else None, *(seat or (0, 0)))

    def tables(self, row: EventRound) -> list[HallTable]:
        """The tables of a round. Scores of the running one are hidden while the ranking is frozen."""
        hidden = self.ranking.frozen and row.state == EventRound.RUNNING
        return [self._table(sitting, hidden) for sitting in self.stored.sittings.get(row.id, ())]

    def free(self, row: EventRound) -> list[str]:
        """The names of those who have no table in a round."""
        return [self.names[number] for number in row.byes if number in self.names]

    def _table(self, sitting: EventSitting, hidden: bool) -> HallTable:
        result = self.stored.results[sitting.id]
        language = self.ranking.language
        scores = {} if hidden else result.scores
        wins = (sitting.best_of or self.stored.rules.best_of) > 1
        seats = []
        for number in sitting.entries:
            score = scores.get(number)
            text = language.number(score.won if wins else score.points) if score else ""
            if sitting.by_default is not None and not hidden and not score:
                text = _("won by default") if number == sitting.by_default else ""
            seats.append(HallSeat(number, self.names.get(number, ""), text))
        return HallTable(sitting.number, seats, self._is_in(sitting), result.deals)

    def _is_in(self, sitting: EventSitting) -> bool:
        return self.stored.status_of(sitting) in (EventSitting.ENTERED, EventSitting.CONFIRMED)

    # -- the display -----------------------------------------------------------------------------------

    @cached_property
    def screens(self) -> list[Screen]:
        """The screens of the display, in the order in which they turn."""
        found = list(self._screens())
        return found or [Screen("progress", self.ranking.state, [])]

    def before_draw(self, code: SafeString, address: str) -> list[Screen]:
        """Returns the screens while players enter themselves: the code to scan, and who is there."""
        names = [self.names[entry.number] for entry in reversed(self.stored.entries)]
        count = ngettext("%(n)s entry", "%(n)s entries", len(names)) % {"n": self.ranking.language.number(len(names))}
        return [Screen("enter", _("Enter yourself"), [code, address, count]), *_pages("free", count, names, names)]

    def _screens(self) -> Iterator[Screen]:
        now = self.current
        if now is not None:
            sittings = self.stored.sittings.get(now.id, [])
            if now.state == EventRound.RUNNING:
                missing = [one.number for one in sittings if not self._is_in(one)]
                yield Screen("progress", pgettext("event", "Round {number}").format(number=now.number), missing)
            if self._shows_seats(now, sittings):
                yield from self._seats(now, self.tables(now))
        if self.ranking.round_numbers:
            yield from self._ranking()
        if teams := self.ranking.teams:
            yield from _pages("teams", _("Teams"), teams, [row.team for row in teams])

    def _shows_seats(self, row: EventRound, sittings: Sequence[EventSitting]) -> bool:
        """Seats are shown until the tables play; matches of two with their scores as long as the round runs."""
        if row.state == EventRound.RUNNING:
            played = (self.stored.results[one.id].deals or self._is_in(one) for one in sittings)
            return all(len(one.entries) == 2 for one in sittings) or not any(played)
        return row.state == EventRound.PUBLISHED

    def _seats(self, row: EventRound, tables: Sequence[HallTable]) -> Iterator[Screen]:
        lines = max((len(table.seats) for table in tables), default=4)
        names = [seat.name for table in tables for seat in table.seats]
        title = _("Round {number}: seats").format(number=row.number)
        yield from _pages("seats", title, tables, names, max(1, int(LINES / (lines + 1))))
        if free := self.free(row):
            yield from _pages("free", _("Round {number}: free").format(number=row.number), free, free)

    def _ranking(self) -> Iterator[Screen]:
        for tree in self.ranking.trees:
            for one in tree.rounds[-2:]:
                known = [match for match in one.matches if any(side.number for side in match.sides)]
                title = " · ".join(filter(None, (tree.title, one.title)))
                yield from _pages("matches", title, known, [side.name for match in known for side in match.sides], 3)
        if self.stored.rules.has_tree and not self.stored.row.closed_at:
            return  # places are known at the end
        for group in self.ranking.groups:
            title = group.title or _("Ranking")
            yield from _pages("ranking", title, group.rows, [row.name for row in group.rows])


_FITTING = {
    "seats": {3: 14, 2: 22, 1: 44},
    "matches": {2: 20, 1: 42},
    "free": {2: 24, 1: 48},
    "ranking": {2: 16, 1: 36},
    "teams": {2: 16, 1: 36},
}
"""By kind of screen: how wide a name may be in so many columns, in letters."""


def _pages(kind: str, title: str, items: Sequence[Any], names: Sequence[str], high: int = LINES) -> Iterator[Screen]:
    """The screens for these items. names: that have to fit. high: how many items stand below each other."""
    width_of = {name: width(name) for name in names}
    widths = sorted(width_of[name] for name in names)
    # One long name of twenty does not decide: it is written smaller.
    usual = widths[int(len(widths) * 0.95) - 1] if len(widths) >= 20 else widths[-1] if widths else 0
    columns = next((number for number, most in _FITTING[kind].items() if usual <= most), 1)
    most = _FITTING[kind][columns]
    longest = frozenset(name for name, wide in width_of.items() if wide > most * 4 / 3)
    long = frozenset(name for name, wide in width_of.items() if wide > most) - longest
    size = columns * high
    parts = [items[start : start + size] for start in range(0, len(items), size)]
    for number, part in enumerate(parts, 1):
        yield Screen(kind, title, part, columns, number, len(parts), long, longest)


def width(text: str) -> int:
    """Returns how wide a text is, in letters: Chinese ones are as wide as two."""
    return len(text) if text.isascii() else sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)
