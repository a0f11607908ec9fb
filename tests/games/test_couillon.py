"""Couillon: lines and marks, accepting, draws, piles and tricks, the slate, what may be played."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.cards import card_points
from scoring.engine.game import Figure, Marks
from scoring.games.couillon import game
from scoring.games.couillon.models import PACKS, VALUES
from tests.games.table import Table, any_hand, any_lookup

TABLE = Table("couillon", 4)
MINE = ["AH", "KH", "9H", "10H", "QS", "JS", "9S", "AC"]
THEIRS = ["KC", "QC", "9C", "JC", "AD", "KD", "10D", "QD"]


def hand(a: int | None, b: int | None, accepted_by: int | None = 0, **more: Any) -> dict[str, Any]:
    return {"kind": "points", "accepted_by": accepted_by, "points": [a, b], **more}


def piles(mine: list[str], theirs: list[str], accepted_by: int | None = 0, **more: Any) -> dict[str, Any]:
    return {"kind": "cards", "accepted_by": accepted_by, "captured": [mine, theirs], **more}


def tricks(*winners: int, cards: list[str] | None = None, **more: Any) -> dict[str, Any]:
    deck = cards or [*MINE, *THEIRS]
    won = [{"winner": side, "cards": deck[4 * place : 4 * place + 4]} for place, side in enumerate(winners)]
    return {"kind": "cards", "accepted_by": 0, "tricks": won, **more}


def slate(*hands: dict[str, Any], options: dict[str, Any] | None = None, **start: Any) -> tuple[list[int], list[int]]:
    state = Table("couillon", 4, options, **start).play(*hands).state
    assert list(state.totals) == [line + mark for line, mark in zip(state.lines, state.marks, strict=True)]
    return state.lines, state.marks


def test_the_winners_rub_out_a_line() -> None:
    assert slate(hand(12, 15, 1)) == ([5, 4], [0, 0])
    assert slate(hand(16, 12, 2)) == ([4, 5], [0, 0])
    assert TABLE.score(hand(12, 15, 1)).points == [0, -1]


def test_an_accepting_side_that_loses_adds_a_mark() -> None:
    assert slate(hand(10, 18, 2)) == ([5, 4], [1, 0])
    assert slate(hand(18, 10, 1)) == ([4, 5], [0, 1])
    assert slate(hand(10, 18, 0), hand(9, 18, 0)) == ([5, 3], [2, 0]), "marks pile up"
    assert slate(hand(10, 18, 0), hand(20, 9, None)) == ([5, 4], [0, 0]), "a mark goes before a line"


def test_nobody_is_penalised_where_all_declined() -> None:
    scored = TABLE.score(hand(10, 18, None))
    assert (scored.details["erased"], scored.details["added"]) == ([0, 1], [0, 0])


def test_a_draw_makes_the_next_win_double() -> None:
    drawn = TABLE.score(hand(14, 14, 3))
    assert (drawn.points, drawn.details["hand_winner"], drawn.details["next_factor"]) == ([0, 0], None, 2)
    assert drawn.details["added"] == [0, 0], "an accepting side that draws has not lost"
    assert slate(hand(14, 14), hand(17, 8, 1)) == ([3, 5], [0, 2])
    assert slate(hand(14, 14), hand(14, 14), hand(17, 8, 1)) == ([3, 5], [0, 2]), "double, however many draws"
    assert slate(hand(14, 14), hand(17, 8, 1), hand(17, 8, 1)) == ([2, 5], [0, 3]), "then it counts once again"


def test_draws_may_pile_up() -> None:
    each = {"ties": "pile_up"}
    assert slate(hand(14, 14), hand(14, 14), hand(17, 8, 1), options=each) == ([2, 5], [0, 3])
    assert slate(hand(14, 14), hand(17, 8, 1), options=each) == ([3, 5], [0, 2])


def test_the_mark_may_stay_single() -> None:
    assert slate(hand(14, 14), hand(17, 8, 1), options={"double_penalty": False}) == ([3, 5], [0, 1])


def test_nothing_below_nothing_is_rubbed_out() -> None:
    last = Table("couillon", 4, lines=[1, 2], factor=2)
    scored = last.score(hand(19, 10, None))
    assert (scored.points, scored.details["erased"], scored.details["winner"]) == ([-1, 0], [1, 0], 0)
    verdict = last.play(hand(19, 10, None)).verdict
    assert (verdict.finished, verdict.winners) == (True, [0])
    assert last.no(hand(19, 10), hand(19, 10)) == ("", "match_over")


def test_the_result_has_all_that_is_carried() -> None:
    details = Table("couillon", 4, lines=[5, 4], dealer=1).score(hand(10, 18, 2)).details
    assert details == {
        "hand_points": [10, 18],
        "hand_winner": 1,
        "factor": 1,
        "erased": [0, 1],
        "added": [1, 0],
        "lines": [5, 3],
        "marks": [1, 0],
        "left": [6, 3],
        "finished": False,
        "winner": None,
        "next_dealer": 2,
        "next_factor": 1,
    }


def test_cards_are_counted_by_pile_or_by_trick() -> None:
    assert TABLE.score(piles(MINE, THEIRS)).details["hand_points"] == [14, 15]
    assert TABLE.score(tricks(0, 0, 1, 1)).details["hand_points"] == [14, 15]
    assert TABLE.score(tricks(0, 0, 1, 1, captured=[MINE, THEIRS])).details["hand_points"] == [14, 15]
    assert TABLE.score(tricks(1, 1, 1, 1)).details["hand_points"] == [0, 29]
    assert TABLE.score(piles(MINE, THEIRS, None, up_card="AS", bottom_card="KS")).details["hand_winner"] == 1


@pytest.mark.parametrize(
    ("entered", "answer"),
    [
        (hand(12, 15, 4), ("/accepted_by", "seat_unknown")),
        (hand(12, 15, -1), ("/accepted_by", "seat_unknown")),
        (hand(-1, 15), ("/points/0", "negative")),
        (hand(12, None), ("/points/1", "points_missing")),
        ({"kind": "points", "accepted_by": 0, "points": [12]}, ("/points", "wrong_length")),
        (hand(30, 11), ("/points", "wrong_sum")),
        (hand(5, 6), ("/points", "wrong_sum")),
        (hand(20, 17, up_card="AH"), ("/points", "wrong_sum")),
        (hand(20, 14, None, up_card="AH", bottom_card="KH"), ("/points", "wrong_sum")),
        (hand(6, 7, up_card="9H"), ("/points", "wrong_sum")),
        (hand(12, 15, up_card="8H"), ("/up_card", "card_unknown")),
        (hand(12, 15, None, bottom_card="7H"), ("/bottom_card", "card_unknown")),
        (hand(12, 15, bottom_card="9H"), ("/bottom_card", "bottom_not_turned")),
        (hand(12, 15, None, up_card="9H", bottom_card="9H"), ("/bottom_card", "card_twice")),
        ({"kind": "cards", "accepted_by": 0}, ("/captured", "nothing_entered")),
        (piles(MINE, THEIRS[:7]), ("/captured/1", "not_whole_tricks")),
        (piles(MINE, THEIRS[:4]), ("/captured", "wrong_count")),
        (piles(MINE, [*THEIRS, "AS", "KS", "10S", "10C"]), ("/captured", "wrong_count")),
        (piles(MINE, [*THEIRS[:7], "AH"]), ("/captured/1/7", "card_twice")),
        (piles(MINE, [*THEIRS[:7], "8D"]), ("/captured/1/7", "card_unknown")),
        ({"kind": "cards", "accepted_by": 0, "captured": [MINE]}, ("/captured", "wrong_length")),
        (piles(MINE, THEIRS, up_card="AH"), ("/up_card", "card_twice")),
        (piles(MINE, THEIRS, None, bottom_card="QD"), ("/bottom_card", "card_twice")),
        (tricks(0, 0, 1), ("/tricks", "wrong_count")),
        (tricks(0, 0, 1, 2), ("/tricks/3/winner", "side_unknown")),
        (tricks(0, 0, 1, 1, cards=[*MINE, *THEIRS[:7]]), ("/tricks/3/cards", "trick_size")),
        (tricks(0, 0, 1, 1, cards=[*MINE, *THEIRS[:7], "AH"]), ("/tricks/3/cards/3", "card_twice")),
        (tricks(0, 0, 1, 1, captured=[THEIRS, MINE]), ("/captured", "disagree")),
    ],
)
def test_what_cannot_be_is_refused(entered: dict[str, Any], answer: tuple[str, str]) -> None:
    assert TABLE.no(entered) == answer


def test_what_is_known_of_the_stub_limits_the_card_points() -> None:
    for a, b in ((20, 20), (6, 6), (0, 12), (40, 0)):
        assert TABLE.score(hand(a, b)).details["hand_points"] == [a, b]
    assert TABLE.score(hand(20, 16, up_card="AH")).details["hand_points"] == [20, 16]
    assert TABLE.score(hand(20, 20, up_card="9H")).details["hand_points"] == [20, 20]


@pytest.mark.parametrize(
    ("start", "answer"),
    [
        ({"totals": [5.5, 5]}, ("/start/totals/0", "not_a_multiple")),
        ({"totals": [-1, 5]}, ("/start/totals/0", "total_impossible")),
        ({"totals": [0, 0]}, ("/start/totals", "two_winners")),
        ({"totals": [4, 5], "lines": [5, 5]}, ("/start/totals/0", "disagree")),
        ({"lines": [6, 5]}, ("/start/lines/0", "lines_impossible")),
        ({"lines": [5]}, ("/start/lines", "too_few_entries")),
        ({"lines": [0, 5], "marks": [1, 0]}, ("/start/marks/0", "marks_impossible")),
        ({"marks": [0, -1]}, ("/start/marks/1", "marks_impossible")),
        ({"factor": 3}, ("/start/factor", "factor_impossible")),
        ({"factor": 0}, ("/start/factor", "too_small")),
    ],
)
def test_slates_that_cannot_be_are_refused(start: dict[str, Any], answer: tuple[str, str]) -> None:
    assert Table("couillon", 4, **start).no_setup() == answer


def test_a_slate_begun_on_paper_goes_on() -> None:
    assert slate(lines=[2, 3], marks=[1, 0]) == ([2, 3], [1, 0])
    assert slate(totals=[6, 2]) == ([5, 2], [1, 0])
    assert slate(options={"lines": 7}) == ([7, 7], [0, 0])
    assert Table("couillon", 4, {"ties": "pile_up"}, factor=3).score(hand(12, 15, 1)).points == [0, -3]


@pytest.mark.parametrize(("lines", "code"), [(2, "too_small"), (12, "too_large")])
def test_three_to_eleven_lines(lines: int, code: str) -> None:
    assert Table("couillon", 4, {"lines": lines}).no_setup() == ("/options/lines", code)
    assert Table("couillon", 3).no_setup() == ("/players", "players")


def test_the_table_hears_who_speaks_and_what_is_left() -> None:
    coming = Table("couillon", 4, lines=[5, 3], marks=[1, 0], factor=2, dealer=3).play().upcoming
    assert coming
    assert (coming.dealer, coming.leads) == (3, 0)
    assert coming.details == {
        "first_speaker": 0,
        "factor": 2,
        "lines": [5, 3],
        "marks": [1, 0],
        "left": [6, 3],
    }
    assert any("counts double" in str(notice.message) for notice in coming.notices)


def test_the_slate_shows_lines_marks_and_a_double_hand() -> None:
    played = TABLE.play(hand(10, 18, 2), hand(14, 14))
    board = game.board(played.open_match.setup, played.state)
    marks = [mark for mark in board if isinstance(mark, Marks)]
    assert [(mark.side, mark.symbol, mark.count, mark.of) for mark in marks] == [
        (0, "line", 5, 5),
        (0, "chip", 1, None),
        (1, "line", 4, 5),
    ]
    assert [figure.value for figure in board if isinstance(figure, Figure)] == ["× 2"]


def test_a_table_that_stops_is_won_by_who_has_less_left() -> None:
    assert TABLE.stop(hand(10, 18, 1)).winners == [1]
    assert TABLE.stop().winners == []


def test_a_correction_is_as_if_it_had_been_recorded_so() -> None:
    wrong = [hand(14, 14), hand(17, 8, 1), hand(12, 15, 1)]
    right = [hand(13, 14), *wrong[1:]]
    assert slate(*wrong) == ([3, 5], [0, 1])
    assert slate(*right) == ([5, 4], [0, 0])


def test_tricks() -> None:
    assert TABLE.winner(trump="S", plays=[(0, "AH"), (1, "9S"), (2, "KH"), (3, "10S")]) == (3, "10S")
    assert TABLE.winner(trump="S", plays=[(0, "10H"), (1, "AD"), (2, "KH"), (3, "AC")]) == (2, "KH")
    result = TABLE.trick(trump="S", plays=[(0, "10H"), (1, "AD"), (2, "KH"), (3, "AC")])
    assert (result.extra, result.next_leader) == ({"winner_seat": 2}, 2)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("plays", "held", "legal"),
    [
        (["KH"], ["9H", "9S", "AC"], ["9H", "9S"]),
        (["KH"], ["9S", "AC"], ["9S", "AC"]),
        (["KH", "9S"], ["AH", "AC"], ["AH"]),
        (["KS"], ["9S", "AH"], ["9S"]),
        (["KS"], ["9H", "AH"], ["9H", "AH"]),
        ([], ["9H", "AS"], ["9H", "AS"]),
    ],
)
def test_a_trump_is_always_allowed(plays: list[str], held: list[str], legal: list[str]) -> None:
    assert TABLE.legal(trump="S", plays=list(enumerate(plays)), hand=held) == legal


def test_look_ups_that_cannot_be_are_refused() -> None:
    assert TABLE.no_trick(trump="S") == ("/plays", "no_cards")
    assert TABLE.no_trick(trump="S", plays=[(0, "AH"), (2, "KH")], hand=["9H"]) == ("/plays/1/seat", "out_of_turn")
    assert TABLE.no_trick(trump="S", plays=[(0, "8H")], hand=["9H"]) == ("/plays/0/card", "card_unknown")
    assert TABLE.no_trick(trump="S", plays=[(0, "9H")], hand=["9H"]) == ("/hand/0", "card_twice")


@given(st.permutations(PACKS[24].cards), st.integers(0, 4), st.sampled_from([None, 0, 1, 2, 3]))
def test_any_deal_is_scored_alike_by_points_and_by_cards(deck: list[str], won: int, accepted_by: int | None) -> None:
    mine, theirs = deck[: 4 * won], deck[4 * won : 16]
    by_cards = TABLE.score(piles(mine, theirs, accepted_by, up_card=deck[16]))
    result = [card_points(pile, VALUES) for pile in (mine, theirs)]
    assert by_cards.details == TABLE.score(hand(result[0], result[1], accepted_by, up_card=deck[16])).details
    assert sum(by_cards.details["erased"]) == (0 if result[0] == result[1] else 1)


@given(st.lists(st.tuples(st.integers(6, 20), st.integers(6, 20), st.sampled_from([None, 0, 1, 2, 3])), max_size=30))
def test_a_match_never_goes_below_nothing_and_ends_with_one_winner(entries: list[tuple[int, int, int | None]]) -> None:
    for end in range(len(entries) + 1):
        played = TABLE.play(*[hand(*entry) for entry in entries[:end]])
        assert min(played.totals) >= 0
        assert min(played.state.marks) >= 0
        assert all(0 <= lines <= 5 for lines in played.state.lines)
        if played.verdict.finished:
            assert [played.totals.index(0)] == played.verdict.winners
            assert played.totals.count(0) == 1
            return


@settings(max_examples=150)
@given(any_hand(game))
def test_any_entry_is_scored_or_refused(entered: dict[str, Any]) -> None:
    scored = TABLE.try_out(entered)
    if scored:
        assert scored.details["left"] == scored.state.totals


@settings(max_examples=100)
@given(any_lookup(game))
def test_any_look_up_is_answered_or_refused(lookup: dict[str, Any]) -> None:
    TABLE.ask(lookup)


def test_the_pack_may_have_32_cards() -> None:
    table = Table("couillon", 4, {"deck": 32})
    assert table.trick(trump="S", plays=[(0, "8H"), (1, "7H")])
    assert TABLE.no_trick(trump="S", plays=[(0, "8H")]) == ("/plays/0/card", "card_unknown")
    nothing = {"kind": "points", "accepted_by": 0, "points": [0, 0]}
    assert table.score(nothing).points == [0, 0], "sixteen cards out of play may hold every point"
    assert TABLE.no(nothing) == ("/points", "wrong_sum")
    assert table.game.card_values(table.play().open_match.setup.options)["7"] == 0
