"""A round for the pages of organiser and referee: its tables, how far they are, and what to know about its draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.engine.messages import Number
from scoring.event_models import EventEntry, EventRound, EventSitting
from scoring.languages import current_language
from scoring.pages.events.tree_view import title_of
from scoring.selectors.event_clock import silent_tables
from scoring.selectors.events import StoredEvent


@dataclass(frozen=True)
class Seat:
    """Who sits there. points: None before there are any. team: on a league day."""

    number: int
    name: str
    points: Number | None = None
    team: str = ""


@dataclass(frozen=True)
class TableLine:
    """A table of a round. state: open, playing, entered, confirmed, two (results), objection, or default.

    title: of a match whose round has others beside it: third place.
    """

    number: int
    seats: list[Seat]
    state: str
    deals: int = 0
    heard_at: datetime | None = None
    silent: bool = False
    title: str = ""

    @property
    def is_in(self) -> bool:
        """Whether its result is here and counts."""
        return self.state in ("entered", "confirmed", "default")


@dataclass(frozen=True)
class RoundView:
    """A round. notices: sentences about its draw. free: names of those without a table."""

    row: EventRound
    tables: list[TableLine]
    notices: list[str]
    free: list[str]

    @property
    def missing(self) -> list[TableLine]:
        """The tables that have no result that counts."""
        return [one for one in self.tables if not one.is_in]

    @property
    def done(self) -> int:
        """How many tables are in."""
        return len(self.tables) - len(self.missing)

    @property
    def deals(self) -> int:
        """Hands recorded at the table that is furthest."""
        return max((one.deals for one in self.tables), default=0)


class Names:
    """The names of an event's entries. everything: also those that are not shown to readers; own: always shown."""

    def __init__(self, entries: Sequence[EventEntry], everything: bool = True, own: Sequence[int] = ()) -> None:
        self._by_number = {one.number: one.name for one in entries if everything or one.shown or one.number in own}

    def __getitem__(self, number: int) -> str:
        return self._by_number.get(number) or _("No. {number}").format(number=number)

    def listed(self, numbers: Sequence[int]) -> str:
        """Returns the names of several, as within a sentence."""
        return current_language().join_names([self[number] for number in numbers])


def round_view(stored: StoredEvent, row: EventRound) -> RoundView:
    """Returns a round. stored: with the sittings of this round."""
    names = Names(stored.entries)
    silent = {one.sitting.id for one in silent_tables(stored, timezone.now())}
    event, sittings = stored.as_played(published=True), stored.sittings.get(row.id, ())
    last = stored.rules.has_tree and title_of(event, row.number, 2) == _("Third place") and len(sittings) > 1
    titles = [title_of(event, row.number, one.number) if last else "" for one in sittings]
    tables = [_table(stored, one, names, one.id in silent, title) for one, title in zip(sittings, titles, strict=True)]
    texts = [*notices(row, names), *_without_seat(stored, row, names)]
    return RoundView(row, tables, texts, [names[number] for number in row.byes])


def _without_seat(stored: StoredEvent, row: EventRound, names: Names) -> list[str]:
    """Who has entered since a round was drawn that has not begun, in a sentence."""
    if row.state not in (EventRound.PROPOSED, EventRound.PUBLISHED):
        return []
    seated = {number for one in stored.sittings.get(row.id, ()) for number in one.entries}.union(row.byes)
    new = [one.number for one in stored.entries if one.first_round == row.number and one.left is None]
    without = [number for number in new if number not in seated]
    return [_("Entered since the draw, without a seat: {names}").format(names=names.listed(without))] if without else []


def _table(stored: StoredEvent, sitting: EventSitting, names: Names, silent: bool, title: str) -> TableLine:
    result = stored.results[sitting.id]
    scores = result.scores
    teams = {one.number: one.team for one in stored.entries} if stored.rules.format == "league_day" else {}
    seats = [Seat(n, names[n], scores[n].points if n in scores else None, teams.get(n, "")) for n in sitting.entries]
    state = state_of(stored, sitting)
    return TableLine(sitting.number, seats, state, result.deals, result.heard_at, silent, title)


def state_of(stored: StoredEvent, sitting: EventSitting) -> str:
    """Returns the state of a table, as ``TableLine`` has it."""
    status = stored.status_of(sitting)
    if status == EventSitting.DISPUTED:
        return "two" if stored.results[sitting.id].other is not None else "objection"
    if status == EventSitting.OPEN:
        return "playing" if stored.results[sitting.id].deals else "open"
    return "default" if sitting.by_default is not None and not stored.results[sitting.id].done else status


def notices(row: EventRound, names: Names) -> list[str]:
    """Returns what to know about the draw of a round, in sentences."""
    texts = {
        "met_before": _("{names} meet again."),
        "team_mates": _("{names} are of one team and sit at one table."),
        "short_table_again": _("{names} is at a table of three again."),
    }
    return [texts[code].format(names=names.listed(numbers)) for code, numbers in row.notices if code in texts]
