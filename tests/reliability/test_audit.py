"""The audit reports every inconsistency and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.db.models import QuerySet

from scoring.models import Hand, Match, Table
from scoring.selectors import match_snapshot
from scoring.services import history, matches
from tests.reliability.test_matches import begin, round_of

pytestmark = pytest.mark.django_db


def test_a_sound_database_passes(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    match = begin(table)
    match = matches.record(match, round_of(1, 2, 3)).match
    matches.record(match, round_of(4, 5, 6))
    history.undo(match.id)
    call_command("audit")
    assert "1 match" in capsys.readouterr().out


def test_a_total_that_was_tampered_with_is_found(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    match = matches.record(begin(table), round_of(1, 2, 3)).match
    Match.objects.filter(id=match.id).update(state=match.state.replace("[1,2,3]", "[9,2,3]"))
    with pytest.raises(CommandError, match="1 error"):
        call_command("audit")
    assert "totals are not" in capsys.readouterr().err


def test_another_wording_is_no_error(table: Table) -> None:
    """As after a release that says the same in other words."""
    match = matches.record(begin(table), round_of(1, 2, 3)).match
    hand = Hand.objects.get(match_id=match.id)
    result = json.loads(hand.result)
    result |= {"summary": "Other", "explanation": [{**line, "text": "Other"} for line in result["explanation"]]}
    row = Match.objects.get(id=match.id)
    summary = json.loads(row.summary)
    summary["next"]["notices"] = [{"text": "Other", "rule": "/rules/points#end"}]
    Hand.objects.filter(id=hand.id).update(result=json.dumps(result))
    Match.objects.filter(id=match.id).update(summary=json.dumps(summary))
    call_command("audit")


def test_a_missing_hand_is_found(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    match = matches.record(begin(table), round_of(1, 2, 3)).match
    matches.record(match, round_of(1, 1, 1))
    Hand.objects.filter(match_id=match.id, number=1).delete()
    with pytest.raises(CommandError):
        call_command("audit")
    assert "hand 1 is missing" in capsys.readouterr().err


def test_rescoring_mends_a_result_and_leaves_inputs_and_history(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    match = matches.record(begin(table), round_of(1, 2, 3)).match
    matches.record(match, round_of(1, 1, 1))
    hand = Hand.objects.get(match_id=match.id, number=1)
    before = match_snapshot.match_json(match_snapshot.load_match(match.id), 10)
    Hand.objects.filter(id=hand.id).update(result=hand.result.replace("[1,2,3]", "[9,2,3]"), points="[9,2,3]")
    Match.objects.filter(id=match.id).update(totals=[10, 3, 4])
    call_command("audit", "--rescore")
    assert Hand.objects.get(id=hand.id).points == "[9,2,3]"
    assert "1 match would be rewritten" in capsys.readouterr().out
    call_command("audit", "--rescore", "--write")
    assert "hand 1: points [9, 2, 3] -> [1, 2, 3]" in capsys.readouterr().out
    assert match_snapshot.match_json(match_snapshot.load_match(match.id), 10) == before
    assert Match.objects.get(id=match.id).totals == [2, 3, 4]
    call_command("audit")


def test_a_match_is_rewritten_as_a_whole_or_not_at_all(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    match = matches.record(begin(table), round_of(1, 2, 3)).match
    Hand.objects.filter(match_id=match.id).update(points="[9,2,3]")
    Match.objects.filter(id=match.id).update(totals=[9, 2, 3])
    update = QuerySet.update

    def fail_at_the_match(rows: QuerySet[Any], **columns: Any) -> int:
        if rows.model is Match:
            raise OperationalError("the disk is full")
        return update(rows, **columns)

    monkeypatch.setattr(QuerySet, "update", fail_at_the_match)
    with pytest.raises(OperationalError):
        call_command("audit", "--rescore", "--write")
    assert Hand.objects.get(match_id=match.id).points == "[9,2,3]"


def test_a_detail_that_was_tampered_with_is_found(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    match = matches.record(begin(table), round_of(1, 2, 3)).match
    hand = Hand.objects.get(match_id=match.id)
    Hand.objects.filter(id=hand.id).update(result=hand.result.replace('"ranks":[', '"ranks":[7,'))
    assert '"ranks":[7,' in Hand.objects.get(id=hand.id).result
    with pytest.raises(CommandError, match="1 error"):
        call_command("audit")
    assert "hand 1 is not what replaying it gives" in capsys.readouterr().err
