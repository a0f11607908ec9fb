"""One origin: event streams on the event loop, everything else through Django under WSGI in threads.

Django's own ASGI handler is not used: it would hold a thread for every open stream, and run views two to four times
slower than under WSGI (docs/decisions/0003-one-origin.md).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from django.conf import settings

from companion.http import request_id
from companion.http.problems import Problem
from companion.http.request_log import log_request
from companion.server.connection import BODY_SECONDS
from companion.server.django_threads import DjangoThreads
from companion.server.log_lines import WithoutKeys
from companion.server.proxies import client_of, scheme_of
from companion.wsgi import application as wsgi_application
from rulesref.apps import preload
from scoring.live import event_stream
from scoring.live.watchers import Watchers
from scoring.webhooks.sender import Sender

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

# For a uvicorn that was started with its own access log: no key in it either.
logging.getLogger("uvicorn.access").addFilter(WithoutKeys())


class Application:
    """The ASGI application: answers event streams itself and passes every other request to Django."""

    def __init__(self) -> None:
        self.watchers = Watchers()
        self.sender = Sender()
        self.stop_metrics: Callable[[], None] = lambda: None
        self.django = DjangoThreads(wsgi_application, settings.THREADS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.lifespan(receive, send)
        elif scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1000})
        else:
            if settings.TRUST_PROXY:
                scope["client"], scope["scheme"] = client_of(scope, settings.TRUST_PROXY), scheme_of(scope)
            request_id.begin(_header(scope, b"x-request-id"))
            response = _OwnResponse(scope, send)
            try:
                if await self._stream(scope, receive, response):
                    return
                async with asyncio.timeout(BODY_SECONDS):
                    body = await _body(scope, receive)
            except Problem as problem:
                await event_stream.refuse(problem, scope, response)
            except TimeoutError:
                text = f"The body did not arrive within {BODY_SECONDS} seconds."
                refusal = Problem("timeout", text, headers={"Connection": "close"})
                await event_stream.refuse(refusal, scope, response)
            except ConnectionError:
                return
            else:
                try:
                    await self.django(scope, body, send)
                except Problem as problem:
                    await event_stream.refuse(problem, scope, response)
            finally:
                response.log()

    async def _stream(self, scope: Scope, receive: Receive, send: Send) -> bool:
        stream = event_stream.requested_stream(scope)
        return stream is not None and await event_stream.respond(self.watchers, stream, scope, receive, send)

    async def lifespan(self, receive: Receive, send: Send) -> None:
        """Starts and stops the tasks that follow the database and send deliveries. Begins to load the rules."""
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self.watchers.start()
                if settings.WEBHOOKS:
                    self.sender.start()
                if settings.METRICS:
                    from companion.common import metrics

                    self.stop_metrics = metrics.serve(settings.METRICS, lambda: self.watchers.count)
                preload()
                await send({"type": "lifespan.startup.complete"})
            else:
                await self.sender.stop()
                await self.watchers.stop()
                self.stop_metrics()
                await send({"type": "lifespan.shutdown.complete"})
                return


async def _body(scope: Scope, receive: Receive) -> bytes:
    """Reads the whole body before a thread is taken, so that a slow client holds none.

    Raises Problem if the body is too large, ConnectionError if the client has gone.
    """
    length = _header(scope, b"content-length")
    limit = settings.MAX_IMPORT_BODY
    too_large = Problem("too-large", f"The body may have at most {limit} bytes.", headers={"Connection": "close"})
    if length.isdecimal() and int(length) > limit:
        raise too_large
    chunks: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionError
        chunk = message.get("body", b"")
        size += len(chunk)
        if size > limit:
            raise too_large
        chunks.append(chunk)
        if not message.get("more_body"):
            break
    if _header(scope, b"transfer-encoding"):
        # WSGI needs the length of the body. Now it is known for a chunked body too.
        others = [(name, value) for name, value in scope["headers"] if name != b"transfer-encoding"]
        scope["headers"] = [*others, (b"content-length", str(size).encode())]
    return b"".join(chunks)


def _header(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1") for header, value in scope["headers"] if header == name), "")


class _OwnResponse:
    """``send`` for responses that do not come from Django: adds the id of the request, counts it, and logs it."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._scope = scope
        self._send = send
        self._started_at = time.perf_counter()
        self._status = 0

    async def __call__(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self._status = message["status"]
            header = (request_id.HEADER.lower().encode(), request_id.request_id().encode())
            message = {**message, "headers": [*message["headers"], header]}
            if settings.METRICS:
                from companion.common import metrics

                route = event_stream.route(self._scope)
                metrics.request_answered(route, self._scope["method"], self._status, None)
        await self._send(message)

    def log(self) -> None:
        """Logs the request if it was answered here. Django logs its own requests."""
        if self._status and settings.LOG_REQUESTS:
            seconds = time.perf_counter() - self._started_at
            log_request(self._scope["method"], self._scope["path"], self._status, seconds)


application = Application()
