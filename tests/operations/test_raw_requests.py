"""One request is one request: directly and behind proxies, nobody gets the answer to what nobody asked."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.operations.fronts import front
from tests.operations.raw_requests import CASES, END, HIDDEN, SCORED, Case, get, post
from tests.server import Running, serving

FRONTS = ("caddy", "haproxy", "nginx", "careless caddy", "careless haproxy", "careless nginx")
PAUSE = 0.05
"""Seconds between the parts of a request: enough for two reads."""


class Answer(NamedTuple):
    """game: whose answer it is, "" for an error."""

    status: int
    game: str
    headers: bytes
    body: bytes


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


def everything_after(port: int, *sent: bytes) -> bytes:
    """What comes back for these bytes until the connection is closed."""
    received = b""
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.settimeout(20)
        try:
            for part in sent:
                client.sendall(part)
                time.sleep(PAUSE if len(sent) > 2 else 0)
            while chunk := client.recv(65_536):
                received += chunk
        except ConnectionError:
            pass  # a proxy that refuses the head may close before it has read all
    return received


def answers(received: bytes) -> list[Answer]:
    """Reads the answers one after the other. Fails if something is left that is no answer."""
    found = []
    while received:
        head, _, rest = received.partition(b"\r\n\r\n")
        status = re.match(rb"HTTP/1\.[01] (\d{3})", head)
        assert status, f"no answer: {received[:80]!r}"
        if status[1] == b"100":
            received = rest
            continue
        length = re.search(rb"(?im)^content-length: *(\d+)", head)
        if length:
            body, received = rest[: int(length[1])], rest[int(length[1]) :]
        elif re.search(rb"(?im)^transfer-encoding: *chunked", head):
            body, received = _dechunk(rest)
        else:
            body, received = rest, b""
        found.append(Answer(int(status[1]), _game(body) if status[1] == b"200" else "", head, body))
    return found


def _dechunk(rest: bytes) -> tuple[bytes, bytes]:
    body = b""
    while True:
        size, _, rest = rest.partition(b"\r\n")
        length = int(size, 16)
        body, rest = body + rest[:length], rest[length + 2 :]
        if not length:
            return body, rest


def _game(body: bytes) -> str:
    if not body:
        return ""  # a proxy's own answer, such as Caddy's to another address than its own
    answer = json.loads(body)
    return str(answer.get("slug") or answer["game"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_request_has_one_answer(case: Case, server: Running) -> None:
    found = answers(everything_after(server.port, *case.sent, END))
    assert tuple(answer.status for answer in found) == case.answers
    assert [answer.game for answer in found if answer.game] == [game for game in case.asked if game]
    for answer in found:
        if answer.status >= 400:
            assert b"application/problem+json" in answer.headers
            problem = json.loads(answer.body)
            assert problem["status"] == answer.status
            assert problem["request_id"].encode() in answer.headers


@pytest.mark.parametrize("name", FRONTS)
def test_nobody_gets_the_answer_to_another_request(name: str, server: Running, tmp_path: Path) -> None:
    with front(name, server.port, tmp_path) as port:
        for case in CASES:
            received = everything_after(port, *case.sent, END)
            # A proxy may refuse more than we do, or less; and HAProxy answers the preface of HTTP/2 in it, nginx a
            # request of HTTP/0.9 without a head.
            games = [answer.game for answer in answers(received) if answer.game] if received[:7] == b"HTTP/1." else []
            allowed = ["points", "skat", "truco"] if case.two_by_rfc else ["points", "truco"]
            assert games == sorted(games, key=allowed.index), f"{case.name}: {games}"
            assert asked_by_others(port) == OTHERS, case.name


@pytest.mark.parametrize("name", FRONTS)
def test_no_body_is_the_next_request(name: str, server: Running, tmp_path: Path) -> None:
    """A body that is a request, sent a moment after its head, so that a proxy passes them on one by one."""
    head = post(b"Connection: Upgrade", b"Upgrade: foo", b"Content-Length: %d" % len(HIDDEN), length=False, body=b"")
    with front(name, server.port, tmp_path) as port:
        for _ in range(20):
            with socket.create_connection(("127.0.0.1", port)) as client:
                client.sendall(head)
                time.sleep(0.02)
                client.sendall(HIDDEN)
                time.sleep(0.01)
                assert asked_by_others(port) == OTHERS


OTHERS = ["points", "gong-zhu"]


def asked_by_others(port: int) -> list[str]:
    """What others get who ask for OTHERS now: a proxy lets them share connections to the server."""
    games = []
    for game in OTHERS:
        (answer,) = answers(everything_after(port, get(b"Connection: close", target=f"/api/v1/games/{game}".encode())))
        games.append(answer.game)
    return games


def test_a_refused_client_gets_to_the_answer_while_it_still_sends(server: Running) -> None:
    body = b"a" * 5_000_000
    sent = get(b"X-A: " + body)
    (answer,) = answers(everything_after(server.port, sent))
    assert answer.status == 431


def test_curl_may_offer_http2(server: Running) -> None:
    score = ["-X", "POST", f"{server.url}/api/v1/games/points/score", "-H", "Content-Type: application/json"]
    command = ["curl", "-s", "--http2", *score, "-d", SCORED.decode()]
    answer = json.loads(subprocess.run(command, check=True, capture_output=True, timeout=60).stdout)
    assert answer["totals"] == [1, 2]
