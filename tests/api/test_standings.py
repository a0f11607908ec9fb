"""GET /tables/{id}/standings."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from scoring.models import Match
from tests.api.conftest import Evening, json_of, problem


def played(evening: Evening, *rounds: tuple[int, ...], **further: Any) -> str:
    """A match of Points between Ada, Ben and so on that ends with these rounds."""
    names = ["Ada", "Ben", "Cleo", "Dan"][: len(rounds[0])]
    match = evening.match(names, options={"rounds": len(rounds)}, **further)
    for scores in rounds:
        evening.record(match, *scores)
    return match


def lines(evening: Evening, query: str = "") -> dict[str, Any]:
    answer = json_of(evening.viewer.get(f"{evening.path}/standings{query}"))
    return {line["name"]: line for line in answer["players"]}


def test_it_works(evening: Evening) -> None:
    first = played(evening, (10, 5), (-20, 30))
    played(evening, (7, 3))
    evening.record(evening.match(["Ada", "Cleo"]), 4, 1)
    answer = lines(evening)
    ada = answer["Ada"]
    assert (ada["matches"], ada["finished"], ada["wins"], ada["points"]) == (3, 2, 1, 1)
    assert ada["best_hand"] == {"points": 10, "match": first.rpartition("/")[2], "number": 1, "game": "points"}
    assert (ada["worst_hand"]["points"], ada["worst_hand"]["number"]) == (-20, 2)
    assert ada["streaks"] == {"current": 1, "longest": 1}
    assert (answer["Ben"]["wins"], answer["Ben"]["streaks"]) == (1, {"current": 0, "longest": 1})
    assert (answer["Dan"]["matches"], answer["Dan"]["best_hand"]) == (0, None)


def test_streaks(evening: Evening) -> None:
    for won in (True, True, False, True):
        played(evening, (5, 1) if won else (1, 5))
    assert lines(evening)["Ada"]["streaks"] == {"current": 1, "longest": 2}
    assert lines(evening)["Ben"]["streaks"] == {"current": 0, "longest": 1}


def test_each_against_each(evening: Evening) -> None:
    played(evening, (5, 1, 0))
    played(evening, (1, 5, 0))
    played(evening, (5, 5, 0))
    answer = json_of(evening.viewer.get(f"{evening.path}/standings"))
    names = {line["player"]: line["name"] for line in answer["players"]}
    pairs = {(names[one["player"]], names[one["opponent"]]): one for one in answer["head_to_head"]}
    for pair, expect in {("Ada", "Ben"): (3, 1, 1), ("Ada", "Cleo"): (3, 2, 0), ("Cleo", "Ben"): (3, 0, 2)}.items():
        assert (pairs[pair]["matches"], pairs[pair]["wins"], pairs[pair]["losses"]) == expect
    assert len(pairs) == 6


def test_partners_win_together_and_not_against_each_other(evening: Evening) -> None:
    match = evening.match(["Ada", "Ben", "Cleo", "Dan"], game="truco")
    hand = {"kind": "summary", "winner": 0, "stake": 12}
    json_of(evening.scorer.post(f"{match}/hands", hand), 201)
    answer = json_of(evening.viewer.get(f"{evening.path}/standings"))
    assert {line["name"] for line in answer["players"] if line["wins"]} == {"Ada", "Cleo"}
    names = {line["player"]: line["name"] for line in answer["players"]}
    assert ("Ada", "Cleo") not in {(names[one["player"]], names[one["opponent"]]) for one in answer["head_to_head"]}


def test_the_best_hand_is_the_lowest_where_the_lowest_wins(evening: Evening) -> None:
    match = evening.match(["Ada", "Ben"], options={"winner_is": "lowest", "rounds": 2})
    evening.record(match, 10, 2)
    evening.record(match, 4, 6)
    ada = lines(evening, "?game=points")["Ada"]
    assert (ada["best_hand"]["points"], ada["worst_hand"]["points"]) == (4, 10)
    kings = evening.match(["Ada", "Ben"], game="kings-in-the-corner", options={"scoring": "penalty"})
    for winner, cards_left in ((0, [0, 3]), (1, [5, 0])):
        json_of(evening.scorer.post(f"{kings}/hands", {"kind": "out", "winner": winner, "cards_left": cards_left}), 201)
    ada = lines(evening, "?game=kings-in-the-corner")["Ada"]
    assert (ada["best_hand"]["points"], ada["worst_hand"]["points"]) == (0, 5)


def test_by_game_and_since(evening: Evening) -> None:
    old = played(evening, (5, 1))
    Match.objects.filter(id=old.rpartition("/")[2]).update(created_at=datetime(2020, 1, 1, tzinfo=UTC))
    played(evening, (1, 5))
    assert lines(evening)["Ada"]["matches"] == 2
    assert lines(evening, "?since=2021-01-01")["Ada"]["wins"] == 0
    assert lines(evening, "?since=2019-12-31T23:00:00%2B01:00")["Ada"]["wins"] == 1
    Match.objects.filter(id=old.rpartition("/")[2]).update(created_at=datetime(2020, 1, 1, 1, tzinfo=UTC))
    assert lines(evening, "?since=2020-01-01")["Ada"]["wins"] == 1
    assert lines(evening, "?since=2020-01-01&tz=America/Sao_Paulo")["Ada"]["wins"] == 0
    assert lines(evening, "?since=2019-12-31T22:00&tz=America/Sao_Paulo")["Ada"]["wins"] == 1
    assert lines(evening, "?game=truco")["Ada"]["matches"] == 0
    assert lines(evening, "?game=points")["Ada"]["matches"] == 2


@pytest.mark.parametrize("query", ["game=nothing", "since=yesterday", "period=week"])
def test_a_query_that_cannot_be_read_is_refused(evening: Evening, query: str) -> None:
    problem(evening.viewer.get(f"{evening.path}/standings?{query}"), 400, "malformed")


def test_who_left_stays_in_the_standings_of_what_they_played(evening: Evening) -> None:
    played(evening, (5, 1))
    people = json_of(evening.viewer.get(evening.path))["players"]
    stay = [{"id": one["id"], "name": one["name"]} for one in people if one["name"] in ("Ben", "Cleo")]
    json_of(evening.scorer.patch(evening.path, {"players": stay}, "*"))
    assert set(lines(evening)) == {"Ada", "Ben", "Cleo"}


def test_taking_a_hand_back_takes_it_out(evening: Evening) -> None:
    match = played(evening, (5, 1))
    json_of(evening.scorer.post(f"{match}/undo"))
    assert lines(evening)["Ada"]["points"] == 0
    assert lines(evening)["Ada"]["wins"] == 0


@pytest.mark.parametrize(
    "since", ["0001-01-01T00:00:00%2B14:00", "9999-12-31T23:59:59-14:00", "yesterday", "", "2026-13-01"]
)
def test_a_time_that_there_is_not_is_refused(evening: Evening, since: str) -> None:
    answer = problem(evening.viewer.get(f"{evening.path}/standings?since={since}"), 400, "malformed")
    assert answer["errors"][0]["parameter"] == "since"


@pytest.mark.parametrize("since", ["0001-01-01", "9999-12-31", "2026-01-01T10:00:00%2B02:00"])
def test_any_other_time_is_taken(evening: Evening, since: str) -> None:
    assert lines(evening, f"?since={since}")["Ada"]["matches"] == 0
