"""Lists of matches: in progress, not begun, by evening; and the games that were played recently."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from pydantic_core import from_json

from scoring.db import match_rows
from scoring.engine.game import Game
from scoring.games import all_games
from scoring.languages import current_language
from scoring.models import Match
from scoring.selectors import match_lists
from scoring.selectors.match_snapshot import MatchSnapshot, side_names
from scoring.selectors.settlements import EVENING

MOST_IN_PROGRESS = 4
FEW_NAMES = 4
MOST_NOT_BEGUN = 20
MOST_OF_AN_EVENING = 40
LONGEST_EVENING = timedelta(hours=24)


@dataclass(frozen=True)
class RecentMatch:
    """A match in a list. totals: name, total as printed, and whether it has won, of each side.

    is_settled: whether it is played for something. continues, goes_on: whether it is a later part of a match whose
    people changed, or has one.
    """

    id: str
    game: Game[Any, Any]
    title: str
    names: list[str]
    totals: list[tuple[str, str, bool]]
    finished: bool
    hands: int
    started_at: datetime
    is_settled: bool = False
    continues: bool = False
    goes_on: bool = False
    table_id: str = ""

    @property
    def game_name(self) -> str:
        """The name of the game."""
        return current_language(self.game.slug).gettext(self.game.name)

    @property
    def people(self) -> str:
        """The players, in a few words."""
        if len(self.names) <= FEW_NAMES:
            return current_language().join_texts(self.names)
        return _("{name} and {others} others").format(name=self.names[0], others=len(self.names) - 1)

    def is_played_again_in(self, other: RecentMatch) -> bool:
        """Whether another match is of the same game and people."""
        return other.game is self.game and sorted(other.names) == sorted(self.names)


def recent_match(row: Match) -> RecentMatch:
    """Returns a match for a list."""
    game = all_games()[row.game]
    names = [seat["name"] for seat in row.seats]
    sides = game.sides(len(names), game.Options.model_validate(row.options))
    language = current_language()
    named = zip(side_names(sides, names, language), row.totals, strict=True)
    totals = [(name, language.number(total), number in row.winners) for number, (name, total) in enumerate(named)]
    hands = row.hand_count + (row.start.get("hands_played", 0) if row.continues else 0)
    columns = (row.title, names, totals, row.finished, hands, row.created_at)
    parts = (bool(row.settlement), bool(row.continues), bool(row.continued_by))
    return RecentMatch(row.id, game, *columns, *parts, row.table_id)


def matches_in_progress(tables: Sequence[str], most: int = MOST_IN_PROGRESS) -> list[RecentMatch]:
    """Returns the latest matches of these tables that are neither finished nor archived. One without a hand is
    among them if it was begun lately.
    """
    return [recent_match(row) for row in match_lists.in_progress(tables)[:most]]


def matches_not_begun(tables: Sequence[str]) -> list[RecentMatch]:
    """Returns the other matches of these tables without a hand, the latest first."""
    return [recent_match(row) for row in match_lists.not_begun(tables)[:MOST_NOT_BEGUN]]


def last_finished(tables: Sequence[str]) -> RecentMatch | None:
    """Returns the match of these tables that was finished last, or None."""
    row = match_lists.last_finished(tables)
    return recent_match(row) if row else None


@dataclass(frozen=True)
class EveningLine:
    """The matches of one evening in a line. matches: id and words of each, the first one first; "" for this one's id.

    series: how many of them each side has won, if the same sides played the same game more than once; else "".
    """

    matches: list[tuple[str, str]]
    series: str


def evening_line(match: MatchSnapshot) -> EveningLine | None:
    """Returns the matches of the evening of this one; None if it is the only one."""
    begun, day = match.created_at, LONGEST_EVENING
    rows = match_rows.load_matches_near(match, begun - day, begun + day, MOST_OF_AN_EVENING)
    if len(rows) < 2:
        return None
    evening: list[tuple[Any, ...]] = []
    last: datetime | None = None
    for match_id, slug, at, *more in rows:
        now = match_rows.stored_time(at)
        if last is not None and now - last >= EVENING:
            if any(one[0] == match.id for one in evening):
                break
            evening = []
        last = now
        if slug in all_games():
            evening.append((match_id, slug, *more))
    if len(evening) < 2 or not any(row[0] == match.id for row in evening):
        return None
    own = sorted(match.side_names)
    wins: Counter[str] = Counter()
    same = 0
    matches = []
    for match_id, slug, finished, seats, options, winning in evening:
        game, winners = all_games()[slug], from_json(winning)
        name = current_language(slug).gettext(game.name)
        names = [seat["name"] for seat in from_json(seats)]
        seated = game.sides(len(names), game.Options.model_validate(from_json(options)))
        sides = side_names(seated, names, current_language())
        won = current_language().join_texts([sides[side] for side in winners]) if finished else ""
        text = _("{game}: {winner}").format(game=name, winner=won) if won else name
        matches.append(("" if match_id == match.id else match_id, text))
        if slug == match.slug and sorted(sides) == own:
            same += 1
            wins.update(sides[side] for side in winners if finished and len(winners) < len(sides))
    series = ""
    if same > 1 and wins:
        order = sorted(match.side_names, key=lambda name: -wins[name])
        series = " · ".join(f"{name} {wins[name]}" for name in order if wins[name] or len(order) == 2)
    return EveningLine(matches, series)


@dataclass(frozen=True)
class Evening:
    """Matches that were begun on one evening, the latest first. day: of the first one, by the reader's clock."""

    day: date
    matches: list[RecentMatch]

    @property
    def is_settled(self) -> bool:
        """Whether any of them was played for something."""
        return any(match.is_settled for match in self.matches)


def by_evening(matches: Sequence[RecentMatch]) -> list[Evening]:
    """Groups matches (the latest first) by the evening on which they were begun, which may go on after midnight."""
    groups: list[list[RecentMatch]] = []
    for match in matches:
        if groups and groups[-1][-1].started_at - match.started_at < EVENING:
            groups[-1].append(match)
        else:
            groups.append([match])
    return [Evening(localdate(group[-1].started_at), group) for group in groups]


def whole_evenings(rows: QuerySet[Match], least: int) -> list[list[str]]:
    """Returns the ids of these matches, the latest first, in pages of at least so many. No evening is split."""
    pages: list[list[str]] = []
    before: datetime | None = None
    for match_id, begun in rows.order_by("-created_at", "id").values_list("id", "created_at"):
        if before is None or (len(pages[-1]) >= least and before - begun >= EVENING):
            pages.append([])
        pages[-1].append(match_id)
        before = begun
    return pages


def recent_games(tables: Sequence[str]) -> list[Game[Any, Any]]:
    """Returns the games that were played at these tables, the latest first."""
    known = all_games()
    return [known[slug] for slug in match_lists.games_lately(tables) if slug in known]
