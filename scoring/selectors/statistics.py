"""How everybody at a table has done: matches, wins, points, best and worst hand, streaks, and each against each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from itertools import permutations, product
from typing import Any

from pydantic_core import from_json

from scoring.db.json_text import dump_json
from scoring.engine.messages import Number, trim_number
from scoring.games import all_games
from scoring.models import Hand, Match, Player, Table


@dataclass(frozen=True)
class BestHand:
    """A hand worth telling: what it brought the player's side, and where it stands."""

    points: Number
    match: str
    number: int
    game: str


@dataclass
class PlayerStatistics:
    """One player. matches: with at least one hand; finished: those that came to their end; wins: of these.

    points: of all hands, by the player's side. streak: wins in a row up to now; longest: at any time.
    """

    player: Player
    matches: int = 0
    finished: int = 0
    wins: int = 0
    points: Number = 0
    best: BestHand | None = None
    worst: BestHand | None = None
    streak: int = 0
    longest: int = 0

    def ended(self, won: bool) -> None:
        """A match came to its end."""
        self.finished += 1
        self.wins += won
        self.streak = self.streak + 1 if won else 0
        self.longest = max(self.longest, self.streak)

    def scored(self, hand: BestHand, lower_wins: bool) -> None:
        """A hand was played."""
        self.points = trim_number(self.points + hand.points)
        sign = -1 if lower_wins else 1
        if self.best is None or sign * hand.points > sign * self.best.points:
            self.best = hand
        if self.worst is None or sign * hand.points < sign * self.worst.points:
            self.worst = hand


@dataclass
class HeadToHead:
    """One player against another in the finished matches in which they sat on different sides."""

    player: Player
    opponent: Player
    matches: int = 0
    wins: int = 0
    losses: int = 0


@dataclass
class TableStatistics:
    """lines: most wins first, then by name. pairs: each pair once from either side, in the order of the lines."""

    lines: list[PlayerStatistics]
    pairs: list[HeadToHead] = field(default_factory=list)


def table_statistics(table: Table, game: str | None = None, since: datetime | None = None) -> TableStatistics:
    """The standings of a table. game: only matches of this slug. since: only matches begun then or later."""
    chosen = Match.objects.filter(table=table, hand_count__gt=0, game__in=[game] if game else list(all_games()))
    if since is not None:
        chosen = chosen.filter(created_at__gte=since)
    lines = {player.id: PlayerStatistics(player) for player in Player.objects.filter(table=table)}
    pairs: dict[tuple[str, str], HeadToHead] = {}
    seated: dict[str, tuple[str, list[list[str]]]] = {}
    for row in chosen.order_by("created_at", "id").iterator():
        sides = [
            [player for seat in seats if (player := row.seats[seat]["player"]) in lines]
            for seats in _sides(row.game, len(row.seats), dump_json(row.options))
        ]
        seated[row.id] = (row.game, sides)
        _count(row, sides, lines, pairs)
    hands = Hand.objects.filter(match__in=chosen).order_by("match_id", "number")
    for match_id, number, points in hands.values_list("match_id", "number", "points").iterator():
        slug, sides = seated.get(match_id, ("", []))
        for own, came in zip(sides, from_json(points), strict=False):
            for player in own:
                lines[player].scored(BestHand(came, match_id, number, slug), all_games()[slug].lower_wins)
    shown = [line for line in lines.values() if line.matches or line.player.active]
    shown.sort(key=lambda line: (-line.wins, line.player.name))
    order = {line.player.id: place for place, line in enumerate(shown)}
    told = sorted(pairs.values(), key=lambda pair: (order[pair.player.id], order[pair.opponent.id]))
    return TableStatistics(shown, told)


def _count(
    row: Match,
    sides: Sequence[Sequence[str]],
    lines: dict[str, PlayerStatistics],
    pairs: dict[tuple[str, str], HeadToHead],
) -> None:
    for side, own in enumerate(sides):
        for player in own:
            lines[player].matches += 1
            if row.finished:
                lines[player].ended(side in row.winners)
    if not row.finished:
        return
    for side, other_side in permutations(range(len(sides)), 2):
        won, lost = side in row.winners, other_side in row.winners
        for player, other in product(sides[side], sides[other_side]):
            pair = pairs.setdefault((player, other), HeadToHead(lines[player].player, lines[other].player))
            pair.matches += 1
            pair.wins += won and not lost
            pair.losses += lost and not won


@lru_cache(maxsize=1024)
def _sides(slug: str, players: int, options: str) -> Sequence[Sequence[int]]:
    game: Any = all_games()[slug]
    sides: Sequence[Sequence[int]] = game.sides(players, game.Options.model_validate(from_json(options)))
    return sides
