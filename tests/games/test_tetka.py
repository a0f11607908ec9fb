"""Tëtka: nine penalty points in a hand, ties for most tricks, hands entered card by card, the end of the match."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.cards import PACK_52, suit_of
from scoring.engine.tricks import TrickResult
from scoring.games.tetka import game
from tests.games.table import Table, any_hand, any_lookup

TABLE = Table("tetka", 4)
RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]


def taken(**changes: Any) -> dict[str, Any]:
    """The first worked example, with changes; a change to ... takes a field away."""
    hand: dict[str, Any] = {
        "kind": "summary",
        "bum_card": "7C",
        "queens": {"QC": 0, "QD": 2, "QH": 0, "QS": 3},
        "bum_taker": 1,
        "bum_trick": 1,
        "last_trick": 2,
        "tricks": [3, 4, 2, 4],
        "suit_counts": [5, 3, 1, 4],
        **changes,
    }
    return {name: value for name, value in hand.items() if value is not ...}


def dealt(seed: int, dealer: int) -> tuple[str, list[list[str]]]:
    """A hand played by the rules with random cards: the bum card and the tricks."""
    chance = random.Random(seed)
    deck = list(PACK_52.cards)
    chance.shuffle(deck)
    hands = [deck[place::4] for place in range(4)]
    bum, leader, tricks = hands[dealer][-1], (dealer + 1) % 4, []
    for _ in range(13):
        trick: list[str] = []
        for place in range(4):
            hand = hands[(leader + place) % 4]
            following = [code for code in hand if trick and suit_of(code) == suit_of(trick[0])]
            trick.append(chance.choice(following or hand))
            hand.remove(trick[-1])
        following = [code for code in trick if suit_of(code) == suit_of(trick[0])]
        leader = (leader + trick.index(min(following, key=lambda code: RANKS.index(code[:-1])))) % 4
        tricks.append(trick)
    return bum, tricks


# -- scoring -------------------------------------------------------------------------------------


def test_the_explanation_has_a_line_for_each_penalty() -> None:
    lines = [(str(line.message), line.value, line.rule) for line in TABLE.score(taken()).lines]
    assert ("Bum card ♣7: Tëtka is ♣Q", None, "tetka") in lines
    assert sum(value or 0 for text, value, _ in lines if " took " in text or " won " in text) == 9
    assert [rule for _, value, rule in lines[2:-4]] == [
        "bum-card",
        "tetka",
        "queens",
        "queens",
        "queens",
        "bad-trick",
        "last-trick",
        "most-tricks",
    ]


@pytest.mark.parametrize(("card", "number"), [("AD", 1), ("2D", 2), ("10D", 10), ("JD", 11), ("QD", 12), ("KD", 13)])
def test_the_rank_of_the_bum_card_is_the_number_of_the_bad_trick(card: str, number: int) -> None:
    changes: dict[str, Any] = {"bum_taker": 2 if card == "QD" else 1, "bum_trick": 2 if card == "KD" else 1}
    assert TABLE.score(taken(bum_card=card, **changes)).details["bad_trick"] == number


def test_a_queen_as_bum_card_costs_three() -> None:
    hand = taken(bum_card="QD", bum_taker=..., bum_trick=0, last_trick=1, tricks=[3, 5, 2, 3], suit_counts=...)
    scored = TABLE.score(hand)
    assert scored.points == [3, 2, 3, 1]
    assert scored.details["bum_taker"] == 2
    assert TABLE.score(hand | {"bum_taker": 2}).points == scored.points


def test_leaders_without_a_card_of_the_suit_pay_nothing() -> None:
    hand = taken(
        bum_card="7C",
        queens={"QC": 2, "QD": 0, "QH": 1, "QS": 0},
        bum_taker=3,
        last_trick=0,
        tricks=[4, 4, 3, 2],
        suit_counts=[0, 0, 8, 5],
    )
    scored = TABLE.score(hand)
    assert sum(scored.points) == 8
    assert scored.details["most_tricks"] is None
    assert "nobody pays" in str(scored.lines[-5].message)


def test_only_the_tied_are_looked_at_for_the_highest_card() -> None:
    hand = taken(tricks=[3, 4, 2, 4], suit_counts=[5, 3, 2, 3], suit_high=3)
    assert TABLE.score(hand).points == [3, 2, 2, 2]
    assert TABLE.score(hand | {"suit_high": 1}).points == [3, 3, 2, 1]


def test_counts_are_not_asked_without_a_tie() -> None:
    assert TABLE.score(taken(tricks=[3, 5, 2, 3], suit_counts=...)).points == [3, 3, 2, 1]


# -- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "pointer", "code"),
    [
        ({"bum_card": "JK"}, "/bum_card", "card_unknown"),
        ({"tricks": [3, 4, 2, 5]}, "/tricks", "wrong_sum"),
        ({"tricks": [3, 8, -2, 4]}, "/tricks/2", "negative"),
        ({"tricks": [3, 6, 4]}, "/tricks", "wrong_length"),
        ({"queens": {"QC": 0, "QD": 2, "QH": 0}}, "/queens/QS", "captor_missing"),
        ({"queens": {"QC": 0, "QD": 2, "QH": 0, "QS": 4}}, "/queens/QS", "seat_unknown"),
        ({"tricks": [4, 5, 0, 4]}, "/queens/QD", "captor_without_trick"),
        ({"bum_taker": ...}, "/bum_taker", "captor_missing"),
        ({"bum_trick": ...}, "/bum_trick", "captor_missing"),
        ({"bum_taker": 2, "queens": {"QC": 0, "QD": 0, "QH": 0, "QS": 3}, "tricks": [4, 5, 0, 4]}, "/last_trick",
         "captor_without_trick"),
        ({"bum_taker": 0, "queens": {"QC": 1, "QD": 1, "QH": 1, "QS": 1}, "tricks": [0, 6, 3, 4]}, "/bum_taker",
         "captor_without_trick"),
        ({"bum_trick": 0, "queens": {"QC": 1, "QD": 1, "QH": 1, "QS": 1}, "tricks": [0, 6, 3, 4]}, "/bum_trick",
         "captor_without_trick"),
        ({"bum_card": "QD", "bum_taker": 1}, "/bum_taker", "disagree"),
        ({"bum_card": "KC", "bum_trick": 1}, "/bum_trick", "disagree"),
        ({"queens": {"QC": 0, "QD": 0, "QH": 0, "QS": 0}, "bum_taker": 0, "tricks": [1, 4, 4, 4]}, "/tricks/0",
         "too_few_tricks"),
        ({"last_trick": 1, "tricks": [5, 1, 4, 3]}, "/tricks/1", "too_few_tricks"),
        ({"suit_counts": ...}, "/suit_counts", "suit_counts_missing"),
        ({"suit_counts": [5, 3, 1, 5]}, "/suit_counts", "wrong_sum"),
        ({"suit_counts": [5, 3, 5]}, "/suit_counts", "wrong_length"),
        ({"suit_counts": [2, 1, 9, 1]}, "/suit_counts/2", "too_many"),
        ({"suit_counts": [1, 3, 8, 1]}, "/suit_counts/2", "too_many"),
        ({"suit_counts": [0, 5, 4, 4]}, "/suit_counts/0", "too_few"),
        ({"suit_counts": [5, 0, 4, 4]}, "/suit_counts/1", "too_few"),
        ({"suit_counts": [5, 3, 2, 3]}, "/suit_high", "suit_high_missing"),
        ({"suit_counts": [5, 3, 2, 3], "suit_high": 0}, "/suit_high", "suit_high_not_tied"),
        ({"suit_counts": [5, 3, 2, 3], "suit_high": 4}, "/suit_high", "seat_unknown"),
        ({"bum_card": "AC", "suit_counts": [5, 3, 2, 3], "suit_high": 3}, "/suit_high", "disagree"),
    ],
)  # fmt: skip
def test_hands_that_cannot_have_been(changes: dict[str, Any], pointer: str, code: str) -> None:
    assert TABLE.no(taken(**changes)) == (pointer, code)


def test_four_play_and_no_hand_follows_the_last() -> None:
    assert Table("tetka", 5).no_setup() == ("/players", "players")
    assert TABLE.no(*[taken()] * 5) == ("", "match_over")
    assert Table("tetka", 4, {"orbits": 11}).no_setup()[0] == "/options/orbits"


# -- card by card --------------------------------------------------------------------------------


def by_cards(seed: int, dealer: int) -> tuple[Table, dict[str, Any]]:
    bum, tricks = dealt(seed, dealer)
    return Table("tetka", 4, dealer=dealer), {"kind": "tricks", "bum_card": bum, "tricks": tricks}


@given(st.integers(0, 10**6), st.integers(0, 3))
def test_both_ways_of_entry_agree(seed: int, dealer: int) -> None:
    table, hand = by_cards(seed, dealer)
    scored = table.score(hand)
    details = scored.details
    assert sum(scored.points) == (9 if details["most_tricks"] is not None else 8)
    assert min(scored.points) >= 0
    letter = suit_of(hand["bum_card"])
    piles: list[list[str]] = [[] for _ in range(4)]
    leader = (dealer + 1) % 4
    for trick in hand["tricks"]:
        plays = [((leader + place) % 4, code) for place, code in enumerate(trick)]
        leader = table.winner(plays=plays)[0] or 0
        piles[leader] += [code for code in trick if suit_of(code) == letter]
    holder = min(
        (seat for seat in range(4) if details["tricks"][seat] == max(details["tricks"]) and piles[seat]),
        key=lambda seat: (-len(piles[seat]), min(RANKS.index(code[:-1]) for code in piles[seat])),
        default=None,
    )
    again = {
        "kind": "summary",
        "bum_card": hand["bum_card"],
        "queens": details["queens"],
        "bum_taker": details["bum_taker"],
        "bum_trick": details["bum_trick"],
        "last_trick": details["last_trick"],
        "tricks": details["tricks"],
        "suit_counts": [len(pile) for pile in piles],
        "suit_high": holder,
    }
    assert table.score(again).points == scored.points


def test_cards_that_cannot_have_been_played() -> None:
    table, hand = by_cards(3, 0)
    tricks = hand["tricks"]
    assert table.no(hand | {"tricks": tricks[:12]}) == ("/tricks", "trick_count")
    assert table.no(hand | {"tricks": [tricks[0][:3], *tricks[1:]]}) == ("/tricks/0", "trick_size")
    doubled = [[*tricks[0][:3], tricks[0][0]], *tricks[1:]]
    assert table.no(hand | {"tricks": doubled}) == ("/tricks/0/3", "card_twice")
    assert table.no(hand | {"tricks": [[*tricks[0][:3], "JK"], *tricks[1:]]}) == ("/tricks/0/3", "card_unknown")
    assert table.no(hand | {"bum_card": "JK"}) == ("/bum_card", "card_unknown")
    assert table.no(hand | {"bum_card": tricks[0][0]}) == ("/tricks/0/0", "bum_card_not_dealers")


def test_a_player_who_did_not_follow_is_named_with_the_trick() -> None:
    table, hand = by_cards(3, 0)
    tricks = [list(trick) for trick in hand["tricks"]]
    follower = tricks[0][1]
    later, place = next(
        (number, trick.index(code))
        for number, trick in enumerate(tricks[1:], 1)
        for code in trick
        if suit_of(code) != suit_of(follower) and _owner(tricks, number, code) == 2
    )
    tricks[0][1], tricks[later][place] = tricks[later][place], follower
    assert table.no(hand | {"tricks": tricks})[1] in ("revoke", "bum_card_not_dealers")


def _owner(tricks: list[list[str]], number: int, card: str) -> int:
    """Who played a card, the dealer being seat 0."""
    leader = 1
    for trick in tricks[:number]:
        plays = [((leader + place) % 4, code) for place, code in enumerate(trick)]
        leader = TABLE.winner(plays=plays)[0] or 0
    return (leader + tricks[number].index(card)) % 4


# -- tricks --------------------------------------------------------------------------------------


def test_a_trick_goes_to_the_highest_card_of_the_suit_led() -> None:
    plays = [(1, "9D"), (2, "AD"), (3, "AS"), (0, "KD")]
    assert TABLE.winner(plays=plays) == (2, "AD")
    assert TABLE.legal(plays=plays[:1], hand=["QS", "3D"]) == ["3D"]
    assert TABLE.legal(plays=plays[:1], hand=["QS", "3H"]) == ["QS", "3H"]


@pytest.mark.parametrize(
    ("cards", "bum", "number", "cost"),
    [
        ("9D 2D AD KD", "AD", 1, 2),
        ("9D 2D AD KD", "AC", 1, 1),
        ("9D 2D AD KD", "7C", 4, 0),
        ("QH QC QD QS", "QH", 12, 7),
        ("9D 2D 3D KD", "KS", 13, 2),
        ("9D QS 3D KD", "KS", 13, 4),
    ],
)
def test_what_a_trick_costs(cards: str, bum: str, number: int, cost: int) -> None:
    answer = TABLE.trick(plays=list(enumerate(cards.split())), bum_card=bum, number=number)
    assert isinstance(answer, TrickResult)
    assert answer.extra == {"penalty": cost}


def test_tricks_that_cannot_be_looked_up() -> None:
    plays = [(0, "9D"), (1, "AD"), (2, "AS"), (3, "KD")]
    assert TABLE.no_trick(plays=plays, bum_card="JK", number=3) == ("/bum_card", "card_unknown")
    assert TABLE.no_trick(plays=plays, bum_card="2C", number=14)[0] == "/number"
    assert TABLE.no_trick(plays=[(0, "9D"), (1, "9D")]) == ("/plays/1/card", "card_twice")
    assert TABLE.no_trick(plays=[(0, "9D"), (2, "8D")]) == ("/plays/1/seat", "out_of_turn")


# -- the match -----------------------------------------------------------------------------------


def test_the_match_ends_after_whole_orbits_only() -> None:
    three = TABLE.play(*[taken()] * 3)
    assert not three.verdict.finished
    assert three.upcoming is not None
    assert (three.upcoming.dealer, three.upcoming.details["leader"]) == (3, 0)
    assert TABLE.play(*[taken()] * 4).verdict.winners == [1, 2, 3]
    assert not Table("tetka", 4, {"orbits": 2}).play(*[taken()] * 4).verdict.finished
    assert Table("tetka", 4, {"orbits": 2}).play(*[taken()] * 8).verdict.finished


def test_a_tie_may_be_played_off_in_another_orbit() -> None:
    table = Table("tetka", 4, {"tie": "orbit"})
    tied = table.play(*[taken()] * 4)
    assert not tied.verdict.finished
    assert tied.upcoming is not None
    assert tied.upcoming.details["hands"] == 8
    alone = taken(tricks=[3, 5, 2, 3], suit_counts=...)
    assert not table.play(*[taken()] * 4, alone, alone, alone).verdict.finished
    assert table.play(*[taken()] * 4, *[alone] * 4).verdict.winners == [3]
    assert table.play(*[alone] * 4).verdict.winners == [3]


def test_the_table_may_stop() -> None:
    assert TABLE.stop(taken(tricks=[3, 5, 2, 3], suit_counts=...)).winners == [3]


def test_a_correction_gives_what_the_right_entry_would_have_given() -> None:
    wrong, right = taken(last_trick=0), taken()
    corrected, slip = TABLE.play(right, taken()), TABLE.play(wrong, taken())
    assert corrected.totals == [total + change for total, change in zip(slip.totals, [-1, 0, 1, 0], strict=True)]


@settings(max_examples=300)
@given(any_hand(game))
def test_any_entry_is_scored_or_refused(hand: dict[str, Any]) -> None:
    scored = TABLE.try_out(hand)
    assert scored is None or sum(scored.points) in (8, 9)


@given(any_lookup(game))
def test_any_look_up_is_answered_or_refused(lookup: dict[str, Any]) -> None:
    TABLE.ask(lookup)
