"""Matches for lists: those to go on with, those of one evening; and the games to start with again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from scoring.engine.game import Game
from scoring.games import all_games
from scoring.languages import current_language
from scoring.models import ARCHIVED, Match
from scoring.selectors.settlements import EVENING

SHOWN = 4
FEW = 4
MOST_NOT_BEGUN = 20


@dataclass(frozen=True)
class RecentMatch:
    """A match in a list. standing: side names with their totals, as printed; won: those who have won.

    is_settled: it is played for something.
    """

    id: str
    game: Game[Any, Any]
    title: str
    names: list[str]
    standing: list[tuple[str, str, bool]]
    finished: bool
    hands: int
    begun: datetime
    is_settled: bool = False

    @property
    def game_name(self) -> str:
        """The name of the game."""
        return current_language(self.game.slug).gettext(self.game.name)

    @property
    def people(self) -> str:
        """Who played, in a few words."""
        if len(self.names) <= FEW:
            return current_language().join_texts(self.names)
        return _("{name} and {others} others").format(name=self.names[0], others=len(self.names) - 1)


def recent_match(row: Match) -> RecentMatch:
    """A match for a list."""
    game = all_games()[row.game]
    names = [seat["name"] for seat in row.seats]
    sides = game.sides(len(names), game.Options.model_validate(row.options))
    standing = [
        (" & ".join(names[seat] for seat in side), current_language().number(row.totals[number]), number in row.winners)
        for number, side in enumerate(sides)
    ]
    facts = (row.title, names, standing, row.finished, row.hand_count, row.created_at)
    return RecentMatch(row.id, game, *facts, is_settled=bool(row.settlement))


def matches_to_go_on_with(tables: Sequence[str], most: int = SHOWN) -> list[RecentMatch]:
    """The latest matches of these tables that have begun and are not over, without the archived ones."""
    rows = Match.objects.filter(table_id__in=tables, game__in=list(all_games()), finished=False, hand_count__gt=0)
    return [recent_match(row) for row in rows.exclude(ARCHIVED).order_by("-updated_at")[:most]]


def matches_not_begun(tables: Sequence[str]) -> list[RecentMatch]:
    """The matches of these tables without a hand, the latest first."""
    rows = Match.objects.filter(table_id__in=tables, game__in=list(all_games()), finished=False, hand_count=0)
    return [recent_match(row) for row in rows.exclude(ARCHIVED).order_by("-created_at")[:MOST_NOT_BEGUN]]


def last_finished(tables: Sequence[str]) -> RecentMatch | None:
    """The match of these tables that was finished last."""
    rows = Match.objects.filter(table_id__in=tables, game__in=list(all_games()), finished=True)
    row = rows.order_by("-updated_at").first()
    return recent_match(row) if row else None


@dataclass(frozen=True)
class Evening:
    """Matches that were begun on one evening, the latest first. day: the day on which the first of them was."""

    day: date
    matches: list[RecentMatch]

    @property
    def is_settled(self) -> bool:
        """Whether any of them was played for something."""
        return any(match.is_settled for match in self.matches)


def by_evening(found: Sequence[RecentMatch]) -> list[Evening]:
    """Matches, latest first, by the evening on which they were begun: where midnight falls does not matter."""
    groups: list[list[RecentMatch]] = []
    for match in found:
        if groups and groups[-1][-1].begun - match.begun < EVENING:
            groups[-1].append(match)
        else:
            groups.append([match])
    return [Evening(group[-1].begun.date(), group) for group in groups]


def whole_evenings(rows: QuerySet[Match], least: int) -> list[list[str]]:
    """The ids of these matches, latest first, in pages of at least so many: no evening is on two pages."""
    pages: list[list[str]] = []
    before: datetime | None = None
    for match_id, begun in rows.order_by("-created_at", "id").values_list("id", "created_at"):
        if before is None or (len(pages[-1]) >= least and before - begun >= EVENING):
            pages.append([])
        pages[-1].append(match_id)
        before = begun
    return pages


def games_first(tables: Sequence[str]) -> list[Game[Any, Any]]:
    """The games that were played at these tables, the latest first."""
    slugs = Match.objects.filter(table_id__in=tables).order_by("-created_at").values_list("game", flat=True)[:60]
    known = all_games()
    return [known[slug] for slug in dict.fromkeys(slugs) if slug in known]
