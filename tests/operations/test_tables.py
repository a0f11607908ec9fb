"""An operator's commands for tables: a new key where nobody knows the old one, and deletion of idle tables."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from scoring.models import AccessKey, KittyEntry, Match, Player, Table
from scoring.services.idle_tables import delete_if_idle
from tests.api.conftest import Api, Evening, json_of, problem, stored

LONG_AGO = datetime(2024, 5, 1, 20, tzinfo=UTC)


def run(*arguments: str) -> str:
    """What the command prints."""
    printed = StringIO()
    call_command(*arguments, stdout=printed)
    return printed.getvalue()


# -- keys ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["scorer", "viewer"])
@pytest.mark.parametrize("by", ["id", "name"])
def test_a_forgotten_key_is_replaced(evening: Evening, match: str, role: str, by: str, settings: Any) -> None:
    settings.HTTPS, settings.ALLOWED_HOSTS = True, ["cards.example", "testserver"]
    said = run("replace_key", evening.id if by == "id" else "Thursday", role)
    address = said.split()[-1]
    assert address.startswith("https://cards.example/join/")
    key = address.rpartition("/")[2]
    assert Api(key).http.get("/api/v1" + match, secure=True, headers=Api(key).headers).status_code == 200
    old = Api(evening.keys[role])
    assert old.http.get("/api/v1" + match, secure=True, headers=old.headers).status_code == 401
    phone = Client()
    assert phone.get(address.removeprefix("https://cards.example"), secure=True).status_code == 200
    assert phone.get(f"/tables/{evening.id}", secure=True).status_code == 200


def test_the_other_key_stays(evening: Evening, match: str) -> None:
    run("replace_key", evening.id, "viewer")
    json_of(evening.scorer.get(match))
    problem(evening.viewer.get(match), 401)


def test_the_operator_may_say_the_address(evening: Evening) -> None:
    said = run("replace_key", evening.id, "scorer", "--address", "https://cards.example/")
    assert "https://cards.example/join/" in said


def test_of_several_tables_of_one_name_the_operator_chooses(evening: Evening, match: str) -> None:
    other = Table.objects.create(name="Thursday")
    keys = set(AccessKey.objects.values_list("id", flat=True))
    with pytest.raises(CommandError) as told:
        run("replace_key", "Thursday", "scorer")
    assert evening.id in str(told.value)
    assert other.id in str(told.value)
    assert set(AccessKey.objects.values_list("id", flat=True)) == keys


def test_a_table_that_is_not_there_has_no_key(db: None) -> None:
    with pytest.raises(CommandError, match="no table"):
        run("replace_key", "Nowhere", "scorer")


# -- idle tables -----------------------------------------------------------------------------------------


def _age(table_id: str) -> None:
    """All that the table has was stored long ago."""
    Table.objects.filter(id=table_id).update(created_at=LONG_AGO)
    Match.objects.filter(table_id=table_id).update(created_at=LONG_AGO, updated_at=LONG_AGO)
    for model in (Player, AccessKey):
        model._default_manager.filter(table_id=table_id).update(created_at=LONG_AGO)


@pytest.fixture
def idle(db: None) -> Evening:
    """A table at which nobody has played for long, beside one at which somebody just has."""
    played = Evening()
    played.record(played.match(), 1, 2, 3)
    old = Evening()
    old.record(old.match(), 1, 2, 3)
    _age(old.id)
    return old


def test_idle_tables_are_shown_and_nothing_is_deleted(idle: Evening) -> None:
    before = stored()
    said = run("delete_idle_tables", "--not-used-since", "2025-01-01")
    assert f"{idle.id} Thursday: last used 2024-05-01, 1 match" in said
    assert "1 table would be deleted; add --yes" in said
    assert stored() == before


def test_idle_tables_are_deleted_with_all_that_belongs_to_them(idle: Evening) -> None:
    assert "1 table deleted." in run("delete_idle_tables", "--not-used-since", "2025-01-01", "--yes")
    assert not Table.objects.filter(id=idle.id).exists()
    assert {"Table": 1, "Match": 1, "Hand": 1, "Player": 4}.items() <= stored().items()
    problem(idle.scorer.get(idle.path), 401)


def test_what_was_stored_on_the_day_itself_counts(idle: Evening) -> None:
    assert "0 tables" in run("delete_idle_tables", "--not-used-since", "2024-05-01")
    assert "1 table" in run("delete_idle_tables", "--not-used-since", "2024-05-02")


@pytest.mark.parametrize("use", ["hand", "match", "player", "key", "kitty", "archived"])
def test_every_use_keeps_a_table(idle: Evening, use: str) -> None:
    match = Match.objects.get(table_id=idle.id)
    table = Table.objects.get(id=idle.id)
    match use:
        case "hand":
            idle.record(f"/matches/{match.id}", 1, 2, 3)
        case "match":
            idle.match()
        case "player":
            Player.objects.create(table=table, name="Eve")
        case "key":
            idle.scorer.post(f"{idle.path}/keys/viewer")
        case "kitty":
            KittyEntry.objects.create(table=table, amount=5, word="cents", at=timezone.now())
        case "archived":
            Match.objects.filter(id=match.id).update(archived_at=timezone.now())
    assert "0 tables deleted" in run("delete_idle_tables", "--not-used-since", "2025-01-01", "--yes")
    assert not delete_if_idle(idle.id, timezone.now() - timedelta(days=1))
    assert Table.objects.filter(id=idle.id).exists()


@pytest.mark.parametrize("day", ["yesterday", "2026-13-01", "9999-01-01"])
def test_a_day_is_in_the_past(idle: Evening, day: str) -> None:
    with pytest.raises(CommandError):
        run("delete_idle_tables", "--not-used-since", day, "--yes")
    assert Table.objects.filter(id=idle.id).exists()
