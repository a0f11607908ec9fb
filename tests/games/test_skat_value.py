"""Skat: matadors, levels, values, bids, overbidding, and how high one may bid."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.cards import PACK_32
from scoring.engine.match import replay
from scoring.engine.refusal import Refusal
from scoring.games import get
from tests.games.table import Table

TABLE = Table("skat", 3)
TEN = ["JH", "AH", "10H", "KH", "9H", "AC", "10C", "AS", "8S", "7D"]
SPEC_BIDS = [
    *(18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44, 45, 46, 48, 50, 54, 55, 59, 60, 63, 66, 70, 72, 77, 80),
    *(81, 84, 88, 90, 96, 99, 100, 108, 110, 117, 120, 121, 126, 130, 132, 135, 140, 143, 144, 150, 153, 154),
    *(156, 160, 162, 165, 168, 170, 176, 180, 187, 192, 198, 204, 216, 240, 264),
]
ORDER = ["A", "10", "K", "Q", "9", "8", "7"]


def suit(trump: str = "H", **more: Any) -> dict[str, object]:
    return {"kind": "suit", "trump": trump, "declarer": 1, **more}


def grand(**more: object) -> dict[str, object]:
    return {"kind": "grand", "declarer": 1, **more}


def trumps_of(game: str) -> list[str]:
    jacks = ["JC", "JS", "JH", "JD"]
    return jacks if game == "grand" else jacks + [rank + game for rank in ORDER]


def matadors_by_hand(game: str, held: set[str]) -> dict[str, int]:
    """Counted the slow way: the first trump that is other than the first."""
    has = [trump in held for trump in trumps_of(game)]
    length = next((n for n, there in enumerate(has) if there != has[0]), len(has))
    return {"with" if has[0] else "against": length}


# -- matadors ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("held", "matadors"),
    [
        (["JC"], {"with": 1}),
        (["JC", "JS", "JD", "AH"], {"with": 2}),
        (["JC", "JS", "JH", "JD", "AH", "10H", "QH"], {"with": 6}),
        (trumps_of("H"), {"with": 11}),
        (["JS"], {"against": 1}),
        (["JD", "AH"], {"against": 3}),
        (["10H"], {"against": 5}),
        (["7H"], {"against": 10}),
        ([], {"against": 11}),
    ],
)
def test_trumps_held_are_counted(held: list[str], matadors: dict[str, int]) -> None:
    scored = TABLE.score(suit(trumps_held=held, outcome={"won": True}))
    assert scored.details["matadors"] == matadors
    assert scored.details["level"] == next(iter(matadors.values())) + 1
    typed = TABLE.score(suit(matadors=matadors, outcome={"won": True}))
    assert typed.points == scored.points


def test_a_grand_has_four_trumps() -> None:
    assert TABLE.score(grand(trumps_held=[], outcome={"won": True})).details["matadors"] == {"against": 4}
    everything = TABLE.score(grand(trumps_held=["JD", "JC", "JH", "JS"], outcome={"won": True}))
    assert everything.details["matadors"] == {"with": 4}
    assert everything.points == [0, 120, 0]


@settings(deadline=None)
@given(st.permutations(PACK_32.cards), st.sampled_from(["C", "S", "H", "D", "grand"]))
def test_hand_and_skat_are_one_holding(cards: list[str], game: str) -> None:
    dealt = {"cards": cards[:10], "skat": cards[10:12], "outcome": {"won": False}}
    hand = grand(**dealt) if game == "grand" else suit(game, **dealt)
    details = TABLE.score(hand).details
    assert details["matadors"] == matadors_by_hand(game, set(cards[:12]))
    assert details["game_value"] == TABLE.score({**hand, "hand": True}).details["game_value"] * details["level"] // (
        details["level"] + 1
    )


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        (suit(), ("/matadors", "nothing_entered")),
        (suit(matadors={}), ("/matadors", "with_or_against")),
        (suit(matadors={"with": 1, "against": 1}), ("/matadors", "with_or_against")),
        (suit(matadors={"with": 0}), ("/matadors/with", "matadors_impossible")),
        (suit(matadors={"against": 12}), ("/matadors/against", "matadors_impossible")),
        (grand(matadors={"with": 5}), ("/matadors/with", "matadors_impossible")),
        (grand(matadors={"against": -1}), ("/matadors/against", "matadors_impossible")),
        (suit(trumps_held=["JC", "AC"]), ("/trumps_held/1", "not_a_trump")),
        (grand(trumps_held=["AH"]), ("/trumps_held/0", "not_a_trump")),
        (suit(trumps_held=["JC", "JC"]), ("/trumps_held/1", "card_twice")),
        (suit(trumps_held=["6H"]), ("/trumps_held/0", "card_unknown")),
        (suit(matadors={"with": 2}, trumps_held=["JC", "JH"]), ("/matadors", "disagree")),
        (suit(cards=TEN), ("/skat", "cards_missing")),
        (suit(skat=["JS", "7C"]), ("/cards", "cards_missing")),
        (suit(cards=TEN[:9], skat=["JS", "7C"]), ("/cards", "wrong_length")),
        (suit(cards=TEN, skat=["JS"]), ("/skat", "wrong_length")),
        (suit(cards=TEN, skat=["JH", "7C"]), ("/skat/0", "card_twice")),
        (suit(cards=TEN, skat=["JK", "7C"]), ("/skat/0", "card_unknown")),
        (suit(cards=TEN, skat=["JS", "7C"], matadors={"against": 2}), ("/matadors", "disagree")),
        (suit(cards=TEN, skat=["JS", "7C"], trumps_held=["JS", "JH"]), ("/trumps_held", "disagree")),
    ],
)
def test_matadors_that_cannot_be(hand: dict[str, object], answer: tuple[str, str]) -> None:
    assert TABLE.no({"outcome": {"won": True}, **hand}) == answer


def test_all_three_ways_may_be_entered_where_they_agree() -> None:
    held = ["JS", "JH", "AH", "10H", "KH", "9H"]
    hand = suit(cards=TEN, skat=["JS", "7C"], trumps_held=held, matadors={"against": 1}, declarer_points=80)
    assert TABLE.score(hand).points == [0, 20, 0]


# -- levels and values -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "level"),
    [
        ({"outcome": {"won": True}}, 2),
        ({"outcome": {"won": True, "level": "schneider"}}, 3),
        ({"outcome": {"won": True, "level": "schwarz"}}, 4),
        ({"outcome": {"won": False, "level": "schwarz"}}, 4),
        ({"hand": True, "outcome": {"won": True}}, 3),
        ({"hand": True, "outcome": {"won": True, "level": "schwarz"}}, 5),
        ({"hand": True, "announced": "schneider", "outcome": {"won": True}}, 5),
        ({"hand": True, "announced": "schneider", "outcome": {"won": True, "level": "schwarz"}}, 6),
        ({"hand": True, "announced": "schwarz", "outcome": {"won": True}}, 7),
        ({"hand": True, "announced": "open", "outcome": {"won": True}}, 8),
        ({"hand": True, "announced": "schneider", "outcome": {"won": False}}, 5),
        ({"hand": True, "announced": "schneider", "outcome": {"won": False, "level": "schneider"}}, 5),
        ({"hand": True, "announced": "schneider", "outcome": {"won": False, "level": "schwarz"}}, 6),
        ({"hand": True, "announced": "open", "outcome": {"won": False, "level": "schwarz"}}, 8),
    ],
)
def test_each_level_counts_once(entry: dict[str, Any], level: int) -> None:
    details = TABLE.score(suit(matadors={"with": 1}, **entry)).details
    assert (details["level"], details["game_value"]) == (level, level * 10)


@pytest.mark.parametrize(("game", "largest"), [("D", 162), ("H", 180), ("S", 198), ("C", 216), ("grand", 264)])
def test_the_largest_games(game: str, largest: int) -> None:
    extras: dict[str, object] = {"hand": True, "announced": "open", "declarer_points": 120, "declarer_tricks": 10}
    with_all = {"matadors": {"with": 4 if game == "grand" else 11}}
    hand = grand(**with_all, **extras) if game == "grand" else suit(game, **with_all, **extras)
    assert TABLE.score(hand).points == [0, largest, 0]


@pytest.mark.parametrize("announced", ["schneider", "schwarz", "open"])
def test_announcing_needs_a_hand_game(announced: str) -> None:
    for hand in (suit(matadors={"with": 1}), grand(matadors={"with": 1})):
        entry = {**hand, "announced": announced, "outcome": {"won": True}}
        assert TABLE.no(entry) == ("/announced", "announced_without_hand")


def test_the_reckoning_is_told_as_players_say_it() -> None:
    hand = suit("S", hand=True, announced="schneider", bid=55, matadors={"with": 3}, declarer_points=94)
    lines = [(str(line.message), line.value) for line in TABLE.score(hand).lines]
    assert lines[:5] == [
        ("With 3, game 4", 4),
        ("Hand 5", 5),
        ("Schneider 6", 6),
        ("Schneider announced 7", 7),
        ("7 × 11 (spades)", 77),
    ]


# -- bids and overbidding ----------------------------------------------------------------------------


def test_the_possible_bids_are_those_of_the_rules() -> None:
    lost = suit(matadors={"with": 1}, outcome={"won": False})
    accepted = [bid for bid in range(300) if TABLE.try_out({**lost, "bid": bid})]
    by_two = range(SPEC_BIDS[0], SPEC_BIDS[-1], 2)
    assert accepted == sorted({*SPEC_BIDS, *by_two})
    assert len(SPEC_BIDS) == 63


@pytest.mark.parametrize(("said", "meant"), [(26, 27), (28, 30), (38, 40), (24, 24), (262, 264)])
def test_a_bid_by_two_counts_and_is_shown_as_the_next_value(said: int, meant: int) -> None:
    lost = suit(matadors={"with": 1}, outcome={"won": False})
    [scored] = TABLE.play({**lost, "bid": said}).results
    assert scored.hand.bid == meant
    assert scored.result.points == TABLE.score({**lost, "bid": meant}).points
    texts = " ".join(str(line.message) for line in scored.result.lines)
    assert f"bid of {meant}" in texts
    assert said == meant or f"bid of {said}" not in texts


@pytest.mark.parametrize(
    ("bid", "nearest"),
    [(19, "18 or 20"), (25, "24 or 27"), (17, "18"), (0, "18"), (-5, "18"), (263, "240 or 264"), (265, "264")],
)
def test_another_bid_is_refused_with_the_nearest(bid: int, nearest: str) -> None:
    hand = suit(matadors={"with": 1}, bid=bid, outcome={"won": True})
    assert TABLE.no(hand) == ("/bid", "bid_unknown")
    with pytest.raises(Refusal, match=nearest):
        TABLE.play(hand)


@pytest.mark.parametrize(
    ("entry", "points", "level"),
    [
        ({"declarer_points": 70}, -96, 4),
        ({"declarer_points": 90}, -96, 4),
        ({"declarer_points": 120, "declarer_tricks": 9}, -96, 4),
        ({"declarer_points": 120, "declarer_tricks": 10}, 48, 4),
        ({"declarer_points": 31}, -96, 4),
        ({"declarer_points": 20, "declarer_tricks": 0}, -96, 4),
        ({"conceded": True}, -96, 4),
        ({"outcome": {"won": False}}, -96, 4),
        ({"outcome": {"won": True, "level": "schwarz"}}, 48, 4),
    ],
)
def test_overbidding_loses_the_first_multiple_that_reaches_the_bid(
    entry: dict[str, object], points: int, level: int
) -> None:
    scored = TABLE.score(suit("C", bid=40, matadors={"with": 1}, **entry))
    assert scored.points[1] == points
    assert (scored.details["level"], scored.details["game_value"]) == (level, 48)
    schwarz = scored.details["schwarz"]
    assert scored.details["overbid"] == (not schwarz)


def test_a_value_equal_to_the_bid_is_enough_and_without_a_bid_nothing_is_checked() -> None:
    made = suit("D", matadors={"against": 2}, declarer_points=61)
    assert TABLE.score({**made, "bid": 27}).points == [0, 27, 0]
    assert TABLE.score({**made, "bid": 30}).points == [0, -72, 0]
    unchecked = TABLE.score(made)
    assert unchecked.points == [0, 27, 0]
    assert any("No bid" in str(line.message) for line in unchecked.lines)


def test_the_skat_can_destroy_the_matadors_of_a_hand_game() -> None:
    hand = suit(hand=True, bid=40, cards=TEN, declarer_points=80)
    assert TABLE.score({**hand, "skat": ["JS", "7C"]}).points == [0, -80, 0]
    assert TABLE.score({**hand, "skat": ["8D", "7C"]}).points == [0, 40, 0]
    assert TABLE.score({**hand, "skat": ["JC", "JS"]}).points == [0, 50, 0]


def test_an_overbid_hand_cannot_be_entered_as_won() -> None:
    hand = suit("C", bid=40, matadors={"with": 1})
    assert TABLE.no({**hand, "outcome": {"won": True}}) == ("/outcome/won", "below_bid")
    assert TABLE.no({**hand, "outcome": {"won": True, "level": "schneider"}}) == ("/outcome/won", "below_bid")
    assert TABLE.no({**hand, "outcome": {"won": True}, "declarer_points": 70}) == ("/outcome/won", "below_bid")


@pytest.mark.parametrize(
    ("game", "tapped", "won"),
    [
        ("C", {"bid_C": ["40"], "matadors": ["with1"]}, False),
        ("C", {"bid_C": ["40"], "matadors": ["with1"], "result": ["won_schneider"]}, False),
        ("C", {"bid_C": ["40"], "matadors": ["with1"], "result": ["won_schwarz"]}, True),
        ("C", {"bid_C": ["40"], "matadors": ["against3"]}, True),
        ("C", {"bid_C": ["40"], "matadors": ["with_more"], "matadors_with": ["with5"]}, True),
        ("D", {"bid_D": ["none"], "bid": ["50"], "matadors": ["with1"]}, False),
        ("D", {"bid_D": ["none"], "matadors": ["with1"]}, True),
        ("grand", {"bid_grand": ["72"], "matadors_grand": ["with1"]}, False),
        ("grand", {"bid_grand": ["72"], "matadors_grand": ["with1"], "hand": ["1"]}, True),
    ],
)
def test_the_form_of_an_overbid_hand_says_by_itself_that_it_is_lost(
    game: str, tapped: dict[str, list[str]], won: bool
) -> None:
    start = replay(get("skat"), 3, [])
    form = get("skat").form(start.open_match.setup, start.state)
    data = {**form.initial(), "declarer": ["1"], "game": [game], **tapped}
    hand = form.read(data)
    assert hand["outcome"]["won"] is won
    assert (TABLE.score(hand).points[1] > 0) is won


@settings(deadline=None)
@given(
    st.sampled_from("CSHD"),
    st.integers(1, 11),
    st.sampled_from(SPEC_BIDS),
    st.sampled_from([24, 30, 31, 60, 61, 89, 90, 118]),
)
def test_overbidding_in_general(trump: str, count: int, bid: int, points: int) -> None:
    base = {"D": 9, "H": 10, "S": 11, "C": 12}[trump]
    scored = TABLE.score(suit(trump, matadors={"against": count}, bid=bid, declarer_points=points))
    value = base * (count + 1 + (points <= 30 or points >= 90))
    short = value < bid
    expected = next(base * n for n in range(1, 99) if base * n >= bid) if short else value
    assert scored.details["overbid"] == short
    assert scored.details["game_value"] == expected == base * scored.details["level"]
    assert scored.points == [0, expected if points >= 61 and not short else -2 * expected, 0]


# -- how high may I bid? -----------------------------------------------------------------------------


def asked(cards: list[str], game: str = "H", **more: object) -> dict[str, object]:
    return {"kind": "bid_help", "cards": cards, "game": game, **more}


@pytest.mark.parametrize(
    ("question", "highest", "safe"),
    [
        (asked(["JD", *TEN[1:]]), 40, 20),
        (asked(["JD", *TEN[1:]], hand=True), 50, 30),
        (asked(["JC", "JS", *TEN[2:]]), 30, 30),
        (asked(["JD", *TEN[1:], "8D", "9D"]), 40, 40),
        (asked(TEN, "grand", hand=True, announced="open"), 216, 192),
        (asked(["JC", *TEN[1:]], "C", hand=True, announced="schneider"), 60, 60),
    ],
)
def test_bid_help(question: dict[str, object], highest: int, safe: int) -> None:
    scored = TABLE.score(question)
    assert (scored.details["highest_bid"], scored.details["safe_bid"]) == (highest, safe)
    assert scored.points == [0, 0, 0]
    assert scored.is_query


def test_a_question_leaves_the_match_as_it_was() -> None:
    hand = suit(matadors={"with": 1}, outcome={"won": True})
    played = TABLE.play(hand, asked(TEN), hand)
    assert played.totals == [0, 40, 0]
    assert played.state.hands_played == 2
    assert [result.number for result in played.results] == [1, 2, 2]


@settings(max_examples=40, deadline=None)
@given(st.permutations(PACK_32.cards), st.sampled_from(["C", "S", "H", "D", "grand"]), st.booleans())
def test_the_safe_bid_is_the_least_that_any_skat_leaves(cards: list[str], game: str, hand: bool) -> None:
    ten, unseen = cards[:10], cards[10:]
    base = {"D": 9, "H": 10, "S": 11, "C": 12, "grand": 24}[game]

    def worth(held: set[str]) -> int:
        return base * (next(iter(matadors_by_hand(game, held).values())) + 1 + hand)

    details = TABLE.score(asked(ten, game, hand=hand)).details
    assert details["matadors"] == matadors_by_hand(game, set(ten))
    assert details["highest_bid"] == worth(set(ten))
    assert details["safe_bid"] == min(worth({*ten, *skat}) for skat in combinations(unseen, 2))
    assert {details["highest_bid"], details["safe_bid"]} <= set(SPEC_BIDS)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (asked(TEN[:9]), ("/cards", "wrong_length")),
        (asked([*TEN, "8D"]), ("/cards", "wrong_length")),
        (asked([*TEN[:9], "JH"]), ("/cards/9", "card_twice")),
        (asked([*TEN[:9], "2H"]), ("/cards/9", "card_unknown")),
        (asked([*TEN, "8D", "9D"], hand=True), ("/hand", "skat_taken")),
        (asked(TEN, announced="schwarz"), ("/announced", "announced_without_hand")),
    ],
)
def test_questions_that_cannot_be(question: dict[str, object], answer: tuple[str, str]) -> None:
    assert TABLE.no(question) == answer
