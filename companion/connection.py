"""How long a client may stall, and a connection that is closed when it does: nobody else has to wait for it."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEADER_SECONDS = 30
"""Until the headers of a request are there, from the connection or from the request's first byte."""

BODY_SECONDS = 30
"""Until the body of a request is there."""

READ_SECONDS = 30
"""Within which a client that is sent more than its buffers hold has to read some of it."""


class Limit:
    """Closes a connection when so many seconds have passed since ``begin``, unless ``end`` comes before."""

    def __init__(self, connection: HttpToolsProtocol, seconds: float) -> None:
        self._connection = connection
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Starts to count, unless it counts already."""
        if self._timer is None:
            self._timer = self._connection.loop.call_later(self._seconds, self._connection.transport.abort)

    def end(self) -> None:
        """The client did in time what it was waited for."""
        if self._timer:
            self._timer.cancel()
            self._timer = None


class Connection(HttpToolsProtocol):
    """uvicorn's protocol with two limits more: for clients that do not say what they want, and that read nothing."""

    _header_limit: Limit
    _read_limit: Limit

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._header_limit = Limit(self, HEADER_SECONDS)
        self._read_limit = Limit(self, READ_SECONDS)
        self._header_limit.begin()

    def connection_lost(self, exc: Exception | None) -> None:
        self._header_limit.end()
        self._read_limit.end()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        self._header_limit.begin()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._header_limit.end()
        super().on_headers_complete()

    def pause_writing(self) -> None:
        self._read_limit.begin()
        super().pause_writing()

    def resume_writing(self) -> None:
        self._read_limit.end()
        super().resume_writing()
