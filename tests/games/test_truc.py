"""Truc: stakes and calls, equal tricks, one-card hands, eleven, tricks by their cards, the form."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.form import Choice
from scoring.engine.match import open_match
from scoring.engine.tricks import TrickResult
from scoring.games.truc import game
from scoring.games.truc.models import PACK
from scoring.games.truc.play_by_play import ORDER
from tests.games.table import Table, any_hand, any_lookup

TABLE = Table("truc", 4)
Hand = dict[str, Any]

PLAY: Hand = {"eleven_choice": "play"}
DECLINE: Hand = {"kind": "summary", "eleven_choice": "decline"}
ELEVEN_PLAY: Hand = {"kind": "eleven", "choice": "play"}
ONE: Hand = {"cut": False, "hand_size": 1}


def at(a: int, b: int, dealer: int = 0, **options: Any) -> Table:
    """A table at this score; with dealer 0 side 1 are the dealer's opponents."""
    return Table("truc", 4, options, totals=[a, b], dealer=dealer)


def result(winner: int | None, stake: int | None = None, **more: Any) -> Hand:
    return {"kind": "summary", "winner": winner, **({} if stake is None else {"stake": stake}), **more}


def hand(*events: Hand, **more: Any) -> Hand:
    return {"kind": "events", "events": list(events), **more}


def call(side: int, to: int) -> Hand:
    return {"kind": "raise", "side": side, "to": to}


def accept(side: int) -> Hand:
    return {"kind": "accept", "side": side}


def reject(side: int) -> Hand:
    return {"kind": "reject", "side": side}


def trick(winner: int | None) -> Hand:
    return {"kind": "trick", "winner": winner}


def tricks(written: str) -> list[Hand]:
    """``"DOT"``: the dealer's side (0), its opponents (1), drawn."""
    return [trick({"D": 0, "O": 1, "T": None}[letter]) for letter in written]


def laid(first: int, *cards: str) -> Hand:
    return {"kind": "trick", "plays": [{"seat": (first + n) % 4, "card": code} for n, code in enumerate(cards)]}


# -- by its result ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("stake", [1, 2, 3])
def test_the_winner_scores_the_stake(stake: int) -> None:
    scored = TABLE.score(result(1, stake))
    assert scored.points == [0, stake]
    assert scored.details == {
        "hand_type": "normal",
        "dealer": 0,
        "hand_size": 3,
        "hand_winner": 1,
        "stake": stake,
        "finished": False,
        "winner": None,
        "next_dealer": 1,
        "next_hand_type": "normal",
    }


def test_whoever_rejects_loses_what_was_agreed() -> None:
    assert TABLE.score(result(0, 1, refused=True)).points == [1, 0]
    assert TABLE.score(result(0, 2, refused=True)).points == [2, 0]


@pytest.mark.parametrize(
    ("played", "answer"),
    [
        (result(0, 0), ("/stake", "stake_unknown")),
        (result(0, 4), ("/stake", "stake_unknown")),
        (result(0, -1), ("/stake", "stake_unknown")),
        (result(0), ("/stake", "stake_missing")),
        (result(0, 3, refused=True), ("/refused", "nothing_above")),
        (result(None, 1), ("/winner", "winner_missing")),
        ({"kind": "summary", "stake": 1}, ("/winner", "winner_missing")),
        (result(2, 1), ("/winner", "too_large")),
        (result(0, 1, **PLAY), ("/eleven_choice", "eleven_choice_elsewhere")),
        (DECLINE, ("/eleven_choice", "eleven_choice_elsewhere")),
        (result(0, 1, hand_size=2), ("/hand_size", "hand_size")),
        (result(0, 1, hand_size=0), ("/hand_size", "hand_size")),
        (result(0, 1, hand_size=1), ("/hand_size", "one_card_after_cut")),
        (hand(trick(0), hand_size=1, cut=True), ("/hand_size", "one_card_after_cut")),
    ],
)
def test_what_cannot_be_is_refused(played: Hand, answer: tuple[str, str]) -> None:
    assert TABLE.no(played) == answer


@pytest.mark.parametrize("players", [2, 3, 5])
def test_four_play(players: int) -> None:
    assert Table("truc", players).no_setup() == ("/players", "players")


@pytest.mark.parametrize(
    ("totals", "answer"),
    [([-1, 3], ("/start/totals/0", "total_impossible")), ([12, 13], ("/start/totals", "two_winners"))],
)
def test_scores_that_no_table_has(totals: list[int], answer: tuple[str, str]) -> None:
    assert Table("truc", 4, totals=totals).no_setup() == answer


# -- one-card hands --------------------------------------------------------------------------------------


def test_one_card_each_after_a_refused_cut() -> None:
    assert TABLE.score(result(1, 2, **ONE)).details["hand_size"] == 1
    assert TABLE.score(hand(trick(0), **ONE)).points == [1, 0]
    assert TABLE.score(hand(trick(None), **ONE)).points == [0, 1]
    assert TABLE.no(hand(trick(0), trick(0), **ONE)) == ("/events/1", "hand_decided")
    assert TABLE.score(result(1, 2, cut=False)).points == [0, 2]


def test_no_one_card_hand_at_eleven_or_where_the_table_plays_none() -> None:
    assert at(11, 3).no({**DECLINE, **ONE}) == ("/hand_size", "one_card_at_eleven")
    assert at(11, 11).no(result(0, 1, **ONE)) == ("/hand_size", "one_card_at_eleven")
    assert at(0, 0, one_card=False).no(result(0, 1, **ONE)) == ("/hand_size", "one_card_off")


# -- who wins the hand -----------------------------------------------------------------------------------


def ends(won_by_dealer: str, won_by_opponents: str) -> dict[str, int]:
    """The tricks after which the hand is settled, and for whom."""
    return dict.fromkeys(won_by_dealer.split(), 0) | dict.fromkeys(won_by_opponents.split(), 1)


COUNT = ends("DD DTD DTT TDD TDT DOD ODD TTD", "OO OT TO DTO TDO DOO DOT ODO ODT TTO TTT")
FIRST = ends("DD DT TD DOD DOT ODD TTD", "OO OT TO DOO ODO ODT TTO TTT")


@pytest.mark.parametrize(("rule", "known"), [("count", COUNT), ("first_decided", FIRST)])
def test_who_has_the_hand_and_when_it_is_settled(rule: str, known: dict[str, int]) -> None:
    for length in (1, 2, 3):
        for letters in product("DOT", repeat=length):
            written = "".join(letters)
            for dealer in (0, 1, 2, 3):
                events = tricks(written)
                if dealer % 2:
                    events = [trick(None if made["winner"] is None else 1 - made["winner"]) for made in events]
                table = at(0, 0, dealer, drawn_tricks=rule)
                settled = next((known[end] for end in known if written.startswith(end)), None)
                if length == 3 and written[0] == written[1] != "T":
                    assert table.no(hand(*events)) == ("/events/2", "hand_decided")
                elif settled is None:
                    assert table.no(hand(*events)) == ("/events", "undecided")
                else:
                    winner = 1 - settled if dealer % 2 else settled
                    assert table.score(hand(*events)).details["hand_winner"] == winner, (written, dealer)


# -- calls -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("events", "points"),
    [
        ([call(0, 2), reject(1)], [1, 0]),
        ([call(0, 2), accept(1), *tricks("OO")], [0, 2]),
        ([call(0, 2), call(1, 3), reject(0)], [0, 2]),
        ([call(0, 2), call(1, 3), accept(0), *tricks("DOD")], [3, 0]),
        ([trick(0), call(0, 2), accept(1), trick(1), call(1, 3), accept(0), trick(0)], [3, 0]),
        ([*tricks("DO"), call(1, 2), reject(0)], [0, 1]),
    ],
)
def test_calls(events: list[Hand], points: list[int]) -> None:
    assert TABLE.score(hand(*events)).points == points


@pytest.mark.parametrize(
    ("events", "answer"),
    [
        ([call(0, 3)], ("/events/0/to", "raise_skipped")),
        ([call(0, 4)], ("/events/0/to", "stake_unknown")),
        ([call(0, 1)], ("/events/0/to", "stake_unknown")),
        ([call(0, 2), accept(1), call(1, 2)], ("/events/2/to", "raise_repeated")),
        ([call(0, 2), accept(1), call(0, 3)], ("/events/2/side", "raised_last")),
        ([call(0, 2), call(0, 3)], ("/events/1/side", "raised_last")),
        ([call(0, 2), call(1, 3), accept(0), call(0, 3)], ("/events/3/to", "raise_repeated")),
        ([call(0, 2), accept(0)], ("/events/1/side", "own_answer")),
        ([call(0, 2), reject(0)], ("/events/1/side", "own_answer")),
        ([accept(0)], ("/events/0", "nothing_to_answer")),
        ([reject(0)], ("/events/0", "nothing_to_answer")),
        ([call(0, 2), trick(0)], ("/events/1", "raise_unanswered")),
        ([*tricks("DO"), call(0, 2)], ("/events", "raise_unanswered")),
        ([call(0, 2), reject(1), accept(1)], ("/events/2", "hand_decided")),
        ([*tricks("DD"), call(1, 2)], ("/events/2", "hand_decided")),
        ([*tricks("DD"), trick(0)], ("/events/2", "hand_decided")),
        ([*tricks("DOD"), trick(0)], ("/events/3", "hand_decided")),
        ([], ("/events", "undecided")),
        ([{"kind": "trick"}], ("/events/0", "trick_empty")),
        ([ELEVEN_PLAY], ("/events/0", "eleven_choice_elsewhere")),
    ],
)
def test_what_cannot_have_been_called_is_refused(events: list[Hand], answer: tuple[str, str]) -> None:
    assert TABLE.no(hand(*events)) == answer


# -- eleven ----------------------------------------------------------------------------------------------


def test_a_hand_of_eleven_is_declined_or_played_for_three() -> None:
    assert at(3, 11).score(DECLINE).points == [1, 0]
    assert at(3, 11).score(hand({"kind": "eleven", "choice": "decline"})).points == [1, 0]
    assert at(3, 11).score(result(0, **PLAY)).points == [3, 0]
    assert at(3, 11).play(result(1, 3, **PLAY)).verdict.winners == [1]


@pytest.mark.parametrize(
    ("played", "answer"),
    [
        (result(0, 3), ("/eleven_choice", "eleven_choice_missing")),
        (result(0, 1, **PLAY), ("/stake", "stake_fixed")),
        (result(0, 3, refused=True, **PLAY), ("/refused", "no_raises")),
        ({"kind": "summary", **PLAY}, ("/winner", "winner_missing")),
        ({**DECLINE, "winner": 1}, ("/winner", "decline_alone")),
        ({**DECLINE, "stake": 1}, ("/stake", "decline_alone")),
        ({**DECLINE, "refused": True}, ("/refused", "decline_alone")),
        (hand(trick(0)), ("/events/0", "eleven_choice_missing")),
        (hand(), ("/events", "eleven_choice_missing")),
        (hand(ELEVEN_PLAY, ELEVEN_PLAY), ("/events/1", "chosen_twice")),
        (hand(ELEVEN_PLAY, call(1, 2)), ("/events/1", "no_raises")),
        (hand({"kind": "eleven", "choice": "decline"}, trick(0)), ("/events/1", "hand_decided")),
    ],
)
def test_what_a_hand_of_eleven_does_not_have(played: Hand, answer: tuple[str, str]) -> None:
    assert at(11, 8).no(played) == answer


def test_with_eleven_on_both_sides_calls_are_made_as_usual_and_any_result_ends_the_match() -> None:
    for played in (hand(call(1, 2), reject(0)), hand(*tricks("OO")), result(1, 3), result(1, 2, refused=True)):
        assert at(11, 11).play(played).verdict.winners == [1]
    assert at(11, 11).no(result(1, 1, **PLAY)) == ("/eleven_choice", "eleven_choice_elsewhere")
    assert at(11, 11).no(result(1, 1), result(1, 1)) == ("", "match_over")


def test_a_longer_match_has_its_special_hands_one_point_before_its_end() -> None:
    assert at(11, 3, target=24).score(result(0, 3)).details["hand_type"] == "normal"
    special = at(23, 3, target=24)
    assert special.score(DECLINE).details["hand_type"] == "eleven"
    assert special.play(result(0, **PLAY)).totals == [26, 3]
    assert not at(12, 3, target=24).play().verdict.finished


# -- by the cards ----------------------------------------------------------------------------------------


def test_the_leader_of_a_drawn_trick_leads_again() -> None:
    first = laid(1, "3C", "3D", "4H", "2S")
    assert TABLE.score(hand(first, laid(1, "KC", "7D", "QH", "6H"))).details["hand_winner"] == 1
    assert TABLE.no(hand(first, laid(2, "KC", "7D", "QH", "6H"))) == ("/events/1/plays/0/seat", "wrong_leader")


def test_the_first_of_winning_partners_leads_on() -> None:
    first = laid(1, "4C", "3D", "4H", "3S")
    assert TABLE.score(hand(first, laid(2, "KC", "7D", "QH", "6H"))).points == [1, 0]
    assert TABLE.no(hand(first, laid(0, "KC", "7D", "QH", "6H"))) == ("/events/1/plays/0/seat", "wrong_leader")


@pytest.mark.parametrize(
    ("events", "answer"),
    [
        ([laid(0, "3C", "QD", "3H", "2S")], ("/events/0/plays/0/seat", "wrong_leader")),
        ([laid(1, "3C", "QD", "3H")], ("/events/0/plays", "trick_size")),
        ([laid(1, "3C", "QD", "3H", "3C")], ("/events/0/plays/3/card", "card_twice")),
        ([laid(1, "8C", "QD", "3H", "2S")], ("/events/0/plays/0/card", "card_unknown")),
        ([laid(1, "JK", "QD", "3H", "2S")], ("/events/0/plays/0/card", "card_unknown")),
        ([laid(1, "3C", "QD", "4H", "2S"), laid(1, "3C", "QC", "KH", "2D")], ("/events/1/plays/0/card", "card_twice")),
        ([{**laid(1, "3C", "QD", "4H", "2S"), "winner": 0}], ("/events/0/winner", "winner_differs")),
    ],
)
def test_cards_that_cannot_have_been_played_are_refused(events: list[Hand], answer: tuple[str, str]) -> None:
    assert TABLE.no(hand(*events)) == answer


def answer(*cards: str, first: int = 0) -> dict[str, Any]:
    """The answer to a look-up, under the names of the specification."""
    result = TABLE.trick(plays=[((first + n) % 4, code) for n, code in enumerate(cards)])
    assert isinstance(result, TrickResult)
    assert result.winner == result.extra["winner_seat"]
    return {**result.extra, "card": result.card, "next_leader": result.next_leader}


def test_the_order_of_the_cards_and_look_ups() -> None:
    assert [row[0][:-1] for row in ORDER] == ["3", "2", "A", "K", "Q", "J", "7", "6", "5", "4"]
    won = {"winner_seat": 2, "winner_side": 0, "drawn": False, "card": "QD", "next_leader": 2}
    assert answer("JC", "JH", "QD", "7C") == won
    assert answer("4C", "3C", "AC", "3D")["winner_seat"] == 1
    drawn = {"winner_seat": None, "winner_side": None, "drawn": True, "card": None, "next_leader": 3}
    assert answer("4D", "3C", "3H", "5C", first=3) == drawn
    assert TABLE.legal(plays=[(0, "3C")], hand=["4D", "KC"]) == ["4D", "KC"]


@pytest.mark.parametrize(
    ("asked", "refused"),
    [
        ({}, ("/plays", "no_cards")),
        ({"plays": [(0, "3C"), (2, "2C")], "hand": ["4C"]}, ("/plays/1/seat", "out_of_turn")),
        ({"plays": [(0, "9C"), (1, "2C"), (2, "4C"), (3, "5C")]}, ("/plays/0/card", "card_unknown")),
        ({"plays": [(0, "3C"), (1, "3C"), (2, "4C"), (3, "5C")]}, ("/plays/1/card", "card_twice")),
        ({"plays": [(n, f"{n + 2}C") for n in range(4)], "hand": ["KC"]}, ("/hand", "trick_complete")),
    ],
)
def test_look_ups_that_cannot_be_are_refused(asked: dict[str, Any], refused: tuple[str, str]) -> None:
    assert TABLE.no_trick(**asked) == refused


# -- before the hand, the form ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("totals", "kind", "sizes", "stake"),
    [((10, 10), "normal", [3, 1], 1), ((11, 4), "eleven", [3], 3), ((11, 11), "both_eleven", [3], 1)],
)
def test_the_table_hears_what_is_coming(totals: tuple[int, int], kind: str, sizes: list[int], stake: int) -> None:
    coming = at(*totals, dealer=2).play().upcoming
    assert coming
    assert (coming.dealer, coming.leads) == (2, 3)
    assert coming.details == {
        "hand_type": kind,
        "leader": 3,
        "cutter": 1,
        "hand_sizes": sizes,
        "stake": stake,
        "tied_hand": 1,
    }


def test_a_table_may_stop_early() -> None:
    assert TABLE.stop().winners == []
    assert TABLE.stop(result(1, 3), result(0, 1)).winners == [1]


def test_a_correction_is_as_if_it_had_been_recorded_so() -> None:
    wrong = [result(0, 1), result(1, 3), hand(trick(None), **ONE)]
    assert TABLE.play(*wrong).totals == [1, 4]
    assert TABLE.play(result(1, 2), *wrong[1:]).totals == [0, 6]


def form_at(a: int, b: int, **options: Any) -> Any:
    opened = open_match(TABLE.game, 4, options, {"totals": [a, b]})
    return TABLE.game.form(opened.setup, opened.state)


def test_one_tap_for_a_plain_hand_two_for_a_raised_one() -> None:
    form = form_at(0, 0)

    def tapped(**taps: str) -> Any:
        return form.read(form.initial() | {name: [value] for name, value in taps.items()})

    assert tapped(winner="0") == result(0, 1)
    assert tapped(winner="1", stake="2") == result(1, 2)
    assert tapped(winner="1", stake="2", refused="1") == result(1, 2, refused=True)
    assert tapped(winner="1", deal="refused1") == result(1, 1, **ONE)
    assert [control.name for control in form.controls if isinstance(control, Choice) and control.submits] == ["winner"]
    eleven = form_at(11, 2)
    assert eleven.read(eleven.initial() | {"winner": ["decline"]}) == DECLINE


@settings(max_examples=200)
@given(any_hand(game), st.tuples(st.integers(0, 11), st.integers(0, 11)))
def test_what_was_recorded_opens_in_the_form_and_comes_back_the_same(played: Hand, totals: tuple[int, int]) -> None:
    table = at(*totals)
    scored = table.try_out(played)
    if scored:
        assert sorted(scored.points)[0] == 0
        assert sum(scored.points) == scored.details["stake"]
        form = form_at(*totals)
        again = table.score(form.read(form.show(played)))
        assert (again.points, again.details) == (scored.points, scored.details)


# -- properties ------------------------------------------------------------------------------------------


@given(st.permutations(PACK.cards), st.integers(0, 3))
def test_a_trick_goes_to_the_highest_rank_or_is_drawn(cards: list[str], first: int) -> None:
    result = answer(*cards[:4], first=first)
    place = {code: number for number, row in enumerate(ORDER) for code in row}
    best = min(place[code] for code in cards[:4])
    owners = [(first + number) % 4 for number, code in enumerate(cards[:4]) if place[code] == best]
    assert result["drawn"] == (len({seat % 2 for seat in owners}) == 2)
    assert result["next_leader"] == (first if result["drawn"] else owners[0])


@settings(max_examples=150)
@given(any_hand(game), st.integers(0, 3), st.booleans())
def test_whatever_is_entered_is_scored_or_refused(played: Hand, dealer: int, first: bool) -> None:
    at(9, 10, dealer, drawn_tricks="first_decided" if first else "count").try_out(played)


@settings(max_examples=100)
@given(any_lookup(game))
def test_any_look_up_is_answered_or_refused(lookup: Hand) -> None:
    TABLE.ask(lookup)
