"""Twenty-Five: the running score, teams, robbing, open hands, the order of the cards, what may be kept back."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.cards import PACK_52, Suit
from scoring.engine.match import open_match
from scoring.engine.refusal import validate
from scoring.engine.tricks import Play, TrickResult
from scoring.games.twenty_five import game
from scoring.games.twenty_five.order import plain_ranks, ranking, trump_cards
from tests.games.table import Table, any_hand, any_lookup

Hand = dict[str, Any]
THREE = Table("twenty-five", 3)
SUITS: tuple[Suit, ...] = ("C", "S", "H", "D")


def won(*seats: int, **more: Any) -> Hand:
    return {"kind": "winners", "trick_winners": list(seats), **more}


def cards(up_card: str, *tricks: str, **more: Any) -> Hand:
    """A hand by its cards, each trick written as ``"KH 2C"``."""
    return {"kind": "tricks", "up_card": up_card, "tricks": [trick.split() for trick in tricks], **more}


def at(*totals: int, **options: Any) -> Table:
    return Table("twenty-five", len(totals), options, totals=list(totals))


# -- the score -------------------------------------------------------------------------------------------


def test_every_trick_counts_five_at_once() -> None:
    scored = THREE.score(won(1, 1, 2, 0, 1))
    assert scored.points == [5, 15, 5]
    assert scored.details == {
        "tricks": [1, 3, 1],
        "trick_winners": [1, 1, 2, 0, 1],
        "trump": None,
        "finished": False,
        "winner": None,
    }
    assert [said.value for said in scored.lines[:5]] == [5] * 5


def test_the_match_stops_with_the_trick_that_reaches_the_target() -> None:
    played = at(20, 20, 10).play(won(1))
    assert (played.totals, played.verdict.winners) == ([20, 25, 10], [1])
    assert played.results[-1].result.complete
    assert at(20, 20, 10).no(won(1, 0)) == ("/trick_winners/1", "after_target")
    assert at(20, 20, 10).no(won(1), won(0)) == ("", "match_over")


def test_all_five_tricks_win_from_any_score() -> None:
    assert at(0, 20, 20).play(won(0, 0, 0, 0, 0)).verdict.winners == [0]


@pytest.mark.parametrize(
    ("played", "answer"),
    [
        (won(1, 1, 2), ("/trick_winners", "too_few_tricks")),
        (won(), ("/trick_winners", "nothing_entered")),
        (won(open=True), ("/trick_winners", "nothing_entered")),
        (won(0, 1, 2, 0, 1, 2), ("/trick_winners/5", "too_many_tricks")),
        (won(0, 1, 2, 0, 1, 2, open=True), ("/trick_winners/5", "too_many_tricks")),
        (won(0, 1, 3, 0, 1), ("/trick_winners/2", "seat_unknown")),
        (won(0, 1, -1, 0, 1), ("/trick_winners/2", "seat_unknown")),
        (won(0, 1, 2, 0, 1, robbed_by=3), ("/robbed_by", "seat_unknown")),
        (won(0, 1, 2, 0, 1, up_card="JK"), ("/up_card", "card_unknown")),
        (won(0, 1, 2, 0, 1, up_card="7S", trump="H"), ("/trump", "disagree")),
        (won(0, 1, 2, 0, 1, up_card="AS", robbed_by=1), ("/robbed_by", "not_the_dealer")),
    ],
)
def test_what_cannot_be_is_refused(played: Hand, answer: tuple[str, str]) -> None:
    assert THREE.no(played) == answer


def test_a_hand_that_is_still_being_played_stays_open_and_grows() -> None:
    first = THREE.play(won(1, 1, open=True))
    assert (first.totals, first.results[-1].result.complete) == ([0, 10, 0], False)
    assert THREE.no(won(1, 1, open=True), won(0, 0, 0, 0, 0)) == ("", "hand_open")
    whole = THREE.play(won(1, 1, 2, 0, 1, open=True))
    assert whole.results[-1].result.complete
    assert whole.state == THREE.play(won(1, 1, 2, 0, 1)).state
    assert at(20, 20, 10).score(won(2, 1, open=True)).complete


# -- players and teams -----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 11])
def test_two_to_ten_play(players: int) -> None:
    assert Table("twenty-five", players).no_setup() == ("/players", "players")


def test_teams_sit_so_that_nobody_plays_after_a_team_mate() -> None:
    six = Table("twenty-five", 6, {"teams": 3})
    assert six.play().open_match.setup.sides == ((0, 3), (1, 4), (2, 5))
    assert six.score(won(0, 3, 1, 5, 2)).points == [10, 5, 10]
    nine = Table("twenty-five", 9, {"teams": 3}, totals=[0, 20, 0])
    assert nine.play(won(0, 7)).verdict.winners == [1]


@pytest.mark.parametrize(("players", "teams"), [(4, 1), (4, 3), (4, 4), (5, 2), (7, 2), (4, 0), (9, 5)])
def test_teams_that_do_not_fit(players: int, teams: int) -> None:
    assert Table("twenty-five", players, {"teams": teams}).no_setup() == ("/options/teams", "teams")


@pytest.mark.parametrize(
    ("target", "code"),
    [(26, "not_a_multiple"), (0, "too_small"), (-5, "too_small"), (115, "too_large")],
)
def test_the_target_is_a_multiple_of_five_up_to_110(target: int, code: str) -> None:
    assert Table("twenty-five", 3, {"target": target}).no_setup() == ("/options/target", code)


def test_a_longer_match() -> None:
    assert not at(0, 25, 40, target=45).play(won(0, 0, 0, 0, 0)).verdict.finished
    assert at(0, 25, 40, target=45).play(won(0, 2)).verdict.winners == [2]


@pytest.mark.parametrize(
    ("totals", "answer"),
    [
        ([3, 0, 0], ("/start/totals/0", "not_a_multiple")),
        ([0, -5, 0], ("/start/totals/1", "total_impossible")),
        ([0, 30, 0], ("/start/totals/1", "total_impossible")),
        ([25, 25, 0], ("/start/totals", "two_winners")),
    ],
)
def test_scores_that_no_table_has(totals: list[int], answer: tuple[str, str]) -> None:
    assert Table("twenty-five", 3, totals=totals).no_setup() == answer


# -- by the cards ----------------------------------------------------------------------------------------

TWO = Table("twenty-five", 2)
FIVE_TRICKS = ("KH 2C", "5C 10C", "QD AD", "3S 8S", "4D AH")


def test_the_app_finds_who_won_and_who_leads_on() -> None:
    scored = TWO.score(cards("7C", *FIVE_TRICKS))
    assert scored.points == [20, 5]
    assert scored.details["trick_winners"] == [0, 0, 0, 0, 1]
    assert scored.details["trump"] == "C"


@pytest.mark.parametrize(
    ("played", "answer"),
    [
        (cards("7C", "KH"), ("/tricks/0", "trick_size")),
        (cards("7C", "KH 2C 3C"), ("/tricks/0", "trick_size")),
        (cards("7C", "KH KH"), ("/tricks/0/1", "card_twice")),
        (cards("7C", "KH 2C", "5C KH"), ("/tricks/1/1", "card_twice")),
        (cards("7C", "KH JK"), ("/tricks/0/1", "card_unknown")),
        (cards("7C", "KH 7C"), ("/tricks/0/1", "upcard_played")),
        (cards("7C", "KH 7C", robbed_by=1), ("/tricks/0/1", "upcard_played")),
        (cards("7C", "KH AC", robbed_by=1), ("/robbed_by", "not_the_holder")),
        (cards("AC", "KH AC"), ("/tricks/0/1", "upcard_played")),
        (cards("AC", "KH 2C", robbed_by=1), ("/robbed_by", "not_the_dealer")),
        (cards("7C", *FIVE_TRICKS, "2H 3H"), ("/tricks/5", "too_many_tricks")),
        (cards("7C", "KH 2C"), ("/tricks", "too_few_tricks")),
        (cards("7C"), ("/tricks", "nothing_entered")),
        (cards("JK", "KH 2C"), ("/up_card", "card_unknown")),
    ],
)
def test_cards_that_cannot_have_been_played_are_refused(played: Hand, answer: tuple[str, str]) -> None:
    assert TWO.no(played) == answer


@pytest.mark.parametrize("trick", ["KH KH", "KH", "2C KH 2C"])
def test_a_refused_hand_still_shows_its_tricks(trick: str) -> None:
    """The rules page draws them, with the reason for the refusal below."""
    opened = open_match(game, 2)
    hand = validate(game.hand_adapter, cards("7C", trick))
    (answer,) = game.played_tricks(opened.setup, game.initial(opened.setup), hand)
    assert [code for _, code in answer.cards] == trick.split()


def test_who_robbed_plays_the_turned_card() -> None:
    assert TWO.score(cards("7C", "KH 7C", robbed_by=0, open=True)).points == [5, 0]
    assert TWO.score(cards("7C", "AC 2C", "7C KH", robbed_by=1, open=True)).points == [0, 10]


def test_the_ace_of_hearts_robs_only_in_hearts() -> None:
    assert TWO.score(cards("7C", "AH 2C", robbed_by=0, open=True)).points == [0, 5]
    assert TWO.no(cards("7H", "AH 2C", robbed_by=0, open=True)) == ("/robbed_by", "not_the_holder")


def test_a_turned_ace_is_the_dealers_or_nobodys() -> None:
    robbed = cards("AC", "KH AC", robbed_by=0, open=True)
    assert TWO.score(robbed).points == [5, 0]
    assert Table("twenty-five", 2, {"dealer_robs_ace": False}).no(robbed) == ("/robbed_by", "ace_not_robbed")
    assert Table("twenty-five", 2, dealer=1).no(robbed) == ("/robbed_by", "not_the_dealer")


def test_by_cards_a_match_stops_at_the_target_too() -> None:
    race = Table("twenty-five", 2, totals=[20, 0])
    assert race.play(cards("7C", "KH 2C")).verdict.winners == [0]
    assert race.no(cards("7C", "KH 2C", "5C 10C")) == ("/tricks/1", "after_target")


# -- the order of the cards ------------------------------------------------------------------------------


def test_the_ranks_make_a_whole_pack_with_every_trump() -> None:
    for trump, size in (("H", 13), ("D", 14), ("C", 14), ("S", 14)):
        trumps = list(trump_cards(trump))
        plain = [rank + letter for letter in SUITS if letter != trump for rank in plain_ranks(letter)]
        assert len(trumps) == size
        assert sorted(trumps + plain) == sorted(PACK_52.cards)


@pytest.mark.parametrize(
    ("trump", "best"),
    [
        ("H", "5H JH AH KH QH 10H 9H 8H 7H 6H 4H 3H 2H"),
        ("D", "5D JD AH AD KD QD 10D 9D 8D 7D 6D 4D 3D 2D"),
        ("S", "5S JS AH AS KS QS 2S 3S 4S 6S 7S 8S 9S 10S"),
    ],
)
def test_the_trumps_from_the_highest_down(trump: Suit, best: str) -> None:
    order = best.split()
    for higher, lower in pairwise(order):
        assert THREE.winner(trump=trump, plays=[(0, lower), (1, higher), (2, "KC")]) == (1, higher)


@pytest.mark.parametrize(
    ("trump", "suit"), [("S", "KH QH JH 10H 2H"), ("S", "KD QD JD 10D 2D AD"), ("S", "KC QC JC AC 2C 5C 10C")]
)
def test_plain_suits_high_in_red_low_in_black(trump: Suit, suit: str) -> None:
    order = suit.split()
    for higher, lower in pairwise(order):
        assert THREE.winner(trump=trump, plays=[(0, lower), (1, higher)]) == (1, higher)


@pytest.mark.parametrize(
    ("trump", "plays", "best"),
    [
        ("S", "10C 2C KH 9C", "2C"),
        ("C", "KH AH 10C", "AH"),
        ("D", "5H JD 5D AH", "5D"),
        ("S", "3H KD QD KC", "3H"),
    ],
)
def test_tricks(trump: Suit, plays: str, best: str) -> None:
    played = list(enumerate(plays.split()))
    result = Table("twenty-five", len(played)).trick(trump=trump, plays=played)
    assert isinstance(result, TrickResult)
    assert result.card == best
    assert result.next_leader == result.winner


# -- what may be played ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trump", "led", "hand", "legal"),
    [
        ("C", "KC", "JC AH 9S 3D", "JC AH 9S 3D"),
        ("C", "KC", "JC AH 9S 3D 2C", "JC AH 2C"),
        ("S", "3H", "AH 4H 9C 2S", "AH 4H 2S"),
        ("S", "3H", "AH 9C 2S", "AH 9C 2S"),
        ("S", "AH", "4H 9C 2S", "2S"),
        ("S", "AH", "4H 9C", "4H 9C"),
        ("H", "KH", "5H JH AH 2C", "5H JH AH 2C"),
        ("D", "5D", "JD 9C", "JD 9C"),
    ],
)
def test_follow_or_trump_and_keep_the_best_back(trump: Suit, led: str, hand: str, legal: str) -> None:
    assert THREE.legal(trump=trump, plays=[(0, led)], hand=hand.split()) == legal.split()


@pytest.mark.parametrize(
    ("led", "hand", "legal"),
    [
        ("5D", "JD 9C", "JD"),
        ("5D", "JD AH 9C", "JD AH"),
        ("JD", "AH 9C", "AH"),
        ("JD", "5D 9C", "5D 9C"),
        ("JD", "5D AH 9C", "5D AH"),
        ("AH", "5D JD 9C", "5D JD 9C"),
        ("2D", "5D JD AH 9C", "5D JD AH 9C"),
        ("2D", "AH 3D 9C", "AH 3D"),
    ],
)
def test_officially_a_better_lead_calls_for_the_best_too(led: str, hand: str, legal: str) -> None:
    official = Table("twenty-five", 3, {"renege": "lower_led"})
    assert official.legal(trump="D", plays=[(0, led)], hand=hand.split()) == legal.split()


def test_the_leader_may_lead_anything() -> None:
    assert THREE.legal(trump="D", hand=["5D", "9C"]) == ["5D", "9C"]


@pytest.mark.parametrize(
    ("asked", "refused"),
    [
        ({}, ("/plays", "no_cards")),
        ({"plays": [(0, "AC"), (2, "KC")]}, ("/plays/1/seat", "out_of_turn")),
        ({"plays": [(0, "AC"), (1, "AC")]}, ("/plays/1/card", "card_twice")),
        ({"plays": [(0, "JK")]}, ("/plays/0/card", "card_unknown")),
        ({"plays": [(0, "AC")], "hand": ["AC"]}, ("/hand/0", "card_twice")),
        ({"hand": ["AC", "2C", "3C", "4C", "5C", "6C"]}, ("/hand", "hand_size")),
        ({"plays": [(0, "AC"), (1, "2C"), (2, "3C")], "hand": ["4C"]}, ("/hand", "trick_complete")),
    ],
)
def test_look_ups_that_cannot_be_are_refused(asked: dict[str, Any], refused: tuple[str, str]) -> None:
    assert THREE.no_trick(trump="D", **asked) == refused


# -- before the hand, the form ---------------------------------------------------------------------------


def test_the_table_hears_who_deals_and_leads_and_what_is_needed() -> None:
    coming = THREE.play(won(1, 1, 2, 0, 1)).upcoming
    assert coming
    assert (coming.dealer, coming.leads) == (1, 2)
    assert coming.details == {"leader": 2, "needed": [20, 10, 20]}


def test_a_table_may_stop_early() -> None:
    assert THREE.stop().winners == []
    assert THREE.stop(won(1, 1, 2, 0, 0)).winners == [0, 1]


def test_a_correction_is_as_if_it_had_been_recorded_so() -> None:
    wrong = [won(1, 1, 2, 0, 1), won(0, 0, 1)]
    assert THREE.no(*wrong) == ("/trick_winners", "too_few_tricks")
    assert THREE.play(won(1, 1, 2, 1, 1), wrong[1]).totals == [10, 25, 5]


def test_one_tap_for_each_trick_and_the_hand_may_be_saved_in_between() -> None:
    opened = open_match(game, 3)
    form = THREE.game.form(opened.setup, opened.state)
    hand = form.read(form.initial() | {"trick_winners": ["1", "2"]})
    assert hand == {"kind": "winners", "trick_winners": [1, 2], "open": True}
    assert THREE.score(hand).points == [0, 5, 5]


HANDS = [
    won(1, 1, 2, 0, 1, up_card="7S", robbed_by=2),
    won(1, 1, 2, open=True, trump="H"),
    cards("7C", "KH 2C 3C", "5C 10C 9C", robbed_by=1, open=True),
]


@pytest.mark.parametrize("played", HANDS)
def test_what_was_recorded_opens_in_the_form_and_comes_back_the_same(played: Hand) -> None:
    opened = open_match(game, 3)
    form = THREE.game.form(opened.setup, opened.state)
    assert form.read(form.show(played)) == {**played, "open": True}


# -- properties ------------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 3), min_size=5, max_size=5), st.sampled_from([None, 2]), st.data())
def test_a_hand_gives_25_points_or_ends_the_match(seats: list[int], teams: int | None, data: st.DataObject) -> None:
    sides = 4 if teams is None else teams
    totals = data.draw(st.lists(st.sampled_from([0, 5, 10, 15, 20]), min_size=sides, max_size=sides))
    table = Table("twenty-five", 4, {"teams": teams}, totals=totals)
    needed = next(n for n in range(1, 6) if table.score(won(*seats[:n], open=True)).complete)
    scored = table.score(won(*seats[:needed]))
    assert sum(scored.points) == 5 * needed
    assert max(scored.state.totals) <= 25
    assert (25 in scored.state.totals) == scored.details["finished"]
    assert scored.details["finished"] or needed == 5


@given(st.permutations(PACK_52.cards), st.sampled_from(SUITS), st.integers(2, 10))
def test_a_trick_has_one_winner_that_beats_all_others(cards_dealt: list[str], trump: Suit, players: int) -> None:
    plays = [Play(seat=number, card=code) for number, code in enumerate(cards_dealt[:players])]
    order = ranking(trump)
    led = order.effective_suit(plays[0].card)
    strengths = sorted(order.strength(play.card, led) for play in plays)
    assert strengths[-1] > strengths[-2]
    assert order.strength(order.winner(plays).card, led) == strengths[-1]


@given(st.permutations(PACK_52.cards), st.sampled_from(SUITS), st.booleans())
def test_something_may_always_be_played(cards_dealt: list[str], trump: Suit, official: bool) -> None:
    table = Table("twenty-five", 3, {"renege": "lower_led" if official else "always"})
    legal = table.legal(trump=trump, plays=[(0, cards_dealt[0]), (1, cards_dealt[1])], hand=list(cards_dealt[2:7]))
    assert legal
    assert set(legal) <= set(cards_dealt[2:7])


@settings(max_examples=150)
@given(any_hand(game, 2) | any_hand(game, 4) | any_hand(game, 10), st.sampled_from([(2, None), (4, 2), (10, None)]))
def test_whatever_is_entered_is_scored_or_refused(played: Hand, table: tuple[int, int | None]) -> None:
    Table("twenty-five", table[0], {"teams": table[1]}).try_out(played)


@settings(max_examples=100)
@given(any_lookup(game))
def test_any_look_up_is_answered_or_refused(lookup: Hand) -> None:
    THREE.ask(lookup)


def test_an_open_hand_is_not_counted_twice_when_its_state_is_the_next_start() -> None:
    started = {"kind": "winners", "trick_winners": [0, 1], "open": True}
    whole = {"kind": "winners", "trick_winners": [0, 1, 0, 0, 1]}
    first = Table("twenty-five", 3).play(started)
    start = first.state.model_dump(mode="json")
    assert (first.totals, start["open_points"], start["hands_played"]) == ([5, 5, 0], [5, 5, 0], 0)
    again = Table("twenty-five", 3, **start).play(whole)
    assert again.state == Table("twenty-five", 3).play(whole).state
    assert again.totals == [15, 10, 0]
