"""Écarté: kings, point and vole, vulnerability, a match that ends in the middle of a hand, what may be played."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.cards import PACK_32
from scoring.games.ecarte import game
from tests.games.table import Table, any_hand, any_lookup

TABLE = Table("ecarte", 2)
MILD = Table("ecarte", 2, {"vulnerable_vole": 2})
WAYS = ("exchanged", "played", "refused")


def hand(mine: int | None = None, exchange: str | None = "exchanged", **more: Any) -> dict[str, Any]:
    """mine: tricks of seat 0; seat 1 has the others."""
    entered: dict[str, Any] = {} if mine is None else {"tricks": [mine, 5 - mine]}
    if exchange is not None:
        entered["exchange"] = exchange
    return {"kind": "hand", **entered, **more}


def at(*totals: int, dealer: int = 0, **options: Any) -> Table:
    return Table("ecarte", 2, options, totals=list(totals), dealer=dealer)


@pytest.mark.parametrize(
    ("mine", "exchange", "points", "vulnerable"),
    [
        (5, "exchanged", [2, 0], None),
        (4, "exchanged", [1, 0], None),
        (3, "exchanged", [1, 0], None),
        (2, "exchanged", [0, 1], None),
        (0, "exchanged", [0, 2], None),
        (3, "played", [2, 0], 1),
        (5, "played", [3, 0], 1),
        (2, "played", [0, 1], 1),
        (0, "played", [0, 2], 1),
        (3, "refused", [1, 0], 0),
        (5, "refused", [2, 0], 0),
        (2, "refused", [0, 2], 0),
        (0, "refused", [0, 3], 0),
    ],
)
def test_point_and_vole_and_who_is_vulnerable(
    mine: int, exchange: str, points: list[int], vulnerable: int | None
) -> None:
    scored = TABLE.score(hand(mine, exchange))
    assert (scored.points, scored.details["vulnerable"]) == (points, vulnerable)
    other = at(0, 0, dealer=1).score(hand(5 - mine, exchange))
    assert other.points == points[::-1], "the same with the other dealer"


def test_a_vole_against_a_vulnerable_player_may_bring_two_only() -> None:
    assert MILD.score(hand(5, "played")).points == [2, 0]
    assert MILD.score(hand(3, "played")).points == [2, 0]
    assert MILD.score(hand(5)).points == [2, 0]


def test_kings() -> None:
    assert TABLE.score(hand(3, up_card="KS")).points == [2, 0]
    assert TABLE.score(hand(3, up_card_king=True)).points == [2, 0]
    assert TABLE.score(hand(3, up_card="QS", up_card_king=False)).points == [1, 0]
    assert TABLE.score(hand(3, king_shown=1)).points == [1, 1]
    assert TABLE.score(hand(3, "played", king_shown=1)).points == [2, 1], "shown although nothing was exchanged"
    assert TABLE.score(hand(5, "played", up_card="KS")).points == [4, 0], "the most that one hand can bring"


def test_every_point_has_its_reason() -> None:
    details = TABLE.score(hand(5, "played", king_shown=0)).details
    assert details["lines"] == [
        {"seat": 0, "reason": "king_shown", "points": 1},
        {"seat": 0, "reason": "point", "points": 1},
        {"seat": 0, "reason": "vole", "points": 1},
        {"seat": 0, "reason": "vulnerable", "points": 1},
    ]
    assert (details["finished"], details["winner"], details["next_dealer"]) == (False, None, 1)


def test_the_match_may_end_with_a_king() -> None:
    turned = at(4, 4).play(hand(exchange=None, up_card="KD"))
    assert (turned.totals, turned.verdict.winners) == ([5, 4], [0])
    played = at(4, 4).play(hand(up_card="7C", king_shown=1))
    assert (played.totals, played.verdict.winners) == ([4, 5], [1])
    assert at(4, 4).score(hand(exchange=None, king_shown=1)).points == [0, 1]
    assert at(4, 4, target=7).no(hand(exchange=None, up_card="KD")) == ("/tricks", "nothing_entered")


@pytest.mark.parametrize(
    ("more", "pointer"),
    [
        ({"exchange": "exchanged"}, "/exchange"),
        ({"king_shown": 1}, "/king_shown"),
        ({"tricks": [3, 2]}, "/tricks"),
        ({"trick_winners": [0, 0, 0, 1, 1]}, "/trick_winners"),
    ],
)
def test_nothing_follows_a_turned_king_that_wins(more: dict[str, Any], pointer: str) -> None:
    assert at(4, 0).no({"kind": "hand", "up_card": "KS", **more}) == (pointer, "match_decided")


@pytest.mark.parametrize("more", [{"tricks": [3, 2]}, {"trick_winners": [0, 0, 0, 1, 1]}])
def test_no_trick_follows_a_shown_king_that_wins(more: dict[str, Any]) -> None:
    (pointer,) = [f"/{name}" for name in more]
    assert at(4, 0).no(hand(king_shown=0, **more)) == (pointer, "match_decided")


@pytest.mark.parametrize(
    ("entered", "answer"),
    [
        (hand(), ("/tricks", "nothing_entered")),
        (hand(3, None), ("/exchange", "exchange_missing")),
        (hand(3, "perhaps"), ("/exchange", "exchange_unknown")),
        (hand(exchange="exchanged", tricks=[3, 3]), ("/tricks", "wrong_sum")),
        (hand(6), ("/tricks/1", "negative")),
        (hand(exchange="exchanged", tricks=[5]), ("/tricks", "wrong_length")),
        (hand(trick_winners=[0, 1, 0, 1]), ("/trick_winners", "wrong_length")),
        (hand(trick_winners=[0, 1, 0, 1, 2]), ("/trick_winners/4", "seat_unknown")),
        (hand(trick_winners=[0] * 6), ("/trick_winners", "too_many_entries")),
        (hand(3, trick_winners=[1, 1, 1, 0, 0]), ("/tricks/0", "disagree")),
        (hand(3, up_card="KS", king_shown=0), ("/king_shown", "king_turned")),
        (hand(3, up_card_king=True, king_shown=1), ("/king_shown", "king_turned")),
        (hand(3, king_shown=2), ("/king_shown", "seat_unknown")),
        (hand(3, up_card="6S"), ("/up_card", "card_unknown")),
        (hand(3, up_card="KS", up_card_king=False), ("/up_card_king", "disagree")),
        (hand(3, up_card="QS", up_card_king=True), ("/up_card_king", "disagree")),
    ],
)
def test_what_cannot_be_is_refused(entered: dict[str, Any], answer: tuple[str, str]) -> None:
    assert TABLE.no(entered) == answer


def test_tricks_may_be_entered_in_order() -> None:
    assert TABLE.score(hand(trick_winners=[1, 0, 1, 0, 1])).points == [0, 1]
    assert TABLE.score(hand(2, trick_winners=[1, 0, 1, 0, 1])).points == [0, 1]


@pytest.mark.parametrize("players", [1, 3, 4])
def test_two_play(players: int) -> None:
    assert Table("ecarte", players).no_setup() == ("/players", "players")


def test_starts_that_cannot_be_are_refused() -> None:
    assert at(5, 5).no_setup() == ("/start/totals", "two_winners")
    assert at(-1, 0).no_setup() == ("/start/totals/0", "total_impossible")
    assert at(7, 4, target=11).play().totals == [7, 4]


def test_the_deal_alternates_and_the_table_hears_what_is_missing() -> None:
    coming = at(2, 3).play(hand(3)).upcoming
    assert coming
    assert (coming.dealer, coming.leads) == (1, 0)
    assert coming.details == {"first_speaker": 0, "missing": [2, 2]}
    again = at(2, 2).play(hand(3), hand(2)).upcoming
    assert again
    assert again.dealer == 0


def test_the_match_ends_at_its_target() -> None:
    won = at(3, 3, dealer=1).play(hand(0, "played"))
    assert (won.totals, won.verdict.finished, won.verdict.winners) == ([3, 6], True, [1])
    assert at(3, 3, dealer=1).no(hand(0, "played"), hand(3)) == ("", "match_over")
    assert not at(6, 4, target=7).play().verdict.finished
    assert at(6, 4, target=7).play(hand(3)).verdict.winners == [0]
    assert TABLE.stop(hand(3)).winners == [0]
    assert TABLE.stop().winners == []


def test_a_correction_is_as_if_it_had_been_recorded_so() -> None:
    wrong = [hand(3, "played"), hand(2)]
    assert TABLE.play(*wrong).totals == [2, 1]
    assert TABLE.play(hand(3), wrong[1]).totals == [1, 1]


def test_tricks() -> None:
    assert TABLE.winner(trump="S", plays=[(0, "AH"), (1, "10H")]) == (0, "AH")
    assert TABLE.winner(trump="S", plays=[(0, "AH"), (1, "JH")]) == (1, "JH")
    assert TABLE.winner(trump="S", plays=[(1, "KH"), (0, "7S")]) == (0, "7S")
    assert TABLE.winner(trump="S", plays=[(0, "7H"), (1, "KD")]) == (0, "7H")
    result = TABLE.trick(trump="S", plays=[(1, "KH"), (0, "7S")])
    assert (result.extra, result.next_leader) == ({"winner_seat": 0}, 0)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("led", "held", "legal"),
    [
        ("JD", ["QD", "7D", "AS"], ["QD"]),
        ("JD", ["AD", "7D", "AS"], ["AD", "7D"]),
        ("JD", ["AS", "7S", "KH"], ["AS", "7S"]),
        ("JD", ["AH", "KH"], ["AH", "KH"]),
        ("JS", ["KS", "AS", "KH"], ["KS"]),
        ("JS", ["AS", "7S", "KH"], ["AS", "7S"]),
        ("JS", ["AH", "KH"], ["AH", "KH"]),
    ],
)
def test_what_the_second_player_must_do(led: str, held: list[str], legal: list[str]) -> None:
    assert TABLE.legal(trump="S", plays=[(0, led)], hand=held) == legal


def test_look_ups_that_cannot_be_are_refused() -> None:
    assert TABLE.no_trick(trump="S") == ("/plays", "no_cards")
    assert TABLE.no_trick(trump="S", plays=[(0, "JD"), (0, "QD")]) == ("/plays/1/seat", "out_of_turn")
    assert TABLE.no_trick(trump="S", plays=[(0, "6D")], hand=["QD"]) == ("/plays/0/card", "card_unknown")
    assert TABLE.no_trick(trump="S", plays=[(0, "QD")], hand=["QD"]) == ("/hand/0", "card_twice")
    assert TABLE.no_trick(trump="S", up_card="9S", plays=[(0, "9S")], hand=["QD"]) == ("/plays/0/card", "card_twice")
    assert TABLE.no_trick(trump="H", up_card="9S", plays=[(0, "QS")], hand=["QD"]) == ("/trump", "disagree")
    assert TABLE.legal(trump="S", hand=["QD", "7S"]) == ["QD", "7S"]


@given(st.integers(0, 5), st.sampled_from(WAYS), st.sampled_from([None, 0, 1]), st.booleans(), st.integers(0, 1))
def test_one_hand_brings_four_at_most(mine: int, exchange: str, shown: int | None, king: bool, dealer: int) -> None:
    table = at(0, 0, dealer=dealer, target=11)
    entered = hand(mine, exchange, up_card_king=king, king_shown=None if king else shown)
    scored = table.score(entered)
    details = scored.details["lines"]
    assert [sum(line["points"] for line in details if line["seat"] == seat) for seat in (0, 1)] == scored.points
    for seat in (0, 1):
        for_kings = [line for line in details if line["seat"] == seat and line["reason"].startswith("king")]
        assert len(for_kings) <= 1
        assert scored.points[seat] - len(for_kings) <= 3
    assert sum(1 for line in details if line["reason"] == "point") == 1


def test_tricks_are_those_of_both_players_even_where_none_are_needed() -> None:
    assert at(4, 0).no({"kind": "hand", "up_card": "KS", "tricks": []}) == ("/tricks", "wrong_length")


@given(st.permutations(PACK_32.cards), st.sampled_from("CSHD"))
def test_there_is_always_a_card_to_play_and_a_winner(deck: list[str], trump: str) -> None:
    legal = TABLE.legal(trump=trump, plays=[(0, deck[0])], hand=deck[1:6])
    assert legal
    for code in legal:
        winner, best = TABLE.winner(trump=trump, plays=[(0, deck[0]), (1, code)])
        assert (winner, best) in ((0, deck[0]), (1, code))


@settings(max_examples=150)
@given(any_hand(game), st.integers(0, 4), st.integers(0, 4))
def test_any_entry_is_scored_or_refused(entered: dict[str, Any], mine: int, other: int) -> None:
    scored = at(mine, other).try_out(entered)
    if scored:
        assert sum(scored.points) >= 1


@settings(max_examples=100)
@given(any_lookup(game))
def test_any_look_up_is_answered_or_refused(lookup: dict[str, Any]) -> None:
    TABLE.ask(lookup)
