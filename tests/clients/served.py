"""What client authors have: the served OpenAPI document, its operations, and examples for each of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from django.test import Client

from rulesref.files import load_yaml
from scoring.games import all_games

METHODS = ("get", "post", "put", "patch", "delete")
OPENAPI = "/api/v1/openapi.json"
EXAMPLES = Path(__file__).parents[2] / "rulesref" / "content" / "examples"
NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana"]


@dataclass(frozen=True)
class ResponseExample:
    """An answer of an operation, as the document shows it."""

    title: str
    status: int
    media_type: str
    value: Any


@dataclass(frozen=True)
class Operation:
    """An operation of the document. requests, responses: its examples."""

    id: str
    method: str
    path: str
    tag: str
    requests: dict[str, Any] = field(default_factory=dict)
    responses: list[ResponseExample] = field(default_factory=list)


def described() -> list[Operation]:
    """The operations of the served document."""
    return list(operations(json.loads(get(OPENAPI))))


def get(path: str) -> bytes:
    """The body that the API serves at this path."""
    response = Client().get(path)
    assert response.status_code == 200, response.content[:500]
    return bytes(response.content)


def operations(document: dict[str, Any]) -> Iterator[Operation]:
    """Every operation of the document with all its examples."""
    for path, methods in document["paths"].items():
        for method, described in methods.items():
            if method in METHODS:
                operation = Operation(described["operationId"], method, path, described["tags"][0])
                for _, title, value in _examples(described.get("requestBody", {})):
                    operation.requests[title] = value
                for status, response in described["responses"].items():
                    for media_type, title, value in _examples(response):
                        operation.responses.append(ResponseExample(title, int(status), media_type, value))
                yield operation


def _examples(body: dict[str, Any]) -> Iterator[tuple[str, str, Any]]:
    for media_type, content in body.get("content", {}).items():
        for title, example in content.get("examples", {}).items():
            yield media_type, title, example["value"]


@cache
def games() -> list[tuple[str, dict[str, Any]]]:
    """Slug and page of every game."""
    slugs = [brief["slug"] for brief in json.loads(get("/api/v1/games"))["games"]]
    return [(slug, json.loads(get(f"/api/v1/games/{slug}"))) for slug in slugs]


def score_examples() -> Iterator[tuple[str, str, dict[str, Any], list[float]]]:
    """The examples of every game's own page: slug, title, body for ``score``, points of the last hand."""
    for slug, game in games():
        for example in game["examples"]:
            yield slug, f"{example['kind']}: {example['title']}", example["request"], example["points"]


def worked_examples() -> Iterator[tuple[str, str, dict[str, Any], list[float]]]:
    """The worked examples of the rules that can have happened, in the same form."""
    for slug in all_games():
        for example in load_yaml((EXAMPLES / f"{slug}.yaml").read_text(encoding="utf-8")):
            if "points" in example["expect"]:
                body = {name: example[name] for name in ("players", "options", "start", "hands") if name in example}
                yield slug, example["title"], body, example["expect"]["points"]


def matches() -> Iterator[tuple[str, dict[str, Any]]]:
    """A match of every game: its slug; the request that starts it, the hands, and the totals after them."""
    for slug, game in games():
        request = game["examples"][0]["request"]
        body = {"game": slug, "players": NAMES[: request["players"]], "options": request["options"]}
        start = {"start": request["start"]} if "start" in request else {}
        scored = Client().post(f"/api/v1/games/{slug}/score", request, content_type="application/json")
        totals = scored.json()["totals"]
        yield slug, {"match": {**body, **start}, "hands": request["hands"], "totals": totals}


def option_values() -> Iterator[tuple[str, str, Any]]:
    """Values of every house rule that its schema names: slug, name of the option, value."""
    for slug, game in games():
        for name, schema in game["options"].get("properties", {}).items():
            for branch in (schema, *schema.get("anyOf", ())):
                values = [branch[word] for word in ("default", "const", "minimum", "maximum") if word in branch]
                values += [True, False] if branch.get("type") == "boolean" else branch.get("enum", [])
                yield from ((slug, name, value) for value in values if value is not None)


def same_json(one: Any, other: Any) -> bool:
    """Whether two values are the same JSON: ``1``, ``1.0`` and ``true`` differ, two notations of a time do not."""
    return json.dumps(_comparable(one), sort_keys=True) == json.dumps(_comparable(other), sort_keys=True)


def _comparable(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _comparable(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_comparable(item) for item in value]
    if isinstance(value, str) and re.match(r"\d{4}-\d\d-\d\dT", value):
        return datetime.fromisoformat(value).astimezone(UTC).isoformat()
    return value
