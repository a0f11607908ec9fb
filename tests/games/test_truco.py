"""Truco by its result: the ladder, its limits, the special hands, irregularities, the form, whatever is entered."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.form import Choice
from scoring.engine.game import Marks
from scoring.engine.match import open_match
from scoring.games.truco import game
from tests.games.table import Table, any_hand, any_lookup

TABLE = Table("truco", 4)
TWO_MINEIRO = ("2-4-6-10-12", "2-4-8-10-12")

Hand = dict[str, Any]


def at(a: int, b: int, **options: Any) -> Table:
    """A table at this score, dealer 0, so that side 1 has the mão."""
    return Table("truco", 4, options, totals=[a, b])


def result(winner: int | None, stake: int | None = None, **more: Any) -> Hand:
    return {"kind": "summary", "winner": winner, **({} if stake is None else {"stake": stake}), **more}


def broken(*sides: int, offence: str = "disclose") -> list[dict[str, Any]]:
    return [{"side": number, "offence": offence} for number in sides]


PLAY: Hand = {"eleven_choice": "play"}
RUN: Hand = {"kind": "summary", "eleven_choice": "run"}


def test_calls_may_follow_an_irregularity_of_the_same_hand() -> None:
    """At 10 to 9 the second side may not call retruco; two irregularities take it down to 8, where it may."""
    two = broken(1, 1)
    assert at(10, 9).no(result(0, 6)) == ("/stake", "stake_unreachable")
    scored = at(10, 9).play(result(0, 6, irregularities=two))
    assert scored.totals == [17, 8]
    assert at(10, 9).no(result(0, 9, irregularities=two)) == ("/stake", "stake_unreachable")
    ran = result(1, 3, ran=True, irregularities=two)
    assert at(10, 9).play(ran).totals == [11, 11]


# -- the stake ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stake", [1, 3, 6, 9, 12])
def test_the_winner_scores_the_stake_and_the_losers_nothing(stake: int) -> None:
    scored = TABLE.score(result(1, stake))
    assert scored.points == [0, stake]
    assert scored.details == {
        "hand_type": "normal",
        "dealer": 0,
        "hand_winner": 1,
        "stake": stake,
        "finished": stake == 12,
        "winner": 1 if stake == 12 else None,
        "next_dealer": 1,
        "next_hand_type": None if stake == 12 else "normal",
    }


def test_a_score_above_twelve_is_kept() -> None:
    played = at(10, 4).play(result(0, 3))
    assert (played.totals, played.verdict.winners) == ([13, 4], [0])


@pytest.mark.parametrize(
    ("totals", "stake", "possible"),
    [
        ((10, 10), 3, True),
        ((8, 10), 6, True),
        ((9, 9), 6, False),
        ((5, 8), 9, True),
        ((6, 6), 9, False),
        ((5, 9), 9, False),
        ((2, 5), 12, True),
        ((3, 3), 12, False),
        ((2, 6), 12, False),
    ],
)
def test_a_stake_needs_scores_that_let_both_sides_call(totals: tuple[int, int], stake: int, possible: bool) -> None:
    for a, b in (totals, totals[::-1]):
        if possible:
            assert at(a, b).score(result(0, stake)).points == [stake, 0]
        else:
            assert at(a, b).no(result(0, stake)) == ("/stake", "stake_unreachable")


@pytest.mark.parametrize(
    ("winner", "loser", "stake", "possible"),
    [
        (10, 10, 1, True),
        (8, 10, 3, True),
        (9, 0, 3, False),
        (5, 8, 6, True),
        (6, 8, 6, False),
        (5, 9, 6, False),
        (2, 5, 9, True),
        (3, 5, 9, False),
        (2, 6, 9, False),
    ],
)
def test_who_ran_must_have_been_called_to(winner: int, loser: int, stake: int, possible: bool) -> None:
    hand = result(0, stake, ran=True)
    if possible:
        assert at(winner, loser).score(hand).points == [stake, 0]
    else:
        assert at(winner, loser).no(hand) == ("/stake", "stake_unreachable")


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        (result(0, 2), ("/stake", "stake_unknown")),
        (result(0, 0), ("/stake", "stake_unknown")),
        (result(0, -1), ("/stake", "too_small")),
        (result(0, 4), ("/stake", "stake_unknown")),
        (result(2, 1), ("/winner", "too_large")),
        (result(0), ("/stake", "stake_missing")),
        (result(0, 12, ran=True), ("/ran", "nothing_above")),
        (result(None, 3, ran=True), ("/ran", "tied_and_ran")),
        ({"kind": "summary", "stake": 3}, ("/winner", "winner_missing")),
        (result(0, 1, **PLAY), ("/eleven_choice", "eleven_choice_elsewhere")),
        (RUN, ("/eleven_choice", "eleven_choice_elsewhere")),
        (result(0, 1, irregularities=[{"side": 2, "offence": "deal"}]), ("/irregularities/0/side", "too_large")),
    ],
)
def test_what_cannot_be_is_refused(hand: Hand, answer: tuple[str, str]) -> None:
    assert TABLE.no(hand) == answer


@pytest.mark.parametrize("players", [2, 3, 5, 6])
def test_four_play(players: int) -> None:
    assert Table("truco", players).no_setup() == ("/players", "players")


@pytest.mark.parametrize(
    ("totals", "answer"),
    [
        ([-1, 3], ("/start/totals/0", "total_impossible")),
        ([1.5, 3], ("/start/totals/0", "not_a_multiple")),
        ([12, 12], ("/start/totals", "two_winners")),
        ([1, 2, 3], ("/start/totals", "wrong_length")),
    ],
)
def test_scores_that_no_table_has(totals: list[float], answer: tuple[str, str]) -> None:
    assert Table("truco", 4, totals=totals).no_setup() == answer


def test_nothing_is_recorded_after_the_end() -> None:
    assert at(11, 3).no(result(0, **PLAY), result(1, 1)) == ("", "match_over")
    assert at(12, 3).no(result(1, 1)) == ("", "match_over")


# -- tied three times ------------------------------------------------------------------------------------


def test_nobody_scores_when_all_three_are_tied_and_the_deal_moves_on() -> None:
    scored = at(5, 5).score(result(None, 6))
    assert (scored.points, scored.details["next_dealer"]) == ([0, 0], 1)
    assert at(5, 5).score(result(None)).points == [0, 0]


def test_the_maos_side_may_have_what_is_tied() -> None:
    assert at(5, 5, all_tied="mao").score(result(None, 3)).points == [0, 3]
    assert at(5, 5, all_tied="mao").no(result(None)) == ("/stake", "stake_missing")
    assert at(11, 5, all_tied="mao").score(result(None, **PLAY)).points == [0, 3]
    assert at(11, 11, all_tied="mao").score(result(None)).points == [0, 0]


# -- eleven and iron -------------------------------------------------------------------------------------


def test_a_hand_of_eleven_is_played_for_three() -> None:
    assert at(11, 8).score(result(0, **PLAY)).points == [3, 0]
    assert at(11, 8).score(result(1, 3, **PLAY)).details["next_hand_type"] == "iron"
    again = at(8, 11).score(result(None, **PLAY))
    assert (again.points, again.details["next_hand_type"]) == ([0, 0], "eleven")


def test_running_with_eleven() -> None:
    scored = at(8, 11).score(RUN)
    assert (scored.points, scored.details["hand_winner"], scored.details["stake"]) == ([1, 0], 0, 1)
    lost = at(8, 11, eleven_run="leaders_lose").score(RUN)
    assert (lost.points, lost.details["hand_winner"], lost.details["stake"]) == ([0, -1], None, None)
    mineiro = at(9, 10, stakes="2-4-6-10-12", eleven_run="leaders_lose")
    assert mineiro.score(RUN).points == [0, -2]


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        (result(0, 3), ("/eleven_choice", "eleven_choice_missing")),
        (result(0, 1, **PLAY), ("/stake", "stake_fixed")),
        (result(0, 6, **PLAY), ("/stake", "stake_fixed")),
        (result(0, 3, ran=True, **PLAY), ("/ran", "no_raises")),
        ({"kind": "summary", **PLAY}, ("/winner", "winner_missing")),
        ({**RUN, "winner": 1}, ("/winner", "eleven_run_alone")),
        ({**RUN, "stake": 1}, ("/stake", "eleven_run_alone")),
        ({**RUN, "ran": True}, ("/ran", "eleven_run_alone")),
    ],
)
def test_what_a_hand_of_eleven_does_not_have(hand: Hand, answer: tuple[str, str]) -> None:
    assert at(11, 8).no(hand) == answer


def test_an_iron_hand_counts_one_and_ends_the_match() -> None:
    assert at(11, 11).play(result(1)).totals == [11, 12]
    assert at(11, 11).score(result(1, 1)).details["hand_type"] == "iron"
    assert at(11, 11).no(result(1, 3)) == ("/stake", "stake_fixed")
    assert at(11, 11).no(result(1, ran=True)) == ("/ran", "no_raises")
    assert at(11, 11).no(result(1, **PLAY)) == ("/eleven_choice", "eleven_choice_elsewhere")


def test_whoever_breaks_a_rule_in_an_iron_hand_wins_it_and_not_yet_the_match() -> None:
    broken = [{"side": 0, "offence": "disclose"}]
    played = at(11, 11).play(result(0, 1, irregularities=broken))
    assert (played.totals, played.verdict.finished) == ([11, 11], False)
    assert [line.value for line in played.results[0].result.lines] == [-1, 1, 1]
    assert at(11, 11).play(result(1, 1, irregularities=broken)).verdict.winners == [1]


@pytest.mark.parametrize("stakes", TWO_MINEIRO)
def test_mineiro_counts_in_twos_and_has_a_hand_of_ten(stakes: str) -> None:
    plain = at(0, 0, stakes=stakes)
    assert plain.score(result(0, 2)).points == [2, 0]
    assert plain.no(result(0, 1)) == ("/stake", "stake_unknown")
    ten = at(10, 6, stakes=stakes)
    assert ten.score(result(1, 4, **PLAY)).details["next_hand_type"] == "iron"
    assert ten.no(result(1, 3, **PLAY)) == ("/stake", "stake_fixed")
    assert ten.score(RUN).points == [0, 2]
    assert at(10, 11, stakes=stakes).play(result(0)).totals == [12, 11]
    assert plain.score(result(0, 2, irregularities=broken(0))).points == [2, 2]
    third = int(stakes.split("-")[2])
    assert at(7, 9, stakes=stakes).score(result(1, third)).points == [0, third]
    assert at(8, 8, stakes=stakes).no(result(1, third)) == ("/stake", "stake_unreachable")


# -- irregularities --------------------------------------------------------------------------------------


def test_an_irregularity_gives_a_tento_to_the_other_side_and_the_hand_goes_on() -> None:
    assert at(4, 4).score(result(0, 3, irregularities=broken(0, 1, 1))).points == [3 + 2, 1]


def test_nobody_takes_the_twelfth_from_an_irregularity() -> None:
    assert at(10, 5).score(result(None, irregularities=broken(1, 1))).points == [1, -1]
    assert at(11, 0).score(result(None, **PLAY, irregularities=broken(1))).points == [0, 0]
    assert not at(11, 11).play(result(None, irregularities=broken(0))).verdict.finished
    assert at(11, 11).play(result(None, irregularities=broken(0))).totals == [10, 11]


def test_irregularities_count_before_the_hand_and_do_not_change_its_kind() -> None:
    scored = at(10, 5).score(result(1, 3, irregularities=broken(1)))
    assert (scored.points, scored.details["hand_type"], scored.details["next_hand_type"]) == (
        [1, 3],
        "normal",
        "eleven",
    )
    assert scored.lines[0].rule == "irregularities"


@pytest.mark.parametrize("offence", ["deal", "reject", "disclose", "over_raise", "other"])
def test_every_offence_costs_the_same(offence: str) -> None:
    assert TABLE.score({"kind": "void", "irregularities": broken(0, offence=offence)}).points == [0, 1]


def test_a_void_deal_is_dealt_again_by_the_same_player() -> None:
    void = {"kind": "void", "irregularities": broken(1, offence="deal")}
    played = Table("truco", 4, dealer=3).play(void)
    assert played.totals == [1, 0]
    assert played.upcoming
    assert played.upcoming.dealer == 3
    assert TABLE.score({"kind": "void"}).points == [0, 0]


# -- before the hand -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("totals", "kind", "stake", "limits"),
    [
        ((0, 2), "normal", 1, [12, 12]),
        ((3, 5), "normal", 1, [9, 9]),
        ((6, 8), "normal", 1, [6, 6]),
        ((9, 10), "normal", 1, [3, 3]),
        ((10, 0), "normal", 1, [3, 12]),
        ((11, 4), "eleven", 3, [None, None]),
        ((11, 11), "iron", 1, [None, None]),
    ],
)
def test_the_table_hears_what_kind_of_hand_is_coming(
    totals: tuple[int, int], kind: str, stake: int, limits: list[int | None]
) -> None:
    coming = Table("truco", 4, totals=list(totals), dealer=2).play().upcoming
    assert coming
    assert (coming.dealer, coming.leads) == (2, 3)
    assert coming.details == {"hand_type": kind, "mao": 3, "cutter": 1, "stake": stake, "may_raise_to": limits}
    special = {"normal": "limit", "eleven": "eleven", "iron": "iron"}[kind]
    assert special in [notice.rule for notice in coming.notices]


def test_the_beans_lie_on_the_table() -> None:
    played = at(10, 4).play(result(0, 3))
    assert list(game.board(played.open_match.setup, played.state)) == [
        Marks(0, "bean", 12, 12),
        Marks(1, "bean", 4, 12),
    ]


def test_a_table_may_stop_before_twelve() -> None:
    assert TABLE.stop().winners == []
    assert TABLE.stop(result(1, 3), result(0, 1)).winners == [1]
    assert TABLE.stop(result(1, 1), result(0, 1)).winners == [0, 1]


def test_a_correction_is_as_if_it_had_been_recorded_so() -> None:
    wrong = [result(0, 1), result(1, 9), result(0, 3), {"kind": "void", "irregularities": broken(1)}]
    right = [result(1, 1), *wrong[1:]]
    assert TABLE.play(*wrong).totals == [5, 9]
    assert TABLE.play(*right).totals == [4, 10]


# -- the form --------------------------------------------------------------------------------------------


def form_at(a: int, b: int, **options: Any) -> Any:
    opened = open_match(game, 4, options, {"totals": [a, b]})
    return TABLE.game.form(opened.setup, opened.state)


def tapped(form: Any, **taps: str) -> Hand:
    """The hand that these taps on the untouched form make."""
    hand: Hand = form.read(form.initial() | {name: [value] for name, value in taps.items()})
    return {name: value for name, value in hand.items() if value != []}


def test_one_tap_for_a_plain_hand_two_for_a_raised_one() -> None:
    form = form_at(0, 0)
    assert tapped(form, winner="0") == result(0, 1)
    assert tapped(form, winner="1", stake="6") == result(1, 6)
    assert tapped(form, winner="tied") == result(None, 1)
    assert tapped(form, winner="1", stake="3", ran="1") == result(1, 3, ran=True)
    assert [control.name for control in form.controls if isinstance(control, Choice) and control.submits] == ["winner"]


def test_one_tap_for_a_special_hand() -> None:
    assert tapped(form_at(11, 8), winner="1") == {"kind": "summary", "winner": 1, **PLAY}
    assert tapped(form_at(11, 8), winner="run") == RUN
    assert tapped(form_at(11, 11), winner="0") == {"kind": "summary", "winner": 0}


def test_only_stakes_that_can_be_reached_are_offered() -> None:
    def stakes(form: Any) -> list[str]:
        offered = [option for control in form.controls if control.name == "stake" for option in control.options]
        return [option.value for option in offered if not option.disabled]

    assert stakes(form_at(0, 0)) == ["1", "3", "6", "9", "12"]
    assert stakes(form_at(3, 3)) == ["1", "3", "6", "9"]
    assert stakes(form_at(9, 9)) == ["1", "3"]
    assert stakes(form_at(11, 9)) == []
    assert stakes(form_at(0, 0, stakes="2-4-8-10-12")) == ["2", "4", "8", "10", "12"]


@settings(max_examples=200)
@given(any_hand(game), st.tuples(st.integers(0, 11), st.integers(0, 11)), st.sampled_from(["fixed", "vira"]))
def test_what_was_recorded_opens_in_the_form_and_comes_back_the_same(
    hand: Hand, totals: tuple[int, int], manilhas: str
) -> None:
    table = at(*totals, manilhas=manilhas)
    scored = table.try_out(hand)
    if scored:
        form = form_at(*totals, manilhas=manilhas)
        again = table.score(form.read(form.show(hand)))
        assert (again.points, again.details) == (scored.points, scored.details)


# -- whatever is entered ---------------------------------------------------------------------------------

TOTALS = st.tuples(st.integers(0, 11), st.integers(0, 11))
SUMMARIES = st.fixed_dictionaries(
    {"kind": st.just("summary"), "winner": st.sampled_from([0, 1, None])},
    optional={
        "stake": st.sampled_from([1, 3, 6, 9, 12]),
        "ran": st.booleans(),
        "eleven_choice": st.sampled_from(["play", "run"]),
        "irregularities": st.lists(st.sampled_from(broken(0, 1)), max_size=3),
    },
)


@settings(max_examples=300)
@given(SUMMARIES, TOTALS)
def test_an_irregularity_never_ends_the_match_and_only_one_side_wins(hand: Hand, totals: tuple[int, int]) -> None:
    scored = at(*totals).try_out(hand)
    if scored:
        after = scored.state.totals
        assert min(after) >= 0
        assert sum(total >= 12 for total in after) <= 1
        winner = scored.details["hand_winner"]
        for number, total in enumerate(after):
            if number != winner:
                assert total <= 11
        assert scored.details["finished"] == (max(after) >= 12)


@settings(max_examples=150)
@given(
    any_hand(game),
    TOTALS,
    st.sampled_from(["1-3-6-9-12", *TWO_MINEIRO]),
    st.sampled_from(["hand", "trick"]),
)
def test_whatever_is_entered_is_scored_or_refused(
    hand: Hand, totals: tuple[int, int], stakes: str, decides: str
) -> None:
    at(*totals, stakes=stakes, truco_decides=decides).try_out(hand)


@settings(max_examples=150)
@given(any_lookup(game), st.sampled_from(["fixed", "vira"]))
def test_any_look_up_is_answered_or_refused(lookup: Hand, manilhas: str) -> None:
    Table("truco", 4, {"manilhas": manilhas}).ask(lookup)
