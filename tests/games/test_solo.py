"""Solo: the six games, the called ace, the black queens, the ways to enter tricks, both ends, tricks."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.cards import PACK_32
from scoring.games.solo import game
from scoring.games.solo.models import ranking
from tests.games.table import Table, any_hand, any_lookup

TABLE = Table("solo", 4)


def simple(partner: int | None = 3, tricks: int | None = 5, **more: Any) -> dict[str, Any]:
    entered = {} if tricks is None else {"tricks": tricks}
    return {"kind": "hand", "declarer": 1, "game": "simple", "trump": "H", "partner": partner, **entered, **more}


def alone(named: str = "solo", tricks: int | None = 5, **more: Any) -> dict[str, Any]:
    entered = {} if tricks is None else {"tricks": tricks}
    return {"kind": "hand", "declarer": 1, "game": named, "trump": "H", **entered, **more}


@pytest.mark.parametrize(
    ("hand", "worth", "least"),
    [
        (simple(), 2, 5),
        (simple(trump="C"), 4, 5),
        (alone(), 4, 5),
        (alone(trump="C"), 8, 5),
        (alone("tout"), 16, 8),
        (alone("tout", trump="C"), 32, 8),
    ],
)
def test_the_six_games(hand: dict[str, Any], worth: int, least: int) -> None:
    for tricks in range(9):
        scored = TABLE.score({**hand, "tricks": tricks})
        change = worth if tricks >= least else -worth
        assert scored.points == [0, change, 0, change if hand["game"] == "simple" else 0]
        assert (scored.details["worth"], scored.details["needed"], scored.details["taken"]) == (worth, least, tricks)


def test_another_color_suit_changes_what_a_game_is_worth() -> None:
    hearts = Table("solo", 4, {"color": "H"})
    assert hearts.score(simple()).points == [0, 4, 0, 4]
    assert hearts.score(simple(trump="C")).points == [0, 2, 0, 2]
    assert Table("solo", 4, color="H").score(simple()).points == [0, 4, 0, 4], "a sheet that was begun on paper"


def test_the_declarer_with_the_called_ace_has_no_partner() -> None:
    assert TABLE.score(simple(None, called_ace="D")).points == [0, 2, 0, 0]
    assert TABLE.score(simple(None, 4)).points == [0, -2, 0, 0]
    assert TABLE.score(simple(called_ace="H")).points == [0, 2, 0, 2], "the ace of trumps may be called"


def test_a_forced_game_counts_as_the_simple_game_it_is() -> None:
    assert TABLE.score(simple(forced=True)).points == [0, 2, 0, 2]
    assert TABLE.score(simple(forced=True, trump="C")).points == [0, 4, 0, 4]


def test_a_game_above_the_bid_is_scored_as_named() -> None:
    assert TABLE.score(alone(trump="C", bid="simple_suit")).points == [0, 8, 0, 0]
    assert TABLE.score(alone(bid="simple_color")).points == [0, 4, 0, 0], "equal worth, but the solo ranks higher"
    assert TABLE.no(simple(trump="C", bid="solo_suit")) == ("/game", "below_bid")


def test_tricks_may_be_entered_in_three_ways() -> None:
    winners = [1, 3, 0, 1, 3, 2, 3, 0]
    assert TABLE.score(simple(tricks=None, tricks_by_seat=[2, 2, 1, 3])).details["taken"] == 5
    assert TABLE.score(simple(tricks=None, trick_winners=winners)).details["taken"] == 5
    whole = simple(tricks=5, tricks_by_seat=[2, 2, 1, 3], trick_winners=winners)
    assert TABLE.score(whole).points == [0, 2, 0, 2]
    assert TABLE.score(alone(tricks=None, trick_winners=winners)).details["taken"] == 2


def test_a_tout_may_stop_at_a_trick_lost() -> None:
    assert TABLE.score(alone("tout", None, trick_winners=[1, 1, 0])).points == [0, -16, 0, 0]
    assert TABLE.score(alone("tout", None, trick_winners=[2])).details["taken"] == 0
    assert TABLE.score(alone("tout", None, trick_winners=[1] * 8)).points == [0, 16, 0, 0]


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        (simple(declarer=4), ("/declarer", "seat_unknown")),
        (simple(declarer=-1), ("/declarer", "seat_unknown")),
        (simple(4), ("/partner", "seat_unknown")),
        (simple(1), ("/partner", "own_partner")),
        ({**alone(), "game": "simple"}, ("/partner", "partner_missing")),
        (alone(partner=3), ("/partner", "plays_alone")),
        (alone("tout", partner=3), ("/partner", "plays_alone")),
        (alone(called_ace="S"), ("/called_ace", "plays_alone")),
        (alone("tout", called_ace="S"), ("/called_ace", "plays_alone")),
        (alone(forced=True), ("/game", "forced_simple")),
        (alone("tout", forced=True), ("/game", "forced_simple")),
        (simple(forced=True, both_queens=True), ("/both_queens", "queens_never_pass")),
        (simple(forced=True, bid="simple_suit"), ("/bid", "nobody_bid")),
        (simple(both_queens=True), ("/game", "queens_need_solo")),
        (alone(bid="solo_color"), ("/game", "below_bid")),
        (simple(tricks=9), ("/tricks", "too_large")),
        (simple(tricks=-1), ("/tricks", "too_small")),
        (simple(tricks=None), ("/tricks", "nothing_entered")),
        (simple(tricks=None, tricks_by_seat=[2, 2, 2, 1]), ("/tricks_by_seat", "wrong_sum")),
        (simple(tricks=None, tricks_by_seat=[2, 2, 4]), ("/tricks_by_seat", "wrong_length")),
        (simple(tricks=None, tricks_by_seat=[9, -1, 0, 0]), ("/tricks_by_seat/0", "too_large")),
        (simple(tricks=4, tricks_by_seat=[2, 2, 1, 3]), ("/tricks", "disagree")),
        (simple(tricks=None, trick_winners=[1, 1, 1, 1, 1]), ("/trick_winners", "tricks_missing")),
        (simple(tricks=None, trick_winners=[]), ("/trick_winners", "tricks_missing")),
        (simple(tricks=None, trick_winners=[1, 4]), ("/trick_winners/1", "seat_unknown")),
        (simple(tricks=None, trick_winners=[1] * 9), ("/trick_winners", "too_many_entries")),
        (simple(tricks=5, trick_winners=[1] * 8), ("/tricks", "disagree")),
        (
            simple(tricks=None, trick_winners=[1] * 8, tricks_by_seat=[0, 7, 0, 1]),
            ("/tricks_by_seat/1", "disagree"),
        ),
        (alone("tout", None, trick_winners=[1, 1, 1]), ("/trick_winners", "tricks_missing")),
        (alone("tout", None, trick_winners=[]), ("/trick_winners", "tricks_missing")),
        (alone("solo", None, trick_winners=[1, 0]), ("/trick_winners", "tricks_missing")),
    ],
)
def test_what_cannot_be_is_refused(hand: dict[str, Any], answer: tuple[str, str]) -> None:
    assert TABLE.no(hand) == answer


def test_both_queens_play_a_solo_at_least() -> None:
    assert TABLE.score(alone(both_queens=True)).points == [0, 4, 0, 0]
    assert TABLE.score(alone("tout", 8, both_queens=True)).points == [0, 16, 0, 0]


@pytest.mark.parametrize("players", [3, 5])
def test_four_play(players: int) -> None:
    assert Table("solo", players).no_setup() == ("/players", "players")


@pytest.mark.parametrize("name", ["deals", "target"])
def test_hands_and_target_are_at_least_one(name: str) -> None:
    assert Table("solo", 4, {name: 0}).no_setup() == (f"/options/{name}", "too_small")


def test_the_table_hears_who_deals_bids_and_what_is_color() -> None:
    coming = TABLE.play(simple()).upcoming
    assert coming
    assert (coming.dealer, coming.leads) == (1, 2)
    assert coming.details == {"hand": 2, "hands": 16, "first_bidder": 2, "color": "C"}


def test_the_match_ends_after_its_hands() -> None:
    three = Table("solo", 4, {"deals": 3})
    hands = [simple(), simple(), alone(declarer=0)]
    assert not three.play(*hands[:2]).verdict.finished
    assert (three.play(*hands).verdict.finished, three.play(*hands).verdict.winners) == (True, [0, 1, 3])
    assert three.no(*hands, simple()) == ("", "match_over")
    assert three.stop().winners == []
    assert three.stop(alone()).winners == [1]


def test_the_target_must_be_passed_not_reached() -> None:
    to_fifty = Table("solo", 4, {"end": "target"}, totals=[48, 46, 10, 49])
    assert not to_fifty.play(alone()).verdict.finished
    over = to_fifty.play(alone(), simple()).verdict
    assert (over.finished, over.winners) == (True, [1]), "52 beats 51"
    level = Table("solo", 4, {"end": "target", "target": 20}, totals=[0, 19, 0, 19]).play(simple()).verdict
    assert level.winners == [1, 3]
    assert not Table("solo", 4, {"end": "target", "deals": 1}).play(simple()).verdict.finished


def test_a_correction_is_as_if_it_had_been_recorded_so() -> None:
    wrong = [simple(), alone("tout", 7), simple(0)]
    right = [wrong[0], alone("tout", 8), wrong[2]]
    assert TABLE.play(*wrong).totals == [2, -12, 0, 2]
    assert TABLE.play(*right).totals == [2, 20, 0, 2]


def test_queens_of_clubs_and_spades_and_the_seven_stand_above_the_ace_of_trumps() -> None:
    for higher, lower in (("QC", "7H"), ("7H", "QS"), ("QS", "AH"), ("AH", "KH"), ("KH", "QH"), ("QH", "JH")):
        assert TABLE.winner(trump="H", plays=[(0, lower), (1, higher), (2, "AC"), (3, "8H")]) == (1, higher)
    assert len(ranking("H").trumps) == 10
    assert len(ranking("C").trumps) == 9
    assert len(ranking("S").trumps) == 9


def test_tricks() -> None:
    assert TABLE.winner(trump="H", plays=[(0, "AC"), (1, "KC"), (2, "8H"), (3, "10C")]) == (2, "8H")
    assert TABLE.winner(trump="H", plays=[(0, "7D"), (1, "AC"), (2, "8D"), (3, "AS")]) == (2, "8D")
    assert TABLE.winner(trump="H", plays=[(1, "AC"), (2, "QC"), (3, "7C"), (0, "KC")]) == (2, "QC")
    done = TABLE.trick(trump="H", plays=[(0, "7D"), (1, "AC"), (2, "8D"), (3, "AS")])
    assert done.next_leader == 2  # type: ignore[union-attr]
    assert TABLE.trick(trump="H", plays=[(0, "7D")]).next_leader is None  # type: ignore[union-attr]


def test_a_black_queen_never_follows_its_printed_suit() -> None:
    assert TABLE.legal(trump="H", plays=[(0, "AC")], hand=["QC", "9C", "AD"]) == ["9C"]
    assert TABLE.legal(trump="H", plays=[(0, "AC")], hand=["QC", "AD"]) == ["QC", "AD"]
    assert TABLE.legal(trump="H", plays=[(0, "8H")], hand=["QS", "AD", "AS"]) == ["QS"]
    assert TABLE.legal(trump="H", plays=[(0, "QC")], hand=["8H", "9C"]) == ["8H"]
    assert TABLE.legal(trump="H", hand=["QS", "AD"]) == ["QS", "AD"]
    held = TABLE.trick(trump="H", plays=[(0, "AC")], hand=["QC", "9C"])
    assert "a black queen is a trump" in str(held.why)


def test_look_ups_that_cannot_be_are_refused() -> None:
    assert TABLE.no_trick(trump="H") == ("/plays", "no_cards")
    assert TABLE.no_trick(trump="H", plays=[(0, "AC"), (2, "KC")]) == ("/plays/1/seat", "out_of_turn")
    assert TABLE.no_trick(trump="H", plays=[(0, "AC"), (1, "AC")]) == ("/plays/1/card", "card_twice")
    assert TABLE.no_trick(trump="H", plays=[(0, "6C")]) == ("/plays/0/card", "card_unknown")


@given(st.permutations(PACK_32.cards), st.sampled_from("CSHD"))
def test_every_trick_has_one_winner_and_every_hand_a_card_to_play(cards: list[str], trump: str) -> None:
    plays = list(enumerate(cards[:4]))
    winner, card = TABLE.winner(trump=trump, plays=plays)
    assert (winner, card) in plays
    hand = cards[4:12]
    legal = TABLE.legal(trump=trump, plays=plays[:1], hand=hand)
    assert legal
    assert set(legal) <= set(hand)


@settings(max_examples=150)
@given(any_hand(game))
def test_any_entry_is_scored_or_refused(hand: dict[str, Any]) -> None:
    scored = TABLE.try_out(hand)
    if scored:
        assert {abs(points) for points in scored.points} <= {0, scored.details["worth"]}
        assert sum(1 for points in scored.points if points) == (1 if scored.details["partner"] is None else 2)


@settings(max_examples=100)
@given(any_lookup(game))
def test_any_look_up_is_answered_or_refused(lookup: dict[str, Any]) -> None:
    TABLE.ask(lookup)


def test_in_the_form_a_bid_may_be_taken_back_and_a_solo_asks_for_no_partner() -> None:
    opened = TABLE.play().open_match
    form = game.form(opened.setup, game.initial(opened.setup))
    taps = {"declarer": ["1"], "game": ["solo"], "trump": ["H"], "way": ["side"], "tricks": ["6"]}
    assert form.read({**taps, "bid": ["solo_suit"]}) == alone(tricks=6, bid="solo_suit")
    assert form.read({**taps, "bid": ["none"]}) == alone(tricks=6)
