"""A process: time from its start to its first answer, and memory after a day's traffic."""

from __future__ import annotations

import json
import random
import socket
import statistics
import subprocess
import threading
import time
from contextlib import suppress
from typing import Any

from benchmarks.load import Connection, request
from benchmarks.servers import resident
from tests.server import Running

STARTS = 5
#: Requests of a replay. A club of ten tables makes about 20,000 a day: hands, and phones that follow.
SHORT_DAY, DAY = 2_000, 20_000
CONNECTIONS = 4


def run(table: Any, product: Running, full: bool) -> dict[str, float]:
    """Stops the server and starts it again, several times. Prints and returns the figures."""
    page = request("GET", f"/matches/{table.read}", {"Cookie": f"companion_keys={table.id}~{table.key}"})
    figures = _start(product, page)
    figures |= _day(product, DAY if full else SHORT_DAY)
    print("\nthe process")
    for name, value in figures.items():
        print(f"  {name:42}{value:9.2f}")
    return {name: round(value, 3) for name, value in figures.items()}


def _start(product: Running, page: bytes) -> dict[str, float]:
    """Seconds until a match page has been answered, from the start of the process."""
    firsts, seconds = [], []
    for _ in range(STARTS):
        product.stop()
        begun = time.perf_counter()
        with product.log.open("ab") as log:
            product.process = subprocess.Popen(
                product.command, cwd=product.folder, env=product.environment, stdout=log, stderr=log
            )
        connection = _connected(product.port)
        status, _ = connection.ask(page)
        firsts.append(time.perf_counter() - begun)
        assert status == 200
        begun = time.perf_counter()
        connection.ask(page)
        seconds.append(time.perf_counter() - begun)
        connection.socket.close()
    return {
        "start to first answer, s": statistics.median(firsts),
        "the second answer, ms": 1000 * statistics.median(seconds),
    }


def _connected(port: int) -> Connection:
    until = time.perf_counter() + 60
    while time.perf_counter() < until:
        with suppress(ConnectionError, socket.timeout):
            return Connection(port)
        time.sleep(0.005)
    raise TimeoutError("the server did not start")


def _day(product: Running, requests: int) -> dict[str, float]:
    """Mebibytes of the process after a start, after a tenth of the requests and after all of them."""
    from benchmarks.web import HAND, Table

    assert product.process
    table = Table(product.url)  # the other table has more hands by now than any real one
    pid = product.process.pid
    matches = [table.match(1) for _ in range(40)]
    at_start = resident(pid)
    key = {"Authorization": f"Bearer {table.key}"}
    phone = {"Cookie": f"companion_keys={table.id}~{table.key}", "Accept-Encoding": "gzip"}
    hand = json.dumps(HAND).encode()
    score = json.dumps({"players": 3, "hands": [HAND]}).encode()
    languages = ("en", "de", "es", "fr")
    words = ("revolution", "meld", "trump", "misere", "last trick", "dealer", "kitty", "renounce")
    bad = [0] * CONNECTIONS

    def message(chance: random.Random) -> bytes:
        match, language = chance.choice(matches), {"Accept-Language": chance.choice(languages)}
        requests_by_kind = (
            lambda: request("POST", f"/api/v1/matches/{match}/hands", {**key, **language}, hand),
            lambda: request("GET", f"/api/v1/matches/{match}", {**key, **language}),
            lambda: request("GET", f"/matches/{match}/now", {**phone, **language}),
            lambda: request("GET", f"/matches/{match}", {**phone, **language}),
            lambda: request("POST", "/api/v1/games/skat/score", language, score),
            lambda: request("GET", f"/api/v1/tables/{table.id}/standings", {**key, **language}),
            lambda: request("GET", f"/api/v1/rules/search?q={chance.choice(words).replace(' ', '+')}", language),
            lambda: request("GET", "/rules/skat", language),
        )
        return chance.choices(requests_by_kind, (12, 20, 40, 12, 5, 1, 5, 5))[0]()

    def replay(number: int, count: int) -> None:
        chance, connection = random.Random(f"{number} {count}"), Connection(product.port)
        for _ in range(count):
            status, _ = connection.ask(message(chance))
            bad[number] += status not in (200, 201)
        connection.socket.close()

    sizes = [at_start]
    for share in (requests // 10, requests - requests // 10):
        threads = [threading.Thread(target=replay, args=(n, share // CONNECTIONS)) for n in range(CONNECTIONS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        sizes.append(resident(pid))
    if sum(bad):
        print(f"  a day's traffic: {sum(bad)} WRONG ANSWERS")
    mebibytes = [size / 2**20 for size in sizes]
    return {
        "memory after a start, MiB": mebibytes[0],
        f"memory after {requests // 10:,} requests, MiB": mebibytes[1],
        f"memory after {requests:,} requests, MiB": mebibytes[2],
    }
