"""Clients that record, correct, take back, undo, redo, finish, reopen and read a match at random, and note every call.

A client sends a call that got no answer again if it carries an Idempotency-Key, to the next server if there are
several: to the checker this is one call. Of the others (corrections, ends) nobody knows whether they took effect.
"""

from __future__ import annotations

import itertools
import random
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

import httpx

from tests import loopback
from tests.reliability.linearizability import Operation
from tests.reliability.match_model import PAGE, Answer, Call, View

PATIENCE = 60.0
"""Seconds after which a client says that the servers are gone for good."""

WEIGHTS = {
    "record": 30,
    "read": 25,
    "hands": 8,
    "history": 5,
    "correct": 10,
    "take_back": 5,
    "undo": 12,
    "redo": 7,
    "finish": 3,
    "reopen": 6,
}
APPENDING = ("record", "undo", "redo")
"""Calls that may leave out If-Match."""

READING = ("read", "hands", "history")


class Unexpected(AssertionError):  # noqa: N818
    """An answer that nothing excuses: a server error, or one that the model does not know."""


@dataclass
class Ground:
    """A match on running servers, and what happened to it. urls: of the servers, without a slash at the end."""

    urls: Sequence[str]
    id: str
    headers: dict[str, str]
    history: list[Operation] = field(default_factory=list)
    unavailable: int = 0
    repeated: int = 0
    _marks: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    @classmethod
    def begin(cls, urls: Sequence[str]) -> Ground:
        """A new match of Points for two."""
        api = f"{urls[0]}/api/v1"
        made = loopback.post(f"{api}/tables", json={"name": "Random"}, timeout=PATIENCE).raise_for_status().json()
        headers = {"Authorization": f"Bearer {made['keys']['scorer']}"}
        body = {"game": "points", "players": ["Ada", "Ben"]}
        answer = loopback.post(f"{api}/tables/{made['id']}/matches", json=body, headers=headers, timeout=PATIENCE)
        return cls(urls, answer.raise_for_status().json()["id"], headers)

    def next_mark(self) -> int:
        return next(self._marks)


class Client:
    """One client. It remembers what it was told last, as a phone does."""

    def __init__(self, ground: Ground, number: int, seed: int, stop: threading.Event) -> None:
        self.ground, self.number, self.stop = ground, number, stop
        self.choose = random.Random(seed)
        self.server = number
        self.version = self.hands = 0
        self.http = loopback.Client(headers=ground.headers, timeout=20)

    def call_at_random(self) -> None:
        """One call, noted in the history. Raises Unexpected."""
        what = self.choose.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        seen: int | None = None
        if what not in READING and self.choose.random() < (0.2 if what in APPENDING else 0.6):
            seen = self.version
        number = self.choose.randint(1, self.hands + 1) if what in ("correct", "take_back") else 0
        mark = self.ground.next_mark() if what in ("record", "correct") else 0
        self.note(Call(what, number, mark, seen))

    def note(self, call: Call) -> None:
        """Makes this call and notes it with its answer. Raises Unexpected."""
        begun = time.monotonic()
        response = self._send(call)
        ended = time.monotonic()
        answer = None
        if response is None:
            ended = inf
        else:
            answer = self._read(call, response)
            self.version = answer.version if answer.version is not None else self.version
            if answer.view:
                self.hands = len(answer.view.hands)
        self.ground.history.append(Operation(self.number, call, begun, ended, answer))

    def _send(self, call: Call) -> httpx.Response | None:
        """The answer; None if nobody knows whether the call took effect."""
        key = str(uuid.UUID(int=self.choose.getrandbits(128), version=4))
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                response = self._request(call, key)
            except httpx.TransportError:
                response = None
            if response is not None and response.status_code not in (503, 409):
                return response
            if response is not None and response.status_code == 409 and not response.json()["type"].endswith("in-work"):
                return response
            self.ground.unavailable += response is not None and response.status_code == 503
            if self.stop.is_set() and time.monotonic() > deadline - PATIENCE + 10:
                return None
            if time.monotonic() > deadline:
                raise Unexpected(f"no answer to {call} for {PATIENCE} s")
            self.ground.repeated += 1
            self.server += 1
            time.sleep(0.05)

    def _request(self, call: Call, key: str) -> httpx.Response:
        match = f"{self.ground.urls[self.server % len(self.ground.urls)]}/api/v1/matches/{self.ground.id}"
        headers = {"If-Match": f'"{call.seen}"' if call.seen is not None else "*", "Idempotency-Key": key}
        if call.what in APPENDING and call.seen is None:
            del headers["If-Match"]
        hand = {"kind": "round", "scores": [call.mark, 1]}
        match call.what:
            case "read":
                return self.http.get(match)
            case "hands":
                return self.http.get(f"{match}/hands?limit=200")
            case "history":
                return self.http.get(f"{match}/history?limit={PAGE}")
            case "record":
                return self.http.post(f"{match}/hands", json=hand, headers=headers)
            case "undo" | "redo":
                return self.http.post(f"{match}/{call.what}", headers=headers)
            case "correct":
                return self.http.put(f"{match}/hands/{call.number}", json=hand, headers=headers)
            case "take_back":
                return self.http.delete(f"{match}/hands/{call.number}", headers=headers)
            case _:
                return self.http.patch(match, json={"ended": call.what == "finish"}, headers=headers)

    def _read(self, call: Call, response: httpx.Response) -> Answer:
        status = response.status_code
        if status in (404, 409, 422):
            return Answer(status)
        if status not in (200, 201, 204, 412):
            raise Unexpected(f"{call} was answered by {status}: {response.text[:300]}")
        version = int(response.headers["ETag"].strip('"'))
        if status == 204:
            return Answer(status, version)
        body = response.json()
        if status == 412:
            return Answer(status, version, None, view_of(body["current"]))
        if call.what in ("record", "correct"):
            if body["version"] != version:
                raise Unexpected(f"{call}: the ETag says {version} and the body {body['version']}")
            return Answer(status, version, body["number"])
        if call.what == "history":
            return Answer(status, version, len(body["results"]))
        if call.what == "hands":
            marks = tuple(hand["points"][0] for hand in body["results"])
            return Answer(status, version, None, View(version, marks, (0, 0), False))
        return Answer(status, version, None, view_of(body))


def view_of(body: Any) -> View:
    """A match of the API as the model shows it. Raises Unexpected if the answer contradicts itself."""
    marks = tuple(hand["points"][0] for hand in body["hands"])
    if body["hand_count"] != len(marks):
        raise Unexpected(f"version {body['version']} says {body['hand_count']} hands and has {len(marks)}")
    first, second = body["totals"]
    return View(body["version"], marks, (first, second), body["ended"])


def play(
    ground: Ground, clients: int, seed: int, calls: int, pause: float = 0.0, meanwhile: Callable[[], None] | None = None
) -> list[Operation]:
    """What this many clients do at once: each at least so many calls, and on until meanwhile is through.

    pause: the longest time between two calls of a client, in seconds. Ends with a read. Raises Unexpected.
    """
    stop = threading.Event()
    failures: list[BaseException] = []
    barrier = threading.Barrier(clients)

    def run(number: int) -> None:
        client = Client(ground, number, seed * 1000 + number, stop)
        barrier.wait()
        try:
            done = 0
            while not failures and (done < calls or not stop.is_set()):
                client.call_at_random()
                done += 1
                # Whoever has done enough only waits for the end: histories stay short.
                time.sleep(client.choose.random() * pause * (1 if done < calls else 10))
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=run, args=[number], daemon=True) for number in range(clients)]
    for thread in threads:
        thread.start()
    try:
        if meanwhile:
            meanwhile()
    finally:
        stop.set()
        for thread in threads:
            thread.join(PATIENCE * 2)
    if failures:
        raise failures[0]
    Client(ground, clients, seed, stop).note(Call("read"))
    return ground.history
