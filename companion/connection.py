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


class Connection(HttpToolsProtocol):
    """uvicorn's protocol with two limits more: for clients that do not say what they want, and that read nothing."""

    _waits_for_headers: asyncio.TimerHandle | None = None
    _waits_for_reader: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._expect_headers()

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in (self._waits_for_headers, self._waits_for_reader):
            if timer:
                timer.cancel()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        if self._waits_for_headers is None:
            self._expect_headers()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        if self._waits_for_headers:
            self._waits_for_headers.cancel()
            self._waits_for_headers = None
        super().on_headers_complete()

    def pause_writing(self) -> None:
        self._waits_for_reader = self.loop.call_later(READ_SECONDS, self.transport.abort)
        super().pause_writing()

    def resume_writing(self) -> None:
        if self._waits_for_reader:
            self._waits_for_reader.cancel()
            self._waits_for_reader = None
        super().resume_writing()

    def _expect_headers(self) -> None:
        self._waits_for_headers = self.loop.call_later(HEADER_SECONDS, self.transport.abort)
