"""Briscola: 120 points a hand, totals over the hands, tie-breaks that stay out of them, and hands won."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.cards import PACK_52
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.games import get
from tests.games.table import Table, any_hand, any_lookup

GAME = get("briscola")
RANKS = ["A", "3", "K", "Q", "J", "7", "6", "5", "4", "2"]
VALUES = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}
PACK = [rank + suit for suit in "CSHD" for rank in RANKS]
COUNTING = [card for card in PACK if card[:-1] in VALUES]
TWO, THREE, FOUR = Table("briscola", 2), Table("briscola", 3), Table("briscola", 4)


def by_points(*values: int | None) -> dict[str, Any]:
    return {"kind": "points", "points": list(values)}


def by_cards(*piles: str | None) -> dict[str, Any]:
    return {"kind": "cards", "captured": [None if pile is None else pile.split() for pile in piles]}


# -- scoring -----------------------------------------------------------------------------------------


def test_one_side_may_have_the_rest() -> None:
    assert TWO.score(by_points(47, None)).points == [47, 73]
    assert THREE.score(by_points(None, 20, 38)).points == [62, 20, 38]
    assert FOUR.score(by_points(None, 0)).points == [120, 0]


@pytest.mark.parametrize("rank", RANKS)
def test_each_card_has_its_points(rank: str) -> None:
    assert TWO.score(by_cards(f"{rank}H", None)).points[0] == VALUES.get(rank, 0)


def test_worthless_cards_may_be_left_out_or_named() -> None:
    scoring = " ".join(COUNTING[10:])
    assert TWO.score(by_cards(" ".join(COUNTING[:10]), scoring)).points == [60, 60]
    assert TWO.score(by_cards(" ".join(COUNTING[:10]) + " 2S 7H", scoring + " 4D")).points == [60, 60]


def test_four_play_as_pairs() -> None:
    played = FOUR.play(by_points(70, 50))
    assert played.open_match.setup.sides == ((0, 2), (1, 3))
    assert THREE.play().open_match.setup.sides == ((0,), (1,), (2,))


def test_the_explanation_counts_the_cards() -> None:
    lines = TWO.score(by_cards("AC AH KD 7S", None)).lines
    assert (str(lines[0].message)[1:], lines[0].value) == (": A (2 × 11), K (1 × 4)", 26)
    lines = THREE.score(by_points(50, None, 30)).lines
    assert (str(lines[1].message)[1:], lines[1].value) == (": the rest, 120 − 50 − 30", 40)


# -- the match ---------------------------------------------------------------------------------------


def test_the_deal_goes_round_and_the_player_on_the_left_leads() -> None:
    coming = THREE.play(by_points(40, 40, 40)).upcoming
    assert coming
    assert (coming.dealer, coming.leads, coming.details["hand"], coming.details["deals"]) == (1, 2, 2, 3)
    assert "♣2 is left out" in [str(notice.message) for notice in coming.notices]
    assert TWO.score(by_points(40, 80), by_points(60, 60)).details["next_dealer"] == 0


def test_the_number_of_hands() -> None:
    half = by_points(20, 100)
    assert not TWO.play(half).verdict.finished
    assert TWO.play(half, half).verdict.winners == [1]
    assert TWO.no(half, half, half) == ("", "match_over")
    longer = Table("briscola", 2, {"deals": 3})
    assert not longer.play(half, half).verdict.finished
    assert longer.play(half, half, half).verdict.finished
    assert Table("briscola", 3, {"deals": 1}).play(by_points(2, 100, 18)).verdict.winners == [1]


def test_it_is_said_when_somebody_cannot_be_caught_and_the_hands_are_played_all_the_same() -> None:
    table = Table("briscola", 2, {"deals": 3})
    coming = table.play(by_points(120, 0), by_points(61, 59)).upcoming
    assert coming
    assert "can no longer be caught" in str(coming.notices[-1].message)
    coming = table.play(by_points(120, 0), by_points(60, 60)).upcoming
    assert coming
    assert len(coming.notices) == 1


def test_a_tie_break_stays_out_of_the_totals() -> None:
    level = [by_points(70, 50), by_points(50, 70)]
    played = FOUR.play(*level)
    assert not played.verdict.finished
    assert played.upcoming
    assert (played.upcoming.details["tie_break"], played.upcoming.dealer) == ([0, 1], 2)
    again = FOUR.play(*level, by_points(60, 60))
    assert (again.totals, again.verdict.finished) == ([120, 120], False)
    over = FOUR.play(*level, by_points(60, 60), by_points(58, 62))
    assert (over.totals, over.verdict.winners) == ([120, 120], [1])
    assert over.results[-1].result.details["hand_points"] == [58, 62]
    assert over.results[-1].result.details["winner"] == 1
    assert FOUR.no(*level, by_points(60, 60), by_points(58, 62), by_points(60, 60)) == ("", "match_over")


def test_who_does_not_share_the_lead_cannot_win_a_tie_break() -> None:
    table = Table("briscola", 3, totals=[130, 130, 100], hands_played=3)
    assert table.play(by_points(20, 35, 65)).verdict.winners == [1]
    assert table.play(by_points(20, 20, 80)).state.tie_break == [0, 1]


def test_totals_from_paper_tell_how_many_hands_were_played() -> None:
    assert Table("briscola", 3, totals=[130, 130, 100]).play(by_points(20, 35, 65)).verdict.winners == [1]
    assert Table("briscola", 2, totals=[41, 79]).play(by_points(83, 37)).verdict.winners == [0]
    assert not Table("briscola", 2, totals=[41, 79], hands_played=0).play(by_points(83, 37)).verdict.finished


def test_those_still_level_play_on() -> None:
    table = Table("briscola", 3, totals=[120, 120, 120], hands_played=3)
    played = table.play(by_points(50, 20, 50))
    assert (played.state.tie_break, played.verdict.finished) == ([0, 2], False)
    assert table.play(by_points(50, 20, 50), by_points(30, 70, 20)).verdict.winners == [0]
    stopped = table.stop(by_points(50, 20, 50))
    assert (stopped.finished, stopped.winners) == (True, [0, 2])


def test_the_first_to_win_two_hands() -> None:
    table = Table("briscola", 2, {"match": "hands_won"})
    played = table.play(by_points(61, 59), by_points(60, 60), by_points(48, 72))
    assert (played.state.wins, played.verdict.finished) == ([1, 1], False)
    assert played.upcoming
    assert played.upcoming.details["wins"] == [1, 1]
    assert table.play(by_points(61, 59), by_points(60, 60), by_points(48, 72), by_points(20, 100)).verdict.winners == [
        1
    ]
    assert table.stop(by_points(61, 59)).winners == [0]
    one = Table("briscola", 2, {"match": "hands_won", "hands_to_win": 1})
    assert one.play(by_points(59, 61)).verdict.winners == [1]
    coming = one.play(by_points(60, 60)).upcoming
    assert coming
    assert str(coming.notices[0].message) == "Hand 2; the first hand won wins the match"


def test_of_three_the_highest_wins_the_hand_and_a_shared_highest_nobody() -> None:
    table = Table("briscola", 3, {"match": "hands_won"})
    assert table.play(by_points(41, 40, 39)).state.wins == [1, 0, 0]
    assert table.play(by_points(45, 45, 30)).state.wins == [0, 0, 0]
    assert table.score(by_points(45, 45, 30)).details["wins"] == [0, 0, 0]


def test_the_table_may_stop() -> None:
    assert TWO.stop(by_points(70, 50)).winners == [0]
    assert TWO.stop().winners == []


def test_a_correction_in_the_middle_gives_what_the_right_entry_would_have_given() -> None:
    last = by_points(62, 20, 38)
    wrong = THREE.play(by_points(50, 40, 30), by_points(21, 64, 35), last)
    right = THREE.play(by_points(50, 40, 30), by_points(12, 73, 35), last)
    assert wrong.verdict.winners == [0]
    assert right.totals == [124, 133, 103]
    assert right.verdict.winners == [1]


# -- refusals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "pointer", "code"),
    [
        (by_points(60, 59), "/points", "wrong_sum"),
        (by_points(61, 60), "/points", "wrong_sum"),
        (by_points(-2, 122), "/points/0", "negative"),
        (by_points(121, None), "/points/1", "negative"),
        (by_points(None, None), "/points", "nothing_entered"),
        (by_points(1, 119), "/points/0", "figure_impossible"),
        (by_points(119, None), "/points/0", "figure_impossible"),
        (by_points(60, 60, 0), "/points", "wrong_length"),
        (by_points(120), "/points", "wrong_length"),
        (by_cards("AC", "AC"), "/captured/1/0", "card_twice"),
        (by_cards("AC AC", None), "/captured/0/1", "card_twice"),
        (by_cards("AC 8H", None), "/captured/0/1", "card_unknown"),
        (by_cards("10C", None), "/captured/0/0", "card_unknown"),
        (by_cards("JK", None), "/captured/0/0", "card_unknown"),
        (by_cards(" ".join(COUNTING[:10]), " ".join(COUNTING[11:])), "/captured", "card_missing"),
        (by_cards(None, None), "/captured", "nothing_entered"),
        (by_cards(None), "/captured", "wrong_length"),
    ],
)
def test_hands_that_cannot_have_happened(hand: dict[str, Any], pointer: str, code: str) -> None:
    assert TWO.no(hand) == (pointer, code)


def test_with_three_players_one_two_is_not_there() -> None:
    assert THREE.no(by_cards("2C", None, "")) == ("/captured/0/0", "card_unknown")
    assert Table("briscola", 3, {"removed_two": "2H"}).no(by_cards("2H", None, "")) == ("/captured/0/0", "card_unknown")
    assert THREE.score(by_cards("2H", None, "")).points == [0, 120, 0]
    assert THREE.no(by_points(1, 60, 59)) == ("/points/0", "figure_impossible")
    assert THREE.no(by_points(None, None, 10)) == ("/points", "nothing_entered")


@pytest.mark.parametrize(
    ("players", "options", "start", "pointer"),
    [
        (1, {}, {}, "/players"),
        (5, {}, {}, "/players"),
        (2, {"deals": 13}, {}, "/options/deals"),
        (2, {"deals": 0}, {}, "/options/deals"),
        (2, {"hands_to_win": 6}, {}, "/options/hands_to_win"),
        (2, {}, {"totals": [-1, 0]}, "/start/totals/0"),
        (2, {}, {"totals": [0, 0.5]}, "/start/totals/1"),
        (2, {}, {"wins": [1]}, "/start/wins"),
        (3, {}, {"tie_break": [0, 3]}, "/start/tie_break/1"),
        (3, {}, {"tie_break": [0, 0]}, "/start/tie_break/1"),
    ],
)
def test_tables_that_cannot_be(players: int, options: dict[str, Any], start: dict[str, Any], pointer: str) -> None:
    assert Table("briscola", players, options, **start).no_setup()[0] == pointer


# -- tricks ------------------------------------------------------------------------------------------


def test_the_smallest_trump_beats_the_highest_card() -> None:
    answer = FOUR.trick(trump="H", plays=[(0, "3D"), (1, "AD"), (2, "2H"), (3, "KD")])
    assert isinstance(answer, TrickResult)
    assert (answer.winner, answer.card, answer.next_leader) == (2, "2H", 2)
    assert answer.extra == {"winner_seat": 2, "points": 25}


def test_without_a_trump_the_suit_led_decides() -> None:
    assert TWO.winner(trump="H", plays=[(1, "2D"), (0, "AC")]) == (1, "2D")
    assert TWO.winner(trump="H", plays=[(1, "KD"), (0, "3D")]) == (0, "3D")
    assert THREE.winner(trump="H", plays=[(2, "3H"), (0, "KH"), (1, "AH")]) == (1, "AH")


@pytest.mark.parametrize(
    ("plays", "code"),
    [
        ([(0, "3D"), (1, "AD"), (2, "2H"), (3, "KD"), (0, "2C")], "trick_size"),
        ([(0, "3D"), (2, "AD"), (1, "2H"), (3, "KD")], "out_of_turn"),
        ([(0, "3D"), (1, "3D"), (2, "2H"), (3, "KD")], "card_twice"),
        ([(0, "3D"), (1, "8D"), (2, "2H"), (3, "KD")], "card_unknown"),
        ([], "no_cards"),
    ],
)
def test_tricks_that_cannot_be(plays: list[Any], code: str) -> None:
    assert FOUR.no_trick(trump="H", plays=plays)[1] == code


def test_the_two_that_is_left_out_cannot_be_played() -> None:
    assert THREE.no_trick(trump="H", plays=[(0, "2C"), (1, "AD"), (2, "2H")]) == ("/plays/0/card", "card_unknown")


# -- form and properties -----------------------------------------------------------------------------


def test_one_pile_is_enough_for_the_form() -> None:
    setup = FOUR.play().open_match.setup
    form = GAME.form(setup, FOUR.play().state)
    assert form.read({"kind": ["points"], "points.0": ["47"]}) == by_points(47, None)
    taps = {"kind": ["cards"], "captured.AH": ["0"], "captured.3D": ["0"], "captured.rest": ["1"]}
    assert FOUR.score(form.read(taps)).points == [21, 99]


@given(st.lists(st.integers(0, 2), min_size=20, max_size=20))
def test_the_points_of_all_piles_make_120(owners: list[int]) -> None:
    piles = [" ".join(c for c, owner in zip(COUNTING, owners, strict=True) if owner == i) for i in range(3)]
    points = list(THREE.score(by_cards(*piles)).points)
    assert sum(points) == 120
    assert min(points) >= 0
    assert THREE.score(by_points(*[int(value) for value in points])).points == points
    assert THREE.score(by_cards(None, *piles[1:])).points == points


@given(any_hand(GAME), st.sampled_from([TWO, THREE, FOUR, Table("briscola", 3, {"match": "hands_won"})]))
def test_whatever_is_entered_is_scored_or_refused(hand: dict[str, Any], table: Table) -> None:
    scored = table.try_out(hand)
    assert scored is None or sum(scored.points) == 120


@given(any_lookup(GAME))
def test_whatever_is_looked_up_is_answered_or_refused(asked: dict[str, Any]) -> None:
    answer = TWO.ask(asked)
    assert answer is None or isinstance(answer, LegalPlays) or answer.winner in (0, 1)


@given(st.permutations(PACK).map(lambda cards: cards[:4]), st.sampled_from("CSHD"))
def test_a_trick_goes_to_a_trump_or_to_the_suit_led(cards: list[str], trump: str) -> None:
    _, card = FOUR.winner(trump=trump, plays=list(enumerate(cards)))
    assert card
    assert card[-1] == (trump if any(code[-1] == trump for code in cards) else cards[0][-1])


def test_no_card_of_a_full_pack_slips_in() -> None:
    for code in PACK_52.cards:
        if code not in PACK:
            assert TWO.no(by_cards(code, None)) == ("/captured/0/0", "card_unknown")
