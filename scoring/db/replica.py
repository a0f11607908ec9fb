"""Reads from a standby (``REPLICA_DATABASE_URL``), if its rows are as new as those of the primary.

A short query on each compares the table's matches by version and time. So every read includes all that was stored
before the request, and a replica that lags behind is not used.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections

from companion.common.outages import OptionalService

T = TypeVar("T")

_outage = OptionalService("replica", "The replica (REPLICA_DATABASE_URL)", "the primary is read")

_VERSIONS = """
SELECT count(*), sum(hashtextextended(id, version)), sum(extract(epoch FROM updated_at))
FROM scoring_match WHERE table_id = %s
"""


def read_matches(table_id: str, read: Callable[[str], T]) -> T:
    """Returns the result of ``read``, which reads matches and hands of this table from the database that it gets."""
    if "replica" in settings.DATABASES and _outage.may_be_used():
        primary = _versions(DEFAULT_DB_ALIAS, table_id)
        try:
            is_current = _versions("replica", table_id) == primary
            results = [read("replica")] if is_current else []
        except DatabaseError as error:
            _outage.failed(error)
        else:
            _outage.answered()
            if results:
                return results[0]
        finally:
            connections["replica"].close()  # back to the pool
    return read(DEFAULT_DB_ALIAS)


def _versions(database: str, table_id: str) -> object:
    with connections[database].cursor() as cursor:
        cursor.execute(_VERSIONS, [table_id])
        return cursor.fetchone()
