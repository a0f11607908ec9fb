"""``make evening``: tables that play at a rate that is told, phones that follow, a SIGKILL in the middle, an audit.

    python -m benchmarks.evening --tables 60 --watchers 3 --every 10 --seconds 180 --cells 1

On SQLite, or on the PostgreSQL of DATABASE_URL. With two cells HAProxy is before them, and the second one is killed.
Each table records a hand every ``--every`` seconds; each watcher has a stream open and fetches the changed part of the
page after each event. Prints one table. Ends with code 1 if a hand was lost or doubled, if a server answered by 500 or
worse, or if the audit finds something.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from benchmarks.evening_clients import Table, together
from benchmarks.servers import cpu_seconds, resident, start
from benchmarks.streams import allow_files
from companion.common.cell_marks import FIRST_CELL
from tests.operations.cells_proxy import cells_proxy
from tests.reliability.faults import audit
from tests.server import SERVE, Running, database_url

_LOOK_SECONDS = 2.0


@dataclass
class Watched:
    """The server from outside. memory: bytes at each look, of one process after the other; cpu: their seconds.

    restart: seconds from the kill until the next process answered. before: CPU, bytes of the database and of the log,
    when the evening began.
    """

    server: Running
    memory: list[list[int]] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    restart: float = 0.0
    before: tuple[float, int, int] = (0.0, 0, 0)
    there: asyncio.Lock = field(default_factory=asyncio.Lock)

    def begin(self, process: Callable[[], object]) -> None:
        """Starts a process by this function, and looks at it from now on."""
        process()
        self.memory.append([])
        self.cpu.append(0.0)
        self.look()

    def look(self) -> None:
        """Notes memory and CPU of the process."""
        assert self.server.process
        self.memory[-1].append(resident(self.server.process.pid))
        self.cpu[-1] = cpu_seconds(self.server.process.pid)

    def note_beginning(self) -> None:
        """Notes what there is before anybody plays."""
        self.before = (self.cpu[0], self.database_bytes(), self.server.log.stat().st_size)

    def database_bytes(self) -> int:
        """The size of the database, of SQLite with its log of writes."""
        database = self.server.environment["DATABASE_URL"]
        if database.startswith("sqlite"):
            file = Path(database.removeprefix("sqlite:///"))
            return sum(part.stat().st_size for part in file.parent.glob(f"{file.name}*"))
        with psycopg.connect(database) as connection:
            row = connection.execute("SELECT pg_database_size(current_database())").fetchone()
        assert row
        return int(row[0])

    async def look_on(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            async with self.there:
                self.look()

    async def kill(self) -> None:
        """SIGKILL, and the start of another process on the same database."""
        async with self.there:
            self.look()
            began = time.monotonic()
            await asyncio.to_thread(self.server.stop, signal.SIGKILL)
            await asyncio.to_thread(self.begin, self.server.start)
            self.restart = time.monotonic() - began


@contextmanager
def serving(cells: int) -> Iterator[tuple[list[Watched], int]]:
    """The servers, and the port at which the clients find them."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="evening-")))
        watched = []
        for cell in (FIRST_CELL, "0b")[:cells]:
            own = folder / cell
            own.mkdir()
            database = stack.enter_context(database_url(own))
            mark = "" if cell == FIRST_CELL else cell
            settings = {"LOG_REQUESTS": "1", "LOG_FORMAT": "json", "CELL": mark, "SECRET_KEY": "of the evening " * 4}
            server = Running(own, database, SERVE, 0, **settings)
            stack.callback(server.stop)
            watched.append(Watched(server))
            watched[-1].begin(partial(start, server))
        ports = {cell: one.server.port for cell, one in zip((FIRST_CELL, "0b"), watched, strict=False)}
        port = ports[FIRST_CELL]
        if cells > 1:
            port = urlsplit(stack.enter_context(cells_proxy(folder / "proxy", ports)).url).port or 0
        yield watched, port


async def play(watched: list[Watched], port: int, chosen: argparse.Namespace) -> list[Table]:
    """The evening itself. Raises AssertionError for an answer that nothing excuses, and for a hand that is lost or
    doubled."""
    tables = [Table(number, port) for number in range(chosen.tables)]
    await asyncio.gather(*(table.begin() for table in tables))
    others = [asyncio.create_task(one.look_on()) for one in watched]
    others += [asyncio.create_task(table.watch()) for table in tables for _ in range(chosen.watchers)]
    until = time.monotonic() + chosen.seconds
    playing = asyncio.gather(*(table.play(chosen.every, until) for table in tables))
    await asyncio.sleep(chosen.seconds / 2)
    await watched[-1].kill()
    await playing
    await asyncio.sleep(2)  # the last events
    for task in others:
        task.cancel()
    results = await asyncio.gather(*others, return_exceptions=True)
    failed = [one for one in results if isinstance(one, Exception)]
    if failed:
        raise failed[0]
    for table in tables:
        assert await table.version() == table.acknowledged, f"{table.match} has other hands than were acknowledged"
    return tables


def logged(log: Path) -> tuple[list[float], int]:
    """Milliseconds of each recorded hand by the server's own log, and how many of its answers were 500 or worse."""
    times, failed = [], 0
    for line in log.read_text().splitlines():
        facts = json.loads(line) if line.startswith("{") else {}
        if facts.get("method") == "POST" and facts["path"].endswith("/hands") and facts["status"] == 201:
            times.append(float(facts["ms"]))
        failed += facts.get("status", 0) >= 500
    return times, failed


def at(times: Sequence[float], share: float) -> float:
    """This percentile, 0 of nothing."""
    return sorted(times)[min(len(times) - 1, int(share * len(times)))] if times else 0.0


def milliseconds(times: Sequence[float], unit: float = 1000) -> str:
    """p50, p99 and the longest."""
    return ", ".join(f"{unit * value:.1f}" for value in (at(times, 0.5), at(times, 0.99), max(times, default=0.0)))


def rows_of(watched: list[Watched], tables: list[Table]) -> tuple[list[tuple[str, str]], bool]:
    """The printed table, and whether all is well."""
    figures = together(table.figures for table in tables)
    hands = sum(table.acknowledged for table in tables)
    logs = [logged(one.server.log) for one in watched]
    failed = sum(log[1] for log in logs)
    longest = max(figures.again, default=0.0)
    stored = sum(one.database_bytes() - one.before[1] for one in watched)
    written = sum(one.server.log.stat().st_size - one.before[2] for one in watched)
    rows = [
        ("hands acknowledged, all there once", f"{hands:,}"),
        ("all tables begin at once: s, p50, p99, longest", milliseconds(figures.first, 1)),
        ("a hand: ms, p50, p99, longest", milliseconds(figures.recorded)),
        ("the same by the servers' logs", milliseconds([time for log in logs for time in log[0]], 1)),
        ("a phone hears of it: ms, p50, p99, longest", milliseconds(figures.told)),
        ("what changed is fetched: ms, p50, p99, longest", milliseconds(figures.read)),
        ("SIGKILL: answers again after, s", f"{watched[-1].restart:.1f}"),
        (
            "hands sent again, longest until acknowledged, s",
            f"{len(figures.again)}, {longest:.2f}",
        ),
        ("connections lost, streams opened", f"{figures.lost:,}, {figures.streams_opened:,}"),
        ("answers of 500 or worse by the servers; 503 by the proxy", f"{failed}, {figures.answers[503]}"),
        ("memory, MB, of each process", "; ".join(_memory(looks) for one in watched for looks in one.memory)),
        ("CPU, s, of each process", ", ".join(f"{cpu:.1f}" for one in watched for cpu in _cpu(one))),
        ("databases, KB a hand", f"{stored / 1e3 / hands:.2f}"),
        (
            "logs, KB a hand",
            f"{written / 1e3 / hands:.2f}",
        ),
    ]
    if len(watched) > 1:
        for cell, mark in (("the cell that goes on", False), ("the cell that is killed", True)):
            own = together(table.figures for table in tables if table.match.startswith("0") is mark)
            rows.append((f"a hand in {cell}: ms, p50, p99, longest", milliseconds(own.recorded)))
            rows.append((f"hands sent again in {cell}", str(len(own.again))))
    return rows, not failed and (len(watched) > 1 or not figures.answers[503])


def run(chosen: argparse.Namespace) -> int:
    """Plays, and prints the table. Returns the exit code."""
    allow_files(4 * chosen.tables * (chosen.watchers + 1) + 100)
    load = os.getloadavg()[0]
    with serving(chosen.cells) as (watched, port):
        for one in watched:
            one.note_beginning()
        tables = asyncio.run(play(watched, port, chosen))
        for one in watched:
            one.look()
        rows, good = rows_of(watched, tables)
        for one in watched:
            audit(one.server)
        kind = watched[0].server.environment["DATABASE_URL"].partition(":")[0]
    streams = chosen.tables * chosen.watchers
    print(
        f"\n{chosen.tables} tables, {streams} streams, a hand every {chosen.every:g} s at each, {chosen.cells} cells,"
    )
    print(f"{chosen.seconds:g} s on {kind}; load of the machine before: {load:.1f}\n")
    print("| figure | |\n| --- | --- |")
    for figure, value in [*rows, ("audit", "clean")]:
        print(f"| {figure} | {value} |")
    return int(not good)


def _cpu(one: Watched) -> list[float]:
    """Of each process; of the first one without its start."""
    return [one.cpu[0] - one.before[0], *one.cpu[1:]]


def _memory(looks: Sequence[int]) -> str:
    """After the start, in the middle and at the end."""
    return " → ".join(f"{looks[number] / 2**20:.0f}" for number in (0, len(looks) // 2, -1))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--watchers", type=int, default=3, help="of each table")
    parser.add_argument("--every", type=float, default=10.0, help="seconds between two hands of a table")
    parser.add_argument("--seconds", type=float, default=180.0)
    parser.add_argument("--cells", type=int, choices=[1, 2], default=1)
    return run(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
