"""The transaction for all writes: on SQLite writers take turns by a lock."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from filelock import lock_descriptor, unlock_descriptor

from companion.signals import sqlite_written

#: How often a process tries again to get a lock that another process holds. Threads of one process simply wait.
POLL_SECONDS = 0.001

_thread_lock = threading.Lock()
_open_files: dict[str, int] = {}


@contextmanager
def write_transaction() -> Iterator[None]:
    """A transaction that writes.

    On SQLite writers take turns, threads by a lock and processes by a locked file, because SQLite's own busy handler
    sleeps and has no queue, so that some writers wait much too long. PostgreSQL queues by itself. Within another
    transaction this is a savepoint.
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
    """Closes the locked files. The next write opens its own again."""
    for file in _open_files.values():
        os.close(file)
    _open_files.clear()


def _lock_file(path: str) -> int:
    # Open as long as the process lives: opening it for each write costs thirty times as much as locking it.
    file = _open_files.get(path)
    if file is None:
        file = _open_files[path] = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    return file
