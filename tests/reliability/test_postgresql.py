"""Connections to PostgreSQL: those that it ended, and statements that it keeps."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from django.db import connection

from companion.database.postgresql.base import PREPARE_AFTER, DatabaseWrapper
from tests.reliability.pgbouncer import pgbouncer
from tests.server import on_postgresql

pytestmark = [
    pytest.mark.skipif(not on_postgresql(), reason="about PostgreSQL"),
    pytest.mark.django_db(transaction=True),
]


@contextmanager
def another(**settings: Any) -> Iterator[DatabaseWrapper]:
    """Django's connection to the same database with a pool of its own."""
    options = {**connection.settings_dict["OPTIONS"], "application_name": "another"}
    wrapper = DatabaseWrapper({**connection.settings_dict, **settings, "OPTIONS": options}, alias="another")
    try:
        yield wrapper
    finally:
        wrapper.close()
        wrapper.close_pool()


def address() -> str:
    """Of the test's database."""
    parts = urlsplit(os.environ["DATABASE_URL"])
    return urlunsplit(parts._replace(path=f"/{connection.settings_dict['NAME']}"))


def answer(wrapper: DatabaseWrapper) -> int:
    """What PostgreSQL answers to a request, at the end of which the connection goes back to the pool."""
    with wrapper.cursor() as cursor:
        cursor.execute("SELECT 7")
        (found,) = cursor.fetchone()
    wrapper.close()
    return cast(int, found)


def test_nobody_notices_that_postgresql_ended_idle_connections() -> None:
    with another() as wrapper:
        for _ in range(3):
            assert answer(wrapper) == 7
            with psycopg.connect(address(), autocommit=True) as admin:
                ended = admin.execute(
                    "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity "
                    "WHERE application_name = 'another'"
                ).fetchone()
            assert ended is not None
            assert ended[0] > 0
            assert [answer(wrapper) for _ in range(20)] == [7] * 20


def test_postgresql_keeps_the_plan_of_a_statement_that_is_run_often() -> None:
    with another() as wrapper:
        assert kept_plans(wrapper) == 1


def test_a_pooler_is_asked_to_keep_nothing() -> None:
    with pgbouncer(address()) as url, another(HOST="127.0.0.1", PORT=urlsplit(url).port) as wrapper:
        assert kept_plans(wrapper) == 0


def kept_plans(wrapper: DatabaseWrapper) -> int:
    """How many plans PostgreSQL keeps after a statement was run often."""
    for number in range(2 * PREPARE_AFTER):
        with wrapper.prepared_cursor() as cursor:
            cursor.execute("SELECT count(*) + %(number)s FROM scoring_match", {"number": number})
            assert cursor.fetchone() == (number,)
    with wrapper.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%%scoring_match%%'", [])
        return cast(int, cursor.fetchone()[0])
