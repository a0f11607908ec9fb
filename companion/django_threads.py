"""Django's WSGI application in threads, for ASGI. A request is one trip to a thread and back.

a2wsgi has a bridge too. It goes back and forth between thread and event loop for the body and for each part of the
answer: that costs as much as all that Django does for a small one (docs/decisions/0012-around-the-framework.md).
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, cast

from a2wsgi.wsgi import build_environ

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

#: Of an answer, kept for a client that reads slowly. Only a longer one holds its thread meanwhile.
KEPT_BYTES = 8 * 1024 * 1024


class DjangoThreads:
    """An ASGI application for requests whose body is there. threads: how many requests are worked on at once."""

    def __init__(self, application: Application, threads: int) -> None:
        self._application = application
        self._executor = ThreadPoolExecutor(threads, "django")

    async def __call__(self, scope: MutableMapping[str, Any], body: bytes, send: Send) -> None:
        environ = cast("dict[str, Any]", build_environ(cast(Any, scope), cast(Any, io.BytesIO(body))))
        loop = asyncio.get_running_loop()
        answer = _Answer(loop, send)
        # With its variables: the id of the request is one.
        context = copy_context()
        await loop.run_in_executor(self._executor, context.run, self._run, environ, answer)
        await answer.send_kept(last=True)

    def _run(self, environ: dict[str, Any], answer: _Answer) -> None:
        parts = self._application(environ, answer.start)
        try:
            for part in parts:
                answer.add(part)
        finally:
            if close := getattr(parts, "close", None):
                close()


class _Answer:
    """An answer while it is made in a thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop, send: Send) -> None:
        self._loop = loop
        self._send = send
        self._head: Message | None = None
        self._parts: list[bytes] = []
        self._size = 0

    def start(self, status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Callable[[bytes], None]:
        """WSGI's start_response."""
        own = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        self._head = {"type": "http.response.start", "status": int(status[:3]), "headers": own}
        return self.add

    def add(self, part: bytes) -> None:
        """Adds a part of the body. Waits for the client if more is kept than ``KEPT_BYTES``."""
        self._parts.append(part)
        self._size += len(part)
        if self._size > KEPT_BYTES:
            asyncio.run_coroutine_threadsafe(self.send_kept(), self._loop).result()

    async def send_kept(self, last: bool = False) -> None:
        """Sends what is kept, on the event loop. last: nothing follows."""
        head, self._head = self._head, None
        body, self._parts, self._size = b"".join(self._parts), [], 0
        if head is not None:
            await self._send(head)
        await self._send({"type": "http.response.body", "body": body, "more_body": not last})
