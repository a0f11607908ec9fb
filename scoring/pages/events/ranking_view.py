"""The ranking of an event for pages and paper, whatever its format: rows, groups, trees and teams, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.engine.messages import Language, Number
from scoring.events.event import Place, Round, Sitting
from scoring.events.formats import format_of, round_robin
from scoring.events.ranking import keys_of
from scoring.events.teams import team_standing
from scoring.languages import current_language
from scoring.pages.events.hall_html import ranking_rows
from scoring.pages.events.tree_view import Tree, trees
from scoring.selectors.events import StoredEvent, by_number, shown_name


class RankingRow:
    """A line of the ranking. Figures are printed; "" where there is nothing to say.

    place, number: of the entry; place is "" before anybody has a result. name: "No. 17" where it is not shown.
    decided: what parted it from one with the same sum, in words. is_mine: of the reader. has_left: it does not play any
    more. A figure is printed when somebody asks: the display on the wall needs few of them, for hundreds of lines.
    """

    def __init__(self, view: RankingView, line: Place, decided: str, counts: bool) -> None:
        """counts: whether games won and lost say something."""
        entry = view.entries[line.entry]
        self._view, self._line, self._counts = view, line, counts
        self.place = line.place if view.has_begun else ""
        self.number, self.name = line.entry, view.names[line.entry]
        self.club, self.team, self.label = entry.club, entry.team, entry.label
        self.decided = decided if view.has_begun else ""
        self.is_mine, self.has_left = line.entry == view.mine, entry.left is not None

    @property
    def rounds(self) -> tuple[str, ...]:
        """Points of each round, or "free"."""
        return self._view.rounds_of(self._line)

    @property
    def sum(self) -> str:
        """What decides first."""
        rules = self._view.rules
        if rules.has_tree or not self._view.has_begun:
            return ""
        return self._view.language.number(self._line.match_points if rules.by_wins else self._line.points)

    @property
    def points(self) -> str:
        """The points, where they do not decide first."""
        return self._view.language.number(self._line.points) if self._view.rules.by_wins else ""

    @property
    def wins(self) -> str:
        """Games or matches won."""
        return self._view.language.number(self._line.won) if self._counts else ""

    @property
    def lost(self) -> str:
        """Games or matches lost."""
        return self._view.language.number(self._line.lost) if self._counts else ""

    @property
    def difference(self) -> str:
        """Points for and against, where matches count."""
        return self._view.language.number(self._line.difference, sign=True) if self._view.rules.by_wins else ""

    @property
    def adjusted(self) -> str:
        """What was given or taken."""
        return self._view.adjusted.get(self.number, "")

    @property
    def about(self) -> str:
        """Club, team and label in one line, and whether the entry has left."""
        texts = dict.fromkeys((self.team, self.club, self.label, _("left early") if self.has_left else ""))
        return " · ".join(filter(None, texts))


@dataclass(frozen=True)
class TeamRow:
    """A line of the ranking of teams. rounds: points of each round; on a league day with its match points.

    place: "" before anybody has a result.
    """

    place: int | str
    team: str
    rounds: tuple[str, ...]
    sum: str
    points: str
    wins: str
    lost: str


@dataclass(frozen=True)
class Group:
    """A part of the ranking. title: "" where there is only one."""

    title: str
    rows: Sequence[RankingRow]
    view: RankingView

    @property
    def has(self) -> Mapping[str, bool]:
        """Its columns, as in ``RankingView.has``."""
        return self.view.has

    @property
    def html(self) -> SafeString:
        """The rows of its table."""
        return ranking_rows(self.rows, self.has)


class RankingView:
    """The ranking of an event for templates. It queries nothing but what ``StoredEvent`` loads.

    everything: with names that are not shown to readers, and with a ranking that is frozen for them. until: after this
    round. mine: the number of the reader's own entry.
    """

    def __init__(
        self, stored: StoredEvent, everything: bool = False, until: int | None = None, mine: int | None = None
    ) -> None:
        self.stored, self.rules, self.mine = stored, stored.rules, mine
        self.progress = stored.progress() if until is None else None
        self.frozen = stored.row.frozen and not everything and self.progress is not None
        self.until = self.progress.round - 1 if self.frozen and self.progress else until
        self.language: Language = current_language()
        self.names = entry_names(stored, everything)
        self.entries = by_number(stored.entries)
        self.event = stored.as_played(self.until)
        self.round_numbers = [played.number for played in self.event.rounds]

    @cached_property
    def rows(self) -> list[RankingRow]:
        """All entries, the first place first. Entries of different groups are not compared."""
        compared = self.rules.format != "round_robin" or self.rules.groups == 1
        return self._rows(format_of(self.event).standing(self.event), compared)

    @cached_property
    def groups(self) -> list[Group]:
        """The ranking of each group; the whole one where there are no groups."""
        if self.rules.format != "round_robin" or self.rules.groups == 1 or not self.event.order:
            return [Group("", self.rows, self)]
        letters = [_("Group {letter}").format(letter=chr(ord("A") + place % 26)) for place in range(self.rules.groups)]
        found = zip(letters, round_robin.group_standings(self.event), strict=False)
        return [Group(title, self._rows(places), self) for title, places in found]

    @cached_property
    def trees(self) -> list[Tree]:
        """The trees of a knock-out, with rounds that are published."""
        if not (self.rules.has_tree or self.rules.go_on):
            return []
        event = self.stored.as_played(self.until, live=False, published=not self.frozen)
        return trees(event, self.names, self.language, self.mine)

    @cached_property
    def teams(self) -> list[TeamRow]:
        """The ranking of the teams; none without teams."""
        if not any(entry.team for entry in self.stored.entries):
            return []
        each = [team_standing(replace(self.event, rounds=[one], adjustments=[])) for one in self.event.rounds]
        by_team = [{place.team: place for place in places} for places in each]
        number = self.language.number
        rows = []
        for one in team_standing(self.event):
            found = [places[one.team] for places in by_team]
            rounds = [
                f"{number(p.points)} ({number(p.match_points)})" if self.is_league else number(p.points) for p in found
            ]
            whole = one.match_points if self.is_league else one.points
            points = number(one.points) if self.is_league else ""
            rows.append(
                TeamRow(
                    one.place if self.has_begun else "",
                    one.team,
                    tuple(rounds),
                    number(whole),
                    points,
                    number(one.won),
                    number(one.lost),
                )
            )
        return rows

    @cached_property
    def team_members(self) -> list[Group]:
        """The members of each team, the first team first."""
        by_team: dict[str, list[RankingRow]] = {}
        for row in self.rows:
            by_team.setdefault(row.team, []).append(row)
        return [Group(team.team, by_team[team.team], self) for team in self.teams]

    @cached_property
    def has_begun(self) -> bool:
        """Whether anybody has a result, or was given or taken something. Before, nobody has a place."""
        return bool(self.event.adjustments) or any(
            sitting.done or sitting.scores for played in self.event.rounds for sitting in played.sittings
        )

    # -- columns ---------------------------------------------------------------------------------------

    @property
    def sum_title(self) -> str:
        """What decides first, in words."""
        if not self.rules.by_wins:
            return _("Points")
        return _("Wins") if self.rules.match_points == "1-½-0" else _("Match points")

    @property
    def is_league(self) -> bool:
        """Whether the teams get match points for each series."""
        return self.rules.format == "league_day"

    @property
    def team_sum_title(self) -> str:
        """What decides first between teams, in words."""
        return _("Match points") if self.is_league else _("Points")

    @cached_property
    def has(self) -> dict[str, bool]:
        """Which columns say something: sum, club, team, label, points, wins, lost, difference, adjusted."""
        names = ("sum", "club", "team", "label", "points", "wins", "lost", "difference", "adjusted")
        return {name: any(getattr(row, name) for row in self.rows) for name in names}

    # -- what state it is in ---------------------------------------------------------------------------

    @property
    def rounds_in_all(self) -> int:
        """How many rounds there are to be."""
        return max(format_of(self.event).rounds(self.event), len(self.round_numbers))

    @property
    def provisional(self) -> bool:
        """Whether it may still change: a round runs, or a result is disputed."""
        return self.progress is not None or self.stored.under_objection()

    @property
    def state(self) -> str:
        """How far the event is, in words."""
        if not self.round_numbers and not self.progress:
            return _("Not begun yet")
        if self.frozen and self.progress:
            return _("Without round {number}: its result is shown at the end").format(number=self.progress.round)
        if self.progress:
            return _("Provisional: {progress}").format(progress=self.progress_text)
        if self.stored.under_objection():
            return _("Provisional: a result is disputed")
        if self.stored.row.closed_at and self.until is None:
            return _("Final result")
        return _("After round {number} of {rounds}").format(
            number=self.round_numbers[-1] if self.round_numbers else 0, rounds=self.rounds_in_all
        )

    @property
    def progress_text(self) -> str:
        """How much of the running round is in: "7 of 9 tables, up to deal 31"."""
        if not self.progress:
            return ""
        tables = ngettext("{done} of {tables} table", "{done} of {tables} tables", self.progress.tables)
        text = tables.format(done=self.progress.done, tables=self.progress.tables)
        if not self.progress.deals or self.frozen:
            return text
        return _("{tables}, up to deal {deal}").format(tables=text, deal=self.progress.deals)

    # -- rows ------------------------------------------------------------------------------------------

    def _rows(self, places: Sequence[Place], compared: bool = True) -> list[RankingRow]:
        decided = _decided(places, keys_of(self.event)[0]) if compared else [""] * len(places)
        by_wins = self.rules.by_wins
        counts = any(place.won or place.lost for place in places) and not (by_wins and self.rules.best_of == 1)
        return [RankingRow(self, place, words, counts) for place, words in zip(places, decided, strict=True)]

    def rounds_of(self, place: Place) -> tuple[str, ...]:
        """Returns what a line has of each round: points, "101 : 88", "free", or … while it is played."""
        return tuple(cells.get(place.entry, "") or self._points(place, number) for number, cells in self._cells)

    def _points(self, place: Place, round_number: int) -> str:
        if round_number in place.by_round:
            return self.language.number(place.by_round[round_number])
        return "–"

    @cached_property
    def _cells(self) -> list[tuple[int, dict[int, str]]]:
        """By round: what stands there instead of points, by entry: "101 : 88", "free", or … while it is played."""
        return [(played.number, self._round_cells(played)) for played in self.event.rounds]

    def _round_cells(self, played: Round) -> dict[int, str]:
        cells = {} if self.rules.missed == "average" else dict.fromkeys(played.byes, _("free"))
        for sitting in played.sittings:
            if len(sitting.entries) == 2:
                cells |= match_cells(sitting, self.language)
            elif not sitting.scores:
                cells |= dict.fromkeys(sitting.entries, "…")
        return cells

    @cached_property
    def adjusted(self) -> dict[int, str]:
        """By entry, what was given or taken, where something was."""
        sums: dict[int, Number] = {}
        for one in self.event.adjustments:
            sums[one.entry] = sums.get(one.entry, 0) + (one.match_points if self.rules.by_wins else one.points)
        return {entry: self.language.number(points, sign=True) for entry, points in sums.items() if points}


def entry_names(stored: StoredEvent, everything: bool) -> dict[int, str]:
    """Returns the name of each entry; "No. 17" where it was deleted, or is not shown to this reader."""
    number = _("No. {number}")
    return {one.number: shown_name(one, everything) or number.format(number=one.number) for one in stored.entries}


def match_cells(sitting: Sitting, language: Language) -> dict[int, str]:
    """Returns what each of two entries has against the other: "101 : 88"; matches won where they play several."""
    one, other = sitting.entries
    if sitting.by_default is not None:
        return {
            entry: _("won by default") if entry == sitting.by_default else _("lost by default")
            for entry in (one, other)
        }
    if not sitting.scores:
        return {one: "…", other: "…"}
    figures = {
        entry: language.number(score.won if sitting.best_of > 1 else score.points)
        for entry, score in sitting.scores.items()
    }
    return {
        entry: f"{figures.get(entry, '0')} : {figures.get(against, '0')}"
        for entry, against in ((one, other), (other, one))
    }


def _decided(places: Sequence[Place], first_key: str) -> list[str]:
    """What parted each place from its neighbours that are level in what counts first, in words."""
    words = tie_words()
    levels = [list(level) for _place, level in groupby(places, key=lambda place: place.place)]
    parted = [level[0].parted_by for level in levels]
    result = []
    for index, level in enumerate(levels):
        both = dict.fromkeys(key for key in parted[index : index + 2] if key not in ("", first_key))
        result += [", ".join(words[key] for key in both)] * len(level)
    return result


def tie_words() -> dict[str, str]:
    """Returns what may break a tie, in words."""
    return {
        "points": _("points"),
        "match_points": _("match points"),
        "difference": _("difference"),
        "won": _("more won"),
        "fewer_lost": _("fewer lost"),
        "best_round": _("best round"),
        "opponents": _("opponents’ wins"),
        "direct": _("direct meeting"),
        "lot": _("lot"),
    }
