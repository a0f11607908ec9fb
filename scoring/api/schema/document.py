"""The OpenAPI document: made once from the routes that serve, the descriptions beside them, and the rules' own."""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from drf_spectacular.generators import SchemaGenerator
from pydantic_core import to_json

from scoring.api import docs, games, preconditions, score, trick
from scoring.api.endpoint import Endpoint, answer
from scoring.api.events import EVENTS
from scoring.api.schema import keyed, opened
from scoring.api.schema.components import Components
from scoring.games import all_games

_lock = threading.Lock()
_kept: list[tuple[str, bytes]] = []


class Document(Endpoint):
    """The description of the API."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """The OpenAPI 3.1 document."""
        tag, body = _made()
        response = preconditions.unchanged(request, tag) or answer(body, headers={"ETag": tag})
        response.headers["Cache-Control"] = games.CACHE
        return response


def _made() -> tuple[str, bytes]:
    with _lock:
        if not _kept:
            body = to_json(document())
            _kept.append((f'"{hashlib.sha256(body).hexdigest()[:16]}"', body))
    return _kept[0]


def document() -> dict[str, Any]:
    """The document, made anew."""
    parts = Components()
    generator = SchemaGenerator(patterns=list(patterns(parts)))  # type: ignore[no-untyped-call]
    found: dict[str, Any] = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    known = found.setdefault("components", {}).setdefault("schemas", {})
    for name, schema in parts.schemas().items():
        if name in known:
            raise ValueError(f"two components are called {name}")
        known[name] = schema
    found["paths"] = {_short(name): _finished(operations) for name, operations in found["paths"].items()}
    return found


def patterns(parts: Components) -> Iterator[URLPattern]:
    """The routes as they are described: every game's ``score`` and ``trick`` by itself."""
    from rulesref.urls_api import urlpatterns as rules
    from scoring.api.urls import urlpatterns as own

    views = keyed.views(parts)
    views[games.Games] = opened.all_games_view(parts)
    views[games.OneGame] = opened.one_game_view(parts)
    for pattern in own:
        view = getattr(pattern.callback, "cls", None)
        route = f"api/{pattern.pattern}"
        if view is score.Score:
            for slug, game in all_games().items():
                yield path(f"api/v1/games/{slug}/score", opened.score_view(game, parts).as_view())
        elif view is trick.Trick:
            for slug, game in all_games().items():
                if game.Lookup:
                    yield path(f"api/v1/games/{slug}/trick", opened.trick_view(game, parts).as_view())
        elif view in views:
            yield path(route, views[view].as_view())
        elif view is not Document and view not in docs.PAGES:
            raise ValueError(f"{route} is not described")
    for pattern in rules:
        yield path(f"api/v1/{pattern.pattern}", pattern.callback)


def _short(name: str) -> str:
    return re.sub(r"\{(table|match)_id\}", "{id}", name)


_COUNTED = {
    "RateLimit-Policy": {
        "description": "How many requests may come in how many seconds.",
        "schema": {"type": "string"},
        "example": '"key";q=60000;w=60',
    },
    "RateLimit": {
        "description": "How many more may come, and in how many seconds counting starts again.",
        "schema": {"type": "string"},
        "example": '"key";r=59999;t=42',
    },
}
_TAGGED = {
    "ETag": {
        "description": "The version that this answer shows, for If-Match and If-None-Match.",
        "schema": {"type": "string"},
        "example": '"3"',
    }
}


def _finished(operations: dict[str, Any]) -> dict[str, Any]:
    """Operations with short names of parameters and the headers that answers have."""
    for method, operation in operations.items():
        if "NoBody" not in str(body := operation.get("requestBody")) and body:
            body["required"] = True
        conditional = method != "get"
        for parameter in operation.get("parameters", ()):
            if parameter["name"] in ("table_id", "match_id"):
                parameter["name"] = "id"
            conditional |= parameter["name"] == "If-None-Match"
        for status, response in operation["responses"].items():
            tagged = conditional and status in ("200", "201") and "key" in str(operation.get("security"))
            # Streams are answered before requests are counted.
            streams = EVENTS in response.get("content", {})
            headers = {**(_TAGGED if tagged else {}), **({} if streams else _COUNTED)}
            if status == "201":
                headers["Location"] = {"description": "Where the new thing is.", "schema": {"type": "string"}}
            if status == "429":
                headers["Retry-After"] = {"description": "Seconds to wait.", "schema": {"type": "integer"}}
            response["headers"] = {**headers, **response.get("headers", {})}
    return operations
