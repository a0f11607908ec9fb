"""A closed-loop load generator: raw sockets that are kept open, one request at a time on each."""

from __future__ import annotations

import os
import socket
import statistics
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from benchmarks.servers import Server, cpu_seconds


@dataclass(frozen=True)
class Cell:
    """One measurement: requests a second, milliseconds at the median and the 99th percentile, wrong answers.

    cpu: milliseconds of CPU of the server's process for a request; of the database only what runs in that process.
    """

    per_second: float
    p50: float
    p99: float
    bad: int
    cpu: float


class Connection:
    """A connection that is kept open."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = b""

    def ask(self, request: bytes) -> tuple[int, bytes]:
        """Status and body of one request."""
        self.socket.sendall(request)
        data = self.rest
        while (end := data.find(b"\r\n\r\n")) < 0:
            data += self._more()
        head = data[:end].lower()
        status = int(head[9:12])
        at = head.find(b"content-length:")
        if status == 304:
            length = 0
        elif at >= 0:
            length = int(head[at + 15 :].split(b"\r", 1)[0])
        else:
            return status, self._chunked(data[end + 4 :])
        body = data[end + 4 :]
        while len(body) < length:
            body += self._more()
        self.rest = body[length:]
        return status, body[:length]

    def _chunked(self, data: bytes) -> bytes:
        while not data.endswith(b"0\r\n\r\n"):
            data += self._more()
        self.rest = b""
        return data

    def _more(self) -> bytes:
        data = self.socket.recv(65536)
        if not data:
            raise ConnectionError("the server closed the connection")
        return data


def request(method: str, path: str, headers: dict[str, str], body: bytes = b"") -> bytes:
    """A request as bytes."""
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", *(f"{name}: {value}" for name, value in headers.items())]
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


def measure(server: Server, connections: int, seconds: float, make: Callable[[int], bytes], expect: int) -> Cell:
    """Runs the load for this time. make: the request of connection number n. expect: the right status."""
    times: list[list[float]] = [[] for _ in range(connections)]
    bad = [0] * connections
    ready = threading.Barrier(connections + 1)

    def run(number: int) -> None:
        connection = Connection(server.port)
        message = make(number)
        connection.ask(message)
        ready.wait(30)
        until = time.perf_counter() + seconds
        while (began := time.perf_counter()) < until:
            status, _ = connection.ask(message)
            times[number].append(time.perf_counter() - began)
            bad[number] += status != expect
        connection.socket.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(connections)]
    for thread in threads:
        thread.start()
    while ready.n_waiting < connections and all(thread.is_alive() for thread in threads):
        time.sleep(0.001)
    before = cpu_seconds(server.pid)
    ready.wait(30)
    began = time.perf_counter()
    for thread in threads:
        thread.join()
    duration = time.perf_counter() - began  # the last answers may come late
    spent = max(cpu_seconds(server.pid) - before, 1 / os.sysconf("SC_CLK_TCK"))  # the clock's step
    all_times = sorted(value for own in times for value in own)
    return Cell(
        len(all_times) / duration,
        1000 * _at(all_times, 0.5),
        1000 * _at(all_times, 0.99),
        sum(bad),
        1000 * spent / len(all_times),
    )


def _at(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def median(cells: Sequence[Cell]) -> Cell:
    """The median cell, figure by figure; wrong answers are added up."""
    return Cell(
        statistics.median(cell.per_second for cell in cells),
        statistics.median(cell.p50 for cell in cells),
        statistics.median(cell.p99 for cell in cells),
        sum(cell.bad for cell in cells),
        statistics.median(cell.cpu for cell in cells),
    )
