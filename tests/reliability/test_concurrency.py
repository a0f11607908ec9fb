"""Many phones at once, lost answers, and a killed server: every acknowledged hand is recorded once, in one order."""

from __future__ import annotations

import random
import signal
import threading
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests import loopback
from tests.server import serving

CLIENTS = 8
HANDS_EACH = 15


class Match:
    """A match of Points for two on a running server. Every client marks its hands by a value of its own."""

    def __init__(self, server: str) -> None:
        self.url = f"{server}/api/v1"
        made = loopback.post(f"{self.url}/tables", json={"name": "Crowd"}, timeout=60).raise_for_status().json()
        self.headers = {"Authorization": f"Bearer {made['keys']['scorer']}"}
        body = {"game": "points", "players": ["Ada", "Ben"]}
        answer = loopback.post(f"{self.url}/tables/{made['id']}/matches", json=body, headers=self.headers, timeout=60)
        self.id = answer.raise_for_status().json()["id"]

    def record(self, http: httpx.Client, mark: int, key: str) -> httpx.Response:
        body = {"kind": "round", "scores": [mark, 1]}
        headers = {**self.headers, "Idempotency-Key": key}
        return http.post(f"{self.url}/matches/{self.id}/hands", json=body, headers=headers)

    def hands(self) -> list[dict[str, Any]]:
        with loopback.Client(headers=self.headers, timeout=60) as http:
            result: list[dict[str, Any]] = []
            url: str | None = f"{self.url}/matches/{self.id}/hands"
            while url:
                page = http.get(httpx.URL(self.url).join(url)).raise_for_status().json()
                result += page["results"]
                url = page["next"]
            return result

    def state(self) -> dict[str, Any]:
        answer = loopback.get(f"{self.url}/matches/{self.id}", headers=self.headers, timeout=60)
        state: dict[str, Any] = answer.raise_for_status().json()
        return state


def at_once(work: Callable[[int], list[Any]]) -> list[Any]:
    """The work of all clients, started together."""
    barrier = threading.Barrier(CLIENTS)

    def run(client: int) -> list[Any]:
        barrier.wait()
        return work(client)

    with ThreadPoolExecutor(CLIENTS) as pool:
        return [item for result in pool.map(run, range(CLIENTS)) for item in result]


def check(match: Match, acknowledged: list[tuple[int, int]]) -> None:
    """acknowledged: mark and number of every hand that the server confirmed to a client."""
    hands = match.hands()
    assert [hand["number"] for hand in hands] == list(range(1, len(hands) + 1)), "one order without gaps"
    marks = [hand["points"][0] for hand in hands]
    assert len(set(marks)) == len(marks), "nothing twice"
    where = {hand["points"][0]: hand["number"] for hand in hands}
    assert dict(acknowledged).items() <= where.items(), "nothing lost, each at the place that was told"
    state = match.state()
    assert state["totals"] == [sum(marks), len(hands)]
    assert state["version"] == len(hands)


def test_eight_phones_record_into_one_match_at_once(server: str) -> None:
    match = Match(server)

    def client(number: int) -> list[tuple[int, int]]:
        choose = random.Random(number)
        recorded = []
        with loopback.Client(timeout=60) as http:
            for n in range(HANDS_EACH):
                mark = 1 + number * HANDS_EACH + n
                key = str(uuid.uuid4())
                answer = match.record(http, mark, key)
                assert answer.status_code == 201, answer.text
                while choose.random() < 0.4:  # the answer got lost on the way: send it again
                    again = match.record(http, mark, key)
                    assert (again.status_code, again.json()) == (201, answer.json())
                recorded.append((mark, answer.json()["number"]))
        assert [number for _, number in recorded] == sorted(number for _, number in recorded)
        return recorded

    acknowledged = at_once(client)
    assert len(acknowledged) == CLIENTS * HANDS_EACH
    check(match, acknowledged)
    assert len(match.hands()) == len(acknowledged)


def test_one_key_from_eight_phones_records_once(server: str) -> None:
    match = Match(server)
    key = str(uuid.uuid4())

    def client(_: int) -> list[httpx.Response]:
        with loopback.Client(timeout=60) as http:
            return [match.record(http, 7, key)]

    answers = at_once(client)
    assert {answer.status_code for answer in answers} <= {201, 409}
    numbers = {answer.json()["number"] for answer in answers if answer.status_code == 201}
    assert numbers == {1}
    assert len(match.hands()) == 1


def test_the_version_lets_one_of_eight_through(server: str) -> None:
    match = Match(server)

    def client(number: int) -> list[int]:
        body = {"kind": "round", "scores": [number, 1]}
        url = f"{match.url}/matches/{match.id}/hands"
        return [loopback.post(url, json=body, headers={**match.headers, "If-Match": '"0"'}, timeout=60).status_code]

    assert sorted(at_once(client)) == [201] + [412] * (CLIENTS - 1)
    assert len(match.hands()) == 1


@pytest.mark.parametrize("key", ["", "one"])
def test_the_same_delete_from_eight_phones_removes_one_hand(server: str, key: str) -> None:
    match = Match(server)
    with loopback.Client(timeout=60) as http:
        for mark in range(CLIENTS):
            assert match.record(http, mark, str(uuid.uuid4())).status_code == 201
    headers = {**match.headers, "If-Match": "*", **({"Idempotency-Key": key} if key else {})}

    def client(_: int) -> list[int]:
        return [loopback.request("DELETE", f"{match.url}/matches/{match.id}/hands/1", headers=headers).status_code]

    answers = at_once(client)
    assert set(answers) <= ({204, 409} if key else {204, 428})
    assert key or answers.count(204) == 1
    assert len(match.hands()) == CLIENTS - 1


def test_what_was_acknowledged_survives_being_killed(tmp_path: Path) -> None:
    """Killed at random moments under load; every client repeats what was not answered, with the same key."""
    with serving(tmp_path) as server:
        match = Match(server.url)
        acknowledged: list[tuple[int, int]] = []
        marks = iter(range(1, 10_000))
        lock = threading.Lock()
        stop = threading.Event()

        def client() -> None:
            with loopback.Client(timeout=10) as http:
                while not stop.is_set():
                    with lock:
                        mark = next(marks)
                    key = str(uuid.uuid4())
                    while True:
                        try:
                            answer = match.record(http, mark, key)
                        except httpx.TransportError:
                            if stop.wait(0.05):
                                return
                            continue
                        assert answer.status_code == 201, answer.text
                        acknowledged.append((mark, answer.json()["number"]))
                        break

        threads = [threading.Thread(target=client) for _ in range(4)]
        for thread in threads:
            thread.start()
        for _ in range(3):
            _more(acknowledged, 6)
            server.stop(signal.SIGKILL)
            server.start()
        _more(acknowledged, 6)
        stop.set()
        for thread in threads:
            thread.join(30)
        check(match, acknowledged)


def _more(acknowledged: list[tuple[int, int]], count: int) -> None:
    """Waits until so many more hands are acknowledged."""
    enough, deadline = len(acknowledged) + count, time.monotonic() + 60
    while len(acknowledged) < enough:
        assert time.monotonic() < deadline, "nothing is acknowledged any more"
        time.sleep(0.01)


def test_one_new_player_from_eight_phones_joins_once(server: str) -> None:
    url = f"{server}/api/v1"
    made = loopback.post(f"{url}/tables", json={"name": "Crowd"}, timeout=60).raise_for_status().json()
    headers = {"Authorization": f"Bearer {made['keys']['scorer']}"}

    def client(_: int) -> list[int]:
        with loopback.Client(headers=headers, timeout=60) as http:
            bodies = [{"game": "points", "players": [f"Ada {n}", f"Ben {n}"]} for n in range(5)]
            return [http.post(f"{url}/tables/{made['id']}/matches", json=body).status_code for body in bodies]

    assert set(at_once(client)) == {201}
    table = loopback.get(f"{url}/tables/{made['id']}", headers=headers, timeout=60).json()
    assert len(table["players"]) == 10
    assert table["version"] == 1 + 5
