"""Rolling Stone: everybody's cards trick by trick, who picks up, who is out, three ways of scoring."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.cards import card_points
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.games.rolling_stone import game
from scoring.games.rolling_stone.cards import PIPS, pack_of
from tests.games.table import Table, any_hand, any_lookup

TABLE = Table("rolling-stone", 4)
CARDS = Table("rolling-stone", 4, {"scoring": "cards"})
BY_PIPS = Table("rolling-stone", 4, {"scoring": "pips"})
FIELDS = {"followed": "winner", "picked_up": "seat", "out": "seat"}


def tricks(text: str, **more: Any) -> dict[str, Any]:
    """A hand from ``"followed 2, picked_up 1"``."""
    entries = [entry.split() for entry in text.split(", ") if entry]
    listed = [{"kind": result, FIELDS[result]: int(who)} for result, who in entries]
    return {"kind": "tricks", "tricks": listed, **more}


def result(winner: int, left: Any = None) -> dict[str, Any]:
    return {"kind": "result", "winner": winner, **({} if left is None else {"cards_left": left})}


#: Dealer 0: seat 1 leads and is out first, with 3, 3, 4 left to seats 0, 2, 3.
SHORT = "followed 1, " * 7 + "out 1"


# -- the running count ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "sizes", "discarded", "leader"),
    [
        ("", [8, 8, 8, 8], 0, 1),
        ("followed 2", [7, 7, 7, 7], 4, 2),
        ("followed 2, picked_up 1", [6, 10, 6, 6], 4, 1),
        ("followed 2, picked_up 1, picked_up 2", [6, 9, 7, 6], 4, 2),
        ("picked_up 2", [8, 7, 9, 8], 0, 2),
        ("picked_up 0", [11, 7, 7, 7], 0, 0),
    ],
)
def test_an_open_hand_tells_everybodys_cards_and_scores_nothing(
    text: str, sizes: list[int], discarded: int, leader: int
) -> None:
    scored = TABLE.score(tricks(text))
    assert not scored.complete
    assert scored.points == [0, 0, 0, 0]
    expected = {"cards_left": sizes, "discarded": discarded, "on_table": 0, "next_leader": leader, "winner": None}
    assert scored.details == expected


def test_the_first_player_without_cards_wins_at_once() -> None:
    scored = TABLE.score(tricks(SHORT))
    assert scored.complete
    assert scored.points == [0, 1, 0, 0]
    assert scored.details["cards_left"] == [1, 0, 1, 1]
    assert scored.details["on_table"] == 1
    assert CARDS.score(tricks(SHORT)).points == [0, 3, 0, 0]


@given(st.integers(4, 6), st.integers(0, 5), st.data())
def test_no_card_is_lost(players: int, dealer: int, data: st.DataObject) -> None:
    dealer %= players
    table = Table("rolling-stone", players, {"scoring": "cards"}, dealer=dealer)
    entries: list[dict[str, Any]] = []
    sizes, leader = [8] * players, (dealer + 1) % players
    for _ in range(12):
        order = [(leader + place) % players for place in range(players)]
        out = next((who for who in order if sizes[who] == 1), None)
        last = players if out is None else order.index(out)
        may = [{"kind": "picked_up", "seat": who} for who in order[1 : last + 1]]
        may += [{"kind": "followed", "winner": who} for who in order if out is None]
        may += [{"kind": "out", "seat": out}] if out is not None else []
        entries.append(data.draw(st.sampled_from(may)))
        scored = table.score({"kind": "tricks", "tricks": entries})
        details = scored.details
        sizes, leader = details["cards_left"], details["next_leader"]
        assert sum(sizes) + details["discarded"] + details["on_table"] == 8 * players
        assert sum(scored.points) == (sum(sizes) if scored.complete else 0)
        if scored.complete:
            assert scored.points == table.score(result(details["winner"], sizes)).points
            break


@pytest.mark.parametrize(
    ("text", "pointer", "code"),
    [
        ("picked_up 1", "/tricks/0/seat", "leader_picks_up"),
        ("followed 2, picked_up 2", "/tricks/1/seat", "leader_picks_up"),
        ("followed 4", "/tricks/0/winner", "seat_unknown"),
        ("picked_up 4", "/tricks/0/seat", "seat_unknown"),
        ("out 4", "/tricks/0/seat", "seat_unknown"),
        ("out 1", "/tricks/0/seat", "more_than_one_card"),
        ("followed 1, " * 7 + "followed 1", "/tricks/7", "last_card_played"),
        ("followed 1, " * 7 + "picked_up 2", "/tricks/7", "last_card_played"),
        ("followed 1, " * 7 + "out 2", "/tricks/7/seat", "out_earlier"),
        (SHORT + ", followed 2", "/tricks/8", "after_out"),
        (SHORT + ", out 2", "/tricks/8", "after_out"),
    ],
)
def test_tricks_that_cannot_have_ended_so(text: str, pointer: str, code: str) -> None:
    assert TABLE.no(tricks(text)) == (pointer, code)


def test_an_open_hand_cannot_be_left_behind() -> None:
    assert TABLE.no(tricks("followed 2"), result(1)) == ("", "hand_open")


# -- scoring -------------------------------------------------------------------------------------


def test_wins_need_nothing_else() -> None:
    assert TABLE.score(result(2)).points == [0, 0, 1, 0]
    assert TABLE.score(result(2, [1, 2, 0, 4])).details["cards_left"] == [1, 2, 0, 4]


def test_numbers_and_cards_may_be_mixed_where_cards_are_scored() -> None:
    assert CARDS.score(result(1, [["AS", "9H"], 0, 6, ["KC"]])).points == [0, 9, 0, 0]
    assert CARDS.score(result(1, [2, [], 6, 1])).points == [0, 9, 0, 0]


def test_pips_are_explained_hand_by_hand() -> None:
    scored = BY_PIPS.score(result(3, [["AS", "9H"], ["KC"], ["10D", "8D"], 0]))
    assert scored.points == [0, 0, 0, 38]
    assert [line.value for line in scored.lines] == [10, 10, 18, 38]


@pytest.mark.parametrize(("players", "pips"), [(4, 260), (5, 304), (6, 332)])
def test_the_pips_of_the_pack(players: int, pips: int) -> None:
    assert card_points(pack_of(players).cards, PIPS) == pips
    assert len(pack_of(players)) == 8 * players


def test_pips_of_a_hand_entered_trick_by_trick_need_the_cards() -> None:
    cards = [["AS"], [], ["KC"], ["9D"]]
    assert BY_PIPS.no(tricks(SHORT)) == ("/cards_left", "cards_left_missing")
    assert BY_PIPS.score(tricks(SHORT, cards_left=cards)).points == [0, 20, 0, 0]
    more = [["AS", "AH"], [], ["KC"], ["9D"]]
    assert BY_PIPS.no(tricks(SHORT, cards_left=more)) == ("/cards_left/0", "disagree")
    assert BY_PIPS.no(tricks("followed 2", cards_left=cards)) == ("/cards_left", "hand_open")


@pytest.mark.parametrize(
    ("table", "hand", "pointer", "code"),
    [
        (TABLE, result(4), "/winner", "seat_unknown"),
        (TABLE, result(1, [1, 2, 3, 4]), "/cards_left/1", "winner_has_cards"),
        (TABLE, result(1, [1, 0, 3, 0]), "/cards_left/3", "second_without_cards"),
        (TABLE, result(1, [1, 0, 3, -1]), "/cards_left/3", "negative"),
        (TABLE, result(1, [1, 0, 3]), "/cards_left", "wrong_length"),
        (TABLE, result(1, [20, 0, 10, 2]), "/cards_left", "too_many_cards"),
        (TABLE, result(1, [["6S"], 0, 1, 1]), "/cards_left/0/0", "card_unknown"),
        (TABLE, result(1, [["9S"], 0, ["KS", "9S"], 1]), "/cards_left/2/1", "card_twice"),
        (CARDS, result(1), "/cards_left", "cards_left_missing"),
        (BY_PIPS, result(1), "/cards_left", "cards_left_missing"),
        (BY_PIPS, result(1, [["9S"], 0, 2, ["KS"]]), "/cards_left/2", "cards_needed"),
    ],
)
def test_cards_that_cannot_be_left(table: Table, hand: dict[str, Any], pointer: str, code: str) -> None:
    assert table.no(hand) == (pointer, code)


def test_thirty_one_cards_may_be_left() -> None:
    assert CARDS.score(result(1, [20, 0, 10, 1])).points == [0, 31, 0, 0]


def test_four_to_six_play() -> None:
    for players in (3, 7):
        assert Table("rolling-stone", players).no_setup() == ("/players", "players")
    assert Table("rolling-stone", 4, {"target": 0}).no_setup()[0] == "/options/target"


# -- tricks --------------------------------------------------------------------------------------


def test_a_full_trick_goes_to_the_highest_card() -> None:
    answer = TABLE.trick(plays=[(2, "9C"), (3, "JC"), (0, "KC"), (1, "7C")])
    assert isinstance(answer, TrickResult)
    assert (answer.winner, answer.card, answer.next_leader) == (0, "KC", 0)
    assert answer.extra == {"picked_up_by": None, "picks_up": []}


def test_a_broken_trick_is_picked_up() -> None:
    answer = TABLE.trick(plays=[(2, "9C"), (3, "JC"), (0, "KC")], cannot_follow=1)
    assert isinstance(answer, TrickResult)
    assert (answer.winner, answer.card, answer.next_leader) == (None, None, 1)
    assert answer.extra == {"picked_up_by": 1, "picks_up": ["9C", "JC", "KC"]}


def test_who_can_follow_must_and_who_cannot_picks_up() -> None:
    assert TABLE.legal(plays=[(2, "9C")], hand=["AC", "AH"]) == ["AC"]
    assert TABLE.legal(hand=["AC", "AH"]) == ["AC", "AH"]
    answer = TABLE.trick(plays=[(2, "9C")], hand=["AD", "AH"])
    assert isinstance(answer, LegalPlays)
    assert answer.cards == []
    assert answer.extra == {"picks_up": ["9C"]}


@pytest.mark.parametrize(
    ("asked", "pointer", "code"),
    [
        ({"plays": [(2, "9C"), (3, "JD")]}, "/plays/1/card", "not_the_suit_led"),
        ({"plays": [(2, "9C"), (3, "9C")]}, "/plays/1/card", "card_twice"),
        ({"plays": [(2, "9C"), (3, "6C")]}, "/plays/1/card", "card_unknown"),
        ({"plays": [(2, "9C"), (0, "KC")]}, "/plays/1/seat", "out_of_turn"),
        ({"plays": [(2, "9C")], "cannot_follow": 0}, "/cannot_follow", "out_of_turn"),
        ({"plays": [(2, "9C")], "cannot_follow": 4}, "/cannot_follow", "seat_unknown"),
        ({"plays": [(2, "9C")], "cannot_follow": 3, "hand": ["AC"]}, "/cannot_follow", "can_follow"),
        ({"hand": ["AC"], "cannot_follow": 3}, "/cannot_follow", "leader_picks_up"),
    ],
)
def test_tricks_that_cannot_be(asked: dict[str, Any], pointer: str, code: str) -> None:
    assert TABLE.no_trick(**asked) == (pointer, code)


# -- the match -----------------------------------------------------------------------------------


def test_hands_and_target_whichever_comes_first() -> None:
    table = Table("rolling-stone", 4, {"hands": 3, "target": 2})
    assert not table.play(result(0), result(1)).verdict.finished
    assert table.play(result(0), result(0)).verdict.winners == [0]
    assert table.play(result(0), result(1), result(2)).verdict.winners == [0, 1, 2]
    assert table.no(result(0), result(0), result(0)) == ("", "match_over")


def test_the_deal_goes_left_and_the_ranks_are_told() -> None:
    played = Table("rolling-stone", 5).play(result(3))
    assert played.upcoming is not None
    assert (played.upcoming.dealer, played.upcoming.leads) == (1, 2)
    assert played.upcoming.details["ranks"][-1] == "5"
    assert played.verdict.details == {"next_dealer": 1}
    assert TABLE.stop(result(3)).details == {"next_dealer": None}
    assert TABLE.stop(result(3)).winners == [3]


def test_a_correction_gives_what_the_right_entry_would_have_given() -> None:
    later = result(3, [1, 1, 1, 0])
    assert CARDS.play(result(0, [0, 4, 4, 4]), later).totals == [12, 0, 0, 3]
    assert CARDS.play(result(1, [4, 0, 4, 3]), later).totals == [0, 11, 0, 3]


def test_cards_entered_by_name_open_in_the_form_as_numbers() -> None:
    played = CARDS.play()
    form = game.form(played.open_match.setup, played.state)
    entered = result(1, [["AS", "9H"], 0, 6, ["KC"]])
    assert form.read(form.show(entered))["cards_left"] == [2, 0, 6, 1]


def test_a_hand_that_goes_on_comes_back_from_the_form_where_pips_are_counted() -> None:
    played = BY_PIPS.play()
    form = game.form(played.open_match.setup, played.state)
    entered = {"kind": "tricks", "tricks": [{"kind": "followed", "winner": 2}, {"kind": "picked_up", "seat": 1}]}
    assert form.read(form.show(entered)) == entered


@given(any_hand(game), st.sampled_from([TABLE, CARDS, BY_PIPS]))
def test_any_entry_is_scored_or_refused(hand: dict[str, Any], table: Table) -> None:
    scored = table.try_out(hand)
    assert scored is None or sum(1 for value in scored.points if value) <= 1


@given(any_lookup(game))
def test_any_look_up_is_answered_or_refused(lookup: dict[str, Any]) -> None:
    TABLE.ask(lookup)
