"""Notices writes to the database: LISTEN on PostgreSQL, ``PRAGMA data_version`` on SQLite.

Triggers notify on PostgreSQL (migrations 0002 and 0014). Whether that arrives is tried at the beginning, and again
whenever nothing was heard for a while: a pooler of transactions (PgBouncer) takes LISTEN, and delivers nothing.
SQLite's ``data_version`` changes with the commits of every process; the signal ``sqlite_written`` says when to look.
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

from companion.signals import sqlite_written

if TYPE_CHECKING:  # not loaded where the database is SQLite
    import psycopg

HEARTBEAT_SECONDS = 15
POLL_SECONDS = 0.05
"""How often SQLite is asked for commits of other processes; this process tells its own at once."""

GATHER_SECONDS = 0.02
"""Pause after a report: the writes meanwhile are reported together."""

ANSWER_SECONDS = 5
"""How long what was said may take to be heard."""

#: What Django passes to its own connections and libpq does not know.
_NOT_FOR_LISTENING = {"context", "cursor_factory", "prepare_threshold"}

#: What the trigger of keys tells; that of matches tells the id of a match.
_KEY = "scoring_accesskey"

InThread = Callable[[Callable[[], Any]], Awaitable[Any]]


class NothingHeard(Exception):  # noqa: N818 - nothing failed
    """The connection that listens is open, and what is written elsewhere does not come to it."""


def database_changes(idle: Callable[[], bool], in_thread: InThread) -> AsyncIterator[set[str] | None]:
    """Yields after writes the ids of the matches, None if it may be any match, or a key; many at once count as one.

    idle: whether nobody waits, so that SQLite need not be asked. in_thread: does work with a database connection.
    Raises NothingHeard, and DatabaseError, sqlite3.Error, OSError if the database does not answer.
    """
    return _postgresql(in_thread) if connection.vendor == "postgresql" else _sqlite(idle)


async def _sqlite(idle: Callable[[], bool]) -> AsyncIterator[set[str] | None]:
    # A connection of its own: data_version counts the commits of all others, in this process and elsewhere.
    file = Path(connection.settings_dict["NAME"]).absolute()
    watching = sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)
    loop = asyncio.get_running_loop()
    written_here = asyncio.Event()

    def wake(**_: Any) -> None:
        if not idle():
            loop.call_soon_threadsafe(written_here.set)

    sqlite_written.connect(wake)
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
                yield None
                await asyncio.sleep(GATHER_SECONDS)
    finally:
        sqlite_written.disconnect(wake)
        watching.close()


async def _postgresql(in_thread: InThread) -> AsyncIterator[set[str] | None]:
    import psycopg

    own = f"companion_{secrets.token_hex(8)}"
    with connection.wrap_database_errors:
        async with await psycopg.AsyncConnection.connect(**_facts(), autocommit=True) as listening:
            await listening.execute("LISTEN companion")
            await listening.execute(f"LISTEN {own}")
            await _hears(listening, own, in_thread)
            yield None  # what was written while nobody listened
            while True:
                heard = {notice.payload async for notice in listening.notifies(timeout=HEARTBEAT_SECONDS, stop_after=1)}
                # Many writes at once are reported once.
                heard |= {notice.payload async for notice in listening.notifies(timeout=0)}
                if heard or (heard := await _hears(listening, own, in_thread)):
                    yield None if _KEY in heard else heard
                    await asyncio.sleep(GATHER_SECONDS)


async def _hears(listening: psycopg.AsyncConnection[Any], own: str, in_thread: InThread) -> set[str]:
    """What others told meanwhile. Raises NothingHeard if that does not come here.

    Said by an ordinary connection: through a pooler of transactions the one that listens may well hear itself.
    """
    await in_thread(lambda: _say(own))
    heard: set[str] = set()
    deadline = time.monotonic() + ANSWER_SECONDS
    while (left := deadline - time.monotonic()) > 0:
        notices = [notice async for notice in listening.notifies(timeout=left, stop_after=1)]
        heard |= {notice.payload for notice in notices if notice.channel != own}
        if any(notice.channel == own for notice in notices):
            return heard
    raise NothingHeard


def _say(channel: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, '')", [channel])


def _facts() -> dict[str, Any]:
    """How to connect to PostgreSQL itself, in libpq's words."""
    facts = connections["direct" if "direct" in settings.DATABASES else "default"].get_connection_params()
    return {"connect_timeout": 10} | {name: value for name, value in facts.items() if name not in _NOT_FOR_LISTENING}
