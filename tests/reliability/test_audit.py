"""The audit finds what does not add up, and nothing else."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from scoring.models import Hand, Match, Table
from scoring.services import history, matches
from tests.reliability.test_matches import begin, round_of

pytestmark = pytest.mark.django_db


def test_a_sound_database_passes(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    match = begin(table)
    match = matches.record(match, round_of(1, 2, 3)).match
    matches.record(match, round_of(4, 5, 6))
    history.undo(match.id)
    call_command("audit")
    assert "1 matches" in capsys.readouterr().out


def test_a_total_that_was_tampered_with_is_found(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    match = matches.record(begin(table), round_of(1, 2, 3)).match
    Match.objects.filter(id=match.id).update(state=match.state.replace("[1,2,3]", "[9,2,3]"))
    with pytest.raises(CommandError, match="1 errors"):
        call_command("audit")
    assert "totals are not" in capsys.readouterr().err


def test_a_missing_hand_is_found(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    match = matches.record(begin(table), round_of(1, 2, 3)).match
    matches.record(match, round_of(1, 1, 1))
    Hand.objects.filter(match_id=match.id, number=1).delete()
    with pytest.raises(CommandError):
        call_command("audit")
    assert "hand 1 is missing" in capsys.readouterr().err
