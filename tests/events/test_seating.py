"""Draws and tables: figures of the design, and what must hold for any number of entries."""

from __future__ import annotations

import subprocess
import sys
import time
from itertools import combinations, permutations

import pytest

from scoring.engine.refusal import Refusal
from scoring.events.draw import draw
from scoring.events.event import Entry, Event, Round, Sitting
from scoring.events.formats import series
from scoring.events.rules import EventRules
from scoring.events.seating import by_standing, cut, meetings, redraw, table_sizes
from tests.events.played import event, play

SEED = "altes rathaus"
FIRST = [[2, 1, 4, 8], [10, 3, 9, 6], [5, 11, 7]]


def test_draw_of_the_design() -> None:
    order = draw(SEED, 1, range(1, 12))
    assert order == [2, 1, 4, 8, 10, 3, 9, 6, 5, 11, 7]
    assert cut(order, [4, 4, 3]) == FIRST


def test_a_draw_is_the_same_in_another_process() -> None:
    program = f"from scoring.events.draw import draw; print(draw({SEED!r}, 1, range(11, 0, -1)))"
    out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert out.strip() == str(draw(SEED, 1, range(1, 12)))


def test_redraw_of_the_design() -> None:
    seats = redraw(SEED, 2, range(1, 12), [4, 4, 3], FIRST)
    assert (seats.tables, seats.cost, seats.attempt) == ([[11, 7, 10, 4], [8, 6, 5, 3], [9, 1, 2]], 3, 1)


def test_sizes_of_tables() -> None:
    sizes = {players: table_sizes(players) for players in range(24)}
    assert [players for players, found in sizes.items() if found is None] == [0, 1, 2, 5]
    for players, found in sizes.items():
        if found:
            # By brute force: the fewest threes that are possible.
            fewest = min(t for t in range(8) if players >= 3 * t and (players - 3 * t) % 4 == 0)
            assert found == [4] * ((players - 3 * fewest) // 4) + [3] * fewest
    assert table_sizes(11) == [4, 4, 3]
    assert table_sizes(23) == [4, 4, 4, 4, 4, 3]
    assert table_sizes(21) == [4, 4, 4, 3, 3, 3]


def test_five_are_refused() -> None:
    with pytest.raises(Refusal) as refused:
        series.propose(event(5), 1, SEED)
    assert refused.value.errors[0].code == "no_tables"


def _least_cost(numbers: list[int], sizes: list[int], earlier: list[list[int]]) -> int:
    """By trying all tables."""
    met = meetings(earlier)
    threes = [number for table in earlier if len(table) == 3 for number in table]

    def cost_of(tables: list[list[int]]) -> int:
        again = sum(met[pair] for pair in meetings(tables))
        return again + sum(100 * threes.count(number) for table in tables if len(table) == 3 for number in table)

    def fill(left: list[int], sizes: list[int]) -> list[list[list[int]]]:
        if not sizes:
            return [[]]
        return [
            [list(table), *rest]
            for table in combinations(left, sizes[0])
            for rest in fill([n for n in left if n not in table], sizes[1:])
        ]

    return min(cost_of(tables) for tables in fill(numbers, sizes))


@pytest.mark.parametrize("entries", [6, 7, 8, 9])
def test_meetings_are_as_few_as_possible(entries: int) -> None:
    sizes = table_sizes(entries) or []
    earlier: list[list[int]] = []
    for number in range(1, 4):
        seats = redraw(SEED, number, range(1, entries + 1), sizes, earlier)
        assert seats.cost == _least_cost(list(range(1, entries + 1)), sizes, earlier)
        earlier += seats.tables


@pytest.mark.parametrize("entries", [3, 4, 6, 7, 10, 11, 23, 40])
@pytest.mark.parametrize("seating", ["redraw", "by_standing", "fixed"])
def test_everybody_sits_once_in_a_round(entries: int, seating: str) -> None:
    for played in play(event(entries, seating=seating), 4).rounds:
        seated = sorted(number for sitting in played.sittings for number in sitting.entries)
        assert seated == list(range(1, entries + 1))


@pytest.mark.parametrize("entries", [5, 6, 7, 9, 11, 14])
def test_where_four_must_sit_nobody_is_free_twice_before_all_were(entries: int) -> None:
    free = [number for played in play(event(entries, table_size="four"), 12).rounds for number in played.byes]
    counts = [free.count(number) for number in range(1, entries + 1)]
    assert max(counts) - min(counts) <= 1
    assert len(free) == 12 * (entries % 4)


def test_tables_by_standing() -> None:
    teams = dict(zip(range(1, 13), "AABCBCDDABCD", strict=True))
    tables, mates = by_standing(list(range(1, 13)), [4, 4, 4], teams)
    assert tables == [[1, 3, 4, 7], [2, 5, 6, 8], [9, 10, 11, 12]]
    assert mates == []


def test_team_mates_at_the_last_table_change_with_the_table_above() -> None:
    teams = dict(zip(range(1, 9), "ABCDEFGG", strict=True))
    tables, mates = by_standing(list(range(1, 9)), [4, 4], teams)
    assert tables == [[1, 2, 3, 7], [5, 6, 4, 8]]
    assert mates == []


def test_team_mates_who_cannot_be_parted_are_named() -> None:
    tables, mates = by_standing([1, 2, 3, 4], [4], {1: "A", 2: "A"})
    assert mates == [tuple(tables[0])]


def test_the_fixed_plan_moves_seats() -> None:
    rounds = play(event(20, seating="fixed"), 5).rounds
    assert max(meetings(s.entries for played in rounds for s in played.sittings).values()) == 1


def test_four_hundred_are_seated_within_a_second() -> None:
    entries = [Entry(number) for number in range(1, 401)]
    rounds: list[Round] = []
    for number in range(1, 6):
        began = time.process_time()
        proposal = series.propose(Event(EventRules(), entries, rounds), number, SEED)
        assert time.process_time() - began < 1
        assert proposal.cost == 0
        rounds.append(Round(number, tuple(map(Sitting, proposal.sittings))))


def test_every_order_of_the_entries_gives_the_same_draw() -> None:
    assert len({tuple(draw(SEED, 1, order)) for order in permutations(range(1, 6))}) == 1
