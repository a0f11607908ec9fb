"""A match is the fold of its hands, whatever changes were made to it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.engine.match import replay
from scoring.engine.refusal import Refusal
from scoring.games import get
from scoring.models import Change, Hand, Table
from scoring.selectors import match_snapshot
from scoring.selectors.match_snapshot import MatchSnapshot
from scoring.services import history, matches, renaming

SEATS = [{"player": None, "name": name} for name in ("Ada", "Ben", "Cleo")]

pytestmark = pytest.mark.django_db


def round_of(*scores: int | None) -> dict[str, Any]:
    return {"kind": "round", "scores": list(scores)}


def begin(table: Table, **options: Any) -> MatchSnapshot:
    return matches.start(table, get("points"), SEATS, options, {}).match


def shown(match: MatchSnapshot) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(match_snapshot.match_json(match_snapshot.load_match(match.id), 1000))
    return answer


def check_invariants(match: MatchSnapshot) -> None:
    """version = changes, numbers 1..n, everything stored is what replaying the inputs gives."""
    now = match_snapshot.load_match(match.id)
    assert now.version == Change.objects.filter(match_id=match.id).count()
    rows = list(Hand.objects.filter(match_id=match.id).order_by("number"))
    assert [row.number for row in rows] == list(range(1, now.hand_count + 1))
    played = replay(now.game, len(now.seats), [json.loads(row.input) for row in rows], json.loads(now.options))
    assert shown(match)["totals"] == played.totals
    assert [json.loads(row.points) for row in rows] == [result.result.points for result in played.results]
    assert [json.loads(row.state) for row in rows] == [r.state.model_dump(mode="json") for r in played.results]


def test_a_recorded_hand_is_there_with_names_and_totals(table: Table) -> None:
    match = begin(table)
    written = matches.record(match, round_of(5, None, 7))
    assert written.number == 1
    answer = shown(match)
    assert answer["version"] == 1
    assert answer["totals"] == [5, 0, 7]
    assert answer["hands"][0]["explanation"][0]["text"] == "Ada: 0 + 5 = 5"
    assert answer["hands"][0]["input"] == round_of(5, None, 7)
    assert answer["next"]["number"] == 2
    check_invariants(match)


def test_a_hand_scored_on_an_old_version_is_scored_again(table: Table) -> None:
    match = begin(table)
    matches.record(match, round_of(1, 1, 1))
    matches.record(match, round_of(2, 2, 2))
    assert shown(match)["totals"] == [3, 3, 3]
    check_invariants(match)


def test_a_writer_who_expected_another_version_is_told(table: Table) -> None:
    match = begin(table)
    matches.record(match, round_of(1, 1, 1), expected=0)
    with pytest.raises(match_snapshot.VersionConflict) as stale:
        matches.record(match, round_of(2, 2, 2), expected=0)
    assert stale.value.match.version == 1
    assert shown(match)["totals"] == [1, 1, 1]


def test_what_stands_beside_a_hand_falls_with_it(table: Table) -> None:
    match = begin(table)

    def fail(_: match_snapshot.ChangeResult) -> None:
        raise RuntimeError("the answer could not be kept")

    with pytest.raises(RuntimeError), transaction.atomic():
        matches.record(match, round_of(1, 1, 1), hook=fail)
    assert shown(match)["hands"] == []
    check_invariants(match)


def test_a_correction_scores_later_hands_anew(table: Table) -> None:
    match = begin(table)
    for n in range(1, 4):
        match = matches.record(match, round_of(n, 0, 0)).match
    written = history.correct(match.id, 2, round_of(20, 0, 0), expected=3)
    assert json.loads(written.hand or "")["totals"] == [21, 0, 0]
    assert shown(match)["totals"] == [24, 0, 0]
    check_invariants(match)


def test_a_correction_that_makes_a_later_hand_impossible_names_it(table: Table) -> None:
    match = begin(table, target=50)
    for points in (10, 20, 30):
        match = matches.record(match, round_of(points, 0, 0)).match
    with pytest.raises(history.LaterHand) as refused:
        history.correct(match.id, 1, round_of(50, 0, 0), expected=3)
    assert refused.value.number == 2
    assert shown(match)["totals"] == [60, 0, 0]
    check_invariants(match)


def test_a_bad_correction_is_the_hands_own_fault(table: Table) -> None:
    match = matches.record(begin(table), round_of(1, 1, 1)).match
    with pytest.raises(Refusal) as refused:
        history.correct(match.id, 1, {"kind": "round", "scores": [None] * 3}, expected=1)
    assert refused.value.errors[0].pointer == "/scores"


def test_taking_back_a_hand_in_the_middle_moves_later_ones_up(table: Table) -> None:
    match = begin(table)
    for n in (1, 2, 4):
        match = matches.record(match, round_of(n, 0, 0)).match
    history.take_back(match.id, 2, expected=3)
    answer = shown(match)
    assert [hand["totals"][0] for hand in answer["hands"]] == [1, 5]
    check_invariants(match)


def test_undo_goes_back_through_everything_and_redo_forward(table: Table) -> None:
    match = begin(table)
    matches.record(match, round_of(1, 0, 0))
    matches.record(match, round_of(2, 0, 0))
    history.correct(match.id, 1, round_of(10, 0, 0), expected=2)
    history.take_back(match.id, 2, expected=3)
    history.finish(match.id, expected=4)
    seen = [(shown(match)["totals"][0], shown(match)["finished"])]
    for _ in range(5):
        history.undo(match.id)
        seen.append((shown(match)["totals"][0], shown(match)["finished"]))
    assert seen == [(10, True), (10, False), (12, False), (3, False), (1, False), (0, False)]
    with pytest.raises(history.NothingToUndo):
        history.undo(match.id)
    back = []
    for _ in range(5):
        history.redo(match.id)
        back.append((shown(match)["totals"][0], shown(match)["finished"]))
    assert back == [(1, False), (3, False), (12, False), (10, False), (10, True)]
    with pytest.raises(history.NothingToUndo):
        history.redo(match.id)
    check_invariants(match)


def test_a_new_hand_after_undo_leaves_nothing_to_redo(table: Table) -> None:
    match = begin(table)
    matches.record(match, round_of(1, 0, 0))
    history.undo(match.id)
    matches.record(match_snapshot.load_match(match.id), round_of(5, 0, 0))
    with pytest.raises(history.NothingToUndo):
        history.redo(match.id)
    assert shown(match)["totals"] == [5, 0, 0]
    check_invariants(match)


def test_an_ended_match_takes_no_hand_until_it_is_opened_again(table: Table) -> None:
    match = begin(table)
    matches.record(match, round_of(1, 3, 0))
    history.finish(match.id, None)
    assert shown(match)["winners"] == [1]
    with pytest.raises(Refusal):
        matches.record(match_snapshot.load_match(match.id), round_of(1, 0, 0))
    history.reopen(match.id, None)
    matches.record(match_snapshot.load_match(match.id), round_of(9, 0, 0))
    assert shown(match)["totals"] == [10, 3, 0]
    check_invariants(match)


def test_a_renamed_player_shows_on_every_line(table: Table) -> None:
    player = table.players.create(name="Bob")
    seats: list[dict[str, Any]] = [{"player": player.id, "name": "Bob"}, {"player": None, "name": "Eve"}]
    match = matches.start(table, get("points"), seats, {}, {}).match
    matches.record(match, round_of(1, 2))
    with transaction.atomic():
        renaming.rename(match.id, {player.id: 'Bo "the" b\\'})
    answer = shown(match)
    assert answer["hands"][0]["explanation"][0]["text"] == 'Bo "the" b\\: 0 + 1 = 1'
    assert answer["version"] == 2


actions = st.one_of(
    st.tuples(st.just("record"), st.integers(-50, 50), st.just(0)),
    st.tuples(st.just("correct"), st.integers(-50, 50), st.integers(1, 6)),
    st.tuples(st.just("take_back"), st.just(0), st.integers(1, 6)),
    st.tuples(st.sampled_from(["undo", "redo"]), st.just(0), st.just(0)),
)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(actions, max_size=14))
def test_any_history_leaves_what_replaying_gives(table: Table, actions_taken: list[tuple[str, int, int]]) -> None:
    """Against a model of a few lines: a list of inputs, and two stacks of lists."""
    match = begin(table)
    inputs: list[int] = []
    past: list[list[int]] = []
    future: list[list[int]] = []
    for action, points, number in actions_taken:
        now = match_snapshot.load_match(match.id)
        before = list(inputs)
        if action in ("undo", "redo"):
            source, target = (past, future) if action == "undo" else (future, past)
            operation = history.undo if action == "undo" else history.redo
            if not source:
                with pytest.raises(history.NothingToUndo):
                    operation(match.id)
                continue
            operation(match.id)
            target.append(before)
            inputs = source.pop()
            assert match_snapshot.load_match(match.id).can_redo == bool(future)
            continue
        if action == "record":
            matches.record(now, round_of(points, 0, 0))
            inputs = [*inputs, points]
        elif number > len(inputs):
            with pytest.raises(match_snapshot.MatchNotFound):
                history.take_back(match.id, number, now.version)
            with pytest.raises(match_snapshot.MatchNotFound):
                history.correct(match.id, number, round_of(points, 0, 0), now.version)
            continue
        elif action == "correct":
            history.correct(match.id, number, round_of(points, 0, 0), now.version)
            inputs = [*inputs[: number - 1], points, *inputs[number:]]
        else:
            history.take_back(match.id, number, now.version)
            inputs = [*inputs[: number - 1], *inputs[number:]]
        past.append(before)
        future = []
        assert match_snapshot.load_match(match.id).can_redo == bool(future)
    assert [hand["points"][0] for hand in shown(match)["hands"]] == inputs
    check_invariants(match)
