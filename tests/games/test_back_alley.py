"""Back Alley: bids by seat, boards in their order, contracts, and tricks with bloopers."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.messages import render
from scoring.engine.refusal import Refusal
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.games import get
from tests.games.table import Table, any_hand, any_lookup

GAME = get("back-alley")


def table(number: int = 1, dealer: int = 0, totals: list[int] | None = None, **options: Any) -> Table:
    return Table("back-alley", 4, options, number=number, dealer=dealer, totals=totals or [0, 0])


def played(bids: list[Any] | None = None, tricks: list[Any] | None = None, **more: Any) -> dict[str, Any]:
    return {"kind": "played", "bids": bids or [4, 3, 3, 2], "tricks": tricks or [8, 5], **more}


# -- scoring -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bids", "tricks", "points", "made"),
    [
        ([4, 3, 3, 2], [7, 6], [35, 26], [True, True]),
        ([4, 3, 3, 2], [9, 4], [37, -25], [True, False]),
        ([0, 3, 0, 2], [0, 13], [0, 33], [None, True]),
        ([0, 3, 0, 2], [13, 0], [13, -25], [None, False]),
        (["board", 0, 0, 0], [13, 0], [130, 0], [True, None]),
        (["board", 1, 3, 0], [12, 1], [-130, 5], [False, True]),
        ([0, "board", 0, "double"], [0, 13], [0, 260], [None, True]),
        (["triple", "quadruple", "board", "double"], [1, 12], [-390, -520], [False, False]),
        ([12, 0, 12, 0], [13, 0], [-120, 0], [False, None]),
    ],
)
def test_contracts_and_boards(bids: Any, tricks: Any, points: Any, made: Any) -> None:
    dealer = 1 if "quadruple" in bids else 0
    scored = table(dealer=dealer).score(played(bids, tricks))
    assert scored.points == points
    assert scored.details["made"] == made


def test_one_count_of_tricks_is_enough() -> None:
    assert table().score(played(tricks=[8, None])).details["tricks"] == [8, 5]
    assert table().score(played(tricks=[None, 5])).points == table().score(played()).points


def test_the_table_is_warned_of_a_contract_out_of_reach() -> None:
    scored = table(number=12).score(played([2, 0, 1, 0], [2, 0]))
    assert any("cannot be made" in str(line.message) for line in scored.lines)
    assert scored.points == [-15, 0]


def test_overtricks_may_be_worth_nothing() -> None:
    assert table(overtricks=0).score(played()).points == [35, 25]
    assert table(overtricks=0).score(played([0, 5, 0, 0])).points == [0, 25]


@pytest.mark.parametrize(
    ("dealer", "bids", "leads"),
    [
        (0, [4, 3, 3, 2], 0),
        (0, [4, 4, 4, 4], 1),
        (3, [4, 4, 4, 4], 0),
        (1, [4, 0, 0, 4], 3),
        (0, [12, 0, 0, "board"], 3),
        (2, ["double", 0, 12, "board"], 0),
    ],
)
def test_the_highest_bid_leads_and_of_equal_ones_the_first(dealer: int, bids: Any, leads: int) -> None:
    assert table(dealer=dealer).score(played(bids)).details["leads"] == leads


# -- refusals ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "pointer", "code"),
    [
        (played([4, 3, 3]), "/bids", "wrong_length"),
        (played([4, 3, 3, 2, 1]), "/bids", "wrong_length"),
        (played([4, 14, 3, 2]), "/bids/1", "bid_unknown"),
        (played([4, -1, 3, 2]), "/bids/1", "bid_unknown"),
        (played([4, 13, 3, 2]), "/bids/1", "full_bid"),
        (played(["double", 0, 0, 0]), "/bids/0", "board_order"),
        (played([0, "board", "triple", 0]), "/bids/2", "board_order"),
        (played([0, "board", "board", 0]), "/bids/2", "board_order"),
        (played([0, "double", "board", 0]), "/bids/1", "board_order"),
        (played(["board", "double", 0, 0]), "/bids/1", "board_order"),
        (played([0, 0, 0, 0]), "/bids", "all_passed"),
        (played(tricks=[8, 4]), "/tricks", "wrong_sum"),
        (played(tricks=[14, -1]), "/tricks/1", "negative"),
        (played(tricks=[None, None]), "/tricks", "nothing_entered"),
        (played(tricks=[8]), "/tricks", "wrong_length"),
        ({"kind": "thrown_in", "bids": [0, 1, 0, 0]}, "/bids", "was_bid"),
        ({"kind": "thrown_in", "bids": [0, 0]}, "/bids", "wrong_length"),
    ],
)
def test_hands_that_cannot_have_happened(hand: dict[str, Any], pointer: str, code: str) -> None:
    assert table().no(hand) == (pointer, code)


def test_a_bid_that_is_no_bid_is_malformed_and_says_what_is_one() -> None:
    with pytest.raises(Refusal, match="board, double, triple or quadruple") as refused:
        table().play(played([0, 1, "quintuple", 0]))
    assert refused.value.malformed
    assert refused.value.errors[0].pointer == "/hands/0/bids/2"


def test_a_number_as_large_as_the_hand_may_be_ruled_out() -> None:
    assert table(number=8).score(played([6, 0, 0, 0], [6, 0])).points == [30, 0]
    assert table(number=8, full_bid=False).no(played([6, 0, 0, 0], [6, 0])) == ("/bids/0", "full_bid")
    assert table(number=26).no(played([13, 0, 0, 0])) == ("/bids/0", "full_bid")


def test_boards_may_be_ruled_out() -> None:
    single, none = table(board="single"), table(board="none")
    assert single.score(played(["board", 0, 0, 0], [13, 0])).points == [130, 0]
    assert single.no(played([0, "board", "double", 0])) == ("/bids/2", "board_off")
    assert none.no(played(["board", 0, 0, 0])) == ("/bids/0", "board_off")
    names = [control.name for control in _form(board="none").controls]
    assert not [name for name in names if name.startswith("board")]


def test_without_boards_all_thirteen_tricks_are_a_number() -> None:
    none = table(board="none")
    assert none.score(played([0, 13, 0, 0], [0, 13])).points == [0, 65]
    assert next(control for control in _form(board="none").controls if control.name == "bid_1").most == 13
    assert table(board="single").no(played([0, 13, 0, 0])) == ("/bids/1", "full_bid")
    lower = table(board="none", full_bid=False)
    assert lower.no(played([0, 13, 0, 0])) == ("/bids/1", "full_bid")
    with pytest.raises(Refusal) as refused:
        lower.play(played([0, 13, 0, 0]))
    assert "without boards" in str(refused.value)
    assert "as a board" not in str(refused.value)


def test_the_refusal_of_a_single_trick_is_english() -> None:
    with pytest.raises(Refusal, match="the hand has 1 trick\\."):
        table(number=13).play(played([2, 0, 0, 0], [1, 0]))


def _form(**options: Any) -> Any:
    opened = table(**options).play()
    return GAME.form(opened.open_match.setup, opened.state)


def test_three_cannot_play_and_nothing_follows_hand_26() -> None:
    assert Table("back-alley", 3).no_setup() == ("/players", "players")
    assert table(number=27).no(played()) == ("", "match_over")
    assert table(number=15, hands=13).no_setup() == ("/start/number", "number_unknown")


# -- bids before the tricks ------------------------------------------------------------------------------


def test_bids_are_stored_before_the_tricks_and_say_who_leads_and_what_is_needed() -> None:
    bid = {"kind": "played", "bids": [4, "board", 3, 2]}
    played_on = table(number=5).play(bid)
    scored = played_on.results[0].result
    assert not scored.complete
    assert scored.details == {"hand": 5, "hand_size": 9, "contracts": [7, "board"], "leads": 1}
    assert (played_on.totals, played_on.state.number, played_on.state.dealer) == ([0, 0], 5, 0)
    coming = played_on.upcoming
    assert coming
    assert (coming.leads, coming.details["contracts"]) == (1, [7, "board"])
    assert ["contract" in str(notice.message) for notice in coming.notices] == [False, False, False, True, True]
    after = table(number=5).play({**bid, "tricks": [1, 8]}).upcoming
    assert after
    assert (after.leads, "contracts" in after.details) == (None, False)
    started = Table("back-alley", 4, {}, **played_on.state.model_dump(mode="json"))
    assert started.play({**bid, "tricks": [1, 8]}).totals == [-35, -90]
    assert Table("back-alley", 4, {}, bids=[4, 14, 3, 2]).no_setup() == ("/start/bids/1", "bid_unknown")
    assert table(number=5).no(bid, played()) == ("", "hand_open")
    assert table(number=5).play({**bid, "tricks": [1, 8]}).totals == [-35, -90]
    assert table().no({"kind": "played", "bids": ["pass", 0, 0, 0]}) == ("/bids", "all_passed")


def test_pass_is_a_bid_of_nothing() -> None:
    hand = played(["pass", 5, "pass", 0])
    assert table().score(hand).details == table().score(played([0, 5, 0, 0])).details
    assert table().play({"kind": "thrown_in", "bids": ["pass"] * 4}).state.number == 1


# -- between hands and the end ---------------------------------------------------------------------------


def test_hands_shrink_to_one_card_and_grow_again() -> None:
    def sizes(hands: int) -> list[int]:
        played_on = [table(number=number, hands=hands).play().upcoming for number in range(1, hands + 1)]
        return [coming.details["hand_size"] for coming in played_on if coming]

    assert sizes(26) == [*range(13, 0, -1), *range(1, 14)]
    assert sum(sizes(26)) == 182
    assert sizes(13) == [*range(13, 0, -1)]
    assert sizes(25) == [*range(13, 0, -1), *range(2, 14)]


def test_a_match_may_go_on_by_the_hands_played_or_the_size_of_the_hand() -> None:
    def begun(**start: Any) -> Table:
        return Table("back-alley", 4, **start)

    def number(**start: Any) -> int:
        coming = begun(**start).play().upcoming
        assert coming
        return int(coming.details["hand"])

    assert number(hands_played=4) == 5
    assert number(hand_size=9) == 5
    assert number(number=18, hand_size=5) == 18
    assert number(number=3, hands_played=4) == 3
    assert begun(hands_played=26).no(played()) == ("", "match_over")
    assert begun(number=5, hand_size=8).no_setup() == ("/start/hand_size", "disagree")


def test_a_hand_that_was_thrown_in_is_dealt_again_by_the_same_player() -> None:
    after = table(number=3, dealer=2).play({"kind": "thrown_in"}, {"kind": "thrown_in", "bids": [0, 0, 0, 0]})
    assert after.upcoming
    assert (after.upcoming.dealer, after.upcoming.details["hand"], after.state.hands_played) == (2, 3, 2)
    after = table(number=3, dealer=2).play({"kind": "thrown_in"}, played(tricks=[6, 5]))
    assert after.upcoming
    assert (after.upcoming.dealer, after.upcoming.leads, after.upcoming.details["hand"]) == (3, None, 4)


@pytest.mark.parametrize(("totals", "winners"), [([-36, 0], [1]), ([1, 0], [0]), ([-11, 0], [0, 1])])
def test_the_higher_total_wins_after_the_last_hand(totals: list[int], winners: list[int]) -> None:
    last = table(number=26, totals=totals).play(played())
    assert (last.verdict.finished, last.verdict.winners) == (True, winners)
    assert not table(number=25, totals=totals).play(played(tricks=[7, 5])).verdict.finished


def test_the_table_may_stop() -> None:
    assert table().stop(played()).winners == [0]


def test_a_correction_in_the_middle_gives_what_the_right_entry_would_have_given() -> None:
    later = [played([2, 2, 2, 2], [6, 6]), played([2, 2, 2, 2], [6, 5])]
    assert table().play(played(), *later).totals == [36 + 22 + 22, 25 + 22 + 21]
    assert table().play(played(tricks=[6, 7]), *later).totals == [-35 + 22 + 22, 27 + 22 + 21]


# -- the form --------------------------------------------------------------------------------------------


def test_bids_are_tapped_in_the_order_of_bidding_and_written_by_seat() -> None:
    form = _form(dealer=1)
    assert [control.name for control in form.controls][1:5] == ["bid_2", "bid_3", "bid_0", "bid_1"]
    taps = form.initial() | {"bid_0": ["4"], "bid_3": ["2"], "tricks.0": ["8"]}
    assert form.read(taps) == {"kind": "played", "bids": [4, 0, 0, 2], "tricks": [8, None]}
    assert form.read(taps | {"board_2": ["board"]})["bids"] == [4, 0, "board", 2]
    fault = form.control_for("/bids/2")
    assert fault
    assert fault.name == "bid_2"


def test_a_board_opens_for_correction() -> None:
    form = _form(dealer=1)
    hand = played([4, 3, "board", 2], [None, 3])
    values = form.show(hand)
    assert "bid_2" not in values
    assert form.read(values) == hand


# -- tricks ----------------------------------------------------------------------------------------------


def test_who_takes_the_trick() -> None:
    look_up = table()
    assert look_up.winner(trump="H", plays=[(0, "AC"), (1, "2H"), (2, "KC"), (3, "3C")]) == (1, "2H")
    assert look_up.winner(trump="H", plays=[(0, "AH"), (1, "LJ"), (2, "BJ"), (3, "3C")]) == (2, "BJ")
    assert look_up.winner(trump="H", plays=[(0, "LJ"), (1, "AH"), (2, "2H"), (3, "3C")]) == (0, "LJ")
    assert look_up.winner(trump=None, plays=[(0, "2C"), (1, "AS"), (2, "KC"), (3, "3C")]) == (2, "KC")


def test_a_blooper_that_wins_is_called_by_its_name() -> None:
    big = table().trick(trump="H", plays=[(0, "AH"), (1, "LJ"), (2, "BJ"), (3, "3C")])
    assert isinstance(big, TrickResult)
    assert (render(big.why), big.rule) == ("The big blooper is the highest card of all", "bloopers")
    little = table().trick(trump="H", plays=[(0, "LJ"), (1, "AH"), (2, "2H"), (3, "3C")])
    assert isinstance(little, TrickResult)
    assert (render(little.why)[:24], little.rule) == ("The little blooper wins:", "bloopers")


@pytest.mark.parametrize(
    ("trump", "plays", "hand", "legal"),
    [
        ("H", [(0, "AC")], "2C LJ 3S", "2C"),
        ("H", [(0, "AC")], "LJ 3S", "LJ 3S"),
        ("H", [(0, "2H")], "LJ 3S", "LJ"),
        ("H", [(0, "BJ")], "2H AH 3S", "AH"),
        ("H", [(0, "BJ")], "2H AH LJ", "LJ"),
        ("H", [(0, "LJ")], "AH 2H BJ", "2H"),
        ("H", [(0, "LJ")], "BJ 3S", "BJ"),
        ("H", [(0, "BJ")], "3S 4D", "3S 4D"),
        (None, [(0, "2S")], "3S AD", "3S"),
        (None, [(0, "2S")], "3C AD", "3C AD"),
    ],
)
def test_what_may_be_played(trump: Any, plays: Any, hand: str, legal: str) -> None:
    assert table().legal(trump=trump, plays=plays, hand=hand.split()) == legal.split()


def test_trumps_are_led_only_once_broken_or_when_there_is_nothing_else() -> None:
    look_up = table()
    hand = ["AH", "BJ", "2C"]
    assert look_up.legal(trump="H", hand=hand, leading=True) == ["2C"]
    assert look_up.legal(trump="H", hand=hand) == ["2C"]
    assert look_up.legal(trump="H", hand=hand, leading=True, broken=True) == hand
    assert look_up.legal(trump="H", hand=hand[:2], leading=True) == hand[:2]
    assert look_up.legal(trump=None, hand=["AH", "2C"], leading=True) == ["AH", "2C"]
    lead = {"trump": "H", "plays": [(0, "AH")], "leading": True}
    assert look_up.no_trick(**lead, hand=["2C"]) == ("/plays/0/card", "trumps_not_broken")
    assert look_up.legal(**lead, hand=["2C"], broken=True) == ["AH"]
    assert look_up.legal(**lead, hand=["2H"]) == ["AH"]


@pytest.mark.parametrize(
    ("asked", "pointer", "code"),
    [
        ({"trump": "H", "plays": [(0, "BJ"), (1, "BJ")]}, "/plays/1/card", "card_twice"),
        ({"trump": "H", "plays": [(0, "2C"), (1, "2C")]}, "/plays/1/card", "card_twice"),
        ({"trump": "H", "plays": [(0, "JK")]}, "/plays/0/card", "card_unknown"),
        ({"trump": None, "plays": [(0, "BJ"), (1, "LJ")]}, "/plays/0/card", "blooper_turned"),
        ({"trump": None, "plays": [(0, "2C"), (1, "LJ")]}, "/plays/1/card", "blooper_turned"),
        ({"trump": None, "plays": [(0, "2C")], "hand": ["3C", "BJ"]}, "/hand/1", "blooper_turned"),
        ({"trump": "H", "plays": [(0, "LJ")], "hand": ["3C", "LJ"]}, "/hand/1", "card_twice"),
        ({"trump": "H", "plays": [(0, "2C"), (1, "3C")], "hand": ["4C"], "leading": True}, "/plays", "not_leading"),
        ({"trump": "H", "plays": [(0, "2C"), (3, "3C")]}, "/plays/1/seat", "out_of_turn"),
    ],
)
def test_look_ups_that_cannot_be(asked: dict[str, Any], pointer: str, code: str) -> None:
    assert table().no_trick(**asked) == (pointer, code)


def test_a_blooper_is_never_called_a_joker() -> None:
    with pytest.raises(Refusal, match=r"^The little blooper is entered more often") as refused:
        table().trick(trump="H", plays=[(0, "LJ"), (1, "LJ")])
    assert refused.value.errors[0].rule == "setup"
    with pytest.raises(Refusal, match=r"^The big blooper cannot be led"):
        table().trick(trump="H", plays=[(0, "BJ")], hand=["2C"], leading=True)


# -- properties --------------------------------------------------------------------------------------------


@given(st.integers(1, 26), st.data())
def test_nobody_wins_or_loses_more_than_the_bids_allow(number: int, data: st.DataObject) -> None:
    size = 14 - number if number <= 13 else number - 13
    bids = data.draw(st.lists(st.integers(0, min(size, 12)), min_size=4, max_size=4).filter(any))
    mine = data.draw(st.integers(0, size))
    scored = table(number=number).score(played(bids, [mine, None]))
    for side, points in enumerate(scored.points):
        contract = bids[side] + bids[side + 2]
        assert points == -5 * contract or points - scored.details["tricks"][side] == 4 * contract


@given(any_hand(GAME), st.integers(1, 26))
def test_whatever_is_entered_is_scored_or_refused(hand: dict[str, Any], number: int) -> None:
    scored = table(number=number).try_out(hand)
    assert scored is None or max(abs(value) for value in scored.points) <= 520


@given(any_lookup(GAME))
def test_whatever_is_asked_is_answered_or_refused(asked: dict[str, Any]) -> None:
    answer = table().ask(asked)
    if isinstance(answer, LegalPlays):
        assert set(answer.cards) <= {*(asked.get("hand") or []), *(play["card"] for play in asked.get("plays", []))}
    elif isinstance(answer, TrickResult):
        assert answer.card in [play["card"] for play in asked["plays"]]
