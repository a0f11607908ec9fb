"""The ranking of a season for pages and paper, in words. It computes nothing: ``selectors.seasons`` does."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.engine.messages import Language, Number
from scoring.event_models import Event, EventEntry
from scoring.events.season import Counted, EventResult, SeasonPlace
from scoring.languages import current_language
from scoring.pages.seasons.season_html import season_rows
from scoring.selectors.seasons import SeasonStanding, person_name

Entry = tuple[str, int]
"""An entry: the id of its event, and its number."""


@dataclass(frozen=True)
class SeasonRow:
    """A line of the ranking. Figures are printed; "" where there is nothing to say.

    address: of the person's page, "" for a team. by_event: what it has in each event, in brackets if it does not count.
    events: how many were played. is_mine: of the reader.
    """

    place: int
    name: str
    address: str
    sum: str
    points: str
    events: str
    by_event: tuple[str, ...]
    wins: str
    lost: str
    is_mine: bool = False


@dataclass(frozen=True)
class SeasonTable:
    """A ranking: of people, or of teams. name_title: of the column of names. has: which columns say something."""

    title: str
    name_title: str
    sum_title: str
    rows: Sequence[SeasonRow]
    has: Mapping[str, bool]

    @property
    def html(self) -> SafeString:
        """The rows of its table."""
        return season_rows(self.rows, self.has)


@dataclass(frozen=True)
class WaitingLine:
    """A person or a team that has played too few events. text: how many, and how many are needed."""

    name: str
    address: str
    text: str
    is_mine: bool = False


@dataclass(frozen=True)
class PlayedEvent:
    """An event of the season. number: of its column, None while it has no results. goes_on: it may still change."""

    event: Event
    number: int | None
    goes_on: bool


@dataclass(frozen=True)
class PersonEvent:
    """What a person has in one event, and its place there. counts: whether it is one of those that count."""

    event: Event
    entry: EventEntry
    figure: str
    place: str
    counts: bool


@dataclass(frozen=True)
class Person:
    """A person of a season. line: None while too few events were played; then waiting says how many."""

    who: int
    name: str
    line: SeasonRow | None
    waiting: str
    events: list[PersonEvent]

    @property
    def left_out(self) -> bool:
        """Whether any of its results does not count."""
        return self.line is not None and not all(one.counts for one in self.events)


class SeasonView:
    """The ranking of a season for templates.

    everything: with names that are not shown to readers. mine: entries of the reader. linked: with links to the pages
    of people.
    """

    def __init__(
        self, standing: SeasonStanding, everything: bool = False, mine: Collection[Entry] = (), linked: bool = True
    ) -> None:
        self.standing, self.rules, self.everything, self.linked = standing, standing.rules, everything, linked
        self.season = standing.season
        self.mine = set(mine)
        self.language: Language = current_language()

    # -- the events ------------------------------------------------------------------------------------

    @cached_property
    def columns(self) -> list[Event]:
        """The events with results, the first one first."""
        return [event for event in self.standing.events if event.id in self.standing.played]

    @cached_property
    def events(self) -> list[PlayedEvent]:
        """All events, the first one first."""
        numbers = {event.id: number for number, event in enumerate(self.columns, 1)}
        going_on = self.standing.going_on
        return [PlayedEvent(one, numbers.get(one.id), one.id in going_on) for one in self.standing.events]

    # -- the tables ------------------------------------------------------------------------------------

    @cached_property
    def people(self) -> SeasonTable:
        """The ranking of people."""
        places, counts = self.standing.places, self._counts_games
        lines = [self._line(one, self.rules.counted, self.name(one.who), counts, one.who) for one in places]
        return self._table(_("Ranking"), _("Name"), lines, self.rules.counted)

    @cached_property
    def teams(self) -> SeasonTable | None:
        """The ranking of teams, None without teams."""
        places = self.standing.teams
        counts = any(one.won or one.lost for one in places)
        lines = [self._line(one, self.rules.teams_counted, one.who, counts) for one in places]
        return self._table(_("Teams"), _("Team"), lines, self.rules.teams_counted) if lines else None

    @cached_property
    def tables(self) -> list[SeasonTable]:
        """The rankings that have lines; teams first where the season counts match points for them."""
        people = [self.people] if self.people.rows else []
        teams = [self.teams] if self.teams else []
        return [*teams, *people] if self.rules.teams_counted == "match_points" else [*people, *teams]

    @cached_property
    def waiting(self) -> list[WaitingLine]:
        """The people, then the teams, that have played too few events to be ranked."""
        people = [
            WaitingLine(self.name(who), self.address(who), self._waiting_text(played), self._is_mine(who))
            for who, played in self.standing.waiting.items()
        ]
        teams = [WaitingLine(team, "", self._waiting_text(of)) for team, of in self.standing.waiting_teams.items()]
        return [*people, *teams]

    @property
    def has_left_out(self) -> bool:
        """Whether any result does not count."""
        places: Sequence[SeasonPlace[int] | SeasonPlace[str]] = [*self.standing.places, *self.standing.teams]
        return any(len(place.counting) < len(place.results) for place in places)

    @property
    def own(self) -> SeasonRow | None:
        """The reader's own line, None if it is not in the ranking."""
        return next((row for row in self.people.rows if row.is_mine), None)

    def _table(self, title: str, name_title: str, rows: Sequence[SeasonRow], counted: Counted) -> SeasonTable:
        sum_title = _("Match points") if counted == "match_points" else _("Points")
        has = {name: any(getattr(row, name) for row in rows) for name in ("points", "wins")}
        return SeasonTable(title, name_title, _("Average") if self.rules.average else sum_title, rows, has)

    @property
    def _counts_games(self) -> bool:
        """Whether games or matches won and lost say something of people."""
        return any(one.won or one.lost for one in self.standing.places)

    def _line(
        self, place: SeasonPlace[int] | SeasonPlace[str], counted: Counted, name: str, counts: bool, who: int = 0
    ) -> SeasonRow:
        """counts: whether games won and lost say something; then 0 is printed too."""
        number = self.language.number
        found = {one.event: one for one in place.results}
        cells = [self._cell(found.get(event.id), counted, place.counting) for event in self.columns]
        return SeasonRow(
            place.place,
            name,
            self.address(who) if who else "",
            number(place.shown_total),
            number(place.points) if counted == "match_points" else "",
            number(len(place.results)),
            tuple(cells),
            number(place.won) if counts else "",
            number(place.lost) if counts else "",
            bool(who) and self._is_mine(who),
        )

    def _cell(self, result: EventResult | None, counted: Counted, counting: Collection[str]) -> str:
        if result is None:
            return "–"
        text = self.language.number(_figure(result, counted))
        return text if result.event in counting else f"({text})"

    def _waiting_text(self, played: Sequence[EventResult]) -> str:
        text = ngettext("{played} of {needed} event", "{played} of {needed} events", self.rules.least)
        return text.format(played=len(played), needed=self.rules.least)

    # -- people ----------------------------------------------------------------------------------------

    def name(self, who: int) -> str:
        """The name of a person; "No. 17" where it was deleted, or is not shown to this reader."""
        name = person_name(self.standing.entries[who], self.everything)
        return name or _("No. {number}").format(number=who)

    def address(self, who: int) -> str:
        """The page of a person: by its latest entry, so that it stays while other events come and go. "" on paper."""
        if not self.linked:
            return ""
        latest = self.standing.entries[who][-1]
        return f"/seasons/{self.season.id}/entries/{latest.event_id}/{latest.number}"

    def _is_mine(self, who: int) -> bool:
        return any((one.event_id, one.number) in self.mine for one in self.standing.entries[who])

    def person(self, entry: Entry) -> Person | None:
        """Returns the person that an entry is, None if it has no result."""
        found = self.standing.entries.items()
        who = next((who for who, all_of in found if entry in {(e.event_id, e.number) for e in all_of}), None)
        if who is None:
            return None
        place = next((one for one in self.standing.places if one.who == who), None)
        results = place.results if place else self.standing.waiting[who]
        counting = place.counting if place else ()
        events = {event.id: event for event in self.columns}
        return Person(
            who,
            self.name(who),
            self._line(place, self.rules.counted, self.name(who), self._counts_games, who) if place else None,
            "" if place else self._waiting_text(results),
            [
                PersonEvent(
                    events[one.event],
                    own,
                    self.language.number(_figure(one, self.rules.counted)),
                    self.language.number(one.place),
                    one.event in counting,
                )
                for one, own in zip(results, self.standing.entries[who], strict=True)
            ],
        )

    # -- in words --------------------------------------------------------------------------------------

    @property
    def provisional(self) -> bool:
        """Whether it may still change without a further event, or has too few events."""
        return bool(self.standing.going_on) or 0 < len(self.columns) < self.rules.least

    @property
    def state(self) -> str:
        """How far the season is, in words."""
        played, going_on = len(self.columns), len(self.standing.going_on)
        if not self.standing.events:
            return _("No event counts yet")
        if not played:
            return _("No results yet")
        if going_on:
            text = ngettext("Provisional: {n} event still goes on", "Provisional: {n} events still go on", going_on)
            return text.format(n=going_on)
        if played < self.rules.least:
            return _("Provisional: {played} of at least {needed} events").format(played=played, needed=self.rules.least)
        return ngettext("After {n} event", "After {n} events", played).format(n=played)

    @property
    def how(self) -> list[str]:
        """How the events count, in a sentence or two."""
        best, least = self.rules.best, self.rules.least
        if best is None:
            text = _("The average of all events counts.") if self.rules.average else _("All events are added up.")
        elif self.rules.average and best > 1:
            text = ngettext(
                "The average of the best {n} event counts.", "The average of the best {n} events counts.", best
            )
        else:
            text = ngettext("The best event counts.", "The best {n} events are added up.", best)
        texts = [text.format(n=best)]
        if least > 1:
            texts.append(ngettext("Ranked from {n} event on.", "Ranked from {n} events on.", least).format(n=least))
        return texts


def _figure(result: EventResult, counted: Counted) -> Number:
    return result.match_points if counted == "match_points" else result.points
