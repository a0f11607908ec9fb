"""Standings of a table: matches, wins, points, best and worst hand, streaks, and head to head."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from itertools import permutations, product
from typing import NamedTuple

from pydantic_core import from_json

from scoring.db.json_text import dump_json
from scoring.db.replica import read_matches
from scoring.engine.messages import Number, trim_number
from scoring.games import all_games
from scoring.models import Hand, Match, Player, Table
from scoring.selectors.match_snapshot import stored_match


@dataclass(frozen=True)
class BestHand:
    """A best or worst hand: the points of the player's side, and its match. worth: what it is compared by."""

    points: Number
    match: str
    number: int
    game: str
    worth: Number = 0


@dataclass
class PlayerStatistics:
    """One player. matches: with at least one hand; finished: those that are over; wins: of these.

    points: of all hands, by the player's side; finished_points: of the hands of finished matches. streak: wins in a
    row up to now; longest: at any time.
    """

    player: Player
    matches: int = 0
    finished: int = 0
    wins: int = 0
    points: Number = 0
    finished_points: Number = 0
    best: BestHand | None = None
    worst: BestHand | None = None
    streak: int = 0
    longest: int = 0

    def count_match(self, won: bool) -> None:
        """Counts a finished match."""
        self.finished += 1
        self.wins += won
        self.streak = self.streak + 1 if won else 0
        self.longest = max(self.longest, self.streak)

    def count_hand(self, hand: BestHand, finished: bool) -> None:
        """Counts a hand. finished: whether its match is finished."""
        self.points = trim_number(self.points + hand.points)
        if finished:
            self.finished_points = trim_number(self.finished_points + hand.points)
        if self.best is None or hand.worth > self.best.worth:
            self.best = hand
        if self.worst is None or hand.worth < self.worst.worth:
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
    """The standings of a table. lines: most wins first, then by points, then by name.

    by_points: 1 if among level players most points come first, −1 if fewest do, 0 for several games, whose points do
    not compare.

    pairs: each pair twice, once for each player, in the order of the lines.
    """

    lines: list[PlayerStatistics]
    pairs: list[HeadToHead] = field(default_factory=list)
    by_points: int = 0

    def _merit(self, line: PlayerStatistics) -> tuple[Number, ...]:
        """What decides the place of a player, the better the higher: wins, then points, then fewest matches."""
        return line.wins, self.by_points * line.finished_points, -line.finished

    @property
    def ranked(self) -> list[PlayerStatistics]:
        """Returns players with a finished match, by place; those that share one by name."""
        played = sorted((line for line in self.lines if line.finished), key=lambda line: line.player.name)
        return sorted(played, key=self._merit, reverse=True)

    @property
    def placed(self) -> list[tuple[int, PlayerStatistics]]:
        """Returns the same with their places, 1 for the first; level players share one."""
        merits = [self._merit(line) for line in self.ranked]
        return [(1 + merits.index(self._merit(line)), line) for line in self.ranked]

    @property
    def leaders(self) -> list[PlayerStatistics]:
        """Returns the players in the first place; none if nobody has won."""
        return [line for place, line in self.placed if place == 1 and line.wins]

    @property
    def pairs_once(self) -> list[HeadToHead]:
        """Returns each pair once, the player with more wins first."""
        place = {line.player.id: number for number, line in enumerate(self.lines)}
        pairs = []
        for pair in self.pairs:
            earlier = place[pair.player.id] < place[pair.opponent.id]
            if pair.wins > pair.losses or (pair.wins == pair.losses and earlier):
                pairs.append(pair)
        return pairs


class _Tally:
    """Counts matches and hands of one game, or of all."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.lines = {player.id: PlayerStatistics(player) for player in players}
        self.pairs: dict[tuple[str, str], HeadToHead] = {}
        self.lowest_wins = {False: 0, True: 0}

    def count_match(self, row: Match, sides: Sequence[Sequence[str]], earlier: AbstractSet[str]) -> None:
        """Counts a match, or the last part of one. sides: ids of the players of each side. earlier: ids of those who
        played in the parts before; who left does not win or lose it.
        """
        here = {player for own in sides for player in own}
        for player in earlier - here:
            self.lines[player].matches += 1
        for side, own in enumerate(sides):
            for player in own:
                self.lines[player].matches += 1
                if row.finished:
                    self.lines[player].count_match(side in row.winners)
        if not row.finished:
            return
        for side, other_side in permutations(range(len(sides)), 2):
            won, lost = side in row.winners, other_side in row.winners
            for player, other in product(sides[side], sides[other_side]):
                new = HeadToHead(self.lines[player].player, self.lines[other].player)
                pair = self.pairs.setdefault((player, other), new)
                pair.matches += 1
                pair.wins += won and not lost
                pair.losses += lost and not won

    def result(self) -> TableStatistics:
        """Returns the statistics of everything that was counted."""
        lines = [line for line in self.lines.values() if line.matches or line.player.active]
        by_points = 0
        if any(self.lowest_wins.values()):
            by_points = -1 if self.lowest_wins[True] > self.lowest_wins[False] else 1
        lines.sort(key=lambda line: (-line.wins, -by_points * line.finished_points, line.player.name))
        order = {line.player.id: place for place, line in enumerate(lines)}
        pairs = sorted(self.pairs.values(), key=lambda pair: (order[pair.player.id], order[pair.opponent.id]))
        return TableStatistics(lines, pairs, by_points)


class _Part(NamedTuple):
    """A match, or a part of one. sides: ids of the players of each side."""

    match: Match
    sides: list[list[str]]
    lowest_wins: bool


@dataclass
class _Chain:
    """A match with its parts in order. begun: when the first one was."""

    begun: datetime
    parts: list[_Part] = field(default_factory=list)


def table_statistics(table: Table, game: str | None = None, since: datetime | None = None) -> TableStatistics:
    """Returns the standings of a table. game: only matches of this slug. since: only matches begun then or later."""
    games = [game] if game else list(all_games())
    return read_matches(table.id, partial(_count, table, games, since, False))[""].result()


def statistics_by_game(table: Table, since: datetime | None = None) -> dict[str, TableStatistics]:
    """Returns the standings of each game by slug, and those over all games under "". since: as above."""
    tallies = read_matches(table.id, partial(_count, table, list(all_games()), since, True))
    return {slug: tally.result() for slug, tally in tallies.items()}


class _CountedMatch(NamedTuple):
    """What the hands of a match need. sides: ids of the players of each side."""

    game: str
    finished: bool
    lowest_wins: bool
    sides: list[list[str]]


def _count(
    table: Table, games: Sequence[str], since: datetime | None, by_game: bool, database: str
) -> dict[str, _Tally]:
    """Counts the matches of these games: all together under "", and each game under its slug if asked.

    database: the one to read matches and hands from.
    """
    matches = Match.objects.using(database).filter(table=table, game__in=games)
    matches = matches.exclude(hand_count=0, continues="")
    players = list(Player.objects.filter(table=table))
    overall = _Tally(players)
    tallies = {"": overall}
    counted: dict[str, _CountedMatch] = {}
    chains: dict[str, _Chain] = {}
    for row in matches.defer("state", "summary").order_by("created_at", "id").iterator():
        chain = chains.pop(row.continues, None) or _Chain(row.created_at)
        chains[row.id] = chain
        setup = stored_match(row.game, len(row.seats), dump_json(row.options), dump_json(row.start)).setup
        sides = [
            [player for seat in seats if (player := row.seats[seat]["player"]) in overall.lines]
            for seats in setup.sides
        ]
        chain.parts.append(_Part(row, sides, all_games()[row.game].lowest_wins(setup)))
    for chain in sorted(chains.values(), key=lambda chain: chain.begun):
        if since is not None and chain.begun < since:
            continue
        last = chain.parts[-1]
        row, sides = last.match, last.sides
        counted |= {
            part.match.id: _CountedMatch(row.game, row.finished, part.lowest_wins, part.sides) for part in chain.parts
        }
        earlier = {player for part in chain.parts[:-1] for side in part.sides for player in side}
        overall.count_match(row, sides, earlier)
        if by_game:
            tallies.setdefault(row.game, _Tally(players)).count_match(row, sides, earlier)
        if by_game or len(games) == 1:
            (tallies[row.game] if by_game else overall).lowest_wins[last.lowest_wins] += row.finished
    since_then = matches if since is None else matches.filter(created_at__gte=since)
    hands = Hand.objects.using(database).filter(table_id=table.id, match__in=since_then).order_by("match_id", "number")
    for match_id, number, points in hands.values_list("match_id", "number", "points").iterator():
        match = counted.get(match_id)
        if match is None:
            continue  # begun after the matches were read
        for own, side_points in zip(match.sides, from_json(points), strict=False):
            worth = -side_points if match.lowest_wins else side_points
            hand = BestHand(side_points, match_id, number, match.game, worth)
            for player in own:
                overall.lines[player].count_hand(hand, match.finished)
                if by_game:
                    tallies[match.game].lines[player].count_hand(hand, match.finished)
    return tallies
