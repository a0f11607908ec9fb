"""The hand-written write, compared with the same one by the ORM."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override
from pydantic_core import from_json, to_json

from scoring.db import match_rows
from scoring.models import Change, Hand, Match, Table
from scoring.selectors import match_snapshot
from scoring.services import history, matches, transfer
from tests.reliability.test_matches import begin, round_of

pytestmark = pytest.mark.django_db


def append_hand_by_orm(
    hand_columns: Mapping[str, Any], version: int, columns: Mapping[str, Any], can_redo: bool
) -> None:
    """What ``match_rows.append_hand`` writes, through the ORM."""
    hand = Hand(**hand_columns)
    updated = Match.objects.filter(id=hand.match_id, version=version).update(
        version=version + 1,
        hand_count=hand.number,
        hand_open=not hand.complete,
        can_redo=False,
        updated_at=hand.recorded_at,
        archived_at=None,
        **columns,
    )
    if not updated:
        raise match_rows.ConcurrentUpdate
    hand.save()
    Change.objects.filter(match_id=hand.match_id, undo_status=Change.UNDONE).update(undo_status=Change.DROPPED)
    Change.objects.create(
        table_id=hand.table_id,
        match_id=hand.match_id,
        number=hand.number,
        version=version + 1,
        kind="record",
        after=hand.input,
        at=hand.recorded_at,
    )


def rows_of(match_id: str) -> list[Any]:
    """Everything that is stored of a match except ids and times."""
    leave_out = {"id", "match_id", "at", "recorded_at", "updated_at", "created_at"}
    rows_ = []
    for model, key in ((Match, "id"), (Hand, "match_id"), (Change, "match_id")):
        for row in model._default_manager.filter(**{key: match_id}).order_by("pk").values():
            rows_.append({name: value for name, value in row.items() if name not in leave_out})
    return rows_


def test_both_write_the_same_rows(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    written = []
    for write in (match_rows.append_hand, append_hand_by_orm):
        monkeypatch.setattr(match_rows, "append_hand", write)
        match = begin(table, rounds=3)
        for n in (1, 2):
            match = matches.record(match, round_of(n, None, 5)).match
        history.undo(match.id)
        for n in (3, 4):
            match = matches.record(match_snapshot.load_match(match.id), round_of(n, 0, -5)).match
        written.append(rows_of(match.id))
    assert written[0] == written[1]


@pytest.mark.parametrize("write", [match_rows.append_hand, append_hand_by_orm])
def test_both_notice_that_somebody_was_faster(table: Table, write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_rows, "append_hand", write)
    old = begin(table)
    matches.record(old, round_of(1, 0, 0))
    matches.record(old, round_of(2, 0, 0))
    assert match_snapshot.load_match(old.id).version == 2


def test_recording_takes_the_same_few_statements_at_any_size(table: Table) -> None:
    match = begin(table)
    counts = set()
    for n in range(12):
        match_ = match_snapshot.load_match(match.id)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            matches.record(match_, round_of(n, 0, 0))
        counts.add(len([query for query in queries if "SAVEPOINT" not in query["sql"]]))
    assert counts == {3}, "match, hand, change"


def _loaded(match_id: str, first: int, most: int | None) -> list[tuple[int, str, str, datetime]]:
    rows = match_rows.load_hand_rows(match_snapshot.load_match(match_id), first, most)
    return [(number, result, entry, match_rows.stored_time(at)) for number, result, entry, at in rows]


def test_hands_are_read_as_the_orm_reads_them(table: Table) -> None:
    match = begin(table)
    for n in range(3):
        match = matches.record(match, round_of(n, 0, 0)).match
    rows = (
        Hand.objects.filter(match_id=match.id)
        .order_by("number")
        .values_list("number", "result", "input", "recorded_at")
    )
    assert _loaded(match.id, 1, None) == list(rows)
    assert _loaded(match.id, 2, 1) == list(rows[1:2])


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_match_and_its_hands_are_of_one_version(table: Table, language: str) -> None:
    """Recorded between reading the match and reading its hands."""
    old = begin(table)
    matches.record(old, round_of(1, 0, 0))
    with override(language):
        with pytest.raises(match_rows.ConcurrentUpdate):
            match_snapshot.match_json(old, 200)
        shown = from_json(match_snapshot.at_one_version(old, lambda match: match_snapshot.match_json(match, 200)))
    assert (shown["version"], len(shown["hands"]), shown["totals"][0]) == (1, 1, 1)


def test_a_match_that_never_rests_is_read_all_the_same(table: Table) -> None:
    match = begin(table)

    def read(match: match_snapshot.MatchSnapshot) -> str:
        if not connection.in_atomic_block or len(connection.savepoint_ids) == depth:
            history.retitle(match.id, str(match.version), None)
        return match_snapshot.match_json(match, 200)

    depth = len(connection.savepoint_ids)
    shown = from_json(match_snapshot.at_one_version(match, read))
    assert shown["version"] == match_snapshot.TRIES


def test_an_import_writes_what_the_orm_would_write(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    match = begin(table)
    for n in range(3):
        match = matches.record(match, round_of(n, None, 5)).match
    history.undo(match.id)
    history.correct(match.id, 1, round_of(7, 8, 9), None)
    document = from_json(to_json(transfer.export_document([match_snapshot.load_match(match.id)])))

    def hands_by_orm(rows: Iterable[Mapping[str, Any]]) -> None:
        Hand.objects.bulk_create(Hand(**row) for row in rows)

    def changes_by_orm(ids: Mapping[str, str], changes: Iterable[Change]) -> None:
        for change in changes:
            change.table_id, change.match_id = ids["table_id"], ids["match_id"]
            change.save()

    stored = []
    for by_orm in (False, True):
        if by_orm:
            monkeypatch.setattr(match_rows, "insert_hands", hands_by_orm)
            monkeypatch.setattr(match_rows, "insert_changes", changes_by_orm)
        (made,) = transfer.import_matches(table, document, again=True).matches
        times = [*Hand.objects.filter(match_id=made.id).order_by("number").values_list("recorded_at", flat=True)]
        times += Change.objects.filter(match_id=made.id).order_by("version").values_list("at", flat=True)
        stored.append((rows_of(made.id), times))
    assert stored[0] == stored[1]


@pytest.mark.django_db(transaction=True)
def test_an_import_is_scored_while_others_may_write(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table.objects.create(name="Thursday")
    match = begin(table)
    matches.record(match, round_of(1, 2, 3))
    document = from_json(to_json(transfer.export_document([match_snapshot.load_match(match.id)])))
    within = []
    for module, name in ((transfer, "step"), (match_rows, "hand_columns")):
        call = getattr(module, name)

        def noted(*values: Any, call: Any = call, **named: Any) -> Any:
            within.append(connection.in_atomic_block)
            return call(*values, **named)

        monkeypatch.setattr(module, name, noted)
    transfer.import_matches(table, document, again=True)
    assert within == [False, False]
