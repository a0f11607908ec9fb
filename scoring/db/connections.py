"""Database connections of threads that are not Django's own, and cursors for statements that run all the time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar, cast

from django.db import connection
from django.db.backends.utils import CursorWrapper

if TYPE_CHECKING:
    from companion.postgresql.base import DatabaseWrapper

T = TypeVar("T")


def with_connection(work: Callable[[], T]) -> T:
    """The result of this work. The thread keeps its connection to SQLite and gives one to PostgreSQL back."""
    try:
        return work()
    finally:
        connection.close_if_unusable_or_obsolete()
        if connection.vendor == "postgresql":
            connection.close()  # back to the pool


def prepared_cursor() -> CursorWrapper:
    """A cursor for a statement that never changes but for its parameters: PostgreSQL keeps its plan.

    SQLite's driver keeps statements by itself.
    """
    if connection.vendor == "postgresql":
        return cast("DatabaseWrapper", connection).prepared_cursor()
    return connection.cursor()
