"""What cells cost: the way through the proxy that knows the cell of each table, and moving a table that is played.

``python -m benchmarks.cells`` needs HAProxy, and a PostgreSQL as DATABASE_URL: tables are moved only there.
"""

from __future__ import annotations

import logging
import statistics
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.load import Connection, request
from tests.operations.cells_proxy import Cells
from tests.operations.fronts import front
from tests.reliability.faults import audit

ROUNDS, REQUESTS = 20, 250
HANDS = 100


def main() -> None:
    """Prints what a request costs by each way, and how a move was felt."""
    logging.getLogger("httpx").setLevel(logging.WARNING)  # not a line for each request
    with ExitStack() as stack:
        cells = Cells(stack, Path(stack.enter_context(TemporaryDirectory())))
        time.sleep(3.0)  # until the proxy has seen both servers
        table = cells.new_table("first", "Routes")
        key = {"Authorization": f"Bearer {table['scorer']}"}
        first = cells.servers["first"].port
        folder = Path(stack.enter_context(TemporaryDirectory()))
        ways = {
            "the server itself": first,
            "HAProxy, one server": stack.enter_context(front("haproxy", first, folder)),
            "HAProxy, cells": int(cells.proxy.url.rpartition(":")[2]),
        }
        message = request("GET", f"/api/v1/matches/{table['match']}", key)
        times = _times(ways, message)
        for way, milliseconds in times.items():
            print(f"{way:20} {statistics.median(milliseconds):.3f} ms")
        routing = [
            one - other for one, other in zip(times["HAProxy, cells"], times["HAProxy, one server"], strict=True)
        ]
        print(f"routing by cells, of {ROUNDS} pairs: {statistics.median(routing):.3f} ms (aim: at most 0.15)")
        _move(cells)


def _times(ways: dict[str, int], message: bytes) -> dict[str, list[float]]:
    """The median of each round, milliseconds, the ways in turn."""
    times: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(ROUNDS):
        for way, port in ways.items():
            line = Connection(port)
            spent = []
            for _ in range(REQUESTS):
                began = time.perf_counter()
                status, _ = line.ask(message)
                spent.append(1000 * (time.perf_counter() - began))
                assert status == 200, status
            line.socket.close()
            times[way].append(statistics.median(spent))
    return times


def _move(cells: Cells) -> None:
    """Moves a table while 100 hands are played at it, one each 50 ms, each sent until it counts."""
    table = cells.new_table("first", "Moved")
    waits: list[float] = []

    def play() -> None:
        for number in range(HANDS):
            began = time.monotonic()
            while cells.record(table, f"hand-{number}-{table['id']}").status_code != 201:
                time.sleep(0.02)
            waits.append(time.monotonic() - began)
            time.sleep(0.05)

    player = threading.Thread(target=play)
    player.start()
    time.sleep(1.0)
    began = time.monotonic()
    moved = cells.move(table["id"], "first", "0b")
    took = time.monotonic() - began
    player.join()
    assert moved.returncode == 0, moved.stderr
    key = {"Authorization": f"Bearer {table['scorer']}"}
    there = cells.http.get(f"/api/v1/matches/{table['match']}", headers=key).json()["hand_count"]
    for server in cells.servers.values():
        audit(server)
    print(
        f"a table moved in play: {there} of {HANDS} hands, the longest {1000 * max(waits):.0f} ms, the others "
        f"{1000 * statistics.median(waits):.1f} ms; the command took {took:.1f} s; audits clean"
    )


if __name__ == "__main__":
    main()
