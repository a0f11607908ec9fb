"""The event streams of matches, tables and clubs' events, answered on the event loop.

``GET /api/v1/matches/ID/events`` and ``…/tables/ID/events`` for programs, ``/matches/ID/live``, ``/tables/ID/live`` and
``/events/ID/live`` for phones, by their cookies, ``/embed/matches/ID/live`` for pages of other sites,
``GET /api/v1/events/ID/stream`` for a hall.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import MutableMapping
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from django.conf import settings
from django.db import Error as DatabaseError

from companion.common.signals import database_failed, limit_hit
from companion.http.negotiation import best_renderer
from companion.http.problems import Problem
from companion.http.renderers import EventStreamRenderer
from scoring.live.club_events import watched_name
from scoring.live.database_changes import HEARTBEAT_SECONDS
from scoring.live.watch_access import access_to, keys_of, standings
from scoring.live.watcher import MatchWatcher, TableWatcher, Watcher
from scoring.live.watchers import Watchers

_PATHS = re.compile(
    r"^/(?:api/v1/(?P<api>matches|tables)/(?P<of_api>\w{1,32})/events"
    r"|api/v1/events/(?P<event>\w{1,32})/stream"
    r"|(?P<page>matches|tables|events|embed/matches)/(?P<of_page>\w{1,32})/live)$"
)
_KINDS = {"matches": "match", "tables": "table", "events": "event", "embed/matches": "embedding"}
_ROUTES = {
    ("api", "matches"): "api/v1/matches/<str:match_id>/events",
    ("api", "tables"): "api/v1/tables/<str:table_id>/events",
    ("page", "matches"): "matches/<slug:match_id>/live",
    ("page", "tables"): "tables/<slug:table_id>/live",
    ("page", "events"): "events/<slug:event_id>/live",
    ("page", "embed/matches"): "embed/matches/<slug:match_id>/live",
}
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


class Stream(NamedTuple):
    """A stream that is requested. kind: see ``Access``. id: of the match or table, ``event:ID`` for an event."""

    kind: str
    id: str


def requested_stream(scope: Scope) -> Stream | None:
    """Returns the stream that is requested, None for every other request.

    Also None for what Django refuses: http if https is required, an encoded slash, other parameters than a token, an
    Accept without event streams.
    """
    path = _PATHS.match(scope["path"]) if scope["method"] == "GET" else None
    if path is None or (settings.HTTPS and scope["scheme"] != "https") or b"%2f" in scope.get("raw_path", b"").lower():
        return None
    if path["page"]:
        kind = _KINDS[path["page"]]
        return Stream(kind, watched_name(path["of_page"]) if kind == "event" else path["of_page"])
    if not _is_well_formed(scope):
        return None
    if path["event"]:
        return Stream("event", watched_name(path["event"]))
    return Stream(_KINDS[path["api"]], path["of_api"])


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
    if path["event"]:
        return "api/v1/events/<str:event_id>/stream"
    return _ROUTES["api", path["api"]] if path["api"] else _ROUTES["page", path["page"]]


async def respond(watchers: Watchers, stream: Stream, scope: Scope, receive: Any, send: Any) -> bool:
    """Sends a stream, until the client goes or its access ends.

    Returns False, without sending anything, if nothing in the request opens it: Django refuses and counts such a
    request. Raises Problem if there are too many watchers, or the database does not answer.
    """
    api = scope["path"].startswith("/api/")
    if watchers.full:
        limit_hit.send(None, limit="streams")
        raise Problem("unavailable", "Too many are watching here. Poll instead.", headers={"Retry-After": "30"})
    token = _token(scope) if api else ""
    keys = keys_of(dict(scope["headers"]), cookies=not api)
    try:
        access = await watchers.in_thread(lambda: access_to(*stream, token, keys))
    except DatabaseError:
        database_failed.send(None)
        text = "The database does not answer. Try again."
        raise Problem("unavailable", text, headers={"Retry-After": "5"}) from None
    if access is None:
        return False
    watcher = TableWatcher(access) if stream.kind == "table" else MatchWatcher(access)
    watchers.add(stream.id, watcher)
    disconnect = asyncio.ensure_future(_close_at_disconnect(receive, watcher))
    try:
        headers = [*_STREAM_HEADERS, *(CORS_HEADERS if api else ())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await _begin(watchers, stream, watcher, scope)
        await _write_events(watcher, send)
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        disconnect.cancel()
        watchers.remove(stream.id, watcher)
    return True


async def _begin(watchers: Watchers, stream: Stream, watcher: Watcher, scope: Scope) -> None:
    """Sends how it stands. It is read only now: of a hand that is recorded from here on the watcher is notified."""
    if isinstance(watcher, TableWatcher):
        last = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"last-event-id"), "")
        await watchers.begin(stream.id, watcher, last)
    elif isinstance(watcher, MatchWatcher):
        standing = (await watchers.in_thread(lambda: standings([stream.id]))).get(stream.id)
        if standing is None:
            watcher.close()
        else:
            watcher.notify(standing)


async def _write_events(watcher: Watcher, send: Any) -> None:
    prefix = f"retry: {_RETRY_MILLISECONDS}\n".encode()
    watcher.start_heartbeat(HEARTBEAT_SECONDS)
    try:
        while not watcher.closed:
            watcher.changed.clear()
            text = watcher.take()
            if text:
                text, prefix = prefix + text, b""
            await send({"type": "http.response.body", "body": text or b":\n\n", "more_body": True})
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
