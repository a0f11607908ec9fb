"""Four tournaments played by the API from the draw to the end; their rankings are computed again in ``independent``."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.api.conftest import Api, json_of, problem
from tests.api.events import SEED, Tournament
from tests.events.independent import Duels, Pair, SkatLine, bracket, drawn, paired, places, skat_results

pytestmark = pytest.mark.django_db


def _standing(event: Tournament) -> dict[int, Any]:
    answer = json_of(event.organiser.get(f"{event.path}/standings"))
    assert not answer["provisional"]
    return {one["entry"]: one for one in answer["results"]}


def _pairs(played: Any) -> list[Pair]:
    return [tuple(sitting["entries"]) for sitting in played["sittings"]]


def _entries(count: int) -> list[dict[str, Any]]:
    return [{"name": f"Ada {n} / Ben {n}"} for n in range(1, count + 1)]


# -- Truco, 11 pairs --------------------------------------------------------------------------------------


def _truco(api: Api, match: str, winner: int, hands_lost: int) -> None:
    """A match to 12 by hands of three points each; the losing side has won so many of them before."""
    for side in [1 - winner] * hands_lost + [winner] * 4:
        json_of(api.post(f"/matches/{match}/hands", {"kind": "summary", "winner": side, "stake": 3}), 201)


def _play_truco(event: Tournament, number: int, table: int, dice: random.Random, best_of: int) -> int:
    """Plays a table by hands; the entry that has won."""
    sitting, scorer = event.sitting(number, table), event.scorer(number, table)
    (match,), wins = sitting["match_ids"], [0, 0]
    while True:
        winner = dice.randrange(2)
        _truco(scorer, match, winner, dice.randrange(4))
        wins[winner] += 1
        if wins[winner] > best_of // 2:
            return int(sitting["entries"][winner])
        seats = [one["player"] for one in json_of(scorer.get(f"/matches/{match}"))["players"]]
        body = {"game": "truco", "players": [{"player": one} for one in seats]}
        match = json_of(scorer.post(f"/tables/{sitting['table_id']}/matches", body), 201)["id"]


def test_a_truco_knock_out_of_eleven_pairs() -> None:
    dice = random.Random(11)
    event = Tournament(_entries(11), game="truco", players_each=2, rules={"format": "knock_out"})
    seeds = drawn(SEED, 1, range(1, 12))
    left: list[int | None] = [seeds[place - 1] if place <= 11 else None for place in bracket(16)]
    out: list[list[int]] = []
    for number in range(1, 5):
        best_of = 3 if number > 2 else 1
        if number == 3:
            rules = {"format": "knock_out", "best_of": 3}
            json_of(event.organiser.patch(event.path, {"rules": rules}, "*"))
        expected = list(zip(left[::2], left[1::2], strict=True))
        played = event.begin(number)
        pairs = [(one, other) for one, other in expected if one and other]
        if number == 4:
            pairs.append((out[-1][0], out[-1][1]))
        assert _pairs(played) == pairs
        assert sorted(played["byes"]) == sorted((one or other or 0) for one, other in expected if not (one and other))
        winners = {_play_truco(event, number, table, dice, best_of) for table in range(1, len(pairs) + 1)}
        event.step(number, "close")
        left = [one if other is None or one in winners else other for one, other in expected]
        out.append([entry for pair in pairs for entry in pair if entry not in winners])
    problem(event.organiser.post(f"{event.path}/rounds", {}), 422)
    champion = left[0] or 0
    assert left == [champion]
    third = next(iter(winners - {champion}))
    placed = {champion: 1, next(one for one in pairs[0] if one != champion): 2, third: 3}
    placed |= dict.fromkeys(set(out[2]) - {third}, 4) | dict.fromkeys(out[1], 5) | dict.fromkeys(out[0], 9)
    assert {entry: line["place"] for entry, line in _standing(event).items()} == placed
    assert [len(losers) for losers in out] == [3, 4, 2, 2]


# -- Belote, 14 pairs -------------------------------------------------------------------------------------


def _belote_hand(dice: random.Random) -> tuple[dict[str, Any], list[int]]:
    """A deal without runs and fours, and what it counts for both sides."""
    taker, belote = dice.randrange(4), dice.choice([None, None, 0, 1])
    hand: dict[str, Any] = {"kind": "played", "taker": taker, "trump": dice.choice("SHCD")}
    points = [20 if belote == number else 0 for number in range(2)]
    if belote is not None:
        hand["belote"] = belote
    if dice.random() < 0.08:
        hand["capot"] = dice.randrange(2)
        points[hand["capot"]] += 252
        return hand, points
    first = dice.choice([n for n in range(20, 143) if n != 81])
    hand["trick_points"] = [first, 162 - first]
    made = hand["trick_points"][taker % 2] > 81
    for number in range(2):
        points[number] += hand["trick_points"][number] if made else 0 if number == taker % 2 else 162
    return hand, points


def test_a_belote_concours_of_fourteen_pairs_is_drawn_by_its_ranking() -> None:
    dice = random.Random(14)
    rules = {"format": "swiss", "rounds": 4, "deals": 12, "ranked_by": "points"}
    rules["tie_breaks"] = ["won", "difference", "lot"]
    options = {"target": 2000, "declarations": "belote_only", "rounding": "none"}
    event = Tournament(_entries(14), game="belote", players_each=2, rules=rules, options=options)
    numbers = list(range(1, 15))
    start = drawn(SEED, 1, numbers)
    duels = Duels(numbers)

    def key(entry: int) -> tuple[Any, ...]:
        return duels.scored(entry), sum(own > other for _, own, other in duels.of(entry)), duels.difference(entry)

    for number in range(1, 5):
        played = event.begin(number)
        ranked = sorted(start, key=key, reverse=True)  # who is level stays in the order of the draw
        assert _pairs(played) == paired(ranked, duels.met), number
        results = {}
        for table, sitting in enumerate(played["sittings"], 1):
            totals, scorer = [0, 0], event.scorer(number, table)
            for _deal in range(12):
                hand, points = _belote_hand(dice)
                json_of(scorer.post(f"/matches/{sitting['match_ids'][0]}/hands", hand), 201)
                totals = [sum(both) for both in zip(totals, points, strict=True)]
            json_of(scorer.patch(f"/matches/{sitting['match_ids'][0]}", {"ended": True}, "*"))
            results[tuple(sitting["entries"])] = (totals[0], totals[1])
        duels.points.append(results)
        event.step(number, "close")
    standing = _standing(event)
    assert {entry: line["place"] for entry, line in standing.items()} == places({one: key(one) for one in numbers})
    assert {entry: line["points"] for entry, line in standing.items()} == {one: duels.scored(one) for one in numbers}


# -- Swiss, 40 --------------------------------------------------------------------------------------------


def test_a_swiss_of_forty_where_one_leaves() -> None:
    dice = random.Random(40)
    rules = {"format": "swiss", "rounds": 7, "phones": False}
    event = Tournament(_entries(40), game="truco", players_each=2, rules=rules)
    numbers = list(range(1, 41))
    start = drawn(SEED, 1, numbers)
    duels, gone = Duels(numbers), 0
    for number in range(1, 8):
        there = [one for one in start if one != gone]
        order = sorted(there, key=lambda one: (duels.wins(one), duels.difference(one), duels.scored(one)), reverse=True)
        byes: list[int] = []
        if len(order) % 2:
            had = {one: sum(one in free for free in duels.byes) for one in order}
            byes = [next(one for one in reversed(order) if had[one] == min(had.values()))]
        played = event.begin(number)
        assert played["byes"] == byes
        assert _pairs(played) == paired([one for one in order if one not in byes], duels.met), number
        assert not played["notices"], "nobody meets twice"
        results = {}
        for table, pair in enumerate(_pairs(played), 1):
            points = dice.choice([(12, dice.randrange(12)), (dice.randrange(12), 12), (9, 9)])
            event.type(number, table, list(points))
            results[pair] = points
        duels.points.append(results)
        duels.byes.append(byes)
        event.step(number, "close")
        if number == 3:
            gone = order[9]
            json_of(event.organiser.patch(f"{event.path}/entries/{gone}", {"withdrawn": True}, "*"))
    assert sorted(len(byes) for byes in duels.byes) == [0, 0, 0, 1, 1, 1, 1]
    assert len({one for byes in duels.byes for one in byes}) == 4, "nobody is free twice"
    standing = _standing(event)
    assert {entry: line["place"] for entry, line in standing.items()} == duels.swiss_places()
    assert {entry: line["match_points"] for entry, line in standing.items()} == {
        one: pytest.approx(float(duels.wins(one))) for one in numbers
    }


# -- a league day -----------------------------------------------------------------------------------------


def _skat_list(dice: random.Random, deals: int = 48) -> tuple[list[SkatLine], int]:
    """The foot of a list of four, and the deals passed in."""
    lines, passed = [SkatLine() for _ in range(4)], 0
    for _deal in range(deals):
        value, line = dice.choice([18, 20, 22, 24, 33, 36, 48, 60, 72]), dice.choice(lines)
        if dice.random() < 0.05:
            passed += 1
        elif dice.random() < 0.82:
            line.points, line.won = line.points + value, line.won + 1
        else:
            line.points, line.lost = line.points - 2 * value, line.lost + 1
    return lines, passed


def test_a_league_day_of_four_teams_of_four() -> None:
    dice = random.Random(16)
    teams = ["Elbe", "Fulda", "Isar", "Weser"]
    named = [{"name": f"{team} {n}", "team": team} for n in range(1, 5) for team in teams]
    rules = {"format": "league_day", "rounds": 3, "phones": False}
    event = Tournament(named, rules=rules, options={"rules": "international"})
    team_of = {number: one["team"] for number, one in enumerate(named, 1)}
    match_points = dict.fromkeys(teams, 0)
    whole: dict[str, tuple[int, ...]] = dict.fromkeys(teams, (0, 0, 0))
    alone: dict[int, tuple[int, ...]] = dict.fromkeys(team_of, (0, 0, 0))
    met: set[frozenset[int]] = set()
    for number in (1, 2, 3):
        series: dict[str, tuple[int, ...]] = dict.fromkeys(teams, (0, 0, 0))
        for table, sitting in enumerate(event.begin(number)["sittings"], 1):
            seats = sitting["entries"]
            assert sorted(team_of[entry] for entry in seats) == teams, "one of each team"
            pairs = {frozenset((one, other)) for one in seats for other in seats if one < other}
            assert not pairs & met, "no two meet twice"
            met |= pairs
            lines, passed = _skat_list(dice)
            scores = []
            for entry, line, points in zip(seats, lines, skat_results(lines), strict=True):
                scores.append({"entry": entry, "points": points, "won": line.won, "lost": line.lost})
                scores[-1]["game_points"] = line.points
                gained = (points, line.won, -line.lost)
                series[team_of[entry]] = _added(series[team_of[entry]], gained)
                alone[entry] = _added(alone[entry], gained)
            json_of(event.organiser.put(f"{event.table(number, table)}/result", _typed(scores, passed), "*"))
        event.step(number, "close")
        assert len(set(series.values())) == 4, "with this chance, no two teams are level"
        for team, place in places(series).items():
            match_points[team] += 4 - place
            whole[team] = _added(whole[team], series[team])
    assert json_of(event.organiser.get(f"{event.path}/checks"))["ok"]
    assert len(met) == 72
    answer = json_of(event.organiser.get(f"{event.path}/standings"))
    expected = places({team: (match_points[team], *whole[team]) for team in teams})
    assert {one["team"]: (one["place"], one["match_points"], one["points"]) for one in answer["teams"]} == {
        team: (expected[team], match_points[team], whole[team][0]) for team in teams
    }
    assert {entry: line["place"] for entry, line in _standing(event).items()} == places(alone)
    assert sum(match_points.values()) == 18


def _typed(scores: list[dict[str, Any]], passed_in: int) -> dict[str, Any]:
    return {"scores": scores, "passed_in": passed_in}


def _added(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(one, other, strict=True))
