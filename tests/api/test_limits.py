"""Rate limits, and what programs on other sites may read."""

from __future__ import annotations

from typing import Any

import pytest

from companion.http.rate_limits import WINDOW_SECONDS, Counter, counter
from tests.api.conftest import Api, Evening, json_of, problem, round_of

ELSEWHERE = {"Origin": "https://cards.example"}


def test_it_works(api: Api, settings: Any) -> None:
    settings.RATE_LIMITS = {"open": 3, "key": 0, "tables": 1}
    for left in (2, 1, 0):
        response = api.get("/games")
        assert response.headers["RateLimit-Policy"] == f'"open";q=3;w={WINDOW_SECONDS}'
        assert response.headers["RateLimit"].startswith(f'"open";r={left};t=')
    response = api.get("/games")
    problem(response, 429, "too-many-requests")
    assert 1 <= int(response.headers["Retry-After"]) <= WINDOW_SECONDS
    assert response.headers["RateLimit"].startswith('"open";r=0;t=')


def test_each_limit_counts_for_itself(settings: Any, evening: Evening) -> None:
    settings.RATE_LIMITS = {"open": 1, "key": 2, "tables": 1}
    counter.reset()
    api = Api()
    json_of(api.get("/games"))
    json_of(api.post("/tables", {}), 201)
    problem(api.post("/tables", {}), 429)
    problem(api.get("/nothing"), 429)
    for _ in range(2):
        json_of(evening.scorer.get(evening.path))
    problem(evening.scorer.get(evening.path), 429)


def test_a_table_keeps_so_many_matches(settings: Any, evening: Evening) -> None:
    settings.MAX_MATCHES_PER_TABLE = 2
    for _ in range(2):
        evening.match()
    refused = evening.scorer.post(f"{evening.path}/matches", {"game": "points", "players": ["Ada", "Ben"]})
    [fault] = problem(refused, 422)["errors"]
    assert (fault["code"], fault["detail"]) == ("table_full", "A table keeps at most 2 matches.")


def test_a_limit_of_nothing_is_none(api: Api, settings: Any) -> None:
    settings.RATE_LIMITS = {"open": 0, "key": 0, "tables": 0}
    for _ in range(5):
        assert "RateLimit" not in api.get("/games").headers


def test_addresses_are_counted_apart_and_anew_every_minute() -> None:
    now = [0.0]
    own = Counter(lambda: now[0])
    assert [own.count("open", who)[0] for who in ("a", "a", "b")] == [1, 2, 1]
    assert own.count("key", "a") == (1, WINDOW_SECONDS + 1)
    now[0] = WINDOW_SECONDS - 0.5
    assert own.count("open", "a") == (3, 1)
    now[0] = WINDOW_SECONDS
    assert own.count("open", "a")[0] == 1


def test_requests_that_fail_count_too(api: Api, settings: Any) -> None:
    settings.RATE_LIMITS = {"open": 9, "key": 9, "tables": 9}
    counter.reset()
    assert api.get("/nothing").headers["RateLimit"].startswith('"open";r=8;')
    assert Api("wrong").get("/matches/x").headers["RateLimit"].startswith('"key";r=8;')
    assert api.get("/games", If_None_Match="*").headers["RateLimit"].startswith('"open";r=7;')


@pytest.mark.parametrize("known", ["", "*"])
def test_programs_on_other_sites_may_read_everything(evening: Evening, match: str, known: str) -> None:
    key = evening.scorer
    answers = [
        key.get("/games", If_None_Match=known, **ELSEWHERE),
        key.get(match, If_None_Match=known, **ELSEWHERE),
        key.get("/nothing", **ELSEWHERE),
        key.post(f"{match}/hands", round_of(1), **ELSEWHERE),
        key.post(f"{match}/hands", round_of(1, 2, 3), **ELSEWHERE),
        Api().get(match, **ELSEWHERE),
        key.put(f"{match}/hands/1", round_of(1, 2, 3), 0, **ELSEWHERE),
        key.get("/openapi.json", **ELSEWHERE),
    ]
    assert (304 in [answer.status_code for answer in answers]) == bool(known)
    for answer in answers:
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer.headers
        exposed = {name.strip() for name in answer.headers["Access-Control-Expose-Headers"].split(",")}
        assert {"ETag", "Location", "Retry-After", "RateLimit", "RateLimit-Policy"} <= exposed


def test_too_many_requests_can_be_read_elsewhere(api: Api, settings: Any) -> None:
    settings.RATE_LIMITS = {"open": 1, "key": 1, "tables": 1}
    api.get("/games")
    response = api.get("/games", **ELSEWHERE)
    assert response.status_code == 429
    assert response.headers["Access-Control-Allow-Origin"] == "*"


def test_browsers_may_ask_beforehand(api: Api) -> None:
    headers = {"Access_Control_Request_Method": "PUT", "Access_Control_Request_Headers": "authorization, if-match"}
    response = api.ask("OPTIONS", "/matches/x/hands/1", **ELSEWHERE, **headers)
    assert response.status_code == 200
    assert "PUT" in response.headers["Access-Control-Allow-Methods"]
    allowed = response.headers["Access-Control-Allow-Headers"]
    for name in ("authorization", "content-type", "idempotency-key", "if-match", "if-none-match", "last-event-id"):
        assert name in allowed


def test_pages_are_not_for_other_sites(api: Api) -> None:
    assert "Access-Control-Allow-Origin" not in api.http.get("/health", headers=ELSEWHERE).headers


def test_what_a_key_opens_is_kept_by_nobody_in_between(evening: Evening, match: str) -> None:
    for path in (evening.path, match, f"{match}/hands", f"{evening.path}/standings", f"{match}/export"):
        assert "private" in evening.viewer.get(path).headers["Cache-Control"]
    made = Api().post("/tables", {})
    assert "private" in made.headers["Cache-Control"]
    assert "no-store" in Api().get(match).headers["Cache-Control"]


def test_where_https_is_meant_nothing_is_answered_in_the_clear(api: Api, settings: Any) -> None:
    settings.HTTPS = True
    problem(api.get("/games"), 403, "https-needed")
    assert api.http.get("/api/v1/games", secure=True).status_code == 200


def test_nothing_that_is_read_changes_anything(evening: Evening, match: str) -> None:
    evening.record(match, 1, 2, 3)
    before = json_of(evening.viewer.get(f"{match}/history"))
    for path in (evening.path, match, f"{match}/hands/1", f"{match}/export?format=csv", f"{evening.path}/matches"):
        evening.scorer.get(path, Idempotency_Key="k")
    assert json_of(evening.viewer.get(f"{match}/history")) == before
