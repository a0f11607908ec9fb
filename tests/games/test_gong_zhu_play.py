"""Gong Zhu: who takes a trick, and what may be played if cards are exposed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.cards import PACK_52
from scoring.engine.refusal import Refusal
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.games import get
from tests.games.table import Table, any_lookup

TABLES: list[tuple[int, dict[str, Any]]] = [(4, {}), (4, {"decks": 2}), (5, {"five_players": True})]


def look_up(plays: str = "", held: str = "", players: int = 4, first: int = 0, **more: Any) -> TrickResult | LegalPlays:
    table = Table("gong-zhu", players, more.pop("options", {}))
    laid = [((first + i) % players, code) for i, code in enumerate(plays.split())]
    return table.trick(plays=laid, **({"hand": held.split()} if held else {}), **more)


def legal(plays: str, held: str, **more: Any) -> list[str]:
    answer = look_up(plays, held, **more)
    assert isinstance(answer, LegalPlays)
    return answer.cards


def test_a_trick_goes_to_the_best_card_of_its_suit() -> None:
    answer = look_up("9C AH KC QS", first=2)
    assert isinstance(answer, TrickResult)
    assert (answer.winner, answer.card, answer.next_leader) == (0, "KC", 0)


def test_of_two_equal_cards_the_first_is_higher() -> None:
    answer = look_up("9C KC KC 2H", options={"decks": 2})
    assert isinstance(answer, TrickResult)
    assert answer.winner == 1


def test_suit_is_followed_and_otherwise_anything_goes() -> None:
    assert legal("9C", "QS 2C AH") == ["2C"]
    assert legal("9C", "QS AH 3D") == ["QS", "AH", "3D"]
    assert legal("", "QS AH 3D") == ["QS", "AH", "3D"]


def test_the_two_of_spades_opens_the_match() -> None:
    assert legal("", "QS 2S 3D", opening=True) == ["2S"]
    assert legal("2S", "QS 3S 3D", opening=True) == ["QS", "3S"]
    for plays, held, pointer in (("", "QS 3D", "/hand"), ("3S", "QS 3D", "/plays/0/card")):
        with pytest.raises(Refusal) as caught:
            look_up(plays, held, opening=True)
        assert [(fault.pointer, fault.code) for fault in caught.value.errors] == [(pointer, "first_lead")]


def test_an_exposed_card_waits_for_the_second_trick_of_its_suit() -> None:
    assert legal("9S", "QS 2S 3D", exposed=["QS"]) == ["2S"]
    assert legal("9S", "QS 2S 3D", exposed=["QS"], suits_led=["S"]) == ["QS", "2S"]
    assert legal("", "QS 2S JD 3D", exposed=["QS", "JD"]) == ["2S", "3D"]
    assert legal("", "QS 2S JD 3D", exposed=["QS", "JD"], suits_led=["D"]) == ["2S", "JD", "3D"]


def test_a_single_exposed_card_may_be_led_and_must_follow() -> None:
    assert legal("9S", "QS 3D", exposed=["QS"]) == ["QS"]
    assert legal("", "QS 3D", exposed=["QS"]) == ["QS", "3D"]
    assert legal("9S", "QS QS 3D", exposed=["QS"], options={"decks": 2}) == ["QS", "QS"]


def test_an_exposed_card_may_be_thrown_at_once() -> None:
    assert legal("9C", "QS 2S 3D", exposed=["QS"]) == ["QS", "2S", "3D"]


@pytest.mark.parametrize(
    ("plays", "held", "more", "code"),
    [
        ([(0, "9C"), (1, "9C"), (2, "2C"), (3, "3C")], [], {}, "card_twice"),
        ([(0, "9C"), (1, "8C"), (1, "2C"), (3, "3C")], [], {}, "out_of_turn"),
        ([(0, "9C"), (2, "8C"), (1, "2C"), (3, "3C")], [], {}, "out_of_turn"),
        ([(0, "9C"), (1, "8C"), (2, "2C"), (3, "3C"), (0, "4C")], [], {}, "trick_size"),
        ([(4, "9C")], ["2C"], {}, "seat_unknown"),
        ([(0, "JK")], ["2C"], {}, "card_unknown"),
        ([], [], {}, "no_cards"),
        ([(0, "9C")], ["2C", "9C"], {}, "card_twice"),
        ([(0, "9C")], ["2C"], {"exposed": ["KH"]}, "not_exposable"),
    ],
)
def test_tricks_that_cannot_be(plays: list[Any], held: list[str], more: dict[str, Any], code: str) -> None:
    request = {"plays": plays, **({"hand": held} if held else {}), **more}
    assert Table("gong-zhu", 4).no_trick(**request)[1] == code


def test_five_players_have_no_low_twos() -> None:
    options = {"five_players": True}
    answer = look_up("2S 3S 4S 5S 6S", players=5, options=options)
    assert isinstance(answer, TrickResult)
    assert answer.winner == 4
    with pytest.raises(Refusal):
        look_up("2C 3C 4C 5C 6C", players=5, options=options)


@given(any_lookup(get("gong-zhu")), st.sampled_from(TABLES))
def test_whatever_is_looked_up_is_answered_or_refused(asked: dict[str, Any], at: tuple[int, dict[str, Any]]) -> None:
    answer = Table("gong-zhu", *at).ask(asked)
    if isinstance(answer, LegalPlays):
        assert set(answer.cards) <= set(asked["hand"])
        assert answer.cards


@given(
    st.lists(st.sampled_from(PACK_52.cards), unique=True, min_size=2, max_size=13),
    st.lists(st.sampled_from(["AH", "QS", "JD", "10C"]), unique=True),
    st.integers(0, 3),
)
def test_somebody_may_always_play_and_suit_is_followed(drawn: list[str], exposed: list[str], laid: int) -> None:
    plays, held = drawn[: min(laid, len(drawn) - 1)], drawn[min(laid, len(drawn) - 1) :]
    allowed = legal(" ".join(plays), " ".join(held), exposed=exposed)
    assert allowed
    following = [code for code in held if plays and code[-1] == plays[0][-1]]
    assert set(allowed) <= set(following or held)


@pytest.mark.parametrize(
    ("players", "options", "dealt"), [(4, {}, 13), (4, {"decks": 2}, 26), (5, {"five_players": True}, 10)]
)
def test_nobody_holds_more_cards_than_were_dealt(players: int, options: dict[str, Any], dealt: int) -> None:
    others = [code for code in PACK_52.cards if code not in ("3S", "2C", "2D")]
    table = Table("gong-zhu", players, options)
    assert table.legal(plays=[(0, "3S")], hand=others[:dealt])
    assert table.no_trick(plays=[(0, "3S")], hand=others[: dealt + 1]) == ("/hand", "hand_size")
