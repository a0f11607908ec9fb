"""Backups are made while others write, and restored into an empty or another database."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import psycopg
import pytest
from django.db import OperationalError
from django.db.migrations.loader import MigrationLoader

from companion.database import backups
from companion.database.backups import BackupError, back_up, restore
from tests.api.conftest import stored
from tests.reliability.test_live import Table
from tests.server import ROOT, Running, database_url, on_postgresql
from tests.upgrade.conftest import DUMP, old_matches

SQLITE = not on_postgresql()


class Kept(NamedTuple):
    """A backup. before: hands that were acknowledged before it was begun. after: that may be in it at most."""

    file: Path
    before: int
    after: int


def command(database: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """``manage.py`` on this database."""
    named = {"DJANGO_SETTINGS_MODULE": "companion.settings", "DATABASE_URL": database, **environment}
    run = [sys.executable, str(ROOT / "manage.py"), *arguments]
    return subprocess.run(run, env={**os.environ, **named}, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """A backup of a server to which two writers send hands meanwhile."""
    folder = tmp_path_factory.mktemp("writing")
    with database_url(folder) as database:
        server = Running(folder, database)
        server.start()
        try:
            tables = [Table(server.url) for _ in range(2)]
            counts = [0, 0]
            stop = threading.Event()

            def write(number: int) -> None:
                while not stop.wait(0.02):  # not as fast as they can: each of their hands is restored and replayed
                    tables[number].record(1, 2)
                    counts[number] += 1

            writers = [threading.Thread(target=write, args=(number,)) for number in range(2)]
            for writer in writers:
                writer.start()
            while min(counts) < 3:
                stop.wait(0.01)
            file, before = folder / "kept.backup", sum(counts)
            made = command(database, "backup", str(file))
            assert sum(counts) > before, "they wrote meanwhile"
            after = sum(counts) + len(writers)
            stop.set()
            for writer in writers:
                writer.join()
            assert made.returncode == 0, made.stderr
        finally:
            server.stop()
    return Kept(file, before, after)


def query(database: str, sql: str) -> list[Any]:
    """The first column of what this statement answers."""
    if SQLITE:
        with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as opened:
            return [row[0] for row in opened.execute(sql)]
    with psycopg.connect(database) as connected:
        return [row[0] for row in connected.execute(sql)]


def execute(database: str, sql: str) -> None:
    """Carries out this statement."""
    if SQLITE:
        with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as opened, opened:
            opened.execute(sql)
        return
    with psycopg.connect(database) as connected:
        connected.execute(sql)


def test_what_was_acknowledged_before_a_backup_comes_back(kept: Kept, tmp_path: Path) -> None:
    with database_url(tmp_path) as database:
        restored = command(database, "restore", str(kept.file))
        assert restored.returncode == 0, restored.stderr
        assert "2 matches: everything stored is what replaying gives" in restored.stdout
        (hands,) = query(database, "SELECT count(*) FROM scoring_hand")
        assert kept.before <= hands <= kept.after
        if not SQLITE:
            triggers = query(database, "SELECT tgname FROM pg_trigger WHERE tgname LIKE 'scoring%notify'")
            assert len(triggers) == 6, "what wakes watchers is there, too"
        other = "INSERT INTO scoring_table (id, name, options, signs, version, created_at)"
        execute(database, f"{other} VALUES ('{'x' * 16}', 'Wednesday', '{{}}', '', 1, CURRENT_TIMESTAMP)")

        refused = command(database, "restore", str(kept.file))
        assert (refused.returncode, "say --replace" in refused.stderr) == (1, True)
        assert len(query(database, "SELECT id FROM scoring_table")) == 3, "nothing is lost"
        replaced = command(database, "restore", str(kept.file), "--replace", "--no-audit")
        assert replaced.returncode == 0, replaced.stderr
        assert query(database, "SELECT count(*) FROM scoring_hand") == [hands]
        assert len(query(database, "SELECT id FROM scoring_table")) == 2


def test_a_backup_belongs_to_its_owner_only(kept: Kept) -> None:
    assert stat.S_IMODE(kept.file.stat().st_mode) == 0o600
    assert list(kept.file.parent.glob(".*.part")) == []


def test_no_backup_is_overwritten(kept: Kept) -> None:
    before = kept.file.read_bytes()
    with pytest.raises(BackupError, match="is there already"):
        back_up(kept.file)
    assert kept.file.read_bytes() == before


@pytest.mark.parametrize("name", ["half", "text", "empty", "of something else", "of the other database", "nothing"])
def test_what_is_no_backup_is_refused(kept: Kept, name: str, tmp_path: Path, db: None) -> None:
    other = tmp_path / "of something else"
    with closing(sqlite3.connect(other)) as made:
        made.execute("CREATE TABLE recipes (name)")
    whole = kept.file.read_bytes()
    contents = {"half": whole[: len(whole) // 2], "text": b"hello", "empty": b""}
    contents["of the other database"] = b"PGDMP, and more" if SQLITE else other.read_bytes()
    if name in contents:
        (tmp_path / name).write_bytes(contents[name])
    before = stored()
    with pytest.raises(BackupError):
        restore(tmp_path / name, replace=True)
    assert stored() == before


@pytest.mark.skipif(not SQLITE, reason="a migration is added to the file of SQLite")
def test_a_backup_of_a_newer_release_is_refused(kept: Kept, tmp_path: Path, db: None) -> None:
    file = tmp_path / "newer.backup"
    file.write_bytes(kept.file.read_bytes())
    with closing(sqlite3.connect(file)) as newer, newer:
        newer.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('scoring', '9999_later', '2030')")
    with pytest.raises(BackupError, match=r"newer release, which has scoring\.9999_later"):
        restore(file, replace=True)


@pytest.mark.skipif(not SQLITE, reason="the dump is of SQLite")
def test_a_backup_of_the_last_release_is_brought_up_to_date(tmp_path: Path) -> None:
    file = tmp_path / "last-release.backup"
    with closing(sqlite3.connect(file)) as old:
        old.executescript(DUMP.read_text(encoding="utf-8"))
    with database_url(tmp_path) as database:
        restored = command(database, "restore", str(file))
        assert "Restored." in restored.stdout
        assert restored.returncode == 1, "some of its matches are refused today: tests/upgrade/test_refused_hands.py"
        assert "refused today" in restored.stderr
        applied = query(database, "SELECT name FROM django_migrations WHERE app = 'scoring'")
        assert set(applied) == {name for app, name in MigrationLoader(None).disk_migrations if app == "scoring"}
        assert query(database, "SELECT count(*) FROM scoring_hand") == [sum(len(old.hands) for old in old_matches())]


def _on(monkeypatch: pytest.MonkeyPatch, **facts: Any) -> None:
    monkeypatch.setattr(
        backups, "connection", SimpleNamespace(settings_dict={"OPTIONS": {}, "NAME": __file__}, **facts)
    )


def test_without_postgresqls_programs_it_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _on(monkeypatch, vendor="postgresql")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BackupError, match="pg_dump is not installed here"):
        back_up(tmp_path / "kept")
    assert list(tmp_path.iterdir()) == []


def test_a_database_that_does_not_answer_gives_no_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def lost() -> None:
        raise OperationalError("unable to open database file")

    _on(monkeypatch, vendor="sqlite", ensure_connection=lost)
    with pytest.raises(BackupError, match="unable to open"):
        back_up(tmp_path / "kept")
    assert list(tmp_path.iterdir()) == []
