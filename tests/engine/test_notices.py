"""The number of the coming hand and the way to the target, as notices."""

from __future__ import annotations

from typing import Literal

import pytest

from scoring.engine.match_end import hand_number, length_of_match, to_go
from scoring.engine.messages import fill_names, render
from scoring.engine.models import StateModel


@pytest.mark.parametrize(
    ("unit", "alone", "counted"),
    [("hand", "Hand 3", "Hand 3 of 12"), ("deal", "Deal 3", "Deal 3 of 12"), ("round", "Round 3", "Round 3 of 12")],
)
def test_a_hand_has_its_number(unit: Literal["hand", "deal", "round"], alone: str, counted: str) -> None:
    assert render(hand_number(3, unit=unit).message) == alone
    assert render(hand_number(3, 12, unit=unit).message) == counted


def test_only_a_bare_number_repeats_the_heading() -> None:
    assert hand_number(3).code == "hand_number"
    assert hand_number(3, 12).code == "hand_of"


def test_the_rule_of_a_hand_number_is_the_end_of_the_match_unless_the_game_says_otherwise() -> None:
    assert hand_number(1).rule == hand_number(1, 4).rule == "end"
    assert hand_number(1, rule="setup").rule == "setup"


@pytest.mark.parametrize(
    ("totals", "text"),
    [([30, 45.5], "To go: Ada 20, Ben 4.5"), ([50, -950], "To go: Ben 1,000"), ([51, 49], "To go: Ben 1")],
)
def test_one_notice_says_how_far_each_side_is_from_the_target(totals: list[float], text: str) -> None:
    (notice,) = to_go(StateModel(totals=totals), 50)
    assert (notice.code, notice.rule, notice.value) == ("to_go", "end", None)
    assert fill_names(render(notice.message), [], ["Ada", "Ben"]) == text


def test_nothing_is_to_go_where_every_side_has_the_target() -> None:
    assert to_go(StateModel(totals=[50, 50]), 50) == []


def test_the_length_of_a_match_names_hands_and_target() -> None:
    state = StateModel(totals=[30, 45], hands_played=2)
    assert [render(notice.message) for notice in length_of_match(state, 8, None)] == ["Hand 3 of 8"]
    assert [render(notice.message) for notice in length_of_match(state, None, 100)] == [
        "Hand 3",
        "The match ends at 100; 55 to go for the highest total",
    ]
