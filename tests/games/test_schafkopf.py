"""Schafkopf: the lines, least with its ties, schwarz by points and by tricks, counted piles, tricks."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.cards import PACK_32, card_points
from scoring.engine.messages import render
from scoring.games.schafkopf import game
from scoring.games.schafkopf.models import VALUES
from tests.games.table import Table, any_hand, any_lookup

TABLE = Table("schafkopf", 3)
BY_TRICKS = Table("schafkopf", 3, {"schwarz_by": "tricks"})


def declared(points: int | None = None, **more: object) -> dict[str, object]:
    return {"kind": "declarer", "declarer": 1, **({} if points is None else {"declarer_points": points}), **more}


def least(*points: int, **more: object) -> dict[str, object]:
    return {"kind": "least", "points": list(points), **more}


@pytest.mark.parametrize(
    ("points", "worth", "reached"),
    [
        (0, -6, "schwarz_against"),
        (2, -4, "schneidered"),
        (30, -4, "schneidered"),
        (31, -2, "lost"),
        (60, -2, "lost"),
        (61, 2, "won"),
        (90, 2, "won"),
        (91, 4, "schneider"),
        (118, 4, "schneider"),
        (120, 6, "schwarz"),
    ],
)
def test_the_declarer_scores_by_the_line_reached(points: int, worth: int, reached: str) -> None:
    scored = TABLE.score(declared(points))
    assert scored.points == [0, worth, 0]
    assert scored.details["line"] == reached
    assert TABLE.score(declared(line=reached)).points == scored.points


@pytest.mark.parametrize(
    ("points", "tricks", "worth"), [(120, 10, 6), (120, 9, 4), (0, 0, -6), (0, 1, -4), (22, 0, -6), (22, 2, -4)]
)
def test_schwarz_by_tricks(points: int, tricks: int, worth: int) -> None:
    scored = BY_TRICKS.score(declared(points, declarer_tricks=tricks))
    assert scored.points[1] == worth
    schwarz = next(line for line in scored.lines if line.rule == "schwarz")
    assert (schwarz.value, render(schwarz.message)) == (tricks, "Tricks of the declarer")


def test_tricks_are_asked_only_where_they_decide() -> None:
    for points in (120, 22, 0):
        assert BY_TRICKS.no(declared(points)) == ("/declarer_tricks", "tricks_missing")
        assert TABLE.score(declared(points)).points
    assert BY_TRICKS.score(declared(23)).points[1] == -4
    assert BY_TRICKS.score(declared(120, line="schneider")).points[1] == 4
    assert BY_TRICKS.score(declared(line="schwarz")).points[1] == 6


def test_the_declarers_pile_includes_the_two_laid_away() -> None:
    laid_away_only = declared(declarer_cards=["AC", "AS"])
    assert TABLE.score(laid_away_only).details == {
        "declarer_points": 22,
        "declarer_tricks": 0,
        "line": "schneidered",
    }
    assert BY_TRICKS.score(laid_away_only).details["line"] == "schwarz_against"


def test_the_defenders_pile_leaves_the_rest_to_the_declarer() -> None:
    lost = ["QC", "AH", "7D", "10S", "KS", "8S"]
    scored = TABLE.score(declared(defender_cards=lost))
    assert scored.details["declarer_points"] == 120 - 28
    assert scored.details["declarer_tricks"] == 8
    both = declared(92, defender_cards=lost, declarer_cards=PACK_32.rest(lost), declarer_tricks=8)
    assert TABLE.score(both).points == scored.points
    assert TABLE.score(declared(defender_cards=[])).details["line"] == "schwarz"


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        (declared(-1), ("/declarer_points", "too_small")),
        (declared(121), ("/declarer_points", "too_large")),
        (declared(1), ("/declarer_points", "figure_impossible")),
        (declared(119), ("/declarer_points", "figure_impossible")),
        (declared(), ("/declarer_points", "nothing_entered")),
        (declared(declarer_tricks=4), ("/declarer_tricks", "points_missing")),
        (declared(74, declarer=3), ("/declarer", "seat_unknown")),
        (declared(74, line="lost"), ("/line", "disagree")),
        (declared(119 - 1, declarer_tricks=10), ("/declarer_tricks", "tricks_impossible")),
        (declared(23, declarer_tricks=0), ("/declarer_tricks", "tricks_impossible")),
        (declared(declarer_cards=["AC", "AC"]), ("/declarer_cards/1", "card_twice")),
        (declared(declarer_cards=["AC", "6C"]), ("/declarer_cards/1", "card_unknown")),
        (declared(declarer_cards=["AC", "AS", "AH"]), ("/declarer_cards", "not_whole_tricks")),
        (declared(declarer_cards=[]), ("/declarer_cards", "not_whole_tricks")),
        (declared(defender_cards=["AC", "AS"]), ("/defender_cards", "not_whole_tricks")),
        (declared(20, declarer_cards=["AC", "AS"]), ("/declarer_points", "disagree")),
        (declared(declarer_tricks=1, declarer_cards=["AC", "AS"]), ("/declarer_tricks", "disagree")),
        (declared(declarer_cards=["AC", "AS"], defender_cards=["AC", "8C", "9C"]), ("/defender_cards/0", "card_twice")),
        (declared(declarer_cards=["AC", "AS"], defender_cards=["7C", "8C", "9C"]), ("/defender_cards", "card_missing")),
        ({"kind": "least"}, ("/points", "nothing_entered")),
        (least(40, 80), ("/points", "wrong_length")),
        (least(40, 40, 39), ("/points", "wrong_sum")),
        (least(1, 59, 60), ("/points/0", "figure_impossible")),
        (least(34, 34, 52), ("/last_trick", "last_trick_missing")),
        (least(34, 34, 52, last_trick=[7, 7, 10]), ("/last_trick", "last_trick_twice")),
        (least(34, 34, 52, last_trick=[7, 5, 9]), ("/last_trick", "last_trick_missing")),
        (least(34, 34, 52, last_trick=[7, 0, 10]), ("/last_trick/1", "no_trick")),
        (least(34, 34, 52, last_trick=[7, 10]), ("/last_trick", "wrong_length")),
        (least(34, 34, 52, trick_winners=[0, 1, 2]), ("/trick_winners", "wrong_length")),
        (least(34, 34, 52, trick_winners=[3] * 10), ("/trick_winners/0", "seat_unknown")),
        (least(34, 34, 52, trick_winners=[0, 1] + [2] * 8, last_trick=[2, 1, 10]), ("/last_trick", "disagree")),
    ],
)
def test_what_cannot_be_is_refused(hand: dict[str, object], answer: tuple[str, str]) -> None:
    assert TABLE.no(hand) == answer


@pytest.mark.parametrize(("deals", "code"), [(10, "not_a_multiple"), (0, "too_small"), (-3, "too_small")])
def test_deals_go_round_the_table(deals: int, code: str) -> None:
    assert Table("schafkopf", 3, {"deals": deals}).no_setup() == ("/options/deals", code)


@pytest.mark.parametrize("players", [2, 4])
def test_three_play(players: int) -> None:
    assert Table("schafkopf", players).no_setup() == ("/players", "players")


def test_least() -> None:
    assert TABLE.score(least(25, 57, 38)).points == [2, 0, 0]
    assert TABLE.score(least(0, 55, 65)).points == [4, 0, 0]
    assert TABLE.score(least(0, 0, 120)).points == [0, 0, -4]
    assert TABLE.score(least(34, 34, 52, last_trick=[7, 5, 10])).points == [0, 2, 0]
    assert TABLE.score(least(34, 34, 52, trick_winners=[0, 1, 0, 2, 1, 2, 2, 0, 2, 2])).points == [0, 2, 0]
    assert Table("schafkopf", 3, dealer=2).score(least(40, 40, 40)).points == [0, 0, 2]


def test_least_counted_from_the_cards() -> None:
    piles = [
        ["AC", "10C", "KC", "QC", "JC", "9C", "8C", "7C", "AS", "10S", "KS", "QS", "JS", "9S", "8S"],
        ["AH", "10H", "KH", "QH", "JH", "9H", "8H", "7H", "7S"],
        ["AD", "10D", "KD", "QD", "JD", "9D", "8D", "7D"],
    ]
    winners = [0, 0, 1, 2, 0, 0, 1, 1, 0, 2]
    hand = {"kind": "least", "captured": piles, "trick_winners": winners}
    scored = TABLE.score(hand)
    assert scored.details["card_points"] == [60, 30, 30]
    assert scored.points == [0, 2, 0], "the last trick of seat 1 is the eighth, that of seat 2 the tenth"
    assert TABLE.no({"kind": "least", "captured": piles}) == ("/last_trick", "last_trick_missing")
    assert TABLE.no({**hand, "points": [58, 32, 30]}) == ("/points/0", "disagree")
    assert TABLE.no({**hand, "trick_winners": [0, 0, 1, 2, 0, 0, 1, 1, 2, 0]}) == ("/captured/0", "disagree")
    assert TABLE.no({**hand, "captured": [piles[0][:-1], *piles[1:]]}) == ("/captured", "card_missing")
    by_last = {"kind": "least", "captured": piles}
    assert TABLE.score({**by_last, "last_trick": [9, 8, 10]}).points == [0, 2, 0]
    for wrong in ([10, 8, 9], [9, 2, 10]):
        assert TABLE.no({**by_last, "last_trick": wrong})[1] == "disagree", "the pile says who won the tenth trick"
    shifted = [[*piles[0], "7S"], piles[1][:-1], piles[2]]
    assert TABLE.no({**hand, "captured": shifted}) == ("/captured", "not_whole_tricks")
    twice = [[*piles[0][:-1], "7S"], *piles[1:]]
    assert TABLE.no({**hand, "captured": twice}) == ("/captured/1/8", "card_twice")


def test_the_table_hears_who_deals_leads_and_is_offered_the_widow() -> None:
    coming = TABLE.play(declared(74)).upcoming
    assert coming
    assert (coming.dealer, coming.leads, coming.details["widow_order"]) == (1, 2, [2, 0, 1])
    assert coming.details["deal"] == 2


def test_the_match_ends_after_its_deals_and_ties_are_shared() -> None:
    three = Table("schafkopf", 3, {"deals": 3})
    hands = [declared(74), declared(74, declarer=0), declared(60, declarer=2)]
    assert not three.play(*hands[:2]).verdict.finished
    verdict = three.play(*hands).verdict
    assert (verdict.finished, verdict.winners) == (True, [0, 1])
    assert three.no(*hands, declared(74)) == ("", "match_over")
    assert three.stop().winners == []
    assert three.stop(declared(74)).winners == [1]


def test_a_correction_is_as_if_it_had_been_recorded_so() -> None:
    wrong = [declared(60), least(25, 57, 38), declared(91)]
    right = [declared(61), *wrong[1:]]
    assert TABLE.play(*wrong).totals == [2, 2, 0]
    assert TABLE.play(*right).totals == [2, 6, 0]


def test_tricks() -> None:
    assert TABLE.winner(plays=[(0, "AC"), (1, "7D"), (2, "10C")]) == (1, "7D")
    assert TABLE.winner(plays=[(0, "JD"), (1, "AD"), (2, "JS")]) == (2, "JS")
    assert TABLE.winner(plays=[(1, "QD"), (2, "JC"), (0, "AD")]) == (1, "QD")
    assert TABLE.winner(plays=[(2, "10H"), (0, "KH"), (1, "AS")]) == (2, "10H")
    done = TABLE.trick(plays=[(0, "AC"), (1, "7D"), (2, "10C")])
    assert done.next_leader == 1  # type: ignore[union-attr]


def test_queens_and_jacks_never_follow_their_printed_suit() -> None:
    assert TABLE.legal(plays=[(0, "AH")], hand=["QH", "8H", "AC"]) == ["8H"]
    assert TABLE.legal(plays=[(0, "AH")], hand=["QH", "AC"]) == ["QH", "AC"]
    assert TABLE.legal(plays=[(0, "7D")], hand=["QH", "8H"]) == ["QH"]
    assert TABLE.legal(hand=["QH", "8H"]) == ["QH", "8H"]


def test_look_ups_that_cannot_be_are_refused() -> None:
    assert TABLE.no_trick() == ("/plays", "no_cards")
    assert TABLE.no_trick(plays=[(0, "AC"), (2, "KC")]) == ("/plays/1/seat", "out_of_turn")
    assert TABLE.no_trick(plays=[(0, "AC"), (1, "AC")]) == ("/plays/1/card", "card_twice")
    assert TABLE.no_trick(plays=[(0, "6C")]) == ("/plays/0/card", "card_unknown")
    assert TABLE.no_trick(plays=[(0, "AC")], hand=["AC"]) == ("/hand/0", "card_twice")
    assert TABLE.no_trick(plays=[(n % 3, card) for n, card in enumerate(["AC", "KC", "9C", "8C"])]) == (
        "/plays",
        "trick_size",
    )


@given(st.permutations(PACK_32.cards), st.integers(0, 10))
def test_both_piles_give_the_same_score(cards: list[str], tricks: int) -> None:
    mine, theirs = cards[: 2 + 3 * tricks], cards[2 + 3 * tricks :]
    by_mine = BY_TRICKS.score(declared(declarer_cards=mine))
    assert by_mine.details == BY_TRICKS.score(declared(defender_cards=theirs)).details
    assert by_mine.details["declarer_points"] == card_points(mine, VALUES)
    assert by_mine.points[0] == by_mine.points[2] == 0
    assert by_mine.points[1] in (-6, -4, -2, 2, 4, 6)


@settings(max_examples=150)
@given(any_hand(game))
def test_any_entry_is_scored_or_refused(hand: dict[str, object]) -> None:
    scored = TABLE.try_out(hand)
    if scored:
        assert sum(1 for points in scored.points if points) == 1
    BY_TRICKS.try_out(hand)


@settings(max_examples=100)
@given(any_lookup(game))
def test_any_look_up_is_answered_or_refused(lookup: dict[str, object]) -> None:
    TABLE.ask(lookup)
