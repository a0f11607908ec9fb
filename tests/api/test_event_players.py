"""Events on a player's own phone: the own key, table, seat and place; the word of a second seat; objections."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.event_models import Event, EventChange, EventKey
from scoring.selectors.event_overview import own_event
from tests.api.conftest import Api, json_of, problem
from tests.api.events import Tournament

pytestmark = pytest.mark.django_db


def _player(event: Tournament, number: int) -> Api:
    return Api(json_of(event.organiser.post(f"{event.path}/entries/{number}/key"), 201)["key"])


def test_a_players_key_reads_the_event_and_changes_nothing() -> None:
    event = Tournament(7)
    ada, ben = _player(event, 1), _player(event, 2)
    assert [json_of(key.get(event.path))["entry"] for key in (ada, ben, event.organiser)] == [1, 2, None]
    assert json_of(ada.get(event.path))["role"] == "player"
    for path in ("entries", "rounds", "standings"):
        json_of(ada.get(f"{event.path}/{path}"))
    problem(ada.post(f"{event.path}/rounds", {"seed": "word"}), 403, "read-only-key")
    problem(ada.post(f"{event.path}/entries/1/key"), 403, "read-only-key")
    problem(ada.get(f"{event.path}/history"), 403)
    problem(ada.get(f"{event.path}/cash"), 403)
    problem(ada.get(f"{event.path}/entries/2/overview"), 404)
    json_of(ada.post(f"{event.path}/stream/token"), 201)


def test_a_new_key_of_an_entry_ends_the_former_one_and_no_other() -> None:
    event = Tournament(3)
    viewer, ada, ben = event.key_of("viewer"), _player(event, 1), _player(event, 2)
    again = _player(event, 1)
    problem(ada.get(event.path), 401)
    for key in (again, ben, viewer):
        json_of(key.get(event.path))
    assert event.organiser.delete(f"{event.path}/entries/1/key").status_code == 204
    problem(again.get(event.path), 401)
    problem(event.organiser.delete(f"{event.path}/entries/1/key"), 404)
    problem(event.organiser.post(f"{event.path}/entries/9/key"), 404)
    assert event.organiser.delete(f"{event.path}/entries/2", "*").status_code == 204
    problem(ben.get(event.path), 401)
    assert EventKey.objects.filter(entry__isnull=False).count() == 0


def test_a_lost_answer_gives_the_same_key_again() -> None:
    event = Tournament(3)
    path = f"{event.path}/entries/1/key"
    first = json_of(event.organiser.post(path, Idempotency_Key="own-key-of-1-x"), 201)
    assert json_of(event.organiser.post(path, Idempotency_Key="own-key-of-1-x"), 201) == first
    assert (first["role"], first["entry"]) == ("player", 1)


def test_own_table_seat_and_place() -> None:
    event = Tournament(7, rules={"rounds": 2, "money": {"entry_fee": 100, "prizes": [2, 1]}})
    player = _player(event, 1)
    overview = f"{event.path}/entries/1/overview"
    before = json_of(player.get(overview))
    assert (before["standing"], before["present"], before["rounds"]) == (None, None, [])
    event.propose()
    assert json_of(player.get(overview))["present"] is None  # a proposal is nobody's business yet
    published = event.step(1, "publish")
    (own,) = [one for one in published["sittings"] if 1 in one["entries"]]
    seat = own["entries"].index(1)
    next_one = json_of(player.get(overview))["present"]
    assert (next_one["table_number"], next_one["seat"], next_one["state"]) == (
        own["table_number"],
        seat + 1,
        "published",
    )
    around = own["entries"][seat + 1 :] + own["entries"][:seat]
    assert [one["number"] for one in next_one["others"]] == around
    event.step(1, "start")
    points = [100 if number == 1 else 10 * number for number in own["entries"]]
    other = next(one["table_number"] for one in published["sittings"] if 1 not in one["entries"])
    event.type(1, own["table_number"], points)
    event.type(1, other, [400, 300, 200, 150][: len(published["sittings"][other - 1]["entries"])])
    now = json_of(player.get(overview))
    ranking = json_of(event.organiser.get(f"{event.path}/standings"))["results"]
    place = next(one["place"] for one in ranking if one["entry"] == 1)
    assert (now["standing"]["place"], now["standing"]["points"], now["standing"]["ranked"]) == (place, 100, 7)
    missing = {one["goal"]: (one["place"], one["points"]) for one in now["behind"]}
    above = next(one for one in reversed(ranking) if one["place"] < place)
    assert missing["first"] == (1, 300)
    assert missing["above"] == (above["place"], above["points"] - 100)
    assert missing["prize"] == (2, 200)
    assert now["present"]["may_confirm"]
    winner = json_of(event.organiser.get(f"{event.path}/entries/{ranking[0]['entry']}/overview"))
    assert (winner["behind"], winner["standing"]["place"]) == ([], 1)


def test_a_frozen_ranking_is_frozen_on_the_players_phone_too() -> None:
    event = Tournament(3, rules={"rounds": 2})
    event.begin()
    event.finish(1)
    first = json_of(_player(event, 1).get(f"{event.path}/entries/1/overview"))["standing"]
    json_of(event.organiser.patch(event.path, {"frozen": True}, "*"))
    event.begin(2)
    event.type(2, 1)
    now = json_of(_player(event, 1).get(f"{event.path}/entries/1/overview"))
    assert (now["standing"], now["frozen"]) == (first, True)


def test_names_that_are_not_shown_are_not_on_other_phones() -> None:
    event = Tournament([{"name": "Ada", "shown": False}, {"name": "Ben"}, {"name": "Cleo", "shown": False}])
    event.begin()
    mine = json_of(_player(event, 1).get(f"{event.path}/entries/1/overview"))
    assert mine["name"] == "Ada"
    assert {one["number"]: one["name"] for one in mine["present"]["others"]} == {2: "Ben", 3: ""}
    assert json_of(event.key_of("viewer").get(f"{event.path}/entries/1/overview"))["name"] == ""


def test_the_second_seat_confirms_on_its_own_phone() -> None:
    event = Tournament(7, game="points", rules={"confirmations": 2})
    started = event.begin()
    own, other = started["sittings"]
    first, second = own["entries"][:2]
    stranger = other["entries"][0]
    event.type(1, 1, by=event.scorer(1, 1))
    confirm = f"{event.table(1, 1)}/confirm"
    problem(_player(event, stranger).post(confirm, {}), 422, pointer="/entry")
    problem(_player(event, first).post(confirm, {"entry": second}), 422, pointer="/entry")
    assert json_of(_player(event, first).post(confirm, {}))["status"] == "entered"
    assert not json_of(_player(event, first).get(f"{event.path}/entries/{first}/overview"))["present"]["may_confirm"]
    done = json_of(_player(event, second).post(confirm, {"entry": second}))
    assert (done["status"], done["confirmed_by"]) == ("confirmed", [first, second])
    line = EventChange.objects.filter(kind="confirm").latest("number")
    assert (line.role, line.entry) == ("player", second)


def test_a_player_objects_for_the_own_table_only() -> None:
    event = Tournament(7, rules={"phones": False})
    own, other = event.begin()["sittings"]
    event.type(1, 1)
    player, dispute = _player(event, own["entries"][1]), f"{event.table(1, 1)}/dispute"
    body = {"deal": 12, "text": "That null was open"}
    problem(_player(event, other["entries"][0]).post(dispute, body), 422, pointer="/entry")
    problem(event.organiser.post(dispute, body), 422, pointer="/entry")
    disputed = json_of(player.post(dispute, body))
    assert disputed["status"] == "disputed"
    assert disputed["objections"][0]["entry"] == own["entries"][1]
    problem(player.post(f"{event.table(1, 1)}/confirm", {}), 422)
    problem(player.put(f"{event.table(1, 1)}/result", {"scores": []}, "*"), 403)


def test_the_overview_costs_the_same_for_many_tables() -> None:
    counts = []
    for entries in (4, 40):
        event = Tournament(entries, game="points")
        event.begin()
        row = Event.objects.get(id=event.id)
        with CaptureQueriesContext(connection) as statements:
            assert own_event(row, 1)
        counts.append(len(statements))
    assert counts == [5, 5]
