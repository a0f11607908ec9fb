"""Importing the settings changes nothing on the machine; the key and the folders are created when they are needed."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.secret_key import read_or_create_secret_key
from tests.reliability.test_live import Table, watching
from tests.server import Running

ROOT = Path(__file__).parent.parent

_NO_NETWORK = """
import socket
def refuse(*arguments, **named):
    raise AssertionError("a look-up in the network")
socket.getaddrinfo = socket.gethostbyname = socket.socket.connect = refuse
"""

_COMMAND = "from django.core.management import execute_from_command_line as run; "


def _python(code: str, folder: Path, **environment: str) -> str:
    """What this code prints in a process of its own, with a data folder that does not exist yet."""
    inherited = {name: value for name, value in os.environ.items() if name not in ("SECRET_KEY", "DATABASE_URL")}
    named = {"DJANGO_SETTINGS_MODULE": "companion.settings", "DATA_DIR": str(folder), **environment}
    command = [sys.executable, "-W", "ignore", "-c", code]
    return subprocess.run(command, cwd=ROOT, env=inherited | named, check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize("code", ["import companion.wsgi", "import django; django.setup()"])
def test_importing_makes_nothing_and_asks_nobody(code: str, tmp_path: Path) -> None:
    folder, static = tmp_path / "data", tmp_path / "static"
    _python(_NO_NETWORK + code, folder, STATIC_ROOT=str(static))
    assert list(tmp_path.iterdir()) == []


def test_what_serves_several_boxes_is_asked_by_no_import_either(tmp_path: Path) -> None:
    elsewhere = "postgresql://companion:secret@database.example/companion"
    boxes = {"DATABASE_URL": elsewhere, "DIRECT_DATABASE_URL": elsewhere, "REPLICA_DATABASE_URL": elsewhere}
    code = _NO_NETWORK + "import companion.wsgi; from django.urls import resolve; resolve('/new/skat')"
    _python(code, tmp_path / "data", **boxes, REDIS_URL="redis://redis.example/0", STATIC_ROOT=str(tmp_path / "static"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["DIRECT_DATABASE_URL", "REPLICA_DATABASE_URL"])
def test_another_way_to_the_database_needs_postgresql(name: str, tmp_path: Path) -> None:
    code = (
        "from django.core.exceptions import ImproperlyConfigured as wrong\n"
        "try: import companion.settings\n"
        "except wrong as error: print(error)"
    )
    assert f"{name} is for PostgreSQL only" in _python(code, tmp_path / "data", **{name: "postgresql://a@b/c"})


@pytest.mark.parametrize(("zone", "answer"), [("Europe/Nowhere", "no time zone"), ("Asia/Tokyo", ""), ("", "")])
def test_a_wrong_time_zone_is_said_in_one_sentence(zone: str, answer: str, tmp_path: Path) -> None:
    code = (
        "from django.core.exceptions import ImproperlyConfigured as wrong\n"
        "try: import companion.settings\n"
        "except wrong as error: print(error)"
    )
    said = _python(code, tmp_path / "data", TIME_ZONE=zone).strip()
    assert said == (f"TIME_ZONE: {zone} is no time zone such as Europe/Berlin" if answer else "")


def test_the_secret_key_is_made_when_it_is_first_used_and_then_kept(tmp_path: Path) -> None:
    code = (
        "import django; django.setup(); from django.core.signing import Signer; print(Signer().sign('x'));"
        "from django.conf import settings; print(len(settings.SECRET_KEY))"
    )
    first = _python(code, tmp_path / "data")
    assert _python(code, tmp_path / "data") == first
    assert int(first.split()[1]) >= 50
    assert (tmp_path / "data" / "secret_key").read_text()
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "data" / "secret_key").stat().st_mode) == 0o600


def test_many_first_uses_at_once_read_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as threads:
        keys = set(threads.map(read_or_create_secret_key, [tmp_path / "data"] * 64))
    assert len(keys) == 1


def test_migrating_makes_the_data_folder(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    _python(_COMMAND + "run(['', 'migrate'])", folder)
    assert (folder / "companion.sqlite3").exists()


def test_the_deployment_check_is_clean_behind_tls(tmp_path: Path) -> None:
    behind = {"HTTPS": "1", "TRUST_PROXY": "1", "ALLOWED_HOSTS": "cards.example"}
    code = _COMMAND + "run(['', 'check', '--deploy', '--fail-level', 'WARNING'])"
    assert "no issues" in _python(code, tmp_path / "data", **behind)


def test_a_data_folder_may_have_any_name(tmp_path: Path) -> None:
    """Matches are followed there too: on SQLite that opens the database by a URI."""
    folder = tmp_path / "Cards & scores #1, 100%?"
    folder.mkdir()
    server = Running(folder, "")
    del server.environment["DATABASE_URL"]
    server.start()
    try:
        table = Table(server.url)
        with watching(server.url, table.match, table.keys["viewer"]) as versions:
            assert versions.get(timeout=60) == 0
            table.record(1, 2)
            assert versions.get(timeout=60) == 1
    finally:
        server.stop()
    assert (folder / "companion.sqlite3").exists()
