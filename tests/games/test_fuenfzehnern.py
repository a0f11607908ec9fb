"""Fünfzehnern: fifteen points score zero, by points or by cards, the rule about leading, zwang."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.cards import PACK_32, card_points
from scoring.engine.tricks import LegalPlays
from scoring.games.fuenfzehnern import game
from scoring.games.fuenfzehnern.models import RANKS, VALUES
from tests.games.table import Table, any_hand, any_lookup

FOUR = Table("fuenfzehnern", 4)
THREE = Table("fuenfzehnern", 3)
SPADES = ["AS", "KS", "QS", "JS", "10S", "9S", "8S", "7S"]
HEARTS = [code[:-1] + "H" for code in SPADES]
CLUBS = [code[:-1] + "C" for code in SPADES]
DIAMONDS = [code[:-1] + "D" for code in SPADES]


def points(*values: int | None) -> dict[str, Any]:
    return {"kind": "points", "points": list(values)}


def cards(*piles: list[str] | None) -> dict[str, Any]:
    return {"kind": "cards", "captured": list(piles)}


@pytest.mark.parametrize(
    ("table", "won", "scores"),
    [
        (FOUR, (22, 8, 19, 11), [7, -7, 4, -4]),
        (FOUR, (15, 15, 15, 15), [0, 0, 0, 0]),
        (FOUR, (0, 60, 0, 0), [-15, 45, -15, -15]),
        (THREE, (17, 28, 0), [2, 13, -15]),
        (THREE, (0, 45, 0), [-15, 30, -15]),
        (FOUR, (20, 10, 18, None), [5, -5, 3, -3]),
        (FOUR, (None, 60, 0, 0), [-15, 45, -15, -15]),
    ],
)
def test_fifteen_is_zero(table: Table, won: tuple[int | None, ...], scores: list[int]) -> None:
    scored = table.score(points(*won))
    assert scored.points == scores
    assert scored.details["card_points"] == [score + 15 for score in scores]


def test_the_cards_are_counted() -> None:
    scored = FOUR.score(cards(["AS", "QS", "10S", "9H", "AH", "KH", "JD", "8D"], CLUBS, None, []))
    assert scored.details["card_points"] == [20, 15, 25, 0]
    assert THREE.score(cards(SPADES[:6], None, [*HEARTS, "7S"])).points == [0, 0, 0]


def test_three_players_leave_a_suit_out() -> None:
    without_clubs = Table("fuenfzehnern", 3, {"removed_suit": "C"})
    assert without_clubs.score(cards([*DIAMONDS, "AS"], None, [])).points == [5, 10, -15]
    assert without_clubs.no(cards(["AC", "AS", "AH"], None, [])) == ("/captured/0/0", "card_unknown")
    assert THREE.no(cards(["AD", "AS", "AH"], None, [])) == ("/captured/0/0", "card_unknown")
    assert without_clubs.no_trick(plays=[(0, "AC")]) == ("/plays/0/card", "card_unknown")
    coming = without_clubs.play().upcoming
    assert coming
    assert coming.details["removed_suit"] == "C"
    everything = FOUR.play().upcoming
    assert everything
    assert everything.details["removed_suit"] is None


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        (points(22, 8, 19, 12), ("/points", "wrong_sum")),
        (points(22, 8, 15), ("/points", "wrong_length")),
        (points(-1, 21, 20, 20), ("/points/0", "negative")),
        (points(30, 20, 20, None), ("/points/3", "negative")),
        (points(30, 30, None, None), ("/points", "nothing_entered")),
        (cards(SPADES, HEARTS, CLUBS), ("/captured", "wrong_length")),
        (cards(SPADES, HEARTS, CLUBS, []), ("/captured", "card_missing")),
        (cards(SPADES, HEARTS, CLUBS, [*DIAMONDS[:7], "AS"]), ("/captured/3/7", "card_twice")),
        (cards(SPADES[:6], HEARTS, None, []), ("/captured/0", "not_whole_tricks")),
        (cards(SPADES, None, None, []), ("/captured", "nothing_entered")),
        (cards(["6S"], None, [], []), ("/captured/0/0", "card_unknown")),
    ],
)
def test_what_cannot_be_is_refused(hand: dict[str, Any], answer: tuple[str, str]) -> None:
    assert FOUR.no(hand) == answer


def test_setups_that_cannot_be_are_refused() -> None:
    for players in (2, 5):
        assert Table("fuenfzehnern", players).no_setup() == ("/players", "players")
    assert Table("fuenfzehnern", 4, {"deals": 0}).no_setup() == ("/options/deals", "too_small")
    assert Table("fuenfzehnern", 4, totals=[0.5, -0.5, 0, 0]).no_setup() == ("/start/totals/0", "not_a_multiple")


def test_the_same_numbers_as_chips() -> None:
    chips = Table("fuenfzehnern", 4, {"score_style": "chips"}).score(points(22, 14, 15, 9))
    assert chips.points == [7, -1, 0, -6]
    lines = [str(line.message) for line in chips.lines]
    assert "takes 7 chips from the pot" in lines[0]
    assert "pays 1 chip into the pot" in lines[1]
    assert "nothing to pay" in lines[2]


def test_the_match_ends_after_its_hands() -> None:
    two = Table("fuenfzehnern", 4, {"deals": 2})
    first, second = points(22, 8, 19, 11), points(12, 15, 15, 18)
    coming = two.play(first).upcoming
    assert coming
    assert (coming.dealer, coming.leads, coming.details["hand"], coming.details["hands"]) == (1, 2, 2, 2)
    assert two.play(first, second).verdict.winners == [0, 2]
    assert two.no(first, second, first) == ("", "match_over")
    assert FOUR.stop(first).winners == [0]
    assert FOUR.stop().winners == []


def test_totals_that_make_no_zero_are_pointed_out() -> None:
    crooked = Table("fuenfzehnern", 4, totals=[3, 0, 0, 0]).play().upcoming
    level = FOUR.play().upcoming
    assert crooked
    assert level
    assert len(crooked.notices) == len(level.notices) + 1


def test_a_correction_is_as_if_it_had_been_recorded_so() -> None:
    wrong = [points(22, 8, 19, 11), points(10, 20, 16, 14)]
    assert FOUR.play(*wrong).totals == [2, -2, 5, -5]
    assert FOUR.play(points(8, 22, 19, 11), wrong[1]).totals == [-12, 12, 5, -5]


def test_tricks() -> None:
    assert FOUR.winner(plays=[(0, "10H"), (1, "JH"), (2, "AS"), (3, "9H")]) == (1, "JH")
    assert FOUR.winner(plays=[(2, "7D"), (3, "AS"), (0, "AC"), (1, "AH")]) == (2, "7D")
    assert FOUR.legal(plays=[(0, "10H")], hand=["7H", "AS", "AH"]) == ["7H", "AH"]
    assert FOUR.legal(plays=[(0, "10H")], hand=["7D", "AS"]) == ["7D", "AS"]


def test_zwang_brings_out_the_ace() -> None:
    assert FOUR.legal(zwang=True, plays=[(0, "QH")], hand=["7H", "AH", "AS"]) == ["AH"]
    assert FOUR.legal(zwang=True, plays=[(0, "QH")], hand=["7H", "JH", "AS"]) == ["7H", "JH"]
    assert FOUR.legal(plays=[(0, "QH")], hand=["7H", "AH", "AS"]) == ["7H", "AH"]
    assert FOUR.winner(zwang=True, plays=[(0, "QH"), (1, "AH"), (2, "7H"), (3, "8H")]) == (1, "AH")


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ({"zwang": True, "plays": [(0, "KH")], "hand": ["7H"]}, ("/zwang", "no_queen_led")),
        ({"zwang": True, "hand": ["QH"]}, ("/zwang", "no_queen_led")),
        ({"zwang": True, "plays": [(0, "QH")], "gone": ["AH"]}, ("/zwang", "ace_gone")),
        ({"zwang": True, "plays": [(0, "QH"), (1, "KH")]}, ("/zwang", "king_elsewhere")),
        ({"zwang": True, "plays": [(0, "QH")], "hand": ["KH"]}, ("/zwang", "king_elsewhere")),
        (
            {"zwang": True, "plays": [(0, "QH"), (1, "7H"), (2, "8H"), (3, "9H")]},
            ("/plays", "ace_not_played"),
        ),
        ({}, ("/plays", "no_cards")),
        ({"plays": [(0, "QH"), (2, "KH")]}, ("/plays/1/seat", "out_of_turn")),
        ({"plays": [(0, "QH"), (1, "QH")]}, ("/plays/1/card", "card_twice")),
        ({"plays": [(0, "QH")], "gone": ["QH"]}, ("/gone/0", "card_twice")),
        ({"plays": [(0, "6H")]}, ("/plays/0/card", "card_unknown")),
        ({"plays": [(0, "QH")], "lead": {"hand": ["AS"]}}, ("/lead", "two_questions")),
        ({"lead": {"hand": ["AS", "AS"]}}, ("/lead/hand/1", "card_twice")),
        ({"lead": {"hand": ["AS"], "gone": ["AS"]}}, ("/lead/gone/0", "card_twice")),
        ({"lead": {"hand": ["5S"]}}, ("/lead/hand/0", "card_unknown")),
        ({"zwang": True, "lead": {"hand": ["QS", "KH"]}}, ("/zwang", "no_king_and_queen")),
        ({"zwang": True, "lead": {"hand": ["QS", "KS", "AS"]}}, ("/zwang", "ace_gone")),
        ({"zwang": True, "lead": {"hand": ["QS", "KS"], "gone": ["AS"]}}, ("/zwang", "ace_gone")),
        ({"zwang": True, "lead": {"hand": ["QS", "KS", "7H"], "won_suit": "H"}}, ("/zwang", "queen_not_allowed")),
    ],
)
def test_look_ups_that_cannot_be_are_refused(asked: dict[str, Any], answer: tuple[str, str]) -> None:
    assert FOUR.no_trick(**asked) == answer


@pytest.mark.parametrize(
    ("lead", "legal"),
    [
        ({"hand": ["7H", "8S", "AD"]}, ["7H", "8S", "AD"]),
        ({"hand": ["7H", "8S", "JD"], "won_suit": "H"}, ["7H"]),
        ({"hand": ["7H", "8S", "AD"], "won_suit": "H"}, ["7H", "AD"]),
        ({"hand": ["7H", "KS", "JD"], "won_suit": "H", "gone": ["AS"]}, ["7H", "KS"]),
        ({"hand": ["7H", "KS", "AS"], "won_suit": "H"}, ["7H", "KS", "AS"]),
        ({"hand": ["7H", "10S"], "won_suit": "H", "gone": ["AS", "KS", "QS"]}, ["7H"]),
        ({"hand": ["7H", "10S"], "won_suit": "H", "gone": ["AS", "KS", "QS", "JS"]}, ["7H", "10S"]),
        ({"hand": ["8S", "JD"], "won_suit": "H"}, ["8S", "JD"]),
    ],
)
def test_what_may_be_led(lead: dict[str, Any], legal: list[str]) -> None:
    assert FOUR.legal(lead=lead) == legal


def test_where_zwang_may_be_called() -> None:
    assert FOUR.legal(zwang=True, lead={"hand": ["QS", "KS", "QH", "KH", "7D"]}) == ["QS", "QH"]
    assert FOUR.legal(zwang=True, lead={"hand": ["QS", "KS", "QH", "KH", "7D"], "won_suit": "H"}) == ["QH"]


@given(st.permutations(PACK_32.cards), st.lists(st.integers(0, 3), min_size=8, max_size=8), st.integers(0, 3))
def test_the_scores_of_a_hand_make_zero(cards_dealt: list[str], winners: list[int], left_out: int) -> None:
    piles: list[list[str] | None] = [[], [], [], []]
    for trick, winner in enumerate(winners):
        pile = piles[winner]
        assert pile is not None
        pile += cards_dealt[4 * trick : 4 * trick + 4]
    expected = [card_points(pile or [], VALUES) - 15 for pile in piles]
    piles[left_out] = None
    scored = FOUR.score(cards(*piles))
    assert scored.points == expected
    assert sum(expected) == 0
    assert FOUR.score(points(*[score + 15 for score in expected])).points == expected


@given(st.permutations(PACK_32.cards), st.integers(1, 8), st.sampled_from("CSHD"), st.integers(0, 24))
def test_somebody_on_lead_always_has_a_card_to_lead(deck: list[str], size: int, suit: str, played: int) -> None:
    hand, gone = deck[:size], deck[8 : 8 + played]
    legal = FOUR.legal(lead={"hand": hand, "won_suit": suit, "gone": gone})
    assert legal
    for code in legal:
        higher = {rank + code[-1] for rank in RANKS[: RANKS.index(code[:-1])]}
        following = code[-1] == suit or not any(other[-1] == suit for other in hand)
        assert following or higher <= {*hand, *gone}


@settings(max_examples=150)
@given(any_hand(game), st.sampled_from([FOUR, THREE]))
def test_any_entry_is_scored_or_refused(hand: dict[str, Any], table: Table) -> None:
    scored = table.try_out(hand)
    if scored:
        assert sum(scored.points) == 0


@settings(max_examples=150)
@given(any_lookup(game), st.sampled_from([FOUR, THREE]))
def test_any_look_up_is_answered_or_refused(lookup: dict[str, Any], table: Table) -> None:
    table.ask(lookup)


def test_a_lead_that_is_only_asked_about_by_its_hand_says_what_it_depends_on() -> None:
    answer = Table("fuenfzehnern", 4).trick(hand=["AS", "7H"])
    assert isinstance(answer, LegalPlays)
    assert answer.cards == ["AS", "7H"]
    assert str(answer.why).startswith("Any card if free to lead")
    assert answer.rule == "lead"
