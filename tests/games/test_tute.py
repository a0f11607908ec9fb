"""Tute: cards, the last trick and declarations; four kings; matches of several hands and the race."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.form import Events
from scoring.engine.game import Marks
from scoring.engine.tricks import TrickResult
from scoring.games import get
from tests.games.table import Table, any_hand, any_lookup

GAME = get("tute")
RANKS = ["A", "3", "K", "Q", "J", "7", "6", "5", "4", "2"]
VALUES = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}
PACK = [rank + suit for suit in "CSHD" for rank in RANKS]
COUNTING = [card for card in PACK if card[:-1] in VALUES]
TABLE = Table("tute", 4)


def played(*points: int | None, last: int = 0, **more: Any) -> dict[str, Any]:
    return {"kind": "played", "card_points": list(points), "last_trick": last, **more}


def by_cards(*piles: str | None, last: int = 0, **more: Any) -> dict[str, Any]:
    captured = [None if pile is None else pile.split() for pile in piles]
    return {"kind": "played", "captured": captured, "last_trick": last, **more}


def declared(*given: tuple[int, int, str] | tuple[int, int, str, int]) -> list[dict[str, Any]]:
    """Declarations as (seat, value, suit) or (seat, value, suit, after_trick)."""
    return [dict(zip(("seat", "value", "suit", "after_trick"), one, strict=False)) for one in given]


# -- scoring -----------------------------------------------------------------------------------------


def test_cards_last_trick_and_declarations_are_added_up() -> None:
    scored = TABLE.score(played(52, None, trump="S", declarations=declared((2, 40, "S", 3), (1, 20, "C", 5))))
    assert scored.points == [102, 88]
    assert scored.details["breakdown"] == [
        {"cards": 52, "declarations": 40, "last_trick": 10},
        {"cards": 68, "declarations": 20, "last_trick": 0},
    ]
    assert scored.details["hand_totals"] == [102, 88]
    assert (scored.details["hand_winner"], scored.details["winner"], scored.details["hands_won"]) == (0, 0, [1, 0])
    lines = [(str(line.message), line.value, line.rule) for line in scored.lines[2:5]]
    assert [(value, rule) for _, value, rule in lines] == [
        (40, "declarations"),
        (20, "declarations"),
        (10, "last-trick"),
    ]
    assert lines[0][0].endswith("declared las cuarenta in spades")


def test_captured_cards_are_counted_and_worthless_ones_may_be_left_out() -> None:
    hand = by_cards("AC AD 3C 3D KC KD KH QH JS", None)
    assert TABLE.score(hand).points == [69, 61]
    assert TABLE.score(by_cards("AC AD 3C 3D KC KD KH QH JS 7S 2C", None)).points == [69, 61]
    others = " ".join(card for card in COUNTING if card not in hand["captured"][0])
    assert TABLE.score(by_cards("AC AD 3C 3D KC KD KH QH JS", others)).points == [69, 61]
    assert TABLE.score({**hand, "card_points": [59, None]}).points == [69, 61]


def test_a_level_hand_is_drawn_and_does_not_count() -> None:
    level = played(75, 45, last=1, trump="C", declarations=declared((3, 20, "H")))
    match = TABLE.play(level)
    assert match.results[0].result.details["hand_winner"] is None
    assert (match.state.hands_won, match.verdict.finished) == ([0, 0], False)
    assert match.upcoming
    assert (match.upcoming.dealer, match.upcoming.details["hand"]) == (1, 1)
    assert Table("tute", 4, {"tie": "last_trick"}).score(level).details["hand_winner"] == 1


def test_four_kings_win_the_hand_without_points() -> None:
    scored = TABLE.score({"kind": "tute", "seat": 3, "after_trick": 6})
    assert (scored.points, scored.details["hand_totals"], scored.details["hand_winner"]) == ([0, 0], None, 1)
    assert "four kings:" in str(scored.lines[0].message)
    queens = Table("tute", 4, {"queens_tute": True}).score({"kind": "tute", "seat": 3})
    assert "kings or queens" in str(queens.lines[0].message)


def test_a_tute_may_win_the_match() -> None:
    tute = {"kind": "tute", "seat": 1}
    assert Table("tute", 4, {"hands": 5}).play(tute).verdict.finished is False
    assert Table("tute", 4, {"hands": 5, "tute_wins": "match"}).play(tute).verdict.winners == [1]
    race = {"race_to": 101, "tute_wins": "match"}
    assert Table("tute", 4, race, totals=[90, 0]).play(tute).verdict.winners == [1]


# -- declarations ------------------------------------------------------------------------------------


def test_the_partner_may_declare_the_forty_after_a_twenty() -> None:
    hand = played(60, 60, trump="H", declarations=declared((0, 20, "C"), (2, 40, "H")))
    assert TABLE.score(hand).points == [130, 60]


def test_three_veintes_and_the_forty_can_all_be_declared() -> None:
    four = declared((0, 40, "H", 1), (0, 20, "C", 2), (1, 20, "S", 3), (2, 20, "D", 8))
    assert TABLE.score(played(60, 60, trump="H", declarations=four)).points == [150, 80]


def test_a_forty_says_the_trump_and_so_does_the_turned_card() -> None:
    assert TABLE.score(played(60, 60, declarations=declared((1, 40, "D")))).points == [70, 100]
    hand = played(60, 60, turned="4D", declarations=declared((1, 40, "D")))
    assert TABLE.score(hand).points == [70, 100]
    assert TABLE.no(played(60, 60, turned="4C", declarations=declared((1, 40, "D"))))[1] == "forty_not_trump"


@pytest.mark.parametrize(
    ("given", "pointer", "code"),
    [
        ([(0, 40, "C")], "/declarations/0/value", "forty_not_trump"),
        ([(0, 20, "H")], "/declarations/0/value", "twenty_in_trump"),
        ([(0, 30, "H")], "/declarations/0/value", "value_unknown"),
        ([(4, 20, "C")], "/declarations/0/seat", "seat_unknown"),
        ([(0, 20, "C"), (1, 20, "C")], "/declarations/1/suit", "suit_twice"),
        ([(0, 20, "C"), (0, 40, "H")], "/declarations/1", "forty_too_late"),
        ([(0, 20, "C", 2), (1, 20, "S", 2)], "/declarations/1/after_trick", "not_in_order"),
        ([(0, 20, "C", 3), (1, 20, "S", 2)], "/declarations/1/after_trick", "not_in_order"),
        ([(0, 20, "C", 3), (1, 20, "S"), (1, 20, "D", 4)], "/declarations/2/after_trick", "not_in_order"),
        ([(0, 20, "C", 9)], "/declarations/0/after_trick", "trick_impossible"),
        ([(0, 20, "C", 0)], "/declarations/0/after_trick", "trick_impossible"),
        ([(0, 20, "C", 8), (1, 20, "S")], "/declarations/1/after_trick", "trick_impossible"),
        ([(0, 20, "C"), (0, 20, "S"), (0, 20, "D"), (0, 20, "H")], "/declarations", "too_many"),
        ([(0, 40, "H"), (0, 20, "C"), (0, 20, "S"), (0, 20, "D"), (0, 20, "D")], "/declarations", "too_many"),
    ],
)
def test_declarations_that_cannot_have_been(given: list[Any], pointer: str, code: str) -> None:
    assert TABLE.no(played(60, 60, trump="H", declarations=declared(*given))) == (pointer, code)


def test_noted_tricks_say_who_may_have_declared() -> None:
    tricks = [1, 0, 2, 3, 0, 0, 2, 1, 3, 2]
    right = declared((1, 20, "C", 1), (2, 20, "S", 7))
    assert TABLE.score(played(60, 60, trump="H", declarations=right, tricks=tricks)).points == [90, 80]
    assert TABLE.no(played(60, 60, declarations=declared((1, 20, "C", 2)), tricks=tricks)) == (
        "/declarations/0/after_trick",
        "trick_not_won",
    )
    without = [0, 0, 2, 1, 0, 0, 2, 1, 3, 2]
    assert TABLE.no(played(60, 60, declarations=declared((3, 20, "C")), tricks=without)) == (
        "/declarations/0/seat",
        "won_no_trick",
    )
    assert TABLE.no(played(60, 60, tricks=tricks[:9])) == ("/tricks", "trick_count")
    assert TABLE.no(played(60, 60, tricks=[*tricks[:9], 4])) == ("/tricks/9", "seat_unknown")
    assert TABLE.no(played(60, 60, last=1, tricks=tricks)) == ("/last_trick", "disagree")


def test_a_declaration_waits_for_the_next_trick_of_its_own_player() -> None:
    tricks = [0, 1, 0, 1, 0, 1, 0, 1, 1, 0]
    late = declared((1, 20, "C"), (1, 20, "D"), (0, 20, "S", 5))
    assert TABLE.score(played(60, 60, trump="H", declarations=late, tricks=tricks)).points == [90, 100]
    only = [1, *[0] * 9]
    assert TABLE.score(played(60, 60, trump="H", declarations=declared((1, 20, "C")), tricks=only)).points == [70, 80]
    early = declared((1, 20, "C"), (1, 20, "D"), (0, 20, "S", 3))
    refused = ("/declarations/2/after_trick", "not_in_order")
    assert TABLE.no(played(60, 60, trump="H", declarations=early, tricks=tricks)) == refused
    none_left = declared((1, 20, "C", 8), (1, 20, "D"))
    refused = ("/declarations/1/after_trick", "trick_impossible")
    assert TABLE.no(played(60, 60, trump="H", declarations=none_left, tricks=tricks)) == refused


def test_who_won_no_trick_has_no_card_points() -> None:
    tricks = [0, 2] * 5
    assert TABLE.score(played(120, 0, tricks=tricks)).points == [130, 0]
    assert TABLE.no(played(110, 10, tricks=tricks)) == ("/card_points/1", "points_without_trick")


# -- other refusals ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "pointer", "code"),
    [
        (played(60, 61), "/card_points", "wrong_sum"),
        (played(1, 119), "/card_points/0", "figure_impossible"),
        (played(None, 1), "/card_points/0", "figure_impossible"),
        (played(None, None), "/card_points", "nothing_entered"),
        (played(121, None), "/card_points/1", "negative"),
        (played(120), "/card_points", "wrong_length"),
        ({"kind": "played", "last_trick": 0}, "/card_points", "nothing_entered"),
        (played(60, 60, last=2), "/last_trick", "side_unknown"),
        (played(60, 60, last=-1), "/last_trick", "side_unknown"),
        (played(60, 60, up_card="8C"), "/up_card", "card_unknown"),
        (played(60, 60, turned="4C", trump="H"), "/trump", "trump_disagrees"),
        (by_cards("AC", "AC"), "/captured/1/0", "card_twice"),
        (by_cards("AC AC", None), "/captured/0/1", "card_twice"),
        (by_cards("9C", None), "/captured/0/0", "card_unknown"),
        (by_cards("JK", None), "/captured/0/0", "card_unknown"),
        (by_cards("AC 3C", "AD 3D"), "/captured", "card_missing"),
        (by_cards(None, None), "/captured", "nothing_entered"),
        (by_cards("AC", None, card_points=[12, None]), "/card_points/0", "disagree"),
        ({"kind": "tute", "seat": 4}, "/seat", "seat_unknown"),
        ({"kind": "tute", "seat": 0, "after_trick": 7}, "/after_trick", "trick_impossible"),
        ({"kind": "tute", "seat": 0, "after_trick": 0}, "/after_trick", "trick_impossible"),
        ({"kind": "tute", "seat": 0, "card_points": [60, 60]}, "/card_points", "tute_with_points"),
        ({"kind": "tute", "seat": 0, "captured": [[], None]}, "/captured", "tute_with_points"),
    ],
)
def test_hands_that_cannot_have_happened(hand: dict[str, Any], pointer: str, code: str) -> None:
    assert TABLE.no(hand) == (pointer, code)


@pytest.mark.parametrize(
    ("players", "options", "start", "pointer"),
    [
        (3, {}, {}, "/players"),
        (2, {}, {}, "/players"),
        (4, {"hands": 0}, {}, "/options/hands"),
        (4, {"hands": 22}, {}, "/options/hands"),
        (4, {}, {"totals": [-1, 0]}, "/start/totals/0"),
        (4, {}, {"hands_won": [1]}, "/start/hands_won"),
        (4, {"race_to": 101}, {"totals": [110, 110]}, "/start/match_winner"),
    ],
)
def test_tables_that_cannot_be(players: int, options: dict[str, Any], start: dict[str, Any], pointer: str) -> None:
    assert Table("tute", players, options, **start).no_setup()[0] == pointer


# -- the match ---------------------------------------------------------------------------------------

ZERO, ONE = played(70, 50, last=0), played(50, 70, last=1)
LEVEL = played(65, 55, last=1)


def test_more_than_half_of_the_hands_win() -> None:
    table = Table("tute", 4, {"hands": 3})
    assert table.play(ONE, LEVEL, ZERO).state.hands_won == [1, 1]
    assert table.play(ONE, LEVEL, ZERO, ONE).verdict.winners == [1]
    assert table.play(ONE, ONE).verdict.winners == [1]
    assert table.no(ONE, ONE, ZERO) == ("", "match_over")


def test_an_even_number_that_ends_level_is_decided_by_one_more() -> None:
    table = Table("tute", 4, {"hands": 2})
    match = table.play(ONE, ZERO, LEVEL)
    assert not match.verdict.finished
    assert match.upcoming
    assert "One more hand decides" in str(match.upcoming.notices[0].message)
    assert table.play(ONE, ZERO, LEVEL, ZERO).verdict.winners == [0]


def test_the_race_adds_up_points() -> None:
    table = Table("tute", 4, {"race_to": 101})
    assert table.play(ZERO).verdict.finished is False
    assert table.play(ZERO, ONE).totals == [130, 130]
    assert table.play(ZERO, ONE).verdict.winners == [1]
    assert table.play(ZERO, LEVEL).verdict.winners == [0]
    over = Table("tute", 4, {"race_to": 101}, totals=[100, 20])
    assert over.play(played(0, 120, last=1)).verdict.winners == [1]
    assert over.play(played(2, 118, last=1)).verdict.winners == [1]
    assert over.play({"kind": "tute", "seat": 1}).totals == [100, 20]


def test_the_hands_won_are_marked_out_of_those_that_win() -> None:
    opened = Table("tute", 4, {"hands": 5}).play(ONE, ONE, ZERO)
    marks = [mark for mark in GAME.board(opened.open_match.setup, opened.state) if isinstance(mark, Marks)]
    assert [(mark.count, mark.of) for mark in marks] == [(1, 3), (2, 3)]


def test_the_table_may_stop() -> None:
    table = Table("tute", 4, {"hands": 5})
    assert table.stop(ONE, ZERO, ONE).winners == [1]
    assert table.stop().winners == []
    assert Table("tute", 4, {"race_to": 101}).stop(ONE).winners == [1]


def test_the_deal_goes_to_the_right() -> None:
    coming = Table("tute", 4, {"hands": 3}, dealer=3).play(ONE).upcoming
    assert coming
    assert (coming.dealer, coming.leads, coming.details["hand"], coming.details["hands"]) == (0, 1, 2, 3)
    assert GAME.direction == "counter-clockwise"


def test_a_correction_in_the_middle_gives_what_the_right_entry_would_have_given() -> None:
    table = Table("tute", 4, {"hands": 5})
    wrong, right = table.play(ONE, ONE, ZERO), table.play(ONE, ZERO, ZERO)
    assert (wrong.state.hands_won, right.state.hands_won) == ([1, 2], [2, 1])
    assert table.no(ONE, ONE, ONE, ZERO) == ("", "match_over")
    assert table.play(ONE, ZERO, ONE, ZERO).state.hands_won == [2, 2]


# -- tricks ------------------------------------------------------------------------------------------


def legal(plays: str, hand: str, trump: str = "H", **options: Any) -> list[str]:
    table = Table("tute", 4, options)
    return table.legal(trump=trump, plays=list(enumerate(plays.split())), hand=hand.split())


def test_who_takes_a_trick() -> None:
    answer = TABLE.trick(trump="H", plays=[(3, "KC"), (0, "3C"), (1, "2H"), (2, "AC")])
    assert isinstance(answer, TrickResult)
    assert (answer.winner, answer.card, answer.next_leader) == (1, "2H", 1)
    assert answer.extra == {"winner_seat": 1}
    assert TABLE.winner(trump="H", plays=[(3, "KC"), (0, "3C"), (1, "2D"), (2, "7C")]) == (0, "3C")


def test_the_duties() -> None:
    assert legal("", "AC 2H") == ["AC", "2H"]
    assert legal("KC", "AC 3C QC 2H") == ["AC", "3C"], "beat the best card of the suit"
    assert legal("KC", "QC 2C 2H") == ["QC", "2C"], "too low: any card of the suit"
    assert legal("KC 2H", "AC QC 3H") == ["AC", "QC"], "trumped already: any card of the suit"
    assert legal("KC", "AD 2H 3H") == ["2H", "3H"], "without the suit: trump"
    assert legal("KC 7H", "AD 2H 3H QH") == ["3H", "QH"], "overtrump"
    assert legal("KC 3H", "AD 2H QH") == ["2H", "QH"], "a lower trump all the same"
    assert legal("KC 3H", "AD 2S") == ["AD", "2S"], "neither suit nor trump"
    assert legal("KC AC", "3C 2C") == ["3C", "2C"]
    assert legal("JC 2D KC", "AC 3C 7C") == ["AC", "3C"], "the partner's card is beaten too"


def test_a_trump_lead_is_followed_higher() -> None:
    assert legal("KH", "AH 3H QH AC") == ["AH", "3H"]
    assert legal("KH", "QH 2H AC") == ["QH", "2H"]
    assert legal("KH", "AC 2D") == ["AC", "2D"]


def test_a_table_may_let_go_who_cannot_overtrump() -> None:
    assert legal("KC 3H", "AD 2H QH", undertrump="free") == ["AD", "2H", "QH"]
    assert legal("KC 3H", "AD 2H AH", undertrump="free") == ["AH"]


@pytest.mark.parametrize(
    ("plays", "hand", "why"),
    [
        ("KC", "AC 2C", "Follow clubs and beat the best card"),
        ("AC", "KC 2C", "Follow clubs; no card held beats the best one"),
        ("KC 2H", "AC 3H", "The trick is trumped: any card of clubs will do"),
        ("KH", "AH 2H", "Trumps were led: a higher one must be played"),
        ("AH", "KH 2H", "Trumps were led, and no higher one is held"),
        ("KC", "2H 3D", "The suit is missing: trump"),
        ("KC 3H", "2H AH", "The suit is missing: overtrump"),
        ("KC 3H", "2H 3D", "No trump is high enough: a lower one must be played all the same"),
        ("KC 3H", "2S 3D", "Neither the suit led nor a trump: any card goes"),
        ("", "2S 3D", "The leader may lead any card"),
    ],
)
def test_the_reason_is_told(plays: str, hand: str, why: str) -> None:
    answer = TABLE.trick(trump="H", plays=list(enumerate(plays.split())), hand=hand.split())
    assert str(answer.why) == why


def test_the_card_points_of_the_rules_page() -> None:
    values = GAME.card_values(TABLE.play().open_match.setup.options)
    assert list(values.items())[:6] == [("A", 11), ("3", 10), ("K", 4), ("Q", 3), ("J", 2), ("7", 0)]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"plays": [(0, "AC"), (2, "3C"), (1, "KC"), (3, "QC")]}, "out_of_turn"),
        ({"plays": [(0, "AC"), (1, "AC"), (2, "KC"), (3, "QC")]}, "card_twice"),
        ({"plays": [(0, "AC"), (1, "9C"), (2, "KC"), (3, "QC")]}, "card_unknown"),
        ({"plays": [(0, "AC")], "hand": ["AC"]}, "card_twice"),
        ({"plays": []}, "no_cards"),
    ],
)
def test_tricks_that_cannot_be(asked: dict[str, Any], code: str) -> None:
    assert TABLE.no_trick(trump="H", **asked)[1] == code


# -- form and properties -----------------------------------------------------------------------------


def test_one_heap_and_the_last_trick_are_enough_for_the_form() -> None:
    opened = TABLE.play().open_match
    form = GAME.form(opened.setup, opened.state)
    untouched = form.initial()
    assert form.read({**untouched, "card_points.0": ["71"], "last_trick": ["1"]}) == played(
        71, None, last=1, declarations=[]
    )
    assert form.read({**untouched, "kind": ["tute"], "seat": ["2"]}) == {"kind": "tute", "seat": 2}
    trump_noted = played(71, None, last=1, trump="D", declarations=[])
    assert form.read(form.show(trump_noted)) == trump_noted
    assert form.read(form.show(played(71, None, last=1, up_card="7D"))) == trump_noted


def test_a_declaration_is_shown_again_for_its_correction() -> None:
    opened = TABLE.play().open_match
    form = GAME.form(opened.setup, opened.state)
    hand = played(52, None, trump="S", declarations=declared((2, 40, "S", 3), (1, 20, "C")))
    assert form.read(form.show(hand)) == hand
    listed = next(control for control in form.controls if isinstance(control, Events))
    lines = [str(said)[1:] for _, said in listed.entries(form.show(hand))]
    assert lines == [": 40 in spades", ": 20 in clubs"]


@given(st.lists(st.integers(0, 1), min_size=20, max_size=20), st.integers(0, 1))
def test_both_totals_make_130_and_what_was_declared(owners: list[int], last: int) -> None:
    piles = [" ".join(c for c, owner in zip(COUNTING, owners, strict=True) if owner == i) for i in (0, 1)]
    scored = TABLE.score(by_cards(*piles, last=last, trump="H", declarations=declared((0, 40, "H"), (1, 20, "C"))))
    assert sum(scored.points) == 130 + 60


@given(any_hand(GAME), st.sampled_from([TABLE, Table("tute", 4, {"race_to": 101, "tie": "last_trick"})]))
def test_whatever_is_entered_is_scored_or_refused(hand: dict[str, Any], table: Table) -> None:
    scored = table.try_out(hand)
    assert scored is None or sum(scored.points) in {0, *(130 + 20 * n for n in range(6))}


@given(any_lookup(GAME))
def test_whatever_is_looked_up_is_answered_or_refused(asked: dict[str, Any]) -> None:
    TABLE.ask(asked)


@given(st.permutations(PACK).map(lambda cards: cards[:13]), st.integers(0, 3), st.sampled_from("CSHD"))
def test_somebody_may_always_play_and_suit_goes_before_trump(cards: list[str], laid: int, trump: str) -> None:
    plays, hand = cards[:laid], cards[3:]
    allowed = legal(" ".join(plays), " ".join(hand), trump)
    assert allowed
    if plays:
        following = [card for card in hand if card[-1] == plays[0][-1]]
        trumps = [card for card in hand if card[-1] == trump]
        assert set(allowed) <= set(following or trumps or hand)
