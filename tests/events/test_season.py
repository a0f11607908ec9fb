"""Seasons: what counts, who is who, and the ranking."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from scoring.events.season import Appearance, EventResult, SeasonRules, people, season_standing, waiting


def _results(*points: int, match_points: int = 0) -> list[EventResult]:
    return [EventResult(f"e{number}", value, match_points) for number, value in enumerate(points)]


def test_the_best_of_several_count() -> None:
    rules = SeasonRules(best=2)
    first, second = season_standing({1: _results(100, 300, 200), 2: _results(490)}, rules, "points")
    assert (first.who, int(first.total), set(first.counting)) == (1, 500, {"e1", "e2"})
    assert (second.who, int(second.total), second.place) == (2, 490, 2)


def test_who_has_played_too_few_waits_the_most_events_first() -> None:
    results = {1: _results(1), 2: _results(1, 2, 3), 3: _results(1, 2), 4: _results()}
    assert list(waiting(results, SeasonRules(least=3))) == [3, 1]
    assert [one.who for one in season_standing(results, SeasonRules(least=3), "points")] == [2]
    assert waiting(results, SeasonRules()) == {}


def test_an_average_is_shown_with_two_decimals() -> None:
    (place,) = season_standing({1: _results(1, 0, 1)}, SeasonRules(average=True), "points")
    assert (place.total, place.shown_total) == (Fraction(2, 3), 0.67)


def test_averages_of_those_who_played_enough() -> None:
    rules = SeasonRules(average=True, least=2)
    (only,) = season_standing({1: _results(100, 301), 2: _results(500)}, rules, "points")
    assert (only.who, only.total) == (1, Fraction(401, 2))


def test_ties_are_broken_by_games_of_the_events_that_count() -> None:
    results = {
        1: [EventResult("a", 10, won=3, lost=2), EventResult("b", 1, won=9)],
        2: [EventResult("a", 10, won=3, lost=1)],
        3: [EventResult("a", 10, won=2)],
        4: [EventResult("a", 10, won=3, lost=1)],
    }
    places = season_standing(results, SeasonRules(best=1), "points")
    assert [(one.place, one.who) for one in places] == [(1, 2), (1, 4), (3, 1), (4, 3)]


def test_match_points_come_before_points() -> None:
    results = {
        "A": _results(900, match_points=3),
        "B": _results(4000, match_points=2),
        "C": _results(950, match_points=3),
    }
    assert [one.who for one in season_standing(results, SeasonRules(), "match_points")] == ["C", "A", "B"]


def test_fewer_points_may_be_better() -> None:
    results = {1: _results(30, 10, 20), 2: _results(5, 90, 9)}
    places = season_standing(results, SeasonRules(better="low", best=2), "points")
    assert [(one.who, int(one.total)) for one in places] == [(2, 14), (1, 30)]


def test_the_sum_of_the_best_is_the_largest_of_all_choices() -> None:
    chance = random.Random(7)
    for _ in range(200):
        points = [chance.randrange(-500, 1500) for _event in range(chance.randrange(1, 9))]
        best = chance.randrange(1, 9)
        (place,) = season_standing({1: _results(*points)}, SeasonRules(best=best), "points")
        smallest_left = [p for n, p in enumerate(points) if f"e{n}" not in place.counting]
        counted = [p for n, p in enumerate(points) if f"e{n}" in place.counting]
        assert len(counted) == min(best, len(points))
        assert place.total == sum(counted)
        assert not smallest_left or max(smallest_left) <= min(counted)


def test_people_are_known_by_their_names() -> None:
    entries = [Appearance("a", 1, "Ada Lane"), Appearance("b", 5, "ada  lane"), Appearance("b", 6, "Ben")]
    found = people(entries, [])
    assert found["a", 1] == found["b", 5] != found["b", 6]


def test_names_that_are_the_same_person() -> None:
    entries = [Appearance("a", 1, "Ada"), Appearance("b", 1, "Ada L."), Appearance("c", 1, "A. Lane")]
    found = people(entries, [["Ada", "Ada L."], ["Ada L.", "A. Lane"]])
    assert len(set(found.values())) == 1


def test_a_stored_number_stays_when_a_name_is_gone() -> None:
    entries = [
        Appearance("a", 1, "", 4),
        Appearance("a", 2, "", 7),
        Appearance("b", 9, "Ada", 4),
        Appearance("c", 3, "ADA"),
        Appearance("c", 4, "Dan"),
    ]
    found = people(entries, [])
    assert found == {("a", 1): 4, ("a", 2): 7, ("b", 9): 4, ("c", 3): 4, ("c", 4): 8}


def test_without_name_and_number_an_entry_is_nobody_else() -> None:
    found = people([Appearance("a", 1, ""), Appearance("a", 2, ""), Appearance("b", 1, "")], [["Ada", "Ben"]])
    assert len(set(found.values())) == 3


@pytest.mark.parametrize("seed", range(20))
def test_who_is_who_does_not_depend_on_the_order(seed: int) -> None:
    chance = random.Random(seed)
    names = ["Ada", "Ben", "Cleo", "Dan", "", "Eva"]
    entries = [
        Appearance(event, number, chance.choice(names), chance.choice([None, None, 1, 2, 3]))
        for event in "abc"
        for number in range(4)
    ]
    same = [["Ada", "Dan"], ["Cleo", "Eva"]]

    def groups(order: list[Appearance]) -> set[frozenset[tuple[str, int]]]:
        found = people(order, same)
        return {frozenset(key for key in found if found[key] == number) for number in found.values()}

    shuffled = chance.sample(entries, len(entries))
    assert groups(entries) == groups(shuffled)
