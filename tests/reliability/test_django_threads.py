"""The bridge from the event loop to Django in threads: whole answers, long ones, and those that fail."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Iterator, MutableMapping
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import pytest

from companion.asgi import Application
from companion.http.problems import Problem
from companion.server import django_threads
from companion.server.django_threads import DjangoThreads

SCOPE = {
    "type": "http",
    "method": "POST",
    "path": "/somewhere",
    "query_string": b"a=b",
    "http_version": "1.1",
    "headers": [(b"host", b"localhost"), (b"content-length", b"4")],
}
variable: ContextVar[str] = ContextVar("variable", default="")


class Parts:
    """A body in parts, which says whether it was closed."""

    def __init__(self, parts: list[bytes], fails: bool = False) -> None:
        self.parts = parts
        self.fails = fails
        self.closed = False

    def __iter__(self) -> Iterator[bytes]:
        yield from self.parts
        if self.fails:
            raise RuntimeError("in the middle of the body")

    def close(self) -> None:
        self.closed = True


def application(body: Parts, seen: list[Any]) -> Any:
    def answer(environ: dict[str, Any], start: Any) -> Parts:
        seen.extend([environ["wsgi.input"].read(), environ["QUERY_STRING"], variable.get()])
        start("201 Created", [("Content-Type", "text/plain"), ("ETag", '"1"')])
        return body

    return answer


def answered(body: Parts) -> tuple[list[MutableMapping[str, Any]], list[Any]]:
    """The messages of the answer, and what the application has seen."""
    sent: list[MutableMapping[str, Any]] = []
    seen: list[Any] = []

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    async def run() -> None:
        variable.set("of this request")
        await DjangoThreads(application(body, seen), 1)(dict(SCOPE), b"four", send)

    asyncio.run(run())
    return sent, seen


def test_an_answer_is_sent_whole() -> None:
    body = Parts([b"one ", b"two"])
    sent, seen = answered(body)
    head = [(b"content-type", b"text/plain"), (b"etag", b'"1"')]
    assert sent == [
        {"type": "http.response.start", "status": 201, "headers": head},
        {"type": "http.response.body", "body": b"one two", "more_body": False},
    ]
    assert seen == [b"four", "a=b", "of this request"]
    assert body.closed


def test_a_long_answer_holds_no_thread_while_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(django_threads, "MEMORY_BYTES", 10)
    monkeypatch.setattr(django_threads, "_READ_BYTES", 30)
    body = Parts([b"%4d" % number for number in range(20)])
    received: list[bytes] = []

    async def run() -> None:
        reads = asyncio.Semaphore(0)
        began = asyncio.Event()

        async def slow(message: MutableMapping[str, Any]) -> None:
            began.set()
            await reads.acquire()
            received.append(message.get("body", b""))

        async def quick(message: MutableMapping[str, Any]) -> None:
            pass

        bridge = DjangoThreads(application(body, []), 1)
        request = asyncio.create_task(bridge(dict(SCOPE), b"four", slow))
        await asyncio.wait_for(began.wait(), 10)
        assert body.closed
        await asyncio.wait_for(bridge(dict(SCOPE), b"four", quick), 10)
        for _ in range(4):
            reads.release()
        await request

    asyncio.run(run())
    assert received == [b"", *(b"".join(body.parts)[start : start + 30] for start in (0, 30, 60))]


def test_a_long_answer_without_room_for_it_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(django_threads, "MEMORY_BYTES", 10)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    body = Parts([b"more than ten bytes"])
    with pytest.raises(Problem, match="no room"):
        answered(body)
    assert body.closed


def test_without_room_the_client_is_told_to_try_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(django_threads, "MEMORY_BYTES", 10)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    sent: list[MutableMapping[str, Any]] = []

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    games = {
        **SCOPE,
        "method": "GET",
        "path": "/api/v1/games",
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
    }
    asyncio.run(Application()({**games, "scheme": "http"}, receive, send))
    head, body = sent
    assert head["status"] == 503
    assert (b"retry-after", b"30") in head["headers"]
    assert json.loads(body["body"])["type"] == "/api/problems/unavailable"


def test_of_an_answer_that_fails_nothing_is_sent() -> None:
    body = Parts([b"one ", b"two"], fails=True)
    with pytest.raises(RuntimeError, match="in the middle"):
        answered(body)
    assert body.closed
