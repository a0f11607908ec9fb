"""The clients of an evening: tables that record a hand every few seconds, and phones that follow them."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
import uuid
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from benchmarks.load import request
from benchmarks.web import HAND

ENDED = (OSError, EOFError)
"""A connection that was lost, in every way that asyncio says it."""

_AGAIN_SECONDS = 0.5
_PATIENCE = 180.0
_VERSION = re.compile(rb"id: (\d+)")


@dataclass
class Figures:
    """What the clients of a table saw, times in seconds.

    first: until tables and matches were there, all begun at the same moment. recorded: until the answer, of hands that
    were sent once. again: of those that were sent again, until they were acknowledged. told: from the sending of a hand
    until a phone heard of it. read: until a phone had what changed. answers: how many of each status.
    lost: connections.
    """

    first: list[float] = field(default_factory=list)
    recorded: list[float] = field(default_factory=list)
    again: list[float] = field(default_factory=list)
    told: list[float] = field(default_factory=list)
    read: list[float] = field(default_factory=list)
    answers: Counter[int] = field(default_factory=Counter)
    lost: int = 0
    streams_opened: int = 0


def together(figures: Iterable[Figures]) -> Figures:
    """The figures of several tables in one."""
    whole = Figures()
    for one in figures:
        for name in ("first", "recorded", "again", "told", "read"):
            getattr(whole, name).extend(getattr(one, name))
        whole.answers.update(one.answers)
        whole.lost += one.lost
        whole.streams_opened += one.streams_opened
    return whole


class Line:
    """A connection that is kept open, and opened again after it was lost, or closed because nothing was asked."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, message: bytes) -> tuple[int, bytes]:
        """Status and body. Raises one of ENDED."""
        try:
            headers, reader = await self.send(message)
            length = re.search(rb"content-length: (\d+)", headers)
            # What has no length here comes in one piece.
            body = await (reader.readexactly(int(length[1])) if length else reader.readuntil(b"0\r\n\r\n"))
        except ENDED:
            self.close()
            raise
        return int(headers[9:12]), body

    async def send(self, message: bytes) -> tuple[bytes, asyncio.StreamReader]:
        """The headers in small letters, and where the rest comes from. Raises one of ENDED."""
        if self.reader is None or self.writer is None or self.reader.at_eof():
            self.close()
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        self.writer.write(message)
        return (await self.reader.readuntil(b"\r\n\r\n")).lower(), self.reader

    def close(self) -> None:
        if self.writer:
            self.writer.close()
        self.reader = self.writer = None


class Table:
    """A table with one match. sent: when the hand was sent that made each version. acknowledged: how many hands."""

    def __init__(self, number: int, port: int) -> None:
        self.number, self.port, self.figures = number, port, Figures()
        self.choose = random.Random(number)
        self.line = Line(port)
        self.match = ""
        self.key: dict[str, str] = {}
        self.watching: dict[str, str] = {}
        self.sent: dict[int, float] = {}
        self.acknowledged = 0

    async def begin(self) -> None:
        """Makes the table and begins its match, as all the others do at this moment."""
        began = time.monotonic()
        made = await self._until_acknowledged("/tables", {"name": f"Table {self.number}"}, [])
        keys = made["keys"]
        self.key = {"Authorization": f"Bearer {keys['scorer']}"}
        self.watching = {"Cookie": f"companion_keys={made['id']}~{keys['viewer']}", "Accept-Encoding": "gzip"}
        body = {"game": "skat", "players": ["Ada", "Ben", "Cleo"], "options": {"deals": 30_000}}
        self.match = (await self._until_acknowledged(f"/tables/{made['id']}/matches", body, []))["id"]
        self.figures.first.append(time.monotonic() - began)

    async def play(self, every: float, until: float) -> None:
        """Records a hand every so many seconds, up to this moment."""
        due = time.monotonic() + self.choose.random() * every
        while due < until:
            await asyncio.sleep(due - time.monotonic())
            self.sent[self.acknowledged + 1] = time.monotonic()
            await self._until_acknowledged(f"/matches/{self.match}/hands", HAND, self.figures.recorded)
            self.acknowledged += 1
            due += every

    async def version(self) -> int:
        """The version that the server has now: one for each hand."""
        status, body = await self.line.ask(request("GET", f"/api/v1/matches/{self.match}", self.key))
        assert status == 200, body
        return int(json.loads(body)["version"])

    async def _until_acknowledged(self, path: str, body: object, times: list[float]) -> Any:
        """Sends this until it counts, with one Idempotency-Key, as a phone's queue does.

        times: gets how long it took if it was sent once.
        """
        headers = {**self.key, "Idempotency-Key": str(uuid.uuid4())}
        message = request("POST", f"/api/v1{path}", headers, json.dumps(body).encode())
        began, tries = time.monotonic(), 0
        while time.monotonic() < began + _PATIENCE:
            tries += 1
            try:
                status, answer = await self.line.ask(message)
            except ENDED:
                self.figures.lost += 1
            else:
                self.figures.answers[status] += 1
                if status == 201:
                    (times if tries == 1 else self.figures.again).append(time.monotonic() - began)
                    return json.loads(answer)
                if status not in (409, 503):
                    raise AssertionError(f"{path} was answered by {status}: {answer[:300]!r}")
            await asyncio.sleep(_AGAIN_SECONDS)
        raise AssertionError(f"{path} was not acknowledged for {_PATIENCE:.0f} s")

    async def watch(self) -> None:
        """A phone that follows the match, until it is cancelled: it fetches what changed after each event."""
        seen, asking = 0, Line(self.port)
        now = request("GET", f"/matches/{self.match}/now", self.watching)
        while True:
            stream = Line(self.port)
            try:
                headers, reader = await stream.send(request("GET", f"/matches/{self.match}/live", self.watching))
                self.figures.answers[int(headers[9:12])] += 1
                if headers[9:12] == b"200":
                    self.figures.streams_opened += 1
                    while line := await reader.readline():
                        if (version := _VERSION.match(line)) and int(version[1]) > seen:
                            seen = int(version[1])
                            await self._fetch(seen, asking, now)
            except ENDED:
                pass
            finally:
                stream.close()
            self.figures.lost += 1
            await asyncio.sleep(0.5 + self.choose.random())  # as a browser does

    async def _fetch(self, version: int, asking: Line, now: bytes) -> None:
        began = time.monotonic()
        self.figures.told.append(began - self.sent[version])
        try:
            status, _ = await asking.ask(now)
        except ENDED:
            self.figures.lost += 1
            return
        self.figures.answers[status] += 1
        self.figures.read.append(time.monotonic() - began)
