"""Notices writes to the database: LISTEN on PostgreSQL, ``PRAGMA data_version`` on SQLite.

Triggers notify on PostgreSQL (migration 0002). SQLite's ``data_version`` changes with the commits of every process;
the signal ``written`` says when to look.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
from django.db import connection

from companion.signals import written

HEARTBEAT_SECONDS = 15
POLL_SECONDS = 0.05
"""How often SQLite is asked for commits of other processes; this process tells its own at once."""

GATHER_SECONDS = 0.02
"""Pause after a report: the writes meanwhile are reported together."""

_LIBPQ = {"dbname", "user", "password", "host", "port", "service", "passfile", "sslmode", "sslrootcert"}


def database_changes(idle: Callable[[], bool]) -> AsyncIterator[None]:
    """Yields after writes; many at once count as one. idle: whether nobody waits, so that SQLite need not be asked.

    Raises psycopg.Error, sqlite3.Error, OSError if the database does not answer.
    """
    return _postgresql() if connection.vendor == "postgresql" else _sqlite(idle)


async def _sqlite(idle: Callable[[], bool]) -> AsyncIterator[None]:
    # A connection of its own: data_version counts the commits of all others, in this process and elsewhere.
    file = Path(connection.settings_dict["NAME"]).absolute()
    watching = sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)
    loop = asyncio.get_running_loop()
    written_here = asyncio.Event()

    def wake(**_: Any) -> None:
        if not idle():
            loop.call_soon_threadsafe(written_here.set)

    written.connect(wake)
    try:
        seen = None
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(written_here.wait(), POLL_SECONDS)
            written_here.clear()
            if idle():
                seen = None
                continue
            (now,) = watching.execute("PRAGMA data_version").fetchone()
            if now != seen:
                seen = now
                yield
                await asyncio.sleep(GATHER_SECONDS)
    finally:
        written.disconnect(wake)
        watching.close()


async def _postgresql() -> AsyncIterator[None]:
    facts = {name: value for name, value in connection.get_connection_params().items() if name in _LIBPQ}
    async with await psycopg.AsyncConnection.connect(**facts, autocommit=True) as listening:
        await listening.execute("LISTEN companion")
        yield  # what was written while nobody listened
        while True:
            heard = False
            async for _ in listening.notifies(timeout=HEARTBEAT_SECONDS, stop_after=1):
                heard = True
            async for _ in listening.notifies(timeout=0):
                heard = True  # many writes at once are reported once
            if heard:
                yield
                await asyncio.sleep(GATHER_SECONDS)
            else:
                await listening.execute("SELECT 1")  # notices a connection that died silently
