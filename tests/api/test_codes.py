"""Matches as codes: made, read without storing, kept, read again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scoring.match_code import CodedMatch, decode, encode, without_names
from scoring.models import Change, Hand, Match, Player, Table
from tests.api.conftest import Api, Evening, json_of, problem
from tests.match_code.fuzz import Fuzz
from tests.match_code.matches import golden, skat_list

Codes = list[str]


def codes_of(evening: Evening, match: str, query: str = "") -> Codes:
    codes: Codes = json_of(evening.viewer.get(f"{match}/code{query}"))["codes"]
    return codes


def keep(evening: Evening, codes: Codes, status: int = 200) -> Any:
    return json_of(evening.scorer.post(f"{evening.path}/codes", {"codes": codes}), status)


def rows() -> list[int]:
    return [model.objects.count() for model in (Table, Player, Match, Hand, Change)]


@pytest.fixture
def two_hands(evening: Evening, match: str) -> str:
    evening.record(match, 20, -5, 12)
    evening.record(match, 1, 2, 3)
    return match


def test_the_code_of_a_match_holds_all_of_it_and_no_key(evening: Evening, two_hands: str) -> None:
    found = json_of(evening.viewer.get(f"{two_hands}/code"))
    match = decode(found["addresses"])
    assert match.players == ["Ada", "Ben", "Cleo"]
    assert [change.after["scores"] for change in match.changes] == [[20, -5, 12], [1, 2, 3]]
    assert not [key for key in evening.keys.values() if key.partition(".")[2] in match.model_dump_json()]
    assert decode(codes_of(evening, two_hands, "?names=false")).players == ["Seat 1", "Seat 2", "Seat 3"]
    assert decode(codes_of(evening, two_hands, "?printed=true")).printed == [[20, -5, 12], [1, 2, 3]]


def test_totals_only_can_be_read_and_not_kept(evening: Evening, two_hands: str, api: Api) -> None:
    codes = codes_of(evening, two_hands, "?hands=false")
    found = json_of(api.post("/codes/decode", {"codes": codes}))
    assert (found["totals"], found["hands"], found["match"]["totals"]) == ([21, -3, 15], [], [21, -3, 15])
    answer = evening.scorer.post(f"{evening.path}/codes", {"codes": codes})
    assert problem(answer, 422)["errors"][0]["code"] == "code_totals_only"


def test_the_code_needs_a_key(evening: Evening, two_hands: str, api: Api) -> None:
    problem(api.get(f"{two_hands}/code"), 401)


def test_decoding_needs_no_key_and_stores_nothing(db: None, api: Api) -> None:
    before = rows()
    found = json_of(api.post("/codes/decode", {"codes": encode(skat_list(1))}))
    assert len(found["hands"]) == 36
    assert found["totals"] == found["hands"][-1]["totals"]
    assert found["printed"] is None
    assert rows() == before


def test_a_hand_that_is_not_possible_is_named(db: None, api: Api) -> None:
    match = golden("truco").model_copy(deep=True)
    match.changes[4].after["winner"] = 7
    answer = api.post("/codes/decode", {"codes": encode(match)})
    assert answer.status_code in (400, 422)
    assert json.loads(answer.content)["errors"][0]["pointer"] == "/match/hands/4/input/winner"


@pytest.mark.parametrize("codes", [["Hello"], [encode(golden("truco"))[0][:-5]], encode(skat_list(5, 120))[1:]])
def test_what_is_no_code_or_not_whole_is_named(db: None, api: Api, codes: Codes) -> None:
    error = problem(api.post("/codes/decode", {"codes": codes}), 422)["errors"][0]
    assert error["pointer"].startswith("/codes")
    assert error["code"] in ("code_unknown", "code_damaged", "code_incomplete")


def test_a_printed_sheet_names_the_hand_that_differs(evening: Evening, two_hands: str, api: Api) -> None:
    match = decode(codes_of(evening, two_hands, "?printed=true"))
    assert json_of(api.post("/codes/decode", {"codes": encode(match)}))["printed"] == []
    assert match.printed
    match.printed[1][2] = 8
    (difference,) = json_of(api.post("/codes/decode", {"codes": encode(match)}))["printed"]
    assert difference == {"hand": 2, "printed": [1, 2, 8], "scored": [1, 2, 3]}


def test_newer_older_the_same_and_other(evening: Evening, two_hands: str) -> None:
    older = codes_of(evening, two_hands)
    evening.record(two_hands, 7, 7, 7)
    newer = codes_of(evening, two_hands)
    assert keep(evening, newer)["comparison"] == "same"
    assert keep(evening, older)["comparison"] == "behind"
    json_of(evening.scorer.post(f"{two_hands}/undo"))
    longest = codes_of(evening, two_hands)
    match = decode(newer)
    changed = match.model_copy(
        update={
            "changes": [*match.changes[:2], match.changes[2].model_copy(update={"when": match.changes[2].when + 9})]
        }
    )
    assert keep(evening, encode(changed))["comparison"] == "different"
    assert json_of(evening.viewer.get(two_hands))["version"] == 4
    assert keep(evening, longest)["comparison"] == "same"


def test_handed_on_and_back_each_hand_is_there_once(evening: Evening, two_hands: str) -> None:
    """As on another phone: the match goes on in the code's whole seconds."""
    match = decode(codes_of(evening, two_hands))
    third = match.changes[-1].model_copy(
        update={"hand": 3, "after": {"kind": "round", "scores": [4, 4, 4]}, "when": match.changes[-1].when + 60}
    )
    longer = encode(match.model_copy(update={"changes": [*match.changes, third]}))
    assert keep(evening, longer)["comparison"] == "ahead"
    assert keep(evening, longer)["comparison"] == "same"
    read = json_of(evening.viewer.get(two_hands))
    assert [hand["points"] for hand in read["hands"]] == [[20, -5, 12], [1, 2, 3], [4, 4, 4]]
    assert [one["name"] for one in read["players"]] == ["Ada", "Ben", "Cleo"]


@pytest.mark.parametrize("field", ["title", "note"])
def test_a_text_that_was_taken_back_is_taken_back_in_the_code(evening: Evening, match: str, field: str) -> None:
    json_of(evening.scorer.patch(match, {field: "Ours"}, "*"))
    written = codes_of(evening, match)
    json_of(evening.scorer.post(f"{match}/undo"))
    evening.record(match, 1, 2, 3)
    for codes, text in ((written, "Ours"), (codes_of(evening, match), "")):
        other = Evening()
        kept = keep(other, codes, 201)["match"]
        assert json_of(other.viewer.get(f"/matches/{kept}"))[field] == text


def test_a_match_of_another_table_is_kept_once(evening: Evening) -> None:
    codes = encode(golden("truco"))
    made = keep(evening, codes, 201)
    again = keep(evening, codes)
    assert (made["comparison"], again["comparison"], again["match"]) == ("ahead", "same", made["match"])
    assert json_of(evening.viewer.get(f"/matches/{made['match']}"))["game"] == "truco"


def test_the_same_request_has_the_same_answer(evening: Evening) -> None:
    body = {"codes": encode(golden("truco"))}
    first = evening.scorer.post(f"{evening.path}/codes", body, Idempotency_Key="once")
    second = evening.scorer.post(f"{evening.path}/codes", body, Idempotency_Key="once")
    assert (first.status_code, second.status_code) == (201, 201)
    assert json.loads(first.content) == json.loads(second.content)


def test_without_names_it_can_be_kept_but_never_replaces_names(evening: Evening, two_hands: str) -> None:
    match = decode(codes_of(evening, two_hands))
    nameless = without_names(match)
    assert keep(evening, encode(nameless))["comparison"] == "same"
    more = nameless.model_copy(
        update={"changes": [*nameless.changes, nameless.changes[-1].model_copy(update={"hand": 3})]}
    )
    answer = evening.scorer.post(f"{evening.path}/codes", {"codes": encode(more)})
    assert problem(answer, 422)["errors"][0]["code"] == "code_without_names"


def test_a_viewer_keeps_nothing(evening: Evening) -> None:
    problem(evening.viewer.post(f"{evening.path}/codes", {"codes": encode(golden("truco"))}), 403)


def test_changed_codes_store_nothing(evening: Evening) -> None:
    fuzz = Fuzz(11)
    before = rows()
    for number in range(60):
        _way, code, match = fuzz._payload(number)
        answer = evening.scorer.post("/codes/decode", {"codes": [code]})
        assert answer.status_code in (200, 400, 422)
        if answer.status_code != 200:
            answer = evening.scorer.post(f"{evening.path}/codes", {"codes": [code]})
            assert answer.status_code in (400, 422)
            assert isinstance(match, CodedMatch)
    assert rows() == before
