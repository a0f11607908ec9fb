"""What a process learns of writes: on PostgreSQL the matches, so that it asks only for what is watched of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from scoring.db.connections import with_connection
from scoring.live.database_changes import database_changes
from scoring.models import AccessKey, Table
from scoring.services import matches
from tests.reliability.test_matches import begin, round_of


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite does not say what was written")
def test_a_write_names_its_match_and_a_lost_key_none() -> None:
    table = Table.objects.create(name="Thursday")
    AccessKey.objects.create(id="k", table=table, role=AccessKey.VIEWER, digest="d")
    first, second = begin(table), begin(table)

    async def in_thread(work: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(None, with_connection, work)

    async def follow() -> list[set[str] | None]:
        changes = database_changes(lambda: False, in_thread)
        told = [await anext(changes)]
        for work in (
            lambda: matches.record(first, round_of(1, 2, 3)),
            lambda: matches.delete(second.id),
            lambda: AccessKey.objects.all().delete(),
        ):
            await in_thread(work)
            told.append(await asyncio.wait_for(anext(changes), 10))
        return told

    assert asyncio.run(follow()) == [None, {first.id}, {second.id}, None]
