"""Writers of SQLite take turns, in one process and across processes; see docs/decisions/0002."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest
from django.db import connection

from scoring.db.write_lock import write_transaction
from scoring.models import Table

pytestmark = pytest.mark.django_db(transaction=True)

_HOLD = """
import os, sys
from filelock import lock_descriptor
lock_descriptor(os.open(sys.argv[1], os.O_RDWR | os.O_CREAT))
print("locked", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def other_process(db: None) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the lock until its input is closed."""
    command = [sys.executable, "-c", _HOLD, f"{connection.settings_dict['NAME']}.lock"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "locked\n"
        yield process
        process.kill()


def _create_table(written: threading.Event) -> None:
    try:
        with write_transaction():
            Table.objects.create(name="Thursday")
        written.set()
    finally:
        connection.close()


def _start(written: threading.Event) -> threading.Thread:
    thread = threading.Thread(target=_create_table, args=[written])
    thread.start()
    return thread


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="the lock is for SQLite")
def test_a_writer_waits_for_another_process(other_process: subprocess.Popen[str]) -> None:
    written = threading.Event()
    thread = _start(written)
    assert not written.wait(0.3)
    assert not Table.objects.exists()
    assert other_process.stdin
    other_process.stdin.close()
    thread.join(10)
    assert written.is_set()
    assert Table.objects.count() == 1


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="the lock is for SQLite")
def test_a_writer_waits_for_another_thread() -> None:
    written = threading.Event()
    with write_transaction():
        thread = _start(written)
        assert not written.wait(0.3)
    thread.join(10)
    assert written.is_set()


def test_the_lock_is_free_again_after_an_error() -> None:
    with suppress(ZeroDivisionError), write_transaction():
        Table.objects.create(name="Thursday")
        raise ZeroDivisionError
    assert not Table.objects.exists()
    written = threading.Event()
    _start(written).join(10)
    assert written.is_set()
