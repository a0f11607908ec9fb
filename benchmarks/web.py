"""The endpoints, as ratios to the floor: same kind of server, same rows, same run, rounds interleaved."""

from __future__ import annotations

import json
import random
import statistics
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from benchmarks import aims, comparison, database_growth, large, process, saves, statements, streams, watchers
from benchmarks.load import Cell, measure, median, request
from benchmarks.servers import Server, database_copy, serving_application, start
from tests.server import Running, database_url

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
CONNECTIONS = (1, 8, 32)
RECORD = "record a hand"


@dataclass(frozen=True)
class Case:
    """One endpoint. expect: the right status. make: the request of connection number n."""

    name: str
    expect: int
    make: Callable[[int], bytes]


class Table:
    """A table on the product's server with matches of Skat to read and to write."""

    def __init__(self, url: str) -> None:
        self.http = httpx.Client(base_url=f"{url}/api/v1", timeout=120)
        response = self.http.post("/tables", json={"name": "Bench"}).raise_for_status().json()
        self.id, self.key, self.watching = response["id"], response["keys"]["scorer"], response["keys"]["viewer"]
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
            Case(RECORD, 201, lambda n: hands[n]),
            Case("match as JSON, 40 hands", 200, lambda n: one),
            Case("match unchanged, 304", 304, lambda n: same),
            Case("score, not stored", 200, lambda n: scored),
            Case("match page, 40 hands", 200, lambda n: page),
            Case("watcher's part, 40 hands", 200, lambda n: part),
        ]


def run(rounds: int, seconds: float, full: bool) -> dict[str, Any]:
    """Measures everything on the database of DATABASE_URL (default: SQLite). Prints tables, returns the figures.

    full: also the long measurements.
    """
    with tempfile.TemporaryDirectory() as name, database_url(Path(name)) as database:
        folder = Path(name)
        product = Running(folder, database)
        own = start(product)
        try:
            table = Table(product.url)
            figures: dict[str, Any] = {
                "statements": statements.measure(product.environment),
                "watchers": watchers.measure(product.environment),
                "save": saves.ratio(table, rounds),
            }
            with (
                database_copy(database, folder, "floor") as copy,
                database_copy(database, folder, "growing") as small,
                comparison.alternatives(database, folder) as others,
                serving_application("benchmarks.floor:application", copy, folder) as floor,
            ):
                servers = {"product": own, "floor": floor}
                key = {"Authorization": f"Bearer {table.key}"}
                path = f"/api/v1/matches/{table.write[0]}/hands"
                comparison.check_same_answers({"product": own, **others}, path, key, HAND)
                figures["calls"] = _calls(table.cases(), servers, others, rounds, seconds)
                figures["large"] = large.run(table, own)
                figures["database"] = database_growth.run(
                    table, small, folder / "growing", floor, rounds, seconds, full
                )
            figures["streams"] = streams.run(table, product)
            figures["process"] = process.run(table, product, full)
            return figures
        finally:
            product.stop()


def _calls(
    cases: list[Case], servers: dict[str, Server], others: dict[str, Server], rounds: int, seconds: float
) -> dict[str, Any]:
    """Figures by call, connections and server. others: servers that only record a hand."""
    result: dict[tuple[str, int, str], list[Cell]] = {}
    for _ in range(rounds):
        cells = [(case, conns) for case in cases for conns in CONNECTIONS]
        random.shuffle(cells)
        for case, conns in cells:
            asked_servers = {**servers, **(others if case.name == RECORD else {})}
            for who in random.sample(list(asked_servers), len(asked_servers)):
                cell = measure(asked_servers[who], conns, seconds, case.make, case.expect)
                result.setdefault((case.name, conns, who), []).append(cell)
    head = f"\n{'':26}{'conns':>5} {'a second':>9} {'times':>6} {'aim':>4} {'p50 ms':>7} {'p99 ms':>7}"
    print(f"{head} {'CPU ms':>7} {'times':>6}")
    figures: dict[str, Any] = {}
    for (name, conns, who), cells_ in sorted(result.items(), key=lambda item: _order(item[0], cases)):
        figure = _figure(cells_, result[name, conns, "floor"])
        figures.setdefault(name, {}).setdefault(str(conns), {})[who] = figure
        aim_value = aims.CALLS.get(name) if who == "product" else None
        aim = f"{aim_value:4.1f}" if aim_value and (conns == 1 or (name == RECORD and conns == 8)) else ""
        bad = f"  {figure['bad']} WRONG ANSWERS" if figure["bad"] else ""
        label = name if who == "product" else f"  {who}"
        print(
            f"{label:26}{conns:5} {figure['per_second']:9.0f} {figure['times']:6.2f} {aim:>4} {figure['p50']:7.2f} "
            f"{figure['p99']:7.2f} {figure['cpu']:7.3f} {figure['cpu_times']:6.2f}{bad}"
        )
    return figures


def _order(cell: tuple[str, int, str], cases: list[Case]) -> tuple[int, int, int]:
    name, conns, who = cell
    place = [case.name for case in cases].index(name)
    return place, conns, ["product", "floor", *comparison.APPLICATIONS].index(who)


def _figure(cells: list[Cell], floor: list[Cell]) -> dict[str, float]:
    """times: how many times as long as the floor; cpu_times: how many times its CPU. Medians of pairs in a round."""
    cell = median(cells)
    return {
        "per_second": round(cell.per_second, 1),
        "times": round(statistics.median(f.per_second / c.per_second for c, f in zip(cells, floor, strict=True)), 2),
        "p50": round(cell.p50, 3),
        "p99": round(cell.p99, 3),
        "cpu": round(cell.cpu, 4),
        "cpu_times": round(statistics.median(c.cpu / f.cpu for c, f in zip(cells, floor, strict=True)), 2),
        "bad": cell.bad,
    }
