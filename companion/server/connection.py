"""The server's side of one connection: who stalls is cut off, and one request is one request.

uvicorn's protocol with httptools, with what both leave open (docs/decisions/0013-one-request.md): limits of time and
size, an ``Upgrade`` that is not taken, and requests that a proxy in front could read in another way.
"""

from __future__ import annotations

import asyncio
import logging
import re
from typing import Any

import httptools
from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from companion.http import request_id
from companion.http.problems import Problem

log = logging.getLogger(__name__)

HEADER_SECONDS = 30
"""Time for the headers of a request, from the connection or from the first byte of the request."""

BODY_SECONDS = 30
"""Time for the body of a request."""

READ_SECONDS = 30
"""Time in which a client with full buffers has to read some of the response."""

ADDRESS_BYTES = 8 * 1024
"""The longest address of a request (414)."""

HEADER_BYTES = 32 * 1024
"""The longest headers of a request, all together (431)."""

LINGER_SECONDS = 2
"""How long a refused connection still takes what the client sends, so that it gets to the answer."""

#: Says something about the connection to an upgrade that is not taken.
_OF_UPGRADES = {b"upgrade", b"http2-settings"}
_HOST = re.compile(rb"(?:[\w.~!$&'()*+;=%-]*|\[[0-9a-fA-F:.]+\])(?::\d*)?", re.ASCII)


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
    """uvicorn's protocol, stricter: a request that can be read in two ways is refused, and the connection closed.

    A refusal is a problem (RFC 9457), sent after the answers to the requests before it.
    """

    _header_limit: Limit
    _read_limit: Limit
    _linger_limit: Limit
    _in_head = False
    _head_bytes = 0
    _refusal: Problem | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._header_limit = Limit(self, HEADER_SECONDS)
        self._read_limit = Limit(self, READ_SECONDS)
        self._linger_limit = Limit(self, LINGER_SECONDS)
        self._header_limit.begin()

    def connection_lost(self, exc: Exception | None) -> None:
        self._header_limit.end()
        self._read_limit.end()
        self._linger_limit.end()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._refusal:
            return
        self._unset_keepalive_if_required()
        was_in_head = self._in_head
        try:
            self.parser.feed_data(data)
            if was_in_head and self._in_head:
                self._count_head(len(data))
        except httptools.HttpParserUpgrade as upgrade:
            self._ignore_upgrade(data[upgrade.args[0] :])
        except Problem as problem:
            self._refuse(problem)
        except httptools.HttpParserError as error:
            # A problem of the methods below, or what httptools does not read.
            reason = error.__context__
            self._refuse(reason if isinstance(reason, Problem) else Problem("malformed", f"This is not HTTP: {error}."))

    def on_message_begin(self) -> None:
        self._header_limit.begin()
        self._in_head = True
        self._head_bytes = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > ADDRESS_BYTES:
            raise Problem("address-too-long", f"An address may have at most {ADDRESS_BYTES} bytes.")

    def on_header(self, name: bytes, value: bytes) -> None:
        # What comes after the body (trailers) changes nothing: RFC 9110, 6.5.1. CGI, and so WSGI, cannot tell "_" from
        # "-": a header that a proxy has checked would be replaced.
        if self._in_head:
            self._count_head(len(name) + len(value))
            if b"_" not in name:
                super().on_header(name, value)

    def _count_head(self, size: int) -> None:
        self._head_bytes += size
        if self._head_bytes > HEADER_BYTES:
            raise Problem("headers-too-large", f"Headers may have at most {HEADER_BYTES} bytes.")

    def on_headers_complete(self) -> None:
        self._header_limit.end()
        self._in_head = False
        if self.parser.get_method() == b"CONNECT":
            raise Problem("not-implemented", "This is no proxy: there is no CONNECT.")
        if not self.parser.should_upgrade():
            self._check_head()
            super().on_headers_complete()

    def _check_head(self) -> None:
        """Raises Problem if a proxy in front could read the head in another way. Makes the address a path."""
        version = self.parser.get_http_version()
        if version not in ("1.0", "1.1"):
            raise Problem("malformed", f"HTTP/{version} is not spoken here: HTTP/1.1 is.")
        codings = [value for name, value in self.headers if name == b"transfer-encoding"]
        if codings and version == "1.0":
            raise Problem("malformed", "HTTP/1.0 has no Transfer-Encoding.")
        if codings and [coding.lower() for coding in codings] != [b"chunked"]:
            raise Problem("not-implemented", "The only Transfer-Encoding that is read here is chunked.")
        hosts = [value for name, value in self.headers if name == b"host"]
        if len(hosts) > 1 or (not hosts and version == "1.1"):
            raise Problem("malformed", f"A request has one Host header, not {len(hosts)}.")
        if hosts and not _HOST.fullmatch(hosts[0]):
            raise Problem("malformed", "The Host header is no name or address with a port.")
        self._make_path()

    def _make_path(self) -> None:
        """Turns an absolute address into its path and its Host, RFC 9112, 3.2.2. Raises Problem for other forms."""
        if self.url == b"*" and self.parser.get_method() == b"OPTIONS":
            return
        if b"#" in self.url:
            raise Problem("malformed", "An address that is sent has no #.")
        if self.url.startswith(b"/"):
            return
        address = httptools.parse_url(self.url)
        if not address.host or address.userinfo or address.schema.lower() not in (b"http", b"https"):
            raise Problem("malformed", "The address is no path and no http address.")
        host = address.host if address.port is None else b"%s:%d" % (address.host, address.port)
        self.headers[:] = [(b"host", host), *(header for header in self.headers if header[0] != b"host")]
        self.url = (address.path or b"/") + (b"?" + address.query if address.query else b"")

    def on_body(self, body: bytes) -> None:
        if not self.parser.should_upgrade():
            super().on_body(body)

    def on_message_complete(self) -> None:
        if not self.parser.should_upgrade():
            super().on_message_complete()

    def _ignore_upgrade(self, rest: bytes) -> None:
        """Reads the request again without its upgrade, RFC 9110, 7.8: httptools leaves the body of such a request.

        rest: what came after the headers.
        """
        version = self.parser.get_http_version()
        head = [b"%s %s HTTP/%s" % (self.parser.get_method(), self.url, version.encode())]
        for name, value in self.headers:
            if name == b"connection":
                value = b", ".join(part for part in value.split(b",") if part.strip().lower() not in _OF_UPGRADES)
            if name not in _OF_UPGRADES:
                head.append(name + b": " + value)
        self.parser = httptools.HttpRequestParser(self)
        self.parser.set_dangerous_leniencies(lenient_data_after_close=True)
        self.data_received(b"\r\n".join([*head, b"", rest]))

    def _refuse(self, problem: Problem) -> None:
        """Answers what cannot be read, after the answers to the requests before it, and reads nothing further."""
        self._refusal = problem
        self._header_limit.end()
        cycle = self.cycle
        if cycle is None or cycle.response_complete:
            self._send_refusal(problem)
        elif cycle.more_body and self.pipeline:
            # Its body cannot be read, and it has not begun: requests before it are still to be answered.
            self.pipeline.popleft()
        elif cycle.response_started:
            self.transport.abort()
        elif cycle.more_body:
            # Its body cannot be read: whoever waits for it learns that the client has gone.
            cycle.disconnected = True
            cycle.message_event.set()
            self._send_refusal(problem)

    def on_response_complete(self) -> None:
        last = not self.pipeline
        super().on_response_complete()
        if self._refusal and last and not self.transport.is_closing():
            self._send_refusal(self._refusal)

    def _send_refusal(self, problem: Problem) -> None:
        request_id.begin("")
        if settings.LOG_REQUESTS:
            log.info("refused", extra={"facts": {"status": problem.status, "why": problem.detail}})
        response = problem.response()
        response.headers[request_id.HEADER] = request_id.request_id()
        response.headers["Content-Length"] = str(len(response.content))
        response.headers["Connection"] = "close"
        head = f"HTTP/1.1 {response.status_code} {response.reason_phrase}\r\n".encode()
        self.transport.write(head + response.serialize_headers() + b"\r\n\r\n" + response.content)
        # Closed at once, the client's system would drop the answer because of what the client still sends.
        self.transport.write_eof()
        self._linger_limit.begin()

    def pause_writing(self) -> None:
        self._read_limit.begin()
        super().pause_writing()

    def resume_writing(self) -> None:
        self._read_limit.end()
        super().resume_writing()
