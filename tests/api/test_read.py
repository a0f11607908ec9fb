"""``POST /games/{slug}/read``: a line as players speak, read as a hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import Api, json_of

PLAYERS = ["Anna", "Ben", "Cleo"]
HEARTS = {"kind": "suit", "trump": "H", "declarer": 0, "matadors": {"with": 2}}


def read(api: Api, slug: str, text: str, status: int = 200, language: str = "en", **more: Any) -> Any:
    body = {"text": text, "players": PLAYERS, **more}
    return json_of(api.post(f"/games/{slug}/read", body, Accept_Language=language), status)


def test_a_line_is_a_hand_with_its_result_and_the_words_that_say_it(api: Api) -> None:
    answer = read(api, "skat", "Anna Herz mit zwei, Schneider, gewonnen", language="de")
    assert answer["hand"] == HEARTS | {"outcome": {"won": True, "level": "schneider"}}
    assert answer["result"]["points"] == [40, 0, 0]
    assert answer["result"]["explanation"][0]["text"].startswith("Mit 2")
    words = {one["question"]: one["words"] for one in answer["understood_from"]}
    assert words["Welches Spiel?"] == ["Herz"]
    assert words["Ergebnis"] == ["Schneider", "gewonnen"]
    assert (answer["missing"], answer["alternatives"], answer["not_understood"]) == ([], [], [])


def test_what_was_not_said_is_asked_as_the_form_asks(api: Api) -> None:
    answer = read(api, "skat", "Anna hearts with two")
    assert (answer["hand"], answer["result"]) == (None, None)
    assert [one["question"] for one in answer["missing"]] == ["Result"]
    assert "outcome.won" in answer["missing"][0]["fields"]


def test_two_readings_are_both_answered(api: Api) -> None:
    answer = read(api, "points", "Anna - 5, Ben 20, Cleo 12")
    assert answer["hand"] is None
    assert [one["result"]["points"] for one in answer["alternatives"]] == [[5, 20, 12], [-5, 20, 12]]
    assert answer["alternatives"][0]["understood_from"][0]["words"] == ["5", "20", "12"]


def test_a_word_that_is_not_understood_is_named_and_nothing_is_certain(api: Api) -> None:
    answer = read(api, "skat", "Anna almost won hearts with two")
    assert (answer["hand"], answer["not_understood"]) == (None, ["almost"])


def test_a_refusal_of_the_game_is_a_sentence(api: Api) -> None:
    answer = read(api, "briscola", "Anna 1 Ben 50 Cleo 69")
    assert answer["hand"] is None
    assert answer["refused"]


@pytest.mark.parametrize("text", ["", "what a game", "Did Anna win?", "🂡🂢", "'; drop table"])
def test_other_texts_are_no_hand(api: Api, text: str) -> None:
    answer = read(api, "points", text)
    assert answer["hand"] is None
    assert not answer["alternatives"]


@pytest.mark.parametrize(
    ("change", "status", "pointer"),
    [
        ({"text": "x" * 301}, 422, "/text"),
        ({"text": 5}, 400, "/text"),
        ({"players": 9}, 422, "/players"),
        ({"options": {"no": 1}}, 400, "/options/no"),
        ({"start": {"dealer": 7}}, 422, "/start/dealer"),
        ({"more": 1}, 400, "/more"),
    ],
)
def test_faults_name_their_field(api: Api, change: dict[str, Any], status: int, pointer: str) -> None:
    problem = read(api, "skat", **{"text": "Anna", "status": status, **change})
    assert problem["errors"][0]["pointer"] == pointer


def test_players_may_be_a_number(api: Api) -> None:
    answer = json_of(api.post("/games/points/read", {"text": "20, -5, 12", "players": 3}))
    assert answer["hand"] == {"kind": "round", "scores": [20, -5, 12]}
