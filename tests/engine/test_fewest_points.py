"""Hands in which the fewest card points count: who has them, and whose last trick came earlier."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.engine.fewest_points import by_last_trick, fewest_points, last_tricks
from scoring.engine.models import OptionsModel, Setup
from scoring.engine.refusal import Refusal
from tests.engine.refusals import reason

THREE: Setup[Any] = Setup(3, OptionsModel(), ((0,), (1,), (2,)))


def test_only_players_with_cards_can_have_the_fewest() -> None:
    assert fewest_points([0, 34, 34, 52], [1, 2, 3]) == [1, 2]
    assert fewest_points([0, 34, 34, 52], range(4)) == [0]


def test_the_earlier_last_trick_lies_further_back() -> None:
    assert by_last_trick([0, 2], [7, 10, 5]) == [2, 0]
    assert by_last_trick([0, 1], [3, 0, 10]) == [1, 0], "a player without a trick is furthest back"


def test_last_tricks_follow_from_the_winners() -> None:
    assert last_tricks(THREE, None, [0, 0, 2, 0], 4, rule="ties") == [4, 0, 3]
    assert last_tricks(THREE, [4, 0, 3], [0, 0, 2, 0], 4, rule="ties") == [4, 0, 3]
    assert last_tricks(THREE, [4, 0, 3], None, 4, rule="ties") == [4, 0, 3]
    assert last_tricks(THREE, None, None, 4, rule="ties") is None


@pytest.mark.parametrize(
    ("entered", "winners", "answer"),
    [
        ([4, 3], None, ("/last_trick", "wrong_length")),
        ([4, 2, 3], [0, 0, 2, 0], ("/last_trick", "disagree")),
        ([4, 3, 3], None, ("/last_trick", "last_trick_twice")),
        ([2, 0, 3], None, ("/last_trick", "last_trick_missing")),
    ],
)
def test_last_tricks_that_are_not_possible(
    entered: list[int], winners: list[int] | None, answer: tuple[str, str]
) -> None:
    with pytest.raises(Refusal) as refused:
        last_tricks(THREE, entered, winners, 4, rule="ties")
    assert reason(refused.value) == answer
