"""Headers, addresses and queries as their RFCs have them."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from django.test import Client

from tests import loopback
from tests.api.conftest import Api, Evening, json_of, problem, round_of

# -- Prefer (RFC 7240) -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "prefer",
    [
        "return=representation",
        "Return = representation",
        'return="representation"',
        "respond-async, return=representation; foo=bar, wait=10",
        "return=representation, return=minimal",
        'foo="a, b;c"; d="e, return=minimal", return="representation"',
        ", return=representation",
    ],
)
def test_a_client_prefers_the_match(evening: Evening, match: str, prefer: str) -> None:
    response = evening.scorer.post(f"{match}/hands", round_of(1, 2, 3), Prefer=prefer)
    assert "hands" in json_of(response, 201)
    assert response.headers["Preference-Applied"] == "return=representation"


@pytest.mark.parametrize(
    "prefer",
    [
        "",
        "return",
        "return=",
        "return=minimal",
        "return=minimal, return=representation",
        "x-return=representation",
        "noreturn=representation",
        'foo="return=representation"',
        'foo="a, return=representation"',
        "foo; return=representation",
        "return=representations",
        'return="',
    ],
)
def test_a_client_prefers_something_else(evening: Evening, match: str, prefer: str) -> None:
    response = evening.scorer.post(f"{match}/hands", round_of(1, 2, 3), Prefer=prefer)
    assert "hands" not in json_of(response, 201)
    assert "Preference-Applied" not in response.headers


# -- bodies and keys -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("coding", ["gzip", "br", "GZIP", "identity, gzip"])
def test_a_compressed_body_is_refused_as_such(evening: Evening, match: str, coding: str) -> None:
    body = gzip.compress(json.dumps(round_of(1, 2, 3)).encode())
    headers = {"Content_Encoding": coding, "Content-Type": "application/json"}
    for response in (
        evening.scorer.post(f"{match}/hands", body, **headers),
        evening.scorer.put(f"{match}/settlement", body, "*", **headers),
        evening.scorer.post(f"{match}/undo", body, **headers),
        Api().post("/games/points/score", body, **headers),
    ):
        assert "Content-Encoding" in problem(response, 415, "unsupported-media-type")["detail"]
        assert response.headers["Accept-Encoding"] == "identity"
    json_of(evening.scorer.post(f"{match}/hands", round_of(1, 2, 3), Content_Encoding="identity"), 201)


@pytest.mark.parametrize(
    ("authorization", "error"),
    [
        (None, None),
        ("Basic YTpi", None),
        ("Bearer", None),
        ("Bearer ", None),
        ("Bearer x", "invalid_token"),
        ("bearer 0123456789abcdef.012345678901234567890123", "invalid_token"),
    ],
)
def test_the_challenge_says_whether_the_key_was_wrong(
    evening: Evening, match: str, authorization: str | None, error: str | None
) -> None:
    headers = {} if authorization is None else {"Authorization": authorization}
    for path in (match, evening.path, f"{match}/events", f"{match}/hands/1"):
        response = Api().get(path, **headers)
        problem(response, 401, "key-needed")
        expected = f'Bearer realm="tables", error="{error}"' if error else 'Bearer realm="tables"'
        assert response.headers["WWW-Authenticate"] == expected


def test_the_challenge_says_that_a_key_may_only_read(evening: Evening, match: str) -> None:
    response = evening.viewer.post(f"{match}/hands", round_of(1, 2, 3))
    problem(response, 403, "read-only-key")
    assert response.headers["WWW-Authenticate"] == 'Bearer realm="tables", error="insufficient_scope"'


def test_a_stored_answer_keeps_its_language(evening: Evening, match: str) -> None:
    first = evening.scorer.post(f"{match}/hands", round_of(1, 2, 3), Idempotency_Key="one", Accept_Language="pt-BR")
    again = evening.scorer.post(f"{match}/hands", round_of(1, 2, 3), Idempotency_Key="one", Accept_Language="de")
    assert again.content == first.content
    assert first.headers["Content-Language"] == again.headers["Content-Language"] == "pt-BR"


# -- addresses and queries -------------------------------------------------------------------------------------


def test_a_hand_has_one_address(evening: Evening, match: str) -> None:
    evening.record(match, 1, 2, 3)
    json_of(evening.viewer.get(f"{match}/hands/1"))
    for number in ("01", "001", "+1", "1.0", "٣", "%31%20"):
        problem(evening.viewer.get(f"{match}/hands/{number}"), 404, "not-found")
        problem(evening.scorer.put(f"{match}/hands/{number}", round_of(9, 9, 9), "*"), 404, "not-found")


@pytest.mark.parametrize(
    "path",
    [
        "{table}/matches?limit=1&limit=2",
        "{table}/matches?limit=1&limit=1",
        "{match}/hands?cursor=0&limit=1&cursor=1",
        "{match}/export?format=csv&format=json",
        "/rules/search?q=a&q=b",
        "/rules/skat?lang=de&lang=en",
    ],
)
def test_a_parameter_is_there_once(evening: Evening, match: str, path: str) -> None:
    answer = problem(evening.viewer.get(path.format(table=evening.path, match=match)), 400, "malformed")
    assert answer["errors"][0]["code"] == "parameter_twice"
    assert answer["errors"][0]["parameter"] in path
    assert "pointer" not in answer["errors"][0]


def test_a_dry_run_that_is_said_twice_records_nothing(evening: Evening, match: str) -> None:
    problem(evening.scorer.post(f"{match}/hands?dry_run=true&dry_run=false", round_of(1, 2, 3)), 400)
    assert json_of(evening.viewer.get(match))["hand_count"] == 0


@pytest.mark.parametrize(
    ("query", "parameter"), [("q=%ff", "q"), ("q=%C3", "q"), ("q=a&game=%ED%A0%80", "game"), ("q=a&%FF=1", "\ufffd")]
)
def test_a_query_is_in_utf_8(api: Api, query: str, parameter: str) -> None:
    error = problem(api.get(f"/rules/search?{query}"), 400, "malformed")["errors"][0]
    assert (error["parameter"], error["code"]) == (parameter, "not_unicode")


def test_a_replacement_character_that_was_sent_is_a_character(api: Api) -> None:
    json_of(api.get("/rules/search?q=%EF%BF%BD%C3%A9"))


# -- through the server ----------------------------------------------------------------------------------------


@pytest.fixture
def watched(server: str) -> tuple[str, dict[str, str]]:
    """The address of a match on the real server, and the headers with its key."""
    made = loopback.post(f"{server}/api/v1/tables", json={"name": "x"}, timeout=60).json()
    headers = {"Authorization": f"Bearer {made['keys']['scorer']}"}
    body = {"game": "points", "players": ["Ada", "Ben"]}
    match = loopback.post(f"{server}/api/v1/tables/{made['id']}/matches", json=body, headers=headers, timeout=60).json()
    return f"{server}/api/v1/matches/{match['id']}", headers


@pytest.mark.parametrize(
    "path",
    ["/api/v1/games%2Fskat", "/api/v1/games%2fskat", "/api%2Fv1/games", "/rules%2Fskat", "/static%2Fcardtable.css"],
)
def test_an_encoded_slash_separates_nothing(server: str, path: str) -> None:
    assert loopback.get(f"{server}{path}", timeout=60).status_code == 404


def test_other_encoded_characters_are_what_they_stand_for(server: str) -> None:
    assert loopback.get(f"{server}/api/v1/games/%73kat", timeout=60).json()["slug"] == "skat"
    answer = loopback.get(f"{server}/api/v1/games/%2573kat", timeout=60)
    assert answer.status_code == 404


def _stream(address: str, headers: dict[str, str]) -> tuple[int, str]:
    with loopback.Client(timeout=60) as http, http.stream("GET", address, headers=headers) as response:
        return response.status_code, response.headers["Content-Type"]


@pytest.mark.parametrize("accept", ["*/*", "text/event-stream", "text/*;q=0.5", "application/json, text/event-stream"])
def test_a_stream_is_sent_to_whom_it_suits(watched: tuple[str, dict[str, str]], accept: str) -> None:
    match, headers = watched
    status, kind = _stream(f"{match}/events", {**headers, "Accept": accept})
    assert (status, kind) == (200, "text/event-stream; charset=utf-8")


@pytest.mark.parametrize(
    ("further", "accept", "status"),
    [
        ("/events?foo=1", "*/*", 400),
        ("/events?token=", "*/*", 200),
        ("/events?token=x&token=y", "*/*", 400),
        ("/events?token=x&foo=", "*/*", 400),
        ("/events", "application/json", 406),
        ("/events", "text/event-stream;q=0", 406),
        ("/events", "text/event-stream;q=0, */*", 406),
        ("%2Fevents", "*/*", 404),
    ],
)
def test_a_stream_is_refused_like_anything_else(
    watched: tuple[str, dict[str, str]], further: str, accept: str, status: int
) -> None:
    match, headers = watched
    actual, kind = _stream(f"{match}{further}", {**headers, "Accept": accept})
    assert (actual, kind.startswith("text/event-stream")) == (status, status == 200)


def test_a_page_has_one_address_too() -> None:
    client: Any = Client()
    assert client.get("/matches/x/hands/01").status_code == 404
