"""Tyzicha: contracts, marriages, the cap, conceding, the forced hundred, trumps that change, the duty to beat."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.cards import card_points
from scoring.games.tyzicha import game
from scoring.games.tyzicha.models import PACK, VALUES
from tests.games.table import Table, any_hand, any_lookup

TABLE = Table("tyzicha", 3)
STRICT = Table("tyzicha", 3, {"make_contract": "exceed"})
ALWAYS = Table("tyzicha", 3, {"opponents_score": "always"})


def played(points: Any, contract: int = 110, shown: str = "", **more: Any) -> dict[str, Any]:
    """shown: seat and suit of each marriage, such as ``"1C 2S"``."""
    marriages = [{"seat": int(word[0]), "suit": word[1]} for word in shown.split()]
    entered = {} if points is None else {"card_points": points}
    return {"kind": "played", "declarer": 1, "contract": contract, "marriages": marriages, **entered, **more}


def conceded(contract: int = 110, **more: Any) -> dict[str, Any]:
    return {"kind": "conceded", "declarer": 1, "contract": contract, **more}


def test_made_scores_the_contract_and_nothing_for_the_others() -> None:
    scored = TABLE.score(played([20, 71, 29], 120, "1C 2S"))
    assert scored.points == [0, 120, 0]
    assert scored.details["hand_values"] == [20, 131, 69]
    assert scored.details["made"]


def test_broken_costs_the_contract_and_the_others_score_their_hands() -> None:
    scored = TABLE.score(played([40, 55, 25], 120, "1C 2S"))
    assert scored.points == [40, -120, 65]
    assert not scored.details["made"]


def test_the_contract_is_reached_or_exceeded() -> None:
    level, above = played([30, 70, 20], 110, "1S"), played([30, 72, 18], 110, "1S")
    assert (TABLE.score(level).points, STRICT.score(level).points) == ([0, 110, 0], [30, -110, 20])
    assert STRICT.score(above).points == [0, 110, 0]


def test_the_others_may_score_always() -> None:
    assert ALWAYS.score(played([20, 71, 29], 120, "1C 2S")).points == [20, 120, 69]
    near = Table("tyzicha", 3, {"opponents_score": "always"}, totals=[995, 0, 0])
    assert near.score(played([20, 71, 29], 120, "1C")).points == [5, 120, 29]


@pytest.mark.parametrize(("letter", "worth"), [("H", 100), ("D", 80), ("C", 60), ("S", 40)])
def test_marriages(letter: str, worth: int) -> None:
    assert TABLE.score(played([60, 60, 0], 110, f"1{letter}")).details["hand_values"] == [60, 60 + worth, 0]


def test_a_marriage_counts_without_a_card_point() -> None:
    assert TABLE.score(played([60, 0, 60], 120, "1H")).points == [60, -120, 60]
    assert TABLE.score(played([120, 0, 0], 400, "1H 1D 1C 1S")).details["hand_values"] == [120, 280, 0]
    assert TABLE.score(played([0, 120, 0], 400, "1H 1D 1C 1S")).points == [0, 400, 0]


def test_conceding() -> None:
    assert TABLE.score(conceded(150)).points == [40, -150, 40]
    assert TABLE.score(conceded(100, forced_hundred=True)).points == [40, -100, 40]
    capped = Table("tyzicha", 3, totals=[990, 0, 1000]).score(conceded(150))
    assert capped.points == [10, -150, 0]
    assert capped.details["lost_to_cap"] == [30, 0, 40]
    assert any("1,000" in str(line.message) for line in capped.lines)


def test_only_a_declarer_passes_the_cap() -> None:
    near = Table("tyzicha", 3, totals=[960, 890, 0])
    broken = near.play(played([60, 40, 20], 110))
    assert (broken.totals, broken.verdict.finished) == ([1000, 780, 20], False)
    level = near.play(played([0, 120, 0], 110))
    assert (level.totals, level.verdict.finished) == ([960, 1000, 0], False), "1,000 is not enough"
    won = near.play(played([0, 120, 0], 110), played([0, 120, 0], 110))
    assert (won.totals, won.verdict.winners) == ([960, 1110, 0], [1])
    assert near.no(played([0, 120, 0], 120), conceded()) == ("", "match_over")
    assert near.stop(conceded()).winners == [0]
    assert near.stop().winners == []


def test_another_target_moves_the_cap() -> None:
    short = Table("tyzicha", 3, {"target": 501}, totals=[490, 400, 0])
    assert short.score(played([60, 40, 20], 110)).points == [10, -110, 20]
    assert short.play(played([0, 120, 0], 110)).verdict.winners == [1]


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        (conceded(115), ("/contract", "not_a_multiple")),
        (conceded(100), ("/contract", "contract_too_low")),
        (conceded(0), ("/contract", "contract_too_low")),
        (conceded(-110), ("/contract", "contract_too_low")),
        (conceded(410), ("/contract", "contract_too_high")),
        (conceded(110, forced_hundred=True), ("/contract", "forced_is_hundred")),
        (conceded(100, forced_hundred=True, declarer=0), ("/declarer", "not_forced")),
        (conceded(100, forced_hundred=True, declarer=2), ("/declarer", "not_forced")),
        (conceded(100, forced_hundred=True, bid=110), ("/bid", "forced_is_hundred")),
        (conceded(120, bid=130), ("/contract", "below_bid")),
        (conceded(120, bid=100), ("/bid", "bid_unknown")),
        (conceded(120, bid=115), ("/bid", "bid_unknown")),
        (conceded(declarer=3), ("/declarer", "seat_unknown")),
        (conceded(card_points=[40, 40, 40]), ("/card_points", "conceded")),
        (conceded(captured=[[], ["AC"], []]), ("/captured", "conceded")),
        (conceded(marriages=[{"seat": 0, "suit": "H"}]), ("/marriages", "conceded")),
        (played(None), ("/card_points", "nothing_entered")),
        (played([40, 40]), ("/card_points", "wrong_length")),
        (played([40, 40, 41]), ("/card_points", "wrong_sum")),
        (played([-2, 60, 62]), ("/card_points/0", "negative")),
        (played([None, 60, 62]), ("/card_points/0", "negative")),
        (played([None, None, 62]), ("/card_points", "nothing_entered")),
        (played([1, 60, 59]), ("/card_points/0", "figure_impossible")),
        (played([0, 119, 1]), ("/card_points/1", "figure_impossible")),
        (played([40, 40, 40], shown="1H 0H"), ("/marriages/1/suit", "marriage_twice")),
        (played([40, 40, 40], shown="3H"), ("/marriages/0/seat", "seat_unknown")),
        (played([40, 40, 40], shown="0H 0D 0C 0S 0H"), ("/marriages", "too_many_entries")),
        (played(None, captured=[[], []]), ("/captured", "wrong_length")),
        (played(None, captured=[[], ["AC", "AC", "9H"], None]), ("/captured/1/1", "card_twice")),
        (played(None, captured=[[], ["AC", "8C", "9H"], None]), ("/captured/1/1", "card_unknown")),
        (played(None, captured=[[], ["AC", "9C", "9H"], []]), ("/captured", "card_missing")),
        (played(None, captured=[[], ["AC", "9C"], None]), ("/captured/1", "not_whole_tricks")),
        (played(None, captured=[[], ["AC", "9C", "9H"], None], shown="0S"), ("/marriages/0/seat", "never_led")),
        (played(None, captured=[["AC", "9C", "9H"], [], None], shown="0S 0D"), ("/marriages/1/seat", "never_led")),
        (played(None, captured=[["AC", "9C", "9H"], [], None], shown="1S 1D"), ("/marriages/1/seat", "never_led")),
        (played([0, 12, 108], captured=[[], ["AC", "9C", "9H"], None]), ("/card_points/1", "disagree")),
    ],
)
def test_what_cannot_be_is_refused(hand: dict[str, Any], answer: tuple[str, str]) -> None:
    assert TABLE.no(hand) == answer


def test_the_cards_are_counted() -> None:
    scored = TABLE.score(played(None, captured=[[], ["AC", "9C", "9H"], None], shown="1S 2H"))
    assert scored.details["card_points"] == [0, 11, 109]
    assert scored.details["hand_values"] == [0, 51, 209]
    assert TABLE.score(played([0, None, 109])).details["card_points"] == [0, 11, 109]


@pytest.mark.parametrize("players", [2, 4])
def test_three_play(players: int) -> None:
    assert Table("tyzicha", players).no_setup() == ("/players", "players")


def test_a_match_goes_on_from_whole_points() -> None:
    assert Table("tyzicha", 3, totals=[-130, 0, 40]).play().totals == [-130, 0, 40]
    assert Table("tyzicha", 3, totals=[0, 0.5, 0]).no_setup() == ("/start/totals/1", "not_a_multiple")


def test_two_cannot_have_won() -> None:
    assert Table("tyzicha", 3, totals=[1001, 1200, 0]).no_setup() == ("/start/totals", "two_winners")


def test_the_table_hears_the_bidding_order_and_who_is_forced() -> None:
    coming = Table("tyzicha", 3, totals=[1000, 0, -50], dealer=2).play().upcoming
    assert coming
    assert (coming.dealer, coming.leads) == (2, None)
    assert coming.details == {"hand": 1, "bidding_order": [1, 2, 0], "forced": 0, "at_cap": [0]}
    after = TABLE.play(conceded()).upcoming
    assert after
    assert after.dealer == 1


def test_a_correction_is_as_if_it_had_been_recorded_so() -> None:
    wrong = [played([40, 55, 25], 120, "1C"), conceded(declarer=0)]
    right = [played([40, 60, 20], 120, "1C"), wrong[1]]
    assert TABLE.play(*wrong).totals == [40 - 110, -120 + 40, 25 + 40]
    assert TABLE.play(*right).totals == [-110, 160, 40]


def test_tricks_before_and_after_a_marriage() -> None:
    assert TABLE.winner(plays=[(0, "KC"), (1, "10C"), (2, "AH")]) == (1, "10C")
    assert TABLE.winner(trump="H", plays=[(0, "KC"), (1, "10C"), (2, "9H")]) == (2, "9H")
    led = TABLE.trick(trump="H", marriage=True, plays=[(0, "KC"), (1, "9H"), (2, "JC")])
    assert (led.winner, led.extra["trump"], led.next_leader) == (0, "C", 0)  # type: ignore[union-attr]
    assert TABLE.winner(trump="H", marriage=True, plays=[(0, "QC"), (1, "AC"), (2, "AH")]) == (1, "AC")


@pytest.mark.parametrize(
    ("trump", "plays", "hand", "legal"),
    [
        (None, ["KC"], ["AC", "10C", "9C", "AH"], ["AC", "10C"]),
        (None, ["AC"], ["10C", "9C", "AH"], ["10C", "9C"]),
        (None, ["KC"], ["AH", "9D"], ["AH", "9D"]),
        ("H", ["KC"], ["AH", "9H", "9D"], ["AH", "9H"]),
        ("H", ["KC", "QH"], ["AC", "9C", "AH"], ["AC", "9C"]),
        ("H", ["KC", "QH"], ["AH", "9H", "9D"], ["AH"]),
        ("H", ["KC", "QH"], ["JH", "9H", "9D"], ["JH", "9H"]),
        ("H", ["QH"], ["KH", "9H", "AC"], ["KH"]),
        ("H", ["QH"], ["9H", "AC"], ["9H"]),
        ("H", ["QH"], ["9D", "AC"], ["9D", "AC"]),
        ("H", [], ["9D", "AC"], ["9D", "AC"]),
    ],
)
def test_what_may_be_played(trump: str | None, plays: list[str], hand: list[str], legal: list[str]) -> None:
    assert TABLE.legal(trump=trump, plays=list(enumerate(plays)), hand=hand) == legal


def test_a_marriage_led_is_a_trump_at_once() -> None:
    assert TABLE.legal(trump="H", marriage=True, plays=[(0, "KC")], hand=["AH", "9C", "9D"]) == ["9C"]
    assert TABLE.legal(trump="H", marriage=True, plays=[(0, "KC")], hand=["AH", "9D"]) == ["AH", "9D"]
    assert TABLE.legal(marriage=True, hand=["KC", "QC", "KH", "AS"]) == ["KC", "QC"]


def test_look_ups_that_cannot_be_are_refused() -> None:
    assert TABLE.no_trick() == ("/plays", "no_cards")
    assert TABLE.no_trick(marriage=True, plays=[(0, "AC")]) == ("/marriage", "no_marriage")
    assert TABLE.no_trick(marriage=True, hand=["KC", "QH"]) == ("/marriage", "no_marriage")
    assert TABLE.no_trick(marriage=True, plays=[(0, "KC"), (1, "QC")]) == ("/plays/1/card", "card_twice")
    assert TABLE.no_trick(marriage=True, plays=[(0, "KC")], hand=["9D", "QC"]) == ("/hand/1", "card_twice")
    assert TABLE.no_trick(plays=[(0, "AC"), (2, "KC")]) == ("/plays/1/seat", "out_of_turn")
    assert TABLE.no_trick(plays=[(0, "8C")]) == ("/plays/0/card", "card_unknown")


@given(st.permutations(PACK.cards), st.lists(st.integers(0, 2), min_size=8, max_size=8), st.integers(0, 2))
def test_all_card_points_are_somebodys(cards: list[str], winners: list[int], left_out: int) -> None:
    piles: list[list[str] | None] = [[], [], []]
    for trick, winner in enumerate(winners):
        pile = piles[winner]
        assert pile is not None
        pile += cards[3 * trick : 3 * trick + 3]
    expected = [card_points(pile or [], VALUES) for pile in piles]
    piles[left_out] = None
    scored = TABLE.score(played(None, captured=piles))
    assert scored.details["hand_values"] == expected
    assert sum(expected) == 120


@settings(max_examples=200)
@given(any_hand(game))
def test_any_entry_is_scored_or_refused(hand: dict[str, Any]) -> None:
    for table in (TABLE, ALWAYS):
        scored = table.try_out(hand)
        if scored:
            assert abs(scored.points[hand["declarer"]]) == hand["contract"]
            assert all(0 <= points <= 400 for seat, points in enumerate(scored.points) if seat != hand["declarer"])


@settings(max_examples=100)
@given(any_lookup(game))
def test_any_look_up_is_answered_or_refused(lookup: dict[str, Any]) -> None:
    TABLE.ask(lookup)


def test_empty_lists_count_as_left_out() -> None:
    scored = TABLE.try_out(conceded(card_points=[], captured=[], marriages=[]))
    assert scored
    assert scored.points == [40, -110, 40]
