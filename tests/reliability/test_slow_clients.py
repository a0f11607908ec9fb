"""Clients that stall: in the middle of a request, of an answer, of a stream. Everybody else is served as ever."""

from __future__ import annotations

import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests import loopback
from tests.reliability.random_clients import Ground
from tests.server import ROOT, Running, database_url

SIZE = 20_000_000
"""Bytes of the large file: more than any that a phone fetches, and than is kept in memory of an answer."""

NEVER = 100_000
HALF_HEADERS = b"GET /api/v1/games HTTP/1.1\r\nHost: localhost\r\nAcc"
HALF_BODY = (
    b"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
)
LARGE = b"GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n"


@contextmanager
def giving_up_after(seconds: float, folder: Path) -> Iterator[Running]:
    """A server that waits so long for stalled clients, and has a large file to fetch."""
    (folder / "phone").mkdir()
    (folder / "phone" / "large.bin").write_bytes(b"0" * SIZE)
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "from companion.server import connection\n"
        f"connection.HEADER_SECONDS = connection.BODY_SECONDS = connection.READ_SECONDS = {seconds}\n"
        "from companion.__main__ import main\n"
        "main()"
    )
    with database_url(folder) as database:
        server = Running(folder, database, (sys.executable, "-c", code, "serve"))
        server.start()
        yield server
        server.stop()


def stalled(server: Running, sent: bytes) -> socket.socket:
    """A client that sends this and then nothing, and reads nothing."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.settimeout(60)
    client.connect(("127.0.0.1", server.port))
    client.sendall(sent)
    return client


def everything_received(client: socket.socket) -> bytes:
    """What the server has sent until it closed the connection."""
    received = b""
    try:
        while chunk := client.recv(65536):
            received += chunk
    except ConnectionResetError:
        pass
    return received


def test_five_hundred_stalled_clients_keep_nobody_waiting(tmp_path: Path) -> None:
    with giving_up_after(NEVER, tmp_path) as server, ExitStack() as stack:
        ground = Ground.begin([server.url])
        match = f"{server.url}/api/v1/matches/{ground.id}"
        key = ground.headers["Authorization"].encode()
        stream = b"GET /api/v1/matches/%s/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: %s\r\n\r\n"
        streams = [stream % (ground.id.encode(), key)] * 100
        for sent in [*streams, *[HALF_HEADERS] * 190, *[HALF_BODY] * 200, *[LARGE] * 8]:
            stack.enter_context(stalled(server, sent))
        with loopback.Client(headers=ground.headers, timeout=60) as http:
            for number in range(1, 6):
                body = {"kind": "round", "scores": [number, 1]}
                assert http.post(f"{match}/hands", json=body).json()["number"] == number
                assert http.get(match).json()["hand_count"] == number
            assert http.get(f"{server.url}/health").json() == {"status": "ok"}


def test_stalled_clients_are_given_up(tmp_path: Path) -> None:
    with giving_up_after(1, tmp_path) as server, ExitStack() as stack:
        headers, body, reader = (
            stack.enter_context(stalled(server, sent)) for sent in (HALF_HEADERS, HALF_BODY, LARGE)
        )
        assert everything_received(headers) == b""
        head, _, text = everything_received(body).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 408 ")
        assert b"application/problem+json" in head
        assert b'"/api/problems/timeout"' in text
        threading.Event().wait(2)
        assert len(everything_received(reader)) < SIZE
