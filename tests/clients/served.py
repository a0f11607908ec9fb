"""What a client author starts from: the served OpenAPI document, its operations, and examples for each of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.test import Client

METHODS = ("get", "post", "put", "patch", "delete")
OPENAPI = "/api/v1/openapi.json"


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


def score_examples() -> Iterator[tuple[str, str, dict[str, Any], list[float]]]:
    """The examples of every game's own page: slug, title, body for ``score``, points of the last hand."""
    for brief in json.loads(get("/api/v1/games"))["games"]:
        for example in json.loads(get(f"/api/v1/games/{brief['slug']}"))["examples"]:
            yield brief["slug"], f"{example['kind']}: {example['title']}", example["request"], example["points"]


def same_json(one: Any, other: Any) -> bool:
    """Whether two values are the same JSON: ``1``, ``1.0`` and ``true`` differ."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
