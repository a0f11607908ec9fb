"""``make evening``: tables that play at a rate that is told, phones that follow, a SIGKILL in the middle, an audit.

    python -m benchmarks.evening --tables 60 --watchers 3 --every 10 --seconds 180

On SQLite, or on the PostgreSQL of DATABASE_URL. Each table records a hand every ``--every`` seconds; each watcher has a
stream open and fetches the changed part of the page after each event. Prints one table. Ends with code 1 if a hand was
lost or doubled, if there was an answer of 500 or worse while the server was there, or if the audit finds something.
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
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from benchmarks.evening_clients import Figures, Table
from benchmarks.servers import cpu_seconds, resident, start
from benchmarks.streams import allow_files
from tests.reliability.faults import audit
from tests.server import Running, database_url

_LOOK_SECONDS = 2.0


@dataclass
class Watched:
    """The server from outside. memory: bytes at each look, of one process after the other; cpu: their seconds.

    restart: seconds from the kill until the next process answered.
    """

    server: Running
    memory: list[list[int]] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    restart: float = 0.0
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


def database_bytes(database: str) -> int:
    """The size of a database, of SQLite with its log of writes."""
    if database.startswith("sqlite"):
        file = Path(database.removeprefix("sqlite:///"))
        return sum(part.stat().st_size for part in file.parent.glob(f"{file.name}*"))
    with psycopg.connect(database) as connection:
        row = connection.execute("SELECT pg_database_size(current_database())").fetchone()
    assert row
    return int(row[0])


async def play(watched: Watched, chosen: argparse.Namespace) -> tuple[Figures, list[Table]]:
    """The evening itself. Raises AssertionError for an answer that nothing excuses, and for a hand that is lost or
    doubled."""
    figures = Figures()
    tables = [Table(number, watched.server.port, figures) for number in range(chosen.tables)]
    await asyncio.gather(*(table.begin() for table in tables))
    others = [asyncio.create_task(watched.look_on())]
    others += [asyncio.create_task(table.watch()) for table in tables for _ in range(chosen.watchers)]
    until = time.monotonic() + chosen.seconds
    playing = asyncio.gather(*(table.play(chosen.every, until) for table in tables))
    await asyncio.sleep(chosen.seconds / 2)
    await watched.kill()
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
    return figures, tables


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


def megabytes(before: int, after: int, hands: int) -> str:
    return f"{before / 1e6:.1f} → {after / 1e6:.1f} ({(after - before) / 1e3 / hands:.2f} KB a hand)"


def run(chosen: argparse.Namespace) -> int:
    """Plays, and prints the table. Returns the exit code."""
    allow_files(2 * chosen.tables * (chosen.watchers + 1) + 100)
    with tempfile.TemporaryDirectory(prefix="companion-evening-") as name, database_url(Path(name)) as database:
        server = Running(Path(name), database, LOG_REQUESTS="1", LOG_FORMAT="json")
        watched = Watched(server)
        load = os.getloadavg()[0]
        watched.begin(lambda: start(server))
        try:
            before = watched.cpu[0]
            size, log = database_bytes(database), server.log.stat().st_size
            figures, tables = asyncio.run(play(watched, chosen))
            watched.look()
            hands = sum(table.acknowledged for table in tables)
            by_log, failed = logged(server.log)
            rows = [
                ("hands acknowledged, all there once", f"{hands:,}"),
                ("all tables begin at once: s, p50, p99, longest", milliseconds(figures.first, 1)),
                ("a hand: ms, p50, p99, longest", milliseconds(figures.recorded)),
                ("the same by the server's log", milliseconds(by_log, 1)),
                ("a phone hears of it: ms, p50, p99, longest", milliseconds(figures.told)),
                ("what changed is fetched: ms, p50, p99, longest", milliseconds(figures.read)),
                ("SIGKILL: answers again after, s", f"{watched.restart:.1f}"),
                ("hands sent again, longest until acknowledged, s", _again(figures)),
                ("connections lost, streams opened", f"{figures.lost:,}, {figures.streams_opened:,}"),
                ("answers of 500 or worse: clients, log", f"{_failed(figures)}, {failed}"),
                ("memory, MB: first process, second one", "; ".join(map(_memory, watched.memory))),
                (
                    "CPU, s: first process, second one with its start",
                    f"{watched.cpu[0] - before:.1f}, {watched.cpu[1]:.1f}",
                ),
                ("database, MB", megabytes(size, database_bytes(database), hands)),
                ("log, MB", megabytes(log, server.log.stat().st_size, hands)),
            ]
            audit(server)
        finally:
            server.stop()
    print(
        f"\n{chosen.tables} tables, {chosen.tables * chosen.watchers} streams, a hand every {chosen.every:g} s at each,"
    )
    print(f"{chosen.seconds:g} s on {database.partition(':')[0]}; load of the machine before: {load:.1f}\n")
    print("| figure | |\n| --- | --- |")
    for figure, value in [*rows, ("audit", "clean")]:
        print(f"| {figure} | {value} |")
    return int(bool(_failed(figures) or failed))


def _again(figures: Figures) -> str:
    return f"{len(figures.again)}, {max(figures.again, default=0.0):.2f}"


def _failed(figures: Figures) -> int:
    return sum(count for status, count in figures.answers.items() if status >= 500)


def _memory(looks: Sequence[int]) -> str:
    """After the start, in the middle and at the end."""
    return " → ".join(f"{looks[number] / 2**20:.0f}" for number in (0, len(looks) // 2, -1))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--watchers", type=int, default=3, help="of each table")
    parser.add_argument("--every", type=float, default=10.0, help="seconds between two hands of a table")
    parser.add_argument("--seconds", type=float, default=180.0)
    return run(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
