"""Database connections of threads outside Django, and cursors for frequent statements."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar, cast

from django.db import connection
from django.db.backends.utils import CursorWrapper

if TYPE_CHECKING:
    from companion.database.postgresql.base import DatabaseWrapper

T = TypeVar("T")


def with_connection(work: Callable[[], T]) -> T:
    """Returns the result of this work. A connection to PostgreSQL goes back to the pool; one to SQLite stays open."""
    try:
        return work()
    finally:
        connection.close_if_unusable_or_obsolete()
        if connection.vendor == "postgresql":
            connection.close()  # back to the pool


def prepared_cursor() -> CursorWrapper:
    """Returns a cursor for statements whose text never changes. PostgreSQL keeps their plans.

    SQLite's driver caches statements by itself.
    """
    if connection.vendor == "postgresql":
        return cast("DatabaseWrapper", connection).prepared_cursor()
    return connection.cursor()
