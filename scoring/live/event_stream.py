"""The event stream of a match, answered on the event loop: ``GET …/matches/ID/events`` and ``/matches/ID/live``."""

from __future__ import annotations

import asyncio
import re
from collections.abc import MutableMapping
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.db import Error as DatabaseError

from companion.common.signals import database_failed, limit_hit
from companion.http.negotiation import best_renderer
from companion.http.problems import Problem
from companion.http.renderers import EventStreamRenderer
from scoring.live.database_changes import HEARTBEAT_SECONDS
from scoring.live.watch_access import Standing, keys_of, opening_key, standings
from scoring.live.watchers import Watcher, Watchers

_PATHS = re.compile(r"^/(?:api/v1/matches/(?P<api>\w{1,32})/events|matches/(?P<page>\w{1,32})/live)$")
_RETRY_MILLISECONDS = 2_000

#: CORS headers of responses that do not come from Django.
CORS_HEADERS = [
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", ", ".join(settings.CORS_EXPOSE_HEADERS).encode()),
]
_STREAM_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]

Scope = MutableMapping[str, Any]


def requested_match(scope: Scope) -> str | None:
    """Returns the id of the match whose stream is requested, None for every other request.

    Also None for what Django refuses: http if https is required, an encoded slash, other parameters than a token, an
    Accept without event streams.
    """
    path = _PATHS.match(scope["path"]) if scope["method"] == "GET" else None
    if path is None or (settings.HTTPS and scope["scheme"] != "https") or b"%2f" in scope.get("raw_path", b"").lower():
        return None
    return path["page"] or (path["api"] if _is_well_formed(scope) else None)


def _is_well_formed(scope: Scope) -> bool:
    """Whether a request to the API has at most a token as its query, and accepts event streams."""
    query = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    accept = ",".join(value.decode("latin-1") for name, value in scope["headers"] if name == b"accept")
    if query and (query.keys() != {"token"} or len(query["token"]) > 1):
        return False
    return best_renderer(accept or "*/*", (EventStreamRenderer,)) is not None


def route(scope: Scope) -> str:
    """Returns the URL pattern of a stream, "" for every other address."""
    path = _PATHS.match(scope["path"])
    if not path:
        return ""
    return "api/v1/matches/<str:match_id>/events" if path["api"] else "matches/<slug:match_id>/live"


async def respond(watchers: Watchers, match_id: str, scope: Scope, receive: Any, send: Any) -> bool:
    """Sends the stream of a match, until the client goes or its key stops working.

    Returns False, without sending anything, if no key of the request opens the match: Django refuses and counts such a
    request. Raises Problem if there are too many watchers, or the database does not answer.
    """
    api = scope["path"].startswith("/api/")
    if watchers.full:
        limit_hit.send(None, limit="streams")
        raise Problem("unavailable", "Too many are watching here. Poll instead.", headers={"Retry-After": "30"})
    token = _token(scope) if api else ""
    keys = keys_of(dict(scope["headers"]), cookies=not api)
    try:
        key_id = await watchers.in_thread(lambda: opening_key(match_id, token, keys))
    except DatabaseError:
        database_failed.send(None)
        text = "The database does not answer. Try again."
        raise Problem("unavailable", text, headers={"Retry-After": "5"}) from None
    if key_id is None:
        return False
    watcher = Watcher(key_id)
    watchers.add(match_id, watcher)
    disconnect = asyncio.ensure_future(_close_at_disconnect(receive, watcher))
    try:
        await send(
            {
                "type": "http.response.start",
                "status": 200,
                "headers": [*_STREAM_HEADERS, *(CORS_HEADERS if api else ())],
            }
        )
        # Read only now: of a hand that is recorded from here on the watcher is notified.
        standing = (await watchers.in_thread(lambda: standings([match_id]))).get(match_id)
        if standing is None:
            watcher.close()
        else:
            watcher.notify(standing)
        await _write_versions(watcher, send)
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        disconnect.cancel()
        watchers.remove(match_id, watcher)
    return True


async def _write_versions(watcher: Watcher, send: Any) -> None:
    prefix = f"retry: {_RETRY_MILLISECONDS}\n".encode()
    last: Standing | None = None
    watcher.start_heartbeat(HEARTBEAT_SECONDS)
    try:
        while not watcher.closed:
            watcher.changed.clear()
            if watcher.standing is None or watcher.standing is last:
                text = b":\n\n"
            else:
                last = watcher.standing
                text = prefix + last.event
                prefix = b""
            await send({"type": "http.response.body", "body": text, "more_body": True})
            await watcher.changed.wait()
    finally:
        watcher.stop_heartbeat()


async def _close_at_disconnect(receive: Any, watcher: Watcher) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    watcher.close()


async def refuse(problem: Problem, scope: Scope, send: Any) -> None:
    """Sends a problem as the response, without Django."""
    response = problem.response()
    headers = [(name.lower().encode(), value.encode()) for name, value in response.items()]
    headers.append((b"content-length", str(len(response.content)).encode()))
    if scope["path"].startswith("/api/"):
        headers += CORS_HEADERS
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": response.content})


def _token(scope: Scope) -> str:
    query: str = scope["query_string"].decode("latin-1")
    return parse_qs(query).get("token", [""])[0]
