"""A connection that is closed when its client stalls, so that nobody else has to wait for it."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEADER_SECONDS = 30
"""Time for the headers of a request, from the connection or from the first byte of the request."""

BODY_SECONDS = 30
"""Time for the body of a request."""

READ_SECONDS = 30
"""Time in which a client with full buffers has to read some of the response."""


class Limit:
    """Closes a connection so many seconds after ``begin``, unless ``end`` is called before."""

    def __init__(self, connection: HttpToolsProtocol, seconds: float) -> None:
        self._connection = connection
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Starts the timer, unless it runs already."""
        if self._timer is None:
            self._timer = self._connection.loop.call_later(self._seconds, self._connection.transport.abort)

    def end(self) -> None:
        """Stops the timer: the client was in time."""
        if self._timer:
            self._timer.cancel()
            self._timer = None


class Connection(HttpToolsProtocol):
    """uvicorn's protocol with two more limits: for clients that do not finish their headers, and that do not read."""

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
