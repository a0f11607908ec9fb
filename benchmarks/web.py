"""The endpoints, as ratios to the floor: same server, same database, same run, rounds interleaved."""

from __future__ import annotations

import json
import os
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import httpx
import psycopg

from benchmarks import saves, watchers
from benchmarks.load import Cell, Connection, measure, median, request
from tests.server import ROOT, Running, database_url, free_port

HAND = {
    "kind": "suit",
    "trump": "H",
    "declarer": 2,
    "bid": 30,
    "matadors": {"with": 2},
    "announced": "none",
    "declarer_points": 74,
    "declarer_tricks": 6,
}
HANDS_IN_MATCH = 40
GROWN = 9_990
CONNECTIONS = (1, 8)


@dataclass(frozen=True)
class Case:
    """One endpoint. good, must: the ratios that ``docs`` promise for it at one connection."""

    name: str
    expect: int
    make: Callable[[int], bytes]
    good: float
    must: float


class Table:
    """A table on the product's server with matches of Skat to read and to write."""

    def __init__(self, url: str) -> None:
        self.http = httpx.Client(base_url=f"{url}/api/v1", timeout=120)
        made = self.http.post("/tables", json={"name": "Bench"}).raise_for_status().json()
        self.id, self.key, self.watching = made["id"], made["keys"]["scorer"], made["keys"]["viewer"]
        self.http.headers["Authorization"] = f"Bearer {self.key}"
        self.read = self.match(HANDS_IN_MATCH)
        self.write = [self.match(0) for _ in range(max(CONNECTIONS))]

    def match(self, hands: int) -> str:
        body = {"game": "skat", "players": ["Ada", "Ben", "Cleo"], "options": {"deals": 30_000}}
        match_id: str = self.http.post(f"/tables/{self.id}/matches", json=body).raise_for_status().json()["id"]
        for _ in range(hands):
            self.http.post(f"/matches/{match_id}/hands", json=HAND).raise_for_status()
        return match_id

    def cases(self) -> list[Case]:
        """The endpoints, with requests that both servers understand."""
        key = {"Authorization": f"Bearer {self.key}"}
        state = self.http.get(f"/matches/{self.read}").raise_for_status()
        known = {**key, "If-None-Match": state.headers["ETag"]}
        phone = {"Cookie": f"companion_keys={self.id}~{self.key}"}
        body = json.dumps(HAND).encode()
        score = json.dumps({"players": 3, "hands": [HAND]}).encode()
        hands = [request("POST", f"/api/v1/matches/{match}/hands", key, body) for match in self.write]
        one = request("GET", f"/api/v1/matches/{self.read}", key)
        same = request("GET", f"/api/v1/matches/{self.read}", known)
        scored = request("POST", "/api/v1/games/skat/score", {}, score)
        page = request("GET", f"/matches/{self.read}", phone)
        watching = {"Cookie": f"companion_keys={self.id}~{self.watching}", "Accept-Encoding": "gzip"}
        part = request("GET", f"/matches/{self.read}/now", watching)
        return [
            Case("record a hand", 201, lambda n: hands[n], 2.5, 4),
            Case("match as JSON, 40 hands", 200, lambda n: one, 1.0, 2.5),
            Case("match unchanged, 304", 304, lambda n: same, 3, 4.5),
            Case("score, not stored", 200, lambda n: scored, 3, 4.5),
            Case("match page, 40 hands", 200, lambda n: page, 8, 0),
            Case("watcher's part, 40 hands", 200, lambda n: part, 3, 0),
        ]


@contextmanager
def floor_server(database: str) -> Iterator[int]:
    """The floor on its own copy of the database; its port."""
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "benchmarks.floor:application", "--host", "127.0.0.1"]
    command += [
        "--port",
        str(port),
        "--http",
        "httptools",
        "--no-access-log",
        "--log-level",
        "warning",
        "--lifespan",
        "off",
    ]
    process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, "DATABASE_URL": database})
    try:
        for _ in range(100):
            with suppress(httpx.TransportError):
                httpx.get(f"http://127.0.0.1:{port}/health")
                break
            time.sleep(0.1)
        yield port
    finally:
        process.terminate()
        process.wait(10)


@contextmanager
def copied(database: str, folder: Path) -> Iterator[str]:
    """A copy of the product's database, for the floor to write into."""
    if database.startswith("sqlite"):
        copy = folder / "floor.sqlite3"
        with sqlite3.connect(database.removeprefix("sqlite:///")) as source:
            source.execute("VACUUM INTO ?", [str(copy)])
        yield f"sqlite:///{copy}"
        return
    parts = urlsplit(database)
    name = parts.path.lstrip("/")
    with psycopg.connect(urlunsplit(parts._replace(path="/postgres")), autocommit=True) as admin:
        # A template must have no other connections: the product gets new ones by itself.
        admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])
        admin.execute(f"CREATE DATABASE {name}_floor TEMPLATE {name}")
        try:
            yield urlunsplit(parts._replace(path=f"/{name}_floor"))
        finally:
            admin.execute(f"DROP DATABASE {name}_floor WITH (FORCE)")


def run(rounds: int, seconds: float) -> dict[str, Any]:
    """All endpoints on the database of DATABASE_URL (SQLite without). Prints a table, returns the figures."""
    with tempfile.TemporaryDirectory() as name, database_url(Path(name)) as database:
        product = Running(Path(name), database)
        product.start()
        try:
            table = Table(product.url)
            cases = table.cases()
            watched = watchers.measure(product.environment)
            save = saves.ratio(table, rounds)
            with copied(database, Path(name)) as copy, floor_server(copy) as floor:
                return {
                    **_ratios(cases, product.port, floor, rounds, seconds),
                    "save": save,
                    "watchers": watched,
                    "growth": _growth(table, product),
                }
        finally:
            product.stop()


def _ratios(cases: list[Case], product: int, floor: int, rounds: int, seconds: float) -> dict[str, Any]:
    result: dict[tuple[str, int, str], list[Cell]] = {}
    for _ in range(rounds):
        cells = [(case, conns) for case in cases for conns in CONNECTIONS]
        random.shuffle(cells)
        for case, conns in cells:
            for who, port in (("product", product), ("floor", floor)):
                cell = measure(port, conns, seconds, case.make, case.expect)
                result.setdefault((case.name, conns, who), []).append(cell)
    figures = {}
    print(
        f"\n{'':26}{'conns':>5} {'product/s':>10} {'floor/s':>9} {'times':>6} {'good':>5} {'p50 ms':>7} {'p99 ms':>7}"
    )
    for case in cases:
        for conns in CONNECTIONS:
            own, low = result[case.name, conns, "product"], result[case.name, conns, "floor"]
            ratio = statistics.median(f.per_second / p.per_second for p, f in zip(own, low, strict=True))
            cell, under = median(own), median(low)
            bad = f"  {cell.bad + under.bad} WRONG ANSWERS" if cell.bad + under.bad else ""
            good = f"{case.good:5.1f}" if case.good and conns == 1 else "     "
            print(
                f"{case.name:26}{conns:5} {cell.per_second:10.0f} {under.per_second:9.0f} {ratio:6.2f} {good} "
                f"{cell.p50:7.2f} {cell.p99:7.2f}{bad}"
            )
            figures[f"{case.name}, {conns}"] = {"ratio": round(ratio, 2), "p50": cell.p50, "p99": cell.p99}
    return figures


def _growth(table: Table, product: Running) -> float:
    """How much slower recording is after 10,000 hands than after 10, with one connection."""
    small, large = table.match(10), table.match(10)
    grow = f"from benchmarks.grow import grow; grow({large!r}, {GROWN - 20})"
    environment = {**product.environment, "DJANGO_SETTINGS_MODULE": "companion.settings"}
    subprocess.run([sys.executable, "-c", grow], cwd=ROOT, env=environment, check=True)
    connection = Connection(product.port)
    body = json.dumps(HAND).encode()
    key = {"Authorization": f"Bearer {table.key}"}
    times: dict[str, list[float]] = {small: [], large: []}
    for _ in range(10):
        for match in (small, large):
            began = time.perf_counter()
            status, _ = connection.ask(request("POST", f"/api/v1/matches/{match}/hands", key, body))
            times[match].append(time.perf_counter() - began)
            assert status == 201
    ten, thousands = (statistics.median(times[match]) * 1000 for match in (small, large))
    print(f"\nrecord hand 10: {ten:.2f} ms, hand 10,000: {thousands:.2f} ms, {thousands / ten:.2f} times (good: 1.3)")
    return thousands / ten
