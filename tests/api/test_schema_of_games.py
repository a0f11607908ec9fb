"""The OpenAPI document, game by game: matches and hands are typed, and a game has a document of its own."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import pytest
from django.http import HttpResponse
from openapi_schema_validator import OAS31Validator
from openapi_spec_validator import validate

from scoring.api.openapi.game_models import title_of
from scoring.games import all_games, get
from tests.api.conftest import Api, Evening, json_of, problem

NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana"]


@cache
def document(path: str = "/openapi.json") -> dict[str, Any]:
    openapi: dict[str, Any] = json_of(Api().get(path))
    return openapi


def check(component: str, value: Any, path: str = "/openapi.json") -> None:
    """The value is as the component of the document says."""
    components = document(path)["components"]
    schema = {"$ref": f"#/components/schemas/{component}", "components": components}
    errors = [f"{error.json_path}: {error.message[:300]}" for error in OAS31Validator(schema).iter_errors(value)]
    assert not errors, (component, errors)


def is_a(component: str, value: Any) -> bool:
    schema = {"$ref": f"#/components/schemas/{component}", "components": document()["components"]}
    return bool(OAS31Validator(schema).is_valid(value))


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_matches_of_every_game_are_as_the_document_says(evening: Evening, slug: str) -> None:
    title = title_of(slug)
    hand_name = title + "Hand" if len(get(slug).hands) > 1 else get(slug).hands[0].__name__
    for example in json_of(Api().get(f"/games/{slug}"))["examples"]:
        request = example["request"]
        body = {"game": slug, "players": NAMES[: request["players"]], "options": request["options"]}
        body |= {"start": request["start"]} if "start" in request else {}
        check(f"{title}MatchBody", body)
        match = f"/matches/{json_of(evening.scorer.post(f'{evening.path}/matches', body), 201)['id']}"
        for hand in request["hands"]:
            check(hand_name, hand)
            recorded = evening.scorer.post(f"{match}/hands", hand)
            if recorded.status_code == 422:  # a question is only scored
                recorded = evening.scorer.post(f"{match}/hands?dry_run=true", hand)
                check(f"{title}RecordedHand", json_of(recorded))
            else:
                check(f"{title}RecordedHand", json_of(recorded, 201))
        check(f"{title}Match", json_of(evening.viewer.get(match)))


def test_games_and_kinds_are_told_apart(evening: Evening) -> None:
    match = {"game": "skat", "players": ["Ada", "Ben", "Cleo"], "options": {"kontra": "kontra"}}
    assert is_a("MatchBody", match)
    for wrong in ({"game": "chess"}, {"options": {"nonsense": 1}}, {"start": {"pot": 3}}, {"players": ["Ada"]}):
        assert not is_a("MatchBody", match | wrong), wrong
    hand = {"kind": "null", "declarer": 1, "outcome": {"won": True}}
    assert is_a("SkatHand", hand)
    assert is_a("HandEntry", hand)
    for wrong in ({"kind": "zero"}, {"trump": "H"}, {"declarer": "Ben"}):
        assert not is_a("SkatHand", hand | wrong), wrong
    recorded = json_of(evening.scorer.post(f"{evening.match(game='skat')}/hands", hand), 201)
    assert is_a("RecordedHand", recorded)
    others: list[dict[str, Any]] = [{"game": "truco"}, {"details": {"won": "yes"}}, {"input": hand | {"kind": "round"}}]
    for wrong in others:
        assert not is_a("RecordedHand", recorded | wrong), wrong


@pytest.mark.parametrize("part", ["core", "gong-zhu"])
def test_a_part_of_the_document_is_valid_and_its_examples_are_right(part: str) -> None:
    openapi = document(f"/openapi/{part}.json")
    validate(openapi)
    seen, validator = 0, OAS31Validator
    for path, methods in openapi["paths"].items():
        for operation in methods.values():
            bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
            for content in (content for body in bodies for content in body.get("content", {}).values()):
                schema = {**content["schema"], "components": openapi["components"]}
                for example in content.get("examples", {}).values():
                    found = validator(schema).iter_errors(example["value"])
                    errors = [f"{one.json_path}: {one.message[:300]}" for one in found]
                    assert not errors, (path, errors)
                    seen += 1
    assert seen > 80


def test_the_core_has_every_call_and_no_game() -> None:
    core, whole = document("/openapi/core.json")["paths"], document()["paths"]
    of_games = re.compile(r"/api/v1/games/[a-z-]+/(score|trick)")
    assert {path for path in whole if not of_games.fullmatch(path)} == set(core) - {
        f"/api/v1/games/{{slug}}/{what}" for what in ("score", "trick")
    }
    names = set(document("/openapi/core.json")["components"]["schemas"])
    assert not [name for name in names if name.startswith(tuple(title_of(slug) for slug in all_games()))]
    assert len(json.dumps(document("/openapi/core.json"))) < len(json.dumps(document())) / 2


def test_the_document_of_a_game_has_the_components_of_the_whole_one() -> None:
    of_skat, whole = (document(path)["components"]["schemas"] for path in ("/openapi/skat.json", "/openapi.json"))
    own = {name for name in whole if name.startswith("Skat")}
    assert {name: of_skat[name] for name in own} == {name: whole[name] for name in own}
    assert not [name for name in of_skat if name.startswith("Truco")]
    assert {"SkatMatch", "SkatMatchBody", "SkatHand", "SkatRecordedHand", "SkatDetails"} <= own


def test_parts_are_cached_and_others_do_not_exist(api: Api) -> None:
    response = api.get("/openapi/skat.json")
    assert "max-age" in response.headers["Cache-Control"]
    again = api.get("/openapi/skat.json", If_None_Match=response.headers["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    problem(api.get("/openapi/chess.json"), 404, "not-found")


_NULL_HAND = {"players": 3, "hands": [{"kind": "null", "declarer": 1, "outcome": {"won": True}}]}


def follow(link: dict[str, Any], asked: dict[str, str], response: HttpResponse) -> tuple[str, dict[str, str]]:
    """The path and the parameters of the request that a link leads to. asked: the parameters of the request before."""
    body, values = json.loads(response.content), {}
    for name, expression in link["parameters"].items():
        source, _, field = expression.replace("#/", ".").rpartition(".")
        sources = {"$request.path": asked, "$response.header": response.headers, "$response.body": body}
        values[name] = str(sources[source][field])
    calls = {one["operationId"]: path for path, ways in document()["paths"].items() for one in ways.values()}
    return calls[link["operationId"]].format(**values), values


def links_of(path: str, method: str, status: int = 201) -> dict[str, Any]:
    found: dict[str, Any] = document()["paths"][f"/api/v1{path}"][method]["responses"][str(status)]["links"]
    return found


def test_links_lead_through_an_evening(db: None) -> None:
    """Each request is made from a link and the answer before it alone."""
    made = Api().post("/tables", {"players": ["Ada", "Ben"]})
    scorer = Api(json_of(made, 201)["keys"]["scorer"])
    path, asked = follow(links_of("/tables", "post")["matches_start"], {}, made)
    started = scorer.post(path, {"game": "points", "players": ["Ada", "Ben"]})
    path, asked = follow(links_of("/tables/{id}/matches", "post")["hands_record"], asked, started)
    recorded = scorer.post(path, {"kind": "round", "scores": [3, 4]})
    links = links_of("/matches/{id}/hands", "post")
    path, to_correct = follow(links["hands_correct"], asked, recorded)
    corrected = scorer.put(path, {"kind": "round", "scores": [5, 4]}, to_correct["header.If-Match"])
    assert json_of(corrected)["totals"] == [5, 4]
    path, _ = follow(links_of("/matches/{id}/hands/{number}", "put", 200)["matches_undo"], to_correct, corrected)
    assert json_of(scorer.post(path))["totals"] == [3, 4]
    path, _ = follow(links["matches_export"], asked, recorded)
    assert json_of(scorer.get(path))["matches"][0]["totals"] == [3, 4]


def test_every_link_from_an_answer_can_be_followed(db: None) -> None:
    """What is read answers 200; what is changed is at an address that is known whole, with the ETag of the answer."""
    made = Api().post("/tables", {"players": ["Ada", "Ben"]})
    scorer, table = Api(json_of(made, 201)["keys"]["scorer"]), f"/tables/{json_of(made, 201)['id']}"
    started = scorer.post(f"{table}/matches", {"game": "points", "players": ["Ada", "Ben"]})
    at_table, in_match = {"id": json_of(made, 201)["id"]}, {"id": json_of(started, 201)["id"]}
    match = f"/matches/{in_match['id']}"
    answers: list[tuple[str, str, dict[str, str], HttpResponse]] = [
        ("/tables", "post", {}, made),
        ("/tables/{id}", "get", at_table, scorer.get(table)),
        ("/tables/{id}/matches", "get", at_table, scorer.get(f"{table}/matches")),
        ("/tables/{id}/matches", "post", at_table, started),
        ("/matches/{id}/hands", "post", in_match, scorer.post(f"{match}/hands", {"kind": "round", "scores": [3, 4]})),
        ("/matches/{id}/hands/{number}", "get", in_match | {"number": "1"}, scorer.get(f"{match}/hands/1")),
        ("/matches/{id}/undo", "post", in_match, scorer.post(f"{match}/undo")),
        ("/matches/{id}/redo", "post", in_match, scorer.post(f"{match}/redo")),
        ("/matches/{id}", "get", in_match, scorer.get(match)),
        ("/matches/{id}/settlement", "get", in_match, scorer.get(f"{match}/settlement")),
        ("/tables/{id}/webhooks", "post", at_table, scorer.post(f"{table}/webhooks", {"url": "https://club.example/"})),
        ("/games/skat/score", "post", {}, scorer.post("/games/skat/score", _NULL_HAND)),
    ]
    reads = {one["get"]["operationId"] for one in document()["paths"].values() if "get" in one}
    seen = 0
    for path, method, asked, response in answers:
        for name, link in links_of(path, method, response.status_code).items():
            target, values = follow(link, asked, response)
            assert "{" not in target
            assert values.get("header.If-Match", response.headers.get("ETag")) == response.headers.get("ETag"), name
            if name in reads and name not in {
                "matches_events",
                "tables_events",
                "events_stream",
            }:  # streams are answered outside Django
                assert scorer.get(target).status_code == 200, (path, name)
            seen += 1
    assert seen > 90


def test_every_link_names_an_operation_and_its_parameters() -> None:
    operations = {one["operationId"]: one for ways in document()["paths"].values() for one in ways.values()}
    seen = 0
    for operation in operations.values():
        for response in operation["responses"].values():
            for link in response.get("links", {}).values():
                known = {(one["in"], one["name"]) for one in operations[link["operationId"]].get("parameters", ())}
                for name in link["parameters"]:
                    place, _, short = name.rpartition(".")
                    assert (place or "path", short) in known, (link, name)
                seen += 1
    assert seen > 300
