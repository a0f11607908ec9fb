"""Two app processes on one PostgreSQL, behind a PgBouncer that pools transactions, with one Redis."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from typing import Any

import httpx
import psycopg
import pytest

from tests import loopback
from tests.not_run import not_run
from tests.receiver import Received, Receiver, receiving
from tests.redis_server import RedisServer, redis_server
from tests.reliability.pgbouncer import pgbouncer
from tests.reliability.postgres_cluster import Cluster, binaries, clusters
from tests.reliability.test_live import Table, watching
from tests.server import SERVE, Running, database_url, free_port, on_postgresql

pytestmark = pytest.mark.skipif(not on_postgresql(), reason="about PostgreSQL")

DEAF = "LISTEN hears nothing"
FEW = 20


@contextmanager
def processes(folder: Path, database: str, count: int, **environment: str) -> Iterator[list[Running]]:
    """So many processes on one database, as an operator starts them."""
    with ExitStack() as stack:
        started: list[Running] = []
        for number in range(count):
            own = folder / str(number)
            own.mkdir()
            server = Running(own, database, SERVE, 0, SECRET_KEY="the same in both " * 3, **environment)
            if started:
                server.command = [*SERVE, "--no-migrate"]
            stack.callback(server.stop)
            server.start()
            started.append(server)
        yield started


@dataclass
class Boxes:
    """one, two: app processes. redis: where they count together. receiver: gets their webhooks."""

    one: Running
    two: Running
    redis: RedisServer
    receiver: Receiver


@pytest.fixture(scope="module")
def boxes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Boxes]:
    folder = tmp_path_factory.mktemp("boxes")
    with database_url(folder) as direct, pgbouncer(direct) as pooled, redis_server() as redis, receiving() as receiver:
        environment = {
            "DIRECT_DATABASE_URL": direct,
            "REDIS_URL": redis.url,
            "RATE_LIMIT_OPEN": str(FEW),
            "WEBHOOK_ALLOWED": receiver.origin,
        }
        with processes(folder, pooled, 2, **environment) as (one, two):
            yield Boxes(one, two, redis, receiver)


def newest(versions: Queue[Any], wanted: int) -> int:
    """Reads from a watcher until it has this version. Fails if its stream ends before."""
    version = -1
    while version < wanted:
        version = versions.get(timeout=30)
        assert isinstance(version, int), "the stream ended"
    return version


def test_a_watcher_of_one_sees_a_hand_that_is_recorded_on_the_other(boxes: Boxes) -> None:
    table = Table(boxes.one.url)
    with watching(boxes.two.url, table.match, table.keys["viewer"]) as versions:
        assert newest(versions, 0) == 0
        for version in range(1, 6):
            table.record(version, 1)
            assert newest(versions, version) == version
    for server in (boxes.one, boxes.two):
        assert DEAF not in server.log.read_text()


def test_the_limit_holds_across_both(boxes: Boxes) -> None:
    """Exactly so many requests without a key pass in a minute, whichever process is asked."""

    def ask(number: int) -> httpx.Response:
        return loopback.get(f"{(boxes.one, boxes.two)[number % 2].url}/api/v1/games/points", timeout=60)

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(ask, range(3 * FEW)))
    assert Counter(answer.status_code for answer in answers) == {200: FEW, 429: 2 * FEW}
    left = [int(answer.headers["RateLimit"].partition("r=")[2].partition(";")[0]) for answer in answers]
    assert sorted(left, reverse=True) == [*range(FEW - 1, -1, -1), *[0] * 2 * FEW]
    assert {answer.status_code for answer in map(ask, range(2))} == {429}


def test_all_that_reads_much_at_once_works_through_the_pooler(boxes: Boxes) -> None:
    """Standings, exports and CSV read with cursors where nothing is between: here the connection changes in between."""
    table = Table(boxes.one.url)
    for number in range(30):
        table.record(number, 1)
    paths = [
        f"/tables/{table.id}/standings",
        f"/matches/{table.match}/export",
        f"/matches/{table.match}/export?format=csv",
    ]

    def read(number: int) -> int:
        url = f"{(boxes.one, boxes.two)[number % 2].url}/api/v1{paths[number % len(paths)]}"
        return loopback.get(url, headers=table.http.headers, timeout=60).status_code

    with ThreadPoolExecutor(12) as threads:
        assert set(threads.map(read, range(120))) == {200}
    file = boxes.one.folder / "backup"
    for command in (["audit"], ["backup", str(file)]):
        subprocess.run([*SERVE[:-1], *command], env=boxes.one.environment, capture_output=True, check=True)
    assert file.exists()
    table.record(99, 1)


def test_one_process_is_killed_and_nobody_notices_more_than_a_reconnect(tmp_path: Path, boxes: Boxes) -> None:
    environment = {name: text for name, text in boxes.two.environment.items() if name not in os.environ}
    del environment["DATA_DIR"], environment["PORT"]
    third = Running(tmp_path, boxes.one.environment["DATABASE_URL"], [*SERVE, "--no-migrate"])
    third.environment |= environment
    third.start()
    try:
        table = Table(third.url)
        made = table.http.post(f"/tables/{table.id}/webhooks", json={"url": f"{boxes.receiver.origin}/killed"})
        secret = made.raise_for_status().json()["secret"]
        with watching(third.url, table.match, table.keys["viewer"]) as versions:
            table.record(1, 2)
            assert newest(versions, 1) == 1
            boxes.receiver.wait_for(1)
            body, key = {"kind": "round", "scores": [3, 4]}, {"Idempotency-Key": "hand 2"}
            last = table.http.post(f"/matches/{table.match}/hands", json=body, headers=key).raise_for_status()
            third.stop(signal.SIGKILL)
            while versions.get(timeout=30) is not None:
                pass
    finally:
        third.stop(signal.SIGKILL)
    table.http = loopback.Client(base_url=f"{boxes.one.url}/api/v1", headers=table.http.headers, timeout=60)
    with watching(boxes.two.url, table.match, table.keys["viewer"], last=1) as versions:
        assert newest(versions, 2) == 2
        again = table.http.post(f"/matches/{table.match}/hands", json=body, headers=key).raise_for_status()
        assert again.json() == last.json(), "sent again to another process, it is the same hand"
        table.record(5, 6)
        assert newest(versions, 3) == 3
    match = table.http.get(f"/matches/{table.match}").json()
    assert (match["version"], match["hand_count"], match["totals"]) == (3, 3, [9, 12])
    received = {one.id: one.verified(secret) for one in delivered(boxes.receiver, "/killed", 3)}
    assert [message["data"]["hand"] for message in received.values()] == [1, 2, 3]


def delivered(receiver: Receiver, path: str, wanted: int) -> list[Received]:
    """What came to this path, once there are so many different messages."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        came = [one for one in list(receiver.received) if one.path == path]
        if len({one.id for one in came}) >= wanted:
            return came
        time.sleep(0.2)
    raise AssertionError(f"only {len(receiver.received)} messages came")


def test_webhooks_are_delivered_once_whichever_process_sends_them(boxes: Boxes) -> None:
    table = Table(boxes.one.url)
    hook = {"url": f"{boxes.receiver.origin}/once"}
    table.http.post(f"/tables/{table.id}/webhooks", json=hook).raise_for_status()

    def record(number: int) -> None:
        url = f"{(boxes.one, boxes.two)[number % 2].url}/api/v1/matches/{table.match}/hands"
        body = {"kind": "round", "scores": [number, 1]}
        loopback.post(url, json=body, headers=table.http.headers, timeout=60).raise_for_status()

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(record, range(20)))
    delivered(boxes.receiver, "/once", 20)
    time.sleep(3)  # longer than the other process waits before it looks for what is due
    ids = Counter(one.id for one in boxes.receiver.received if one.path == "/once")
    assert (len(ids), set(ids.values())) == (20, {1})


def test_through_a_pooler_without_a_way_around_it_watchers_are_told_all_the_same(tmp_path: Path) -> None:
    with database_url(tmp_path) as direct, pgbouncer(direct) as pooled, processes(tmp_path, pooled, 2) as (one, two):
        table = Table(one.url)
        with watching(two.url, table.match, table.keys["viewer"]) as versions:
            assert newest(versions, 0) == 0
            deadline = time.monotonic() + 60
            while DEAF not in two.log.read_text() and time.monotonic() < deadline:
                time.sleep(0.2)
            for version in (1, 2):
                table.record(version, 1)
                assert newest(versions, version) == version
        assert two.log.read_text().count(DEAF) == 1


def test_while_only_the_way_around_the_pooler_is_gone_watchers_are_told(tmp_path: Path) -> None:
    nowhere = f"postgresql://postgres@127.0.0.1:{free_port()}/nothing"
    with database_url(tmp_path) as direct, processes(tmp_path, direct, 1, DIRECT_DATABASE_URL=nowhere) as (server,):
        table = Table(server.url)
        with watching(server.url, table.match, table.keys["viewer"]) as versions:
            assert newest(versions, 0) == 0
            table.record(1, 2)
            assert newest(versions, 1) == 1


# -- a standby for standings ---------------------------------------------------------------------------


def points(server: Running, table: Table) -> list[float]:
    """The points of everybody in the standings."""
    answer = loopback.get(f"{server.url}/api/v1/tables/{table.id}/standings", headers=table.http.headers, timeout=60)
    assert answer.status_code == 200, answer.text
    return sorted(line["points"] for line in answer.json()["players"])


def hands_read(replica: Cluster, wanted: int = 0) -> int:
    """How many rows of hands were read from it. wanted: waits until there are so many, some seconds.

    A session reports what it has read when it was idle for ten seconds.
    """
    query = "SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_user_tables WHERE relname = 'scoring_hand'"
    deadline = time.monotonic() + 30
    while True:
        with psycopg.connect(replica.url, autocommit=True) as connection:
            (found,) = connection.execute(query).fetchone() or (0,)
        if found >= wanted or time.monotonic() > deadline:
            return int(found)
        time.sleep(0.5)


def test_standings_come_from_the_standby_and_never_show_less_than_was_stored(tmp_path: Path) -> None:
    if binaries() is None:
        not_run("a standby: PostgreSQL's programs are not on this machine")
    with clusters(2) as (primary, replica):
        primary.create()
        primary.start()
        replica.copy_of(primary)
        replica.start()
        with processes(tmp_path, primary.url, 1, REPLICA_DATABASE_URL=replica.url) as (server,):
            table = Table(server.url)
            for number in range(1, 31):
                table.record(1, 2)
                assert points(server, table) == [number, 2 * number], "her own hand is in it at once"
            caught_up(primary, replica)
            before = hands_read(replica)
            for _ in range(5):
                assert points(server, table) == [30, 60]
            assert hands_read(replica, before + 5 * 30) >= before + 5 * 30, "the standby was read"

            with psycopg.connect(replica.url, autocommit=True) as admin:
                admin.execute("SELECT pg_wal_replay_pause()")
                table.record(1, 2)
                assert points(server, table) == [31, 62], "what is behind is not read"
                admin.execute("SELECT pg_wal_replay_resume()")

            replica.stop("immediate")
            for number in range(32, 35):
                table.record(1, 2)
                assert points(server, table) == [number, 2 * number]
            assert server.log.read_text().count("The replica (REPLICA_DATABASE_URL) does not answer") == 1
            replica.start()
            caught_up(primary, replica)
            deadline = time.monotonic() + 60
            while "REPLICA_DATABASE_URL) answers again" not in server.log.read_text() and time.monotonic() < deadline:
                assert points(server, table) == [34, 68]
                time.sleep(1)
            assert "REPLICA_DATABASE_URL) answers again" in server.log.read_text()
            before = hands_read(replica)
            assert points(server, table) == [34, 68]
            assert hands_read(replica, before + 34) >= before + 34


def caught_up(primary: Cluster, replica: Cluster) -> None:
    """Waits until the standby has everything."""
    with psycopg.connect(primary.url) as one, psycopg.connect(replica.url, autocommit=True) as other:
        (written,) = one.execute("SELECT pg_current_wal_lsn()").fetchone() or ("",)
        for _ in range(300):
            (there,) = other.execute("SELECT pg_last_wal_replay_lsn() >= %s::pg_lsn", [written]).fetchone() or (False,)
            if there:
                return
            time.sleep(0.1)
    raise AssertionError("the standby does not follow")
