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

from companion.connection import BODY_SECONDS
from companion.http.problems import Problem
from companion.wsgi import application as django
from rulesref.apps import preload
from scoring.live import event_stream
from scoring.live.watchers import Watchers

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

#: More threads than this only wait for each other (a process uses one core); use more processes instead.
THREADS = int(os.environ.get("THREADS", "8"))
#: Of an answer, kept for a client that reads slowly: about 8 MiB. Only a longer one holds its thread meanwhile.
QUEUED_CHUNKS = 2048


class Front:
    """Answers event streams itself and passes every other request to Django."""

    def __init__(self) -> None:
        self.watchers = Watchers()
        self.rest: Any = WSGIMiddleware(cast(Any, django), workers=THREADS, send_queue_size=QUEUED_CHUNKS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.lifespan(receive, send)
        elif scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1000})
        elif (match_id := event_stream.match_asked_for(scope)) is None or not await event_stream.answer(
            self.watchers, match_id, scope, receive, send
        ):
            try:
                body = await asyncio.wait_for(_body(scope, receive), BODY_SECONDS)
            except Problem as problem:
                await _tell(problem, scope, send)
            except TimeoutError:
                text = f"The body did not arrive within {BODY_SECONDS} seconds."
                await _tell(Problem("timeout", text, headers={"Connection": "close"}), scope, send)
            except ConnectionError:
                return
            else:
                await self.rest(scope, body, send)

    async def lifespan(self, receive: Receive, send: Send) -> None:
        """Starts and stops the task that follows the database, and starts to load the rules."""
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self.watchers.start()
                preload()
                await send({"type": "lifespan.startup.complete"})
            else:
                await self.watchers.stop()
                await send({"type": "lifespan.shutdown.complete"})
                return


async def _body(scope: Scope, receive: Receive) -> Receive:
    """The request with its whole body already read: a slow client holds no thread, a huge body is stopped early."""
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
        # WSGI needs the length of a body, which is now known for a chunked one too.
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
        headers += event_stream.CORS_HEADERS
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.content})


application = Front()
