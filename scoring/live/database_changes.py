"""Notices writes to the database: LISTEN on PostgreSQL, ``PRAGMA data_version`` on SQLite.

On PostgreSQL, triggers notify (migrations 0002, 0014 and 0018). At the start, and again after some time without any
notification, it is tested that notifications arrive: a pooler of transactions (PgBouncer) accepts LISTEN, but delivers
nothing. SQLite's ``data_version`` changes with the commits of every process; the signal ``sqlite_written`` says when to
look.
"""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import connection, connections

from companion.common.signals import sqlite_written

if TYPE_CHECKING:  # not loaded if the database is SQLite
    import psycopg

HEARTBEAT_SECONDS = 15
POLL_SECONDS = 0.05
"""Seconds between looks for commits of other processes (SQLite). Commits of this process are noticed at once."""

GATHER_SECONDS = 0.02
"""Pause after a report. Writes during the pause are reported together."""

NOTIFY_SECONDS = 5
"""Seconds within which a notification of our own must arrive."""

#: Parameters of Django that libpq does not know.
_NOT_FOR_LIBPQ = {"context", "cursor_factory", "prepare_threshold"}

#: Payloads of the triggers for keys (of tables and of events) and tables. That of the triggers for matches is the id
#: of a match.
_ACCESS = {"scoring_accesskey", "scoring_table", "scoring_eventkey"}

InThread = Callable[[Callable[[], Any]], Awaitable[Any]]


class NotificationsLost(Exception):  # noqa: N818 - nothing failed
    """The connection that listens is open, but gets no notifications from other connections."""


def database_changes(idle: Callable[[], bool], in_thread: InThread) -> AsyncIterator[set[str] | None]:
    """Yields: after writes, the ids of the changed matches; None if it may be any match, key or table.

    Writes in quick succession are reported once. idle: returns whether nobody watches; then SQLite is not asked.
    in_thread: runs a function with a database connection. Raises NotificationsLost, and DatabaseError, sqlite3.Error,
    OSError if the database does not answer.
    """
    return _postgresql(in_thread) if connection.vendor == "postgresql" else _sqlite(idle)


async def _sqlite(idle: Callable[[], bool]) -> AsyncIterator[set[str] | None]:
    # A connection of its own: data_version counts the commits of all others, in this process and elsewhere.
    file = Path(connection.settings_dict["NAME"]).absolute()
    reader = sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)
    loop = asyncio.get_running_loop()
    written_here = asyncio.Event()

    def wake(**_: Any) -> None:
        if not idle():
            loop.call_soon_threadsafe(written_here.set)

    sqlite_written.connect(wake)
    try:
        last = None
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):  # wait_for of Python 3.11 can lose a cancellation
                    await written_here.wait()
            written_here.clear()
            if idle():
                last = None
                continue
            (version,) = reader.execute("PRAGMA data_version").fetchone()
            if version != last:
                last = version
                yield None
                await asyncio.sleep(GATHER_SECONDS)
    finally:
        sqlite_written.disconnect(wake)
        reader.close()


async def _postgresql(in_thread: InThread) -> AsyncIterator[set[str] | None]:
    import psycopg

    own_channel = f"companion_{secrets.token_hex(8)}"
    with connection.wrap_database_errors:
        async with await psycopg.AsyncConnection.connect(**_connection_parameters(), autocommit=True) as listening:
            await listening.execute("LISTEN companion")
            await listening.execute(f"LISTEN {own_channel}")
            await _check_listening(listening, own_channel, in_thread)
            yield None  # for changes before LISTEN
            while True:
                payloads = {
                    notice.payload async for notice in listening.notifies(timeout=HEARTBEAT_SECONDS, stop_after=1)
                }
                # Many writes at once are reported once.
                payloads |= {notice.payload async for notice in listening.notifies(timeout=0)}
                if payloads or (payloads := await _check_listening(listening, own_channel, in_thread)):
                    yield None if payloads & _ACCESS else payloads
                    await asyncio.sleep(GATHER_SECONDS)


async def _check_listening(listening: psycopg.AsyncConnection[Any], own_channel: str, in_thread: InThread) -> set[str]:
    """Sends a notification and waits for it. Returns the payloads of others that came meanwhile.

    Another connection sends it: through a pooler of transactions a connection may get its own notifications only.
    Raises NotificationsLost if it does not arrive.
    """
    await in_thread(lambda: _notify(own_channel))
    payloads: set[str] = set()
    deadline = time.monotonic() + NOTIFY_SECONDS
    while (left := deadline - time.monotonic()) > 0:
        notices = [notice async for notice in listening.notifies(timeout=left, stop_after=1)]
        payloads |= {notice.payload for notice in notices if notice.channel != own_channel}
        if any(notice.channel == own_channel for notice in notices):
            return payloads
    raise NotificationsLost


def _notify(channel: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, '')", [channel])


def _connection_parameters() -> dict[str, Any]:
    """Parameters of libpq for a connection to PostgreSQL itself."""
    parameters = connections["direct" if "direct" in settings.DATABASES else "default"].get_connection_params()
    return {"connect_timeout": 10} | {name: value for name, value in parameters.items() if name not in _NOT_FOR_LIBPQ}
