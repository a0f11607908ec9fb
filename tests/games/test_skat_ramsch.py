"""Skat: Ramsch in both ways, its ties, its cards, and deals that are passed in."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.cards import PACK_32, card_points
from scoring.engine.tricks import Play
from scoring.games.skat.cards import RANKINGS, VALUES
from tests.games.table import Table

LEAST = Table("skat", 3)
MOST = Table("skat", 3, {"all_pass": "ramsch_most"})
UNUSED = Table("skat", 3, {"ramsch_skat": "unused"})
FOUR = Table("skat", 4)


def ramsch(*points: int, **more: object) -> dict[str, object]:
    return {"kind": "ramsch", **({"points": list(points)} if points else {}), **more}


# -- fewest ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "points", "result"),
    [
        (ramsch(25, 57, 38), [10, 0, 0], "fewest"),
        (ramsch(25, 57, 38, tricks=[2, 5, 3]), [10, 0, 0], "fewest"),
        (ramsch(0, 57, 63, tricks=[0, 5, 5]), [20, 0, 0], "no_trick"),
        (ramsch(0, 57, 63, tricks=[1, 5, 4]), [10, 0, 0], "fewest"),
        (ramsch(0, 57, 63, last_trick=[0, 10, 9]), [20, 0, 0], "no_trick"),
        (ramsch(0, 0, 120, tricks=[0, 0, 10]), [0, 0, -30], "all_tricks"),
        (ramsch(0, 0, 120, last_trick=[0, 0, 10]), [0, 0, -30], "all_tricks"),
        (ramsch(0, 0, 120, tricks=[0, 1, 9]), [20, 0, 0], "two_tied"),
        (ramsch(0, 0, 120, tricks=[1, 2, 7], last_trick=[6, 4, 10]), [0, 10, 0], "two_tied"),
        (ramsch(52, 34, 34, last_trick=[10, 8, 9]), [0, 10, 0], "two_tied"),
        (ramsch(52, 34, 34, tricks=[4, 3, 3], last_trick=[9, 10, 8]), [0, 0, 10], "two_tied"),
        (ramsch(34, 34, 52, trick_winners=[0, 1, 0, 2, 1, 2, 2, 0, 2, 2]), [0, 10, 0], "two_tied"),
        (ramsch(60, 60, 0, tricks=[5, 5, 0]), [0, 0, 20], "no_trick"),
        (ramsch(10, 55, 55), [10, 0, 0], "fewest"),
        (ramsch(40, 40, 40), [0, 10, 0], "three_tied"),
    ],
)
def test_fewest_card_points_win(hand: dict[str, object], points: list[int], result: str) -> None:
    scored = LEAST.score(hand)
    assert (scored.points, scored.details["result"]) == (points, result)


def test_three_tied_go_to_forehand() -> None:
    assert Table("skat", 3, dealer=1).score(ramsch(40, 40, 40)).points == [0, 0, 10]
    four = Table("skat", 4, dealer=3)
    assert four.score(ramsch(40, 40, 40, 0)).points == [10, 0, 0, 0]


# -- most --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "points", "result"),
    [
        (ramsch(25, 57, 38), [0, -57, 0], "most"),
        (ramsch(0, 57, 63, tricks=[1, 5, 4]), [0, 0, -63], "most"),
        (ramsch(0, 57, 63, tricks=[0, 5, 5]), [0, 0, -126], "most_doubled"),
        (ramsch(50, 50, 20), [-50, -50, 0], "most"),
        (ramsch(60, 60, 0, tricks=[5, 5, 0]), [-120, -120, 0], "most_doubled"),
        (ramsch(40, 40, 40), [0, 0, 0], "three_tied"),
        (ramsch(0, 120, 0, tricks=[0, 10, 0]), [0, 120, 0], "all_tricks"),
        (ramsch(0, 120, 0, tricks=[0, 9, 1]), [0, -240, 0], "most_doubled"),
        (ramsch(0, 120, 0, tricks=[1, 8, 1]), [0, -120, 0], "most"),
    ],
)
def test_most_card_points_lose(hand: dict[str, object], points: list[int], result: str) -> None:
    scored = MOST.score(hand)
    assert (scored.points, scored.details["result"]) == (points, result)


def test_a_tie_for_fewest_needs_no_order_where_most_lose() -> None:
    assert MOST.score(ramsch(34, 34, 52)).points == [0, 0, -52]


# -- what cannot be ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        (ramsch(), ("/points", "nothing_entered")),
        (ramsch(40, 80), ("/points", "wrong_length")),
        (ramsch(40, 40, 40, 0), ("/points", "wrong_length")),
        (ramsch(40, 40, 41), ("/points", "wrong_sum")),
        (ramsch(40, 40, 39), ("/points", "wrong_sum")),
        (ramsch(1, 59, 60), ("/points/0", "figure_impossible")),
        (ramsch(119, 0, 1), ("/points/0", "figure_impossible")),
        (ramsch(-1, 60, 61), ("/points/0", "too_small")),
        (ramsch(0, 57, 63), ("/tricks", "tricks_missing")),
        (ramsch(25, 57, 38, tricks=[3, 3, 3]), ("/tricks", "wrong_sum")),
        (ramsch(25, 57, 38, tricks=[5, 5]), ("/tricks", "wrong_length")),
        (ramsch(25, 57, 38, tricks=[0, 5, 5]), ("/tricks/0", "no_trick")),
        (ramsch(34, 34, 52), ("/last_trick", "last_trick_missing")),
        (ramsch(34, 34, 52, tricks=[3, 3, 4]), ("/last_trick", "last_trick_missing")),
        (ramsch(34, 34, 52, last_trick=[7, 7, 10]), ("/last_trick", "last_trick_twice")),
        (ramsch(34, 34, 52, last_trick=[7, 5, 9]), ("/last_trick", "last_trick_missing")),
        (ramsch(34, 34, 52, last_trick=[7, 0, 10]), ("/last_trick/1", "no_trick")),
        (ramsch(34, 34, 52, last_trick=[7, 10]), ("/last_trick", "wrong_length")),
        (ramsch(34, 34, 52, last_trick=[7, 11, 10]), ("/last_trick/1", "too_large")),
        (ramsch(34, 34, 52, tricks=[6, 1, 3], last_trick=[4, 9, 10]), ("/last_trick/0", "disagree")),
        (ramsch(34, 34, 52, tricks=[4, 4, 2], last_trick=[6, 7, 10]), ("/last_trick/1", "disagree")),
        (ramsch(0, 68, 52, tricks=[1, 5, 4], last_trick=[0, 9, 10]), ("/last_trick/0", "disagree")),
        (ramsch(34, 34, 52, trick_winners=[0, 1, 2]), ("/trick_winners", "wrong_length")),
        (ramsch(34, 34, 52, trick_winners=[3] * 10), ("/trick_winners/0", "seat_unknown")),
        (ramsch(34, 34, 52, trick_winners=[0, 1] + [2] * 8, last_trick=[2, 1, 10]), ("/last_trick", "disagree")),
        (ramsch(34, 34, 52, trick_winners=[0, 1] + [2] * 8, tricks=[1, 2, 7]), ("/tricks/1", "disagree")),
        ({"kind": "passed_in"}, ("/kind", "passed_in_off")),
    ],
)
def test_what_cannot_be_is_refused(hand: dict[str, object], answer: tuple[str, str]) -> None:
    assert LEAST.no(hand) == answer


@pytest.mark.parametrize("total", [98, 110, 120])
def test_without_the_skat_fewer_points_are_in_play(total: int) -> None:
    hand = ramsch(20, 38, total - 58)
    assert UNUSED.score(hand).points == [10, 0, 0]
    assert (LEAST.try_out(hand) is not None) == (total == 120)


@pytest.mark.parametrize("total", [97, 121])
def test_without_the_skat_there_are_98_to_120(total: int) -> None:
    assert UNUSED.no(ramsch(20, 38, total - 58)) == ("/points", "wrong_sum")


def test_the_dealer_of_four_takes_no_part() -> None:
    assert FOUR.score(ramsch(0, 52, 34, 34, last_trick=[0, 10, 8, 9])).points == [0, 0, 10, 0]
    assert FOUR.no(ramsch(20, 40, 30, 30)) == ("/points/0", "sits_out")
    assert FOUR.no(ramsch(0, 50, 40, 30, tricks=[1, 3, 3, 3])) == ("/tricks/0", "sits_out")
    assert FOUR.no(ramsch(0, 50, 40, 30, trick_winners=[1, 0] + [2] * 8)) == ("/trick_winners/1", "sits_out")
    assert FOUR.no(ramsch(0, 0, 57, 63)) == ("/tricks", "tricks_missing")


# -- cards -------------------------------------------------------------------------------------------


def play_out(rng: random.Random) -> tuple[list[list[str]], list[int], list[str]]:
    """A whole Ramsch of legal play: piles without the skat, trick winners, the skat."""
    deck = list(PACK_32.cards)
    rng.shuffle(deck)
    hands = [deck[:10], deck[10:20], deck[20:30]]
    ranking, leader = RANKINGS["ramsch"], 1
    piles: list[list[str]] = [[], [], []]
    winners = []
    for _ in range(10):
        plays: list[Play] = []
        for step in range(3):
            player = (leader + step) % 3
            card = rng.choice(ranking.legal(hands[player], plays))
            hands[player].remove(card)
            plays.append(Play(seat=player, card=card))
        leader = ranking.winner(plays).seat
        winners.append(leader)
        piles[leader].extend(play.card for play in plays)
    return piles, winners, deck[30:]


@settings(deadline=None)
@given(st.randoms(use_true_random=False))
def test_cards_and_figures_score_alike(rng: random.Random) -> None:
    piles, winners, skat = play_out(rng)
    for table in (LEAST, MOST, UNUSED):
        taken = [list(pile) for pile in piles]
        if table is not UNUSED:
            taken[winners[-1]] += skat
        points = [card_points(pile, VALUES) for pile in taken]
        tricks = [winners.count(seat) for seat in range(3)]
        last = [max((n for n, winner in enumerate(winners, 1) if winner == seat), default=0) for seat in range(3)]
        by_cards = table.score(ramsch(captured=taken, trick_winners=winners))
        by_figures = table.score(ramsch(*points, tricks=tricks, last_trick=last))
        assert by_cards.points == by_figures.points
        assert by_cards.details == by_figures.details
        if table is MOST:
            assert min(by_cards.points) >= -240
        else:
            assert sum(1 for value in by_cards.points if value) == 1


PILES = [
    ["AC", "10C", "KC", "QC", "JC", "9C", "8C", "7C", "AS", "10S", "KS", "QS", "JS", "9S", "8S"],
    ["AH", "10H", "KH", "QH", "JH", "9H", "8H", "7H", "7S"],
    ["AD", "10D", "KD", "QD", "JD", "9D", "8D", "7D"],
]


def test_the_pile_with_the_skat_won_the_last_trick() -> None:
    scored = LEAST.score(ramsch(captured=PILES))
    assert scored.details["card_points"] == [60, 30, 30]
    assert scored.points == [0, 10, 0], "seat 2 has the skat and so the tenth trick"
    assert LEAST.score(ramsch(captured=PILES, last_trick=[9, 8, 10])).points == [0, 10, 0]


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        (ramsch(58, 32, 30, captured=PILES), ("/points/0", "disagree")),
        (ramsch(captured=PILES, tricks=[5, 2, 3]), ("/tricks", "disagree")),
        (ramsch(captured=PILES, last_trick=[9, 10, 8]), ("/captured", "disagree")),
        (ramsch(captured=PILES, trick_winners=[0] * 10), ("/trick_winners", "disagree")),
        (ramsch(captured=[PILES[0][:-1], *PILES[1:]]), ("/captured", "cards_missing")),
        (ramsch(captured=[[*PILES[0], "7S"], PILES[1][:-1], PILES[2]]), ("/captured", "not_whole_tricks")),
        (ramsch(captured=[[*PILES[0][:-1], "7S"], *PILES[1:]]), ("/captured/1/8", "card_twice")),
        (ramsch(captured=[[*PILES[0][:-1], "JK"], *PILES[1:]]), ("/captured/0/14", "card_unknown")),
        (ramsch(captured=PILES[:2]), ("/captured", "wrong_length")),
    ],
)
def test_piles_that_cannot_be(hand: dict[str, object], answer: tuple[str, str]) -> None:
    assert LEAST.no(hand) == answer


def test_with_the_skat_unused_no_pile_holds_it() -> None:
    assert UNUSED.no(ramsch(captured=PILES)) == ("/captured", "cards_missing")
    piles = [PILES[0], PILES[1], PILES[2][:6]]
    assert UNUSED.no(ramsch(captured=piles)) == ("/last_trick", "last_trick_missing")
    assert UNUSED.score(ramsch(captured=piles, last_trick=[10, 9, 7])).points == [0, 0, 10]
    shifted = [PILES[0], [*PILES[1], "9D"], PILES[2][:5]]
    assert UNUSED.no(ramsch(captured=shifted)) == ("/captured", "not_whole_tricks")


# -- passed in ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{"all_pass": "passed_in"}, {"rules": "international"}])
def test_passed_in_instead_of_ramsch(options: dict[str, object]) -> None:
    table = Table("skat", 3, options)
    played = table.play({"kind": "passed_in"})
    assert played.totals == [0, 0, 0]
    assert (played.state.dealer, played.state.hands_played) == (1, 1)
    assert table.no(ramsch(40, 40, 40)) == ("/kind", "ramsch_off")
