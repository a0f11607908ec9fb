"""Swiss pairing: the figures of the design, and what must hold for any event."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from scoring.events.event import Entry, Event, Round
from scoring.events.formats import swiss
from tests.events.played import event, match, play

FIRST = Round(1, (match(1, 2, 101, 88), match(3, 4, 70, 101), match(5, 6, 95, 95)), (7,))
SECOND = Round(2, (match(4, 1, 101, 60), match(7, 5, 101, 99), match(6, 2, 101, 77)), (3,))


def _order(of: Event) -> list[tuple[int, float, float]]:
    return [(line.entry, line.match_points, line.difference) for line in swiss.standing(of)]


def test_seven_pairs_of_the_design() -> None:
    start = event(7, format="swiss")
    assert swiss.propose(start, 1, "").sittings == ((1, 2), (3, 4), (5, 6))
    assert swiss.propose(start, 1, "").byes == (7,)

    after_one = replace(start, rounds=(FIRST,))
    assert _order(after_one) == [(4, 1, 31), (1, 1, 13), (7, 1, 0), (5, 0.5, 0), (6, 0.5, 0), (2, 0, -13), (3, 0, -31)]
    proposal = swiss.propose(after_one, 2, "")
    assert (proposal.byes, proposal.sittings) == ((3,), ((4, 1), (7, 5), (6, 2)))

    after_two = replace(start, rounds=(FIRST, SECOND))
    assert [line[:2] for line in _order(after_two)] == [(4, 2), (7, 2), (6, 1.5), (1, 1), (3, 1), (5, 0.5), (2, 0)]
    proposal = swiss.propose(after_two, 3, "")
    assert (proposal.byes, proposal.sittings) == ((2,), ((4, 7), (6, 1), (3, 5)))


def test_who_leaves_is_not_paired_any_more() -> None:
    entries = [*(Entry(number) for number in range(1, 7)), Entry(7, left=3)]
    proposal = swiss.propose(event(entries, (FIRST, SECOND), format="swiss"), 3, "")
    assert (proposal.byes, proposal.sittings) == ((), ((4, 6), (1, 3), (5, 2)))


def test_who_comes_late_is_paired_and_has_lost_what_was_missed() -> None:
    entries = [*(Entry(number) for number in range(1, 8)), Entry(8, first_round=2)]
    proposal = swiss.propose(event(entries, (FIRST,), format="swiss"), 2, "")
    assert (proposal.byes, proposal.sittings) == ((), ((4, 1), (7, 5), (6, 8), (2, 3)))
    row = next(line for line in swiss.standing(event(entries, (FIRST,), format="swiss")) if line.entry == 8)
    assert (row.match_points, row.difference) == (0, 0)
    half = event(entries, (FIRST,), format="swiss", late_half=True)
    assert next(line for line in swiss.standing(half) if line.entry == 8).match_points == 0.5


@pytest.mark.parametrize("entries", [4, 5, 7, 8, 11, 16, 33])
def test_nobody_meets_twice_or_is_free_twice(entries: int) -> None:
    for seed in range(5):
        rounds = play(event(entries, format="swiss"), min(5, entries - 1 - entries % 2), seed).rounds
        met = Counter(tuple(sorted(sitting.entries)) for played in rounds for sitting in played.sittings)
        assert max(met.values()) == 1
        for played in rounds:
            seated = [number for sitting in played.sittings for number in sitting.entries]
            assert sorted([*seated, *played.byes]) == list(range(1, entries + 1))


@pytest.mark.parametrize("entries", [3, 5, 7])
def test_byes_go_round(entries: int) -> None:
    free = Counter(
        number for played in play(event(entries, format="swiss"), 3 * entries).rounds for number in played.byes
    )
    assert set(free.values()) == {3}


def test_repeats_only_where_there_must_be() -> None:
    rounds = play(event(6, format="swiss"), 6).rounds
    met = Counter(tuple(sorted(sitting.entries)) for played in rounds[:5] for sitting in played.sittings)
    least = _fewest_repeats(6, rounds[:4])
    assert sum(times - 1 for times in met.values()) == least + sum(
        times - 1
        for times in Counter(tuple(sorted(s.entries)) for played in rounds[:4] for s in played.sittings).values()
    )
    assert swiss.propose(event(6, rounds[:5], format="swiss"), 6, "").notices


def _fewest_repeats(entries: int, rounds: Sequence[Round]) -> int:
    """By trying all pairs."""
    met = {frozenset(sitting.entries) for played in rounds for sitting in played.sittings}

    def fewest(left: tuple[int, ...]) -> int:
        if not left:
            return 0
        return min(
            (frozenset((left[0], other)) in met) + fewest(tuple(n for n in left[1:] if n != other))
            for other in left[1:]
        )

    return fewest(tuple(range(1, entries + 1)))


@pytest.mark.parametrize("seed", range(6))
def test_as_few_repeats_as_possible(seed: int) -> None:
    rounds = play(event(8, format="swiss"), 9, seed).rounds
    for number in range(1, 8):
        proposal = swiss.propose(event(8, rounds[:number], format="swiss"), number + 1, "")
        assert proposal.cost == _fewest_repeats(8, rounds[:number])


def test_club_mates_do_not_meet_in_round_one() -> None:
    entries = [Entry(number, club="AABBCC"[number - 1]) for number in range(1, 7)]
    assert swiss.propose(event(entries, format="swiss", clubs_apart=True), 1, "").sittings == ((1, 3), (2, 5), (4, 6))


def test_points_alone_rank_where_the_rules_say_so() -> None:
    by_points = event(7, (FIRST, SECOND), format="swiss", ranked_by="points")
    assert [line.entry for line in swiss.standing(by_points)][:2] == [4, 6]


def test_a_match_counts_at_most_so_many_points() -> None:
    capped = event(2, (Round(1, (match(1, 2, 150, 30),)),), format="swiss", most_points=121)
    assert swiss.standing(capped)[0].difference == 91


def test_four_hundred_are_paired_within_a_second() -> None:
    start = event(400, format="swiss")
    played = play(start, 19)
    began = time.process_time()
    assert swiss.propose(played, 20, "seed").cost == 0
    assert time.process_time() - began < 1
