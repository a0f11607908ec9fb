"""Cinch: points of the trump suit by sums, names and cards; bids made and broken; pedros thrown away."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.tricks import LegalPlays
from scoring.games import get
from tests.games.table import Table, any_hand, any_lookup

GAME = get("cinch")
NAMES = {"high": 1, "low": 1, "jack": 1, "ten": 1, "right_pedro": 5, "left_pedro": 5}
HEARTS = ["AH", "KH", "QH", "JH", "10H", "9H", "8H", "7H", "6H", "5H", "5D", "4H", "3H", "2H"]


def table(start: dict[str, Any] | None = None, **options: Any) -> Table:
    return Table("cinch", 4, options, **(start or {}))


def played(bidder: int = 0, bid: int = 8, **more: Any) -> dict[str, Any]:
    return {"kind": "played", "bidder": bidder, "bid": bid, **(more or {"points_taken": [9, 5]})}


def sums(mine: int, theirs: int, bidder: int = 0, bid: int = 8) -> dict[str, Any]:
    return played(bidder, bid, points_taken=[mine, theirs])


def won(owners: str, **more: Any) -> dict[str, Any]:
    """Six characters, in the order of NAMES: the side, or - for what was not in play."""
    taken = {name: None if owner == "-" else int(owner) for name, owner in zip(NAMES, owners, strict=True)}
    return played(won=taken, **more)


def cards(mine: str, theirs: str, **more: Any) -> dict[str, Any]:
    return played(**{"trump": "H", "captured": [mine.split(), theirs.split()], **more})


# -- made and broken ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "points", "made"),
    [
        (sums(8, 6, 0, 8), [2, 0], True),
        (sums(7, 7, 0, 8), [0, 15], False),
        (sums(7, 7, 1, 7), [0, 0], True),
        (sums(6, 8, 0, 6), [0, 2], True),
        (sums(0, 14, 2, 14), [0, 28], False),
        (sums(14, 0, 2, 14), [14, 0], True),
        (sums(2, 0, 3, 1), [15, 0], False),
        (sums(11, 2, 0, 8), [9, 0], True),
    ],
)
def test_the_difference_or_fourteen_and_what_was_short(hand: Any, points: list[int], made: bool) -> None:
    scored = table().score(hand)
    assert scored.points == points
    assert scored.details["made"] is made


def test_each_side_may_score_its_own_points() -> None:
    own = table(scoring="own_points")
    assert own.score(sums(8, 6)).points == [8, 6]
    assert own.score(sums(7, 7)).points == [-8, 7]
    assert own.score(sums(6, 8, 0, 6)).points == [6, 8]
    both = table({"totals": [45, 44]}, scoring="own_points").play(sums(6, 8, 0, 6)).verdict
    assert (both.finished, both.winners) == (True, [1])


def test_a_tie_at_the_target_goes_to_the_side_that_bid() -> None:
    assert table({"totals": [46, 44]}, scoring="own_points").play(sums(6, 8, 1, 8)).verdict.winners == [1]
    assert table({"totals": [46, 44]}, scoring="own_points").play(sums(6, 8, 0, 6)).verdict.winners == [0]
    assert not table({"totals": [40, 38]}, scoring="own_points").play(sums(6, 8, 1, 8)).verdict.finished


def test_a_tie_that_nobody_bid_for_goes_on() -> None:
    level = table({"totals": [52, 52]}, scoring="own_points")
    assert not level.play().verdict.finished
    assert not level.play({"kind": "passed_in"}).verdict.finished
    assert level.play(sums(6, 8, 0, 6)).verdict.winners == [1]
    assert table({"totals": [52, 52], "last_bid": 0}, scoring="own_points").play().verdict.winners == [0]


# -- ways of entry -----------------------------------------------------------------------------------


def test_point_by_point_gives_what_the_sums_give() -> None:
    assert table().score(won("010100")).details["points_taken"] == [12, 2]
    assert table().score(won("01----", bid=1)).details["points_taken"] == [1, 1]
    assert table().score(won("000000", points_taken=[14, 0])).points == [14, 0]
    assert table().no(won("000000", points_taken=[13, 1])) == ("/points_taken", "disagree")


def test_the_app_finds_high_and_low_in_the_trumps() -> None:
    scored = table().score(cards("QH 5H 3H", "JH 10H 5D"))
    assert scored.details["won"] == {"high": 0, "low": 0, "jack": 1, "ten": 1, "right_pedro": 0, "left_pedro": 1}
    assert scored.details["points_taken"] == [7, 7]


def test_with_the_trumps_played_the_scoring_ones_and_the_lowest_will_do() -> None:
    hand = cards("5H", "JH 3H", trumps_played=[["AH", "JH", "3H"], ["5H", "9H"]])
    result = table().score(hand).details["won"]
    assert result == {"high": 0, "low": 1, "jack": 1, "ten": None, "right_pedro": 0, "left_pedro": None}


def test_low_may_belong_to_whoever_was_dealt_it() -> None:
    dealt = table(low="dealt")
    hand = cards("5H", "JH 3H", trumps_played=[["AH", "JH", "3H"], ["5H", "9H"]])
    assert dealt.score(hand).details["won"]["low"] == 0
    assert dealt.no(cards("AH", "2H")) == ("/captured", "low_unknown")
    assert dealt.score(won("010100")).details["points_taken"] == [12, 2]


# -- thrown away -------------------------------------------------------------------------------------


def away(side: int, card: str) -> list[dict[str, Any]]:
    return [{"side": side, "card": card}]


def test_what_a_defender_throws_away_counts_for_the_declarers() -> None:
    hand = won("0000--", trump="H", discarded=[*away(1, "5H"), *away(1, "5D")], bid=14)
    assert table().score(hand).points == [14, 0]


def test_what_a_declarer_throws_away_counts_for_nobody() -> None:
    hand = won("0000-1", trump="H", discarded=away(0, "5H"), bid=4)
    assert table().score(hand).details["points_taken"] == [4, 5]


def test_the_sums_have_counted_it_already() -> None:
    hand = played(points_taken=[9, 5], trump="H", discarded=away(1, "5H"))
    assert table().score(hand).details["points_taken"] == [9, 5]


@pytest.mark.parametrize(
    ("mine", "theirs", "thrown_by", "thrown", "pointer"),
    [
        (4, 10, 1, "5H", "/points_taken/0"),
        (9, 5, 0, "5H", "/points_taken"),
        (7, 7, 0, "JH", "/points_taken"),
    ],
)
def test_sums_must_leave_room_for_what_was_thrown_away(
    mine: int, theirs: int, thrown_by: int, thrown: str, pointer: str
) -> None:
    hand = played(points_taken=[mine, theirs], trump="H", discarded=away(thrown_by, thrown))
    assert table().no(hand) == (pointer, "disagree")


# -- refusals ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "pointer", "code"),
    [
        (played(4), "/bidder", "seat_unknown"),
        (played(-1), "/bidder", "too_small"),
        (played(bid=0), "/bid", "bid_unknown"),
        (played(bid=15), "/bid", "bid_unknown"),
        (played(trump="H"), "/points_taken", "nothing_entered"),
        (sums(-1, 9), "/points_taken/0", "negative"),
        (sums(9, 6), "/points_taken", "total_impossible"),
        (sums(1, 0), "/points_taken", "total_impossible"),
        (sums(5, 5), "/points_taken", "total_impossible"),
        (sums(4, 3), "/points_taken/0", "points_impossible"),
        (sums(4, 8), "/points_taken/0", "points_impossible"),
        (played(points_taken=[9]), "/points_taken", "wrong_length"),
        (won("-10000"), "/won/high", "always_in_play"),
        (won("0-0000"), "/won/low", "always_in_play"),
        (won("020000"), "/won/low", "too_large"),
        (cards("AH JH", "JH 2H"), "/captured/1/0", "card_twice"),
        (cards("AH JS", "2H"), "/captured/0/1", "not_a_trump"),
        (cards("AH 5S", "2H"), "/captured/0/1", "not_a_trump"),
        (cards("AH 5C", "2H"), "/captured/0/1", "not_a_trump"),
        (cards("AH 4D", "2H"), "/captured/0/1", "not_a_trump"),
        (cards("", ""), "/captured", "no_trumps"),
        (cards("AH", "2H", trump=None), "/trump", "trump_missing"),
        (cards("AH", "2H", captured=[["AH"]]), "/captured", "wrong_length"),
        (cards("AH", "2H", trumps_played=[["AH"], ["3H"]]), "/captured/1/0", "not_played"),
        (cards("AH", "2H", trumps_played=[["AH", "JH"], ["2H"]]), "/captured", "card_missing"),
        (cards("AH", "3H", trumps_played=[["AH", "3H"], ["2H"]]), "/captured", "low_missing"),
        (cards("5H", "AH 2H", trumps_played=[["AH", "5H"], ["2H"]]), "/captured/1", "highest_captured"),
        (played(trump="H", trumps_played=[["AH"], ["2H"]]), "/captured", "captured_missing"),
        (cards("AH", "2H", points_taken=[2, 0]), "/points_taken", "disagree"),
        (won("00----", trump="H", captured=[["AH"], ["2H"]]), "/won", "disagree"),
        (won("0100--", trump="H", discarded=away(0, "9H")), "/discarded/0/card", "not_a_scoring_card"),
        (won("0100--", trump="H", discarded=away(0, "5C")), "/discarded/0/card", "not_a_scoring_card"),
        (won("0100--", trump="H", discarded=away(0, "JH")), "/discarded/0/card", "discarded_and_captured"),
        (won("0100--", trump="H", discarded=away(0, "5H") * 2), "/discarded/1/card", "card_twice"),
        (won("0100--", discarded=away(0, "5H")), "/trump", "trump_missing"),
    ],
)
def test_hands_that_cannot_have_happened(hand: dict[str, Any], pointer: str, code: str) -> None:
    assert table().no(hand) == (pointer, code)


def test_the_dealer_may_be_forced_to_bid() -> None:
    assert table().score({"kind": "passed_in"}).points == [0, 0]
    assert table(all_pass="dealer_forced").no({"kind": "passed_in"}) == ("", "dealer_forced")


def test_three_cannot_play_and_nothing_follows_the_end() -> None:
    assert Table("cinch", 3).no_setup() == ("/players", "players")
    assert table({"totals": [51, 0]}).no(sums(9, 5)) == ("", "match_over")
    assert table({"totals": [-1, 0]}).no_setup() == ("/start/totals/0", "total_impossible")
    assert table({"totals": [-1, 0]}, scoring="own_points").play().totals == [-1, 0]
    assert table(target=20).no_setup() == ("/options/target", "too_small")


# -- between hands and the end -----------------------------------------------------------------------


def test_the_deal_moves_on_and_the_highest_bidder_leads() -> None:
    coming = table({"dealer": 3}).play(sums(9, 5), {"kind": "passed_in"}).upcoming
    assert coming
    assert (coming.dealer, coming.leads, coming.details["first_bidder"], coming.details["hand"]) == (1, None, 2, 3)
    assert coming.details["to_target"] == [47, 51]


def test_fifty_one_wins() -> None:
    assert not table({"totals": [46, 0]}).play(sums(9, 5)).verdict.finished
    assert table({"totals": [47, 0]}).play(sums(9, 5)).verdict.winners == [0]
    assert table().stop(sums(9, 5)).winners == [0]


def test_a_correction_in_the_middle_gives_what_the_right_entry_would_have_given() -> None:
    later = [sums(5, 9, 1, 9), {"kind": "passed_in"}, sums(7, 7)]
    assert table().play(sums(8, 6), *later).totals == [2, 19]
    assert table().play(sums(7, 7), *later).totals == [0, 34]


def test_every_way_of_entry_opens_for_correction() -> None:
    opened = table().play()
    form = GAME.form(opened.open_match.setup, opened.state)
    by_played = cards("5H", "JH 3H", trumps_played=[["AH", "JH", "3H"], ["5H", "9H"]])
    thrown = won("0100-1", trump="H", discarded=away(1, "5H"))
    for hand in (sums(9, 5), won("010-01"), cards("AH", "2H"), by_played, thrown, {"kind": "passed_in"}):
        assert table().score(form.read(form.show(hand))).details == table().score(hand).details


# -- tricks --------------------------------------------------------------------------------------------


def test_the_left_pedro_stands_between_the_right_pedro_and_the_four() -> None:
    look_up = table()
    assert look_up.winner(trump="H", plays=[(0, "4H"), (1, "5D")]) == (1, "5D")
    assert look_up.winner(trump="H", plays=[(0, "5D"), (1, "5H")]) == (1, "5H")
    assert look_up.winner(trump="H", plays=[(0, "5H"), (1, "6H")]) == (1, "6H")
    assert look_up.winner(trump="H", plays=[(0, "AD"), (1, "5D")]) == (1, "5D")
    assert look_up.winner(trump="S", plays=[(0, "5C"), (1, "4S")]) == (0, "5C")
    assert look_up.winner(trump="S", plays=[(0, "5D"), (1, "4D")]) == (0, "5D")


@pytest.mark.parametrize(
    ("plays", "hand", "legal"),
    [
        ([], "AC 2H", "AC 2H"),
        ([(0, "AH")], "5D AD 2C", "5D"),
        ([(0, "5D")], "AD 2H 2C", "2H"),
        ([(0, "AH")], "AD 2C", "AD 2C"),
        ([(0, "AC")], "2C 2H 2S", "2C 2H"),
        ([(0, "AC")], "5D 2S", "5D"),
        ([(0, "AC")], "2S 2D", "2S 2D"),
        ([(0, "AD")], "5D 2D 2S", "5D 2D"),
    ],
)
def test_what_may_be_played(plays: Any, hand: str, legal: str) -> None:
    assert table().legal(trump="H", plays=plays, hand=hand.split()) == legal.split()


# -- properties ----------------------------------------------------------------------------------------


@given(
    st.lists(st.sampled_from("01"), min_size=2, max_size=2), st.lists(st.sampled_from("01-"), min_size=4, max_size=4)
)
def test_names_and_sums_agree_whatever_was_taken(sure: list[str], others: list[str]) -> None:
    owners = "".join(sure + others)
    by_name = table().score(won(owners))
    taken = by_name.details["points_taken"]
    assert by_name.points == table().score(sums(*taken)).points
    assert min(by_name.points) == 0
    assert max(by_name.points) <= 14 + 8


@given(st.lists(st.sampled_from([0, 1, None]), min_size=14, max_size=14).filter(lambda owners: {*owners} != {None}))
def test_the_trumps_of_both_piles_tell_everything(owners: list[int | None]) -> None:
    piles = [[code for code, owner in zip(HEARTS, owners, strict=True) if owner == side] for side in range(2)]
    in_play = [code for code, owner in zip(HEARTS, owners, strict=True) if owner is not None]
    scored = table().score(played(trump="H", captured=piles))
    fixed = sum(worth for code, worth in (("JH", 1), ("10H", 1), ("5H", 5), ("5D", 5)) if code in in_play)
    assert sum(scored.details["points_taken"]) == 2 + fixed


@given(any_hand(GAME), st.sampled_from(["difference", "own_points"]))
def test_whatever_is_entered_is_scored_or_refused(hand: dict[str, Any], scoring: str) -> None:
    if isinstance(hand.get("bid"), int):
        hand["bid"] = 1 + hand["bid"] % 14
    scored = table(scoring=scoring).try_out(hand)
    assert scored is None or max(scored.points) <= 28


@given(any_lookup(GAME))
def test_whatever_is_asked_is_answered_or_refused(asked: dict[str, Any]) -> None:
    answer = table().ask(asked)
    if isinstance(answer, LegalPlays):
        assert set(answer.cards) <= set(asked["hand"])
