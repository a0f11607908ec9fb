"""Linger Longer: everybody's cards trick by trick, who drops out, what the last player with cards scores."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.tricks import TrickResult
from scoring.games.linger_longer import game
from tests.games.table import Table, any_hand, any_lookup

TABLE = Table("linger-longer", 4)


def tricks(winners: str) -> dict[str, Any]:
    return {"kind": "tricks", "trick_winners": [int(who) for who in winners]}


def result(winner: int, cards_left: int) -> dict[str, Any]:
    return {"kind": "result", "winner": winner, "cards_left": cards_left}


# -- counting ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("winners", "sizes", "out"),
    [
        ("", [3, 3, 3], []),
        ("2", [2, 2, 3], []),
        ("22", [1, 1, 3], []),
        ("220", [1, 0, 2], [1]),
        ("01", [2, 2, 1], []),
        ("010", [2, 1, 0], [2]),
    ],
)
def test_an_open_hand_tells_everybodys_cards_and_scores_nothing(winners: str, sizes: list[int], out: list[int]) -> None:
    played = Table("linger-longer", 3).play(tricks(winners))
    scored = played.results[0].result
    assert not scored.complete
    assert scored.points == played.totals == [0, 0, 0]
    assert scored.details["hand_sizes"] == sizes
    assert scored.details["dropped_out"] == out
    assert scored.details["stock_left"] == 43 - len(winners)
    assert played.state.hands_played == 0


def test_the_hand_closes_by_itself() -> None:
    scored = Table("linger-longer", 3).score(tricks("2202"))
    assert scored.complete
    assert scored.points == [0, 0, 2]
    lines = [str(line.message) for line in scored.lines if line.rule == "drop-out"]
    assert len(lines) == 2


def test_those_who_leave_on_the_same_trick_are_told_in_seat_order() -> None:
    assert TABLE.score(tricks("01232")).details["dropped_out"] == [0, 1, 3]


def test_an_open_hand_cannot_be_left_behind() -> None:
    assert TABLE.no(tricks("01"), result(0, 1)) == ("", "hand_open")


@given(st.integers(3, 6), st.data())
def test_a_hand_ends_with_the_winner_of_its_last_trick(players: int, data: st.DataObject) -> None:
    table, winners, sizes = Table("linger-longer", players), [], [players] * players
    while True:
        who = data.draw(st.sampled_from([seat for seat in range(players) if sizes[seat]]))
        winners.append(who)
        scored = table.score({"kind": "tricks", "trick_winners": winners})
        sizes = scored.details["hand_sizes"]
        dropped = scored.details["dropped_out"]
        assert sorted(dropped) == [seat for seat in range(players) if not sizes[seat]]
        assert scored.details["stock_left"] >= 5
        if scored.complete:
            break
    assert len(winners) <= 2 * players - 1
    assert scored.details["winner"] == who
    assert scored.points[who] == sizes[who] == sum(scored.points)
    assert 1 <= sizes[who] <= players
    assert scored.points == table.score(result(who, sizes[who])).points


# -- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "pointer", "code"),
    [
        (result(1, 0), "/cards_left", "no_cards_left"),
        (result(1, -1), "/cards_left", "no_cards_left"),
        (result(1, 5), "/cards_left", "too_many_cards"),
        (result(4, 1), "/winner", "seat_unknown"),
        (tricks("0005"), "/trick_winners/3", "seat_unknown"),
        (tricks("00001"), "/trick_winners/4", "hand_over"),
        (tricks("00000"), "/trick_winners/4", "hand_over"),
        (tricks("00113"), "/trick_winners/4", "dropped_out"),
    ],
)
def test_hands_that_cannot_have_been(hand: dict[str, Any], pointer: str, code: str) -> None:
    assert TABLE.no(hand) == (pointer, code)


def test_three_to_seven_play() -> None:
    for players in (2, 8):
        assert Table("linger-longer", players).no_setup() == ("/players", "players")
    assert Table("linger-longer", 4, {"target": 0}).no_setup()[0] == "/options/target"
    assert Table("linger-longer", 4, {"hands": 0}).no_setup()[0] == "/options/hands"


# -- tricks --------------------------------------------------------------------------------------


def test_the_highest_trump_takes_the_trick() -> None:
    plays = [(0, "AC"), (1, "2H"), (2, "9H"), (3, "KC")]
    assert TABLE.winner(plays=plays, trump="H") == (2, "9H")
    assert TABLE.winner(plays=plays, trump="S") == (0, "AC")
    assert TABLE.winner(plays=plays, trump="C") == (0, "AC")


def test_players_without_cards_are_passed_over() -> None:
    plays = [(3, "9C"), (1, "2C"), (2, "JC")]
    assert TABLE.winner(plays=plays, trump="H") == (2, "JC")
    answer = TABLE.trick(plays=plays, trump="H", dropped_out=[0])
    assert isinstance(answer, TrickResult)
    assert answer.next_leader == 2
    assert TABLE.no_trick(plays=plays, trump="H", dropped_out=[1]) == ("/plays/1/seat", "dropped_out")
    assert TABLE.no_trick(plays=plays, trump="H", dropped_out=[0, 3]) == ("/plays", "trick_size")


def test_suit_is_followed_and_nobody_has_to_trump() -> None:
    assert TABLE.legal(plays=[(0, "9C")], trump="H", hand=["2C", "AH"]) == ["2C"]
    assert TABLE.legal(plays=[(0, "9C")], trump="H", hand=["2S", "AH"]) == ["2S", "AH"]


@pytest.mark.parametrize(
    ("plays", "code"),
    [
        ([(0, "9C"), (1, "9C")], "card_twice"),
        ([(0, "9C"), (1, "JK")], "card_unknown"),
        ([(0, "9C"), (2, "8C"), (1, "7C")], "out_of_turn"),
        ([(0, "9C"), (0, "8C")], "out_of_turn"),
        ([(0, "9C"), (1, "8C"), (2, "7C"), (3, "6C"), (0, "5C")], "trick_size"),
        ([(4, "9C")], "seat_unknown"),
        ([], "no_cards"),
    ],
)
def test_tricks_that_cannot_be(plays: list[Any], code: str) -> None:
    assert TABLE.no_trick(plays=plays, trump="H")[1] == code


# -- the match -----------------------------------------------------------------------------------


def test_hands_and_target_whichever_comes_first() -> None:
    table = Table("linger-longer", 4, {"hands": 3, "target": 5})
    assert not table.play(result(0, 2), result(1, 4)).verdict.finished
    assert table.play(result(0, 2), result(1, 4), result(2, 1)).verdict.winners == [1]
    assert table.play(result(0, 2), result(0, 3)).verdict.winners == [0]
    assert table.no(result(0, 2), result(0, 3), result(0, 1)) == ("", "match_over")


def test_without_hands_and_target_the_table_stops_when_it_likes() -> None:
    hands = [result(who % 4, 4) for who in range(20)]
    assert not TABLE.play(*hands).verdict.finished
    assert TABLE.stop(result(0, 2), result(3, 3)).winners == [3]
    assert TABLE.stop(result(0, 2), result(3, 3)).details == {"next_dealer": None}


def test_the_deal_goes_left_or_to_the_winner() -> None:
    played = TABLE.play(result(3, 2))
    assert played.verdict.details == {"next_dealer": 1}
    assert played.upcoming is not None
    assert (played.upcoming.dealer, played.upcoming.details["leader"]) == (1, 2)
    by_winner = Table("linger-longer", 4, {"next_dealer": "winner"}).play(result(3, 2))
    assert by_winner.verdict.details == {"next_dealer": 3}
    over = Table("linger-longer", 4, {"hands": 1}).play(result(3, 2))
    assert over.verdict.details == {"next_dealer": None}


def test_a_correction_gives_what_the_right_entry_would_have_given() -> None:
    assert TABLE.play(result(3, 2), tricks("01232")).totals == [0, 0, 1, 2]
    assert TABLE.play(result(2, 2), tricks("01232")).totals == [0, 0, 3, 0]


def test_there_is_no_trick_if_everybody_dropped_out() -> None:
    asked = {"trump": "C", "hand": ["AH", "10D"], "dropped_out": [0, 3, 2, 2, 1]}
    assert TABLE.no_trick(**asked) == ("/plays", "no_cards")


@given(any_hand(game))
def test_any_entry_is_scored_or_refused(hand: dict[str, Any]) -> None:
    scored = TABLE.try_out(hand)
    assert scored is None or sum(scored.points) <= 4


@given(any_lookup(game))
def test_any_look_up_is_answered_or_refused(lookup: dict[str, Any]) -> None:
    TABLE.ask(lookup)


def test_with_seven_players_the_stock_is_made_again_of_the_cards_played() -> None:
    table = Table("linger-longer", 7)
    upcoming = table.play().upcoming
    assert upcoming
    assert upcoming.details["stock"] == 3
    three = table.score(tricks("012"))
    assert three.details["stock_left"] == 0
    four = table.score(tricks("0123"))
    assert four.details["stock_left"] == 20, "21 cards of three tricks, less the one drawn"
    assert any("stock is used up" in str(line.message) for line in four.lines)
