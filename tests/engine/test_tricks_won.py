"""Tricks entered as numbers, as winners or as cards, and what so many tricks can hold."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.engine.cards import PACK_32, most_points
from scoring.engine.models import OptionsModel, Setup
from scoring.engine.refusal import Refusal
from scoring.engine.tricks import Ranking
from scoring.engine.tricks_won import check_points_in_tricks, count_winners, play_tricks, tricks_by_seat
from tests.engine.refusals import reason

THREE: Setup[Any] = Setup(3, OptionsModel(), ((0,), (1,), (2,)))
VALUES = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
HIGH = Ranking((), ("A", "K", "Q", "J", "10", "9", "8", "7"))


def test_winners_are_counted_by_seat() -> None:
    assert count_winners(THREE, [0, 2, 2, 2, 0], 5) == [2, 0, 3]


@pytest.mark.parametrize(
    ("winners", "answer"),
    [([0, 3, 0], ("/trick_winners/1", "seat_unknown")), ([0, 1], ("/trick_winners", "wrong_length"))],
)
def test_winners_that_are_not_possible(winners: list[int], answer: tuple[str, str]) -> None:
    with pytest.raises(Refusal) as refused:
        count_winners(THREE, winners, 3)
    assert reason(refused.value) == answer


def test_tricks_come_from_numbers_or_winners_or_both() -> None:
    assert tricks_by_seat(THREE, None, None, 5) is None
    assert tricks_by_seat(THREE, [1, 1, 3], None, 5) == [1, 1, 3]
    assert tricks_by_seat(THREE, None, [2, 2, 0, 1, 2], 5) == [1, 1, 3]
    assert tricks_by_seat(THREE, [1, 1, 3], [2, 2, 0, 1, 2], 5) == [1, 1, 3]


@pytest.mark.parametrize(
    ("tricks", "winners", "answer"),
    [
        ([1, 4], None, ("/tricks", "wrong_length")),
        ([6, -1, 0], None, ("/tricks/1", "negative")),
        ([1, 1, 1], None, ("/tricks", "wrong_sum")),
        ([1, 2, 2], [2, 2, 0, 1, 2], ("/tricks/1", "disagree")),
    ],
)
def test_tricks_that_are_not_possible(tricks: list[int], winners: list[int] | None, answer: tuple[str, str]) -> None:
    with pytest.raises(Refusal) as refused:
        tricks_by_seat(THREE, tricks, winners, 5)
    assert reason(refused.value) == answer


def test_the_winner_of_a_trick_leads_the_next() -> None:
    won = play_tricks(THREE, PACK_32, [["7C", "AC", "KC"], ["7H", "8H", "AS"]], 2, HIGH.winner)
    assert [(play.seat, play.card) for play in won[0].plays] == [(2, "7C"), (0, "AC"), (1, "KC")]
    assert [trick.best.seat for trick in won] == [0, 1]
    assert won[1].plays[0].seat == 0


@pytest.mark.parametrize(
    ("tricks", "answer"),
    [
        ([["7C", "AC", "KC"], ["7C", "8H", "AS"]], ("/tricks/1/0", "card_twice")),
        ([["7C", "AC", "2C"]], ("/tricks/0/2", "card_unknown")),
        ([["7C", "AC", "KC"], ["7H"]], ("/tricks/1", "trick_size")),
    ],
)
def test_tricks_that_cannot_have_been_played(tricks: list[list[str]], answer: tuple[str, str]) -> None:
    with pytest.raises(Refusal) as refused:
        play_tricks(THREE, PACK_32, tricks, 0, HIGH.winner)
    assert reason(refused.value) == answer


def test_the_most_card_points_in_so_many_cards() -> None:
    assert [most_points(PACK_32.cards, VALUES, n) for n in (0, 1, 4, 5, 32)] == [0, 11, 44, 54, 120]


def test_no_more_card_points_than_the_tricks_hold() -> None:
    check_points_in_tricks([33, 43, 0], [1, 9, 0], PACK_32, VALUES, 3)
    with pytest.raises(Refusal, match="1 trick holds 33 card points at most, not 34") as refused:
        check_points_in_tricks([0, 34], [9, 1], PACK_32, VALUES, 3)
    assert reason(refused.value) == ("/card_points/1", "too_many_points")
    with pytest.raises(Refusal, match="0 tricks hold 0 card points at most, not 4"):
        check_points_in_tricks([4], [0], PACK_32, VALUES, 3)
