"""A database that is damaged, newer, read-only or full: what operators and players are told; nothing is lost."""

from __future__ import annotations

import resource
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psycopg
import pytest
from django.core.management.base import CommandError
from django.db import OperationalError, connections
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.test import Client

from companion.database import check as database_check
from tests import loopback
from tests.reliability.random_clients import Ground
from tests.server import SERVE, Running, database_url, free_port, on_postgresql

SQLITE_ONLY = pytest.mark.skipif(on_postgresql(), reason="about SQLite")
NEWER = "INSERT INTO django_migrations (app, name, applied) VALUES ('scoring', '9999_later', '2030-01-01 00:00:00')"


def refusal_to_serve(server: Running) -> str:
    """What ``serve`` says before it gives up."""
    ended = subprocess.run(
        SERVE, cwd=server.folder, env=server.environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert ended.returncode == 1, ended
    assert "Traceback" not in ended.stderr, ended.stderr
    return ended.stderr


@SQLITE_ONLY
def test_a_file_that_is_no_database_is_named_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "companion.sqlite3"
    file.write_bytes(b"no database " * 999)
    said = refusal_to_serve(Running(tmp_path, f"sqlite:///{file}"))
    assert f"{file} is not a SQLite database. Restore a backup" in said
    assert file.read_bytes() == b"no database " * 999


def test_a_postgresql_that_does_not_answer_is_named(tmp_path: Path) -> None:
    port = free_port()
    said = refusal_to_serve(Running(tmp_path, f"postgresql://somebody:secret@127.0.0.1:{port}/cards"))
    assert f"PostgreSQL (cards at 127.0.0.1:{port}) cannot be used" in said
    assert "secret" not in said


def connection_to(file: Path) -> DatabaseWrapper:
    """A connection to this file, with our settings."""
    return DatabaseWrapper({**connections["default"].settings_dict, "NAME": str(file)}, "another")


def _half(content: bytes) -> bytes:
    return content[: len(content) // 2]


def _overwritten(content: bytes) -> bytes:
    return content[: 4096 * 3] + b"\xff" * 8192 + content[4096 * 5 :]


@pytest.mark.django_db
@SQLITE_ONLY
@pytest.mark.parametrize("change", [_half, _overwritten])
def test_damage_is_noticed_before_anything_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[bytes], bytes]
) -> None:
    file = tmp_path / "companion.sqlite3"
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE hands (number INTEGER PRIMARY KEY, entered TEXT)")
        other.executemany("INSERT INTO hands (entered) VALUES (?)", [["x" * 500]] * 100)
    other.close()
    file.write_bytes(change(file.read_bytes()))
    monkeypatch.setattr(database_check, "connection", connection_to(file))
    with pytest.raises(CommandError, match=r"is damaged\. Restore a backup"):
        database_check.check_database()


@pytest.mark.django_db
@SQLITE_ONLY
def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_check, "connection", connection_to(tmp_path))
    with pytest.raises(CommandError, match="cannot be opened"):
        database_check.check_database()


@pytest.mark.django_db
@SQLITE_ONLY
def test_a_file_that_this_user_may_not_write_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Opened as read-only: to root every file is writable."""
    file = tmp_path / "companion.sqlite3"
    sqlite3.connect(file).close()
    read_only = connection_to(file)
    read_only.settings_dict |= {"NAME": f"{file.as_uri()}?mode=ro", "OPTIONS": {"uri": True}}
    monkeypatch.setattr(database_check, "connection", read_only)
    with pytest.raises(CommandError, match="may not be written by this user"):
        database_check.check_database()


@pytest.mark.django_db(transaction=True)
def test_a_database_of_a_newer_release_is_not_served() -> None:
    database_check.check_database()
    with connections["default"].cursor() as cursor:
        cursor.execute(NEWER)
    try:
        with pytest.raises(CommandError, match=r"newer release .*scoring\.9999_later is not known here"):
            database_check.check_database()
    finally:
        with connections["default"].cursor() as cursor:
            cursor.execute("DELETE FROM django_migrations WHERE name = '9999_later'")


# -- while it serves -----------------------------------------------------------------------------------


@contextmanager
def full_disk(server: Running) -> Iterator[None]:
    """No file of the server can grow: to SQLite, a disk without space. A PostgreSQL takes no writes."""
    assert server.process is not None
    database = server.environment["DATABASE_URL"]
    if database.startswith("sqlite"):
        most = max(file.stat().st_size for file in server.folder.iterdir() if file.is_file())
        limits = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, limits[1]))
        yield
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limits)
        return
    name = database.rsplit("/", 1)[1]
    with psycopg.connect(database.rsplit("/", 1)[0] + "/postgres", autocommit=True) as admin:
        ends = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s"
        admin.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        admin.execute(ends, [name])
        yield
        admin.execute(f"ALTER DATABASE {name} RESET ALL")
        admin.execute(ends, [name])


def test_without_space_nothing_is_half_written_and_with_space_it_goes_on(tmp_path: Path) -> None:
    with database_url(tmp_path) as database:
        server = Running(tmp_path, database)
        server.start()
        try:
            fill_the_disk(server)
        finally:
            server.stop()
        audit = [*SERVE[:-1], "audit"]
        subprocess.run(audit, cwd=server.folder, env=server.environment, capture_output=True, check=True)


def fill_the_disk(server: Running) -> None:
    """Records until there is no space, reads, and records the refused hand again when there is."""
    ground = Ground.begin([server.url])
    match = f"{server.url}/api/v1/matches/{ground.id}"
    with loopback.Client(headers=ground.headers, timeout=60) as http:

        def record(mark: int) -> httpx.Response:
            body = {"kind": "round", "scores": [mark, 1]}
            return http.post(f"{match}/hands", json=body, headers={"Idempotency-Key": f"hand {mark}"})

        answers = [record(mark) for mark in (1, 2, 3)]
        with full_disk(server):
            while answers[-1].status_code == 201 and len(answers) < 5_000:
                answers.append(record(len(answers) + 1))
            refused = answers.pop()
            assert (refused.status_code, refused.headers["Content-Type"]) == (503, "application/problem+json")
            assert "cannot be used at the moment" in refused.json()["detail"]
            assert refused.headers["Retry-After"]
            shown = http.get(match)
            assert shown.status_code == 200, "reading goes on"
            assert shown.json()["hand_count"] == len(answers)
        answers.append(record(len(answers) + 1))
        assert answers[-1].status_code == 201, answers[-1].text
        state = http.get(match).json()
    assert [answer.json()["number"] for answer in answers] == list(range(1, len(answers) + 1))
    assert state["hand_count"] == state["version"] == len(answers)
    assert state["totals"] == [sum(range(1, len(answers) + 1)), len(answers)]


def test_a_page_says_that_the_database_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone's queue tries again by itself after a 503, and after no 500 of ours."""

    def fail(*arguments: object) -> None:
        raise OperationalError("the connection is lost")

    monkeypatch.setattr("scoring.pages.device_keys.DeviceKeys.match", fail)
    answer = Client(raise_request_exception=False).get("/matches/2222222222222222")
    assert (answer.status_code, answer.headers["Content-Type"]) == (503, "text/html; charset=utf-8")
    assert answer.headers["Retry-After"]
    assert "The database cannot be used at the moment." in answer.content.decode()
