"""Loo: what a hand pays and into which pot, flushes and Pam, the end, the duties of play; no chip is ever lost."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.cards import PACK_52, Suit
from scoring.engine.game import Figure
from scoring.engine.match import open_match
from scoring.engine.refusal import Refusal
from scoring.engine.tricks import Play
from scoring.games.loo import game
from scoring.games.loo.models import LooOptions
from scoring.games.loo.tricks import PAM, ranking
from tests.games.table import Table, any_hand, any_lookup

Hand = dict[str, Any]
SIX = Table("loo", 6)
SUITS: tuple[Suit, ...] = ("C", "S", "H", "D")


def at(pot: int = 0, dealer: int = 0, players: int = 6, **options: Any) -> Table:
    return Table("loo", players, options, pot_carried=pot, dealer=dealer)


def played(*stayed: int, **more: Any) -> Hand:
    return {"kind": "played", "stayed": list(stayed), **more}


def flush(*stayed: int, pam: int | None = None, **more: Any) -> Hand:
    """A flush hand; ``s4="9H 8H 6H 4H 2H"`` is what seat 4 shows."""
    flushes = [{"seat": int(name[1:]), "cards": more.pop(name).split()} for name in sorted(more) if name[1:].isdigit()]
    return {"kind": "flush", "stayed": list(stayed), "shown": flushes, "pam_holder": pam, **more}


HEARTS, SPADES, DIAMONDS = "9H 8H 6H 4H 2H", "KS QS 9S 5S 2S", "KD QD 9D 6D 2D"


# -- tricks ----------------------------------------------------------------------------------------------


def test_a_trick_pays_a_fifth_and_whoever_took_none_is_looed() -> None:
    scored = at(10, 2).score(played(0, 3, 5, tricks=[1, 0, 0, 4, 0, 0]))
    assert scored.points == [3, 0, -5, 12, 0, -5]
    assert scored.details == {
        "looed": [5],
        "pot_played": 15,
        "pot_next": 5,
        "tricks": [1, 0, 0, 4, 0, 0],
        "trick_value": 3,
    }
    assert at(10, 2).score(played(0, 3, 5, trick_winners=[3, 3, 0, 3, 3])).points == scored.points


def test_a_player_alone_takes_the_pot_without_play() -> None:
    for hand in (played(1), played(1, tricks=[0, 5, 0, 0, 0, 0]), played(1, trick_winners=[1] * 5)):
        assert at(20, 3).score(hand).points == [0, 25, 0, -5, 0, 0]


def test_unlimited_loo_costs_the_pot() -> None:
    scored = at(20, loo="unlimited").score(played(1, 2, 3, tricks=[0, 5, 0, 0, 0, 0]))
    assert scored.points == [-5, 25, -25, -25, 0, 0]
    assert scored.details["pot_next"] == 50
    hand = at(20, loo="unlimited").score(flush(1, s1=HEARTS, trump="H"))
    assert hand.points == [-30, 25, -25, -25, -25, -25]


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        (played(tricks=[5, 0, 0, 0, 0, 0]), ("/stayed", "nobody_stayed")),
        (played(1, 1, tricks=[0, 5, 0, 0, 0, 0]), ("/stayed/1", "seat_twice")),
        (played(1, 6, tricks=[0, 5, 0, 0, 0, 0]), ("/stayed/1", "seat_unknown")),
        (played(1, -1, tricks=[0, 5, 0, 0, 0, 0]), ("/stayed/1", "seat_unknown")),
        (played(1, 2), ("/tricks", "nothing_entered")),
        (played(1, 2, tricks=[0, 4, 0, 0, 0, 0]), ("/tricks", "wrong_sum")),
        (played(1, 2, tricks=[0, 4, 2, 0, 0, 0]), ("/tricks", "wrong_sum")),
        (played(1, 2, tricks=[0, 6, -1, 0, 0, 0]), ("/tricks/2", "negative")),
        (played(1, 2, tricks=[1, 4, 0, 0, 0, 0]), ("/tricks/0", "passed")),
        (played(1, 2, tricks=[0, 5, 0, 0, 0]), ("/tricks", "wrong_length")),
        (played(1, 2, trick_winners=[1, 2, 1, 2]), ("/trick_winners", "wrong_length")),
        (played(1, 2, trick_winners=[1, 2, 1, 2, 6]), ("/trick_winners/4", "seat_unknown")),
        (played(1, 2, trick_winners=[1, 2, 1, 2, 3]), ("/trick_winners/4", "passed")),
        (played(1, 2, tricks=[0, 5, 0, 0, 0, 0], trick_winners=[1, 2, 1, 2, 1]), ("/tricks/1", "disagree")),
        (played(1, turn_up="7H", trump="S"), ("/trump", "disagree")),
        (played(1, up_card="JK"), ("/up_card", "card_unknown")),
    ],
)
def test_what_cannot_have_been_played_is_refused(hand: Hand, answer: tuple[str, str]) -> None:
    assert SIX.no(hand) == answer


def test_everybody_passes() -> None:
    passed = {"kind": "all_passed"}
    assert at(10, 2).score(passed).points == [0, 0, 10, 0, 0, 0]
    carried = at(10, 2, all_pass="carry").score(passed)
    assert (carried.points, carried.details["pot_next"]) == ([0, 0, -5, 0, 0, 0], 15)


# -- flushes ---------------------------------------------------------------------------------------------


def test_a_flush_takes_the_pot_and_all_others_pay_but_for_pam() -> None:
    scored = at(10, 2).score(flush(0, 3, 4, s4=HEARTS, pam=0, trump="C"))
    assert scored.points == [0, -5, -10, -5, 15, -5]
    assert scored.details == {
        "looed": [1, 2, 3, 5],
        "pot_played": 15,
        "pot_next": 20,
        "flush_winner": 4,
        "flush_class": "plain",
    }
    spared = at(10, 2, flush_pays="stayed").score(flush(0, 3, 4, s4=HEARTS, pam=0))
    assert spared.points == [0, 0, -5, -5, 15, 0]


@pytest.mark.parametrize(
    ("hand", "winner"),
    [
        (flush(1, 3, s1="AH 9H 7H 4H 3H", s3="10D 9D 8D 2D JC", trump="H"), 3),
        (flush(1, 3, s1="AH 9H 7H 4H 3H", s3="10D 9D 8D 2D JC"), 3),
        (flush(1, 4, s1=SPADES, s4=DIAMONDS, trump="H"), 4),
        (flush(1, 4, s1=SPADES, s4=DIAMONDS, trump="S"), 1),
        (flush(1, 4, s1=SPADES, s4=DIAMONDS, turn_up="3S"), 1),
        (flush(1, 2, s1="6H 5H 4H 3H 2H", s2="AH KH QH JH 10H"), 2),
        (flush(1, 2, s1="AC KC JC 3C 2C", s2="AH KH QH JH 10H", trump="H"), 1),
        (flush(1, 2, s1="7C 5C 4C 3C 2C", s2="AH KH QH JH 10H", trump="C"), 1),
    ],
)
def test_the_best_flush(hand: Hand, winner: int) -> None:
    assert SIX.score(hand).details["flush_winner"] == winner


@pytest.mark.parametrize(("dealer", "winner"), [(0, 1), (1, 4), (2, 4), (3, 4), (4, 1), (5, 1)])
def test_equal_plain_flushes_go_to_the_first_from_the_dealers_left(dealer: int, winner: int) -> None:
    equal = flush(1, 4, s1="KS QS 9S 5S 2S", s4="KD QD 9D 5D 2D", trump="H")
    assert at(dealer=dealer).score(equal).details["flush_winner"] == winner


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        (flush(1), ("/shown", "nothing_shown")),
        (flush(s1=HEARTS), ("/stayed", "nobody_stayed")),
        (flush(2, s1=HEARTS), ("/shown/0/seat", "passed")),
        (flush(1, s6=HEARTS), ("/shown/0/seat", "seat_unknown")),
        (flush(1, s1="9H 8H 6H 4H 2S"), ("/shown/0/cards", "no_flush")),
        (flush(1, s1="9H 8H 6H 4S JC"), ("/shown/0/cards", "no_flush")),
        (flush(1, s1="9H 8H 6H 4H"), ("/shown/0/cards", "flush_size")),
        (flush(1, s1="9H 8H 6H 4H 3H 2H"), ("/shown/0/cards", "flush_size")),
        (flush(1, s1="9H 8H 6H 4H 4H"), ("/shown/0/cards/4", "card_twice")),
        (flush(1, s1="9H 8H 6H 4H JK"), ("/shown/0/cards/4", "card_unknown")),
        (flush(1, 2, s1=HEARTS, s2="AH 9H 7H 5H 3H"), ("/shown/1/cards/1", "card_twice")),
        (flush(1, s1=HEARTS, turn_up="6H"), ("/shown/0/cards/2", "card_turned")),
        (flush(1, s1="9H 8H 6H 4H JC", turn_up="JC"), ("/shown/0/cards/4", "card_turned")),
        (flush(1, s1=HEARTS, turn_up="JC", pam=2), ("/pam_holder", "no_pam")),
        (flush(1, s1="9H 8H 6H 4H JC", pam=2), ("/pam_holder", "pam_elsewhere")),
        (flush(1, s1=HEARTS, pam=1), ("/pam_holder", "pam_elsewhere")),
        (flush(1, s1=HEARTS, pam=6), ("/pam_holder", "seat_unknown")),
        (flush(1, 4, s1=SPADES, s4=DIAMONDS), ("/trump", "trump_missing")),
        (flush(1, s1=HEARTS, trump="S", turn_up="7D"), ("/trump", "disagree")),
    ],
)
def test_flushes_that_cannot_be_are_refused(hand: Hand, answer: tuple[str, str]) -> None:
    assert SIX.no(hand) == answer


def test_nobody_shows_two_flushes() -> None:
    hand = flush(1, s1=HEARTS, trump="H")
    hand["shown"].append({"seat": 1, "cards": SPADES.split()})
    assert SIX.no(hand) == ("/shown/1/seat", "seat_twice")


def test_one_flush_needs_no_trumps() -> None:
    assert SIX.score(flush(1, s1=HEARTS)).details["flush_class"] is None
    assert SIX.score(flush(1, s1=HEARTS, trump="H")).details["flush_class"] == "trump"


# -- setup, before the hand, the end ---------------------------------------------------------------------


@pytest.mark.parametrize("players", [4, 11])
def test_five_to_ten_play(players: int) -> None:
    assert Table("loo", players).no_setup() == ("/players", "players")


@pytest.mark.parametrize(
    ("stake", "code"),
    [(7, "not_a_multiple"), (0, "too_small"), (-5, "too_small"), (505, "too_large")],
)
def test_the_stake_is_a_multiple_of_five(stake: int, code: str) -> None:
    assert Table("loo", 6, {"stake": stake}).no_setup() == ("/options/stake", code)


@pytest.mark.parametrize(
    ("start", "answer"),
    [
        ({"pot_carried": 7}, ("/start/pot_carried", "not_a_multiple")),
        ({"pot_carried": -5}, ("/start/pot_carried", "too_small")),
        ({"times_looed": [1]}, ("/start/times_looed", "wrong_length")),
        ({"totals": [0.5, 0, 0, 0, 0, 0]}, ("/start/totals/0", "not_a_multiple")),
    ],
)
def test_starts_that_no_table_has(start: dict[str, Any], answer: tuple[str, str]) -> None:
    assert Table("loo", 6, **start).no_setup() == answer


def test_the_table_hears_what_is_in_the_pot() -> None:
    played_on = SIX.play(played(2, 3, 5, tricks=[0, 0, 3, 2, 0, 0]))
    coming = played_on.upcoming
    assert coming
    assert coming.dealer == 1
    assert coming.details == {"pot_carried": 5, "pot_after_ante": 10, "trick_value": 2, "declares_first": 2}
    figures = [part for part in game.board(played_on.open_match.setup, played_on.state) if isinstance(part, Figure)]
    assert [figure.value for figure in figures] == [10, 2]
    assert played_on.state.times_looed == [0, 0, 0, 0, 0, 1]


LOOED = played(1, 2, tricks=[0, 5, 0, 0, 0, 0])
ALONE = played(3)


def test_after_the_agreed_hands_play_goes_on_until_the_pot_is_empty() -> None:
    two = Table("loo", 6, {"deals": 2, "start_chips": 20})
    assert two.play(LOOED, ALONE).verdict.winners == [3]
    assert two.play(LOOED, ALONE).totals == [15, 20, 15, 30, 20, 20]
    late = two.play(ALONE, LOOED)
    assert not late.verdict.finished
    assert late.upcoming
    assert [notice.rule for notice in late.upcoming.notices][-1] == "end"
    assert two.play(ALONE, LOOED, ALONE).verdict.finished
    assert two.no(LOOED, ALONE, ALONE) == ("", "match_over")


def test_the_pot_may_be_divided_after_the_last_hand() -> None:
    split = Table("loo", 6, {"deals": 1, "leftover": "split"}, dealer=3)
    scored = split.score(played(0, 1, 2, tricks=[5, 0, 0, 0, 0, 0]))
    assert scored.points == [5 + 2, -5 + 2, -5 + 1, -5 + 1, 2, 2]
    assert (scored.details["pot_split"], scored.details["split"]) == (10, [2, 2, 1, 1, 2, 2])
    assert scored.state.pot_carried == 0
    assert split.play(ALONE).verdict.finished


def test_nobody_stops_with_chips_in_the_pot() -> None:
    assert SIX.stop().winners == []
    assert SIX.stop(ALONE).winners == [3]
    with pytest.raises(Refusal) as refused:
        SIX.stop(LOOED)
    assert [(fault.pointer, fault.code) for fault in refused.value.errors] == [("", "pot_left")]
    verdict = Table("loo", 6, {"leftover": "split"}).stop(LOOED)
    assert (verdict.winners, verdict.details) == ([1], {"split": [0, 1, 1, 1, 1, 1]})


def test_a_correction_is_as_if_it_had_been_recorded_so() -> None:
    later = [flush(0, s0=HEARTS), {"kind": "all_passed"}]
    assert SIX.play(LOOED, *later).totals == [5, -5, 15, -5, -5, -5]
    assert SIX.play(ALONE, *later).totals == [0, -10, 20, 0, -5, -5]


# -- tricks ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trump", "plays", "winner"),
    [
        ("H", "AC JC 2H", 1),
        ("H", "AH JC 2H", 1),
        ("C", "AC KC JC", 2),
        ("H", "KS AS 2S", 1),
        ("H", "KS AS 2H", 2),
        ("D", "JC AD 2D", 0),
    ],
)
def test_pam_then_trumps_then_the_suit_led(trump: Suit, plays: str, winner: int) -> None:
    seats = [(number * 2, code) for number, code in enumerate(plays.split())]
    assert SIX.winner(trump=trump, plays=seats) == (winner * 2, plays.split()[winner])


@pytest.mark.parametrize(
    ("trump", "plays", "hand", "legal"),
    [
        ("H", "9S", "KS 2S AH JC", "KS"),
        ("H", "AS", "KS 2S AH JC", "KS 2S"),
        ("H", "9S 3H", "KS 2S AH JC", "KS 2S"),
        ("H", "9S", "3H 2D 4C", "3H"),
        ("H", "9S 7H", "3H 9H JC 4C", "9H JC"),
        ("H", "9S 10H", "3H 9H 4C", "3H 9H"),
        ("H", "9S JC", "3H AH 4D", "3H AH"),
        ("H", "9S", "2D 4C", "2D 4C"),
        ("H", "9C", "JC 2C AH", "2C"),
        ("H", "9C", "JC 2D AH", "JC AH"),
        ("H", "9C", "JC 2D 3D", "JC"),
        ("H", "JC", "AH 2H KC", "AH 2H"),
        ("H", "7H", "9H 2H KC", "9H"),
        ("H", "7H", "JC KC", "JC"),
        ("H", "7H", "KC 2C", "KC 2C"),
        ("C", "9C", "JC 2C AH", "JC"),
    ],
)
def test_follow_and_head_else_trump_and_overtrump(trump: Suit, plays: str, hand: str, legal: str) -> None:
    on_table = list(enumerate(plays.split()))
    assert SIX.legal(trump=trump, plays=on_table, hand=hand.split()) == legal.split()


def test_pam_be_civil() -> None:
    def civil(hand: str) -> list[str]:
        return SIX.legal(trump="H", plays=[(0, "AH")], hand=hand.split(), pam_be_civil=True)

    assert SIX.legal(trump="H", plays=[(0, "AH")], hand=["JC", "2H"]) == ["JC"]
    assert civil("JC 2H 3D") == ["2H"]
    assert civil("JC 3D") == ["JC"]
    assert civil("2H 3D") == ["2H"]
    assert SIX.winner(trump="H", plays=[(0, "AH"), (3, "JC")], pam_be_civil=True) == (3, "JC")


@pytest.mark.parametrize(
    ("asked", "refused"),
    [
        ({}, ("/plays", "no_cards")),
        ({"plays": [(0, "AC"), (0, "KC")]}, ("/plays/1/seat", "out_of_turn")),
        ({"plays": [(4, "AC"), (1, "KC"), (5, "2C")]}, ("/plays/2/seat", "out_of_turn")),
        ({"plays": [(6, "AC")]}, ("/plays/0/seat", "seat_unknown")),
        ({"plays": [(0, "AC"), (1, "AC")]}, ("/plays/1/card", "card_twice")),
        ({"plays": [(0, "JK")]}, ("/plays/0/card", "card_unknown")),
        ({"plays": [(0, "AC")], "hand": ["AC"]}, ("/hand/0", "card_twice")),
        ({"plays": [(0, "KH")], "pam_be_civil": True}, ("/pam_be_civil", "not_the_ace")),
        ({"hand": ["2C"], "pam_be_civil": True}, ("/pam_be_civil", "not_the_ace")),
        ({"hand": ["2C", "3C", "4C", "5C", "6C", "7C"]}, ("/hand", "hand_size")),
        ({"plays": [(n, f"{n + 2}S") for n in range(6)], "hand": ["KC"]}, ("/hand", "trick_complete")),
    ],
)
def test_look_ups_that_cannot_be_are_refused(asked: dict[str, Any], refused: tuple[str, str]) -> None:
    assert SIX.no_trick(trump="H", **asked) == refused


def test_the_order_of_the_cards() -> None:
    rows = {row.where: row.cards for row in game.strength(LooOptions())}
    assert rows["clubs as trumps"][:3] == ("JC", "A", "K")
    assert "J" not in rows["clubs, not trumps"]


# -- the form --------------------------------------------------------------------------------------------


def test_tap_who_stayed_and_the_tricks() -> None:
    opened = open_match(SIX.game, 6)
    form = SIX.game.form(opened.setup, opened.state)
    taps = {"stayed": ["2", "3", "5"], "tricks.2": ["3"], "tricks.3": ["2"]}
    hand = {"kind": "played", "stayed": [2, 3, 5], "tricks": [0, 0, 3, 2, 0, 0]}
    assert form.read(form.initial() | taps) == hand
    assert form.read(form.initial() | {"stayed": ["4"]}) == {"kind": "played", "stayed": [4]}
    assert form.read(form.initial() | {"kind": ["all_passed"]}) == {"kind": "all_passed"}


@settings(max_examples=200)
@given(any_hand(game), st.integers(0, 5))
def test_what_was_recorded_opens_in_the_form_and_comes_back_the_same(hand: Hand, dealer: int) -> None:
    table = at(20, dealer)
    scored = table.try_out(hand)
    if scored:
        opened = open_match(SIX.game, 6)
        form = SIX.game.form(opened.setup, opened.state)
        again = table.score(form.read(form.show(hand)))
        assert (again.points, again.details) == (scored.points, scored.details)


# -- properties ------------------------------------------------------------------------------------------


@st.composite
def any_played(draw: st.DrawFn) -> Hand:
    stayed = draw(st.lists(st.integers(0, 5), min_size=1, unique=True))
    if draw(st.integers(0, 3)) == 0:
        return {"kind": "all_passed"}
    if draw(st.integers(0, 3)) == 0:
        suit = draw(st.sampled_from("SHD"))
        ranks = draw(st.permutations("AKQ98765432"))[:5]
        flushes = [{"seat": stayed[0], "cards": [rank + suit for rank in ranks]}]
        pam = draw(st.sampled_from([None, *(number for number in range(6) if number != stayed[0])]))
        return {"kind": "flush", "stayed": stayed, "shown": flushes, "pam_holder": pam}
    return played(*stayed, trick_winners=draw(st.lists(st.sampled_from(stayed), min_size=5, max_size=5)))


@settings(max_examples=150)
@given(
    st.lists(any_played(), min_size=1, max_size=6),
    st.sampled_from(["limited", "unlimited"]),
    st.sampled_from(["dealer", "carry"]),
    st.sampled_from([None, 3]),
)
def test_no_chip_is_lost(hands: list[Hand], loo: str, all_pass: str, deals: int | None) -> None:
    options = {"loo": loo, "all_pass": all_pass, "start_chips": 100, "stake": 10, "deals": deals, "leftover": "split"}
    match = Table("loo", 6, options).play(*hands[:deals])
    pot = 0
    for result in match.results:
        assert sum(result.result.points) + result.state.pot_carried - pot == 0
        pot = result.state.pot_carried
        assert pot % 5 == 0
        assert sum(result.state.totals) + pot == 600
    if deals and len(hands) >= deals:
        assert match.verdict.finished
        assert pot == 0


@given(st.permutations(PACK_52.cards), st.sampled_from(SUITS), st.integers(1, 5))
def test_what_must_be_played_follows_trumps_or_is_free(cards: list[str], trump: Suit, played_so_far: int) -> None:
    plays = list(enumerate(cards[:played_so_far]))
    hand = cards[10:15]
    legal = SIX.legal(trump=trump, plays=plays, hand=hand)
    order = ranking(trump)
    on_table = [Play(seat=number, card=code) for number, code in plays]
    following = order.following(hand, on_table)
    trumps = [code for code in hand if order.effective_suit(code) == "trump"]
    assert set(legal) <= set(following or trumps or hand)
    assert legal
    winning = [code for code in following or trumps if code in order.beating(hand, on_table)]
    if winning:
        assert legal == winning
    if PAM in legal and order.effective_suit(plays[0][1]) == "C":
        assert not any(code.endswith("C") and code != PAM for code in hand)


@settings(max_examples=150)
@given(any_hand(game), st.sampled_from([5, 6, 10]))
def test_whatever_is_entered_is_scored_or_refused(hand: Hand, players: int) -> None:
    at(10, players=players, loo="unlimited").try_out(hand)


@settings(max_examples=100)
@given(any_lookup(game))
def test_any_look_up_is_answered_or_refused(lookup: Hand) -> None:
    SIX.ask(lookup)


def test_three_card_loo() -> None:
    three = Table("loo", 5, {"cards": 3})
    assert three.play().open_match.setup.options.stake == 3
    scored = three.score({"kind": "played", "stayed": [1, 2, 3], "tricks": [0, 2, 1, 0, 0]})
    assert scored.points == [-3, 2, 1, -3, 0]
    assert any("a third of the pot" in str(line.message) for line in scored.lines)
    assert three.no({"kind": "flush", "stayed": [0, 1], "shown": []})[1] == "no_flushes"
    assert three.winner(trump="H", plays=[(0, "AC"), (1, "JC")]) == (0, "AC"), "there is no Pam"
    assert three.no_trick(trump="H", plays=[], hand=["AC", "KC", "QC", "JC"]) == ("/hand", "hand_size")
    assert Table("loo", 5, {"cards": 3, "stake": 5}).no_setup() == ("/options/stake", "not_a_multiple")
    assert Table("loo", 5, {"cards": 3, "stake": 6}).play().open_match.setup.options.stake == 6
