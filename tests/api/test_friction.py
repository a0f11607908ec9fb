"""Small things that programs stumble over: parts of a match, filters of lists, byte order marks, counting from 1."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from scoring.live.watch_access import standings
from scoring.models import Match
from tests.api.conftest import Api, Evening, json_of, problem, round_of

pytestmark = pytest.mark.django_db


# -- a match without its hands ---------------------------------------------------------------------------


def test_a_match_without_its_hands_is_the_same_but_for_the_hands(evening: Evening, match: str) -> None:
    evening.record(match, 1, 2, 3)
    whole, short = json_of(evening.viewer.get(match)), json_of(evening.viewer.get(f"{match}?hands=none"))
    assert len(whole.pop("hands")) == 1
    assert short.pop("hands") == []
    following = short.pop("hands_next")
    assert len(json_of(evening.viewer.get(following))["results"]) == 1
    assert whole.pop("hands_next") is None
    assert short == whole
    problem(evening.viewer.get(f"{match}?hands=some"), 400)


def test_each_representation_of_a_match_has_its_own_etag(evening: Evening, match: str) -> None:
    whole, short = evening.viewer.get(match), evening.viewer.get(f"{match}?hands=none")
    german = evening.viewer.get(f"{match}?hands=none", Accept_Language="de")
    tags = [answer.headers["ETag"] for answer in (whole, short, german)]
    assert len(set(tags)) == 3
    assert evening.viewer.get(f"{match}?hands=none", If_None_Match=tags[1]).status_code == 304
    assert evening.viewer.get(f"{match}?hands=none", If_None_Match=tags[0]).status_code == 200
    assert evening.viewer.get(match, If_None_Match=tags[1]).status_code == 200
    for version, (tag, title) in enumerate(zip(tags[1:], ["short", "kurz"], strict=True)):
        seen = tag.replace('"0', f'"{version}')
        json_of(evening.scorer.patch(match, {"title": title}, seen))
    problem(evening.scorer.patch(match, {"title": "late"}, tags[1]), 412)


# -- lists of matches ------------------------------------------------------------------------------------


def _listed(evening: Evening, query: str) -> list[str]:
    found, address = [], f"{evening.path}/matches?{query}"
    for _ in range(9):
        page = json_of(evening.viewer.get(address))
        found += [one["id"] for one in page["results"]]
        if not (address := page["next"]):
            return found
    raise AssertionError("the pages never end")


def test_matches_are_filtered_by_state_date_and_game(evening: Evening) -> None:
    made = [evening.match().removeprefix("/matches/") for _ in range(4)]
    made.append(evening.match(game="skat").removeprefix("/matches/"))
    first = datetime(2026, 5, 1, 23, 59, 59, 999999, tzinfo=UTC)
    for number, match_id in enumerate(made):
        Match.objects.filter(id=match_id).update(created_at=first + timedelta(days=number))
    for match_id in made[:2]:
        json_of(evening.scorer.patch(f"/matches/{match_id}", {"ended": True}, "*"))
    latest_first = made[::-1]
    assert _listed(evening, "limit=2") == latest_first
    assert _listed(evening, "state=finished&limit=1") == latest_first[3:]
    assert _listed(evening, "state=running&limit=1") == latest_first[:3]
    assert _listed(evening, "since=2026-05-02&until=2026-05-03") == [made[2], made[1]]
    assert _listed(evening, "until=2026-05-01") == [made[0]]
    assert _listed(evening, "until=2026-05-02T00:00:00Z") == [made[0]]
    assert _listed(evening, "since=2026-05-05T23:00:00%2B01:00") == [made[4]]
    assert _listed(evening, "game=points&state=running&since=2026-05-04&limit=1") == [made[3]]
    assert _listed(evening, "since=2027-01-01") == []


@pytest.mark.parametrize(
    "query", ["state=open", "since=yesterday", "until=2026-13-01", "since=", "until=9999-99", "game=nope"]
)
def test_a_filter_that_cannot_be_read_is_named(evening: Evening, query: str) -> None:
    answer = problem(evening.viewer.get(f"{evening.path}/matches?{query}"), 400)
    assert [error["parameter"] for error in answer["errors"]] == [query.partition("=")[0]]


# -- messages --------------------------------------------------------------------------------------------


def test_a_byte_order_mark_is_named(api: Api) -> None:
    body = b"\xef\xbb\xbf" + json.dumps({"players": 3, "hands": [round_of(1, 2, 3)]}).encode()
    answer = problem(api.ask("POST", "/games/points/score", body), 400, pointer="")
    assert answer["errors"][0]["code"] == "byte_order_mark"
    assert "byte order mark" in answer["detail"]


def test_hands_count_from_one(evening: Evening, match: str) -> None:
    evening.record(match, 1, 2, 3)
    for answer in (
        evening.viewer.get(f"{match}/hands/0"),
        evening.scorer.put(f"{match}/hands/0", round_of(1, 2, 3), "*"),
        evening.scorer.delete(f"{match}/hands/0", "*"),
    ):
        assert problem(answer, 404)["detail"] == "Hands count from 1."


def test_a_field_that_is_there_twice_is_named(api: Api) -> None:
    answer = problem(api.ask("POST", "/games/points/score", b'{"players": 3, "hands": [], "players": 4}'), 400)
    assert "players" in answer["detail"]


# -- what a stream says ----------------------------------------------------------------------------------


def test_an_event_has_version_hands_and_totals(evening: Evening, match: str) -> None:
    evening.record(match, 1, 2, 3)
    match_id = match.removeprefix("/matches/")
    shown = json_of(evening.viewer.get(match))
    standing = standings([match_id])[match_id]
    event, number, data, *_ = standing.event.decode().splitlines()
    assert (event, number) == ("event: version", f"id: {shown['version']}")
    said = json.loads(data.removeprefix("data: "))
    assert said == {name: shown[name] for name in ("version", "hand_count", "totals", "finished")}
    assert '"totals":[1,2,3]' in data
    json_of(evening.scorer.patch(match, {"ended": True}, "*"))
    assert b'"finished":true' in standings([match_id])[match_id].event
