"""Events: settings, entries, rounds and sittings."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.event_models import EventSitting
from scoring.models import Table
from scoring.services.idle_tables import idle_tables
from tests.api.conftest import Api, Evening, json_of, problem
from tests.api.events import SEED, Tournament

pytestmark = pytest.mark.django_db


def _seats(answer: Any) -> list[list[int]]:
    return [sitting["entries"] for sitting in answer["sittings"]]


def test_an_event_is_made_read_and_changed() -> None:
    event = Tournament(rules={"format": "swiss", "rounds": 5})
    read = json_of(event.organiser.get(event.path))
    assert (read["role"], read["version"], read["rules"]["format"]) == ("organiser", 1, "swiss")
    changed = json_of(event.organiser.patch(event.path, {"name": "Friday", "frozen": True}, 1))
    assert (changed["name"], changed["frozen"], changed["version"]) == ("Friday", True, 2)
    assert changed["rules"] == read["rules"]
    problem(event.organiser.patch(event.path, {"name": "Late"}), 428)
    assert problem(event.organiser.patch(event.path, {"name": "Late"}, 1), 412)["current"]["name"] == "Friday"
    assert event.organiser.delete(event.path, 2).status_code == 204
    problem(event.organiser.get(event.path), 401)


@pytest.mark.parametrize(
    ("body", "status", "pointer"),
    [
        ({"name": " "}, 422, "/name"),
        ({"game": "bridge"}, 422, "/game"),
        ({"rules": {"format": "lottery"}}, 400, "/rules/format"),
        ({"rules": {"best_of": 2}}, 422, "/rules/best_of"),
        ({"rules": {"money": {"fees": [{"each": 50}, {"each": 100}]}}}, 422, "/rules/money/fees/0/up_to"),
        ({"options": {"no_such": True}}, 400, "/options/no_such"),
        ({"players_each": 3}, 400, "/players_each"),
    ],
)
def test_what_is_wrong_with_an_event_is_named(api: Api, body: dict[str, Any], status: int, pointer: str) -> None:
    problem(api.post("/events", {"name": "Evening", "game": "skat", **body}), status, pointer=pointer)


def test_a_lost_answer_does_not_make_a_second_event(api: Api) -> None:
    body = {"name": "Evening", "game": "skat"}
    first = json_of(api.post("/events", body, Idempotency_Key="evening-of-the-club-1"), 201)
    again = json_of(api.post("/events", body, Idempotency_Key="evening-of-the-club-1"), 201)
    assert first == again
    assert json_of(Api(again["key"]).get(f"/events/{again['id']}"))["id"] == first["id"]


def test_keys_do_what_they_may() -> None:
    event = Tournament(4)
    viewer, display, referee = (event.key_of(role) for role in ("viewer", "display", "referee"))
    for reader in (viewer, display, referee):
        json_of(reader.get(event.path))
        problem(reader.patch(event.path, {"name": "Mine"}, 1), 403, "read-only-key")
        problem(reader.post(f"{event.path}/entries", {"entries": [{"name": "Me"}]}), 403)
    problem(viewer.get(f"{event.path}/history"), 403)
    json_of(referee.get(f"{event.path}/history"))
    problem(Tournament().organiser.get(event.path), 404)
    problem(event.organiser.get("/tables/k3v9x2m7q4wt8hzn"), 404)
    problem(Api("nothing").get(event.path), 401)
    assert event.organiser.delete(f"{event.path}/keys/viewer").status_code == 204
    problem(viewer.get(event.path), 401)
    problem(event.organiser.delete(f"{event.path}/keys/organiser"), 422)
    new = json_of(event.organiser.post(f"{event.path}/keys/organiser"), 201)["key"]
    problem(event.organiser.get(event.path), 401)
    json_of(Api(new).get(event.path))


def test_entries_are_numbered_changed_and_removed() -> None:
    event = Tournament([{"name": "Ada", "club": "North"}, {"name": "Ben", "shown": False}])
    listed = json_of(event.organiser.get(f"{event.path}/entries"))["results"]
    assert [(one["number"], one["name"]) for one in listed] == [(1, "Ada"), (2, "Ben")]
    seen = json_of(event.key_of("viewer").get(f"{event.path}/entries"))["results"]
    assert [one["name"] for one in seen] == ["Ada", ""]
    problem(
        event.organiser.post(f"{event.path}/entries", {"entries": [{"name": "Ada"}]}), 422, pointer="/entries/0/name"
    )
    version = json_of(event.organiser.get(event.path))["version"]
    changed = json_of(event.organiser.patch(f"{event.path}/entries/1", {"name": "Ada L.", "team": "A"}, version))
    assert (changed["name"], changed["team"], changed["club"]) == ("Ada L.", "A", "North")
    problem(event.organiser.patch(f"{event.path}/entries/1", {"team": "B"}, version), 412)
    assert event.organiser.delete(f"{event.path}/entries/2", "*").status_code == 204
    problem(event.organiser.get(f"{event.path}/entries/2"), 404)


def test_at_most_800_entries() -> None:
    event = Tournament()
    for start in range(0, 800, 200):
        event.enter([{"name": f"Player {n}"} for n in range(start, start + 200)])
    problem(event.organiser.post(f"{event.path}/entries", {"entries": [{"name": "One more"}]}), 422, pointer="/entries")


def test_the_draw_of_the_design() -> None:
    event = Tournament(11)
    tried = json_of(event.organiser.post(f"{event.path}/rounds?dry_run=true", {"seed": SEED}))
    assert json_of(event.organiser.get(f"{event.path}/rounds"))["results"] == []
    proposed = event.propose()
    assert _seats(proposed) == _seats(tried) == [[2, 1, 4, 8], [10, 3, 9, 6], [5, 11, 7]]
    assert (proposed["state"], proposed["attempt"], proposed["cost"]) == ("proposed", 1, 0)
    assert json_of(event.key_of("viewer").get(f"{event.path}/rounds"))["results"] == []
    event.step(1, "publish")
    second = json_of(event.organiser.post(f"{event.path}/rounds", {}), 201)
    assert _seats(second) == [[11, 7, 10, 4], [8, 6, 5, 3], [9, 1, 2]]
    assert second["cost"] == 3
    assert {"code": "met_before", "entries": [7, 11]} in second["notices"]


def test_five_entries_make_no_tables() -> None:
    event = Tournament(5)
    refused = problem(event.organiser.post(f"{event.path}/rounds", {"seed": SEED}), 422)
    assert refused["errors"][0]["code"] == "no_tables"
    problem(event.organiser.post(f"{event.path}/rounds", {}), 422, pointer="/seed")


def test_publishing_and_starting_twice_is_once() -> None:
    event = Tournament(7)
    event.propose()
    first = event.step(1, "publish")
    assert event.step(1, "publish") == first
    started = event.step(1, "start")
    assert event.step(1, "start") == started
    assert Table.objects.count() == 2
    assert [len(one["match_ids"]) for one in started["sittings"]] == [1, 1]
    problem(event.organiser.post(f"{event.path}/rounds/1/withdraw"), 422)
    problem(event.organiser.patch(event.table(1, 1), {"entries": [1, 2, 3]}, 1), 422, pointer="/entries")


def test_a_stale_organiser_does_not_publish() -> None:
    event = Tournament(7)
    event.propose()
    problem(event.organiser.post(f"{event.path}/rounds/1/publish", If_Match='"1"'), 412)


def test_a_round_is_taken_back_before_it_begins() -> None:
    event = Tournament(7)
    event.propose()
    event.step(1, "publish")
    assert event.organiser.post(f"{event.path}/rounds/1/withdraw").status_code == 204
    assert _seats(event.propose(seed="another word")) != [[2, 1, 4, 8]]
    problem(event.organiser.get(f"{event.path}/rounds/2"), 404)


def test_a_round_closes_when_all_results_are_in() -> None:
    event = Tournament(7)
    event.begin()
    event.type(1, 1)
    refused = problem(event.organiser.post(f"{event.path}/rounds/1/close"), 422)
    assert "2" in refused["detail"]
    event.type(1, 2)
    assert event.step(1, "close")["state"] == "closed"
    problem(event.organiser.post(f"{event.path}/rounds/1/reopen", {"reason": " "}), 422, pointer="/reason")
    assert (
        json_of(event.organiser.post(f"{event.path}/rounds/1/reopen", {"reason": "List 2 was wrong"}))["state"]
        == "running"
    )
    lines = json_of(event.organiser.get(f"{event.path}/history"))["results"]
    assert (lines[0]["kind"], lines[0]["reason"]) == ("reopen", "List 2 was wrong")


def test_who_comes_late_and_who_leaves() -> None:
    event = Tournament(7)
    event.begin()
    (late,) = event.enter([{"name": "Late"}])
    assert late["first_round"] == 2
    json_of(event.organiser.patch(f"{event.path}/entries/1", {"withdrawn": True}, "*"))
    event.finish(1)
    second = event.propose()
    assert sorted(number for seats in _seats(second) for number in seats) == [2, 3, 4, 5, 6, 7, 8]
    problem(event.organiser.delete(f"{event.path}/entries/3", "*"), 422)


def test_hands_of_the_tables_count_at_once() -> None:
    event = Tournament(3, game="points")
    (sitting,) = event.begin()["sittings"]
    scorer = event.scorer(1, 1)
    match = f"/matches/{sitting['match_ids'][0]}"
    json_of(scorer.post(f"{match}/hands", {"kind": "round", "scores": [10, 20, 30]}), 201)
    now = event.sitting(1, 1)
    assert [one["points"] for one in now["scores"]] == [10, 20, 30]
    assert (now["status"], now["deals"], now["source"]) == ("open", 1, "match")
    assert now["heard_at"]
    json_of(scorer.patch(match, {"ended": True}, "*"))
    assert event.sitting(1, 1)["status"] == "entered"
    assert event.step(1, "close")["state"] == "closed"


def test_a_hand_costs_no_more_statements_than_at_any_table(evening: Evening) -> None:
    hand = {"kind": "round", "scores": [1, 2, 3]}
    counts = []
    event = Tournament(3, game="points")
    (sitting,) = event.begin()["sittings"]
    places = ((evening.scorer, evening.match()), (event.scorer(1, 1), f"/matches/{sitting['match_ids'][0]}"))
    for scorer, match in places:
        json_of(scorer.post(f"{match}/hands", hand), 201)
        with CaptureQueriesContext(connection) as statements:
            json_of(scorer.post(f"{match}/hands", hand), 201)
        counts.append(len(statements))
    assert counts[0] == counts[1]


def test_a_table_of_an_event_is_never_idle(evening: Evening) -> None:
    event = Tournament(3, game="points")
    event.begin()
    later = timezone.now() + timedelta(days=1000)
    assert [table.id for table in idle_tables(later)] == [evening.id]


def test_a_second_phone_replaces_the_first() -> None:
    event = Tournament(3, game="points")
    (sitting,) = event.begin()["sittings"]
    first, second = event.scorer(1, 1), event.scorer(1, 1)
    problem(first.get(f"/tables/{sitting['table_id']}"), 401)
    json_of(second.get(f"/tables/{sitting['table_id']}"))
    json_of(second.get(event.path))
    problem(second.get(f"{event.path}/history"), 403)


def test_a_scorer_has_one_table() -> None:
    event = Tournament(7)
    event.begin()
    scorer = event.scorer(1, 1)
    json_of(scorer.get(event.table(1, 1)))
    problem(scorer.get(event.table(1, 2)), 404)
    event.type(1, 1, by=scorer)
    problem(scorer.post(f"{event.path}/rounds/1/close"), 403)
    problem(scorer.post(f"{event.table(1, 1)}/key"), 403)


def test_results_without_phones_are_typed() -> None:
    event = Tournament(7, rules={"phones": False})
    started = event.begin()
    assert [one["table_id"] for one in started["sittings"]] == [None, None]
    assert event.type(1, 1)["status"] == "entered"
    problem(event.organiser.post(f"{event.table(1, 1)}/key"), 422)
    assert EventSitting.objects.filter(table=None).count() == 2


def test_the_format_stays_once_a_round_is_out() -> None:
    event = Tournament(7)
    event.propose()
    event.step(1, "publish")
    problem(event.organiser.patch(event.path, {"rules": {"format": "swiss"}}, "*"), 422, pointer="/rules/format")
    json_of(event.organiser.patch(event.path, {"rules": {"rounds": 3}}, "*"))


@pytest.mark.parametrize(
    ("rules", "entries", "game", "each"),
    [
        ({"format": "swiss", "rounds": 3}, 7, "truco", 2),
        ({"format": "round_robin"}, 4, "truco", 2),
        ({"format": "knock_out"}, 6, "truco", 2),
        ({"format": "double_elimination", "second_final": False}, 4, "truco", 2),
        ({"format": "progressive", "rounds": 3}, 6, "truco", 2),
        ({"format": "series", "seating": "by_standing", "rounds": 3}, 11, "skat", 1),
        ({"format": "series", "seating": "fixed", "rounds": 3}, 16, "skat", 1),
    ],
)
def test_every_format_is_played_to_its_end(rules: dict[str, Any], entries: int, game: str, each: int) -> None:
    event = Tournament(entries, rules=rules, game=game, players_each=each)
    for number in range(1, 12):
        if event.organiser.post(f"{event.path}/rounds", {"seed": SEED}).status_code == 422:
            break
        event.step(number, "publish", "start")
        event.finish(number)
    assert number > 3
    assert json_of(event.organiser.get(event.path))["closed_at"]


def test_a_league_day_is_played() -> None:
    entries = [{"name": f"{team}{n}", "team": team} for team in "ABCD" for n in range(1, 5)]
    event = Tournament(entries, rules={"format": "league_day"})
    event.begin()
    event.finish(1)
    assert len(_seats(event.propose())) == 4
