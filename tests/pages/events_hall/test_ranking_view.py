"""The ranking as pages and paper show it, for every format."""

from __future__ import annotations

from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from scoring.pages.events.ranking_view import RankingView
from scoring.pages.events.tree_view import Tree
from scoring.selectors.events import find_event, load
from tests.api.conftest import json_of
from tests.api.events import Tournament

pytestmark = pytest.mark.django_db


def _view(event: Tournament, **settings: Any) -> RankingView:
    row = find_event(event.id)
    assert row
    return RankingView(load(row), **settings)


def _html(view: RankingView) -> str:
    return render_to_string("events/ranking_table.html", {"ranking": view})


def _drawn(tree: Tree) -> list[list[str]]:
    return [
        [" / ".join(f"{side.name} {side.score}{'*' * side.has_won}" for side in match.sides) for match in one.matches]
        for one in tree.rounds
    ]


def test_a_series_has_rounds_sum_games_and_what_broke_the_tie() -> None:
    event = Tournament(4, rules={"rounds": 2, "phones": False})
    event.begin()
    scores = [(1302, 12, 2), (1302, 12, 1), (1302, 13, 3), (900, 5, 5)]
    seats = event.sitting(1, 1)["entries"]
    body = [
        {"entry": entry, "points": points, "won": won, "lost": lost}
        for entry, (points, won, lost) in zip(seats, scores, strict=True)
    ]
    json_of(event.organiser.put(f"{event.table(1, 1)}/result", {"scores": body}, 1))
    event.step(1, "close")
    rows = _view(event).rows
    assert [row.number for row in rows] == [seats[2], seats[1], seats[0], seats[3]]
    assert [row.place for row in rows] == [1, 2, 3, 4]
    assert [row.decided for row in rows] == ["more won", "more won, fewer lost", "fewer lost", ""]
    assert (rows[0].rounds, rows[0].sum, rows[0].wins, rows[0].lost) == (("1,302",), "1,302", "13", "3")
    assert _view(event).state == "After round 1 of 2"
    with override("de"):
        assert _view(event).rows[0].sum == "1.302"


def test_nobody_has_a_place_before_the_first_result() -> None:
    """Else forty people stand at place 1 with 0 points, on the wall too."""
    event = Tournament(8, rules={"rounds": 2, "phones": False})
    for begin in (lambda: None, event.begin):
        begin()
        view = _view(event, mine=3)
        assert {(row.place, row.sum, row.decided) for row in view.rows} == {("", "", "")}
        assert '<td class="place"></td>' in _html(view)
        own = render_to_string("events/own.html", {"own": {"line": view.rows[0]}, "mine": 3, "ranking": view})
        assert "Place" not in own
    event.type(1, 1)
    view = _view(event)
    assert view.rows[0].place == 1
    assert view.rows[-1].place == 5, "those who still play come last, as in every list of a running round"
    assert view.rows[-1].sum == "0"


def test_a_running_round_says_how_much_is_in() -> None:
    event = Tournament(8, rules={"rounds": 2, "phones": False})
    event.begin()
    event.type(1, 1)
    view = _view(event)
    assert view.provisional
    assert view.state == "Provisional: 1 of 2 tables"
    playing = event.sitting(1, 2)["entries"]
    assert {row.rounds for row in view.rows if row.number in playing} == {("…",)}


def test_a_frozen_ranking_leaves_out_the_running_round_for_readers_only() -> None:
    event = Tournament(8, rules={"rounds": 2, "phones": False})
    event.begin()
    event.finish(1)
    json_of(event.organiser.patch(event.path, {"frozen": True}, json_of(event.organiser.get(event.path))["version"]))
    event.begin(2)
    event.type(2, 1, [5000, 1, 1, 1])
    assert all("5,000" not in row.rounds for row in _view(event).rows)
    assert "Without round 2" in _view(event).state
    assert any("5,000" in row.rounds for row in _view(event, everything=True).rows)


def test_a_name_that_is_not_shown_is_a_number() -> None:
    event = Tournament([{"name": "Ada"}, {"name": "Ben", "shown": False}, {"name": "Cleo"}])
    assert [row.name for row in _view(event).rows] == ["Ada", "No. 2", "Cleo"]
    assert [row.name for row in _view(event, everything=True).rows] == ["Ada", "Ben", "Cleo"]
    assert "Ben" not in _html(_view(event))


def test_swiss_has_wins_difference_and_both_scores() -> None:
    event = Tournament(7, game="truco", rules={"format": "swiss", "rounds": 3, "phones": False})
    event.begin()
    for table in (1, 2, 3):
        event.type(1, table, [101, 88])
    event.step(1, "close")
    view = _view(event)
    assert view.sum_title == "Wins"
    free = next(row for row in view.rows if row.rounds == ("free",))
    assert free.sum == "1"
    winner = next(row for row in view.rows if row.rounds == ("101 : 88",))
    assert (winner.sum, winner.difference, winner.points) == ("1", "+13", "101")
    assert view.rows[-1].difference == "−13"
    assert not view.has["wins"], "matches won are the sum already"


def test_groups_have_a_table_each_and_a_tree_after_them() -> None:
    rules = {"format": "round_robin", "groups": 2, "go_on": 1, "phones": False, "third_place": False}
    event = Tournament(6, game="truco", rules=rules)
    for number in range(1, 4):
        event.begin(number)
        for sitting in json_of(event.organiser.get(f"{event.path}/rounds/{number}"))["sittings"]:
            points = [12 if entry == min(sitting["entries"]) else 3 for entry in sitting["entries"]]
            event.type(number, sitting["table_number"], points)
        event.step(number, "close")
    view = _view(event)
    assert [group.title for group in view.groups] == ["Group A", "Group B"]
    assert [len(group.rows) for group in view.groups] == [3, 3]
    assert view.trees == []
    event.begin(4)
    event.type(4, 1, [12, 7])
    final = _drawn(_view(event).trees[0])
    assert len(final) == 1
    assert final[0][0].count("*") == 1
    assert "12*" in final[0][0]


def test_a_knock_out_is_drawn_with_free_places_and_third_place() -> None:
    entries = [{"name": f"Pair {n}", "seed": n} for n in range(1, 7)]
    event = Tournament(entries, game="truco", rules={"format": "knock_out", "phones": False})
    event.begin()
    event.type(1, 1, [12, 7])
    nobody = "  /  "
    assert _drawn(_view(event).trees[0]) == [
        ["Pair 1  / free ", "Pair 4 12* / Pair 5 7", "Pair 2  / free ", "Pair 3  / Pair 6 "],
        ["Pair 1  / Pair 4 ", "Pair 2  /  "],
        [nobody, nobody],
    ]
    event.type(1, 2, [3, 12])
    event.step(1, "close")
    event.begin(2)
    event.type(2, 1, [12, 0])
    event.type(2, 2, [0, 12])
    tree = _view(event).trees[0]
    assert [one.title for one in tree.rounds] == ["Quarter-finals", "Semi-finals", "Final"]
    assert [match.note for match in tree.rounds[2].matches] == ["", "Third place"]
    assert _drawn(tree)[2] == ["Pair 1  / Pair 6 ", "Pair 4  / Pair 2 "]
    assert not _view(event).has["sum"]


def test_a_match_that_still_runs_moves_nobody_on() -> None:
    event = Tournament(4, game="truco", players_each=2, rules={"format": "knock_out"})
    event.begin()
    scorer = event.scorer(1, 1)
    sitting = event.sitting(1, 1)
    json_of(scorer.post(f"/matches/{sitting['match_ids'][0]}/hands", {"kind": "summary", "winner": 0, "stake": 1}), 201)
    view = _view(event)
    assert not any(side.has_won for match in view.trees[0].rounds[0].matches for side in match.sides)
    assert {row.place for row in view.rows} == {""}


def test_double_elimination_has_both_trees() -> None:
    entries = [{"name": f"Pair {n}", "seed": n} for n in range(1, 5)]
    rules = {"format": "double_elimination", "phones": False}
    event = Tournament(entries, game="truco", rules=rules)
    event.begin()
    event.type(1, 1, [12, 3])
    event.type(1, 2, [12, 3])
    event.step(1, "close")
    trees = _view(event).trees
    assert [tree.title for tree in trees] == ["Winners’ tree", "Losers’ tree"]
    assert _drawn(trees[1]) == [["Pair 4  / Pair 3 "]]


def test_a_league_day_has_teams_with_match_points() -> None:
    entries = [{"name": f"{team}{n}", "team": team} for team in "ABCD" for n in range(1, 5)]
    event = Tournament(entries, rules={"format": "league_day", "rounds": 2, "phones": False})
    event.begin()
    for table in range(1, 5):
        seats = event.sitting(1, table)["entries"]
        event.type(1, table, [1000 - 100 * ((entry - 1) // 4) for entry in seats])
    event.step(1, "close")
    teams = _view(event).teams
    assert [(row.place, row.team, row.sum, row.rounds) for row in teams] == [
        (1, "A", "3", ("4,000 (3)",)),
        (2, "B", "2", ("3,600 (2)",)),
        (3, "C", "1", ("3,200 (1)",)),
        (4, "D", "0", ("2,800 (0)",)),
    ]


def test_progressive_is_ranked_by_points() -> None:
    event = Tournament(6, game="truco", rules={"format": "progressive", "rounds": 2, "phones": False})
    event.begin()
    event.finish(1)
    view = _view(event)
    assert view.sum_title == "Points"
    assert {row.rounds for row in view.rows} == {("200 : 100",), ("100 : 200",)}


def test_corrections_are_shown_and_counted() -> None:
    event = Tournament(4, rules={"rounds": 2, "phones": False})
    event.begin()
    event.finish(1)
    body = {"entry": 1, "points": -50, "reason": "misdeal"}
    json_of(event.organiser.post(f"{event.path}/adjustments", body), 201)
    rows = {row.number: row for row in _view(event).rows}
    assert rows[1].adjusted == "−50"
    assert "misdeal" not in _html(_view(event))
