"""Database connections of threads that are not Django's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.db import connection

T = TypeVar("T")


def with_connection(work: Callable[[], T]) -> T:
    """The result of this work. The thread keeps its connection to SQLite and gives one to PostgreSQL back."""
    try:
        return work()
    finally:
        connection.close_if_unusable_or_obsolete()
        if connection.vendor == "postgresql":
            connection.close()  # back to the pool
