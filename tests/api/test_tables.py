"""/tables and /tables/{id}."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from scoring.models import AccessKey, Player
from tests.api.conftest import Api, Evening, json_of, problem, round_of, stored


def test_it_works(api: Api) -> None:
    body = {
        "name": "Thursday",
        "players": [{"name": "Ada", "color": "#1F6F54"}, {"name": "Ben"}, "Cleo"],
        "options": {"points": {"target": 50}},
    }
    response = api.post("/tables", body)
    made = json_of(response, 201)
    assert response.headers["Location"] == f"/api/v1/tables/{made['id']}"
    assert response.headers["ETag"] == '"1"'
    assert made["name"] == "Thursday"
    assert [(one["name"], one["color"]) for one in made["players"]] == [
        ("Ada", "#1f6f54"),
        ("Ben", None),
        ("Cleo", None),
    ]
    assert made["options"] == {"points": {"target": 50}}
    assert set(made["keys"]) == {"scorer", "viewer"}
    answer = json_of(Api(made["keys"]["viewer"]).get(f"/tables/{made['id']}"))
    assert answer == {**{name: value for name, value in made.items() if name != "keys"}, "role": "viewer"}


def test_keys_are_long_and_stored_as_hashes_only(evening: Evening) -> None:
    for key in evening.keys.values():
        secret = key.partition(".")[2]
        assert len(secret) >= 22, "128 bits and more, as base64"
        assert not AccessKey.objects.filter(digest__contains=secret).exists()
    assert "keys" not in json_of(evening.scorer.get(evening.path))


@pytest.mark.parametrize(
    ("body", "status", "pointer"),
    [
        ({"name": 5}, 400, "/name"),
        ({"title": "x"}, 400, "/title"),
        ({"players": "Ada"}, 400, "/players"),
        ({"players": [{"color": "#000000"}]}, 400, "/players/0/name"),
        ({"options": {"points": 5}}, 400, "/options/points"),
        ({"options": {"points": {"aim": 5}}}, 400, "/options/points/aim"),
        ([], 400, ""),
        ({"name": " "}, 422, "/name"),
        ({"name": "x" * 81}, 422, "/name"),
        ({"players": ["Ada", "Ada"]}, 422, "/players/1"),
        ({"players": [""]}, 422, "/players/0"),
        ({"players": ["x" * 41]}, 422, "/players/0"),
        ({"players": [{"name": "Ada", "color": "green"}]}, 422, "/players/0/color"),
        ({"players": [f"P{n}" for n in range(65)]}, 422, "/players"),
        ({"options": {"nothing": {}}}, 422, "/options/nothing"),
        ({"options": {"points": {"rounds": 0}}}, 422, "/options/points/rounds"),
        ({"options": {"points": {"target": 0}}}, 422, "/options/points/target"),
    ],
)
def test_bad_input_makes_nothing(api: Api, body: Any, status: int, pointer: str) -> None:
    problem(api.post("/tables", body), status, pointer=pointer)
    assert set(stored().values()) == {0}


def test_a_name_and_house_rules_are_changed(evening: Evening) -> None:
    body = {"name": "Friday", "options": {"points": {"target": 80}, "truco": {}}}
    response = evening.scorer.patch(evening.path, body, 1)
    assert json_of(response)["name"] == "Friday"
    assert response.headers["ETag"] == '"2"'
    after = json_of(evening.scorer.patch(evening.path, {"options": {"truco": None}}, 2))
    assert after["options"] == {"points": {"target": 80}}
    assert len(after["players"]) == 4


def test_players_come_go_and_change_their_names(evening: Evening) -> None:
    match = evening.match(["Ada", "Ben"])
    evening.record(match, 5, 3)
    ada, ben = json_of(evening.scorer.get(evening.path))["players"][:2]
    people = [{"id": ben["id"], "name": "Benno"}, {"id": ada["id"], "name": "Ada", "color": "#000000"}, "Eve"]
    after = json_of(evening.scorer.patch(evening.path, {"players": people}, '"1"'))
    assert {one["name"] for one in after["players"]} == {"Ada", "Benno", "Eve"}
    answer = json_of(evening.scorer.get(match))
    assert [side["name"] for side in answer["sides"]] == ["Ada", "Benno"]
    assert answer["hands"][0]["explanation"][1]["text"].startswith("Benno: ")
    assert answer["version"] == 2, "a renamed player is a change of the match"


@pytest.mark.parametrize(
    ("body", "status", "pointer"),
    [
        ({"players": [{"id": "2" * 16, "name": "Zoe"}]}, 422, "/players/0/id"),
        ({"players": ["Ada", "Ada"]}, 422, "/players/1"),
        ({"name": ""}, 422, "/name"),
        ({"owner": "me"}, 400, "/owner"),
        ({"options": {"points": {"rounds": "many"}}}, 400, "/options/points/rounds"),
    ],
)
def test_a_bad_change_changes_nothing(evening: Evening, body: Any, status: int, pointer: str) -> None:
    before = json_of(evening.scorer.get(evening.path))
    problem(evening.scorer.patch(evening.path, body, 1), status, pointer=pointer)
    assert json_of(evening.scorer.get(evening.path)) == before


def test_a_change_needs_the_version_that_was_seen(evening: Evening) -> None:
    problem(evening.scorer.patch(evening.path, {"name": "Friday"}), 428, "precondition-needed")
    json_of(evening.scorer.patch(evening.path, {"name": "Friday"}, 1))
    response = evening.scorer.patch(evening.path, {"name": "Sunday"}, 1)
    assert problem(response, 412, "stale")["current"]["name"] == "Friday"
    assert response.headers["ETag"] == '"2"'
    json_of(evening.scorer.patch(evening.path, {"name": "Sunday"}, "*"))


def test_a_new_player_in_a_match_is_a_new_version(evening: Evening) -> None:
    tag = evening.scorer.get(evening.path).headers["ETag"]
    assert evening.scorer.get(evening.path, If_None_Match=tag).status_code == 304
    evening.match(["Ada", "Zoe"])
    assert "Zoe" in [one["name"] for one in json_of(evening.scorer.get(evening.path, If_None_Match=tag))["players"]]


def test_a_deleted_table_is_gone_with_everything(evening: Evening) -> None:
    evening.record(evening.match(), 1, 2, 3)
    problem(evening.scorer.delete(evening.path), 428)
    problem(evening.scorer.delete(evening.path, 7), 412)
    assert evening.scorer.delete(evening.path, 1).status_code == 204
    assert set(stored().values()) == {0}
    problem(evening.scorer.get(evening.path), 401)


def test_tables_cannot_be_listed(api: Api) -> None:
    assert problem(api.get("/tables"), 405)


@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "2026-01-01T00:00:00"])
def test_a_cursor_that_is_none_of_ours_is_refused(evening: Evening, moment: str) -> None:
    cursor = base64.urlsafe_b64encode(f"{moment}|x".encode()).decode()
    answer = problem(evening.viewer.get(f"{evening.path}/matches?cursor={cursor}"), 400, "malformed")
    assert answer["errors"][0]["parameter"] == "cursor"


JOINED = ["می\u200cروم", "क्\u200dष", "\U0001f468\u200d\U0001f469\u200d\U0001f467"]


@pytest.mark.parametrize("name", JOINED)
def test_joiners_between_other_characters_belong_to_a_name(evening: Evening, name: str) -> None:
    made = json_of(Api().post("/tables", {"name": name, "players": [name, "Ben"]}), 201)
    assert (made["name"], made["players"][0]["name"]) == (name, name)
    match = json_of(evening.scorer.get(evening.match(players=[name, "Ben"], title=name)))
    assert (match["title"], match["sides"][0]["name"]) == (name, name)
    scored = Api().post("/games/points/score", {"players": [name, "Ben"], "hands": [round_of(1, 2)]})
    assert json_of(scored)["sides"][0]["name"] == name


INVISIBLE = [
    "\u200cAda",
    "Ada\u200d",
    "A\u200c\u200cda",
    "A\u200bda",
    "A\u202eda",
    "A\u2066da",
    "A\u00adda",
    "A\u0000da",
    "A\ue000",
    "\u200dAda",
    "Ada\u200d",
    "A\u200c\u200dda",
]


@pytest.mark.parametrize("name", INVISIBLE)
def test_other_invisible_characters_are_in_no_name(evening: Evening, name: str) -> None:
    for response in (
        Api().post("/tables", {"name": name}),
        Api().post("/tables", {"players": [name, "Ben"]}),
        evening.scorer.post(f"{evening.path}/matches", {"game": "points", "players": [name, "Ben"]}),
        evening.scorer.post(f"{evening.path}/matches", {"game": "points", "players": ["Ada", "Ben"], "title": name}),
        Api().post("/games/points/score", {"players": [name, "Ben"], "hands": [round_of(1, 2)]}),
    ):
        assert response.status_code in (400, 422)
        assert json_of(response, response.status_code)["errors"][0]["code"] == "unprintable"


def test_a_table_may_have_the_signs_of_another_pack(evening: Evening) -> None:
    assert json_of(evening.viewer.get(evening.path))["signs"] is None
    assert json_of(evening.scorer.patch(evening.path, {"signs": "german"}, "*"))["signs"] == "german"
    assert json_of(evening.scorer.patch(evening.path, {"name": "Friday"}, "*"))["signs"] == "german"
    problem(evening.scorer.patch(evening.path, {"signs": "swiss"}, "*"), 400, pointer="/signs")


ZOE, ZOE_IN_TWO = "Zo\u00eb", "Zoe\u0308"


def test_a_name_is_the_same_however_its_accents_are_typed(evening: Evening) -> None:
    first = evening.match([ZOE_IN_TWO, "Ben"], options={"rounds": 1})
    evening.record(first, 5, 3)
    again = evening.match(["Ben", ZOE], options={"rounds": 1})
    evening.record(again, 5, 3)
    names = [player["name"] for player in json_of(evening.viewer.get(evening.path))["players"]]
    assert names.count(ZOE) == 1
    assert ZOE_IN_TWO not in names, "stored in one form"
    document = json.loads(evening.viewer.get(f"{first}/export").content)
    document["matches"][0]["players"][0]["name"] = ZOE_IN_TWO
    json_of(evening.scorer.post(f"{evening.path}/import?known=import", document), 201)
    (zoe,) = [
        line for line in json_of(evening.viewer.get(f"{evening.path}/standings"))["players"] if line["name"] == ZOE
    ]
    assert zoe["matches"] == 3
    body = {"game": "points", "players": [ZOE, ZOE_IN_TWO]}
    problem(evening.scorer.post(f"{evening.path}/matches", body), 422, pointer="/players/1")
    problem(evening.scorer.patch(evening.path, {"players": [ZOE, ZOE_IN_TWO]}, "*"), 422, pointer="/players/1")


def test_a_name_that_an_earlier_release_stored_in_another_form_is_found(evening: Evening) -> None:
    evening.match(["Ada", "Ben"])
    Player.objects.filter(name="Ada").update(name=ZOE_IN_TWO)
    evening.match([ZOE, "Ben"])
    assert sum(name.startswith("Zo") for name in Player.objects.values_list("name", flat=True)) == 1
