"""Fipsen: values and doublings, how hands end, playing on, Kieker, the sheet in five columns, tricks."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.game import Grid
from scoring.games.fipsen import game
from scoring.games.fipsen.models import PACK
from tests.games.table import Table, any_hand, any_lookup

TABLE = Table("fipsen", 4)
FLAT = Table("fipsen", 4, {"kieker_diamonds": "flat"})
PASSED = {"kind": "all_passed"}


def bid(number: int = 3, course: str | None = None, **more: Any) -> dict[str, Any]:
    entered = {} if course is None else {"sequence": list(course)}
    return {"kind": "contract", "declarer": 1, "number": number, "trump": "C", **entered, **more}


def kieker(**more: Any) -> dict[str, Any]:
    return {"kind": "kieker", "declarer": 1, "trump": "H", **more}


@pytest.mark.parametrize(
    ("hand", "value"),
    [
        (bid(2), 2),
        (bid(3), 3),
        (bid(4), 4),
        (bid(5), 10),
        (bid(5, durch=True), 10),
        (bid(3, hand=True), 6),
        (bid(3, durch=True), 6),
        (bid(3, hand=True, durch=True), 12),
        (bid(3, ruten=True, trump="D"), 6),
        (bid(3, trump="D"), 6),
        (bid(4, hand=True, ruten=True, durch=True, trump="D"), 32),
        (bid(5, hand=True, ruten=True, trump="D"), 40),
        (bid(5, hand=True, ruten=True, durch=True, trump="D"), 40),
    ],
)
def test_the_value_doubles_for_each_addition_once(hand: dict[str, Any], value: int) -> None:
    made = TABLE.score({**hand, "outcome": "made"})
    failed = TABLE.score({**hand, "outcome": "failed"})
    assert (made.points, failed.points) == ([0, value, 0, 0], [0, -2 * value, 0, 0])
    assert made.details["value"] == failed.details["value"] == value


@pytest.mark.parametrize(
    ("number", "course", "points"),
    [
        (3, "WLWW", 3),
        (3, "WLWWW", 6),
        (3, "WLWWL", -12),
        (2, "WW", 2),
        (2, "WWWWW", 4),
        (2, "WLWL", -8),
        (2, "WLWLW", -8),
        (4, "LWL", -8),
        (4, "LWLWW", -8),
        (4, "WLWWW", 4),
        (4, "WWWWW", 8),
        (4, "WWWWL", -16),
        (3, "WLLWW", 3),
        (5, "WWWWW", 10),
        (5, "L", -20),
        (5, "WWWWL", -20),
    ],
)
def test_the_course_of_the_tricks_tells_how_it_ended(number: int, course: str, points: int) -> None:
    assert TABLE.score(bid(number, course)).points[1] == points
    assert TABLE.score({**bid(number), "sequence": course}).points[1] == points, "as one word"


def test_durch_asks_for_all_five_tricks_and_ends_with_the_first_lost() -> None:
    assert TABLE.score(bid(3, "WWWWW", durch=True)).points == [0, 6, 0, 0]
    assert TABLE.score(bid(3, "WWWL", durch=True)).points == [0, -12, 0, 0]
    assert TABLE.score(bid(3, durch=True, tricks=4)).points == [0, -12, 0, 0]
    assert TABLE.score(bid(3, durch=True, tricks=5)).points == [0, 6, 0, 0]


@pytest.mark.parametrize(
    ("tricks", "more", "points"),
    [
        (2, {}, -6),
        (3, {}, 3),
        (4, {"played_on": True, "took_rest": True}, 6),
        (5, {"played_on": True, "took_rest": True}, 6),
        (3, {"played_on": True, "took_rest": False}, -12),
        (4, {"played_on": True, "took_rest": False}, -12),
        (3, {"played_on": False, "took_rest": False}, 3),
    ],
)
def test_the_number_of_tricks_will_do(tricks: int, more: dict[str, Any], points: int) -> None:
    assert TABLE.score(bid(3, tricks=tricks, **more)).points == [0, points, 0, 0]


def test_made_or_failed_will_do() -> None:
    assert TABLE.score(bid(outcome="made", played_on=True)).points == [0, 6, 0, 0]
    assert TABLE.score(bid(outcome="failed", played_on=True, took_rest=False)).points == [0, -12, 0, 0]
    whole = bid(3, "WLWWW", tricks=4, outcome="made", played_on=True, took_rest=True)
    assert TABLE.score(whole).points == [0, 6, 0, 0]


def test_kieker() -> None:
    assert TABLE.score(kieker(tricks=5)).points == [0, 10, 0, 0]
    assert TABLE.score(kieker(sequence=["W", "L"])).points == [0, -20, 0, 0]
    assert TABLE.score(kieker(outcome="failed", trump="D")).points == [0, -40, 0, 0]
    assert TABLE.score(kieker(outcome="made", trump="D")).points == [0, 20, 0, 0]
    assert FLAT.score(kieker(outcome="made", trump="D")).points == [0, 10, 0, 0]
    assert FLAT.score(bid(5, outcome="made", trump="D")).points == [0, 20, 0, 0], "flat is for Kieker only"
    given_up = {"kind": "kieker", "declarer": 1, "surrendered": True}
    assert TABLE.score(given_up).points == [0, -5, 0, 0]
    without_face = kieker(outcome="made", dealt_hand=["AC", "10H", "9S", "8S", "7D"])
    assert TABLE.score(without_face).points == [0, 10, 0, 0]


def test_all_passed_does_not_count_and_the_same_dealer_deals() -> None:
    played = Table("fipsen", 4, {"deals": 2}).play(PASSED, bid(outcome="made"), PASSED)
    assert played.totals == [0, 3, 0, 0]
    assert not played.verdict.finished
    coming = played.upcoming
    assert coming
    assert (coming.dealer, coming.leads) == (1, 2)
    assert coming.details == {"deal": 2, "deals": 2, "first_bidder": 2, "last_value": 3}


def test_what_is_this_bid_worth() -> None:
    answer = TABLE.score({"kind": "bid", "number": 3, "hand": True, "durch": True})
    assert (answer.details, answer.is_query) == ({"value": 12}, True)
    assert TABLE.score({"kind": "bid", "number": 5}).details == {"value": 10}
    assert TABLE.score({"kind": "bid", "kieker": True}).details == {"value": 4.5}
    played = TABLE.play({"kind": "bid", "number": 3}, bid(outcome="made"))
    assert played.state.hands_played == 1
    assert [result.number for result in played.results] == [1, 1], "a question is no hand"


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        (bid(1, outcome="made"), ("/number", "number_unknown")),
        (bid(6, outcome="made"), ("/number", "number_unknown")),
        (bid(outcome="made", declarer=4), ("/declarer", "seat_unknown")),
        (bid(ruten=True, trump="H", outcome="made"), ("/trump", "ruten_needs_diamonds")),
        (bid(), ("/tricks", "nothing_entered")),
        (bid(tricks=6), ("/tricks", "too_large")),
        (bid(tricks=-1), ("/tricks", "too_small")),
        (bid(3, "WLWLWL"), ("/sequence", "too_many_tricks")),
        (bid(3, "WLX"), ("/sequence/2", "letter_unknown")),
        (bid(tricks=4), ("/tricks", "played_on_missing")),
        (bid(durch=True, tricks=5, played_on=True), ("/played_on", "no_playing_on")),
        (bid(5, tricks=5, played_on=True), ("/played_on", "no_playing_on")),
        (kieker(tricks=5, played_on=True), ("/played_on", "no_playing_on")),
        (bid(tricks=2, played_on=True, took_rest=False), ("/played_on", "number_not_reached")),
        (bid(3, "WLWLW", played_on=True), ("/played_on", "disagree")),
        (bid(4, "WLWWW", played_on=True), ("/played_on", "disagree")),
        (bid(tricks=4, played_on=True), ("/took_rest", "rest_missing")),
        (bid(tricks=3, played_on=True, took_rest=True), ("/took_rest", "rest_impossible")),
        (bid(tricks=5, played_on=True, took_rest=False), ("/took_rest", "rest_impossible")),
        (bid(tricks=3, took_rest=True), ("/took_rest", "not_played_on")),
        (bid(3, "WLWW", took_rest=True), ("/took_rest", "disagree")),
        (bid(3, "WLWWW", took_rest=False), ("/took_rest", "disagree")),
        (bid(outcome="made", played_on=True, took_rest=False), ("/took_rest", "disagree")),
        (bid(3, "WWWLW", durch=True), ("/sequence", "goes_on")),
        (kieker(sequence=["L", "W"]), ("/sequence", "goes_on")),
        (bid(3, "WWW", durch=True), ("/sequence", "undecided")),
        (bid(3, "WLW"), ("/sequence", "undecided")),
        (bid(3, ""), ("/sequence", "undecided")),
        (bid(3, "WWWW"), ("/sequence", "undecided")),
        (bid(3, "WLWW", tricks=2), ("/tricks", "disagree")),
        (bid(3, "WLWW", outcome="failed"), ("/outcome", "disagree")),
        (bid(tricks=3, outcome="failed"), ("/outcome", "disagree")),
        (kieker(outcome="made", hand=True), ("/hand", "kieker_alone")),
        (kieker(outcome="made", ruten=True), ("/ruten", "kieker_alone")),
        (kieker(outcome="made", durch=True), ("/durch", "kieker_alone")),
        (kieker(declarer=-1, outcome="made"), ("/declarer", "seat_unknown")),
        ({"kind": "kieker", "declarer": 1, "outcome": "made"}, ("/trump", "trump_missing")),
        (kieker(), ("/tricks", "nothing_entered")),
        (kieker(outcome="made", dealt_hand=["AC", "10H", "9S", "8S", "KS"]), ("/dealt_hand/4", "face_card")),
        (kieker(outcome="made", dealt_hand=["AC", "10H", "9S", "8S"]), ("/dealt_hand", "wrong_length")),
        (kieker(outcome="made", dealt_hand=["AC", "10H", "9S", "8S", "8D"]), ("/dealt_hand/4", "card_unknown")),
        (kieker(outcome="made", dealt_hand=["AC", "AC", "9S", "8S", "7S"]), ("/dealt_hand/1", "card_twice")),
        (kieker(surrendered=True), ("/trump", "surrendered")),
        ({"kind": "kieker", "declarer": 1, "surrendered": True, "tricks": 5}, ("/tricks", "surrendered")),
        ({"kind": "kieker", "declarer": 1, "surrendered": True, "sequence": ["L"]}, ("/sequence", "surrendered")),
        ({"kind": "kieker", "declarer": 1, "surrendered": True, "played_on": True}, ("/played_on", "surrendered")),
        ({"kind": "bid"}, ("/number", "number_missing")),
        ({"kind": "bid", "number": 6}, ("/number", "number_unknown")),
        ({"kind": "bid", "kieker": True, "hand": True}, ("/kieker", "kieker_alone")),
    ],
)
def test_what_cannot_be_is_refused(hand: dict[str, Any], answer: tuple[str, str]) -> None:
    assert TABLE.no(hand) == answer


@pytest.mark.parametrize("players", [3, 5])
def test_four_play(players: int) -> None:
    assert Table("fipsen", players).no_setup() == ("/players", "players")


def test_the_match_ends_after_its_deals() -> None:
    two = Table("fipsen", 4, {"deals": 2})
    hands = [bid(outcome="made"), bid(outcome="made", declarer=2)]
    assert not two.play(hands[0]).verdict.finished
    assert (two.play(*hands).verdict.finished, two.play(*hands).verdict.winners) == (True, [1, 2])
    assert two.no(*hands, PASSED) == ("", "match_over")
    assert two.stop().winners == []
    assert Table("fipsen", 4, {"deals": 0}).no_setup() == ("/options/deals", "too_small")


def test_a_match_begun_on_paper_knows_its_deals() -> None:
    assert Table("fipsen", 4, totals=[0, 0, 0, 1.5]).no_setup() == ("/start/totals/3", "not_a_multiple")
    assert Table("fipsen", 4, deals_played=8).play().verdict.finished
    for start in ({"values": [3, 6, 10]}, {"hands_played": 3}, {"hands_played": 5, "values": [3, 6, 10]}):
        upcoming = Table("fipsen", 4, **start).play().upcoming
        assert upcoming
        assert (upcoming.details["deal"], upcoming.details["deals"]) == (4, 8)


def sheet(table: Table, *hands: dict[str, Any]) -> list[list[Any]]:
    played = table.play(*hands)
    (grid,) = game.board(played.open_match.setup, played.state)
    assert isinstance(grid, Grid)
    assert len(grid.head) == 5
    return grid.rows


def test_the_sheet_has_five_columns() -> None:
    hands = [bid(outcome="made"), PASSED, bid(outcome="failed", declarer=3), bid(5, outcome="made")]
    assert sheet(TABLE, *hands) == [["", 3, "", "", 3], ["", "", "", -6, 3], ["", 13, "", "", 10]]
    started = Table("fipsen", 4, totals=[4, 0, 0, 0], values=[4])
    assert sheet(started, bid(outcome="made")) == [["", "", "", "", 4], ["", 3, "", "", 3]]
    crooked = Table("fipsen", 4, values=[], entries=[{"seat": 1, "points": 3}])
    assert crooked.no_setup() == ("/start/values", "wrong_length")
    nobody = Table("fipsen", 4, values=[3], entries=[{"seat": 4, "points": 3}])
    assert nobody.no_setup() == ("/start/entries/0/seat", "seat_unknown")


def test_a_correction_is_as_if_it_had_been_recorded_so() -> None:
    wrong = [bid(outcome="made"), PASSED, bid(outcome="made", declarer=2)]
    right = [bid(outcome="failed"), *wrong[1:]]
    assert TABLE.play(*wrong).totals == [0, 3, 3, 0]
    assert TABLE.play(*right).totals == [0, -6, 3, 0]
    assert sheet(TABLE, *right)[0] == ["", -6, "", "", 3]


def test_tricks() -> None:
    assert TABLE.winner(trump="D", plays=[(0, "AC"), (1, "KC"), (2, "7D"), (3, "10C")]) == (2, "7D")
    assert TABLE.winner(trump="H", plays=[(0, "7D"), (1, "AC"), (2, "AS"), (3, "10C")]) == (0, "7D")
    assert TABLE.winner(trump="H", plays=[(0, "7D"), (1, "AC"), (2, "7H"), (3, "10C")]) == (2, "7H")
    assert TABLE.winner(trump="H", plays=[(3, "10C"), (0, "JC"), (1, "AS"), (2, "9C")]) == (0, "JC")
    assert TABLE.trick(trump="S", plays=[(0, "7D"), (1, "AC"), (2, "7H"), (3, "10C")]).next_leader == 0  # type: ignore[union-attr]
    assert TABLE.legal(trump="H", plays=[(0, "AC")], hand=["7D", "9C", "AH"]) == ["9C"]
    assert TABLE.legal(trump="H", plays=[(0, "7D")], hand=["9C", "AH"]) == ["9C", "AH"]
    assert TABLE.no_trick(trump="H", plays=[(0, "8D")]) == ("/plays/0/card", "card_unknown")
    assert TABLE.no_trick(trump="H", plays=[(0, "AC")], hand=["AC"]) == ("/hand/0", "card_twice")
    assert TABLE.no_trick(trump="H") == ("/plays", "no_cards")
    assert len(PACK) == 25


@given(st.integers(2, 4), st.text("WL", min_size=1, max_size=5), st.booleans())
def test_course_and_tricks_tell_the_same(number: int, course: str, by_hand: bool) -> None:
    scored = TABLE.try_out(bid(number, course, hand=by_hand))
    if scored is None:
        return
    more = {"played_on": True, "took_rest": scored.details["made"]} if scored.details["played_on"] else {}
    won = scored.details["tricks"]
    assert TABLE.score(bid(number, hand=by_hand, tricks=won, **more)).points == scored.points
    assert scored.points[1] in (scored.details["value"], -2 * scored.details["value"])


@settings(max_examples=200)
@given(any_hand(game))
def test_any_entry_is_scored_or_refused(hand: dict[str, Any]) -> None:
    for table in (TABLE, FLAT):
        scored = table.try_out(hand)
        if scored:
            assert sum(1 for points in scored.points if points) <= 1
            assert -80 <= min(scored.points) <= max(scored.points) <= 40


@settings(max_examples=100)
@given(any_lookup(game))
def test_any_look_up_is_answered_or_refused(lookup: dict[str, Any]) -> None:
    TABLE.ask(lookup)
