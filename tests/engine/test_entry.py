"""One of several ways of entry, fields that are left out, figures that no cards make, card points counted."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel

from scoring.engine.captured import (
    check_figure,
    complete_figures,
    count_card_points,
    impossible_figures,
)
from scoring.engine.checks import check_entered, check_left_out
from scoring.engine.messages import fill_names, render, seat
from scoring.engine.refusal import Refusal, pointers_under, refuse
from tests.engine.refusals import reason

WAYS = {"points": "the card points of each player", "captured": "the cards each won"}
FIELDS = ("captured", "points", "conceded", "partner")
VALUES = {"A": 11, "10": 10, "K": 4}


class Hand(BaseModel):
    points: list[int] | None = None
    captured: list[list[str]] | None = None
    conceded: bool = False
    partner: int | None = None


def test_the_ways_that_were_entered_are_named_in_order() -> None:
    assert check_entered(Hand(points=[]), WAYS, rule="scoring") == ["points"]
    assert check_entered(Hand(captured=[], points=[1]), WAYS, rule="scoring") == ["points", "captured"]


def test_nothing_entered_names_every_way() -> None:
    with pytest.raises(Refusal) as refused:
        check_entered(Hand(), WAYS, rule="scoring")
    assert reason(refused.value) == ("/points", "nothing_entered")
    assert str(refused.value) == "Enter one of these: the card points of each player, the cards each won."
    assert refused.value.errors[0].rule == "scoring"


def test_a_single_way_is_asked_for_by_its_name() -> None:
    with pytest.raises(Refusal, match=r"^Enter the cards each won\.$"):
        check_entered(Hand(), {"captured": "the cards each won"}, rule="scoring")


def test_two_ways_are_one_too_many_where_they_exclude_each_other() -> None:
    both = Hand(points=[1], captured=[])
    with pytest.raises(Refusal, match="Enter only one of these") as refused:
        check_entered(both, WAYS, rule="scoring", only_one=True)
    assert reason(refused.value) == ("/captured", "two_ways")
    assert check_entered(Hand(points=[1]), WAYS, rule="scoring", only_one=True) == ["points"]


def test_fields_that_are_left_out() -> None:
    check_left_out(Hand(points=[]), FIELDS, "alone", "No.", rule="scoring")


@pytest.mark.parametrize("fields", [{"points": [1]}, {"conceded": True}, {"partner": 0}])
def test_a_field_that_should_be_left_out(fields: dict[str, Any]) -> None:
    with pytest.raises(Refusal, match=r"Alone, Ada\.") as refused:
        check_left_out(Hand(**fields), FIELDS, "alone", "Alone, {who}.", rule="scoring", who="Ada")
    assert reason(refused.value) == (f"/{next(iter(fields))}", "alone")


def test_no_cards_make_one_or_all_but_one() -> None:
    assert impossible_figures(120) == (1, 119)
    for figure in (None, 0, 2, 118, 120):
        check_figure(figure, impossible_figures(120), "/points")
    with pytest.raises(Refusal, match=r"No cards make 119\.") as refused:
        complete_figures([1, None], 120, "/points", impossible=(119,))
    assert reason(refused.value) == ("/points/1", "figure_impossible")


def test_card_points_from_figures() -> None:
    counts, lines = count_card_points([15, 10], None, VALUES, seat, "/points")
    assert counts == [15, 10]
    assert [fill_names(render(line.message), ["Ada", "Ben"], []) for line in lines] == [
        "Ada: 15 card points",
        "Ben: 10 card points",
    ]
    assert [line.value for line in lines] == [15, 10]


def test_card_points_from_cards() -> None:
    counts, lines = count_card_points(None, [["AC", "KC", "7C"], ["10H"]], VALUES, seat, "/points", owners=[0])
    assert counts == [15, 10]
    assert [fill_names(render(line.message), ["Ada", "Ben"], []) for line in lines] == ["Ada: A (1 × 11), K (1 × 4)"]


def test_card_points_where_a_rank_is_not_worth_the_same_in_every_suit() -> None:
    values = {"JC": 2, "JH": 20, "7C": 0, "7H": 0}
    counts, lines = count_card_points(None, [["JC", "7C", "JH"], ["7H"]], values, seat, "/points")
    assert counts == [22, 0]
    assert [fill_names(render(line.message), ["Ada", "Ben"], []) for line in lines] == [
        "Ada: ♥J ♣J",
        "Ben: no card that counts",
    ]


def test_beside_cards_one_figure_may_be_left_out() -> None:
    piles = [["AC", "KC"], ["10H"]]
    assert count_card_points([None, 10], piles, VALUES, seat, "/points")[0] == [15, 10]
    with pytest.raises(Refusal) as refused:
        count_card_points([None, 11], piles, VALUES, seat, "/points")
    assert reason(refused.value) == ("/points/1", "disagree")


def test_figures_and_cards_must_agree() -> None:
    piles = [["AC", "KC"], ["10H"]]
    assert count_card_points([15, 10], piles, VALUES, seat, "/points")[0] == [15, 10]
    with pytest.raises(Refusal, match=r"The cards make 10, not 11\.") as refused:
        count_card_points([15, 11], piles, VALUES, seat, "/points")
    assert reason(refused.value) == ("/points/1", "disagree")


def test_pointers_go_below_the_event_that_was_refused() -> None:
    with pytest.raises(Refusal) as refused, pointers_under("/events/3"):
        raise refuse("/side", "own_answer", "No.")
    assert reason(refused.value) == ("/events/3/side", "own_answer")
