"""Watchers on open streams: the time after the answer to a save until the last one has it, and the memory of each.

``python -m benchmarks.streams --watchers 19500`` measures so many alone, with ``MOST_WATCHERS`` as high. A process
needs an open file for each (``ulimit -n``).
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import select
import socket
import statistics
import tempfile
import time
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from benchmarks import aims
from benchmarks.load import Connection, request
from benchmarks.servers import resident, start
from tests.server import Running, database_url

WATCHERS = (1, 100, 1_000, 5_000)
SAVES = 7
#: Streams that open at a time; the server reads the match for each.
_AT_ONCE = 100
_PATIENCE = 60.0


class Streams:
    """Open streams of one match, read by one thread that only counts events, to be faster than the server."""

    def __init__(self, port: int, message: bytes) -> None:
        self.port, self.message = port, message
        self.poll = select.epoll()
        self.sockets: dict[int, socket.socket] = {}

    def open(self, wanted: int) -> None:
        """Opens streams until there are ``wanted``; each has got the version."""
        while len(self.sockets) < wanted:
            new = set()
            for _ in range(min(_AT_ONCE, wanted - len(self.sockets))):
                stream = socket.create_connection(("127.0.0.1", self.port), timeout=30)
                stream.sendall(self.message)
                stream.setblocking(False)
                self.sockets[stream.fileno()] = stream
                self.poll.register(stream.fileno(), select.EPOLLIN)
                new.add(stream.fileno())
            self.wait(new, b"event: version")

    def wait(self, waiting: Iterable[int], mark: bytes) -> float:
        """Waits until all of these have got the mark; returns when the last one had it. Raises TimeoutError."""
        left, until = set(waiting), time.perf_counter() + _PATIENCE
        while left:
            if time.perf_counter() > until:
                raise TimeoutError(f"{len(left)} streams got nothing")
            for number, _ in self.poll.poll(1.0):
                data = self.sockets[number].recv(4096)
                if not data or data.startswith((b"HTTP/1.1 4", b"HTTP/1.1 5")):
                    raise ConnectionError(f"a stream ended: {data[:200]!r}")
                if mark in data:
                    left.discard(number)
        return time.perf_counter()

    def close(self) -> None:
        """Closes all of them."""
        self.poll.close()
        for stream in self.sockets.values():
            stream.close()


def run(table: Any, product: Running, counts: Sequence[int] = WATCHERS) -> list[dict[str, float]]:
    """Figures for each number of watchers, printed too. table: a ``web.Table``. counts: in rising order.

    The server is restarted: a process that was busy has free memory, which watchers would get for nothing.
    """
    from benchmarks.web import HAND

    product.stop()
    server = start(product)
    allow_files(max(counts) + 200)
    match = table.match(1)
    key = {"Authorization": f"Bearer {table.watching}"}
    hand = request(
        "POST", f"/api/v1/matches/{match}/hands", {"Authorization": f"Bearer {table.key}"}, json.dumps(HAND).encode()
    )
    streams = Streams(server.port, request("GET", f"/api/v1/matches/{match}/events", key))
    figures = []
    print(f"\n{'watchers':>8} {'last told, ms':>14} {'slowest save':>13} {'KiB each':>9}")
    with ExitStack() as stack:
        stack.callback(streams.close)
        streams.open(1)
        Connection(server.port).ask(hand)
        before = resident(server.pid)
        for wanted in counts:
            streams.open(wanted)
            held = resident(server.pid) - before
            writer = Connection(server.port)
            times = []
            for _ in range(SAVES):
                status, body = writer.ask(hand)
                answered = time.perf_counter()
                assert status == 201, body
                version = f'"version":{json.loads(body)["version"]},'.encode()
                times.append(1000 * (streams.wait(streams.sockets, version) - answered))
            figure = {
                "watchers": wanted,
                "last_told": round(statistics.median(times), 1),
                "slowest": round(max(times), 1),
                "kib": round(held / max(1, wanted - 1) / 1024, 1),
            }
            figures.append(figure)
            aim = f"   (aim {aims.LAST_TOLD[wanted]:.0f} ms)" if wanted in aims.LAST_TOLD else ""
            print(f"{wanted:8,} {figure['last_told']:14} {figure['slowest']:13} {figure['kib']:9}{aim}")
    return figures


def allow_files(files: int) -> None:
    """Raises the limit of open files. Raises RuntimeError if the system allows fewer."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < files:
        if hard != resource.RLIM_INFINITY and hard < files:
            raise RuntimeError(f"{files} open files are needed, {hard} are allowed (ulimit -n)")
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))


def main() -> None:
    """Measures one number of watchers, on the database of DATABASE_URL (default: SQLite)."""
    from benchmarks.web import Table

    parser = argparse.ArgumentParser(prog="python -m benchmarks.streams", description=__doc__)
    parser.add_argument("--watchers", type=int, default=max(WATCHERS))
    wanted = parser.parse_args().watchers
    os.environ["MOST_WATCHERS"] = str(wanted + 100)
    allow_files(wanted + 200)
    with tempfile.TemporaryDirectory() as name, database_url(Path(name)) as database:
        product = Running(Path(name), database)
        start(product)
        try:
            run(Table(product.url), product, [1, wanted])
        finally:
            product.stop()


if __name__ == "__main__":
    main()
