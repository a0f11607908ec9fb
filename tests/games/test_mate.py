"""Mate: what a mate scores, overmate and tenth move, games move by move, exchanged hands, the order of games."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.games.mate import game
from scoring.games.mate.cards import PACK, answer_wins, answers
from tests.games.table import Table, any_hand, any_lookup

TABLE = Table("mate", 2)
DRAW = {"kind": "draw"}
#: A game without foreplacing that is played out, and one in which seat 0 overmates with a ten.
PLAYED_OUT = "7C QC, AH KH, 7S AS, 7D QD, QH 7H, 10H 10D, AC KC, KS QS, AD KD, 10S 10C"
OVERMATE = "10C 7C, KC KD, QC QH, 10D QD, QS 7S, AS KS, AD 7D, KH 7H, 10S 10H, 10S"


def mate(by: int, card: str, move: int, foreplaced: Any = None) -> dict[str, Any]:
    hand = {"kind": "mate", "seat": by, "card": card, "move": move}
    return hand if foreplaced is None else {**hand, "foreplaced": foreplaced}


def moves(text: str, foreplaced: Any = None) -> dict[str, Any]:
    """``"7C AC, AD"``: a move answered and a mate."""
    pairs = [([*pair.split(), None])[:2] for pair in text.split(", ")]
    return {"kind": "moves", "moves": pairs, **({} if foreplaced is None else {"foreplaced": foreplaced})}


class Played:
    """A game played by the rules with random cards."""

    def __init__(self, seed: int, aside: tuple[bool, bool], leader: int, hands: Any = None) -> None:
        chance = random.Random(seed)
        deck = list(PACK.cards)
        chance.shuffle(deck)
        self.hands = hands or [deck[:10], deck[10:]]
        left = [list(hand) for hand in self.hands]
        self.aside = [chance.choice(left[who]) if aside[who] else None for who in (0, 1)]
        left = [[code for code in left[who] if code != self.aside[who]] for who in (0, 1)]
        lone = None if aside[0] == aside[1] else aside.index(True)
        self.moves: list[list[str | None]] = []
        self.by: int | None = None
        latest = ["", ""]
        while left[leader] or (len(self.moves) == 9 and lone is not None):
            if len(self.moves) == 9 and lone is not None:
                left[lone] = [latest[lone]]
            lead = chance.choice(left[leader])
            may = answers(lead, left[1 - leader])
            answer = chance.choice(may) if may else None
            self.moves.append([lead, answer])
            if answer is None:
                self.by = leader
                break
            left[leader].remove(lead)
            left[1 - leader].remove(answer)
            latest[leader], latest[1 - leader] = lead, answer
            leader = 1 - leader if answer_wins(lead, answer) else leader

    def as_hand(self, cards: bool) -> dict[str, Any]:
        aside = [code if cards else (code and True) for code in self.aside]
        return {"kind": "moves", "moves": self.moves, "foreplaced": aside}


# -- what a mate scores --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "points", "factor", "overmate"),
    [
        (mate(0, "QH", 5), [15, 0], 5, False),
        (mate(0, "QH", 5, [True, None]), [18, 0], 6, False),
        (mate(0, "QH", 5, ["KC", None]), [18, 0], 6, False),
        (mate(0, "QH", 5, [None, True]), [15, 0], 5, False),
        (mate(0, "QH", 5, [True, True]), [18, 0], 6, False),
        (mate(0, "QH", 5, [False, False]), [15, 0], 5, False),
        (mate(0, "QH", 1), [3, 0], 1, False),
        (mate(1, "AC", 10), [0, 110], 10, False),
        (mate(1, "AS", 10, [None, True]), [0, 242], 22, True),
        (mate(1, "7S", 10, [None, "AD"]), [0, 154], 22, True),
        (mate(0, "7D", 10, [None, True]), [70, 0], 10, False),
        (mate(1, "10D", 9, [True, True]), [0, 100], 10, False),
        (DRAW, [0, 0], None, False),
    ],
)
def test_points(hand: dict[str, Any], points: list[int], factor: int | None, overmate: bool) -> None:
    scored = TABLE.score(hand)
    assert scored.points == points
    assert (scored.details["factor"], scored.details["overmate"]) == (factor, overmate)


def test_the_explanation_tells_the_multiplication() -> None:
    lines = [(str(line.message), line.value) for line in TABLE.score(mate(1, "AS", 10, [None, True])).lines]
    assert ("Overmate: 11 × 11 × 2", 242) in lines


@pytest.mark.parametrize(
    ("hand", "pointer", "code"),
    [
        (mate(0, "QH", 0), "/move", "move_impossible"),
        (mate(0, "QH", 11), "/move", "move_impossible"),
        (mate(0, "QH", 10, [True, "KC"]), "/move", "move_impossible"),
        (mate(1, "QH", 1), "/seat", "not_the_leader"),
        (mate(2, "QH", 5), "/seat", "seat_unknown"),
        (mate(0, "9H", 5), "/card", "card_unknown"),
        (mate(0, "QH", 5, ["QH", None]), "/card", "card_foreplaced"),
        (mate(0, "QH", 5, [None, "QH"]), "/card", "card_foreplaced"),
        (mate(0, "QH", 5, ["KC", "KC"]), "/foreplaced/1", "card_twice"),
        (mate(0, "QH", 5, ["2C", None]), "/foreplaced/0", "card_unknown"),
        (mate(0, "QH", 5, [None]), "/foreplaced", "wrong_length"),
        ({**DRAW, "foreplaced": ["KC", "KC"]}, "/foreplaced/1", "card_twice"),
    ],
)
def test_games_that_cannot_have_been(hand: dict[str, Any], pointer: str, code: str) -> None:
    assert TABLE.no(hand) == (pointer, code)


def test_a_table_may_play_without_foreplacing() -> None:
    table = Table("mate", 2, {"foreplacing": False})
    assert table.no(mate(0, "QH", 5, [None, True])) == ("/foreplaced/1", "foreplacing_off")
    assert table.score(mate(0, "QH", 5, [None, None])).points == [15, 0]


# -- move by move --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "points", "overmate"),
    [
        (moves("7C AC, 10H 10S, QC KC, AD"), [0, 44], False),
        (moves(PLAYED_OUT), [0, 0], False),
        (moves(OVERMATE, ["AC", None]), [220, 0], True),
        (moves(OVERMATE, [True, None]), [220, 0], True),
    ],
)
def test_games_move_by_move(hand: dict[str, Any], points: list[int], overmate: bool) -> None:
    scored = TABLE.score(hand)
    assert scored.points == points
    assert scored.details["overmate"] == overmate


@settings(max_examples=300)
@given(
    st.integers(0, 10**6),
    st.sampled_from([(False, False), (True, False), (False, True), (True, True)]),
    st.booleans(),
    st.integers(0, 1),
)
def test_every_game_played_by_the_rules_is_accepted(
    seed: int, aside: tuple[bool, bool], cards: bool, leader: int
) -> None:
    table = Table("mate", 2, dealer=leader)
    played = Played(seed, aside, leader)
    scored = table.score(played.as_hand(cards))
    assert scored.details["by"] == played.by
    assert [bool(value) for value in scored.points] == [who == played.by for who in (0, 1)]
    assert max(scored.points) <= 242
    if played.by is not None:
        lead = played.moves[-1][0] or ""
        again = mate(played.by, lead, len(played.moves), played.as_hand(cards)["foreplaced"])
        assert table.score(again).points == scored.points
    second = Played(seed + 1, aside, 1 - leader, [played.hands[1], played.hands[0]])
    both = table.play(played.as_hand(cards), second.as_hand(cards))
    assert both.results[1].result.details["by"] == second.by


@pytest.mark.parametrize(
    ("hand", "pointer", "code"),
    [
        ({"kind": "moves", "moves": []}, "/moves", "no_moves"),
        (moves("7C AC, 10H 10S"), "/moves", "moves_missing"),
        (moves("7C AC, 10H, QC KC"), "/moves/2", "after_mate"),
        (moves("7C AC, 7C"), "/moves/1/0", "card_twice"),
        (moves("7C AC, 10H AC"), "/moves/1/1", "card_twice"),
        (moves("7C AD"), "/moves/0/1", "does_not_fit"),
        (moves("7C 9C"), "/moves/0/1", "card_unknown"),
        (moves("7C 7D, QC KC, AC"), "/moves/0/1", "suit_not_answered"),
        (moves("7C AC, 10H", ["10H", None]), "/moves/1/0", "card_foreplaced"),
        (moves("7C AC, 10H", [None, "7C"]), "/moves/0/0", "card_foreplaced"),
        (moves(PLAYED_OUT, [True, True]), "/moves/9", "too_many_moves"),
        (moves(PLAYED_OUT, [True, None]), "/moves/9/1", "not_the_repeated_card"),
        (moves(PLAYED_OUT, [None, True]), "/moves/9/0", "not_the_repeated_card"),
        (moves(PLAYED_OUT.replace(", 10S 10C", ", 10S")), "/moves/9/1", "could_answer"),
        ({"kind": "moves", "moves": [["7C"]]}, "/moves/0", "pair_size"),
        ({"kind": "moves", "moves": [[None, "7C"]]}, "/moves/0/0", "lead_missing"),
    ],
)
def test_moves_that_cannot_have_been(hand: dict[str, Any], pointer: str, code: str) -> None:
    assert TABLE.no(hand) == (pointer, code)


def test_the_repeated_card_that_fits_is_no_mate() -> None:
    games = (Played(seed, (False, True), 0) for seed in range(500))
    drawn = next(played for played in games if played.by is None and played.moves[9][1] in played.moves[8])
    hand = drawn.as_hand(cards=False)
    hand["moves"] = [*hand["moves"][:9], [hand["moves"][9][0], None]]
    assert TABLE.no(hand) == ("/moves/9/1", "could_answer")


# -- exchanged hands -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "pointer", "code"),
    [
        (mate(0, "QH", 5), mate(0, "QH", 3), "/card", "card_in_other_hand"),
        (mate(0, "QH", 5, ["KC", None]), mate(0, "KC", 3), "/card", "card_in_other_hand"),
        (mate(0, "QH", 5, [None, "KC"]), mate(1, "KC", 3), "/card", "card_in_other_hand"),
        (mate(0, "QH", 5), mate(1, "AC", 3, ["QH", None]), "/foreplaced/0", "card_in_other_hand"),
        (mate(0, "QH", 5), moves("KC AC, QH"), "/moves/1/0", "card_in_other_hand"),
        (moves(PLAYED_OUT), mate(1, "AC", 3), "/card", "card_in_other_hand"),
        (moves(PLAYED_OUT), mate(1, "7C", 1), "/card", "could_answer"),
        (moves(PLAYED_OUT), moves("7C"), "/moves/0/1", "could_answer"),
        (moves(PLAYED_OUT), moves("7C 7D, QC KC, 10C"), "/moves/0/1", "card_in_other_hand"),
    ],
)
def test_the_second_game_is_played_with_the_other_hand(
    first: dict[str, Any], second: dict[str, Any], pointer: str, code: str
) -> None:
    assert TABLE.no(first, second) == (pointer, code)


def test_after_the_round_the_cards_are_new() -> None:
    played = TABLE.play(mate(0, "QH", 5), mate(1, "QH", 3), mate(0, "QH", 5))
    assert played.totals == [30, 9]
    assert TABLE.no(mate(0, "QH", 5), DRAW, mate(1, "QH", 5), mate(1, "QH", 5))[1] == "card_in_other_hand"


# -- the order of games --------------------------------------------------------------------------


def test_who_leads_and_with_which_cards() -> None:
    outcomes = []
    for number in range(4):
        coming = TABLE.play(*[DRAW] * number).upcoming
        assert coming is not None
        outcomes.append(
            (coming.details["game"], coming.details["new_cards"], coming.details["first_leader"], coming.dealer)
        )
    assert outcomes == [(1, True, 0, 0), (2, False, 1, None), (3, True, 1, 1), (4, False, 0, None)]


@pytest.mark.parametrize(("number", "leader"), [(1, 0), (2, 1), (3, 1), (4, 0)])
def test_a_match_may_start_at_any_game(number: int, leader: int) -> None:
    for start in ({"game": number}, {"hands_played": number - 1}, {"game": number, "first_leader": leader}):
        coming = Table("mate", 2, {}, **start).play().upcoming
        assert coming is not None
        assert (coming.leads, coming.details["game"]) == (leader, number)
    assert Table("mate", 2, {}, game=number).no(mate(1 - leader, "QH", 1)) == ("/seat", "not_the_leader")


def test_the_other_player_may_deal_first() -> None:
    table = Table("mate", 2, dealer=1)
    leaders = []
    for number in range(4):
        coming = table.play(*[DRAW] * number).upcoming
        assert coming is not None
        leaders.append(coming.leads)
    assert leaders == [1, 0, 0, 1]


@pytest.mark.parametrize(("number", "dealer", "leader"), [(1, 1, 1), (2, 1, 0), (3, 0, 0), (4, 0, 1), (3, 1, 1)])
def test_a_match_may_go_on_with_whoever_deals(number: int, dealer: int, leader: int) -> None:
    coming = Table("mate", 2, {}, game=number, dealer=dealer).play().upcoming
    assert coming is not None
    assert coming.leads == leader


def test_the_match_ends_after_four_games() -> None:
    hands = mate(0, "QH", 5), DRAW, mate(1, "7C", 8, [None, True]), mate(0, "AC", 4)
    assert not TABLE.play(*hands[:3]).verdict.finished
    over = TABLE.play(*hands)
    assert over.totals == [59, 63]
    assert (over.verdict.winners, over.verdict.details["margin"]) == ([1], 4)
    assert TABLE.no(*hands, DRAW) == ("", "match_over")
    assert TABLE.play(*[DRAW] * 4).verdict.winners == [0, 1]


def test_the_number_of_rounds_may_differ() -> None:
    assert Table("mate", 2, {"rounds": 1}).play(DRAW, DRAW).verdict.finished
    longer = Table("mate", 2, {"rounds": 3}).play(*[DRAW] * 5)
    assert longer.upcoming is not None
    assert (longer.upcoming.leads, longer.upcoming.details["round"]) == (1, 3)
    assert Table("mate", 2, {"rounds": 11}).no_setup()[0] == "/options/rounds"
    assert TABLE.stop(mate(1, "QH", 5)).winners == [1]


def test_two_play() -> None:
    for players in (1, 3):
        assert Table("mate", players).no_setup() == ("/players", "players")
    assert Table("mate", 2, known=[["2C"], []]).no_setup() == ("/start/known/0/0", "card_unknown")
    assert Table("mate", 2, known=[["7C"]]).no_setup() == ("/start/known", "wrong_length")


def test_a_correction_gives_what_the_right_entry_would_have_given() -> None:
    later = DRAW, mate(1, "7C", 8)
    assert TABLE.play(mate(0, "QH", 6), *later).totals == [18, 56]
    assert TABLE.play(mate(0, "QH", 5), *later).totals == [15, 56]


# -- moves looked up -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lead", "answer", "winner", "card"),
    [
        ("10H", "10S", "answer", "10S"),
        ("QC", "KC", "answer", "KC"),
        ("10C", "KC", "lead", "10C"),
        ("AD", "AH", "answer", "AH"),
        ("7C", "7S", "lead", "7C"),
    ],
)
def test_who_wins_a_move(lead: str, answer: str, winner: str, card: str) -> None:
    result = TABLE.trick(lead=lead, answer=answer)
    assert isinstance(result, TrickResult)
    assert (result.extra["winner"], result.card) == (winner, card)
    seat = 1 if winner == "lead" else 0
    assert TABLE.winner(plays=[(1, lead), (0, answer)]) == (seat, card)


def test_what_may_answer() -> None:
    assert TABLE.legal(lead="AD", hand=["10C", "7S", "KH"]) == []
    assert TABLE.legal(lead="AD", hand=["10C", "7D", "AH"]) == ["7D"]
    assert TABLE.legal(lead="AD", hand=["10C", "7S", "AH"]) == ["AH"]
    result = TABLE.trick(plays=[(0, "AD")], hand=["10C", "7S", "KH"])
    assert isinstance(result, LegalPlays)
    assert (result.cards, result.rule) == ([], "mate")


@pytest.mark.parametrize(
    ("asked", "pointer", "code"),
    [
        ({}, "/lead", "no_cards"),
        ({"lead": "AD", "answer": "KC"}, "/answer", "does_not_fit"),
        ({"lead": "AD", "answer": "AD"}, "/answer", "card_twice"),
        ({"lead": "9D", "answer": "AD"}, "/lead", "card_unknown"),
        ({"lead": "AD", "hand": ["AD"]}, "/hand/0", "card_twice"),
        ({"lead": "AD", "plays": [(0, "AD")]}, "/plays", "asked_twice"),
        ({"plays": [(0, "AD"), (0, "KD")]}, "/plays/1/seat", "out_of_turn"),
    ],
)
def test_moves_that_cannot_be_looked_up(asked: dict[str, Any], pointer: str, code: str) -> None:
    assert TABLE.no_trick(**asked) == (pointer, code)


# -- the form, and careless clients --------------------------------------------------------------


@pytest.mark.parametrize("aside", [["KC", None], [True, "KC"], ["AC", "KC"], [True, True], [None, None]])
def test_foreplaced_cards_open_in_the_form_and_come_back(aside: list[Any]) -> None:
    played = TABLE.play()
    form = game.form(played.open_match.setup, played.state)
    for hand in (mate(0, "QH", 5, aside), {**DRAW, "foreplaced": aside}):
        assert form.read(form.show(hand)) == hand


def test_moves_open_in_the_form_and_come_back() -> None:
    played = TABLE.play()
    form = game.form(played.open_match.setup, played.state)
    for text in ("7C AC, 10H 10S, QC KC, AD", PLAYED_OUT):
        hand = moves(text, [None, None])
        assert form.read(form.show(hand)) == hand


@settings(max_examples=300)
@given(any_hand(game))
def test_any_entry_is_scored_or_refused(hand: dict[str, Any]) -> None:
    scored = TABLE.try_out(hand)
    assert scored is None or 0 in scored.points


@settings(max_examples=200)
@given(st.lists(st.tuples(st.sampled_from(PACK.cards), st.sampled_from([*PACK.cards, None])), max_size=11))
def test_any_moves_are_scored_or_refused(pairs: list[tuple[str, str | None]]) -> None:
    TABLE.try_out({"kind": "moves", "moves": [list(pair) for pair in pairs]}, wild=True)


@given(any_lookup(game))
def test_any_look_up_is_answered_or_refused(lookup: dict[str, Any]) -> None:
    TABLE.ask(lookup)
