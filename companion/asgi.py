"""One origin: event streams on the event loop, everything else through Django under WSGI in threads.

Django's own ASGI handler would hold a thread for every open stream and run its views two to four times
slower than under WSGI (docs/decisions/0003-one-origin.md), so it is not used at all.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, cast

from a2wsgi import WSGIMiddleware
from django.conf import settings

from companion.http.problems import Problem
from companion.wsgi import application as django
from scoring.live.watchers import ACROSS, Live

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

#: More threads than this only wait for each other (one process is one core); more processes scale.
THREADS = int(os.environ.get("THREADS", "8"))
BODY_SECONDS = 30


class Front:
    """Sends each request where it belongs."""

    def __init__(self) -> None:
        self.live = Live()
        self.rest: Any = WSGIMiddleware(cast(Any, django), workers=THREADS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.lifespan(receive, send)
        elif scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1000})
        elif (match_id := self.live.wanted(scope)) is None or not await self.live.stream(
            scope, receive, send, match_id
        ):
            try:
                body = await asyncio.wait_for(_body(scope, receive), BODY_SECONDS)
            except Problem as problem:
                await _tell(problem, scope, send)
            except (TimeoutError, ConnectionError):
                return
            else:
                await self.rest(scope, body, send)

    async def lifespan(self, receive: Receive, send: Send) -> None:
        """Starts and stops what follows the database."""
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self.live.start()
                await send({"type": "lifespan.startup.complete"})
            else:
                await self.live.stop()
                await send({"type": "lifespan.shutdown.complete"})
                return


async def _body(scope: Scope, receive: Receive) -> Receive:
    """The request with its whole body at hand: a slow sender holds no thread, a huge one is stopped early."""
    headers = dict(scope["headers"])
    length = headers.get(b"content-length", b"")
    most = settings.MAX_IMPORT_BODY
    too_large = Problem("too-large", f"The body may have at most {most} bytes.", headers={"Connection": "close"})
    if length.isdigit() and int(length) > most:
        raise too_large
    chunks: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionError
        chunk = message.get("body", b"")
        size += len(chunk)
        if size > most:
            raise too_large
        chunks.append(chunk)
        if not message.get("more_body"):
            break
    if b"transfer-encoding" in headers:
        # WSGI knows a body by its length, which a chunked one now has.
        del headers[b"transfer-encoding"]
        scope["headers"] = [*headers.items(), (b"content-length", str(size).encode())]
    whole = {"type": "http.request", "body": b"".join(chunks), "more_body": False}

    async def again() -> MutableMapping[str, Any]:
        return whole

    return again


async def _tell(problem: Problem, scope: Scope, send: Send) -> None:
    answer = problem.response()
    headers = [(name.lower().encode(), value.encode()) for name, value in answer.items()]
    if scope["path"].startswith("/api/"):
        headers += ACROSS
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.content})


application = Front()
