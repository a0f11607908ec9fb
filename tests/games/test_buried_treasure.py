"""Buried Treasure: what piles and buried cards bring, which values are possible, elevens, the end and its ties."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.cards import PACK_52, SUITS, card_points, suit_of
from scoring.engine.refusal import Refusal
from scoring.engine.tricks import TrickResult
from scoring.games.buried_treasure import game
from scoring.games.buried_treasure.cards import VALUES
from scoring.games.buried_treasure.piles import fewest_cards
from tests.games.table import Table, any_hand, any_lookup

TABLE = Table("buried-treasure", 2)
EIGHT = Table("buried-treasure", 8)


def suits(text: str) -> dict[str, int]:
    """``"10 20 30 40"`` as the values of clubs, diamonds, hearts and spades."""
    return dict(zip("CDHS", map(int, text.split()), strict=True))


def values(text: str, *buried: str) -> dict[str, Any]:
    return {"kind": "values", "suits": suits(text), "buried": [entries.split() for entries in buried]}


def piles(buried: list[str], **cards: str) -> dict[str, Any]:
    laid = {letter: text.split() for letter, text in cards.items()}
    return {"kind": "piles", "piles": laid, "buried": [entries.split() for entries in buried]}


# -- scoring -------------------------------------------------------------------------------------


def test_each_buried_card_brings_the_value_of_its_suit() -> None:
    table = Table("buried-treasure", 3)
    assert table.score(values("19 38 23 26", "D D C S", "H H H H", "C C S H")).points == [121, 92, 87]
    assert TABLE.score(values("19 38 23 26", "KD AD C S", "10H H H H")).points == [121, 92]


def test_cards_in_the_piles_are_added_up() -> None:
    hand = piles(["QD JD 9H 5S", "C C H D"], C="4C KC 9C 2C", D="", H="AH 10H 7H", S="8S QS")
    scored = TABLE.score(hand)
    assert scored.points == [26, 48]
    assert scored.details == {"suit_values": {"C": 15, "D": 0, "H": 18, "S": 8}}
    left_out = piles(["QD JD 9H 5S", "C C H D"], C="4C KC 9C 2C", H="AH 10H 7H", S="8S QS")
    assert TABLE.score(left_out).points == [26, 48]


def test_the_explanation_tells_suit_by_suit() -> None:
    lines = [(str(line.message), line.value) for line in TABLE.score(values("19 38 23 26", "D D C S", "H H H H")).lines]
    assert any("2 cards of diamonds, 38 + 38" in text and value == 76 for text, value in lines)
    assert any("19 + 26 + 38 + 38" in text and value == 121 for text, value in lines)


@given(st.integers(2, 8), st.data())
def test_values_from_piles_are_possible_values(players: int, data: st.DataObject) -> None:
    decks = 1 if players <= 5 else 2
    deck = data.draw(st.permutations(PACK_52.cards * decks))
    buried = [deck[4 * who : 4 * who + 4] for who in range(players)]
    rest = deck[4 * players :]
    lying = rest[: data.draw(st.integers(0, len(rest)))]
    table = Table("buried-treasure", players)
    laid = {letter: [code for code in lying if suit_of(code) == letter] for letter in SUITS}
    by_cards = table.score({"kind": "piles", "piles": laid, "buried": buried})
    worth = {letter: card_points(laid[letter], VALUES) for letter in SUITS}
    assert by_cards.details["suit_values"] == worth
    hidden = data.draw(st.lists(st.booleans(), min_size=players, max_size=players))
    entered = [[suit_of(code) for code in cards] if hide else cards for cards, hide in zip(buried, hidden, strict=True)]
    by_values = table.score({"kind": "values", "suits": worth, "buried": entered})
    assert by_values.points == by_cards.points
    assert by_values.points == [sum(worth[suit_of(code)] for code in cards) for cards in buried]


def test_the_fewest_cards_that_make_a_value() -> None:
    whole = fewest_cards(1, ())
    assert (whole[0], whole[10], whole[11], whole[55]) == (0, 1, 2, 10)
    assert 1 not in fewest_cards(1, ("AS",))
    assert 1 in fewest_cards(2, ("AS",))
    assert max(fewest_cards(2, ())) == 110


# -- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "pointer", "code"),
    [
        (values("1 1 1 1", "D D C", "H H H H"), "/buried/0", "buried_count"),
        (values("1 1 1 1", "D D C C", "H H H H H"), "/buried/1", "buried_count"),
        (values("1 1 1 1", "D D C C"), "/buried", "wrong_length"),
        (values("1 1 -1 1", "D D C C", "H H H H"), "/suits/H", "negative"),
        (values("1 1 56 1", "D D C C", "S S S S"), "/suits/H", "too_high"),
        (values("1 1 53 1", "H H H H", "H D D D"), "/suits/H", "too_high_with_buried"),
        (values("1 1 46 1", "10H C C C", "D D D D"), "/suits/H", "too_high_with_buried"),
        (values("1 1 1 1", "AS C C C", "D D D D"), "/suits/S", "impossible_value"),
        (values("1 1 1 2", "2S C C C", "D D D D"), "/suits/S", "impossible_value"),
        (values("1 1 1 1", "AS AS C C", "D D D D"), "/buried/0/1", "card_twice"),
        (values("1 1 1 1", "JK C C C", "D D D D"), "/buried/0/0", "card_unknown"),
        (piles(["D D C C", "H H H H"], C="4D"), "/piles/C/0", "wrong_pile"),
        (piles(["D D C C", "H H H H"], C="4C 4C"), "/piles/C/1", "card_twice"),
        (piles(["D D 4C C", "H H H H"], C="4C"), "/buried/0/2", "card_twice"),
        (piles(["D D C C", "H H H H"], C="JK"), "/piles/C/0", "card_unknown"),
        (piles(["H H H H", "H D D D"], H="AH 2H 3H 4H 5H 6H 7H 8H 9H"), "/piles/H", "too_many_of_suit"),
    ],
)  # fmt: skip
def test_hands_that_cannot_have_been(hand: dict[str, Any], pointer: str, code: str) -> None:
    assert TABLE.no(hand) == (pointer, code)


def test_the_largest_pile_beside_buried_suits() -> None:
    for buried, most in ((1, 55), (3, 55), (4, 54), (5, 52), (8, 40)):
        entries = ["H"] * buried + ["C"] * (8 - buried)
        hands = [{**values(f"1 1 {value} 1"), "buried": [entries[:4], entries[4:]]} for value in (most, most + 1)]
        assert TABLE.score(hands[0]).details["suit_values"]["H"] == most
        assert TABLE.no(hands[1])[0] == "/suits/H"


def test_no_more_than_thirteen_cards_of_a_suit_can_be_buried() -> None:
    four = Table("buried-treasure", 4)
    assert four.no(values("1 1 0 1", "H H H H", "H H H H", "H H H H", "H H D D")) == ("/buried", "too_many_of_suit")
    assert four.score(values("1 1 0 1", "H H H H", "H H H H", "H H H H", "H D D D")).points[3] == 3
    hearts = ["H H H H"] * 7
    assert EIGHT.no(values("1 1 0 1", *hearts, "D D D D")) == ("/buried", "too_many_of_suit")
    assert EIGHT.score(values("1 1 0 1", *hearts[:6], "H H D D", "D D D D")).points[7] == 4


def test_two_packs_from_six_players() -> None:
    buried = ["D D D D"] * 6 + ["C C C C"] * 2
    assert EIGHT.score(values("9 0 110 1", *buried)).points[7] == 36
    assert EIGHT.no(values("9 0 111 1", *buried)) == ("/suits/H", "too_high")
    assert EIGHT.score(piles(buried, H="AH AH", C="")).details["suit_values"]["H"] == 2
    assert EIGHT.no(piles(buried, H="AH AH AH")) == ("/piles/H/2", "card_twice")


def test_two_to_eight_play() -> None:
    for players in (1, 9):
        assert Table("buried-treasure", players).no_setup() == ("/players", "players")
    for target in (99, 2001):
        assert Table("buried-treasure", 2, {"target": target}).no_setup()[0] == "/options/target"


def test_a_buried_card_that_is_none_is_malformed_and_says_what_is_asked_for() -> None:
    with pytest.raises(Refusal, match="such as 9D, or only its suit") as refused:
        TABLE.play(values("10 20 30 40", "D D C 1S", "H H H H"))
    assert refused.value.malformed
    assert refused.value.errors[0].pointer == "/hands/0/buried/0/3"
    mixed = TABLE.score(values("10 20 30 40", "D ♦9 C S", "H H H H"))
    assert mixed.points == [90, 120]


# -- moves ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("top", "play", "eleven"),
    [
        ("4H", "7S", True),
        ("AC", "10C", True),
        ("2D", "9D", True),
        ("3D", "8H", True),
        ("6D", "5H", True),
        ("6D", "6H", False),
        ("10S", "2H", False),
        ("QS", "AH", False),
        ("AH", "QS", False),
        (None, "7S", False),
    ],
)
def test_which_pairs_make_eleven(top: str | None, play: str, eleven: bool) -> None:
    answer = TABLE.trick(top=top, play=play)
    assert isinstance(answer, TrickResult)
    assert answer.extra == {"eleven": eleven}


def test_moves_that_cannot_be() -> None:
    assert TABLE.no_trick(top="4H", play="4H") == ("/play", "card_twice")
    assert TABLE.no_trick(top="JK", play="4H") == ("/top", "card_unknown")
    assert TABLE.no_trick(play="JK") == ("/play", "card_unknown")
    assert TABLE.no_trick(plays=[(0, "4H")], play="7S") == ("/plays", "no_tricks")
    assert isinstance(EIGHT.trick(top="4H", play="4H"), TrickResult)


# -- the match -----------------------------------------------------------------------------------

TIE = values("15 25 5 10", "C C C C", "D S H H", "D D D C")
THREE = Table("buried-treasure", 3, totals=[280, 291, 250])


def test_a_tie_is_played_off_by_everybody() -> None:
    tied = THREE.play(TIE)
    assert tied.totals == [340, 336, 340]
    assert not tied.verdict.finished
    assert tied.upcoming is not None
    assert tied.upcoming.details["tie_break"]
    assert tied.state.tie_break
    after = THREE.play(TIE, values("5 30 11 0", "C C C C", "D D C C", "D H S S"))
    assert after.totals == [360, 406, 381]
    assert after.verdict.winners == [1]
    assert THREE.no(TIE, TIE, TIE) == ("", "match_over")


def test_a_match_may_start_before_a_tie_break() -> None:
    table = Table("buried-treasure", 3, totals=[340, 336, 340], tie_break=True)
    coming = table.play().upcoming
    assert coming is not None
    assert coming.details["tie_break"]
    wrong = Table("buried-treasure", 3, totals=[330, 336, 340], tie_break=True)
    assert wrong.no_setup() == ("/start/tie_break", "no_tie")


@pytest.mark.parametrize(("players", "target"), [(2, 300), (6, 300), (7, 500), (8, 500)])
def test_the_target_depends_on_the_players(players: int, target: int) -> None:
    nothing = [0] * (players - 1)
    for total, finished in ((target - 1, False), (target, True)):
        played = Table("buried-treasure", players, totals=[total, *nothing]).play()
        assert played.verdict.finished == finished
    higher = Table("buried-treasure", players, {"target": 1000}, totals=[999, *nothing]).play()
    assert not higher.verdict.finished


def test_the_highest_wins_even_if_several_have_the_target() -> None:
    assert Table("buried-treasure", 3, totals=[340, 336, 341]).play().verdict.winners == [2]


def test_a_fixed_number_of_hands_takes_the_place_of_the_target() -> None:
    table = Table("buried-treasure", 3, {"hands": 2}, totals=[400, 0, 0])
    even = values("1 1 1 1", "C C C C", "D D D D", "H H H H")
    assert not table.play(even).verdict.finished
    assert table.play(even, even).verdict.winners == [0]
    level = Table("buried-treasure", 3, {"hands": 1})
    tied = level.play(even)
    assert tied.upcoming is not None
    assert tied.upcoming.details["tie_break"]
    assert level.play(even, values("2 1 1 1", "C C C C", "D D D D", "H H H H")).verdict.winners == [0]


def test_before_the_hand() -> None:
    coming = EIGHT.play().upcoming
    assert coming is not None
    assert (coming.dealer, coming.leads, coming.details["first"]) == (0, 1, 1)
    assert (coming.details["decks"], coming.details["stock"], coming.details["target"]) == (2, 40, 500)
    assert TABLE.stop(values("9 0 1 1", "C C C C", "D D D D")).winners == [0]


def test_a_correction_gives_what_the_right_entry_would_have_given() -> None:
    later = values("9 0 1 1", "C C C C", "D D D D")
    assert TABLE.play(values("9 1 1 1", "C C C C", "D D D D"), later).totals == [72, 4]
    assert TABLE.play(values("9 1 1 1", "D C C C", "D D D D"), later).totals == [64, 4]


def test_both_copies_of_a_card_open_in_the_form() -> None:
    played = EIGHT.play()
    form = game.form(played.open_match.setup, played.state)
    hand = piles(["D D D D"] * 6 + ["C C 9C C"] * 2, H="AH AH 2H", C="9C")
    again = form.read(form.show(hand))
    assert again["piles"]["H"] == ["AH", "AH", "2H"]
    assert again["piles"]["C"] == ["9C"]
    assert again["buried"] == hand["buried"]


def test_values_open_in_the_form_suit_by_suit() -> None:
    played = TABLE.play()
    form = game.form(played.open_match.setup, played.state)
    hand = values("9 0 10 1", "C C 9C KC", "D D D D")
    assert form.read(form.show(hand)) == hand
    assert form.read({"way": ["values"], "suits.0": ["9"]})["suits"] == {"C": 9}


@settings(max_examples=200)
@given(any_hand(game, 2) | any_hand(game, 8), st.sampled_from([TABLE, EIGHT]))
def test_any_entry_is_scored_or_refused(hand: dict[str, Any], table: Table) -> None:
    scored = table.try_out(hand)
    assert scored is None or min(scored.points) >= 0


@given(any_lookup(game))
def test_any_look_up_is_answered_or_refused(lookup: dict[str, Any]) -> None:
    TABLE.ask(lookup)
