"""Django's backend for PostgreSQL with fewer round trips (docs/decisions/0011-postgresql.md).

A connection of the pool is checked without a query if possible. Frequent statements can be prepared, except behind a
pooler, which may give each transaction another connection.
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
"""A connection runs a statement this often before PostgreSQL keeps its plan."""

QUIET_SECONDS = 5.0
"""A connection that was not used for this long is checked by a query: PostgreSQL may have gone without closing it."""

#: When each connection was last taken from the pool.
_taken: WeakKeyDictionary[psycopg.Connection[Any], float] = WeakKeyDictionary()


class DatabaseWrapper(base.DatabaseWrapper):
    """Set ``CONN_HEALTH_CHECKS`` to False: this class does the checks."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Returns a connection that answers; the pool replaces those that do not. Raises psycopg.Error."""
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
        """Returns a cursor whose statements are prepared, for statements whose text never changes.

        PostgreSQL gets the parameters separately, so they are allowed only where it knows their types. The cursor is an
        ordinary one behind a pooler, and while Django logs statements, since its log fills in the parameters.
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
        elif now - last > QUIET_SECONDS or _has_unread_data(connection):
            ConnectionPool.check_connection(connection)
    except psycopg.Error:
        return False
    return not connection.closed


def _allow_preparing(connection: psycopg.Connection[Any]) -> None:
    """Lets statements be prepared if this is PostgreSQL itself. Raises psycopg.Error.

    A pooler (PgBouncer) reports another process number than that of PostgreSQL.
    """
    row = connection.execute("SELECT pg_backend_pid()").fetchone()
    if row and row[0] == connection.info.backend_pid:
        connection.prepare_threshold = PREPARE_AFTER


def _has_unread_data(connection: psycopg.Connection[Any]) -> bool:
    """Whether there is data that nobody asked for, as when PostgreSQL ends the connection."""
    if not hasattr(select, "poll"):  # Windows
        return True
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    return bool(poll.poll(0))
