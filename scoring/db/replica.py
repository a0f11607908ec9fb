"""Reads from a standby (``REPLICA_DATABASE_URL``), where it is as new as the primary in all that is read.

A short request to the primary and one to the replica compare the table's matches by version and time. So nobody sees
less than was stored before the request, and a replica that is behind, or stands still, is not used.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections

from companion.outages import OptionalService

T = TypeVar("T")

_outage = OptionalService("replica", "The replica (REPLICA_DATABASE_URL)", "the primary is read")

_VERSIONS = """
SELECT count(*), sum(hashtextextended(id, version)), sum(extract(epoch FROM updated_at))
FROM scoring_match WHERE table_id = %s
"""


def read_matches(table_id: str, read: Callable[[str], T]) -> T:
    """The result of ``read``, which reads matches and hands of this table. It is given the database to read from."""
    if "replica" in settings.DATABASES and _outage.may_be_used():
        wanted = _versions(DEFAULT_DB_ALIAS, table_id)
        try:
            current = _versions("replica", table_id) == wanted
            found = [read("replica")] if current else []
        except DatabaseError as error:
            _outage.failed(error)
        else:
            _outage.answered()
            if found:
                return found[0]
        finally:
            connections["replica"].close()  # back to the pool
    return read(DEFAULT_DB_ALIAS)


def _versions(database: str, table_id: str) -> object:
    with connections[database].cursor() as cursor:
        cursor.execute(_VERSIONS, [table_id])
        return cursor.fetchone()
