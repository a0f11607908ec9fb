"""Fixtures of the API's tests: a client that speaks JSON, and a table of four."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from companion.http.rate_limits import counter
from scoring.models import Change, Hand, IdempotencyRecord, KittyEntry, Match, Player, Table


class Api:
    """A program that uses the API. key: sent with every request."""

    def __init__(self, key: str = "", **headers: str) -> None:
        self.http = Client()
        self.headers = {**({"Authorization": f"Bearer {key}"} if key else {}), **headers}

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> HttpResponse:
        """One request. body: as JSON; bytes as they are. headers: with ``_`` for ``-``."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        sort = named.pop("Content-Type", "application/json" if data else "")
        request = {**self.headers, **named}
        address = path if path.startswith("/api/") else f"/api/v1{path}"
        response: HttpResponse = self.http.generic(method, address, data, content_type=sort, headers=request)  # type: ignore[assignment]
        return response

    def get(self, path: str, **headers: str) -> HttpResponse:
        return self.ask("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> HttpResponse:
        return self.ask("POST", path, body, **headers)

    def put(self, path: str, body: Any, version: int | str | None = None, **headers: str) -> HttpResponse:
        return self.ask("PUT", path, body, **_seen(version), **headers)

    def patch(self, path: str, body: Any, version: int | str | None = None, **headers: str) -> HttpResponse:
        return self.ask("PATCH", path, body, **_seen(version), **headers)

    def delete(self, path: str, version: int | str | None = None, **headers: str) -> HttpResponse:
        return self.ask("DELETE", path, **_seen(version), **headers)


def _seen(version: int | str | None) -> dict[str, str]:
    return {} if version is None else {"If_Match": f'"{version}"' if isinstance(version, int) else version}


def json_of(response: HttpResponse, status: int = 200) -> Any:
    """The JSON of an answer with this status."""
    assert response.status_code == status, response.content.decode()
    return json.loads(response.content)


def problem(response: HttpResponse, status: int, sort: str = "", pointer: str | None = None) -> dict[str, Any]:
    """The problem in an answer, checked for its status, its type and an error at this pointer."""
    answer: dict[str, Any] = json_of(response, status)
    assert response.headers["Content-Type"] == "application/problem+json"
    assert answer["status"] == status
    assert answer["title"]
    assert answer["detail"]
    assert answer["type"].startswith("/api/problems/")
    if sort:
        assert answer["type"] == f"/api/problems/{sort}"
    if pointer is not None:
        assert pointer in [error.get("pointer") for error in answer["errors"]], answer
    return answer


def without_id(response: HttpResponse) -> Any:
    """The problem in an answer without the id of its request, the only thing that differs between two such answers."""
    answer = json.loads(response.content)
    assert answer.pop("request_id") == response.headers["X-Request-ID"]
    return answer


def stored() -> Mapping[str, int]:
    """The number of rows in every table."""
    models = (IdempotencyRecord, KittyEntry, Change, Hand, Match, Player, Table)
    return {model.__name__: model._default_manager.count() for model in models}


class Evening:
    """A table with its two keys and a match of Points for three."""

    def __init__(self) -> None:
        body = {"name": "Thursday", "players": [{"name": "Ada", "color": "#1F6F54"}, "Ben", "Cleo", "Dan"]}
        made = json_of(Api().post("/tables", body), 201)
        self.id: str = made["id"]
        self.path = f"/tables/{self.id}"
        self.scorer, self.viewer = Api(made["keys"]["scorer"]), Api(made["keys"]["viewer"])
        self.keys: dict[str, str] = made["keys"]

    def match(self, players: list[Any] | None = None, game: str = "points", **further: Any) -> str:
        """The path of a new match."""
        body = {"game": game, "players": players or ["Ada", "Ben", "Cleo"], **further}
        return f"/matches/{json_of(self.scorer.post(f'{self.path}/matches', body), 201)['id']}"

    def record(self, match: str, *scores: float | None) -> Any:
        """A round of Points."""
        return json_of(self.scorer.post(f"{match}/hands", round_of(*scores)), 201)


def round_of(*scores: float | None) -> dict[str, Any]:
    """A round of Points as it is sent."""
    return {"kind": "round", "scores": list(scores)}


@pytest.fixture(autouse=True)
def _counted_from_zero() -> None:
    """Each test starts with fresh rate limits."""
    counter.reset()


@pytest.fixture
def api(db: None) -> Api:
    """A program without a key."""
    return Api()


@pytest.fixture
def evening(db: None) -> Evening:
    """A table of four."""
    return Evening()


@pytest.fixture
def match(evening: Evening) -> str:
    """The path of a match of Points for three at that table."""
    return evening.match()
