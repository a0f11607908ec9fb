"""GET /games and /games/{slug}."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.engine.cards import PACK_32, Pack, cards_allowed, pack
from scoring.games import all_games
from tests.api.conftest import Api, json_of, problem
from tests.json_schema import Validator

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
def test_the_schema_of_a_hand_alone(api: Api, slug: str) -> None:
    """For a program that plays one game: whole, or by kind; each example fits its own kind and no other."""
    game = json_of(api.get(f"/games/{slug}"))
    assert json_of(api.get(game["links"]["hand"].removeprefix("/api/v1"))) == game["hand"]
    for example in game["examples"]:
        for kind in game["kinds"]:
            schema = json_of(api.get(f"/games/{slug}/hand?kind={kind}"))
            assert (Validator(schema).errors(example["hand"]) == []) == (kind == example["kind"])
    problem(api.get(f"/games/{slug}/hand?kind=no-such"), 404, "not-found")


def test_the_schema_of_a_kind_of_hand_is_short(api: Api) -> None:
    assert len(api.get("/games/skat/hand?kind=suit").content) < 6_000


@pytest.mark.parametrize("slug", SLUGS)
def test_points_of_examples_are_written_as_in_every_answer(api: Api, slug: str) -> None:
    text = api.get(f"/games/{slug}").content.decode()
    examples = text[text.index('"examples":') :]
    assert ".0," not in examples
    assert ".0]" not in examples


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


def _schemas(schema: Any) -> Iterator[dict[str, Any]]:
    """A schema and every schema within it."""
    if isinstance(schema, list):
        for item in schema:
            yield from _schemas(item)
    elif isinstance(schema, dict):
        yield schema
        for word in ("$defs", "properties"):
            for named in schema.get(word, {}).values():
                yield from _schemas(named)
        for word in ("items", "anyOf", "oneOf", "prefixItems"):
            yield from _schemas(schema.get(word))


@pytest.mark.parametrize(
    ("slug", "pack"), [("belote", PACK_32), ("twenty-nine", PACK_32), ("mate", pack("A 10 K Q 7"))]
)
def test_a_card_field_allows_the_cards_of_this_pack(api: Api, slug: str, pack: Pack) -> None:
    game = json_of(api.get(f"/api/v1/games/{slug}"))
    fields = [one for part in ("hand", "trick") for one in _schemas(game[part]) if cards_allowed(one)]
    own = [set(cards_allowed(field)) for field in fields if "JK" not in cards_allowed(field)]
    assert len(own) >= 3
    assert all(cards == set(pack.cards) for cards in own)
    shared = [field for field in fields if "JK" in cards_allowed(field)]
    assert shared == [game["trick"]["$defs"]["Play"]["properties"]["card"]], "narrowed beside the reference to Play"


def test_a_card_of_another_pack_is_refused_by_the_game_itself(api: Api) -> None:
    request = {"players": 4, "plays": [{"seat": 0, "card": "6C"}], "trump": "H"}
    refused = problem(api.post("/api/v1/games/belote/trick", request), 422, pointer="/plays/0/card")
    assert [error["code"] for error in refused["errors"]] == ["card_unknown"]


def test_a_field_for_certain_cards_allows_no_others(api: Api) -> None:
    game = json_of(api.get("/api/v1/games/gong-zhu"))
    for model in (game["hand"], game["trick"]):
        assert set(cards_allowed(model["properties"]["exposed"]["items"])) == {"AH", "QS", "JD", "10C"}
