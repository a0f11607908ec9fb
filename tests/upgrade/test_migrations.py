"""The migrations on rows that were there before them: in the database of the suite, and by the command on a file."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from scoring.models import Match
from tests.upgrade.commands import run_command
from tests.upgrade.conftest import DUMP, LAST_MIGRATION, old_matches

AT = datetime(2026, 5, 1, 20, tzinfo=UTC)


def _migrate(target: Any) -> Any:
    executor = MigrationExecutor(connection)
    executor.migrate(target)
    return MigrationExecutor(connection).loader.project_state(target).apps


@pytest.mark.django_db(transaction=True)
def test_rows_keep_their_meaning_forwards_and_backwards() -> None:
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        old = _migrate([LAST_MIGRATION])
        table = old.get_model("scoring", "Table").objects.create(name="Thursday", options={"skat": {"deals": 12}})
        players = old.get_model("scoring", "Player").objects
        players.create(table=table, name="Ada", gone=False)
        players.create(table=table, name="Gus", gone=True)
        facts = {"seats": [], "state": "{}", "totals": [1], "created_at": AT, "updated_at": AT}
        match = old.get_model("scoring", "Match").objects.create(table=table, game="points", head='{"a":1}', **facts)
        change = {"match": match, "table_id": table.id, "kind": "record", "at": AT}
        for version, standing in enumerate(("done", "undone", "dropped"), 1):
            old.get_model("scoring", "Change").objects.create(version=version, standing=standing, **change)
        answer = {"scope": "s", "key": "k", "digest": "d", "status": 201, "headers": "{}", "body": "{}", "at": AT}
        old.get_model("scoring", "Answer").objects.create(**answer)

        new = _migrate(newest)
        active = dict(new.get_model("scoring", "Player").objects.values_list("name", "active"))
        assert active == {"Ada": True, "Gus": False}
        assert new.get_model("scoring", "Match").objects.get().summary == '{"a":1}'
        statuses = new.get_model("scoring", "Change").objects.order_by("version").values_list("undo_status", flat=True)
        assert list(statuses) == ["done", "undone", "dropped"]
        assert new.get_model("scoring", "Match").objects.get().can_redo
        assert new.get_model("scoring", "IdempotencyRecord").objects.get().status == 201
        assert new.get_model("scoring", "Table").objects.get().options == {"skat": {"deals": 12}}

        old = _migrate([LAST_MIGRATION])
        gone = dict(old.get_model("scoring", "Player").objects.values_list("name", "gone"))
        assert gone == {"Ada": False, "Gus": True}
    finally:
        _migrate(newest)


@pytest.mark.django_db(transaction=True)
def test_an_archived_match_is_kept_when_the_column_goes_and_comes() -> None:
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    before = [("scoring", "0004_names_of_hand_fields")]
    facts = {"seats": [], "state": "{}", "summary": "{}", "totals": [1], "created_at": AT, "updated_at": AT}
    try:
        old = _migrate(before)
        table = old.get_model("scoring", "Table").objects.create(name="Thursday")
        old.get_model("scoring", "Match").objects.create(id="a" * 16, table=table, game="points", **facts)
        new = _migrate(newest).get_model("scoring", "Match").objects
        assert new.get().archived_at is None, "what was on the lists stays there"
        new.update(archived_at=AT)
        assert _migrate(before).get_model("scoring", "Match").objects.get().totals == [1]
        assert _migrate(newest).get_model("scoring", "Match").objects.get().archived_at is None
        with connection.cursor() as cursor:
            # A release before this one does not know the column, and still writes a match beside this release.
            fields = [str(field.column) for field in Match._meta.fields if field.name not in ("id", "archived_at")]
            names = ", ".join(fields)
            cursor.execute(f"INSERT INTO scoring_match (id, {names}) SELECT %s, {names} FROM scoring_match", ["b" * 16])
        assert Match.objects.filter(archived_at=None).count() == 2
    finally:
        _migrate(newest)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the dump is of SQLite")
def test_the_dump_is_brought_up_to_date_by_the_command(tmp_path: Path) -> None:
    file = tmp_path / "companion.sqlite3"
    with sqlite3.connect(file) as database:
        database.executescript(DUMP.read_text(encoding="utf-8"))
    for command in ("migrate", "audit"):
        run = run_command(file, command)
        assert (run.returncode == 0) == (command == "migrate"), run.stderr
    assert "refused today" in run.stderr, "see test_refused_hands.py"
    with sqlite3.connect(file) as database:
        count = database.execute("SELECT count(*) FROM scoring_hand").fetchone()[0]
        left = {name for (name,) in database.execute("SELECT name FROM scoring_player WHERE NOT active")}
    assert count == sum(len(old.hands) for old in old_matches())
    assert left == {"Gus", "Lea"}
