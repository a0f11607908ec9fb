"""Kings in the Corner: running out, locked hands, wins and penalty points, the end of the match."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.game import Marks
from scoring.games.kings_in_the_corner import game
from tests.games.table import Table, any_hand

TABLE = Table("kings-in-the-corner", 3)
PENALTY = Table("kings-in-the-corner", 3, {"scoring": "penalty"})


def out(winner: int, left: Any = None, kings: Any = None) -> dict[str, Any]:
    hand = {"kind": "out", "winner": winner, "cards_left": left, "kings_left": kings}
    return {name: value for name, value in hand.items() if value is not None}


def blocked(left: Any, kings: Any = None) -> dict[str, Any]:
    return {"kind": "blocked", "cards_left": left, **({} if kings is None else {"kings_left": kings})}


# -- scoring -------------------------------------------------------------------------------------


def test_wins_are_recorded_with_one_tap() -> None:
    assert TABLE.score(out(2)).points == [0, 0, 1]
    assert TABLE.score(out(2, [3, 4, 0])).details["winners"] == [2]


def test_a_locked_hand_goes_to_the_fewest_cards() -> None:
    assert TABLE.score(blocked([3, 2, 4])).points == [0, 1, 0]
    assert TABLE.score(blocked([1, 1, 1])).points == [1, 1, 1]
    assert TABLE.score(blocked([["KH", "2C"], 3, ["9D"]])).details["cards_left"] == [2, 3, 1]


def test_penalty_points_are_for_everybody() -> None:
    assert PENALTY.score(out(1, [4, 0, 6], [0, 0, 2])).points == [4, 0, 24]
    scored = PENALTY.score(blocked([2, 3, 5], [1, 0, 0]))
    assert scored.points == [11, 3, 5]
    assert scored.details["winners"] == [0]
    assert PENALTY.score(blocked([2, 3, 5])).points == [2, 3, 5]


def test_kings_are_counted_from_the_cards() -> None:
    assert PENALTY.score(out(1, [["KH", "2C"], [], ["KC", "KS", "9D"]])).points == [11, 0, 21]
    assert PENALTY.score(out(1, [["KH", "2C"], 0, 3], [1, 0, 1])).points == [11, 0, 12]


def test_the_price_of_a_king_may_differ() -> None:
    table = Table("kings-in-the-corner", 3, {"scoring": "penalty", "king_penalty": 25})
    assert table.score(out(1, [4, 0, 6], [0, 0, 2])).points == [4, 0, 54]
    for penalty in (0, 26):
        refused = Table("kings-in-the-corner", 3, {"king_penalty": penalty}).no_setup()
        assert refused[0] == "/options/king_penalty"


def test_the_explanation_counts_kings_apart() -> None:
    lines = [(str(line.message), line.value) for line in PENALTY.score(out(1, [4, 0, 6], [0, 0, 2])).lines]
    assert lines[-1][0].endswith("2 kings × 10, 4 cards × 1")
    assert [value for _, value in lines[1:]] == [4, 0, 24]


@given(st.integers(2, 6), st.data())
def test_a_locked_hand_in_both_ways_of_scoring(players: int, data: st.DataObject) -> None:
    left = data.draw(st.lists(st.integers(1, 8), min_size=players, max_size=players))
    wins = Table("kings-in-the-corner", players).score(blocked(left))
    assert wins.points == [int(number == min(left)) for number in left]
    assert Table("kings-in-the-corner", players, {"scoring": "penalty"}).score(blocked(left)).points == left


# -- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "hand", "pointer", "code"),
    [
        (TABLE, out(1, [2, 1, 3]), "/cards_left/1", "winner_has_cards"),
        (TABLE, out(1, [2, 0, 0]), "/cards_left/2", "second_without_cards"),
        (TABLE, out(3), "/winner", "seat_unknown"),
        (TABLE, out(1, [2, 0]), "/cards_left", "wrong_length"),
        (TABLE, out(1, [2, 0, -3]), "/cards_left/2", "negative"),
        (TABLE, out(1, kings=[1, 0, 0]), "/cards_left", "cards_left_missing"),
        (TABLE, blocked([2, 0, 3]), "/cards_left/1", "ran_out"),
        (TABLE, blocked([2, []  , 3]), "/cards_left/1", "ran_out"),
        (TABLE, blocked([20, 20, 9]), "/cards_left", "too_many_cards"),
        (TABLE, blocked([["KH"], ["2C", "KH"], 1]), "/cards_left/1/1", "card_twice"),
        (TABLE, blocked([["JK"], 1, 1]), "/cards_left/0/0", "card_unknown"),
        (PENALTY, out(1), "/cards_left", "cards_left_missing"),
        (PENALTY, blocked([2, 3, 1], [0, 0, 2]), "/kings_left/2", "more_kings_than_cards"),
        (PENALTY, blocked([2, 3, 1], [0, -1, 0]), "/kings_left/1", "negative"),
        (PENALTY, blocked([2, 3, 1], [2, 3, 0]), "/kings_left", "too_many_kings"),
        (PENALTY, blocked([2, 3, 1], [2, 1]), "/kings_left", "wrong_length"),
        (PENALTY, blocked([["KH"], 3, 1], [0, 1, 0]), "/kings_left/0", "disagree"),
    ],
)  # fmt: skip
def test_hands_that_cannot_have_been(table: Table, hand: dict[str, Any], pointer: str, code: str) -> None:
    assert table.no(hand) == (pointer, code)


def test_48_cards_may_be_left() -> None:
    assert TABLE.score(blocked([20, 20, 8])).points == [0, 0, 1]


def test_two_to_six_play() -> None:
    for players in (1, 7):
        assert Table("kings-in-the-corner", players).no_setup() == ("/players", "players")
    assert Table("kings-in-the-corner", 3, {"target": 0}).no_setup()[0] == "/options/target"


# -- the match -----------------------------------------------------------------------------------


def test_penalty_points_end_the_match_at_25_and_the_lowest_wins() -> None:
    hands = out(0, [0, 9, 5], [0, 0, 1]), out(1, [3, 0, 3], [1, 0, 0]), blocked([5, 2, 8])
    assert not PENALTY.play(*hands[:2]).verdict.finished
    played = PENALTY.play(*hands)
    assert played.totals == [17, 11, 25]
    assert played.verdict.winners == [1]
    assert PENALTY.no(*hands, out(1, [1, 0, 1])) == ("", "match_over")


def test_the_one_who_crosses_the_limit_may_still_share_the_win() -> None:
    table = Table("kings-in-the-corner", 2, {"scoring": "penalty"}, totals=[20, 20])
    assert not table.play(blocked([4, 4])).verdict.finished
    assert table.play(blocked([5, 5])).verdict.winners == [0, 1]
    assert table.play(blocked([5, 4])).verdict.winners == [1]
    later = Table("kings-in-the-corner", 2, {"scoring": "penalty", "target": 30}, totals=[20, 20])
    assert not later.play(blocked([5, 5])).verdict.finished


def test_penalty_points_for_a_number_of_hands() -> None:
    table = Table("kings-in-the-corner", 3, {"scoring": "penalty", "hands": 2})
    assert table.play(blocked([2, 3, 4]), blocked([2, 3, 4])).verdict.winners == [0]


def test_wins_go_on_until_a_target_or_a_number_of_hands() -> None:
    assert not TABLE.play(*[out(1)] * 30).verdict.finished
    assert Table("kings-in-the-corner", 3, {"target": 2}).play(out(1), out(0), out(1)).verdict.winners == [1]
    assert Table("kings-in-the-corner", 3, {"hands": 2}).play(out(1), out(0)).verdict.winners == [0, 1]
    assert TABLE.stop(out(1), out(0), out(1)).winners == [1]
    assert PENALTY.stop(out(1, [1, 0, 3])).winners == [1]


def test_before_the_hand() -> None:
    played = TABLE.play(out(1))
    assert played.upcoming is not None
    assert (played.upcoming.dealer, played.upcoming.leads) == (1, 2)
    assert played.upcoming.details["stock"] == 27
    assert played.verdict.details == {"next_dealer": 1}
    assert Table("kings-in-the-corner", 3, {"hands": 1}).play(out(1)).verdict.details == {"next_dealer": None}


@pytest.mark.parametrize(("draw", "words"), [("end", "ends with a card"), ("start", "starts with a card")])
def test_drawing_is_told_as_the_table_plays_it(draw: str, words: str) -> None:
    coming = Table("kings-in-the-corner", 3, {"draw": draw}).play().upcoming
    assert coming is not None
    assert any(words in str(notice.message) for notice in coming.notices)


def test_wins_lie_on_the_table_as_chips() -> None:
    played = TABLE.play(out(1), out(1))
    board = game.board(played.open_match.setup, played.state)
    assert [mark.count for mark in board if isinstance(mark, Marks)] == [0, 2, 0]
    penalty = PENALTY.play(out(1, [1, 0, 3]))
    assert not game.board(penalty.open_match.setup, penalty.state)


def test_cards_entered_by_name_open_in_the_form_as_numbers() -> None:
    opened = PENALTY.play()
    form = game.form(opened.open_match.setup, opened.state)
    for hand in (out(1, [["KH", "2C"], [], ["KC", "KS", "9D"]]), blocked([["KH", "2C"], 4, 2])):
        assert PENALTY.score(form.read(form.show(hand))).points == PENALTY.score(hand).points


def test_a_correction_gives_what_the_right_entry_would_have_given() -> None:
    later = blocked([1, 2, 2])
    assert TABLE.play(out(1), later).totals == [1, 1, 0]
    assert TABLE.play(blocked([2, 2, 4]), later).totals == [2, 1, 0]


@given(any_hand(game), st.sampled_from([TABLE, PENALTY]))
def test_any_entry_is_scored_or_refused(hand: dict[str, Any], table: Table) -> None:
    scored = table.try_out(hand)
    assert scored is None or min(scored.points) >= 0
