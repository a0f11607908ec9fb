"""Many phones at once: no server error, no version twice, one history."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx

from tests import loopback
from tests.api.conftest import round_of

CLIENTS = 8
TURNS = 12
LATEST = {"If-Match": "*"}


def rename(http: httpx.Client, table: str, name: str) -> httpx.Response:
    people = http.get(table).json()["players"]
    people[0]["name"] = name
    return http.patch(table, json={"players": people}, headers=LATEST)


def test_it_works(server: str) -> None:
    api = f"{server}/api/v1"
    made = loopback.post(f"{api}/tables", json={"name": "Crowd", "players": ["Ada", "Ben"]}, timeout=60).json()
    headers = {"Authorization": f"Bearer {made['keys']['scorer']}"}
    table = f"{api}/tables/{made['id']}"
    start = {"game": "points", "players": ["Ada", "Ben"]}
    match = f"{api}/matches/{loopback.post(f'{table}/matches', json=start, headers=headers, timeout=60).json()['id']}"
    barrier = threading.Barrier(CLIENTS)

    def client(number: int) -> list[tuple[str, int]]:
        choose = random.Random(number)
        seen = []
        with loopback.Client(headers=headers, timeout=60) as http:
            calls: dict[str, Callable[[int], Any]] = {
                "record": lambda n: http.post(f"{match}/hands", json=round_of(number, n)),
                "retry": lambda n: http.post(
                    f"{match}/hands", json=round_of(1, n), headers={"Idempotency-Key": f"shared {n}"}
                ),
                "undo": lambda n: http.post(f"{match}/undo"),
                "redo": lambda n: http.post(f"{match}/redo"),
                "correct": lambda n: http.put(f"{match}/hands/1", json=round_of(number, n), headers=LATEST),
                "take_back": lambda n: http.delete(
                    f"{match}/hands/1", headers={**LATEST, "Idempotency-Key": f"{number} {n}"}
                ),
                "end": lambda n: http.patch(match, json={"ended": n % 3 == 0, "title": f"{n}"}, headers=LATEST),
                "rename": lambda n: rename(http, table, f"Ada {number} {n}"),
                "start": lambda n: http.post(f"{table}/matches", json={"game": "points", "players": [f"P{n}", "Ben"]}),
                "bring in": lambda n: http.post(f"{table}/import", json=http.get(f"{match}/export").json()),
                "key": lambda n: http.post(f"{table}/keys/viewer"),
            }
            barrier.wait()
            for n in range(TURNS):
                what = choose.choice(list(calls))
                seen.append((what, calls[what](n).status_code))
        return seen

    with ThreadPoolExecutor(CLIENTS) as pool:
        seen = [answer for result in pool.map(client, range(CLIENTS)) for answer in result]
    assert {status for _, status in seen} <= {200, 201, 204, 404, 409, 422}, seen
    state = loopback.get(match, headers=headers, timeout=60).json()
    history = loopback.get(f"{match}/history?limit=200", headers=headers, timeout=60).json()["results"]
    assert [change["version"] for change in history] == list(range(1, state["version"] + 1))
    names = [seat["name"] for seat in state["players"]]
    body = {"players": names, "hands": [hand["input"] for hand in state["hands"]]}
    if state["hands"]:
        scored = loopback.post(f"{api}/games/points/score", json=body, timeout=60).json()
        assert scored["totals"] == state["totals"]
        assert [hand["explanation"] for hand in scored["hands"]] == [hand["explanation"] for hand in state["hands"]]
