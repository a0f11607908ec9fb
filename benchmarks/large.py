"""Large things: a match of 10,000 hands, imported, exported and continued, and the standings of 1,000 matches."""

from __future__ import annotations

import json
import statistics
import time
from typing import Any

from benchmarks.load import Connection, request
from benchmarks.servers import Server, resident

HANDS = 9_980
MATCHES = 1_000
HANDS_EACH = 10
REPEATS = 10


def run(table: Any, server: Server) -> dict[str, float]:
    """Seconds, milliseconds and ratios, printed too. table: a ``web.Table``."""
    figures: dict[str, float] = {}
    exported = table.http.get(f"/matches/{table.read}/export").raise_for_status().json()
    (document,) = exported["matches"]
    long = {**document, "hands": [document["hands"][0]] * HANDS, "changes": None, "totals": None}
    body = json.dumps({**exported, "matches": [long]}).encode()
    before = resident(server.pid)
    figures["import, s"], answer = _timed(table, "POST", f"/tables/{table.id}/import?known=import", body)
    match = answer["matches"][0]["id"]
    figures["import, MiB"] = (resident(server.pid) - before) / 2**20
    figures["export, s"], second_export = _timed(table, "GET", f"/matches/{match}/export")
    assert len(second_export["matches"][0]["hands"]) == HANDS
    figures |= _growth(table, server, match)
    figures |= _standings(table, document)
    print(f"\nlarge things ({HANDS:,} hands in a match; {MATCHES:,} matches of {HANDS_EACH} hands at a table)")
    for name, value in figures.items():
        print(f"  {name:42}{value:9.2f}")
    return {name: round(value, 3) for name, value in figures.items()}


def _timed(table: Any, method: str, path: str, body: bytes | None = None) -> tuple[float, Any]:
    begun = time.perf_counter()
    answer = table.http.request(
        method, path, content=body, headers={"Content-Type": "application/json"} if body else None
    )
    spent = time.perf_counter() - begun
    return spent, answer.raise_for_status().json()


def _growth(table: Any, server: Server, large: str) -> dict[str, float]:
    """How much slower recording is after 10,000 hands than after 10, with one connection."""
    from benchmarks.web import HAND

    small = table.match(10)
    connection = Connection(server.port)
    body, key = json.dumps(HAND).encode(), {"Authorization": f"Bearer {table.key}"}
    times: dict[str, list[float]] = {small: [], large: []}
    for _ in range(REPEATS):
        for match in (small, large):
            begun = time.perf_counter()
            status, text = connection.ask(request("POST", f"/api/v1/matches/{match}/hands", key, body))
            times[match].append(time.perf_counter() - begun)
            assert status == 201, text
    ten, thousands = (statistics.median(times[match]) * 1000 for match in (small, large))
    return {
        "record hand 10, ms": ten,
        "record hand 10,000, ms": thousands,
        "growth in a match, times": thousands / ten,
    }


def _standings(table: Any, document: dict[str, Any]) -> dict[str, float]:
    response = table.http.post("/tables", json={"name": "Large"}).raise_for_status().json()
    short = {**document, "hands": document["hands"][:HANDS_EACH], "changes": None, "totals": None}
    body = json.dumps({"format": "card-table-companion", "version": 1, "matches": [short] * (MATCHES // 2)}).encode()
    headers = {"Authorization": f"Bearer {response['keys']['scorer']}", "Content-Type": "application/json"}
    for _ in range(2):
        table.http.post(
            f"/tables/{response['id']}/import?known=import", content=body, headers=headers
        ).raise_for_status()
    times = []
    for _ in range(REPEATS):
        begun = time.perf_counter()
        answer = table.http.get(f"/tables/{response['id']}/standings", headers=headers).raise_for_status().json()
        times.append(time.perf_counter() - begun)
    assert answer
    return {"standings of 1,000 matches, ms": 1000 * statistics.median(times)}
