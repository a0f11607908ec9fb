"""Belote: trick points, declarations compared, belote, litige and the end."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.cards import PACK_32
from scoring.engine.form import Events
from scoring.engine.refusal import Refusal
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.games import get
from scoring.games.belote.models import values
from tests.games.table import Table, any_hand, any_lookup

GAME = get("belote")


def table(start: dict[str, Any] | None = None, **options: Any) -> Table:
    return Table("belote", 4, options, **(start or {}))


def played(**more: Any) -> dict[str, Any]:
    """A hand that seat 0 took and won with 90 against 72."""
    return {"kind": "played", "taker": 0, "trump": "H", "trick_points": [90, 72], **more}


def run(side: int, high: str, length: int = 3, **more: Any) -> dict[str, Any]:
    sort = {3: "tierce", 4: "fifty"}.get(length, "hundred")
    return {"side": side, "type": sort, "high": high, **({"length": length} if length > 4 else {}), **more}


def four(side: int, high: str, **more: Any) -> dict[str, Any]:
    return {"side": side, "type": "four", "high": high, **more}


def points(hand: dict[str, Any], **options: Any) -> list[Any]:
    return list(table(**options).score(hand).points)


def counting(*declared: dict[str, Any], **more: Any) -> list[Any]:
    """Declaration points of both sides in a made hand."""
    scored = table(more.pop("start", None)).score(played(declarations=list(declared), **more))
    return list(scored.details["declaration_points"])


# -- made, failed, equal ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("taker", "tricks", "made", "expected"),
    [
        (0, [82, 80], True, [82, 80]),
        (2, [80, 82], False, [0, 162]),
        (1, [80, 82], True, [80, 82]),
        (3, [82, 80], False, [162, 0]),
        (0, [81, 81], False, [0, 162]),
        (1, [81, 81], False, [162, 0]),
    ],
)
def test_the_taker_needs_more_than_half(taker: int, tricks: list[int], made: Any, expected: list[int]) -> None:
    scored = table(rounding="none").score(played(taker=taker, trick_points=tricks))
    assert scored.points == expected
    assert scored.details["made"] is made


def test_one_figure_is_enough() -> None:
    assert points(played(trick_points=[None, 72])) == points(played(trick_points=[90, None])) == [90, 70]


@pytest.mark.parametrize(("exact", "rounded"), [(84, 80), (85, 90), (86, 90), (90, 90)])
def test_a_five_is_rounded_up(exact: int, rounded: int) -> None:
    assert points(played(trick_points=[exact, None]))[0] == rounded


def test_rounded_hands_may_make_150_or_170() -> None:
    assert sum(points(played(trick_points=[97, 65]))) == 170
    assert sum(points(played(trick_points=[94, 68]))) == 160
    assert points(played(trick_points=[97, 65]), rounding="none") == [97, 65]


def test_a_failed_taker_keeps_belote_and_nothing_else() -> None:
    hand = played(trick_points=[70, 92], belote=0, declarations=[four(0, "J")])
    assert points(hand, rounding="none") == [20, 362]


def test_declarations_do_not_make_the_contract() -> None:
    assert points(played(trick_points=[80, 82], declarations=[four(0, "J")]), rounding="none") == [0, 362]


def test_equal_points_may_count_as_made() -> None:
    hand = played(trick_points=[81, 81], belote=1, declarations=[run(0, "K", suit="C")])
    scored = table(equal="made", rounding="none").score(hand)
    assert (scored.points, scored.details["made"]) == ([101, 101], True)


def test_only_litige_leaves_open_whether_an_equal_hand_was_made() -> None:
    made = {
        chosen: table(equal=chosen).score(played(trick_points=[81, 81])).details["made"]
        for chosen in ("failed", "litige", "made")
    }
    assert made == {"failed": False, "litige": None, "made": True}


def test_declarations_and_belote_may_help_to_make_the_contract() -> None:
    everything: dict[str, Any] = {"contract": "all", "rounding": "none"}
    helped = played(trick_points=[60, 102], declarations=[run(0, "K", 4)])
    assert points(helped, rounding="none") == [0, 212]
    assert points(helped, **everything) == [110, 102]
    by_belote = played(trick_points=[75, 87], belote=0)
    assert points(by_belote, **everything) == [95, 87]
    spoiled = table(**everything).score(played(trick_points=[90, 72], belote=1))
    assert (spoiled.points, spoiled.details["made"]) == ([0, 182], False)
    assert points(played(trick_points=[0, 162], capot=1, declarations=[four(0, "J")]), **everything) == [0, 452]


def test_with_declarations_in_the_contract_equal_sums_are_equal_points() -> None:
    equal = played(trick_points=[71, 91], belote=0)
    assert points(equal, contract="all", rounding="none") == [20, 162]
    waiting = table(contract="all", equal="litige", rounding="none").score(equal)
    assert (waiting.points, waiting.details["carried"], waiting.details["made"]) == ([20, 91], 71, None)
    assert not table(contract="all", equal="litige").score(played(trick_points=[81, 81], belote=1)).details["carried"]


def test_with_litige_half_of_it_waits_for_the_winner_of_the_next_hand() -> None:
    equal = played(trick_points=[81, 81], belote=0, declarations=[run(0, "K")])
    litige = table(equal="litige", rounding="none")
    first = litige.score(equal)
    assert first.points == [20, 81]
    assert first.details["carried"] == first.state.carried == 101
    assert litige.score(equal, played()).points == [191, 72]
    assert litige.score(equal, played(trick_points=[70, 92])).points == [0, 263]
    assert litige.score(equal, played(capot=1, trick_points=[0, 162])).points == [0, 353]
    twice = litige.score(equal, played(taker=1, trick_points=[81, 81]))
    assert (twice.points, twice.state.carried) == ([81, 0], 182)
    assert litige.score(equal, {"kind": "passed_in"}).state.carried == 101
    coming = litige.play(equal).upcoming
    assert coming
    assert any(notice.value == 101 for notice in coming.notices)


def test_the_defenders_declarations_are_theirs_at_once_in_litige() -> None:
    equal = played(trick_points=[81, 81], declarations=[run(1, "K")])
    scored = table(equal="litige", rounding="none").score(equal)
    assert (scored.points, scored.state.carried) == ([0, 101], 81)


# -- capot -------------------------------------------------------------------------------------------


def test_a_capot_brings_252_and_the_winners_declarations() -> None:
    assert points({"kind": "played", "taker": 0, "capot": 0}, rounding="none") == [252, 0]
    hand = {"kind": "played", "taker": 0, "capot": 0, "declarations": [run(1, "K")], "belote": 1}
    assert points(hand, rounding="none") == [252, 20]
    against = {"kind": "played", "taker": 0, "capot": 1, "declarations": [run(0, "K")], "belote": 0}
    assert points(against, rounding="none") == [20, 272]


def test_a_worthless_trick_spoils_the_capot() -> None:
    assert points(played(trick_points=[162, 0], tricks=1)) == [160, 0]
    assert points(played(trick_points=[162, 0], tricks=0)) == [250, 0]
    lost = table().score(played(taker=1, trick_points=[162, 0], tricks=2))
    assert (lost.points, lost.details["capot"]) == ([160, 0], None)


def test_all_cards_in_one_pile_are_a_capot() -> None:
    scored = table().score({"kind": "played", "taker": 1, "trump": "C", "captured": [None, []]})
    assert (scored.points, scored.details["capot"], scored.details["made"]) == ([250, 0], 0, False)


# -- declarations ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("declared", "worth"),
    [
        (run(0, "A"), 20),
        (run(0, "9"), 20),
        (run(0, "10", 4), 50),
        (run(0, "J", 5), 100),
        (run(0, "A", 8), 100),
        ({"side": 0, "type": "hundred", "high": "K"}, 100),
        (four(0, "J"), 200),
        (four(0, "9"), 150),
        (four(0, "A"), 100),
        (four(0, "10"), 100),
        (four(0, "K"), 100),
        (four(0, "Q"), 100),
    ],
)
def test_what_declarations_are_worth(declared: dict[str, Any], worth: int) -> None:
    assert counting(declared) == [worth, 0]


@pytest.mark.parametrize(
    ("mine", "theirs", "better"),
    [
        (four(0, "Q"), run(1, "J", 5), 0),
        (four(0, "9"), four(1, "J"), 1),
        (four(0, "9"), four(1, "A"), 0),
        (four(0, "Q"), four(1, "K"), 1),
        (four(0, "10"), four(1, "A"), 1),
        (run(0, "J", 5), run(1, "K", 6), 1),
        (run(0, "J", 5), run(1, "A", 4), 0),
        (run(0, "Q"), run(1, "K"), 1),
        (run(0, "9"), run(1, "10"), 1),
        (run(0, "K", suit="H"), run(1, "K", suit="S"), 0),
        (run(0, "K"), run(1, "K", suit="H"), 1),
        (run(0, "K", suit="C", seat=2), run(1, "K", suit="S", seat=3), 0),
        (run(0, "K", suit="C", seat=0), run(1, "K", suit="S", seat=3), 1),
    ],
)
def test_only_the_side_with_the_best_declaration_scores(mine: Any, theirs: Any, better: int) -> None:
    scored = table().score(played(declarations=[mine, theirs]))
    assert scored.details["declarations_of"] == better
    assert scored.details["declaration_points"][1 - better] == 0
    other_way_round = table().score(played(declarations=[theirs, mine]))
    assert other_way_round.points == scored.points


def test_the_winners_score_all_that_they_declared() -> None:
    assert counting(run(0, "K"), run(0, "J", 4), run(1, "10", 4)) == [70, 0]


def test_of_equal_runs_the_one_spoken_first_counts() -> None:
    equal = [run(0, "K", suit="C", seat=0), run(1, "K", suit="S", seat=3)]
    assert [counting(*equal, start={"dealer": dealer}) for dealer in range(4)] == [[0, 20]] * 3 + [[20, 0]]


def test_where_who_spoke_first_decides_the_seat_is_not_guessed() -> None:
    mine, theirs = run(0, "K", suit="C"), run(1, "K", suit="S")
    assert table().no(played(declarations=[mine, theirs])) == ("/declarations/0/seat", "seat_missing")
    assert table().no(played(declarations=[{**mine, "seat": 2}, theirs])) == ("/declarations/1/seat", "seat_missing")
    assert counting({**mine, "seat": 2}, {**theirs, "seat": 1}) == [0, 20]
    in_trumps = run(1, "K", suit="H")
    assert counting(mine, in_trumps) == [0, 20]


def test_the_form_asks_who_declared_it() -> None:
    opened = table({"dealer": 1}).play().open_match
    form = GAME.form(opened.setup, opened.state)
    declared = next(control for control in form.controls if control.name == "declarations")
    assert isinstance(declared, Events)
    chosen = {"declarations.add": ["tierce"], "declarations.tierce.seat": ["3"], "declarations.tierce.high": ["K"]}
    assert declared.append(chosen) == {"type": "tierce", "side": 1, "seat": 3, "high": "K"}


@pytest.mark.parametrize("declared", [four(0, "Q"), run(0, "A", suit="H"), run(0, "K", 5, suit="H")])
@pytest.mark.parametrize("way", [{"trick_points": [90, 72]}, {"trick_points": None, "capot": 0}])
def test_belote_of_one_side_rules_out_what_needs_its_cards_on_the_other(declared: Any, way: dict[str, Any]) -> None:
    hand = played(declarations=[run(1, "10", suit="C"), declared], belote=1, **way)
    with pytest.raises(Refusal) as refused:
        table().play(hand)
    assert [(fault.pointer, fault.code) for fault in refused.value.errors] == [
        ("/hands/0/belote", "belote_impossible"),
        ("/hands/0/declarations/1", "belote_impossible"),
    ]
    assert table().score({**hand, "belote": 0}).details["belote_points"] == [20, 0]


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        (played(declarations=[four(0, "Q")], belote=1), "have both"),
        (played(trick_points=None, captured=[[], None], last_trick=0), "have no card, so they did not"),
    ],
)
def test_a_refusal_speaks_of_two_partners(hand: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal) as refused:
        table().play(hand)
    assert any(words in str(fault.message) for fault in refused.value.errors)


def test_king_and_queen_of_trumps_must_be_in_one_hand() -> None:
    apart = [four(0, "K", seat=0), four(0, "Q", seat=2)]
    assert table().no(played(declarations=apart, belote=0)) == ("/belote", "belote_impossible")
    together = [four(0, "K", seat=0), four(0, "Q", seat=0)]
    assert table().score(played(declarations=together, belote=0)).points == [310, 70]
    full = [four(0, "J", seat=0), four(0, "A", seat=0), four(0, "9", seat=2), four(0, "10", seat=2)]
    assert table().no(played(declarations=full, belote=0)) == ("/belote", "belote_impossible")
    assert table().score(played(declarations=full, belote=1)).details["belote_points"] == [0, 20]
    every_king = [run(0, "K", 3, seat=seat) for seat in (0, 0, 2, 2)]
    assert table().no(played(declarations=every_king, belote=1)) == ("/belote", "belote_impossible")


def test_a_card_serves_in_a_four_and_a_run_only_where_the_table_allows_it() -> None:
    both = [four(0, "J", seat=0), run(0, "Q", suit="C", seat=0)]
    assert table().no(played(declarations=both)) == ("/declarations/1", "card_twice")
    assert table(four_and_run=True).score(played(declarations=both)).details["declaration_points"] == [220, 0]
    partners = [both[0], {**both[1], "seat": 2}]
    assert table(four_and_run=True).no(played(declarations=partners)) == ("/declarations/1", "card_twice")
    belote = played(declarations=[run(0, "A", suit="H")], belote=0)
    assert table().score(belote).details["declaration_points"] == [20, 0]


def test_declarations_may_be_null_and_a_rank_may_be_a_number() -> None:
    assert points(played(declarations=None)) == [90, 70]
    assert counting({**run(0, "10"), "high": 10}) == [20, 0]
    with pytest.raises(Refusal) as refused:
        table().play(played(declarations=[{**run(0, "10"), "high": True}]))
    assert refused.value.malformed


# -- refusals ----------------------------------------------------------------------------------------------

PILE = ["JH", "9H", "AS", "10S", "KD", "QD", "7C", "8C"]
CARDS = {"kind": "played", "taker": 0, "trump": "H", "captured": [PILE, None], "last_trick": 1}


@pytest.mark.parametrize(
    ("hand", "pointer", "code"),
    [
        (played(taker=4), "/taker", "seat_unknown"),
        (played(trick_points=[90, 70]), "/trick_points", "wrong_sum"),
        (played(trick_points=[170, -8]), "/trick_points/1", "negative"),
        (played(trick_points=[170, None]), "/trick_points/1", "negative"),
        (played(trick_points=[None, None]), "/trick_points", "nothing_entered"),
        (played(trick_points=[90]), "/trick_points", "wrong_length"),
        (played(trick_points=None), "/trick_points", "nothing_entered"),
        (played(trick_points=[161, 1]), "/trick_points/0", "figure_impossible"),
        (played(trick_points=[None, 161]), "/trick_points/0", "figure_impossible"),
        (played(trick_points=[162, 0]), "/trick_points/0", "capot_or_tricks"),
        (played(trick_points=[0, 162]), "/trick_points/1", "capot_or_tricks"),
        (played(trick_points=[162, 0], tricks=3), "/tricks", "tricks_impossible"),
        (played(tricks=1), "/tricks", "tricks_needless"),
        (played(capot=0), "/trick_points/0", "capot_points"),
        (played(capot=0, trick_points=[162, 0], tricks=1), "/tricks", "capot_tricks"),
        (played(capot=2), "/capot", "too_large"),
        (played(last_trick=0), "/last_trick", "last_trick_needless"),
        ({**CARDS, "captured": [PILE[:7], None]}, "/captured/0", "not_whole_tricks"),
        ({**CARDS, "captured": [[*PILE[:7], "JH"], None]}, "/captured/0/7", "card_twice"),
        ({**CARDS, "captured": [[*PILE[:7], "6C"], None]}, "/captured/0/7", "card_unknown"),
        ({**CARDS, "captured": [PILE, ["AC"]]}, "/captured", "card_missing"),
        ({**CARDS, "captured": [None, None]}, "/captured", "nothing_entered"),
        ({**CARDS, "captured": [PILE]}, "/captured", "wrong_length"),
        ({**CARDS, "captured": [[], None], "last_trick": 0}, "/last_trick", "last_trick_without_card"),
        ({**CARDS, "last_trick": None}, "/last_trick", "last_trick_missing"),
        ({**CARDS, "trump": None}, "/trump", "trump_missing"),
        ({**CARDS, "trick_points": [72, 90]}, "/trick_points/0", "disagree"),
        ({**CARDS, "capot": 1}, "/capot", "disagree"),
        ({**CARDS, "tricks": 3}, "/tricks", "disagree"),
        (played(declarations=[four(0, "8")]), "/declarations/0/high", "four_worthless"),
        (played(declarations=[four(1, "7")]), "/declarations/0/high", "four_worthless"),
        (played(declarations=[four(0, "K", suit="H")]), "/declarations/0/suit", "four_has_no_suit"),
        (played(declarations=[four(0, "K"), four(1, "K")]), "/declarations/1", "card_twice"),
        (played(declarations=[four(0, "Q"), run(1, "A")]), "/declarations/1", "card_twice"),
        (played(declarations=[four(0, "Q", seat=0), run(0, "A", seat=2)]), "/declarations/1", "card_twice"),
        (played(declarations=[run(0, "A", suit="C"), run(0, "Q", suit="C")]), "/declarations/1", "card_twice"),
        (played(declarations=[run(0, "A")] * 3 + [run(1, "K")] * 2), "/declarations", "card_twice"),
        (played(declarations=[run(0, "10", 5)]), "/declarations/0/high", "run_too_low"),
        (played(declarations=[run(0, "8")]), "/declarations/0/high", "run_too_low"),
        (played(declarations=[run(0, "A", 9)]), "/declarations/0/length", "length_wrong"),
        (played(declarations=[{**run(0, "A"), "length": 4}]), "/declarations/0/length", "length_wrong"),
        (played(declarations=[four(0, rank) for rank in ("A", "J", "K", "Q", "9")]), "/declarations", "too_many_cards"),
        (
            played(declarations=[run(0, "A", 5, seat=0), run(0, "10", 4, seat=0)]),
            "/declarations",
            "too_many_cards",
        ),
        (played(declarations=[run(0, "K"), run(1, "K")]), "/declarations/0/suit", "suit_missing"),
        (played(trump=None, declarations=[run(0, "K"), run(1, "K")]), "/trump", "trump_missing"),
        (played(declarations=[run(0, "K", seat=1)]), "/declarations/0/seat", "seat_of_other_side"),
        (played(declarations=[run(0, "K", seat=4)]), "/declarations/0/seat", "seat_unknown"),
        (played(belote=2), "/belote", "too_large"),
    ],
)
def test_hands_that_cannot_have_happened(hand: dict[str, Any], pointer: str, code: str) -> None:
    assert table().no(hand) == (pointer, code)


def test_a_table_may_play_without_declarations() -> None:
    for chosen in ("belote_only", "none"):
        no_runs = table(declarations=chosen)
        assert no_runs.no(played(declarations=[run(0, "K")])) == ("/declarations", "declarations_off")
        names = [control.name for control in GAME.form(no_runs.play().open_match.setup, no_runs.play().state).controls]
        assert "declarations" not in names
        assert ("belote" in names) is (chosen == "belote_only")
    assert points(played(belote=0), declarations="belote_only") == [110, 70]
    assert table(declarations="none").no(played(belote=0)) == ("/belote", "declarations_off")


def test_three_cannot_play_and_nothing_follows_the_end() -> None:
    assert Table("belote", 3).no_setup() == ("/players", "players")
    assert table({"totals": [1000, 0]}).no(played()) == ("", "match_over")
    assert table({"totals": [-10, 0]}).no_setup() == ("/start/totals/0", "total_impossible")
    assert table({"taker": 4}).no_setup() == ("/start/taker", "seat_unknown")


def test_points_wait_only_with_litige() -> None:
    for equal in ("failed", "made"):
        assert table({"carried": 81}, equal=equal).no_setup() == ("/start/carried", "carried_without_litige")
        assert table({"carried": 0}, equal=equal).score(played()).points == [90, 70]
    litige = table({"carried": 81}, equal="litige")
    assert litige.score(played(trick_points=[94, 68])).points == [180, 70], "added before rounding: 94 + 81 = 175"
    assert litige.score(played(trick_points=[81, 81])).state.carried == 162


# -- between hands and the end ---------------------------------------------------------------------------


def test_the_deal_moves_on_after_every_hand() -> None:
    after = table({"dealer": 3}).play(played(), {"kind": "passed_in"}).upcoming
    assert after
    assert (after.dealer, after.leads, after.details["hand"]) == (1, 2, 3)
    assert after.details["to_target"] == [910, 930]


@pytest.mark.parametrize(("chosen", "winners"), [("tie", [0, 1]), ("higher", [1]), ("taker", [0])])
def test_both_over_the_target(chosen: str, winners: list[int]) -> None:
    verdict = table({"totals": [940, 980]}, both_over=chosen).play(played()).verdict
    assert (verdict.finished, verdict.winners) == (True, winners)


def test_the_target_is_the_tables_choice() -> None:
    for target in (501, 701, 1001, 1501, 2000):
        short, there = table({"totals": [target - 91, 0]}, target=target, rounding="none"), played()
        assert not short.play(there).verdict.finished
        enough = table({"totals": [target - 90, 0]}, target=target, rounding="none").play(there).verdict
        assert (enough.finished, enough.winners) == (True, [0])


def test_the_table_may_stop() -> None:
    assert table().stop(played()).winners == [0]


def test_a_correction_in_the_middle_gives_what_the_right_entry_would_have_given() -> None:
    wrong, right = played(trick_points=[90, 72]), played(trick_points=[81, 81])
    later = [played(taker=1, trick_points=[60, 102]), {"kind": "passed_in"}]
    litige = table(equal="litige")
    assert litige.play(wrong, *later).totals == [150, 170]
    assert litige.play(right, *later).totals == [60, 260]


# -- look-ups ----------------------------------------------------------------------------------------------


def test_who_takes_the_trick() -> None:
    look_up = table()
    assert look_up.winner(trump="H", plays=[(1, "AC"), (2, "10C"), (3, "7H"), (0, "KC")]) == (3, "7H")
    assert look_up.winner(trump="H", plays=[(1, "AH"), (2, "9H"), (3, "JH"), (0, "10H")]) == (3, "JH")
    assert look_up.winner(trump="H", plays=[(1, "KC"), (2, "10C"), (3, "JC"), (0, "AS")]) == (2, "10C")


@pytest.mark.parametrize(
    ("plays", "hand", "legal"),
    [
        ([], "7C AH", "7C AH"),
        ([(1, "AC")], "7C 8C AH", "7C 8C"),
        ([(1, "AC")], "AH 7H 8S", "AH 7H"),
        ([(1, "AC")], "8S 7D", "8S 7D"),
        ([(1, "AC"), (2, "7C")], "AH 8S", "AH 8S"),
        ([(1, "AC"), (2, "9H")], "JH AH 8S", "JH"),
        ([(1, "AC"), (2, "9H")], "AH 7H 8S", "AH 7H"),
        ([(1, "9H")], "JH AH 8S", "JH"),
        ([(1, "9H")], "AH 7H 8S", "AH 7H"),
        ([(1, "9H"), (2, "7H")], "JH AH 8S", "JH AH"),
        ([(1, "AC"), (2, "9H"), (3, "7C")], "JH AH 8S", "JH AH 8S"),
    ],
)
def test_what_may_be_played(plays: Any, hand: str, legal: str) -> None:
    assert table().legal(trump="H", plays=plays, hand=hand.split()) == legal.split()


def test_trumping_below_may_be_free() -> None:
    request = {"trump": "H", "plays": [(1, "AC"), (2, "9H")], "hand": ["AH", "8S"]}
    assert table(undertrump=False).legal(**request) == ["AH", "8S"]
    assert table(undertrump=False).legal(**{**request, "plays": [(1, "9H")]}) == ["AH"]


def test_a_led_trump_may_have_to_be_beaten_over_the_partner_too() -> None:
    request = {"trump": "H", "plays": [(1, "9H"), (2, "7H")], "hand": ["JH", "AH", "8S"]}
    assert table().legal(**request) == ["JH", "AH"]
    strict = table(overtrump_partner=True)
    assert strict.legal(**request) == ["JH"]
    assert strict.legal(**{**request, "hand": ["AH", "10H"]}) == ["AH", "10H"]
    assert strict.legal(**{**request, "plays": [(1, "AC"), (2, "9H"), (3, "7C")]}) == ["JH", "AH", "8S"]


HANDS = [
    ["AC", "KC", "QC", "7S", "8S", "9S", "KH", "QH"],
    ["JC", "10C", "9C", "8C", "AS", "KS", "QS", "JS"],
    ["7C", "AH", "JH", "10H", "9H", "7D", "8D", "9D"],
    ["10S", "8H", "7H", "AD", "KD", "QD", "JD", "10D"],
]


def test_whose_declarations_count_by_the_hands() -> None:
    answer = table().trick(trump="H", hands=HANDS)
    assert isinstance(answer, TrickResult)
    assert (answer.winner, answer.extra["side"]) == (3, 1)
    assert answer.extra["declaration_points"] == [0, 100 + 50 + 50]
    assert (answer.extra["belote"], answer.extra["belote_points"]) == (0, [20, 0])


def test_whose_declarations_count_by_a_list() -> None:
    answer = table().trick(trump="H", declarations=[four(0, "Q"), run(1, "J", 5)])
    assert isinstance(answer, TrickResult)
    assert (answer.winner, answer.extra["side"], answer.extra["declaration_points"]) == (None, 0, [100, 0])
    nobody = table().trick(trump="H", declarations=[])
    assert isinstance(nobody, TrickResult)
    assert nobody.extra["side"] is None


def test_the_look_up_takes_a_card_once_for_a_four_or_a_run() -> None:
    hands = [
        ["JC", "JS", "JH", "JD", "QC", "10C", "KC", "AC"],
        ["7C", "8C", "9C", "7S", "8S", "AS", "KH", "QH"],
        ["AH", "10H", "9H", "8H", "7H", "KS", "QS", "10S"],
        ["9S", "AD", "KD", "QD", "10D", "9D", "8D", "7D"],
    ]
    once, twice = table().trick(trump="H", hands=hands), table(four_and_run=True).trick(trump="H", hands=hands)
    assert isinstance(once, TrickResult)
    assert isinstance(twice, TrickResult)
    own = [(one["type"], one["high"]) for one in once.extra["declarations"] if one["seat"] == 0]
    assert own == [("four", "J"), ("tierce", "A")]
    own = [(one["type"], one["high"]) for one in twice.extra["declarations"] if one["seat"] == 0]
    assert own == [("four", "J"), ("hundred", "A")]


def test_the_look_up_asks_for_seat_and_dealer_where_they_decide() -> None:
    equal = [run(0, "K", suit="C", seat=0), run(1, "K", suit="S", seat=3)]
    answer = table().trick(trump="H", declarations=equal, dealer=2)
    assert isinstance(answer, TrickResult)
    assert (answer.winner, answer.extra["side"]) == (3, 1)
    assert table().no_trick(trump="H", declarations=equal) == ("/dealer", "dealer_missing")
    unsaid = [equal[0], run(1, "K", suit="S")]
    assert table().no_trick(trump="H", declarations=unsaid, dealer=2) == ("/declarations/1/seat", "seat_missing")


@pytest.mark.parametrize(
    ("asked", "pointer", "code"),
    [
        ({"trump": "H"}, "/plays", "no_cards"),
        ({"trump": "H", "hands": HANDS, "plays": [(0, "AC")]}, "", "one_question"),
        ({"trump": "H", "hands": HANDS, "declarations": []}, "", "one_question"),
        ({"trump": "H", "hands": HANDS[:3]}, "/hands", "wrong_length"),
        ({"trump": "H", "hands": [HANDS[0][:7], *HANDS[1:]]}, "/hands/0", "hand_size"),
        ({"trump": "H", "hands": [HANDS[1], *HANDS[1:]]}, "/hands/1/0", "card_twice"),
        ({"trump": "H", "plays": [(0, "6C")]}, "/plays/0/card", "card_unknown"),
        ({"trump": "H", "plays": [(0, "7C"), (2, "8C")]}, "/plays/1/seat", "out_of_turn"),
    ],
)
def test_look_ups_that_cannot_be(asked: dict[str, Any], pointer: str, code: str) -> None:
    assert table().no_trick(**asked) == (pointer, code)


# -- properties -----------------------------------------------------------------------------------------------


def test_every_other_figure_can_be_made_by_cards() -> None:
    """What two piles of whole tricks can come to, found by trying all cards: everything except 1 and 161."""
    worth = values("H")
    reachable = {(0, 0)}
    for code in PACK_32.cards:
        reachable |= {(n + 1, total + worth[code]) for n, total in reachable}
    figures = {total + last for n, total in reachable if n % 4 == 0 and 0 < n < 32 for last in (0, 10)}
    assert set(range(163)) - figures == {1, 161}
    for figure in figures - {0, 162}:
        assert table().score(played(trick_points=[figure, None])).details["trick_points"][0] == figure


@given(st.permutations(PACK_32.cards), st.integers(0, 8), st.sampled_from("CSHD"), st.integers(0, 1))
def test_the_cards_always_make_162(cards: list[str], tricks: int, trump: str, last: int) -> None:
    last = last if 0 < tricks < 8 else (0 if tricks else 1)
    hand = {"kind": "played", "taker": 0, "trump": trump, "captured": [cards[: 4 * tricks], None], "last_trick": last}
    scored = table(rounding="none").score(hand)
    assert sum(scored.details["trick_points"]) == 162
    assert sum(scored.points) == (252 if tricks in (0, 8) else 162)


@given(st.permutations(PACK_32.cards), st.sampled_from("CSHD"), st.integers(0, 3))
def test_four_hands_can_always_be_compared(cards: list[str], trump: str, dealer: int) -> None:
    hands = [list(cards[8 * seat : 8 * seat + 8]) for seat in range(4)]
    answer = table().trick(trump=trump, hands=hands, dealer=dealer)
    assert isinstance(answer, TrickResult)
    again = table().trick(trump=trump, declarations=answer.extra["declarations"], dealer=dealer)
    assert isinstance(again, TrickResult)
    assert again.extra["declaration_points"] == answer.extra["declaration_points"]


@given(any_hand(GAME))
def test_whatever_is_entered_is_scored_or_refused(hand: dict[str, Any]) -> None:
    scored = table().try_out(hand)
    assert scored is None or all(value >= 0 for value in scored.points)


@given(any_lookup(GAME))
def test_whatever_is_asked_is_answered_or_refused(asked: dict[str, Any]) -> None:
    answer = table().ask(asked)
    if isinstance(answer, LegalPlays):
        assert set(answer.cards) <= set(asked["hand"])


def test_the_turn_may_go_to_the_right() -> None:
    right = table(turn="right")
    coming = right.play({"kind": "passed_in"}).upcoming
    assert coming
    assert (coming.dealer, coming.leads) == (3, 2)
    assert right.winner(trump="S", plays=[(1, "7H"), (0, "AH"), (3, "8H"), (2, "9H")]) == (0, "AH")
    assert right.no_trick(trump="S", plays=[(0, "7H"), (1, "AH")]) == ("/plays/1/seat", "out_of_turn")


def test_at_81_the_defenders_may_score_theirs_alone() -> None:
    hand = {"kind": "played", "taker": 0, "trump": "H", "trick_points": [81, 81]}
    scored = table(equal="defenders", rounding="none").score(hand)
    assert scored.points == [0, 81]
    assert scored.details["made"] is False
    assert any("the taker nothing" in str(line.message) for line in scored.lines)


@pytest.mark.parametrize(
    ("trick_points", "points"), [([85, 77], [80, 80]), ([84, 78], [80, 80]), ([86, 76], [80, 80]), ([95, 67], [90, 70])]
)
def test_rounded_points_may_add_up_to_160(trick_points: list[int], points: list[int]) -> None:
    hand = {"kind": "played", "taker": 0, "trump": "H", "trick_points": trick_points}
    assert table(rounding="complement").score(hand).points == points
    assert sum(table(rounding="complement").score({**hand, "belote": 0}).points) == 180


def test_declarations_of_a_side_without_a_trick_may_count() -> None:
    run = {"side": 1, "type": "tierce", "high": "K", "suit": "C"}
    hand = {"kind": "played", "taker": 0, "trump": "H", "capot": 0, "declarations": [run]}
    assert table().score(hand).points == [250, 0]
    assert table(capot_declarations="counted").score(hand).points == [250, 20]
