"""Runs Django's WSGI application in threads, for ASGI. Each request goes to a thread once and comes back once.

a2wsgi can do this too, but it switches between thread and event loop for the body and for each part of the response.
That costs as much as all that Django does for a small response (docs/decisions/0012-around-the-framework.md).
"""

from __future__ import annotations

import asyncio
import io
import logging
import re
import time
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import IO, Any, cast
from urllib.parse import unquote_to_bytes

from a2wsgi.wsgi import build_environ

from companion.http.problems import Problem
from companion.http.request_log import BEGAN

log = logging.getLogger(__name__)

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

#: A longer response goes to a temporary file, so that no thread waits for a client that reads slowly.
MEMORY_BYTES = 8 * 1024 * 1024
_READ_BYTES = 1024 * 1024


_ENCODED_SLASH = re.compile(rb"%2f", re.IGNORECASE)
"""It does not separate parts of a path as a slash does (RFC 3986, 2.2)."""


class DjangoThreads:
    """An ASGI application for requests whose body was read already. threads: how many requests run at once.

    Raises Problem, before anything is sent, if there is no room for a long response.
    """

    def __init__(self, application: Application, threads: int) -> None:
        self._application = application
        self._executor = ThreadPoolExecutor(threads, "django")

    async def __call__(self, scope: MutableMapping[str, Any], body: bytes, send: Send) -> None:
        environ = cast("dict[str, Any]", build_environ(cast(Any, scope), cast(Any, io.BytesIO(body))))
        environ[BEGAN] = time.perf_counter()
        if _ENCODED_SLASH.search(scope.get("raw_path", b"")):
            # uvicorn has made it a slash, so the path is read again.
            path = unquote_to_bytes(_ENCODED_SLASH.sub(b"%252F", scope["raw_path"]))
            environ["PATH_INFO"] = path.decode("latin-1")
        with SpooledTemporaryFile(MEMORY_BYTES) as file:
            response = _Response(file)
            # The context has the id of the request.
            work = partial(copy_context().run, self._run, environ, response)
            await asyncio.get_running_loop().run_in_executor(self._executor, work)
            await response.send(send)

    def _run(self, environ: dict[str, Any], response: _Response) -> None:
        parts = self._application(environ, response.start)
        try:
            for part in parts:
                response.add(part)
        finally:
            if close := getattr(parts, "close", None):
                close()


class _Response:
    """A response: made in a thread, then sent on the event loop."""

    def __init__(self, body: IO[bytes]) -> None:
        self._head: Message = {}
        self._body = body

    def start(self, status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Callable[[bytes], None]:
        """WSGI's start_response."""
        encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        self._head = {"type": "http.response.start", "status": int(status[:3]), "headers": encoded}
        return self.add

    def add(self, part: bytes) -> None:
        """Adds a part of the body. Raises Problem if there is no room for it."""
        try:
            self._body.write(part)
        except OSError as error:
            log.exception("no temporary file for a long answer")
            text = "There is no room on the server for an answer this long. Try again later."
            raise Problem("unavailable", text, headers={"Retry-After": "30"}) from error

    async def send(self, send: Send) -> None:
        """Sends all of it, as fast as the client reads."""
        await send(self._head)
        left = self._body.tell()
        self._body.seek(0)
        while True:
            part = self._body.read(_READ_BYTES)
            left -= len(part)
            await send({"type": "http.response.body", "body": part, "more_body": left > 0})
            if left <= 0:
                return
