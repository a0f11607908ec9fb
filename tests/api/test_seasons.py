"""Seasons through the API: their events, who is one person, rankings, names that go."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.event_models import Event, EventEntry, Season, SeasonPerson
from scoring.selectors.seasons import standing_of
from scoring.services.event_entries import forget_due_names
from tests.api.conftest import Api, json_of, problem
from tests.api.events import Tournament

pytestmark = pytest.mark.django_db


def _new(**rules: Any) -> tuple[Api, str]:
    made = json_of(Api().post("/seasons", {"name": "Winter", "rules": rules}), 201)
    return Api(made["key"]), f"/seasons/{made['id']}"


def _evening(points: dict[str, int], **further: Any) -> Tournament:
    """An evening of one round; points by name."""
    event = Tournament(
        [{"name": name} for name in points],
        game="points",
        **{"rules": {"phones": False, "rounds": 1}, **further},
    )
    values = dict(enumerate(points.values(), 1))
    for sitting in event.begin()["sittings"]:
        event.type(1, sitting["table_number"], [values[entry] for entry in sitting["entries"]])
    event.step(1, "close")
    return event


def _add(organiser: Api, path: str, *events: Tournament) -> Any:
    for event in events:
        answer = json_of(organiser.post(f"{path}/events", {"event": event.id, "key": event.key}))
    return answer


def _ranking(key: Api, path: str) -> list[tuple[int, str, float]]:
    found = json_of(key.get(f"{path}/standings"))["results"]
    return [(one["place"], one["name"], one["total"]) for one in found]


def test_evenings_are_counted_together() -> None:
    organiser, path = _new(best=2)
    first = _evening({"Ada": 100, "Ben": 50, "Cleo": 10})
    second = _evening({"Ben": 80, "Ada": 1, "Dan": 500})
    third = _evening({"Ada": 30, "Ben": 70, "Cleo": 40})
    season = _add(organiser, path, first, second, third)
    assert [one["event"] for one in season["events"]] == [first.id, second.id, third.id]
    assert _ranking(organiser, path) == [(1, "Dan", 500), (2, "Ben", 150), (3, "Ada", 130), (4, "Cleo", 50)]
    ben = json_of(organiser.get(f"{path}/standings"))["results"][1]
    assert [(one["points"], one["counts"]) for one in ben["results"]] == [(50, False), (80, True), (70, True)]
    json_of(organiser.patch(path, {"rules": {"average": True, "least": 2}}, "*"))
    assert _ranking(organiser, path) == [(1, "Ben", 66.67), (2, "Ada", 43.67), (3, "Cleo", 25)]
    assert organiser.delete(f"{path}/events/{second.id}").status_code == 204
    assert _ranking(organiser, path) == [(1, "Ada", 65), (2, "Ben", 60), (3, "Cleo", 25)]
    problem(organiser.delete(f"{path}/events/{second.id}"), 404)


def test_names_that_are_one_person_are_merged() -> None:
    organiser, path = _new()
    _add(organiser, path, _evening({"Ada": 10, "Ben": 20, "Cleo": 0}), _evening({"ADA": 1, "Benny": 25, "Cleo": 0}))
    assert _ranking(organiser, path)[:2] == [(1, "Benny", 25), (2, "Ben", 20)]
    version = json_of(organiser.get(path))["version"]
    changed = json_of(organiser.patch(path, {"same": [["Ben", "Benny"]]}, version))
    assert changed["same"] == [["Ben", "Benny"]]
    assert _ranking(organiser, path) == [(1, "Benny", 45), (2, "ADA", 11), (3, "Cleo", 0)]
    problem(organiser.patch(path, {"same": [["Ben"]]}, "*"), 422, pointer="/same/0")
    problem(organiser.patch(path, {"same": []}, version), 412)


def test_a_league_is_counted_by_match_points() -> None:
    organiser, path = _new(teams_counted="match_points")
    entries = [{"name": f"{team}{n}", "team": team} for team in "ABCD" for n in range(1, 5)]
    days = []
    for _day in range(2):
        day = Tournament(entries, rules={"format": "league_day", "phones": False, "rounds": 1})
        team_of = {number: entry["team"] for number, entry in enumerate(entries, 1)}
        value = {"A": 1030, "B": 972, "C": 1004, "D": 889}
        for sitting in day.begin()["sittings"]:
            day.type(1, sitting["table_number"], [value[team_of[entry]] for entry in sitting["entries"]])
        day.step(1, "close")
        days.append(day)
    _add(organiser, path, *days)
    teams = json_of(organiser.get(f"{path}/standings"))["teams"]
    assert [(one["place"], one["name"], one["total"], one["points"]) for one in teams] == [
        (1, "A", 6, 8240),
        (2, "C", 4, 8032),
        (3, "B", 2, 7776),
        (4, "D", 0, 7112),
    ]


def test_keys_of_a_season() -> None:
    organiser, path = _new()
    event = _evening({"Ada": 1, "Ben": 2, "Cleo": 3})
    for wrong in (event.key_of("viewer").headers["Authorization"].removeprefix("Bearer "), "nothing"):
        body = {"event": event.id, "key": wrong}
        problem(organiser.post(f"{path}/events", body), 422, pointer="/key")
    problem(organiser.post(f"{path}/events", {"event": Tournament().id, "key": event.key}), 422, pointer="/key")
    _add(organiser, path, event)
    viewer = Api(json_of(organiser.post(f"{path}/keys/viewer"), 201)["key"])
    json_of(viewer.get(path))
    json_of(viewer.get(f"{path}/standings"))
    problem(viewer.patch(path, {"name": "Mine"}, "*"), 403, "read-only-key")
    problem(viewer.post(f"{path}/keys/organiser"), 403)
    problem(viewer.get(event.path), 404)
    problem(event.organiser.get(path), 404)
    problem(Api("nothing").get(path), 401)
    problem(organiser.post(f"{path}/keys/referee"), 404)
    new = json_of(organiser.post(f"{path}/keys/organiser"), 201)["key"]
    problem(organiser.get(path), 401)
    assert Api(new).delete(path, "*").status_code == 204
    assert Event.objects.filter(id=event.id).exists()
    assert not Season.objects.exists()


def test_a_reader_sees_names_only_of_those_who_agree() -> None:
    organiser, path = _new()
    event = _evening({"Ada": 1, "Ben": 2, "Cleo": 3})
    json_of(event.organiser.patch(f"{event.path}/entries/2", {"shown": False}, "*"))
    _add(organiser, path, event)
    json_of(organiser.patch(path, {"same": [["Ben", "Benny"]]}, "*"))
    viewer = Api(json_of(organiser.post(f"{path}/keys/viewer"), 201)["key"])
    assert [name for _, name, _ in _ranking(viewer, path)] == ["Cleo", "", "Ada"]
    assert [name for _, name, _ in _ranking(organiser, path)] == ["Cleo", "Ben", "Ada"]
    assert json_of(viewer.get(path))["same"] == []


def test_what_somebody_said_last_decides_whether_the_name_is_shown() -> None:
    organiser, path = _new()
    first, second = (_evening({"Ada": 1, "Ben": 2, "Cleo": 3}) for _ in range(2))
    _add(organiser, path, first, second)
    viewer = Api(json_of(organiser.post(f"{path}/keys/viewer"), 201)["key"])
    json_of(first.organiser.patch(f"{first.path}/entries/2", {"shown": False}, "*"))
    assert [name for _, name, _ in _ranking(viewer, path)] == ["Cleo", "Ben", "Ada"]
    json_of(second.organiser.patch(f"{second.path}/entries/1", {"shown": False}, "*"))
    assert [name for _, name, _ in _ranking(viewer, path)] == ["Cleo", "Ben", ""]


def test_who_has_played_too_few_events_waits_below_the_ranking() -> None:
    organiser, path = _new(least=2)
    _add(organiser, path, _evening({"Ada": 1, "Ben": 2, "Cleo": 3}), _evening({"Ada": 1, "Ben": 2, "Dan": 9}))
    found = json_of(organiser.get(f"{path}/standings"))
    assert [one["name"] for one in found["results"]] == ["Ben", "Ada"]
    assert [(one["name"], one["missing"], len(one["results"])) for one in found["waiting"]] == [
        ("Cleo", 1, 1),
        ("Dan", 1, 1),
    ]
    assert found["waiting"][1]["results"][0]["place"] == 1
    assert found["waiting"][1]["results"][0]["counts"] is False
    assert (found["waiting_teams"], found["going_on"]) == ([], [])


def test_an_event_that_goes_on_is_named_and_a_frozen_round_is_hidden_from_readers() -> None:
    organiser, path = _new()
    event = Tournament(
        [{"name": name} for name in ("Ada", "Ben", "Cleo")], game="points", rules={"phones": False, "rounds": 2}
    )
    event.begin()
    event.type(1, 1, [1, 2, 3])
    event.step(1, "close")
    before = [(name, total) for _, name, total in _ranking(_with(organiser, path, event), path)]
    event.begin(2)
    event.type(2, 1, [100, 100, 100])
    viewer = Api(json_of(organiser.post(f"{path}/keys/viewer"), 201)["key"])
    assert json_of(viewer.get(f"{path}/standings"))["going_on"] == [event.id]
    assert _ranking(viewer, path)[0][2] == 103
    json_of(event.organiser.patch(event.path, {"frozen": True}, "*"))
    assert [(name, total) for _, name, total in _ranking(viewer, path)] == before
    assert _ranking(organiser, path)[0][2] == 103
    event.step(2, "close")
    assert _ranking(viewer, path)[0][2] == 103
    assert json_of(viewer.get(f"{path}/standings"))["going_on"] == []


def _with(organiser: Api, path: str, event: Tournament) -> Api:
    _add(organiser, path, event)
    return organiser


def test_teams_count_lists_that_are_in_as_people_do() -> None:
    organiser, path = _new()
    entries = [{"name": f"{team}{n}", "team": team} for team in "AB" for n in (1, 2)]
    event = Tournament(entries, game="points", rules={"rounds": 1})
    event.begin()
    match, scorer = event.sitting(1, 1)["match_ids"][0], event.scorer(1, 1)
    json_of(scorer.post(f"/matches/{match}/hands", {"kind": "round", "scores": [1, 2, 3, 4]}), 201)
    _add(organiser, path, event)
    found = json_of(organiser.get(f"{path}/standings"))
    assert (found["results"], found["teams"]) == ([], [])


def test_a_season_is_shown_to_everybody_only_if_its_organiser_says_so() -> None:
    organiser, path = _new()
    assert json_of(organiser.get(path))["public"] is False
    assert json_of(organiser.patch(path, {"public": True}, "*"))["public"] is True
    assert json_of(organiser.patch(path, {"name": "Summer"}, "*"))["public"] is True
    made = json_of(Api().post("/seasons", {"name": "Winter", "public": True}), 201)
    assert made["public"] is True
    problem(Api("nothing").get(path), 401)


def test_people_stay_one_when_the_names_of_an_event_are_deleted() -> None:
    organiser, path = _new()
    first = _evening({"Ada": 10, "Ben": 20, "Cleo": 0}, name_days=0)
    second = _evening({"Adele": 1, "Ben": 25, "Dan": 3})
    _add(organiser, path, first, second)
    json_of(organiser.patch(path, {"same": [["Ada", "Adele"]]}, "*"))
    before = _ranking(organiser, path)
    assert forget_due_names() == 1
    assert not EventEntry.objects.filter(event_id=first.id).exclude(name="").exists()
    after = _ranking(organiser, path)
    assert after == [(place, "" if name == "Cleo" else name, total) for place, name, total in before]
    assert json_of(organiser.get(path))["same"] == []  # no list keeps the name that is gone
    third = _evening({"Ben": 100, "Eva": 1, "Gus": 2})
    _add(organiser, path, third)
    assert _ranking(organiser, path)[0] == (1, "Ben", 145)


def test_one_persons_wish_parts_the_results() -> None:
    organiser, path = _new()
    first = _evening({"Ada": 10, "Ben": 20, "Cleo": 0}, name_days=0)
    second = _evening({"Ada": 5, "Ben": 25, "Dan": 3})
    _add(organiser, path, first, second)
    forget_due_names()
    assert (2, "Ada", 15) in _ranking(organiser, path)
    assert second.organiser.delete(f"{second.path}/entries/1/name").status_code == 204
    ranking = _ranking(organiser, path)
    assert (2, "", 10) in ranking
    assert "Ada" not in str(ranking)
    assert not SeasonPerson.objects.filter(event=second.id, entry=1).exists()


def test_a_ranking_costs_the_same_for_many_events() -> None:
    counts = []
    organiser, path = _new()
    season = Season.objects.get()
    for _ in range(2):
        _add(organiser, path, *(_evening({"Ada": 10, "Ben": 20, "Cleo": 0}) for _event in range(2)))
        with CaptureQueriesContext(connection) as statements:
            assert standing_of(season).places
        counts.append(len(statements))
    assert counts[0] == counts[1] <= 7


def test_a_lost_answer_does_not_make_a_second_season() -> None:
    body = {"name": "Winter"}
    first = json_of(Api().post("/seasons", body, Idempotency_Key="season-of-the-club-1"), 201)
    assert json_of(Api().post("/seasons", body, Idempotency_Key="season-of-the-club-1"), 201) == first
    assert first["created_at"] <= timezone.now().isoformat()
