"""Django's backend for PostgreSQL, but a request asks less of it (docs/decisions/0011-postgresql.md).

A connection of the pool is checked without a question where that is enough. Statements that are run again and again can
be prepared, except behind a pooler, which may give each transaction another connection.
"""

from __future__ import annotations

import select
import time
from typing import Any
from weakref import WeakKeyDictionary

import psycopg
from django.db.backends.postgresql import base
from django.db.backends.utils import CursorWrapper
from psycopg.types.datetime import TimestamptzLoader
from psycopg_pool import ConnectionPool

PREPARE_AFTER = 5
"""How often a connection runs a statement before PostgreSQL keeps its plan."""

QUIET_SECONDS = 5.0
"""After so long without use, PostgreSQL is asked whether it still answers: it may have gone without a word."""

#: When each connection was last taken from the pool.
_taken: WeakKeyDictionary[psycopg.Connection[Any], float] = WeakKeyDictionary()


class DatabaseWrapper(base.DatabaseWrapper):
    """Set ``CONN_HEALTH_CHECKS`` to False: the checks are here."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """A connection that answers; the pool replaces those that do not. Raises psycopg.Error."""
        connection = super().get_new_connection(conn_params)
        if (pool := self.pool) is None:
            return connection
        for _ in range(pool.max_size):
            if _answers(connection):
                break
            connection.close()
            pool.putconn(connection)
            connection = super().get_new_connection(conn_params)
        return connection

    def prepared_cursor(self) -> CursorWrapper:
        """A cursor whose statements are prepared, for those without parts that change.

        Parameters go to PostgreSQL beside the statement, so they stand only where it knows their types. Behind a pooler
        it is an ordinary cursor; also while Django logs statements, since its log has the parameters in them.
        """
        self.ensure_connection()
        if self.connection.prepare_threshold is None or self.queries_logged:
            return self.cursor()
        cursor: Any = base.ServerBindingCursor(self.connection)  # type: ignore[call-arg]
        # Django's own loader of times is written in Python, psycopg's in C.
        cursor.adapters.register_loader("timestamptz", TimestamptzLoader)
        return self.make_cursor(cursor)


def _answers(connection: psycopg.Connection[Any]) -> bool:
    """Whether PostgreSQL still has this connection."""
    now = time.monotonic()
    last, _taken[connection] = _taken.get(connection), now
    try:
        if last is None:
            _allow_preparing(connection)
        elif now - last > QUIET_SECONDS or _something_came(connection):
            ConnectionPool.check_connection(connection)
    except psycopg.Error:
        return False
    return not connection.closed


def _allow_preparing(connection: psycopg.Connection[Any]) -> None:
    """Lets statements be prepared if this is PostgreSQL itself. Raises psycopg.Error.

    A pooler (PgBouncer) tells a number of its own instead of that of PostgreSQL's process.
    """
    row = connection.execute("SELECT pg_backend_pid()").fetchone()
    if row and row[0] == connection.info.backend_pid:
        connection.prepare_threshold = PREPARE_AFTER


def _something_came(connection: psycopg.Connection[Any]) -> bool:
    """Whether there is something to read that no request asked for, as when PostgreSQL ends the connection."""
    if not hasattr(select, "poll"):  # Windows
        return True
    waiting = select.poll()
    waiting.register(connection.fileno(), select.POLLIN)
    return bool(waiting.poll(0))
