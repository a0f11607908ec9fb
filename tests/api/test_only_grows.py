"""v1 only grows: what the documents of releases promise, today's document promises, too."""

from __future__ import annotations

import copy
import json
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scoring.api.views.documentation import document
from tests.api.openapi_changes import breaking_changes

RELEASES = Path(__file__).parents[1] / "upgrade" / "releases"
Json = dict[str, Any]


def _plain(part: str) -> Json:
    found: Json = json.loads(json.dumps(document(part)))
    return found


@pytest.mark.parametrize("release", sorted(folder.name for folder in RELEASES.iterdir()))
def test_nothing_of_a_release_is_gone(release: str) -> None:
    old = json.loads(lzma.decompress((RELEASES / release / "openapi.json.xz").read_bytes()))
    assert old["info"]["version"] == release
    assert breaking_changes(old, _plain("")) == []


@pytest.fixture(scope="module")
def core() -> Json:
    """Today's document without the models of games."""
    return _plain("core")


def _schemas(document: Json) -> Json:
    schemas: Json = document["components"]["schemas"]
    return schemas


def _operation(document: Json, path: str, method: str) -> Json:
    operation: Json = document["paths"][f"/api/v1{path}"][method]
    return operation


def _score(document: Json) -> Json:
    body: Json = _schemas(document)["ScoreBody"]
    return body


BREAKING: dict[str, Callable[[Json], Any]] = {
    "GET /api/v1/games: the operation is gone": lambda d: d["paths"].pop("/api/v1/games"),
    "POST /api/v1/matches/{id}/undo: the operation is gone": lambda d: d["paths"]["/api/v1/matches/{id}/undo"].clear(),
    "the operationId is another one": lambda d: _operation(d, "/games", "get").update(operationId="list_games"),
    "it needs a key now": lambda d: _operation(d, "/games", "get").update(security=[{"key": []}]),
    "the parameter limit is gone": lambda d: _operation(d, "/rules/search", "get").update(
        parameters=[one for one in _operation(d, "/rules/search", "get")["parameters"] if one["name"] != "limit"]
    ),
    "the parameter mood is needed now": lambda d: (
        _operation(d, "/games", "get")
        .setdefault("parameters", [])
        .append({"in": "query", "name": "mood", "required": True, "schema": {"type": "string"}})
    ),
    "the status 201 is gone": lambda d: _operation(d, "/tables", "post")["responses"].pop("201"),
    "text/csv is gone": lambda d: _operation(d, "/matches/{id}/export", "get")["responses"]["200"]["content"].pop(
        "text/csv"
    ),
    "the schema Match is gone": lambda d: d.update(_renamed(d, "Match")),
    ".options: the property is gone": lambda d: _score(d)["properties"].pop("options"),
    ".mood: the property is needed now": lambda d: _score(d)["required"].append("mood"),
    "maxItems is 10 now": lambda d: _score(d)["properties"]["hands"].update(maxItems=10),
    "minItems is 2 now": lambda d: _score(d)["properties"]["hands"].update(minItems=2),
    "the type array is string now": lambda d: _score(d)["properties"]["hands"].update(type="string"),
    "values are no longer accepted": lambda d: _schemas(d)["TableBody"]["properties"]["name"].update(enum=["A"]),
    "the pattern is another one": lambda d: _schemas(d)["TableBody"]["properties"]["name"].update(pattern="^A"),
    ".totals: the property is gone": lambda d: _schemas(d)["Score"]["properties"].pop("totals"),
    ".finished: the property may be missing now": lambda d: _schemas(d)["Score"]["required"].remove("finished"),
    "the type boolean is boolean/null now": lambda d: _schemas(d)["Score"]["properties"]["finished"].update(
        type=["boolean", "null"]
    ),
    "is no longer accepted": lambda d: _score(d)["properties"]["players"].update(
        anyOf=_players(d)[:1], oneOf=_players(d)[:1]
    ),
}


def _renamed(document: Json, name: str) -> Json:
    """The document with another name for one schema."""
    text = (
        json.dumps(document).replace(f'schemas/{name}"', f'schemas/{name}2"').replace(f'"{name}": {{', f'"{name}2": {{')
    )
    renamed: Json = json.loads(text)
    return renamed


def _players(document: Json) -> list[Json]:
    players = _score(document)["properties"]["players"]
    members: list[Json] = players.get("anyOf") or players["oneOf"]
    return members


@pytest.mark.parametrize("said", BREAKING)
def test_a_breaking_change_is_found(core: Json, said: str) -> None:
    changed = copy.deepcopy(core)
    BREAKING[said](changed)
    lines = breaking_changes(core, changed)
    assert any(said in line for line in lines), lines


GROWTH: dict[str, Callable[[Json], Any]] = {
    "an operation": lambda d: d["paths"].update({"/api/v1/dice": {"get": _operation(d, "/games", "get")}}),
    "a parameter": lambda d: (
        _operation(d, "/games", "get")
        .setdefault("parameters", [])
        .append({"in": "query", "name": "mood", "schema": {"type": "string"}})
    ),
    "a property of a request": lambda d: _score(d)["properties"].update(mood={"type": "string"}),
    "a property of an answer": lambda d: _schemas(d)["Score"]["properties"].update(mood={"type": "string"}),
    "a property that an answer always has": lambda d: (
        _schemas(d)["Score"]["properties"].update(mood={"type": "string"}),
        _schemas(d)["Score"]["required"].append("mood"),
    ),
    "a wider limit": lambda d: _score(d)["properties"]["hands"].update(maxItems=5_000),
    "a status": lambda d: _operation(d, "/games", "get")["responses"].update({"202": {"description": "Later."}}),
    "another description": lambda d: _operation(d, "/games", "get").update(description="All of them."),
    "nothing": lambda d: None,
}


@pytest.mark.parametrize("what", GROWTH)
def test_growth_breaks_nothing(core: Json, what: str) -> None:
    changed = copy.deepcopy(core)
    GROWTH[what](changed)
    assert breaking_changes(core, changed) == []
