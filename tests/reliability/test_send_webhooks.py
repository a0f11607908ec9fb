"""``manage.py send_webhooks`` as an operator runs it: beside a server that sends nothing, and beside one that does."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from tests.receiver import Receiver, answer_with, receiving
from tests.reliability.test_webhooks import Club
from tests.server import ROOT, SERVE, Running, database_url, free_port, serving

MANAGE = (sys.executable, str(ROOT / "manage.py"))


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


@contextmanager
def serving_without_lifespan(folder: Path, **environment: str) -> Iterator[Running]:
    """A server on an empty database that sends no webhooks: uvicorn started by hand, without lifespan."""
    with database_url(folder) as database:
        port = free_port()
        command = [sys.executable, "-m", "uvicorn", "companion.asgi:application", "--lifespan=off", f"--port={port}"]
        server = Running(
            folder, database, command, port, ALLOWED_HOSTS="127.0.0.1", PYTHONPATH=str(ROOT), **environment
        )
        subprocess.run([*MANAGE, "migrate"], env=server.environment, capture_output=True, check=True)
        server.start()
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def sending(server: Running) -> Iterator[subprocess.Popen[str]]:
    """The command, on the database of a server. At the end it is killed if it still runs."""
    command = [*MANAGE, "send_webhooks"]
    process = subprocess.Popen(command, env=server.environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        assert process.stdout.readline() == "Sending webhooks. Stop with Ctrl+C.\n"
        yield process
    finally:
        process.kill()
        process.communicate(timeout=30)


def delivered(club: Club, wanted: int) -> list[str]:
    """The ids of the deliveries of a club, in order, once so many are delivered. Fails if they are not."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        log = club.log()
        if [one["status"] for one in log] == ["delivered"] * wanted:
            return [one["id"] for one in log]
        time.sleep(0.2)
    raise AssertionError(log)


def test_it_sends_what_waits_tries_again_and_ends_when_it_is_told_to(tmp_path: Path, receiver: Receiver) -> None:
    with serving_without_lifespan(tmp_path, WEBHOOK_ALLOWED=receiver.origin) as server:
        club = Club(server, receiver)
        club.record(1, 2, 3)
        assert [one["attempts"] for one in club.log()] == [[]], "the server itself sends nothing"
        receiver.answer = answer_with(503)
        with sending(server) as process:
            (failed,) = receiver.wait_for(1)
            receiver.answer = answer_with(204)
            again = receiver.wait_for(2)[1]
            assert (again.id, again.body) == (failed.id, failed.body)
            assert again.verified(club.webhook["secret"])["data"]["version"] == 1
            assert delivered(club, 1) == [failed.id]
            assert [one["status"] for one in club.log()[0]["attempts"]] == [503, 204]
            process.send_signal(signal.SIGTERM)
            assert process.wait(30) == 0
        club.record(4, 5, 6)
        with sending(server) as process:
            assert receiver.wait_for(3)[2].verified(club.webhook["secret"])["data"]["version"] == 2
            delivered(club, 2)
            process.send_signal(signal.SIGINT)
            assert process.wait(30) == 0


def test_what_it_was_sending_when_it_was_stopped_is_sent_at_once_by_the_next(
    tmp_path: Path, receiver: Receiver
) -> None:
    """It gives its claim up, which would else hold for twice ``WEBHOOK_SECONDS``: here for over half an hour."""

    def hold(handler: BaseHTTPRequestHandler) -> None:
        stopped.wait(60)

    stopped = threading.Event()
    receiver.answer = hold
    with serving_without_lifespan(tmp_path, WEBHOOK_ALLOWED=receiver.origin, WEBHOOK_SECONDS="1000") as server:
        club = Club(server, receiver)
        club.record(1, 2, 3)
        with sending(server) as process:
            (held,) = receiver.wait_for(1)
            process.send_signal(signal.SIGTERM)
            assert process.wait(30) == 0
        stopped.set()
        receiver.answer = answer_with(204)
        with sending(server):
            assert receiver.wait_for(2)[1].id == held.id
            assert delivered(club, 1) == [held.id]


def test_beside_a_server_that_sends_too_nothing_comes_twice(tmp_path: Path, receiver: Receiver) -> None:
    with serving(tmp_path, WEBHOOK_ALLOWED=receiver.origin) as server:
        club = Club(server, receiver)
        with sending(server):
            for number in range(20):
                club.record(number % 3, 1, 2)
            ids = delivered(club, len(club.log()))
    assert [one.id for one in receiver.received] == ids


def test_where_webhooks_are_off_it_says_so(tmp_path: Path) -> None:
    assert _refused(tmp_path, WEBHOOKS="0") == "CommandError: Webhooks are switched off (WEBHOOKS=0).\n"


def test_where_the_database_is_not_migrated_it_says_what_to_do(tmp_path: Path) -> None:
    assert _refused(tmp_path).endswith("CommandError: The database is not migrated. Run manage.py migrate first.\n")


def _refused(folder: Path, **environment: str) -> str:
    """What the command says on an empty database, as it ends with a failure."""
    with database_url(folder) as database:
        server = Running(folder, database, SERVE, 0, **environment)
        run = [*MANAGE, "send_webhooks"]
        ended = subprocess.run(run, env=server.environment, capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == 1
    return ended.stderr
