"""Round robin, knock-out, progressive and league day: the figures of the design, and what must hold."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from scoring.engine.refusal import Refusal
from scoring.events.event import Entry, Event, Round
from scoring.events.formats import FORMATS, double_elimination, knock_out, league_day, progressive, round_robin
from scoring.events.teams import LEAGUE_POINTS, Total, league_points, team_standing
from tests.events.played import event, match, play, table


def test_circle_of_the_design() -> None:
    assert round_robin.circle([1, 2, 3, 4]) == [[(1, 4), (2, 3)], [(1, 3), (4, 2)], [(1, 2), (3, 4)]]
    free = [
        next(sum(pair) for pair in pairs if round_robin.BYE in pair) for pairs in round_robin.circle([1, 2, 3, 4, 5])
    ]
    assert free == [1, 4, 2, 5, 3]
    rounds = round_robin.circle([1, 2, 3, 4, 5])
    assert [[pair for pair in pairs if round_robin.BYE not in pair] for pairs in rounds] == [
        [(2, 5), (3, 4)],
        [(1, 5), (2, 3)],
        [(1, 4), (5, 3)],
        [(1, 3), (4, 2)],
        [(1, 2), (4, 5)],
    ]


@pytest.mark.parametrize("entries", range(2, 14))
def test_everybody_meets_everybody_once(entries: int) -> None:
    rounds = round_robin.circle(range(1, entries + 1))
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs if round_robin.BYE not in pair)
    assert met == Counter(map(frozenset, combinations(range(1, entries + 1), 2)))
    assert all(len({number for pair in pairs for number in pair}) == 2 * len(pairs) for pairs in rounds)


@pytest.mark.parametrize("entries", [4, 8])
def test_with_changing_partners_everybody_is_partner_once_and_opponent_twice(entries: int) -> None:
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    for tables in round_robin.changing_partners(range(1, entries + 1)):
        for a, b, c, d in tables:
            partners.update([frozenset((a, c)), frozenset((b, d))])
            opponents.update(frozenset(pair) for pair in ((a, b), (a, d), (c, b), (c, d)))
    pairs = list(map(frozenset, combinations(range(1, entries + 1), 2)))
    assert partners == Counter(pairs)
    assert opponents == Counter(pairs * 2)


def test_groups_are_dealt_out_in_turn() -> None:
    assert round_robin.groups([1, 2, 3, 4, 5, 6], 3) == [[1, 6], [2, 5], [3, 4]]


def test_direct_meeting_among_all_who_are_level() -> None:
    rounds = [
        Round(1, (match(1, 4, 50, 0), match(2, 3, 10, 9))),
        Round(2, (match(1, 3, 9, 10), match(4, 2, 0, 80))),
        Round(3, (match(1, 2, 12, 10), match(3, 4, 10, 0))),
    ]
    # 1, 2 and 3 have beaten 4 and each other in a ring: then the difference decides.
    assert [line.entry for line in round_robin.standing(event(4, rounds, format="round_robin"))] == [2, 1, 3, 4]
    two = [rounds[0], Round(2, (match(1, 3, 90, 10), match(4, 2, 90, 80))), Round(3, (match(1, 2, 1, 2),))]
    # 1 and 2 have two wins each; 2 has beaten 1, though its difference is lower.
    assert [line.entry for line in round_robin.standing(event(4, two, format="round_robin"))][:2] == [2, 1]


def test_who_leaves_early_is_struck_and_later_has_lost_the_rest() -> None:
    rounds = play(event(6, format="round_robin"), 5).rounds

    def after(left: int) -> dict[int, float]:
        entries = [*(Entry(number) for number in range(1, 6)), Entry(6, left=left)]
        kept = [
            Round(r.number, tuple(s for s in r.sittings if 6 not in s.entries or r.number < left), r.byes)
            for r in rounds
        ]
        standing = round_robin.standing(event(entries, kept, format="round_robin"))
        return {line.entry: line.match_points for line in standing}

    full = {line.entry: line.match_points for line in round_robin.standing(event(6, rounds, format="round_robin"))}
    assert sum(full.values()) == 15
    assert after(2)[6] == 0
    assert sum(after(2).values()) == 10
    assert sum(after(5).values()) == 15


def test_the_best_of_the_groups_go_on() -> None:
    played = play(event(8, format="round_robin", groups=2, go_on=2), 5)
    assert [len(r.sittings) for r in played.rounds] == [4, 4, 4, 2, 2]
    firsts = round_robin.group_standings(replace(played, rounds=played.rounds[:3]))
    semifinals = [sitting.entries for sitting in played.rounds[3].sittings]
    assert semifinals == [
        (firsts[0][0].entry, firsts[1][1].entry),
        (firsts[1][0].entry, firsts[0][1].entry),
    ]
    standing = FORMATS["round_robin"].standing(played)
    assert [line.place for line in standing] == [1, 2, 3, 4, 5, 5, 7, 7]
    assert {line.entry for line in standing[:4]} == {number for pair in semifinals for number in pair}
    assert FORMATS["round_robin"].rounds(played) == 5


def test_places_of_the_bracket() -> None:
    assert knock_out.bracket_places(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert knock_out.bracket_places(16) == [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]


def test_six_pairs_of_the_design() -> None:
    first = knock_out.propose(event(6, format="knock_out"), 1, "")
    assert (first.sittings, first.byes) == (((4, 5), (3, 6)), (1, 2))
    rounds = [Round(1, (match(4, 5, 1, 2), match(3, 6, 2, 1)), (1, 2))]
    second = knock_out.propose(event(6, rounds, format="knock_out"), 2, "")
    assert second.sittings == ((1, 5), (2, 3))
    rounds.append(Round(2, (match(1, 5, 0, 1), match(2, 3, 1, 0))))
    third = knock_out.propose(event(6, rounds, format="knock_out"), 3, "")
    assert third.sittings == ((5, 2), (1, 3))
    rounds.append(Round(3, (match(5, 2, 1, 0), match(1, 3, 0, 1))))
    standing = knock_out.standing(event(6, rounds, format="knock_out"))
    assert [(line.place, line.entry) for line in standing] == [(1, 5), (2, 2), (3, 3), (4, 1), (5, 4), (5, 6)]
    with pytest.raises(Refusal) as over:
        knock_out.propose(event(6, rounds, format="knock_out"), 4, "")
    assert over.value.errors[0].code == "event_over"


def test_a_match_that_is_level_is_not_decided() -> None:
    level = event(4, [Round(1, (match(1, 4, 1, 1), match(2, 3, 1, 0)))], format="knock_out")
    with pytest.raises(Refusal) as refused:
        knock_out.propose(level, 2, "")
    assert refused.value.errors[0].code == "not_decided"


def test_the_opponent_of_who_left_goes_on() -> None:
    entries = [Entry(1, left=2), Entry(2), Entry(3), Entry(4)]
    rounds = [Round(1, (match(1, 4, 2, 1), match(2, 3, 2, 1)))]
    final = knock_out.propose(event(entries, rounds, format="knock_out", third_place=False), 2, "")
    assert (final.sittings, final.byes) == ((), (2,))


def test_a_corrected_winner_does_not_undo_the_next_match() -> None:
    rounds = [
        Round(1, (match(1, 4, 0, 9), match(2, 3, 9, 0))),  # corrected: 1 had gone on
        Round(2, (match(1, 2, 9, 0), match(4, 3, 9, 0))),
    ]
    standing = knock_out.standing(event(4, rounds, format="knock_out"))
    assert [(line.place, line.entry) for line in standing] == [(1, 1), (2, 2), (3, 4), (4, 3)]


def test_club_mates_are_parted() -> None:
    entries = [Entry(number, club=club) for number, club in zip(range(1, 9), "ABCDEFGA", strict=True)]
    assert knock_out.propose(event(entries, format="knock_out", clubs_apart=True), 1, "").sittings[0] == (1, 7)


@pytest.mark.parametrize("entries", [2, 3, 5, 6, 8, 11, 16])
@pytest.mark.parametrize("name", ["knock_out", "double_elimination"])
def test_a_knock_out_ends_with_one_winner(name: str, entries: int) -> None:
    for seed in range(6):
        played = event(entries, format=name)
        try:
            for _ in range(FORMATS[name].rounds(played)):
                played = play(played, 1, seed)
        except Refusal as refusal:
            assert refusal.errors[0].code == "event_over"  # noqa: PT017 - a second final that was not needed
        standing = FORMATS[name].standing(played)
        assert [line.place for line in standing][:2] == [1, 2]
        losses = Counter(number for s in played.sittings for number in s.entries if number != played.winner(s))
        most = 2 if name == "double_elimination" else 1
        if name == "double_elimination":
            assert losses[standing[0].entry] < most
            assert all(losses[line.entry] == most for line in standing[1:])
        for round_ in played.rounds:
            seated = [number for sitting in round_.sittings for number in sitting.entries]
            assert len(seated) == len(set(seated))


def test_trees_of_eight() -> None:
    first = Round(1, (match(1, 8, 1, 0), match(4, 5, 1, 0), match(2, 7, 1, 0), match(3, 6, 1, 0)))
    played = event(8, [first], format="double_elimination")
    assert double_elimination.propose(played, 2, "").sittings == ((1, 4), (2, 3), (8, 5), (7, 6))
    second = Round(2, (match(1, 4, 1, 0), match(2, 3, 1, 0), match(8, 5, 0, 1), match(7, 6, 0, 1)))
    third = double_elimination.propose(replace(played, rounds=(first, second)), 3, "")
    # The losers of round 2 come in reversed order.
    assert third.sittings == ((1, 2), (5, 3), (6, 4))


def test_winners_go_up() -> None:
    rounds = [Round(1, (table((1, 2), (9, 1)), table((3, 4), (1, 9)), table((5, 6), (9, 1))))]
    assert progressive.propose(event(6, rounds, format="progressive"), 2, "").sittings == ((1, 4), (2, 5), (3, 6))


def test_three_at_a_table() -> None:
    rounds = [Round(1, (table((1, 2, 3), (9, 5, 1)), table((4, 5, 6), (5, 9, 1)), table((7, 8, 9), (5, 1, 9))))]
    proposal = progressive.propose(event(9, rounds, format="progressive", at_table=3), 2, "")
    assert [set(entries) for entries in proposal.sittings] == [{1, 2, 5}, {3, 4, 9}, {6, 8, 7}]


def test_level_tables_move_the_higher_number() -> None:
    rounds = [Round(1, (table((2, 1), (5, 5)), table((3, 4), (5, 5))))]
    assert progressive.propose(event(4, rounds, format="progressive"), 2, "").sittings == ((1, 3), (2, 4))


@pytest.mark.parametrize("moves", ["winners_up", "whist_drive", "whist_drive_strict", "fixed"])
@pytest.mark.parametrize("entries", [12, 13, 15])
def test_everybody_has_one_seat_while_tables_move(moves: str, entries: int) -> None:
    for played in play(event(entries, format="progressive", moves=moves), 8).rounds:
        seated = [number for sitting in played.sittings for number in sitting.entries]
        assert sorted([*seated, *played.byes]) == list(range(1, entries + 1))


def test_losers_of_a_whist_drive_part() -> None:
    first = Round(1, tuple(table((a, a + 1, a + 2, a + 3), (9, 1, 9, 1)) for a in (1, 5, 9)))
    proposal = progressive.propose(event(12, [first], format="progressive", moves="whist_drive"), 2, "")
    # Seats 2 and 4 lost: the first goes up, the second down, in a ring.
    assert proposal.sittings == ((1, 6, 3, 12), (5, 10, 7, 4), (9, 2, 11, 8))


def test_fixed_moves() -> None:
    first = Round(1, tuple(table((a, a + 1, a + 2, a + 3), (9, 1, 9, 1)) for a in (1, 5, 9)))
    proposal = progressive.propose(event(12, [first], format="progressive", moves="fixed"), 2, "")
    assert proposal.sittings == ((1, 6, 11, 12), (5, 10, 3, 4), (9, 2, 7, 8))


def _names(tables: list[list[tuple[int, int]]]) -> str:
    return " | ".join(" ".join(f"{'ABCD'[team]}{member + 1}" for team, member in row) for row in tables)


def test_plan_of_the_league() -> None:
    assert _names(league_day.plan(1)) == "A1 B2 C3 D4 | A2 B1 C4 D3 | A3 B4 C1 D2 | A4 B3 C2 D1"
    assert _names(league_day.plan(2)) == "A1 B3 C4 D2 | A2 B4 C3 D1 | A3 B1 C2 D4 | A4 B2 C1 D3"
    met = Counter(
        pair for series in range(4) for row in league_day.plan(series) for pair in combinations(sorted(row), 2)
    )
    assert len(met) == 96
    assert set(met.values()) == {1}


@pytest.mark.parametrize(
    ("sizes", "tables"),
    [
        ([4, 4, 4, 3], [3, 4, 4, 4]),
        ([4, 4, 3, 3], [3, 3, 4, 4]),
        ([3, 4, 3, 4], [3, 3, 4, 4]),
        ([4, 3, 3, 3], [3, 3, 3, 4]),
        ([3, 3, 3, 3], [4, 4, 4]),
        ([4, 4, 4, 0], [3, 3, 3, 3]),
    ],
)
def test_teams_of_three(sizes: list[int], tables: list[int]) -> None:
    for series in range(3):
        plan = league_day.plan(series, sizes)
        assert sorted(map(len, plan)) == tables
        assert all(len({team for team, _ in row}) == len(row) for row in plan)
        seated = sorted(player for row in plan for player in row)
        assert seated == [(team, member) for team, size in enumerate(sizes) for member in range(size)]


def test_match_points_of_the_league() -> None:
    assert league_points([Total(points) for points in (4120, 3890, 4015, 3555)]) == [3, 1, 2, 0]
    assert league_points([Total(4000, 20), Total(4000, 21), Total(4000, 20, 3), Total(10)]) == [2, 3, 1, 0]
    assert league_points([Total(4000), Total(4000), Total(10), Total(9)]) == [2.5, 2.5, 1, 0]


def test_a_day_of_the_league() -> None:
    entries = [Entry(number, team="ABCD"[(number - 1) // 4]) for number in range(1, 17)]
    played = play(Event(event(entries, format="league_day").rules, entries), 3)
    assert all(set(s.entries) & set(range(a, a + 4)) for s in played.sittings for a in (1, 5, 9, 13))
    standing = team_standing(played)
    assert sum(line.match_points for line in standing) == 3 * sum(LEAGUE_POINTS)
    assert [line.match_points for line in standing] == sorted((line.match_points for line in standing), reverse=True)
    with pytest.raises(Refusal):
        league_day.propose(event(16, format="league_day"), 1, "")
