"""Who sits where: sizes of tables, and tables where few meet again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from scoring.events.draw import draw

SHORT_TABLE = 100
"""The cost of an earlier round at a table of three, for a player who is at one again; a meeting costs 1."""
ATTEMPTS = 100
EFFORT = 3_000_000
"""Attempts times pairs of players, at most: more than 173 players get fewer attempts, and seldom need a second."""


def table_sizes(players: int) -> list[int] | None:
    """Returns the sizes of the tables: fours as far as possible, then threes. None if that is impossible (1, 2, 5)."""
    threes = -players % 4
    fours, rest = divmod(players - 3 * threes, 4)
    return None if fours < 0 or rest or not players else [4] * fours + [3] * threes


def cut(order: Sequence[int], sizes: Iterable[int]) -> list[list[int]]:
    """Returns the order cut into tables of these sizes."""
    tables, start = [], 0
    for size in sizes:
        tables.append(list(order[start : start + size]))
        start += size
    return tables


def meetings(tables: Iterable[Sequence[int]]) -> Counter[tuple[int, int]]:
    """Returns how often each two entries, the lower number first, met at these tables."""
    return Counter(pair for table in tables for pair in combinations(sorted(table), 2))


@dataclass(frozen=True)
class Seats:
    """Tables with their cost: meetings again, and rounds at a short table again (``SHORT_TABLE``)."""

    tables: list[list[int]]
    cost: int
    attempt: int


def redraw(
    seed: str, round_number: int, numbers: Sequence[int], sizes: Sequence[int], earlier: Sequence[Sequence[int]]
) -> Seats:
    """Returns tables at which few meet again. earlier: the tables of the rounds before.

    Each attempt is a draw, mended by the swap of two players that lowers the cost most, until none lowers it; the
    first attempt with the lowest cost is taken.
    """
    met = meetings(earlier)
    threes = Counter(number for table in earlier if len(table) == 3 for number in table)
    best: Seats | None = None
    attempts = max(1, min(ATTEMPTS, EFFORT // max(1, len(numbers) ** 2)))
    for attempt in range(1, attempts + 1):
        mended = _Mending(draw(seed, round_number, numbers, attempt), sizes, met, threes)
        cost = mended.run()
        if best is None or cost < best.cost:
            best = Seats(cut(mended.order, sizes), cost, attempt)
        if not cost:
            break
    assert best is not None
    return best


class _Mending:
    """A draw that is mended by swaps. Costs are kept for each player at each table, so that a swap is a few sums."""

    def __init__(
        self, order: list[int], sizes: Sequence[int], met: Mapping[tuple[int, int], int], threes: Mapping[int, int]
    ) -> None:
        self.order = order
        self.sizes = sizes
        self.table_at = [table for table, size in enumerate(sizes) for _ in range(size)]
        self.short = [size == 3 for size in sizes]
        self.alone = {number: SHORT_TABLE * threes.get(number, 0) for number in order}
        self.met: dict[int, dict[int, int]] = {number: {} for number in order}
        for (one, other), times in met.items():
            if one in self.met and other in self.met:
                self.met[one][other] = self.met[other][one] = times
        self.at: dict[int, list[int]] = {number: [0] * len(sizes) for number in order}
        for number in order:
            row = self.at[number]
            for place, other in enumerate(order):
                row[self.table_at[place]] += self.met[number].get(other, 0)
            for table, short in enumerate(self.short):
                if short:
                    row[table] += self.alone[number]

    def run(self) -> int:
        """Swaps until no swap lowers the cost; returns the cost."""
        while True:
            swap = self._best_swap()
            if swap is None:
                break
            self._swap(*swap)
        meet_again = sum(
            self.met[one].get(other, 0)
            for table in cut(self.order, self.sizes)
            for one, other in combinations(table, 2)
        )
        return meet_again + sum(
            self.alone[number] for place, number in enumerate(self.order) if self.short[self.table_at[place]]
        )

    def _best_swap(self) -> tuple[int, int] | None:
        """Returns the places of the first swap of those that lower the cost most."""
        order, table_at, at, met = self.order, self.table_at, self.at, self.met
        here = [at[number][table_at[place]] for place, number in enumerate(order)]
        best, found = 0, None
        for first in range(len(order)):
            one, table = order[first], table_at[first]
            row, cost, knows = at[one], here[first], met[one]
            for second in range(first + 1, len(order)):
                # Neither of two players without any cost gains by a swap.
                spared = cost + here[second]
                if spared <= best:
                    continue
                other, goes_to = order[second], table_at[second]
                if goes_to == table:
                    continue
                gain = spared - row[goes_to] - at[other][table] + 2 * knows.get(other, 0)
                if gain > best:
                    best, found = gain, (first, second)
        return found

    def _swap(self, first: int, second: int) -> None:
        order = self.order
        one, other = order[first], order[second]
        from_table, to_table = self.table_at[first], self.table_at[second]
        for number in order:
            times = self.met[number]
            moved = times.get(one, 0) - times.get(other, 0)
            if moved:
                self.at[number][from_table] -= moved
                self.at[number][to_table] += moved
        order[first], order[second] = other, one


def by_standing(
    standing: Sequence[int], sizes: Sequence[int], team_of: Mapping[int, str]
) -> tuple[list[list[int]], list[tuple[int, ...]]]:
    """Returns tables filled from the top of the standing, team mates apart, and the tables where that is not possible.

    team_of: by entry, "" for none. Somebody whose team mate sits there already is the first for the next table.
    """
    waiting = list(standing)
    tables: list[list[int]] = []
    for size in sizes:
        table: list[int] = []
        for number in list(waiting):
            if len(table) < size and not _meets_own_team(number, table, team_of):
                table.append(number)
                waiting.remove(number)
        while len(table) < size:
            table.append(waiting.pop(0))
        tables.append(table)
    for place, table in enumerate(tables):
        _part_mates(tables, place, table, team_of)
    return tables, [tuple(table) for table in tables if _has_mates(table, team_of)]


def _meets_own_team(number: int, table: Iterable[int], team_of: Mapping[int, str]) -> bool:
    team = team_of.get(number, "")
    return bool(team) and any(team_of.get(other) == team for other in table if other != number)


def _has_mates(table: Sequence[int], team_of: Mapping[int, str]) -> bool:
    return any(_meets_own_team(number, table, team_of) for number in table)


def _part_mates(tables: list[list[int]], place: int, table: list[int], team_of: Mapping[int, str]) -> None:
    """Swaps team mates at a table with the lowest players of the tables above for whom that mends it."""
    for seat, number in enumerate(table):
        if not _meets_own_team(number, table, team_of):
            continue
        for above in reversed(tables[:place]):
            for other_seat in reversed(range(len(above))):
                other = above[other_seat]
                rest = [one for one in table if one != number]
                above_rest = [one for one in above if one != other]
                if not _meets_own_team(other, rest, team_of) and not _meets_own_team(number, above_rest, team_of):
                    table[seat], above[other_seat] = other, number
                    break
            else:
                continue
            break
