"""Requests as raw bytes that two programs could read in two ways, and what the Companion answers to each.

``HIDDEN`` is a request inside the body of another one, for a game that nobody asked for: whoever gets an answer about
it, got the answer to a request that was none.
"""

from __future__ import annotations

from typing import NamedTuple

HOST = b"Host: localhost"
END = b"GET /api/v1/games/truco HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
"""Follows each case on its connection. It closes the connection, so the end of the answers is seen."""

HIDDEN = b"GET /api/v1/games/skat HTTP/1.1\r\nHost: localhost\r\n\r\n"
SCORED = b'{"players":2,"hands":[{"kind":"round","scores":[1,2]}]}'


class Case(NamedTuple):
    """name: for the report. sent: the bytes, in parts with a pause between. answers: the statuses of a direct
    connection: for each request one, with that of END. asked: the games of these answers, in order."""

    name: str
    sent: tuple[bytes, ...]
    answers: tuple[int, ...]
    asked: tuple[str, ...]

    @property
    def two_by_rfc(self) -> bool:
        """Whether a proxy may read ``HIDDEN`` as a request of its own: a coding counts more than a length (RFC 9112,
        6.3), although we refuse both together."""
        return _ENDED in self.sent[0] and b"chunked" in self.sent[0]


def get(*headers: bytes, target: bytes = b"/api/v1/games/points", line: bytes = b"", host: bytes = HOST) -> bytes:
    """A request without a body. line: the first line, instead of GET. host: the first header, b"" for none."""
    lines = [line or b"GET " + target + b" HTTP/1.1", *([host] if host else []), *headers]
    return b"\r\n".join([*lines, b"", b""])


def post(*headers: bytes, body: bytes = SCORED, length: bool = True, version: bytes = b"1.1") -> bytes:
    """A request that scores a hand. length: whether it has a Content-Length, before the other headers."""
    lines = [b"POST /api/v1/games/points/score HTTP/" + version, HOST, b"Content-Type: application/json"]
    if length:
        lines.append(b"Content-Length: %d" % len(body))
    return b"\r\n".join([*lines, *headers, b"", body])


def chunked(body: bytes = SCORED, end: bytes = b"0\r\n\r\n") -> bytes:
    return b"%x\r\n%s\r\n%s" % (len(body), body, end)


#: A chunked body that ends at once, and behind it what another reading takes for the rest of the body.
_ENDED = b"0\r\n\r\n" + HIDDEN


def _right(name: str, *sent: bytes, answers: tuple[int, ...] = (200,)) -> Case:
    return Case(name, sent, (*answers, 200), (*("points" for _ in answers), "truco"))


def _refused(name: str, *sent: bytes, status: int = 400) -> Case:
    """Refused, and the connection is closed: what follows is not read."""
    return Case(name, sent, (status,), ())


def _upgrades() -> list[Case]:
    tokens = {
        "unknown": (b"Connection: Upgrade", b"Upgrade: foo"),
        "h2c": (b"Connection: Upgrade, HTTP2-Settings", b"Upgrade: h2c", b"HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA"),
        "websocket": (b"Connection: keep-alive, Upgrade", b"Upgrade: websocket", b"Sec-WebSocket-Version: 13"),
        "two": (b"Connection: upgrade", b"Upgrade: foo, bar/2", b"Upgrade: baz"),
    }
    cases = []
    for name, headers in tokens.items():
        cases += [
            _right(f"upgrade {name}, no body", get(*headers)),
            _right(f"upgrade {name}, body", post(*headers)),
            _right(f"upgrade {name}, body later", post(*headers, _LENGTH[:-4], length=False, body=b""), SCORED),
            _right(f"upgrade {name}, chunked", post(*headers, _CHUNKED, length=False, body=chunked())),
            Case(
                f"upgrade {name}, a request as its body",
                (post(*headers, b"Content-Length: %d" % len(HIDDEN), length=False, body=b""), HIDDEN),
                (400, 200),
                ("", "truco"),
            ),
        ]
    closing = (b"Connection: close, Upgrade", b"Upgrade: foo")
    cases.append(Case("upgrade that closes", (post(*closing),), (200,), ("points",)))
    cases.append(_right("upgrade behind another request", get() + post(*tokens["h2c"]), answers=(200, 200)))
    cases.append(_right("upgrade before another request", post(*tokens["h2c"]) + get(), answers=(200, 200)))
    cases.append(_refused("upgrade with two lengths", post(*tokens["h2c"], b"Content-Length: 3")))
    cases.append(_refused("connect", get(line=b"CONNECT localhost:80 HTTP/1.1"), status=501))
    return cases


_LENGTH = b"Content-Length: %d\r\n\r\n" % len(SCORED)
_CHUNKED = b"Transfer-Encoding: chunked"


def _lengths() -> list[Case]:
    size = len(SCORED)
    values = {
        "list": b"%d, %d" % (size, size),
        "plus": b"+%d" % size,
        "minus": b"-%d" % size,
        "hexadecimal": b"0x%x" % size,
        "empty": b"",
        "overflow": b"9" * 30,
        "inner space": b"%d %d" % divmod(size, 10),
        "fraction": b"%d.0" % size,
    }
    cases = [
        _refused(f"length {name}", post(b"Content-Length: " + value, length=False)) for name, value in values.items()
    ]
    return [
        *cases,
        _refused("two lengths", post(b"Content-Length: 3")),
        _refused("two equal lengths", post(b"Content-Length: %d" % size)),
        _refused("length 0, then the length", post(b"Content-Length: 0", _LENGTH[:-4], length=False, body=HIDDEN)),
        _right("length with zeros before", post(b"Content-Length: 00%d" % size, length=False)),
        _right("length under another name", post(b"Content_Length: 3")),
        _right("body of a GET", get(b"Content-Length: %d" % len(HIDDEN)) + HIDDEN),
    ]


def _codings() -> list[Case]:
    with_length = {
        "chunked": 400,
        "gzip": 400,
        "identity": 400,
        "xchunked": 400,
        "\x0bchunked": 400,
        "chunked, identity": 400,
    }
    cases = [
        _refused(
            f"length and coding {coding!r}", post(b"Transfer-Encoding: " + coding.encode(), body=_ENDED), status=status
        )
        for coding, status in with_length.items()
    ]
    without = {
        "gzip, chunked": 501,
        "gzip": 501,
        "identity": 501,
        "xchunked": 501,
        '"chunked"': 501,
        "chunked;q=1": 501,
        "chunked, chunked": 400,
        "chunked, gzip": 400,
    }
    cases += [
        _refused(
            f"coding {coding!r}",
            post(b"Transfer-Encoding: " + coding.encode(), body=chunked(), length=False),
            status=status,
        )
        for coding, status in without.items()
    ]
    return [
        *cases,
        _refused("coding twice", post(_CHUNKED, _CHUNKED, body=chunked(), length=False)),
        _refused("coding before a length", post(_CHUNKED, b"Content-Length: 5", body=_ENDED, length=False)),
        _refused("coding with a space before the colon", post(b"Transfer-Encoding : chunked", body=_ENDED)),
        _refused("coding in HTTP/1.0", post(_CHUNKED, body=chunked(), length=False, version=b"1.0")),
        _refused("coding on a folded line", post(b"Transfer-Encoding:\r\n chunked", body=_ENDED)),
        _right("coding under another name", post(b"Transfer_Encoding: chunked")),
        _right("coding in capitals", post(b"Transfer-Encoding: CHUNKED", body=chunked(), length=False)),
        _right("coding behind a tab", post(b"Transfer-Encoding:\tchunked", body=chunked(), length=False)),
    ]


def _chunks() -> list[Case]:
    def sent(body: bytes) -> bytes:
        return post(_CHUNKED, body=body, length=False)

    whole = chunked()
    trailer = b"0\r\nContent-Type: text/plain\r\nHost: elsewhere\r\n\r\n"
    return [
        _right("chunks", sent(whole)),
        _right("chunk with an extension", sent(whole.replace(b"\r\n", b";a=b\r\n", 1))),
        _right("trailers that repeat headers", sent(chunked(end=trailer))),
        _refused("trailer with a length", sent(chunked(end=b"0\r\nContent-Length: 3\r\n\r\n"))),
        _refused("chunk size and a bare LF", sent(whole.replace(b"\r\n", b"\n", 1))),
        _refused("chunk extension and a bare LF", sent(whole.replace(b"\r\n", b";a\n\r\n", 1))),
        _refused("chunk size 0x", sent(b"0x" + whole)),
        _refused("chunk size below zero", sent(b"-1\r\n" + whole)),
        _refused("chunk size of 80 bits", sent(b"f" * 20 + b"\r\n" + whole)),
        _refused("chunk size and a space", sent(whole.replace(b"\r\n", b" \r\n", 1))),
        _refused("chunk longer than its size", sent(whole.replace(b"}\r\n", b"}XX\r\n"))),
        _refused("chunk without its end", sent(whole.replace(b"}\r\n", b"}"))),
    ]


def _lines() -> list[Case]:
    return [
        _refused("folded line", get(b"X-A: b\r\n c")),
        _refused("folded first header", get(b" X-A: b", host=b"")),
        _refused("bare LF everywhere", get().replace(b"\r\n", b"\n")),
        _refused("bare LF in a header", get(b"X-A: b\nContent-Length: 5")),
        _refused("bare CR in a header", get(b"X-A: b\rContent-Length: 5")),
        _refused("NUL in a header", get(b"X-A: b\0c")),
        _refused("space before a colon", post(b"Content-Length : 5")),
        _refused("no name", get(b": b")),
        _refused("space in a name", get(b"X A: b")),
        _refused("no colon", get(b"X-A")),
        _refused("long headers", get(b"X-A: " + b"a" * 70_000), status=431),
        _refused("many headers", get(*(b"X-%d: %s" % (number, b"a" * 30) for number in range(1500))), status=431),
    ]


def _targets() -> list[Case]:
    absolute = b"http://localhost/api/v1/games/points"
    return [
        _right("absolute address", get(target=absolute)),
        _right("absolute address, another Host", get(target=absolute, host=b"Host: elsewhere")),
        _refused("absolute address of another scheme", get(target=b"ftp://localhost/api/v1/games/points")),
        _refused("absolute address with a user", get(target=b"http://me@localhost/api/v1/games/points")),
        _refused("authority", get(target=b"localhost:80")),
        _refused("asterisk", get(target=b"*")),
        _refused("no slash", get(target=b"api/v1/games/points")),
        _refused("fragment", get(target=b"/api/v1/games/points#x")),
        _refused("space in the address", get(target=b"/api/v1/games/po ints")),
        _refused("letter that is not ASCII", get(target=b"/api/v1/games/\xff")),
        _refused("long address", get(target=b"/api/v1/games/points?" + b"a" * 70_000), status=414),
    ]


def _hosts() -> list[Case]:
    return [
        _refused("no Host", get(host=b"")),
        _refused("two Hosts", get(b"Host: elsewhere")),
        _refused("two equal Hosts", get(HOST)),
        _refused("Host with a space", get(host=b"Host: a b")),
        _refused("list of Hosts", get(host=b"Host: localhost, elsewhere")),
        _refused("Host with a path", get(host=b"Host: localhost/x")),
        Case("HTTP/1.0 without Host", (get(line=b"GET /api/v1/games/points HTTP/1.0", host=b""),), (200,), ("points",)),
    ]


def _versions() -> list[Case]:
    old = b"GET /api/v1/games/points HTTP/1.0"
    return [
        Case("HTTP/1.0", (get(line=old),), (200,), ("points",)),
        Case("HTTP/1.0 kept alive", (get(b"Connection: keep-alive", line=old),), (200,), ("points",)),
        Case("HTTP/1.0 with a request behind it", (get(line=old) + HIDDEN,), (200,), ("points",)),
        Case("close with a request behind it", (get(b"Connection: close") + HIDDEN,), (200,), ("points",)),
        _refused("HTTP/0.9", b"GET /api/v1/games/points\r\n\r\n"),
        _refused("HTTP/1.2", get(line=b"GET /api/v1/games/points HTTP/1.2")),
        _refused("HTTP/2.0", get(line=b"GET /api/v1/games/points HTTP/2.0")),
        _refused("preface of HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        _refused("small letters", get(line=b"GET /api/v1/games/points http/1.1")),
        _refused("unknown method", get(line=b"HIT /api/v1/games/points HTTP/1.1")),
        _refused("tab behind the method", get(line=b"GET\t/api/v1/games/points HTTP/1.1")),
    ]


def _pipelines() -> list[Case]:
    return [
        _right("three at once", get() + post() + get(), answers=(200, 200, 200)),
        _right("empty lines before", b"\r\n\r\n" + get()),
        Case("a refused one behind two", (get() + post() + b"bad\r\n\r\n",), (200, 200, 400), ("points", "points")),
        Case(
            "a body that breaks behind two",
            (get() + post() + post(_CHUNKED, body=b"x\r\n", length=False),),
            (200, 200, 400),
            ("points", "points"),
        ),
        _right("head and body in parts", post()[:30], post()[30:150], post()[150:]),
    ]


CASES = (
    *_upgrades(),
    *_lengths(),
    *_codings(),
    *_chunks(),
    *_lines(),
    *_targets(),
    *_hosts(),
    *_versions(),
    *_pipelines(),
)
