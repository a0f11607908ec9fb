"""The database of the last release, migrated to this one; its contents; and its two keys."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, models
from django.db.migrations.executor import MigrationExecutor

from rulesref.files import load_yaml
from scoring.db.json_text import hand_input
from scoring.engine.refusal import validate
from scoring.games import all_games
from scoring.models import Table
from tests.api.conftest import Api, Evening
from tests.pages.phone import Pages

HERE = Path(__file__).parent
DUMP = HERE / "database.sql"
LAST_MIGRATION = ("scoring", "0002_notify")
"""The last migration of the release that wrote the dump."""

KEYS: dict[str, str] = json.loads((HERE / "keys.json").read_text(encoding="utf-8"))
SPECIAL: list[dict[str, Any]] = load_yaml((HERE / "matches.yaml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class OldMatch:
    """A match as the last release stored it. hands: inputs, results and points as plain JSON."""

    id: str
    game: str
    title: str
    totals: list[Any]
    winners: list[int]
    finished: bool
    hand_open: bool
    version: int
    hands: list[dict[str, Any]]

    @property
    def name(self) -> str:
        """The name of a test."""
        return f"{self.game}: {self.title or 'golden'}"


def _old_database() -> sqlite3.Connection:
    database = sqlite3.connect(":memory:")
    database.executescript(DUMP.read_text(encoding="utf-8"))
    database.row_factory = sqlite3.Row
    return database


@cache
def old_matches() -> list[OldMatch]:
    """Every match of the dump."""
    database = _old_database()
    return [
        OldMatch(
            row["id"],
            row["game"],
            row["title"],
            json.loads(row["totals"]),
            json.loads(row["winners"]),
            bool(row["finished"]),
            bool(row["hand_open"]),
            row["version"],
            [
                {
                    "input": json.loads(hand["input"]),
                    "points": json.loads(hand["points"]),
                    **{name: json.loads(hand["result"])[name] for name in ("totals", "kind")},
                }
                for hand in database.execute(
                    "SELECT * FROM scoring_hand WHERE match_id = ? ORDER BY number", [row["id"]]
                )
            ],
        )
        for row in database.execute("SELECT * FROM scoring_match ORDER BY created_at")
    ]


def special(title: str, game: str) -> OldMatch:
    """The match of ``matches.yaml`` with this title."""
    return next(match for match in old_matches() if (match.title, match.game) == (title, game))


def _column(field: models.Field[Any, Any], value: Any) -> Any:
    if isinstance(field, models.JSONField):
        return json.loads(value)
    if isinstance(field, models.DateTimeField):
        return datetime.fromisoformat(value).replace(tzinfo=UTC)
    return bool(value) if isinstance(field, models.BooleanField) else value


@pytest.fixture(scope="module")
def upgraded(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The rows of the dump in the test database, stored before the migrations of this release ran. Both databases."""
    with django_db_blocker.unblock():
        executor = MigrationExecutor(connection)
        newest = executor.loader.graph.leaf_nodes()
        executor.migrate([LAST_MIGRATION])
        old = executor.loader.project_state([LAST_MIGRATION]).apps
        try:
            for name in ("Table", "Player", "AccessKey", "Match", "Hand", "Change"):
                model = old.get_model("scoring", name)
                fields = [field for field in model._meta.fields if not isinstance(field, models.BigAutoField)]
                model.objects.bulk_create(
                    model(**{field.attname: _column(field, row[field.column]) for field in fields})
                    for row in _old_database().execute(f"SELECT * FROM scoring_{name.lower()}")
                )
            MigrationExecutor(connection).migrate(newest)
            yield
        finally:
            MigrationExecutor(connection).migrate(newest)
            Table.objects.all().delete()


@pytest.fixture
def scorer(upgraded: None, db: None) -> Api:
    """A program with the key that the last release gave out."""
    return Api(KEYS["scorer"])


@pytest.fixture
def phone(upgraded: None, db: None) -> Pages:
    """A phone that has joined with that key."""
    pages = Pages()
    assert pages.get(f"/join/{KEYS['scorer']}").status_code in (200, 302)
    return pages


@pytest.fixture
def evening(db: None) -> Evening:
    """Another table, made by this release."""
    return Evening()


def settled(slug: str, hand: Any) -> Any:
    """A stored hand of the last release under the field names of this one; None stays None."""
    if hand is None or "kind" not in hand:
        return hand
    return hand_input(validate(all_games()[slug].hand_adapter, hand))
