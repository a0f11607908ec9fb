"""Points: the plain sheet counts what is entered, ends as the table agreed, and names the best total."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.match import Replay
from scoring.engine.messages import fill_names, render
from scoring.engine.refusal import Refusal
from scoring.games.points import game
from scoring.games.points.form import paid
from tests.games.table import Table, any_hand

THREE = Table("points", 3)
NAMES = ["Ada", "Ben", "Cleo"]


def entries(*scores: float | None, **more: Any) -> dict[str, Any]:
    return {"kind": "round", "scores": list(scores), **more}


def table(players: int = 3, options: dict[str, Any] | None = None, **start: Any) -> Table:
    return Table("points", players, options, **start)


def notices(played: Replay) -> list[str]:
    assert played.upcoming
    return [render(notice.message) for notice in played.upcoming.notices]


def dealer(played: Replay) -> int | None:
    assert played.upcoming
    return played.upcoming.dealer


def test_an_empty_column_counts_nothing_and_is_told_with_a_dash() -> None:
    scored = THREE.score(entries(20, None, -5))
    assert scored.points == [20, 0, -5]
    lines = [fill_names(render(line.message), NAMES, NAMES) for line in scored.lines]
    assert lines == ["Ada: 0 + 20 = 20", "Ben: –, stays at 0", "Cleo: 0 − 5 = −5"]


def test_halves_stay_exact() -> None:
    played = table(2, {"step": 0.5, "start_score": 1.5}).play(entries(0.5, 2), entries(0.5, -0.5))
    assert played.totals == [2.5, 3]


def test_equal_totals_share_a_rank_and_the_next_is_left_out() -> None:
    scored = table(4).score(entries(5, 9, 5, 1))
    assert (scored.details["ranks"], scored.details["lead"]) == ([2, 1, 2, 4], 4)
    assert table(3, {"winner_is": "lowest"}).score(entries(5, 9, 5)).details == {"ranks": [1, 3, 1], "lead": 0}


def test_the_dealer_mark_goes_round_unless_it_is_off_or_there_is_nobody_else() -> None:
    assert dealer(THREE.play()) == 0
    assert dealer(THREE.play(entries(1, 1, 1))) == 1
    assert dealer(table(3, {"show_dealer": False}).play(entries(1, 1, 1))) is None
    assert dealer(table(1).play(entries(1))) is None


@pytest.mark.parametrize(
    ("options", "scores", "winners"),
    [
        ({"target": 50}, (50, 60, 0), [1]),
        ({"target": 50}, (49, 0, 0), None),
        ({"target": 50, "winner_is": "lowest"}, (55, 3, 8), [1]),
        ({"target": -50}, (-50, 4, 8), [2]),
        ({"target": 0, "start_score": 60, "winner_is": "lowest"}, (-63, -20, -59), [0]),
        ({"rounds": 1}, (7, 7, 3), [0, 1]),
        ({"rounds": 2, "target": 7}, (7, 2, 3), [0]),
        ({"rounds": 2}, (7, 2, 3), None),
        ({"rounds": 1, "tie": "play_on"}, (7, 7, 3), None),
        ({"rounds": 1, "tie": "play_on"}, (7, 6, 6), [0]),
        ({}, (99_999, 0, 0), None),
    ],
)
def test_the_end_of_the_match(options: dict[str, Any], scores: tuple[int, ...], winners: list[int] | None) -> None:
    verdict = table(3, options).play(entries(*scores)).verdict
    assert (verdict.winners if verdict.finished else None) == winners


def test_one_player_alone_wins() -> None:
    assert table(1, {"target": 5}).play(entries(5)).verdict.winners == [0]


def test_the_table_may_stop_but_before_the_first_round_nobody_wins() -> None:
    assert THREE.stop(entries(4, 9, 9)).winners == [1, 2]
    assert THREE.stop().winners == []


def test_what_is_still_missing_is_told_for_the_nearest_column() -> None:
    assert notices(table(3, {"target": 50, "rounds": 9}).play(entries(5, 12, -40))) == [
        "Round 2 of 9",
        "The match ends at 50; 38 to go for the nearest",
    ]
    down = table(2, {"target": 0, "start_score": 501})
    assert notices(down.play(entries(-60, -45))) == ["The match ends at 0; 441 to go for the nearest"]


def test_beyond_the_target_a_tie_is_said_to_be_played_on() -> None:
    tied = table(3, {"target": 50, "tie": "play_on"}).play(entries(55, 55, 1))
    assert notices(tied) == ["50 is reached; rounds go on until one column alone is best"]
    tied = table(2, {"target": -50, "tie": "play_on"}).play(entries(-55, -55))
    assert notices(tied) == ["−50 is reached; rounds go on until one column alone is best"]


@pytest.mark.parametrize(
    ("options", "scores", "refused"),
    [
        ({}, (1, 2), ("/scores", "wrong_length")),
        ({}, (1, 2, 3, 4), ("/scores", "wrong_length")),
        ({}, (1, 2.5, 3), ("/scores/1", "not_a_multiple")),
        ({"step": 0.5}, (1, 2.5, 0.25), ("/scores/2", "not_a_multiple")),
        ({}, (100_000, 0, 0), ("/scores/0", "too_large")),
        ({}, (0, -100_000, 0), ("/scores/1", "too_small")),
        ({"allow_negative": False}, (1, -1, 0), ("/scores/1", "negative")),
        ({}, (None, None, None), ("/scores", "nothing_scored")),
    ],
)
def test_refused_rounds(options: dict[str, Any], scores: tuple[float | None, ...], refused: tuple[str, str]) -> None:
    assert table(3, options).no(entries(*scores)) == refused


def test_the_largest_entries_and_a_round_of_zeros_are_rounds() -> None:
    assert THREE.play(entries(99_999, -99_999, 0), entries(0, 0, 0)).totals == [99_999, -99_999, 0]


def test_no_round_after_the_end() -> None:
    assert table(3, {"target": 50}).no(entries(50, 0, 0), entries(1, 1, 1)) == ("", "match_over")


@pytest.mark.parametrize(
    ("players", "options", "refused"),
    [
        (0, {}, ("/players", "players")),
        (13, {}, ("/players", "players")),
        (3, {"target": 0}, ("/options/target", "target_at_start")),
        (3, {"target": 10.5}, ("/options/target", "not_a_multiple")),
        (3, {"start_score": 0.5}, ("/options/start_score", "not_a_multiple")),
        (3, {"step": 0.125}, ("/options/step", "step")),
        (3, {"step": 0}, ("/options/step", "too_small")),
        (3, {"step": 5, "target": 12}, ("/options/target", "not_a_multiple")),
        (3, {"step": 5, "round_sum": 12}, ("/options/round_sum", "not_a_multiple")),
        (3, {"allow_negative": False, "target": 0, "start_score": 501}, ("/options/target", "target_out_of_reach")),
        (3, {"allow_negative": False, "target": -100}, ("/options/target", "target_out_of_reach")),
        (3, {"allow_negative": False, "round_sum": -5}, ("/options/round_sum", "negative")),
        (3, {"entry": "winners", "allow_negative": False}, ("/options/entry", "negative")),
        (3, {"rounds": 0}, ("/options/rounds", "too_small")),
        (3, {"rounds": 501}, ("/options/rounds", "too_large")),
    ],
)
def test_refused_tables(players: int, options: dict[str, Any], refused: tuple[str, str]) -> None:
    assert table(players, options).no_setup() == refused


def test_a_total_to_go_on_from_must_fit_the_step() -> None:
    assert table(2, totals=[1.5, 2]).no_setup() == ("/start/totals/0", "not_a_multiple")
    assert table(2, {"step": 0.5}, totals=[1.5, 2]).play(entries(1, 1)).totals == [2.5, 3]


def test_a_corrected_round_counts_as_if_it_had_been_right_and_may_reopen_the_match() -> None:
    sheet = table(3, {"target": 50})
    wrong = sheet.play(entries(20, 5, 12), entries(30, 10, 0))
    assert wrong.verdict.winners == [0]
    right = sheet.play(entries(2, 5, 12), entries(30, 10, 0))
    assert (right.totals, right.verdict.finished) == ([32, 15, 12], False)


@given(st.lists(st.lists(st.integers(-99_999, 99_999), min_size=3, max_size=3), min_size=1, max_size=8))
def test_a_total_is_the_start_and_all_entries(rounds: list[list[int]]) -> None:
    sheet = table(3, {"start_score": 100})
    columns = zip(*rounds, strict=True)
    played = sheet.play(*[entries(*scores) for scores in rounds])
    assert played.totals == [100 + sum(column) for column in columns]


@given(any_hand(game))
def test_nothing_but_a_refusal_escapes(hand: dict[str, Any]) -> None:
    THREE.try_out(hand)


def test_decimals_stay_exact() -> None:
    played = table(2, {"step": 0.05, "target": 0.6}).play(entries(0.1, 0), entries(0.2, 0), entries(0.3, 0.05))
    assert played.totals == [0.6, 0.05]
    assert played.verdict.winners == [0]


@pytest.mark.parametrize(
    ("step", "scores", "refused"),
    [
        (5, (10, 12, 0), ("/scores/1", "not_a_multiple")),
        (10, (10, -20, 5), ("/scores/2", "not_a_multiple")),
        (0.25, (0.25, 0.5, 0.3), ("/scores/2", "not_a_multiple")),
        (0.05, (0.15, 0.35, 0.07), ("/scores/2", "not_a_multiple")),
    ],
)
def test_an_entry_is_a_multiple_of_the_step(step: float, scores: tuple[float, ...], refused: tuple[str, str]) -> None:
    assert table(3, {"step": step}).no(entries(*scores)) == refused


@pytest.mark.parametrize(
    ("wanted", "scores", "sentence"),
    [
        (0, (10, -5, None), "The entries add up to 5, not to 0: that is 5 too much."),
        (26, (10, 5, 1), "The entries add up to 16, not to 26: 10 is missing."),
        (0, (0.1, 0.2, -0.25), "The entries add up to 0.05, not to 0: that is 0.05 too much."),
    ],
)
def test_a_round_that_does_not_add_up_is_refused_with_the_difference(
    wanted: float, scores: tuple[float | None, ...], sentence: str
) -> None:
    with pytest.raises(Refusal) as refused:
        table(3, {"round_sum": wanted, "step": 0.05}).score(entries(*scores))
    (error,) = refused.value.errors
    assert (error.pointer, error.code, render(error.message)) == ("/hands/0/scores", "round_sum", sentence)


def test_a_round_that_adds_up_is_taken() -> None:
    assert table(3, {"round_sum": 0, "step": 0.1}).score(entries(0.3, -0.1, -0.2)).points == [0.3, -0.1, -0.2]


@pytest.mark.parametrize(
    ("players", "winners", "points"),
    [
        (4, [0], [15, -5, -5, -5]),
        (4, [0, 2], [5, -5, 5, -5]),
        (4, [1, 2, 3], [-15, 5, 5, 5]),
        (2, [1], [-5, 5]),
        (5, [0, 1, 2], [5, 5, 5, -7.5, -7.5]),
    ],
)
def test_the_losers_pay(players: int, winners: list[int], points: list[float]) -> None:
    assert paid(winners, 5, players) == points
    assert paid(winners, 5, players, lowest=True) == [-each for each in points]
