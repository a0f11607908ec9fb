"""POST /games/{slug}/score."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.conftest import Api, json_of, problem, round_of, stored

TWO: dict[str, Any] = {"players": 2, "hands": [round_of(5, 3)]}


def test_it_works(api: Api) -> None:
    answer = json_of(api.post("/games/points/score", {**TWO, "options": {"target": 10}}))
    assert answer["game"] == "points"
    assert answer["sides"] == [{"seats": [0], "name": "Seat 1"}, {"seats": [1], "name": "Seat 2"}]
    assert answer["totals"] == [5, 3]
    assert (answer["finished"], answer["winners"]) == (False, [])
    (hand,) = answer["hands"]
    assert (hand["number"], hand["kind"], hand["points"], hand["totals"]) == (1, "round", [5, 3], [5, 3])
    assert hand["complete"] is True
    assert hand["details"] == {"ranks": [1, 2], "lead": 2}
    assert hand["explanation"][0] == {"text": "Seat 1: 0 + 5 = 5", "value": 5, "rule": "/rules/points#scoring"}
    coming = answer["next"]
    assert (coming["number"], coming["dealer"], coming["leads"], coming["sits_out"]) == (2, 1, None, [])
    assert coming["notices"][0]["rule"] == "/rules/points#end"


def test_a_notice_that_says_the_number_of_the_hand_has_its_code(api: Api) -> None:
    body = {"players": 4, "hands": [{"kind": "result", "winner": 0, "cards_left": 2}]}
    answer = json_of(api.post("/games/linger-longer/score", body))
    codes = {notice["text"]: notice.get("code") for notice in answer["next"]["notices"]}
    assert codes.pop("Hand 2") == "hand_number"
    assert set(codes.values()) == {None, "seats"}


def test_the_way_to_the_target_is_one_notice_with_its_code(api: Api) -> None:
    hand = {"kind": "hand", "up_card": "9H", "exchange": "played", "tricks": [1, 4]}
    answer = json_of(api.post("/games/ecarte/score", {"players": ["Anna", "Ben"], "hands": [hand]}))
    distances = [notice for notice in answer["next"]["notices"] if notice.get("code") == "to_go"]
    assert distances == [{"text": "To go: Anna 5, Ben 4", "rule": "/rules/ecarte#end", "code": "to_go"}]


def test_names_stand_in_the_explanation(api: Api) -> None:
    names = ['Ada "the ace"', "Ben\\"]
    answer = json_of(api.post("/games/points/score", {"players": names, "hands": [round_of(1, 2)]}))
    assert [side["name"] for side in answer["sides"]] == names
    assert answer["hands"][0]["explanation"][0]["text"] == 'Ada "the ace": 0 + 1 = 1'


def test_partners_share_a_side(api: Api) -> None:
    body = {"players": ["A", "B", "C", "D"], "hands": [{"kind": "summary", "winner": 0, "stake": 1}]}
    answer = json_of(api.post("/games/truco/score", body))
    assert [side["name"] for side in answer["sides"]] == ["A & C", "B & D"]
    assert answer["totals"] == [1, 0]


def test_a_match_goes_on_from_its_state(api: Api) -> None:
    first = json_of(api.post("/games/points/score", TWO))
    second = json_of(api.post("/games/points/score", {**TWO, "start": first["state"]}))
    both = json_of(api.post("/games/points/score", {"players": 2, "hands": [round_of(5, 3), round_of(5, 3)]}))
    assert second["totals"] == both["totals"] == [10, 6]
    assert second["state"] == both["state"]


def test_the_end_has_winners_and_nothing_next(api: Api) -> None:
    answer = json_of(api.post("/games/points/score", {**TWO, "options": {"rounds": 1}}))
    assert (answer["finished"], answer["winners"], answer["next"]) == (True, [0], None)


def test_halves_stay_halves_and_whole_numbers_whole(api: Api) -> None:
    body = {"players": 2, "options": {"step": 0.5}, "hands": [round_of(2.5, 3), round_of(1.5, 0)]}
    assert api.post("/games/points/score", body).content.count(b'"totals":[4,3]') >= 1


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"players": None}, "/players"),
        ({"players": "two"}, "/players"),
        ({"players": True}, "/players"),
        ({"players": 2.5}, "/players"),
        ({"players": ["Ada", 7]}, "/players/1"),
        ({"hands": "many"}, "/hands"),
        ({"hands": [7]}, "/hands/0"),
        ({"hands": [{"kind": "deal"}]}, "/hands/0/kind"),
        ({"hands": [{"kind": "round"}]}, "/hands/0/scores"),
        ({"hands": [{**round_of(1, 2), "dealer": 1}]}, "/hands/0/dealer"),
        ({"hands": [round_of(1, 2), {"kind": "round", "scores": [1, "2"]}]}, "/hands/1/scores/1"),
        ({"hands": [{**round_of(1, 2), "note": "\ue000"}]}, "/hands/0/note"),
        ({"hands": [{**round_of(1, 2), "note": "a\0b"}]}, "/hands/0/note"),
        ({"options": []}, "/options"),
        ({"options": {"aim": 5}}, "/options/aim"),
        ({"options": {"winner_is": "loudest"}}, "/options/winner_is"),
        ({"start": {"totals": "none"}}, "/start/totals"),
        ({"start": {"pot": 5}}, "/start/pot"),
        ({"store": True}, "/store"),
    ],
)
def test_what_is_malformed_is_told_at_its_place(api: Api, change: dict[str, Any], pointer: str) -> None:
    problem(api.post("/games/points/score", {**TWO, **change}), 400, "malformed", pointer)


@pytest.mark.parametrize("missing", ["players", "hands"])
def test_what_is_missing_is_told(api: Api, missing: str) -> None:
    body = {name: value for name, value in TWO.items() if name != missing}
    problem(api.post("/games/points/score", body), 400, "malformed", f"/{missing}")


@pytest.mark.parametrize(
    ("change", "pointer", "rule"),
    [
        ({"players": 13}, "/players", "setup"),
        ({"players": 0}, "/players", "setup"),
        ({"players": ["Ada", "Ada"]}, "/players/1", None),
        ({"players": ["Ada", " "]}, "/players/1", None),
        ({"players": ["Ada", "B" * 41]}, "/players/1", None),
        ({"hands": []}, "/hands", None),
        ({"hands": [round_of(1, 2)] * 1001}, "/hands", None),
        ({"hands": [round_of(1, 2, 3)]}, "/hands/0/scores", "scoring"),
        ({"hands": [round_of(1, 100_000)]}, "/hands/0/scores/1", "scoring"),
        ({"hands": [round_of(1, 10**20)]}, "/hands/0/scores/1", None),
        ({"hands": [round_of(1, 2.5)]}, "/hands/0/scores/1", "scoring"),
        ({"hands": [round_of(None, None)]}, "/hands/0/scores", "scoring"),
        ({"options": {"rounds": 1}, "hands": [round_of(1, 2)] * 2}, "/hands/1", "end"),
        ({"options": {"rounds": 501}}, "/options/rounds", "options"),
        ({"options": {"target": 0}}, "/options/target", "options"),
        ({"start": {"totals": [1]}}, "/start/totals", "setup"),
        ({"start": {"dealer": 2}}, "/start/dealer", "setup"),
        ({"start": {"totals": [1e300, 0]}}, "/start/totals/0", None),
    ],
)
def test_what_cannot_be_is_refused_with_its_rule(
    api: Api, change: dict[str, Any], pointer: str, rule: str | None
) -> None:
    answer = problem(api.post("/games/points/score", {**TWO, **change}), 422, "refused", pointer)
    assert answer["errors"][0].get("rule") == (rule and f"/rules/points#{rule}")


def test_a_game_that_is_not_there(api: Api) -> None:
    problem(api.post("/games/nothing/score", TWO), 404, "not-found")


def test_nothing_is_stored_and_the_database_is_not_asked(api: Api) -> None:
    with CaptureQueriesContext(connection) as queries:
        api.post("/games/points/score", TWO)
        api.post("/games/points/score", {**TWO, "players": 99})
    assert not queries.captured_queries
    assert set(stored().values()) == {0}


def test_a_question_is_answered_and_is_no_hand(api: Api) -> None:
    hand = {"kind": "suit", "trump": "H", "declarer": 2, "bid": 30, "matadors": {"with": 2}, "announced": "none"}
    hand |= {"hand": False, "declarer_points": 74, "declarer_tricks": 6}
    helped = {"kind": "bid_help", "cards": ["JC", "JS", "AH", "10H", "KH", "QH", "9H", "AC", "10C", "7D"], "game": "H"}
    answer = json_of(api.post("/games/skat/score", {"players": 3, "hands": [helped, hand]}))
    assert answer["hands"][0]["details"]["matadors"]
    assert answer["hands"][1]["number"] == 1
    assert answer["hands"][1]["points"] == [0, 0, 30]
    assert answer["next"]["number"] == 2


def test_while_a_hand_is_being_played_it_is_the_next_one(api: Api) -> None:
    hand = {"kind": "winners", "trick_winners": [0, 1], "open": True}
    answer = json_of(api.post("/games/twenty-five/score", {"players": 4, "hands": [hand]}))
    assert answer["hands"][0]["complete"] is False
    assert answer["next"]["number"] == 1


def test_which_hand_of_a_match_comes_is_not_the_number_of_the_record(api: Api) -> None:
    body = {"players": 4, "start": {"number": 5}, "hands": [{"kind": "thrown_in"}]}
    answer = json_of(api.post("/games/back-alley/score", body))
    assert (answer["next"]["number"], answer["next"]["hand"], answer["next"]["hand_size"]) == (2, 5, 9)


def test_false_is_no_number_of_a_choice(api: Api) -> None:
    example = json_of(api.get("/games/back-alley"))["examples"][0]["request"]
    answer = problem(
        api.post("/games/back-alley/score", {**example, "options": {"overtricks": False}}), 400, "malformed"
    )
    assert answer["errors"] == [
        {"pointer": "/options/overtricks", "code": "not_an_integer", "detail": "A whole number is needed."}
    ]


def test_several_errors_are_one_sentence(api: Api) -> None:
    answer = problem(api.post("/games/points/score", {"hands": "x", "extra": 1}), 400, "malformed")
    assert answer["detail"] == "3 things are wrong, at /players, /hands, /extra; the first: This field is needed."
    assert {error["code"] for error in answer["errors"]} == {"field_missing", "not_a_list", "field_unknown"}


def test_the_options_that_count_are_there(api: Api) -> None:
    answer = json_of(api.post("/games/points/score", {**TWO, "options": {"target": 50}}))
    assert answer["effective_options"]["target"] == 50
    assert set(answer["effective_options"]) == set(json_of(api.get("/games/points"))["options"]["properties"])


def test_a_limit_of_one_is_said_in_the_singular(api: Api) -> None:
    answer = problem(api.post("/games/points/score", {"players": 3, "hands": []}), 422, "refused", "/hands")
    assert answer["detail"] == "At least one entry is needed."
