"""Events: the clock of a round, silent tables, a fourth player at a table of three, two lists at a table."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from scoring.event_models import EventRound
from scoring.live.club_events import event_texts, watched_name
from scoring.models import Match
from tests.api.conftest import Api, json_of, problem
from tests.api.events import Tournament

pytestmark = pytest.mark.django_db

CLUBS_WITH_ONE = {"kind": "suit", "trump": "C", "matadors": {"with": 1}}


def _round(event: Tournament, number: int = 1) -> Any:
    return json_of(event.organiser.get(f"{event.path}/rounds/{number}"))


# -- the clock ------------------------------------------------------------------------------------------


def _clock(event: Tournament, **change: Any) -> Any:
    return json_of(event.organiser.post(f"{event.path}/rounds/1/clock", change))["clock"]


def _minutes_left() -> float:
    row = EventRound.objects.get()
    assert row.ends_at
    return (row.ends_at - timezone.now()).total_seconds() / 60


def test_a_round_has_a_clock_from_its_start() -> None:
    event = Tournament(3, rules={"minutes": 120})
    event.propose()
    assert _round(event)["clock"] == {"time_limit": 120, "ends_at": None, "seconds_left": None}
    event.step(1, "publish", "start")
    clock = json_of(event.key_of("display").get(f"{event.path}/rounds/1"))["clock"]
    assert clock["ends_at"]
    assert _minutes_left() == pytest.approx(120, abs=0.2)
    assert _clock(event, add_minutes=10)["time_limit"] == 130
    assert _minutes_left() == pytest.approx(130, abs=0.2)
    assert _clock(event, time_limit=60)["time_limit"] == 60
    assert _minutes_left() == pytest.approx(60, abs=0.2)


def test_a_pause_does_not_count() -> None:
    event = Tournament(3, rules={"minutes": 30})
    event.begin()
    paused = _clock(event, paused=True)
    assert (paused["ends_at"], paused["seconds_left"]) == (None, pytest.approx(1800, abs=5))
    assert _clock(event, paused=True) == paused
    row = EventRound.objects.get()
    assert row.paused_at
    assert row.ends_at
    EventRound.objects.update(
        paused_at=row.paused_at - timedelta(minutes=7), ends_at=row.ends_at - timedelta(minutes=7)
    )
    going = _clock(event, paused=False)
    assert going["seconds_left"] is None
    assert _minutes_left() == pytest.approx(30, abs=0.2)


def test_a_round_without_a_limit_gets_one_while_it_runs() -> None:
    event = Tournament(3)
    event.begin()
    assert _round(event)["clock"] is None
    problem(event.organiser.post(f"{event.path}/rounds/1/clock", {"paused": True}), 422, pointer="/paused")
    assert _clock(event, time_limit=45)["ends_at"]
    for wrong, field in (({"add_minutes": -45}, "add_minutes"), ({"add_minutes": 1440}, "add_minutes")):
        problem(event.organiser.post(f"{event.path}/rounds/1/clock", wrong), 422, pointer=f"/{field}")
    problem(event.key_of("viewer").post(f"{event.path}/rounds/1/clock", {"add_minutes": 5}), 403)
    event.finish(1)
    problem(event.organiser.post(f"{event.path}/rounds/1/clock", {"add_minutes": 5}), 422)


def test_the_stream_tells_the_clock() -> None:
    event = Tournament(3, rules={"minutes": 30})
    event.begin()
    name = watched_name(event.id)
    version, text = event_texts([name])[name]
    ends_at = _round(event)["clock"]["ends_at"]
    assert f'"round":1,"clock":{{"time_limit":30,"ends_at":"{ends_at}","seconds_left":null}}' in text.decode()
    _clock(event, add_minutes=5)
    later, text = event_texts([name])[name]
    assert later > version
    assert '"time_limit":35' in text.decode()


# -- silent tables --------------------------------------------------------------------------------------


def _silent(event: Tournament, minutes: int = 15) -> list[int]:
    found = json_of(event.organiser.get(f"{event.path}/silent?minutes={minutes}"))["results"]
    return [one["table_number"] for one in found]


def test_a_table_that_is_not_heard_of_is_shown() -> None:
    event = Tournament(10, game="points")
    sittings = event.begin()["sittings"]
    assert _silent(event) == []
    long_ago = timezone.now() - timedelta(minutes=40)
    Match.objects.update(updated_at=long_ago)
    EventRound.objects.update(started_at=long_ago)
    Match.objects.filter(id=sittings[1]["match_ids"][0]).update(updated_at=long_ago - timedelta(minutes=5))
    assert _silent(event) == [2, 1, 3]
    hand = {"kind": "round", "scores": [1, 2, 3, 0][: len(sittings[0]["entries"])]}
    json_of(event.scorer(1, 1).post(f"/matches/{sittings[0]['match_ids'][0]}/hands", hand), 201)
    assert _silent(event) == [2, 3]
    event.type(1, 2)  # its list is on paper now
    assert _silent(event) == [3]
    assert _silent(event, 41) == []
    problem(event.key_of("viewer").get(f"{event.path}/silent"), 403)


# -- a fourth player ------------------------------------------------------------------------------------


def _record(api: Api, match: str, hands: list[tuple[int, bool]]) -> None:
    """Games of clubs with one (24 won, -48 lost): declarer, won."""
    for declarer, won in hands:
        hand = {**CLUBS_WITH_ONE, "declarer": declarer, "outcome": {"won": won}}
        json_of(api.post(f"/matches/{match}/hands", hand), 201)


def _three() -> tuple[Tournament, Any, int]:
    """A table of three of Skat, and a late fourth entry."""
    event = Tournament(3, options={"rules": "international", "deals": 9}, rules={"rounds": 1})
    (sitting,) = event.begin()["sittings"]
    (late,) = event.enter([{"name": "Late"}])
    return event, sitting, late["number"]


def test_a_fourth_player_joins_and_both_lists_count() -> None:
    event, sitting, late = _three()
    scorer, join = event.scorer(1, 1), f"{event.table(1, 1)}/join"
    first = sitting["match_ids"][0]
    _record(scorer, first, [(0, True), (1, False)])
    problem(event.organiser.post(join, {"entry": late}), 422, pointer="/deals")  # in the middle of a round of deals
    _record(scorer, first, [(2, True)])
    problem(scorer.post(join, {"entry": late}), 403)
    problem(event.organiser.post(join, {"entry": 1}), 422, pointer="/entry")
    joined = json_of(event.organiser.post(join, {"entry": late}))
    assert joined["entries"] == [*sitting["entries"], late]
    assert (joined["joined_after"], joined["status"]) == (3, "open")
    ((one, second),) = joined["lists"]
    assert one == first
    before = {score["entry"]: score["points"] for score in joined["scores"]}
    # List of three: 24 + 50 + 40 for the others' lost game; -48 - 50; 24 + 50 + 40.
    assert before == dict(zip(joined["entries"], (114, -98, 114, 0), strict=True))
    match = json_of(scorer.get(f"/matches/{second}"))
    assert (len(match["players"]), match["options"]["deals"], match["players"][3]["name"]) == (4, 8, "Late")
    problem(event.organiser.post(join, {"entry": late}), 422)
    # At four the dealer sits out: seats 1, 2, 3, 0 deal after seat 0. Nobody declares as dealer here.
    _record(scorer, second, [(3, True), (2, False), (3, True), (0, True)] * 2)
    done = event.sitting(1, 1)
    scores = {score["entry"]: (score["points"], score["won"], score["lost"]) for score in done["scores"]}
    # List of four, twice: seat 0 +24+50, seat 3 2 x (24+50), seat 2 -48-50; 30 for the others' lost games.
    assert scores == dict(
        zip(
            done["entries"],
            [(114 + 148 + 60, 3, 0), (-98 + 60, 0, 1), (114 - 196, 1, 2), (296 + 60, 4, 0)],
            strict=True,
        )
    )
    assert (done["status"], done["deals"]) == ("entered", 11)
    assert event.step(1, "close")["state"] == "closed"
    assert len(json_of(event.organiser.get(f"{event.path}/standings"))["results"]) == 4


def test_the_second_list_is_awaited_before_its_first_hand() -> None:
    event, sitting, late = _three()
    _record(event.scorer(1, 1), sitting["match_ids"][0], [(0, True), (1, True), (2, True)])
    json_of(event.organiser.post(f"{event.table(1, 1)}/join", {"entry": late}))
    problem(event.organiser.post(f"{event.path}/rounds/1/close"), 422)


def test_a_fourth_player_of_a_list_on_paper_is_checked_by_both_lists() -> None:
    event = Tournament(3, rules={"rounds": 1, "phones": False})
    event.begin()
    (late,) = event.enter([{"name": "Late"}])
    join = f"{event.table(1, 1)}/join"
    problem(event.organiser.post(join, {"entry": late["number"]}), 422, pointer="/deals")
    problem(event.organiser.post(join, {"entry": late["number"], "deals": 17}), 422, pointer="/deals")
    joined = json_of(event.organiser.post(join, {"entry": late["number"], "deals": 18}))
    seats = joined["entries"]
    # 18 deals of three players, then 24 of four; in each list two games are lost.
    three = [(812, 9, 1, 1252), (455, 4, 0, 735), (-96, 2, 1, -6)]
    four = [(100, 6, 1, 380), (200, 5, 0, 510), (50, 6, 0, 410), (-20, 5, 1, 210)]
    result, both = f"{event.table(1, 1)}/result", []
    for place, (points, won, lost, list_points) in enumerate(four):
        before = three[place] if place < 3 else (0, 0, 0, 0)
        both.append(
            {
                "entry": seats[place],
                "points": before[3] + list_points,
                "won": before[1] + won,
                "lost": before[2] + lost,
                "game_points": before[0] + points,
            }
        )
    first = [
        {"entry": seats[place], "points": line[3], "won": line[1], "lost": line[2], "game_points": line[0]}
        for place, line in enumerate(three)
    ]
    body = {"scores": both, "passed_in": 1, "first_list": first, "first_passed_in": 1}
    problem(event.organiser.put(result, {**body, "first_list": [*first, both[3]]}, "*"), 422)
    json_of(event.organiser.put(result, body, "*"))
    checks = json_of(event.organiser.get(f"{event.path}/checks"))
    assert [one["part"] for one in checks["results"]] == [1, 2]
    wrong = [(one["part"], c["name"]) for one in checks["results"] for c in one["checks"] if not c["ok"]]
    assert wrong == []
    body["first_list"] = [{**first[0], "points": 1302}, *first[1:]]
    json_of(event.organiser.put(result, body, "*"))
    checks = json_of(event.organiser.get(f"{event.path}/checks"))
    differences = [
        (one["part"], c["name"], c["found"] - c["expected"])
        for one in checks["results"]
        for c in one["checks"]
        if not c["ok"]
    ]
    assert differences == [(1, "results", 50), (1, "result_0", 50), (2, "results", -50), (2, "result_0", -50)]


def test_nobody_joins_a_table_of_four_or_a_list_that_is_over() -> None:
    event = Tournament(7)
    event.begin()
    (late,) = event.enter([{"name": "Late"}])
    four, three = (event.sitting(1, table) for table in (1, 2))
    assert (len(four["entries"]), len(three["entries"])) == (4, 3)
    problem(event.organiser.post(f"{event.table(1, 1)}/join", {"entry": late["number"]}), 422)
    event.type(1, 2)
    problem(event.organiser.post(f"{event.table(1, 2)}/join", {"entry": late["number"]}), 422)
    result = {"scores": [{"entry": e, "points": 1} for e in four["entries"]]}
    first = {**result, "first_list": result["scores"]}
    problem(event.organiser.put(f"{event.table(1, 1)}/result", first, "*"), 422, pointer="/first_list")


# -- two lists ------------------------------------------------------------------------------------------


def _twice() -> tuple[Tournament, Api, list[str], list[int]]:
    event = Tournament(3, game="points", rules={"double_list": True, "rounds": 1})
    (sitting,) = event.begin()["sittings"]
    assert [len(group) for group in sitting["lists"]] == [1, 1]
    return event, event.scorer(1, 1), [group[0] for group in sitting["lists"]], sitting["entries"]


def _hand(api: Api, match: str, *scores: int) -> None:
    json_of(api.post(f"/matches/{match}/hands", {"kind": "round", "scores": list(scores)}), 201)


def test_two_lists_that_agree_are_one_result() -> None:
    event, scorer, lists, _ = _twice()
    for match in lists:
        _hand(scorer, match, 1, 2, 3)
        _hand(scorer, match, 10, 0, 0)
    json_of(scorer.patch(f"/matches/{lists[0]}", {"ended": True}, "*"))
    assert event.sitting(1, 1)["status"] == "open"
    json_of(scorer.patch(f"/matches/{lists[1]}", {"ended": True}, "*"))
    done = event.sitting(1, 1)
    assert (done["status"], done["difference"], done["deals"]) == ("entered", None, 2)
    assert [one["points"] for one in done["scores"]] == [11, 2, 3]
    event.step(1, "close")


def test_the_first_difference_of_two_lists_is_named() -> None:
    event, scorer, lists, seats = _twice()
    for match in lists:
        _hand(scorer, match, 1, 2, 3)
    _hand(scorer, lists[0], 10, 0, 0)
    assert event.sitting(1, 1)["difference"] is None  # the other list is only behind
    _hand(scorer, lists[1], 0, 10, 0)
    _hand(scorer, lists[1], 10, -10, 0)  # the totals are the same again
    _hand(scorer, lists[0], 0, 0, 0)
    found = event.sitting(1, 1)["difference"]
    points = {name: [one["points"] for one in found[name]] for name in ("first", "second")}
    assert (found["deal"], points) == (2, {"first": [10, 0, 0], "second": [0, 10, 0]})
    assert [one["entry"] for one in found["first"]] == seats
    for match in lists:
        json_of(scorer.patch(f"/matches/{match}", {"ended": True}, "*"))
    assert event.sitting(1, 1)["status"] == "disputed"
    problem(event.organiser.post(f"{event.path}/rounds/1/close"), 422)
    problem(scorer.post(f"{event.table(1, 1)}/confirm", {"entry": seats[0], "choice": "first"}), 422)
    problem(event.organiser.post(f"{event.table(1, 1)}/confirm", {}), 422)
    picked = json_of(event.organiser.post(f"{event.table(1, 1)}/confirm", {"choice": "other"}))
    assert (picked["status"], picked["difference"], picked["lists"]) == ("confirmed", None, [[lists[1]]])
    event.step(1, "close")


def test_a_list_with_a_deal_more_differs_at_its_end() -> None:
    event, scorer, lists, _ = _twice()
    for match in lists:
        _hand(scorer, match, 1, 2, 3)
    _hand(scorer, lists[1], 0, 0, 7)
    for match in lists:
        json_of(scorer.patch(f"/matches/{match}", {"ended": True}, "*"))
    found = event.sitting(1, 1)["difference"]
    assert (found["deal"], found["first"], [one["points"] for one in found["second"]]) == (2, None, [0, 0, 7])


def test_both_lists_go_on_with_a_fourth_player() -> None:
    event, scorer, lists, seats = _twice()
    (late,) = event.enter([{"name": "Late"}])
    join = f"{event.table(1, 1)}/join"
    for match in lists:
        for _deal in range(3):
            _hand(scorer, match, 1, 2, 3)
    _hand(scorer, lists[0], 1, 2, 3)
    problem(event.organiser.post(join, {"entry": late["number"]}), 422)
    assert scorer.delete(f"/matches/{lists[0]}/hands/4", "*").status_code == 204
    joined = json_of(event.organiser.post(join, {"entry": late["number"]}))
    assert [len(group) for group in joined["lists"]] == [2, 2]
    for group in joined["lists"]:
        _hand(scorer, group[1], 0, 0, 0, 5)
        json_of(scorer.patch(f"/matches/{group[1]}", {"ended": True}, "*"))
    done = event.sitting(1, 1)
    assert [(one["entry"], one["points"]) for one in done["scores"]] == list(
        zip([*seats, late["number"]], (3, 6, 9, 5), strict=True)
    )
    assert done["status"] == "entered"


def test_two_lists_need_phones() -> None:
    for rules in ({"phones": False}, {"best_of": 3}):
        body = {"name": "Evening", "game": "skat", "rules": {"double_list": True, **rules}}
        problem(Api().post("/events", body), 422, pointer="/rules/double_list")
