"""Every failure is problem+json with a type that explains it, whatever was sent."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from companion.http.error_codes import codes
from companion.http.problems import MEANINGS, TYPES
from scoring.api.views import games
from scoring.selectors import match_snapshot
from tests.api.conftest import Api, Evening, json_of, problem, round_of, stored


def test_it_works(api: Api) -> None:
    answer = problem(api.get("/nothing/here"), 404, "not-found")
    page = api.get(answer["type"])
    assert page.status_code == 200
    assert page.headers["Content-Type"].startswith("text/html")
    assert answer["title"] in page.content.decode()


@pytest.mark.parametrize("name", sorted(TYPES))
def test_every_type_is_a_page_that_says_what_to_do(api: Api, name: str) -> None:
    assert name in MEANINGS
    page = api.get(f"/api/problems/{name}", Accept="text/html").content.decode()
    assert "What to do" in page
    assert f"/api/problems/{name}" in api.get("/api/problems").content.decode()


def test_no_other_type_has_a_page(api: Api) -> None:
    problem(api.get("/api/problems/nothing"), 404)


@pytest.mark.parametrize(
    "path",
    [
        "/games/",
        "/games/points/",
        "/tables/",
        "//games",
        "/games/points/score/",
        "/Games",
        "/games/points/hands",
        "/api/v2/games",
        "/api/",
        "/games/%00",
        "/games/%F0%9F%82%A1",
        "/games/../tables",
    ],
)
def test_no_redirects_and_no_guessing(api: Api, path: str) -> None:
    problem(api.get(path), 404, "not-found")


@pytest.mark.parametrize(
    ("method", "path", "allow"),
    [
        ("DELETE", "/games", "GET, HEAD, OPTIONS"),
        ("GET", "/games/points/score", "POST, OPTIONS"),
        ("PUT", "/tables", "POST, OPTIONS"),
        ("TRACE", "/games", "GET, HEAD, OPTIONS"),
        ("BREW", "/games", "GET, HEAD, OPTIONS"),
        ("POST", "/openapi.json", "GET, HEAD, OPTIONS"),
        ("TRACE", "/rules?lang=en", "GET, HEAD, OPTIONS"),
        ("POST", "/rules/search?q=x", "GET, HEAD, OPTIONS"),
    ],
)
def test_methods_that_are_not_there(api: Api, method: str, path: str, allow: str) -> None:
    response = api.ask(method, path)
    problem(response, 405, "method-not-allowed")
    assert set(response.headers["Allow"].split(", ")) == set(allow.split(", "))


def test_options_and_head(api: Api) -> None:
    response = api.ask("OPTIONS", "/tables")
    assert (response.status_code, set(response.headers["Allow"].split(", "))) == (204, {"POST", "OPTIONS"})
    head = api.ask("HEAD", "/games")
    assert head.status_code == 200
    assert head.headers["ETag"] == api.get("/games").headers["ETag"]


@pytest.mark.parametrize(
    "sort",
    ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin-1", "multipart/form-data"],
)
def test_bodies_are_json(api: Api, sort: str) -> None:
    problem(api.post("/tables", {"name": "x"}, Content_Type=sort), 415, "unsupported-media-type")
    assert stored()["Table"] == 0


@pytest.mark.parametrize("sort", ["application/json; charset=UTF-8", "APPLICATION/JSON"])
def test_json_may_say_that_it_is_utf_8(api: Api, sort: str) -> None:
    json_of(api.post("/tables", {"name": "x"}, Content_Type=sort), 201)


@pytest.mark.parametrize("accept", ["application/xml", "text/html", "image/*"])
def test_answers_are_json(api: Api, accept: str) -> None:
    problem(api.get("/games", Accept=accept), 406, "not-acceptable")


@pytest.mark.parametrize(
    "accept", ["*/*", "application/json", "text/html, application/*;q=0.8", "application/problem+json"]
)
def test_whoever_takes_json_gets_it(api: Api, accept: str) -> None:
    json_of(api.get("/games", Accept=accept))


def test_a_huge_body_is_refused(evening: Evening, settings: Any) -> None:
    settings.MAX_IMPORT_BODY = 400_000
    big = b'"' + b"x" * settings.MAX_BODY + b'"'
    problem(evening.scorer.post("/games/points/score", big), 413, "too-large")
    problem(evening.scorer.post("/tables", big), 413, "too-large")
    problem(evening.scorer.post(f"{evening.path}/import", big), 400, "malformed")
    problem(evening.scorer.post(f"{evening.path}/import", big * 2), 413, "too-large")


@pytest.mark.parametrize("body", [b"\x00", b"null null", b"'x'", b'{"a": 1,}', b"{} x", "{}".encode("utf-16")])
def test_bodies_that_are_no_json(api: Api, body: bytes) -> None:
    answer = problem(api.post("/games/points/score", body), 400, "malformed", "")
    assert answer["errors"][0]["code"] == "not_json"


@pytest.mark.parametrize(("error", "status"), [(ZeroDivisionError("secret"), 500), (OperationalError("secret"), 503)])
def test_our_own_failures_tell_nothing_about_us(
    evening: Evening, match: str, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setattr(match_snapshot, "load_match", fail)
    monkeypatch.setattr(games, "list_text", fail)
    for response in (evening.scorer.post(f"{match}/hands", round_of(1, 2, 3)), evening.scorer.get("/games")):
        assert "secret" not in str(problem(response, status))


def test_parameters_that_nobody_knows_are_refused(api: Api) -> None:
    answer = problem(api.get("/games?limit=3"), 400, "malformed")
    assert answer["errors"][0]["parameter"] == "limit"


@pytest.mark.parametrize(
    "body",
    [
        b'{"players": 2, "players": 3, "hands": [{"kind": "round", "scores": [1, 2, 3]}]}',
        b'{"players": 3, "hands": [{"kind": "round", "scores": [1, 2], "scores": [1, 2, 3]}]}',
        b'{"players": 3, "hands": [{"kind": "round", "scores": [1, 2], "\\u0073cores": [1, 2, 3]}]}',
    ],
)
def test_a_field_that_is_there_twice_may_mean_either(api: Api, body: bytes) -> None:
    answer = problem(api.post("/games/points/score", body), 400, "malformed", "")
    assert answer["errors"][0]["code"] == "field_twice"


def test_a_page_of_a_problem_is_json_where_that_is_asked_for(api: Api) -> None:
    answer = json_of(api.get("/api/problems/stale", Accept="application/json"))
    assert (answer["status"], answer["title"], answer["type"]) == (
        412,
        "This has changed in the meantime",
        "/api/problems/stale",
    )
    assert answer["remedy"]
    names = [one["name"] for one in json_of(api.get("/api/problems", Accept="application/json"))["problems"]]
    assert names == list(TYPES)
    page = api.get("/api/problems/stale", Accept="text/html,application/xhtml+xml,application/json;q=0.5")
    assert page.headers["Content-Type"].startswith("text/html")
    assert "Accept" in page.headers["Vary"]


def test_the_title_of_a_limit_speaks_of_limits(evening: Evening) -> None:
    answer = problem(Api().post("/tables", {"name": "x" * 81}), 422, "refused")
    assert "limit" in answer["title"]
    stale = problem(evening.scorer.patch(evening.path, {"name": "x"}, 7), 412, "stale")
    assert "match" not in stale["title"] + stale["detail"]


def test_the_name_of_an_unknown_parameter_is_as_it_was_sent(api: Api) -> None:
    (error,) = problem(api.get("/rules?a~/b=1"), 400, "malformed")["errors"]
    assert (error["parameter"], error["code"]) == ("a~/b", "parameter_unknown")
    assert error["code"] in codes()


def test_several_wrong_parameters_are_told_as_several_wrong_fields_are(evening: Evening) -> None:
    path = f"{evening.path}/matches?limit=0&sort=up"
    answer = problem(evening.viewer.get(path), 400, "malformed")
    first, second = answer["errors"]
    assert (first["parameter"], second["parameter"]) == ("limit", "sort")
    assert answer["detail"] == f"2 things are wrong, at limit, sort; the first: {first['detail']}"
    alone = problem(evening.viewer.get(f"{evening.path}/matches?sort=up"), 400, "malformed")
    assert alone["detail"] == alone["errors"][0]["detail"] == second["detail"]


def test_a_form_that_has_expired_says_so() -> None:
    answer = Client(enforce_csrf_checks=True).post("/new/skat", {"p1": "Ada"})
    assert answer.status_code == 403
    assert "<h1>This form has expired</h1>" in answer.content.decode()
    assert "key" not in answer.content.decode().partition("<main")[2].partition("</main")[0]
