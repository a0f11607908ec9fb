"""What numbered releases stored, as they wrote it: this release migrates, replays and imports it."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from scoring.games import all_games
from tests.api.conftest import Evening, json_of
from tests.upgrade.commands import run_command

RELEASES = sorted((Path(__file__).parent / "releases").iterdir())
EACH = pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.name)


def test_there_is_one_for_1_0_0() -> None:
    assert "1.0.0" in {release.name for release in RELEASES}


@EACH
def test_the_database_is_migrated_and_every_match_replayed_to_the_same_points(release: Path, tmp_path: Path) -> None:
    file = tmp_path / "companion.sqlite3"
    with sqlite3.connect(file) as database:
        database.executescript((release / "database.sql").read_text(encoding="utf-8"))
        before = _stored(database)
    assert {game for game, *_ in before} >= set(all_games())
    for command in ("migrate", "audit"):
        ran = run_command(file, command)
        assert ran.returncode == 0, ran.stdout + ran.stderr
    with sqlite3.connect(file) as database:
        assert _stored(database) == before


def _stored(database: sqlite3.Connection) -> list[tuple[str, ...]]:
    return database.execute(
        "SELECT game, match_id, number, hand.points, hand.result FROM scoring_hand hand"
        " JOIN scoring_match match ON match.id = match_id ORDER BY match_id, number"
    ).fetchall()


@EACH
@pytest.mark.django_db
def test_its_export_is_imported(release: Path) -> None:
    export = json.loads((release / "export.json").read_text(encoding="utf-8"))
    evening = Evening()
    made = json_of(evening.scorer.post(f"{evening.path}/import", export), 201)
    assert len(made["matches"]) == len(export["matches"])
