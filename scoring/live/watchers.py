"""Who hears of a change: event streams without a thread, a connection or a query for each watcher.

A stream says no more than "the match is at version N now"; the watcher fetches what it shows. So a slow
reader needs no queue (the latest version wins), and resuming is to be told the version again.

One task follows the database for all watchers of the process: on PostgreSQL it LISTENs (triggers notify,
see migration 0002), on SQLite it reads ``PRAGMA data_version``, which sees every process's commits.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs

import psycopg
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection

from companion.http.problems import Problem
from scoring.live import stream_tokens
from scoring.models import AccessKey, Match
from scoring.selectors import match_snapshot
from scoring.services.access_keys import COOKIE, Key, keys_in_cookie

log = logging.getLogger(__name__)

PATHS = re.compile(r"^/(?:api/v1/matches/(?P<api>\w{1,32})/events|matches/(?P<page>\w{1,32})/live)$")
MOST_WATCHERS = 5_000
HEARTBEAT_SECONDS = 15
POLL_SECONDS = 0.05
GATHER_SECONDS = 0.02
RETRY_MILLISECONDS = 2_000
#: SQLite's default limit of variables in a statement is far above this.
CHUNK = 500

#: What a program on another site may read of what is answered before Django is asked.
ACROSS = [
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", ", ".join(settings.CORS_EXPOSE_HEADERS).encode()),
]
_NO_DATABASE = Problem("unavailable", "The database does not answer. Try again.", headers={"Retry-After": "5"})


class WatchedMatch(NamedTuple):
    """What a watcher was let in to: the version at that moment, and the key that it came with."""

    version: int
    key_id: str


class Watcher:
    """One open stream. version: the latest to tell. closed: the stream ends."""

    __slots__ = ("closed", "key_id", "news", "version")

    def __init__(self, version: int, key_id: str) -> None:
        self.version = version
        self.key_id = key_id
        self.closed = False
        self.news = asyncio.Event()

    def tell(self, version: int) -> None:
        """There is a newer version."""
        if version > self.version:
            self.version = version
            self.news.set()

    def close(self) -> None:
        """End the stream: the key or the match is gone, or the server stops."""
        self.closed = True
        self.news.set()


class Live:
    """All watchers of this process."""

    def __init__(self) -> None:
        self.watchers: dict[str, set[Watcher]] = {}
        self.count = 0
        self.stopping = False
        self._task: asyncio.Task[None] | None = None
        self._threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="live")

    # -- the process -----------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to follow the database."""
        self._task = asyncio.get_running_loop().create_task(self._follow())

    async def stop(self) -> None:
        """Stop following; every stream ends, its watcher comes back to whoever serves next."""
        self.close_all()
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self._threads.shutdown(wait=False)

    def close_all(self) -> None:
        """End every stream, and take no more."""
        self.stopping = True
        for watchers in self.watchers.values():
            for watcher in watchers:
                watcher.close()

    async def _follow(self) -> None:
        while True:
            try:
                source = _postgresql() if connection.vendor == "postgresql" else _sqlite(self._idle)
                async for _ in source:
                    await self.refresh()
            except asyncio.CancelledError:
                raise
            except (DatabaseError, psycopg.Error, sqlite3.Error, OSError):
                log.warning("the database does not answer; watchers wait", exc_info=True)
                await asyncio.sleep(1)

    def _idle(self) -> bool:
        return not self.watchers

    async def refresh(self) -> None:
        """Tell every watcher how its match stands, and send away those whose key or match is gone."""
        if not self.watchers:
            return
        wanted = list(self.watchers)
        keys = {watcher.key_id for watchers in self.watchers.values() for watcher in watchers}
        versions, valid = await self._in_thread(lambda: (_versions(wanted), _valid_keys(keys)))
        for match_id in wanted:
            for watcher in list(self.watchers.get(match_id, ())):
                if match_id not in versions or (watcher.key_id in keys and watcher.key_id not in valid):
                    watcher.close()
                else:
                    watcher.tell(versions[match_id])

    async def _in_thread(self, work: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, _with_connection, work)

    # -- one stream --------------------------------------------------------------------------------

    def wanted(self, scope: MutableMapping[str, Any]) -> str | None:
        """The id of the match whose stream is asked for, None where this is another request.

        Also None where http is used and https is meant: Django answers that, as for every address.
        """
        found = PATHS.match(scope["path"]) if scope["method"] == "GET" else None
        if settings.HTTPS and scope["scheme"] != "https":
            return None
        return (found["api"] or found["page"]) if found else None

    async def stream(self, scope: MutableMapping[str, Any], receive: Any, send: Any, match_id: str) -> bool:
        """Answer with the stream of a match, for as long as its watcher stays and its key is good.

        False, and nothing is sent, where no key of the request opens it: that is told and counted as everywhere.
        """
        headers = dict(scope["headers"])
        api = scope["path"].startswith("/api/")
        across = ACROSS if api else []
        if self.stopping or self.count >= MOST_WATCHERS:
            busy = Problem("unavailable", "Too many are watching here. Poll instead.", headers={"Retry-After": "30"})
            await _refuse(busy, across, send)
            return True
        try:
            token = _token(scope) if api else ""
            keys = _keys(headers, cookies=not api)
            followed = await self._in_thread(lambda: _check_token(match_id, token) or _check_access(match_id, keys))
        except DatabaseError:
            await _refuse(_NO_DATABASE, across, send)
            return True
        if followed is None:
            return False
        watcher = Watcher(followed.version, followed.key_id)
        self.watchers.setdefault(match_id, set()).add(watcher)
        self.count += 1
        gone = asyncio.ensure_future(_gone(receive, watcher))
        try:
            await send(
                {
                    "type": "http.response.start",
                    "status": 200,
                    "headers": [
                        (b"content-type", b"text/event-stream; charset=utf-8"),
                        (b"cache-control", b"no-store"),
                        (b"x-accel-buffering", b"no"),
                        (b"x-content-type-options", b"nosniff"),
                        *across,
                    ],
                }
            )
            # A hand may have been recorded between letting in and watching.
            watcher.tell((await self._in_thread(lambda: _versions([match_id]))).get(match_id, 0))
            await self._talk(watcher, send)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            gone.cancel()
            self.count -= 1
            watchers = self.watchers.get(match_id, set())
            watchers.discard(watcher)
            if not watchers:
                self.watchers.pop(match_id, None)
        return True

    async def _talk(self, watcher: Watcher, send: Any) -> None:
        opening = f"retry: {RETRY_MILLISECONDS}\n".encode()
        told = -1
        while not watcher.closed:
            watcher.news.clear()
            if watcher.version != told:
                told = watcher.version
                text = f'event: version\nid: {told}\ndata: {{"version": {told}}}\n\n'
                await send({"type": "http.response.body", "body": opening + text.encode(), "more_body": True})
                opening = b""
            try:
                await asyncio.wait_for(watcher.news.wait(), HEARTBEAT_SECONDS)
            except TimeoutError:
                await send({"type": "http.response.body", "body": b":\n\n", "more_body": True})


async def _gone(receive: Any, watcher: Watcher) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    watcher.close()


async def _refuse(problem: Problem, headers: list[tuple[bytes, bytes]], send: Any) -> None:
    body = json.dumps(problem.as_json()).encode()
    own = [(name.lower().encode(), value.encode()) for name, value in problem.headers.items()]
    start = [(b"content-type", b"application/problem+json"), (b"content-length", str(len(body)).encode()), *own]
    await send({"type": "http.response.start", "status": problem.status, "headers": [*start, *headers]})
    await send({"type": "http.response.body", "body": body})


# -- in threads, with a connection ---------------------------------------------------------------------


def _with_connection(work: Callable[[], Any]) -> Any:
    try:
        return work()
    finally:
        connection.close_if_unusable_or_obsolete()
        if connection.vendor == "postgresql":
            connection.close()  # back to the pool


def _keys(headers: dict[bytes, bytes], cookies: bool) -> list[Key]:
    scheme, _, text = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
    if scheme.lower() == "bearer":
        return [Key.parse(text)]
    if not cookies:
        return []
    try:
        cookie = SimpleCookie(headers.get(b"cookie", b"").decode("latin-1"))
    except CookieError:
        return []
    return list(keys_in_cookie(cookie[COOKIE].value).values()) if COOKIE in cookie else []


def _check_access(match_id: str, keys: Iterable[Key]) -> WatchedMatch | None:
    for key in keys:
        with suppress(match_snapshot.MatchNotFound):
            match = match_snapshot.load_match(match_id, key)
            if match.role:
                return WatchedMatch(match.version, key.id)
    return None


def _token(scope: MutableMapping[str, Any]) -> str:
    sent: str = scope["query_string"].decode("latin-1")
    return parse_qs(sent).get("token", [""])[0]


def _check_token(match_id: str, token: str) -> WatchedMatch | None:
    key_id = stream_tokens.key_id(token, match_id) if token else None
    if key_id is None or not AccessKey.objects.filter(id=key_id, table__matches__id=match_id).exists():
        return None
    version = _versions([match_id]).get(match_id)
    return None if version is None else WatchedMatch(version, key_id)


def _versions(match_ids: Iterable[str]) -> dict[str, int]:
    ids = list(match_ids)
    found: dict[str, int] = {}
    for start in range(0, len(ids), CHUNK):
        found |= dict(Match.objects.filter(id__in=ids[start : start + CHUNK]).values_list("id", "version"))
    return found


def _valid_keys(key_ids: Iterable[str]) -> set[str]:
    ids = list(key_ids)
    found: set[str] = set()
    for start in range(0, len(ids), CHUNK):
        found |= set(AccessKey.objects.filter(id__in=ids[start : start + CHUNK]).values_list("id", flat=True))
    return found


# -- what tells that something was written ---------------------------------------------------------------


async def _sqlite(idle: Callable[[], bool]) -> AsyncIterator[None]:
    # A connection of its own: data_version counts the commits of all others, in this process and elsewhere.
    file = Path(connection.settings_dict["NAME"]).absolute()
    watching = sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)
    try:
        seen = None
        while True:
            await asyncio.sleep(POLL_SECONDS)
            if idle():
                seen = None
                continue
            (now,) = watching.execute("PRAGMA data_version").fetchone()
            if now != seen:
                seen = now
                yield
    finally:
        watching.close()


async def _postgresql() -> AsyncIterator[None]:
    facts = {name: value for name, value in connection.get_connection_params().items() if name in _LIBPQ}
    async with await psycopg.AsyncConnection.connect(**facts, autocommit=True) as listening:
        await listening.execute("LISTEN companion")
        yield  # what was written while nobody listened
        while True:
            heard = False
            async for _ in listening.notifies(timeout=HEARTBEAT_SECONDS, stop_after=1):
                heard = True
            async for _ in listening.notifies(timeout=GATHER_SECONDS):
                heard = True  # many writes at once are told once
            if heard:
                yield
            await listening.execute("SELECT 1")  # notices a connection that died silently


_LIBPQ = {"dbname", "user", "password", "host", "port", "service", "passfile", "sslmode", "sslrootcert"}
