"""Words that several games share: buttons for cards, the side at a target, the last trick, revokes."""

from __future__ import annotations

import pytest

from scoring.engine.captured import last_trick_winner
from scoring.engine.form import Option, cards_to_choose, seat_label
from scoring.engine.game import side_at_target
from scoring.engine.messages import card, render, say, seat
from scoring.engine.refusal import Refusal
from scoring.engine.tricks import Play, Revoke, revokes
from tests.engine.refusals import reason


def test_an_option_for_each_card_writes_it() -> None:
    assert cards_to_choose(["AH", "7S"], "up_card") == [
        Option("AH", card("AH"), {"up_card": "AH"}),
        Option("7S", card("7S"), {"up_card": "7S"}),
    ]


def test_a_seat_of_a_list_has_the_name_of_its_player() -> None:
    assert seat_label(2) == say("{who}", who=seat(2))
    assert render(seat_label({"seat": 2})) == "?"


def test_the_side_at_the_target_is_the_first_one_there() -> None:
    assert side_at_target([4, 4], 5) is None
    assert side_at_target([4, 5], 5) == 1
    assert side_at_target([6, 7], 5) == 0


@pytest.mark.parametrize(
    ("entered", "piles", "winner"),
    [(1, [["AH"], ["7S"]], 1), (None, [["AH"], []], 0), (None, [[], ["AH"]], 1), (None, [["AH"], ["7S"]], None)],
)
def test_the_last_trick_is_entered_or_goes_to_the_side_with_every_card(
    entered: int | None, piles: list[list[str]], winner: int | None
) -> None:
    assert last_trick_winner(entered, piles) == winner


def test_a_side_without_a_card_did_not_win_the_last_trick() -> None:
    with pytest.raises(Refusal) as refused:
        last_trick_winner(1, [["AH"], []])
    assert reason(refused.value) == ("/last_trick", "last_trick_without_card")


def test_revokes_are_found_by_a_card_of_the_suit_that_is_played_later() -> None:
    cards = [("AH", "7S"), ("AS", "7H"), ("8H", "8S"), ("9H", "9S")]
    tricks = [[Play(seat=number, card=code) for number, code in enumerate(trick)] for trick in cards]
    assert list(revokes(tricks)) == [Revoke(1, 1, 2, "8S"), Revoke(0, 1, 1, "7H")]
    assert not list(revokes([tricks[0]]))
