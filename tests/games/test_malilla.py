"""Malilla: 70 points a hand, what is above 35 counts, and a bonus that may have to wait."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.tricks import TrickResult
from scoring.games import get
from tests.games.table import Table, any_hand, any_lookup

GAME = get("malilla")
RANKS = ["7", "A", "K", "Q", "J", "6", "5", "4", "3", "2"]
VALUES = {"7": 5, "A": 4, "K": 3, "Q": 2, "J": 1}
PACK = [rank + suit for suit in "CSHD" for rank in RANKS]
TABLE = Table("malilla", 4)


def played(*points: int | None, up: str = "2C", **more: Any) -> dict[str, Any]:
    return {"kind": "played", "up_card": up, "points": list(points), **more}


def counted(cards: list[int | None], tricks: list[int | None], up: str = "2C") -> dict[str, Any]:
    return {"kind": "played", "up_card": up, "card_points": cards, "tricks": tricks}


def by_cards(*piles: list[str] | None, up: str = "2C") -> dict[str, Any]:
    return {"kind": "played", "up_card": up, "captured": list(piles)}


def bonus(value: int, side: int, status: str) -> dict[str, Any]:
    return {"value": value, "side": side, "status": status}


# -- scoring -----------------------------------------------------------------------------------------


def test_what_is_above_35_counts() -> None:
    assert TABLE.score(played(41, 29)).points == [6, 0]
    assert TABLE.score(played(None, 36)).points == [0, 1]
    assert TABLE.score(played(35, 35)).points == [0, 0]
    assert TABLE.score(played(70, None)).points == [35, 0]


def test_tricks_are_worth_a_point_each() -> None:
    scored = TABLE.score(counted([24, 36], [4, 6]))
    assert (scored.details["hand_points"], scored.details["gain"]) == ([28, 42], [0, 7])
    assert TABLE.score(counted([60, 0], [9, None])).details["hand_points"] == [69, 1]
    assert TABLE.score(counted([None, 0], [None, 0])).points == [35, 0]


def test_captured_cards_count_themselves() -> None:
    side = ["7C", "7S", "7H", "7D", "AC", "2C", "3C", "4C"]
    others = [card for card in PACK if card not in side]
    for hand in (by_cards(side, None), by_cards(side, others)):
        scored = TABLE.score(hand)
        assert scored.details["hand_points"] == [26, 44]
    assert [line.value for line in TABLE.score(by_cards(side, None)).lines[:4]] == [24, 36, 26, 44]


@pytest.mark.parametrize(("up", "value"), [("7C", 5), ("AC", 4), ("KC", 3), ("QC", 2), ("JC", 1), ("6C", 0), ("2C", 0)])
def test_the_turned_card_scores_for_the_dealers_side(up: str, value: int) -> None:
    for dealer in range(4):
        scored = Table("malilla", 4, dealer=dealer).score(played(35, 35, up=up))
        assert scored.points[dealer % 2] == value
        assert scored.points[1 - dealer % 2] == 0
        assert scored.details["bonus"] == bonus(value, dealer % 2, "now" if value else "none")


def test_a_bonus_that_would_win_is_held() -> None:
    held = Table("malilla", 4, totals=[20, 31], dealer=3)
    assert held.score(played(45, 25, up="AC")).details["bonus"] == bonus(4, 1, "held")
    assert held.play(played(45, 25, up="AC")).totals == [30, 35]
    assert held.score(played(45, 25, up="KC")).details["bonus"] == bonus(3, 1, "now")
    assert held.play(played(45, 25, up="KC")).verdict.finished is False


def test_a_held_bonus_is_lost_when_the_hand_makes_a_winner() -> None:
    lost = Table("malilla", 4, totals=[30, 31], dealer=3)
    for points, totals in (((40, 30), [35, 31]), ((31, 39), [30, 35])):
        match = lost.play(played(*points, up="AC"))
        assert match.results[0].result.details["bonus"] == bonus(4, 1, "lost")
        assert match.totals == totals
        assert match.verdict.finished


def test_the_hand_may_win_on_top_of_a_bonus_counted_at_once() -> None:
    match = Table("malilla", 4, totals=[28, 0]).play(played(40, 30, up="QC"))
    assert (match.totals, match.verdict.winners) == ([35, 0], [0])


def test_a_table_without_the_bonus() -> None:
    table = Table("malilla", 4, {"up_card_bonus": False}, totals=[0, 34], dealer=1)
    scored = table.score(played(36, 34, up="7C"))
    assert (scored.points, scored.details["bonus"]["status"]) == ([1, 0], "none")


# -- capote, foul, misdeal -----------------------------------------------------------------------------


def test_a_capote_wins_at_35_and_elsewhere_only_where_agreed() -> None:
    everything = counted([0, 60], [0, 10])
    assert Table("malilla", 4, totals=[12, 15], dealer=2).play(everything).totals == [12, 50]
    assert TABLE.play(everything).verdict.winners == [1]
    assert Table("malilla", 4, {"target": 100}).play(everything).verdict.finished is False
    match = Table("malilla", 4, {"target": 100, "capote": "match"}, totals=[90, 0])
    assert match.play(everything).verdict.winners == [1]
    assert match.score(played(0, 70, up="2C")).details["winner"] == 1
    nine = counted([0, 60], [1, 9])
    assert match.play(nine).verdict.finished is False


def test_a_held_bonus_is_lost_to_a_capote_that_wins_the_match() -> None:
    table = Table("malilla", 4, {"target": 100, "capote": "match"}, totals=[97, 0])
    match = table.play(played(0, 70, up="7C"))
    assert (match.totals, match.verdict.winners) == ([97, 35], [1])


def test_a_wrong_play_loses_the_match_and_leaves_the_totals() -> None:
    table = Table("malilla", 4, totals=[34, 0])
    match = table.play({"kind": "foul", "side": 0})
    assert (match.totals, match.verdict.winners) == ([34, 0], [1])
    assert table.play({"kind": "foul", "side": 0, "up_card": "7C"}).totals == [34, 0]
    assert table.no({"kind": "foul", "side": 0}, played(35, 35)) == ("", "match_over")


def test_a_wrong_play_may_cost_the_hand_only() -> None:
    options = {"foul": "hand", "target": 50}
    match = Table("malilla", 4, options).play({"kind": "foul", "side": 1, "up_card": "AC"})
    assert (match.totals, match.verdict.finished) == ([39, 0], False)
    assert Table("malilla", 4, options).play({"kind": "foul", "side": 1}).totals == [35, 0]
    assert Table("malilla", 4, {"foul": "hand"}).play({"kind": "foul", "side": 0}).verdict.winners == [1]


def test_after_a_wrong_deal_the_next_dealer_deals() -> None:
    match = TABLE.play({"kind": "misdeal"})
    assert match.upcoming
    assert (match.totals, match.upcoming.dealer, match.upcoming.leads) == ([0, 0], 1, 2)
    assert match.results[0].result.details["next_dealer"] == 1


# -- refusals ----------------------------------------------------------------------------------------

EIGHT = ["7C", "7S", "7H", "7D", "AC", "2C", "3C", "4C"]


@pytest.mark.parametrize(
    ("hand", "pointer", "code"),
    [
        (played(41, 30), "/points", "wrong_sum"),
        (played(-1, 71), "/points/0", "negative"),
        (played(71, None), "/points/1", "negative"),
        (played(None, None), "/points", "nothing_entered"),
        (played(70), "/points", "wrong_length"),
        (counted([24, 37], [4, 6]), "/card_points", "wrong_sum"),
        (counted([24, 36], [4, 5]), "/tricks", "wrong_sum"),
        (counted([-1, 61], [4, 6]), "/card_points/0", "negative"),
        (counted([24, 36], [-1, 11]), "/tricks/0", "negative"),
        (counted([24, 36], [None, None]), "/tricks", "nothing_entered"),
        (counted([1, 59], [0, 10]), "/card_points/0", "too_many_points"),
        (counted([21, 39], [1, 9]), "/card_points/0", "too_many_points"),
        (counted([37, 23], [2, 8]), "/card_points/0", "too_many_points"),
        (counted([11, 49], [7, 3]), "/card_points/1", "too_many_points"),
        (counted([3, 57], [6, 4]), "/card_points/1", "too_many_points"),
        ({"kind": "played", "up_card": "2C"}, "/points", "nothing_entered"),
        ({"kind": "played", "up_card": "2C", "card_points": [24, 36]}, "/tricks", "tricks_missing"),
        (played(41, 29, tricks=[5, 5]), "/tricks", "two_ways"),
        (played(41, 29, tricks=[]), "/tricks", "two_ways"),
        (played(41, 29, card_points=[24, 36], tricks=[4, 6]), "/card_points", "two_ways"),
        (played(41, 29, up="8C"), "/up_card", "card_unknown"),
        (played(41, 29, up="JK"), "/up_card", "card_unknown"),
        (by_cards(EIGHT[:7], None), "/captured/0", "not_whole_tricks"),
        (by_cards(EIGHT, EIGHT[:4]), "/captured/1/0", "card_twice"),
        (by_cards([*EIGHT[:3], "9C"], None), "/captured/0/3", "card_unknown"),
        (by_cards(EIGHT, []), "/captured", "card_missing"),
        (by_cards(None, None), "/captured", "nothing_entered"),
        ({"kind": "foul", "side": 2}, "/side", "side_unknown"),
        ({"kind": "foul", "side": 0, "up_card": "9C"}, "/up_card", "card_unknown"),
    ],
)
def test_hands_that_cannot_have_happened(hand: dict[str, Any], pointer: str, code: str) -> None:
    assert TABLE.no(hand) == (pointer, code)


def test_the_most_that_tricks_hold_is_allowed() -> None:
    for tricks, most in ((1, 20), (2, 36), (3, 48), (4, 56), (5, 60), (9, 60)):
        assert TABLE.score(counted([most, None], [tricks, None])).details["hand_points"][0] == most + tricks


@pytest.mark.parametrize(
    ("players", "options", "start", "pointer"),
    [
        (3, {}, {}, "/players"),
        (4, {"target": 19}, {}, "/options/target"),
        (4, {"target": 101}, {}, "/options/target"),
        (4, {}, {"totals": [-1, 0]}, "/start/totals/0"),
        (4, {}, {"totals": [35, 36]}, "/start/totals"),
    ],
)
def test_tables_that_cannot_be(players: int, options: dict[str, Any], start: dict[str, Any], pointer: str) -> None:
    assert Table("malilla", players, options, **start).no_setup()[0] == pointer


# -- the match ---------------------------------------------------------------------------------------


def test_before_the_hand_it_is_said_from_which_bonus_on_it_would_be_held() -> None:
    coming = Table("malilla", 4, totals=[10, 32], dealer=1).play().upcoming
    assert coming
    assert (coming.dealer, coming.leads) == (1, 2)
    assert coming.details == {"bonus_side": 1, "bonus_held_from": 3}
    assert "A bonus of 3 or more is held" in str(coming.notices[-1].message)
    early = TABLE.play().upcoming
    assert early
    assert "is held" not in str(early.notices[-1].message)


def test_the_target_changes_only_the_end() -> None:
    table = Table("malilla", 4, {"target": 20})
    assert table.play(played(54, 16)).verdict.finished is False
    assert table.play(played(55, 15)).verdict.winners == [0]


def test_the_table_may_stop() -> None:
    assert TABLE.stop(played(41, 29)).winners == [0]
    assert TABLE.stop().winners == []


def test_a_correction_may_turn_a_bonus_from_lost_to_held() -> None:
    last = played(40, 30, up="AC")
    table = Table("malilla", 4, totals=[24, 31], dealer=2)
    assert table.play(played(41, 29), last).totals == [35, 31]
    corrected = table.play(played(39, 31), last)
    assert (corrected.totals, corrected.verdict.winners) == ([33, 35], [1])


# -- tricks ------------------------------------------------------------------------------------------


def legal(plays: str, hand: str, led: str = "", trump: str = "H", first: int = 0) -> list[str]:
    laid = [((first + i) % 4, code) for i, code in enumerate(plays.split())]
    return TABLE.legal(trump=trump, plays=laid, hand=hand.split(), suits_led=list(led))


def test_who_takes_a_trick() -> None:
    answer = TABLE.trick(trump="H", plays=[(1, "AC"), (2, "7C"), (3, "KC"), (0, "2D")])
    assert isinstance(answer, TrickResult)
    assert (answer.winner, answer.card, answer.next_leader, answer.extra) == (2, "7C", 2, {"winner_seat": 2})
    assert TABLE.winner(trump="H", plays=[(1, "7C"), (2, "2H"), (3, "KC"), (0, "7D")]) == (2, "2H")


def test_an_opponent_is_beaten_where_possible() -> None:
    assert legal("KC", "AC QC 7C 2H") == ["AC", "7C"]
    assert legal("7C", "AC QC 2H") == ["AC", "QC"]
    assert legal("KC", "AD 2H 3H") == ["2H", "3H"], "without the suit, with a trump"
    assert legal("KC 2D 5H", "AD 2H 6H") == ["6H"], "with a higher one where it is trumped"
    assert legal("KC 2D 5H", "AD 2H 3H") == ["AD", "2H", "3H"], "no trump is high enough"
    assert legal("KC 2D 5H", "7C 2C 6H") == ["7C", "2C"], "following cannot beat a trump"
    assert legal("KH", "AH 2H 7C") == ["AH"]


def test_the_partner_need_not_be_beaten() -> None:
    assert legal("AC 2C", "7C 3C 2H") == ["7C", "3C"]
    assert legal("AC 2C", "7D 3S 2H", led="D") == ["7D", "3S", "2H"]
    assert legal("AC KC QC", "7C 3C", first=1) == ["7C"], "an opponent is winning"
    assert legal("2C AC QC", "7C 3C", first=1) == ["7C", "3C"]


def test_a_plain_seven_waits_until_its_suit_was_led() -> None:
    assert legal("AC 2C", "7D 3S 7H") == ["3S", "7H"], "the seven of trumps is free"
    assert legal("AC 2C", "7D 7S 3S", led="CS") == ["7S", "3S"]
    assert legal("AC 2C", "7D 7S") == ["7D", "7S"], "nothing else in the hand"
    assert legal("", "7D 3S") == ["7D", "3S"], "any card may be led"
    assert legal("2C", "7C 3D") == ["7C"], "its own suit"
    assert legal("KH", "7D 3S") == ["3S"]


@pytest.mark.parametrize(
    ("plays", "hand", "why", "rule"),
    [
        ("KC", "AC 2C", "An opponent's ♣K is winning: beat it", "beating"),
        ("7C", "AC 2C", "Follow with any card of clubs", "beating"),
        ("7H", "AH 2C", "Follow with any trump", "beating"),
        ("AC 2C", "7D 3S", "Any card but ♦7: a seven of a plain suit must wait until its suit has been led", "sevens"),
        ("AC 2C", "KD 3S", "No card of the suit led, and no duty to beat: any card goes", "beating"),
    ],
)
def test_the_reason_is_told(plays: str, hand: str, why: str, rule: str) -> None:
    answer = TABLE.trick(trump="H", plays=list(enumerate(plays.split())), hand=hand.split())
    assert (str(answer.why), answer.rule) == (why, rule)


def test_the_card_points_of_the_rules_page() -> None:
    values = GAME.card_values(TABLE.play().open_match.setup.options)
    assert list(values.items())[:6] == [("7", 5), ("A", 4), ("K", 3), ("Q", 2), ("J", 1), ("6", 0)]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"plays": [(0, "AC"), (2, "3C"), (1, "KC"), (3, "QC")]}, "out_of_turn"),
        ({"plays": [(0, "AC"), (1, "AC"), (2, "KC"), (3, "QC")]}, "card_twice"),
        ({"plays": [(0, "AC"), (1, "9C"), (2, "KC"), (3, "QC")]}, "card_unknown"),
        ({"plays": []}, "no_cards"),
    ],
)
def test_tricks_that_cannot_be(asked: dict[str, Any], code: str) -> None:
    assert TABLE.no_trick(trump="H", **asked)[1] == code


# -- form and properties -----------------------------------------------------------------------------


def test_the_turned_card_and_one_pile_are_enough_for_the_form() -> None:
    opened = TABLE.play().open_match
    form = GAME.form(opened.setup, opened.state)
    untouched = form.initial()
    turned = {"trump": ["D"], "up_card": ["K"]}
    assert form.read({**untouched, **turned, "points.1": ["41"]}) == played(None, 41, up="KD")
    assert form.read({**untouched, "kind": ["foul"], "side": ["1"]}) == {"kind": "foul", "side": 1}
    assert form.read({**untouched, "kind": ["misdeal"]}) == {"kind": "misdeal"}


@pytest.mark.parametrize("hand", [played(41, None), counted([24, None], [4, None]), by_cards(EIGHT, None)])
def test_every_way_of_entry_comes_back_for_its_correction(hand: dict[str, Any]) -> None:
    opened = TABLE.play().open_match
    form = GAME.form(opened.setup, opened.state)
    assert TABLE.score(form.read(form.show(hand))).points == TABLE.score(hand).points


def test_the_turned_card_is_asked_where_a_wrong_play_costs_the_hand_only() -> None:
    milder = Table("malilla", 4, {"foul": "hand"})
    opened = milder.play().open_match
    form = GAME.form(opened.setup, opened.state)
    hand = {"kind": "foul", "side": 0, "up_card": "KD"}
    assert form.read(form.show(hand)) == hand
    assert milder.score(hand).points == [3, 35]


@given(st.lists(st.integers(0, 1), min_size=10, max_size=10), st.permutations(PACK))
def test_cards_and_tricks_make_70(owners: list[int], order: list[str]) -> None:
    piles: list[list[str]] = [[], []]
    for trick, owner in enumerate(owners):
        piles[owner] += order[4 * trick : 4 * trick + 4]
    scored = TABLE.score(by_cards(*piles))
    hand_points = scored.details["hand_points"]
    assert sum(hand_points) == 70
    again = counted([hand_points[0] - owners.count(0), None], [owners.count(0), None])
    assert TABLE.score(again).points == scored.points == TABLE.score(played(*hand_points)).points


@given(any_hand(GAME), st.sampled_from([TABLE, Table("malilla", 4, {"foul": "hand", "target": 100}, totals=[97, 98])]))
def test_whatever_is_entered_is_scored_or_refused(hand: dict[str, Any], table: Table) -> None:
    scored = table.try_out(hand)
    assert scored is None or all(0 <= points <= 40 for points in scored.points)


@given(any_lookup(GAME))
def test_whatever_is_looked_up_is_answered_or_refused(asked: dict[str, Any]) -> None:
    TABLE.ask(asked)


@given(st.permutations(PACK).map(lambda cards: cards[:13]), st.integers(0, 3), st.sampled_from("CSHD"))
def test_somebody_may_always_play_and_suit_is_followed(cards: list[str], laid: int, trump: str) -> None:
    plays, hand = cards[:laid], cards[3:]
    allowed = legal(" ".join(plays), " ".join(hand), trump=trump)
    assert allowed
    following = [card for card in hand if plays and card[-1] == plays[0][-1]]
    assert set(allowed) <= set(following or hand)
