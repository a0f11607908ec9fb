"""What this phone has played lately: matches to go on with, games and people to start with again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.engine.game import Game
from scoring.engine.messages import format_number
from scoring.games import all_games
from scoring.models import Match

SHOWN = 4
FEW = 4


@dataclass(frozen=True)
class RecentMatch:
    """A match in a list. standing: side names with their totals, as printed; won: those who have won."""

    id: str
    game: Game[Any, Any]
    title: str
    names: list[str]
    standing: list[tuple[str, str, bool]]
    finished: bool
    hands: int
    at: Any

    @property
    def people(self) -> str:
        """Who played, in a few words."""
        return ", ".join(self.names) if len(self.names) <= FEW else f"{self.names[0]} and {len(self.names) - 1} others"


def recent_match(row: Match) -> RecentMatch:
    """A match for a list."""
    game = all_games()[row.game]
    names = [seat["name"] for seat in row.seats]
    sides = game.sides(len(names), game.Options.model_validate(row.options))
    standing = [
        (" & ".join(names[seat] for seat in side), format_number(row.totals[number]), number in row.winners)
        for number, side in enumerate(sides)
    ]
    return RecentMatch(row.id, game, row.title, names, standing, row.finished, row.hand_count, row.updated_at)


def latest_matches(tables: Sequence[str], finished: bool | None = None, most: int = SHOWN) -> list[RecentMatch]:
    """The latest matches of these tables; finished: only such, or only those that go on."""
    rows = Match.objects.filter(table_id__in=tables, game__in=list(all_games()))
    if finished is not None:
        rows = rows.filter(finished=finished)
    return [recent_match(row) for row in rows.order_by("-updated_at")[:most]]


def games_first(tables: Sequence[str]) -> list[Game[Any, Any]]:
    """The games that were played at these tables, the latest first."""
    slugs = Match.objects.filter(table_id__in=tables).order_by("-created_at").values_list("game", flat=True)[:60]
    known = all_games()
    return [known[slug] for slug in dict.fromkeys(slugs) if slug in known]
