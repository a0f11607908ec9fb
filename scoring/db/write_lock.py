"""The transaction for all writes. On SQLite a lock makes writers take turns."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from filelock import lock_descriptor, unlock_descriptor

from companion.common.signals import sqlite_written

#: Seconds between attempts to get a lock that another process holds. Threads of a process wait for a lock of Python.
POLL_SECONDS = 0.001

_thread_lock = threading.Lock()
_open_files: dict[str, int] = {}


@contextmanager
def write_transaction() -> Iterator[None]:
    """A transaction that writes. Within another transaction it is a savepoint.

    On SQLite writers take turns: threads by a lock, processes by a locked file. SQLite's own busy handler sleeps and
    has no queue, so some writers would wait much too long. PostgreSQL has a queue of its own.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        with transaction.atomic():
            yield
        return
    with _thread_lock:
        file = _lock_file(f"{connection.settings_dict['NAME']}.lock")
        lock_descriptor(file, poll_interval=POLL_SECONDS)
        try:
            with transaction.atomic():
                yield
        finally:
            unlock_descriptor(file)
    sqlite_written.send(None)


def release() -> None:
    """Closes the lock files. The next write opens its file again."""
    for file in _open_files.values():
        os.close(file)
    _open_files.clear()


def _lock_file(path: str) -> int:
    # It stays open: opening it for each write costs thirty times as much as locking it.
    file = _open_files.get(path)
    if file is None:
        file = _open_files[path] = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    return file
