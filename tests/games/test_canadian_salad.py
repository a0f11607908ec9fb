"""Canadian Salad: what each of the six hands asks and costs, the sums, the sixth hand's cross-checks, the end."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games.canadian_salad import game
from scoring.games.canadian_salad.penalties import BAD_CARDS, tricks_of
from tests.games.table import Table, any_hand, any_lookup

TABLE = Table("canadian-salad", 4)


def at(hand_no: int, players: int = 4, **options: Any) -> Table:
    """A table at which this hand comes."""
    return Table("canadian-salad", players, options, hand_no=hand_no)


def counts(**facts: Any) -> dict[str, Any]:
    return {"kind": "counts", **facts}


def sixth(**changes: Any) -> dict[str, Any]:
    """The sixth hand of the worked match, by counting."""
    facts = {
        "tricks": [5, 0, 4, 4],
        "hearts": [3, 0, 0, 10],
        "queens": [1, 0, 1, 2],
        "king_spades": 2,
        "last_trick": 2,
    }
    return counts(**(facts | changes))


def piles(*captured: str, **more: Any) -> dict[str, Any]:
    return {"kind": "cards", "captured": [pile.split() for pile in captured], **more}


def winners(text: str, **more: Any) -> dict[str, Any]:
    return {"kind": "tricks", "winners": [int(who) for who in text], **more}


FIRST_FIVE = (
    counts(tricks=[4, 0, 6, 3]),
    counts(hearts=[1, 12, 0, 0]),
    counts(queens=[2, 1, 1, 0]),
    counts(king_spades=2),
    counts(last_trick=3),
)


# -- scoring -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "sums"), [(3, 1200), (4, 1120), (5, 1060), (6, 1020)])
def test_a_match_comes_to_the_sum_of_the_table(players: int, sums: int) -> None:
    nothing = [0] * (players - 1)
    tricks = [tricks_of(players), *nothing]
    whole = {"tricks": tricks, "hearts": [13, *nothing], "queens": [4, *nothing], "king_spades": 0, "last_trick": 0}
    hands = [counts(**{name: value}) for name, value in whole.items()]
    played = Table("canadian-salad", players).play(*hands, counts(**whole))
    assert played.totals == [sums, *nothing]
    assert played.verdict.finished
    assert played.verdict.winners == list(range(1, players))


def test_the_queen_of_hearts_is_bad_twice() -> None:
    table = at(6)
    hand = piles("QH", "", "", "", rest_to=3, tricks=[1, 0, 0, 12], last_trick=3)
    assert table.score(hand).points == [10 + 10 + 25, 0, 0, 120 + 120 + 75 + 100 + 100]


def test_the_three_ways_of_entry_agree() -> None:
    cards = piles("KH QH 9H", "", "QS KS", "", rest_to=3, tricks=[5, 0, 4, 4], last_trick=2)
    listed = winners("0000033332222", captured=cards["captured"], rest_to=3)
    assert at(6).score(sixth()).points == at(6).score(cards).points == at(6).score(listed).points == [105, 0, 265, 190]
    assert at(1).score(winners("0022332222000")).points == [50, 0, 60, 20]
    assert at(2).score(piles("", "KH QH", "", "", rest_to=0)).points == [110, 20, 0, 0]
    assert at(3).score(piles("QC QD", "QH", "QS", "")).points == [50, 25, 25, 0]
    assert at(4).score(piles("", "", "KS", "")).points == at(4).score(counts(king_spades=2)).points
    assert at(5).score(winners("0022332222003")).points == at(5).score(counts(last_trick=3)).points


def test_the_explanation_adds_up_for_each_player() -> None:
    lines = [(str(line.message), line.value) for line in at(6).score(sixth()).lines if line.value is not None]
    assert [value for text, value in lines if " + " in text] == [105, 265, 190]
    assert any("100 + 100" in text for text, _ in lines)


# -- the order of hands --------------------------------------------------------------------------


def test_the_hands_come_in_their_order() -> None:
    played = TABLE.play()
    for number, hand in enumerate(FIRST_FIVE, 2):
        played = TABLE.play(*FIRST_FIVE[: number - 1])
        assert played.results[-1].hand.model_dump(exclude_unset=True) == hand
        assert played.upcoming is not None
        assert played.upcoming.details["hand_no"] == number
        assert played.upcoming.dealer == (number - 1) % 4
        assert played.upcoming.details["leader"] == number % 4
    assert not played.verdict.finished


@pytest.mark.parametrize(
    ("players", "removed"), [(3, ["2C"]), (4, []), (5, ["2C", "2D"]), (6, ["2C", "3C", "2D", "3D"])]
)
def test_the_cards_to_take_out_are_told(players: int, removed: list[str]) -> None:
    coming = Table("canadian-salad", players).play().upcoming
    assert coming is not None
    assert coming.details["removed"] == removed


def test_a_sheet_from_paper_goes_on_by_the_number_of_hands() -> None:
    assert Table("canadian-salad", 4, hands_played=3).score(counts(king_spades=1)).points == [0, 100, 0, 0]
    assert Table("canadian-salad", 4, hands_played=6).no(counts(king_spades=1)) == ("", "match_over")


def test_no_seventh_hand_unless_a_tie_is_played_off() -> None:
    even = counts(tricks=[5, 0, 4, 4], hearts=[3, 0, 0, 10], queens=[1, 0, 1, 2], king_spades=2, last_trick=2)
    table = Table("canadian-salad", 4, hand_no=6, totals=[40, 145, 300, 300])
    assert table.play(even).verdict.winners == [0, 1]
    assert table.no(even, even) == ("", "match_over")
    again = Table("canadian-salad", 4, {"tie": "sixth_again"}, hand_no=6, totals=[40, 145, 300, 300])
    tied = again.play(even)
    assert not tied.verdict.finished
    assert tied.upcoming is not None
    assert tied.upcoming.details["hand_no"] == 6
    assert again.play(even, even).verdict.winners == [1]


def test_the_table_may_stop() -> None:
    assert TABLE.stop(FIRST_FIVE[0]).winners == [1]


# -- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand_no", "hand", "pointer", "code"),
    [
        (1, counts(tricks=[4, 0, 6, 4]), "/tricks", "wrong_sum"),
        (1, counts(tricks=[4, -1, 6, 4]), "/tricks/1", "negative"),
        (1, counts(tricks=[4, 6, 3]), "/tricks", "wrong_length"),
        (1, counts(), "/tricks", "fact_missing"),
        (1, counts(tricks=[4, 0, 6, 3], last_trick=1), "/last_trick", "not_this_hand"),
        (1, piles("", "", "", "", rest_to=1), "/kind", "kind_not_here"),
        (1, winners("000"), "/winners", "wrong_length"),
        (1, winners("0000000000004"), "/winners/12", "seat_unknown"),
        (1, winners("0000000000001", captured=[[], [], [], []]), "/captured", "not_this_hand"),
        (1, winners("0000000000001", rest_to=0), "/rest_to", "not_this_hand"),
        (2, counts(hearts=[14, 0, 0, 0]), "/hearts", "wrong_sum"),
        (2, counts(hearts=[14, -1, 0, 0]), "/hearts/1", "negative"),
        (2, counts(tricks=[4, 0, 6, 3]), "/tricks", "not_this_hand"),
        (2, winners("0000000000001"), "/kind", "kind_not_here"),
        (2, piles("QH", "", "", ""), "/captured", "card_missing"),
        (2, piles("QH", "QH", "", "", rest_to=1), "/captured/1/0", "card_twice"),
        (2, piles("QS", "", "", "", rest_to=1), "/captured/0/0", "not_bad"),
        (2, piles("JK", "", "", "", rest_to=1), "/captured/0/0", "card_unknown"),
        (2, piles("", "", "", "", rest_to=4), "/rest_to", "seat_unknown"),
        (2, piles("", "", "", rest_to=1), "/captured", "wrong_length"),
        (2, piles("", "", "", "", rest_to=1, tricks=[4, 0, 6, 3]), "/tricks", "not_this_hand"),
        (3, counts(queens=[5, 0, 0, 0]), "/queens", "wrong_sum"),
        (3, counts(queens=[2, 1, 1, 0], hearts=[1, 12, 0, 0]), "/hearts", "not_this_hand"),
        (3, piles("KS", "", "", "", rest_to=1), "/captured/0/0", "not_bad"),
        (4, counts(king_spades=4), "/king_spades", "seat_unknown"),
        (4, counts(), "/king_spades", "fact_missing"),
        (5, counts(last_trick=-1), "/last_trick", "seat_unknown"),
        (5, piles("", "", "", "", rest_to=1), "/kind", "kind_not_here"),
        (6, sixth(last_trick=None), "/last_trick", "fact_missing"),
        (6, sixth(hearts=[3, 1, 0, 9]), "/hearts/1", "without_trick"),
        (6, sixth(queens=[1, 1, 0, 2]), "/queens/1", "without_trick"),
        (6, sixth(king_spades=1), "/king_spades", "without_trick"),
        (6, sixth(last_trick=1), "/last_trick", "without_trick"),
        (6, sixth(tricks=[5, 0, 6, 2]), "/hearts/3", "too_many_cards"),
        (6, sixth(hearts=[0, 0, 13, 0], queens=[0, 0, 4, 0]), "/hearts/2", "too_many_cards"),
        (6, sixth(hearts=[3, 0, 10, 0], queens=[0, 0, 0, 4]), "/queens", "queen_of_hearts_nowhere"),
        (6, sixth(hearts=[13, 0, 0, 0], queens=[0, 0, 2, 2]), "/queens", "queen_of_hearts_nowhere"),
        (6, winners("0000033332222"), "/captured", "fact_missing"),
        (6, piles("", "", "", "", rest_to=1, tricks=[5, 0, 4, 4], last_trick=2), "/captured/1", "without_trick"),
        (6, piles("", "", "", "", rest_to=2, tricks=[5, 0, 4, 4], last_trick=2), "/captured/2", "too_many_cards"),
        (6, piles("", "", "", "", rest_to=2, last_trick=2), "/tricks", "fact_missing"),
    ],
)  # fmt: skip
def test_hands_that_cannot_have_been(hand_no: int, hand: dict[str, Any], pointer: str, code: str) -> None:
    assert at(hand_no).no(hand) == (pointer, code)


def test_exactly_full_tricks_are_possible_only_with_the_queen_of_hearts() -> None:
    full = sixth(tricks=[10, 0, 1, 2], hearts=[5, 0, 0, 8], queens=[2, 0, 1, 1], king_spades=0)
    assert at(6).score(full).points[3] == 20 + 80 + 25
    assert at(6).no(full | {"queens": [1, 0, 1, 2]}) == ("/hearts/3", "too_many_cards")


def test_a_card_taken_out_of_the_pack() -> None:
    assert at(2, 6).no(piles("3D", "", "", "", "", "", rest_to=0)) == ("/captured/0/0", "card_unknown")
    plays = [(0, "AC"), (1, "2C")]
    assert at(2, 5).no_trick(plays=plays) == ("/plays/1/card", "card_unknown")
    assert at(2, 4).winner(plays=plays) == (0, "AC")


def test_three_to_six_play() -> None:
    assert Table("canadian-salad", 2).no_setup() == ("/players", "players")
    assert Table("canadian-salad", 7).no_setup() == ("/players", "players")
    assert Table("canadian-salad", 4, hand_no=8).no_setup()[0] == "/start/hand_no"


# -- tricks --------------------------------------------------------------------------------------


def test_a_trick_goes_to_the_highest_card_of_the_suit_led() -> None:
    assert TABLE.winner(plays=[(3, "9H"), (0, "AS"), (1, "JH"), (2, "KD")]) == (1, "JH")
    assert TABLE.legal(plays=[(3, "9H")], hand=["2H", "AS"]) == ["2H"]
    assert TABLE.legal(hand=["2H", "AS"]) == ["2H", "AS"]
    assert TABLE.no_trick() == ("/plays", "no_cards")


# -- properties ----------------------------------------------------------------------------------


@given(st.integers(3, 6), st.data())
def test_the_sixth_hand_comes_to_its_sum(players: int, data: st.DataObject) -> None:
    seats = st.integers(0, players - 1)
    won = data.draw(st.lists(seats, min_size=tricks_of(players), max_size=tricks_of(players)))
    captured: list[list[str]] = [[] for _ in range(players)]
    room = [won.count(who) * players for who in range(players)]
    for code in BAD_CARDS[6]:
        who = data.draw(st.sampled_from([who for who in range(players) if len(captured[who]) < room[who]]))
        captured[who].append(code)
    scored = at(6, players).score({"kind": "tricks", "winners": won, "captured": captured})
    assert sum(scored.points) == {3: 600, 4: 560, 5: 530, 6: 510}[players]
    facts = {name: value for name, value in scored.details.items() if name != "hand_no"}
    assert at(6, players).score(counts(**facts)).points == scored.points


def test_a_correction_gives_what_the_right_entry_would_have_given() -> None:
    wrong = (*FIRST_FIVE[:2], counts(queens=[0, 3, 1, 0]), *FIRST_FIVE[3:], sixth())
    right = (*FIRST_FIVE, sixth())
    assert TABLE.play(*wrong).totals == [155, 195, 450, 320]
    assert TABLE.play(*right).totals == [205, 145, 450, 320]


@settings(max_examples=300)
@given(st.integers(1, 6), any_hand(game, 4))
def test_any_entry_is_scored_or_refused(hand_no: int, hand: dict[str, Any]) -> None:
    scored = at(hand_no).try_out(hand)
    assert scored is None or sum(scored.points) == {1: 130, 2: 130, 6: 560}.get(hand_no, 100)


@given(any_lookup(game))
def test_any_look_up_is_answered_or_refused(lookup: dict[str, Any]) -> None:
    TABLE.ask(lookup)
