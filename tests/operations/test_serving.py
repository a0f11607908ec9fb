"""What an operator sees of a server that starts: the port, the files, the log, the names it is reached by."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client, RequestFactory

from companion.http.request_log import seconds_of
from companion.server.django_threads import DjangoThreads
from companion.server.proxies import client_of
from scoring.webhooks.sender import Sender
from tests import loopback
from tests.operations.fronts import front
from tests.server import ROOT, Running, database_url, serving

POSIX = pytest.mark.skipif(os.name != "posix", reason="files have modes on POSIX only")


def _manage(folder: Path, *arguments: str, **named: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    environment |= {"DJANGO_SETTINGS_MODULE": "companion.settings", "DATA_DIR": str(folder), **named}
    run = [sys.executable, str(ROOT / "manage.py"), *arguments]
    return subprocess.run(run, env=environment, capture_output=True, text=True, timeout=120, check=False)


# -- the port ------------------------------------------------------------------------------------------


def test_a_port_that_is_taken_is_said_in_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = _manage(tmp_path / "data", "serve", HOST="127.0.0.1", PORT=str(port))
    assert done.returncode == 1
    assert f"Could not listen on 127.0.0.1:{port}: Address already in use." in done.stderr
    assert "Traceback" not in done.stderr
    assert "The Companion is at" not in done.stdout


# -- files ---------------------------------------------------------------------------------------------


@POSIX
def test_nobody_else_may_read_the_data(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        assert _manage(tmp_path / "a" / "data", "migrate").returncode == 0
    finally:
        os.umask(before)
    data = tmp_path / "a" / "data"
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (data, data / "companion.sqlite3")}
    assert modes == {"data": 0o700, "companion.sqlite3": 0o600}


# -- the log -------------------------------------------------------------------------------------------


def test_the_wait_for_a_thread_is_part_of_the_time() -> None:
    """The second request waits until the first one is through; its time says so."""
    first_runs, go_on, told = threading.Event(), threading.Event(), []

    def application(environ: dict[str, Any], start: Any) -> list[bytes]:
        if not first_runs.is_set():
            first_runs.set()
            go_on.wait(30)
        request = RequestFactory().get("/")
        request.META.update(environ)
        told.append(seconds_of(request))
        start("200 OK", [])
        return [b""]

    async def send(_message: Any) -> None:
        pass

    async def both() -> float:
        threads = DjangoThreads(application, 1)
        scope = {
            "type": "http",
            "method": "GET",
            "path": "/",
            "query_string": b"",
            "headers": [],
            "http_version": "1.1",
        }
        first = asyncio.create_task(threads(dict(scope), b"", send))
        await asyncio.to_thread(first_runs.wait, 30)
        second = asyncio.create_task(threads(dict(scope), b"", send))
        await asyncio.sleep(0)
        began = time.perf_counter()
        await asyncio.sleep(0.05)
        waited = time.perf_counter() - began
        go_on.set()
        await asyncio.gather(first, second)
        return waited

    waited = asyncio.run(both())
    assert told[1] >= waited


@pytest.mark.django_db
def test_checks_that_go_well_are_not_logged(settings: Any, caplog: pytest.LogCaptureFixture) -> None:
    settings.LOG_REQUESTS = True
    client = Client()
    with caplog.at_level(logging.INFO, "companion.http.request_log"):
        for path in ("/ready", "/health", "/"):
            assert client.get(path).status_code == 200
    assert [record.facts["path"] for record in caplog.records] == ["/"]  # type: ignore[attr-defined]


def test_the_sender_stops_also_at_the_moment_when_it_is_woken(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cancellation was lost where work came in at that moment: the server did not end."""

    async def start_due(self: Sender) -> None:
        await asyncio.sleep(0)

    monkeypatch.setattr(Sender, "start_due", start_due)

    async def run() -> None:
        for before in range(5):
            for after in range(5):
                sender = Sender()
                sender.start()
                for _ in range(before):
                    await asyncio.sleep(0)
                sender._work_waiting.set()
                for _ in range(after):
                    await asyncio.sleep(0)
                async with asyncio.timeout(30):
                    await sender.stop()

    asyncio.run(run())


def test_an_outage_of_the_database_is_one_line(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The task looks every two seconds; ten looks in vain are one line, and one when it goes on."""
    looks = []

    async def start_due(self: Sender) -> None:
        looks.append(1)
        await asyncio.sleep(0)  # as the real one, which asks a thread
        self._work_waiting.set()
        if len(looks) <= 10:
            raise OperationalError("no such table")

    monkeypatch.setattr(Sender, "start_due", start_due)

    async def run() -> None:
        sender = Sender()
        sender.start()
        while len(looks) < 12:
            await asyncio.sleep(0)
        await sender.stop()

    with caplog.at_level(logging.INFO, "scoring.webhooks.sender"):
        asyncio.run(run())
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]
    assert caplog.records[0].exc_info is None


# -- names ---------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/new", "/rules/skat", "/api/v1/games", "/api/v1/openapi/core.json", "/nowhere"])
def test_another_name_is_refused(path: str) -> None:
    answer = Client().get(path, HTTP_HOST="evil.example")
    assert answer.status_code == 400
    assert b"not reached by this name" in answer.content
    assert b"evil.example" not in answer.content


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/health", "/ready"])
def test_a_load_balancer_may_ask_by_address(path: str) -> None:
    assert Client().get(path, HTTP_HOST="10.0.0.17").status_code == 200


# -- addresses behind proxies -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "proxies", "client"),
    [
        ([b"9.9.9.9, 10.0.0.7"], 1, "10.0.0.7"),
        ([b"9.9.9.9", b"10.0.0.7"], 1, "10.0.0.7"),
        ([b"9.9.9.9, 203.0.113.5, 10.0.0.7"], 2, "203.0.113.5"),
        ([b"10.0.0.7"], 2, "127.0.0.1"),
        ([b"[2001:db8::1]"], 1, "2001:db8::1"),
        ([b"unknown"], 1, "127.0.0.1"),
        ([b" , "], 1, "127.0.0.1"),
        ([], 1, "127.0.0.1"),
    ],
)
def test_the_last_address_is_believed(values: list[bytes], proxies: int, client: str) -> None:
    scope = {"client": ("127.0.0.1", 5000), "headers": [(b"x-forwarded-for", value) for value in values]}
    found = client_of(scope, proxies)
    assert found
    assert found[0] == client


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that believes one proxy, and counts what each address asks for."""
    with serving(tmp_path_factory.mktemp("behind"), TRUST_PROXY="1", RATE_LIMIT_OPEN="1000") as server:
        yield server


@pytest.mark.parametrize("name", ["caddy", "haproxy", "nginx"])
def test_nobody_chooses_the_address_that_is_counted(behind: Running, name: str, tmp_path: Path) -> None:
    with front(name, behind.port, tmp_path) as port:
        left = [
            int(loopback.get(f"http://127.0.0.1:{port}/api/v1/games", headers={"X-Forwarded-For": invented})
                .headers["RateLimit"].partition("r=")[2].partition(";")[0])
            for invented in ("198.51.100.1", "198.51.100.2", "198.51.100.3")
        ]  # fmt: skip
    assert left == [left[0], left[0] - 1, left[0] - 2]


# -- backups ---------------------------------------------------------------------------------------------


def test_a_backup_says_of_what(tmp_path: Path) -> None:
    with database_url(tmp_path) as database:
        hosts = database
        if database.startswith("postgres"):  # as it is written for a database that fails over
            from urllib.parse import urlsplit

            parts = urlsplit(database)
            at = f"host={parts.hostname},{parts.hostname}&port={parts.port},{parts.port}&user={parts.username}"
            hosts = f"postgresql://{parts.path}?{at}&target_session_attrs=read-write"
        assert _manage(tmp_path, "migrate", DATABASE_URL=database).returncode == 0
        done = _manage(tmp_path, "backup", str(tmp_path / "kept"), DATABASE_URL=hosts)
    assert done.returncode == 0, done.stderr
    named = "PostgreSQL companion_" if database.startswith("postgres") else f"SQLite {tmp_path}"
    assert f"bytes, of {named}" in done.stdout


def test_a_backup_of_nothing_says_what_was_looked_for(tmp_path: Path) -> None:
    done = _manage(tmp_path / "nothing", "backup", str(tmp_path / "kept"))
    assert done.returncode == 1
    assert f"There is no SQLite {tmp_path / 'nothing' / 'companion.sqlite3'}." in done.stderr
