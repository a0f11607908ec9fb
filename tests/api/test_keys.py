"""Who may do what, and that a wrong key reveals nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.http import HttpResponse

from tests.api.conftest import Api, Evening, json_of, problem, round_of, stored, without_id
from tests.api.test_schema import doc

Ask = Callable[[Api, str, str], HttpResponse]

READS: list[Ask] = [
    lambda api, table, match: api.get(table),
    lambda api, table, match: api.get(f"{table}/standings"),
    lambda api, table, match: api.get(f"{table}/matches"),
    lambda api, table, match: api.get(match),
    lambda api, table, match: api.get(f"{match}/hands"),
    lambda api, table, match: api.get(f"{match}/hands/1"),
    lambda api, table, match: api.get(f"{match}/history"),
    lambda api, table, match: api.get(f"{match}/export?format=csv"),
    lambda api, table, match: api.post(f"{match}/hands?dry_run=true", round_of(1, 2, 3)),
]
WRITES: list[Ask] = [
    lambda api, table, match: api.patch(table, {"name": "Mine"}, 1),
    lambda api, table, match: api.delete(table, 1),
    lambda api, table, match: api.post(f"{table}/keys/viewer"),
    lambda api, table, match: api.post(f"{table}/keys/scorer", Idempotency_Key="1" * 32),
    lambda api, table, match: api.post(f"{table}/matches", {"game": "points", "players": ["A", "B"]}),
    lambda api, table, match: api.post(f"{table}/import", {}),
    lambda api, table, match: api.patch(match, {"title": "Mine"}, 1),
    lambda api, table, match: api.delete(match, 1),
    lambda api, table, match: api.post(f"{match}/hands", round_of(1, 2, 3)),
    lambda api, table, match: api.put(f"{match}/hands/1", round_of(1, 2, 3), 1),
    lambda api, table, match: api.delete(f"{match}/hands/1", 1),
    lambda api, table, match: api.post(f"{match}/undo"),
    lambda api, table, match: api.post(f"{match}/redo"),
]


@pytest.fixture
def played(evening: Evening, match: str) -> str:
    evening.record(match, 1, 2, 3)
    return match


def test_it_works(evening: Evening) -> None:
    new = json_of(evening.scorer.post(f"{evening.path}/keys/viewer"), 201)
    assert new["role"] == "viewer"
    problem(evening.viewer.get(evening.path), 401, "key-needed")
    assert json_of(Api(new["key"]).get(evening.path))["role"] == "viewer"
    assert json_of(evening.scorer.get(evening.path))["role"] == "scorer"


@pytest.mark.parametrize("ask", READS)
def test_the_viewers_key_reads(evening: Evening, played: str, ask: Ask) -> None:
    assert ask(evening.viewer, evening.path, played).status_code == 200


@pytest.mark.parametrize("ask", WRITES)
def test_the_viewers_key_writes_nothing(evening: Evening, played: str, ask: Ask) -> None:
    before = stored()
    problem(ask(evening.viewer, evening.path, played), 403, "read-only-key")
    assert stored() == before


@pytest.mark.parametrize("ask", READS + WRITES)
def test_without_a_key_nothing_opens(evening: Evening, played: str, ask: Ask) -> None:
    response = ask(Api(), evening.path, played)
    problem(response, 401, "key-needed")
    assert response.headers["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize("ask", READS + WRITES)
@pytest.mark.parametrize("wrong", ["nonsense", "2" * 16 + "." + "x" * 32, "another table's", "the secret of the other"])
def test_a_wrong_key_learns_nothing_about_what_exists(evening: Evening, played: str, ask: Ask, wrong: str) -> None:
    other = Evening()
    key = wrong
    if wrong == "another table's":
        key = other.keys["scorer"]
    if wrong == "the secret of the other":
        key = evening.keys["scorer"].partition(".")[0] + "." + evening.keys["viewer"].partition(".")[2]
    before = stored()
    there = ask(Api(key), evening.path, played)
    not_there = ask(Api(key), "/tables/" + "2" * 16, "/matches/" + "2" * 16)
    odd = ask(Api(key), "/tables/no-such-thing", "/matches/no-such-thing")
    assert there.status_code in (401, 404)
    assert without_id(there) == without_id(not_there) == without_id(odd)
    told_by = [{name for name in answer.headers if name != "RateLimit"} for answer in (there, not_there, odd)]
    assert told_by[0] == told_by[1] == told_by[2]
    assert there.status_code == not_there.status_code == odd.status_code
    assert stored() == before


def test_a_replaced_scorers_key_is_shut_out_at_once(evening: Evening, match: str) -> None:
    new = json_of(evening.scorer.post(f"{evening.path}/keys/scorer"), 201)["key"]
    problem(evening.scorer.post(f"{match}/hands", round_of(1, 2, 3)), 401)
    json_of(Api(new).post(f"{match}/hands", round_of(1, 2, 3)), 201)
    assert json_of(evening.viewer.get(match))["hand_count"] == 1


def test_a_lost_answer_with_the_new_key_can_be_asked_for_again(evening: Evening) -> None:
    path, key = f"{evening.path}/keys/scorer", "0b1e1f5e-6a0f-4c2b-9a54-0a6f0d1c9b7e"
    first = json_of(evening.scorer.post(path, Idempotency_Key=key), 201)
    again = json_of(evening.scorer.post(path, Idempotency_Key=key), 201)
    assert first == again
    assert json_of(Api(again["key"]).get(evening.path))["role"] == "scorer"
    problem(evening.viewer.post(path, Idempotency_Key=key), 403)
    problem(Api().post(path, Idempotency_Key=key), 401)


def test_an_idempotency_key_that_can_be_guessed_lets_no_old_key_back_in(evening: Evening) -> None:
    path = f"{evening.path}/keys/scorer"
    json_of(evening.scorer.post(path, Idempotency_Key="1"), 201)
    problem(evening.scorer.post(path, Idempotency_Key="1"), 401)


@pytest.mark.parametrize("odd", ["a%00b", "%F0%9F%82%A1", "x" * 500, "%20", "."])
def test_ids_that_cannot_be_open_nothing(evening: Evening, odd: str) -> None:
    for program, status in ((Api("wrong"), 401), (evening.scorer, 404)):
        for path in (f"/tables/{odd}", f"/matches/{odd}", f"/tables/{odd}/matches"):
            problem(program.get(path), status)
        problem(program.post(f"/tables/{odd}/keys/viewer", Idempotency_Key="k" * 32), status)


def test_there_are_two_roles(evening: Evening) -> None:
    problem(evening.scorer.post(f"{evening.path}/keys/owner"), 404)
    problem(evening.scorer.post(f"{evening.path}/keys/viewer", {"key": "mine"}), 400)


@pytest.mark.parametrize("header", ["Basic {key}", "{key}", "Bearer", "Bearer ", "Bearer  {key} x"])
def test_a_key_is_shown_as_a_bearer_token_only(evening: Evening, header: str) -> None:
    text = header.format(key=evening.keys["scorer"])
    problem(Api(Authorization=text).get(evening.path), 401, "key-needed")


def test_cookies_open_nothing(evening: Evening) -> None:
    program = Api()
    program.http.cookies["companion_keys"] = f"{evening.id}~{evening.keys['scorer']}"
    problem(program.get(evening.path), 401)


def test_a_stream_token_is_for_those_who_may_read(evening: Evening, match: str) -> None:
    made = evening.viewer.post(f"{match}/events/token")
    token = json_of(made, 201)
    assert token["url"].startswith(f"/api/v1{match}/events?token=")
    assert made.headers["Cache-Control"] == "no-store"
    assert token["expires_at"].endswith("Z")
    problem(Evening().scorer.post(f"{match}/events/token"), 404)
    problem(Api().post(f"{match}/events/token"), 401)
    problem(evening.viewer.get(f"{match}?token={token['token']}"), 400, "malformed")
    problem(Api().get(f"{match}?token={token['token']}"), 401)
    described = doc()["paths"]["/api/v1/matches/{id}/events/token"]["post"]
    assert "viewer's key" in described["description"]
    assert "403" not in described["responses"]
