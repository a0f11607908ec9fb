"""GET /games and /games/{slug}."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.games import all_games
from tests.api.conftest import Api, json_of, problem

SLUGS = sorted(all_games())


def test_it_works(api: Api) -> None:
    games = json_of(api.get("/games"))["games"]
    assert [game["slug"] for game in games] == list(all_games())
    points = next(game for game in games if game["slug"] == "points")
    assert points["name"] == "Points"
    assert points["players"] == list(range(1, 13))
    assert points["links"]["score"] == "/api/v1/games/points/score"
    assert {"native_names", "aliases", "family", "summary"} <= set(points)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_tells_what_a_program_needs(api: Api, slug: str) -> None:
    game = json_of(api.get(f"/games/{slug}"))
    assert [one["players"] for one in game["seating"]] == game["players"]
    for one in game["seating"]:
        seats = sorted(seat for side in one["sides"] for seat in side)
        assert set(seats) <= set(one["seats"]) == set(range(one["players"]))
    for name, option in game["options"].get("properties", {}).items():
        assert option["title"], name
        assert option["description"], name
    assert {example["kind"] for example in game["examples"]} == set(game["kinds"])
    assert ("trick" in game) == ("trick" in game["links"])


@pytest.mark.parametrize("slug", SLUGS)
def test_every_example_is_scored_as_it_stands(api: Api, slug: str) -> None:
    for example in json_of(api.get(f"/games/{slug}"))["examples"]:
        answer = json_of(api.post(f"/games/{slug}/score", example["request"]))
        assert answer["hands"][-1]["points"] == example["points"]
        assert answer["hands"][-1]["kind"] == example["kind"]
        assert example["request"]["hands"][-1] == example["hand"]


def test_the_options_have_limits_and_defaults(api: Api) -> None:
    options = json_of(api.get("/games/points"))["options"]["properties"]
    assert options["rounds"]["maximum"] == 500
    assert options["winner_is"]["enum"] == ["highest", "lowest"]
    assert options["winner_is"]["default"] == "highest"


def test_partners_sit_across(api: Api) -> None:
    assert json_of(api.get("/games/truco"))["seating"] == [
        {"players": 4, "seats": [0, 1, 2, 3], "sides": [[0, 2], [1, 3]]}
    ]


def test_an_unknown_game_is_not_found(api: Api) -> None:
    problem(api.get("/games/whist-of-mars"), 404, "not-found")


def test_what_is_known_already_is_not_sent_again(api: Api) -> None:
    for path in ("/games", "/games/points"):
        tag = api.get(path).headers["ETag"]
        again = api.get(path, If_None_Match=f'"x", W/{tag}')
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["ETag"] == tag
        assert api.get(path, If_None_Match='"x"').status_code == 200


def test_the_database_is_not_asked(api: Api) -> None:
    with CaptureQueriesContext(connection) as queries:
        api.get("/games")
        api.get("/games/points")
    assert not queries.captured_queries
