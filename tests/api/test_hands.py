"""/matches/{id}/hands and /matches/{id}/hands/{number}."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.conftest import Evening, json_of, problem, round_of, stored


def test_it_works(evening: Evening, match: str) -> None:
    response = evening.scorer.post(f"{match}/hands", round_of(5, None, 7))
    hand = json_of(response, 201)
    assert response.headers["Location"] == f"/api/v1{match}/hands/1"
    assert response.headers["ETag"] == '"1"'
    assert (hand["number"], hand["kind"], hand["points"], hand["totals"]) == (1, "round", [5, 0, 7], [5, 0, 7])
    assert hand["input"] == round_of(5, None, 7)
    assert hand["explanation"][0]["text"] == "Ada: 0 + 5 = 5"
    assert hand["recorded_at"].endswith("Z")
    listed = json_of(evening.viewer.get(f"{match}/hands/1"))
    assert listed.items() <= hand.items()
    assert json_of(evening.viewer.get(f"{match}/hands")) == {"results": [listed], "next": None}


def test_a_recorded_hand_says_where_the_match_is(evening: Evening, match: str) -> None:
    evening.record(match, 1, 2, 3)
    dry = json_of(evening.viewer.post(f"{match}/hands?dry_run=true", round_of(5, 0, 7)))
    hand = json_of(evening.scorer.post(f"{match}/hands", round_of(5, 0, 7)), 201)
    whole = json_of(evening.viewer.get(match))
    for name in ("totals", "finished", "winners", "next", "version", "state"):
        assert hand[name] == whole[name], name
        assert name == "version" or dry[name] == hand[name], name
    assert (hand["totals"], hand["next"]["number"], hand["version"], dry["version"]) == ([6, 2, 10], 3, 2, 1)


def test_a_corrected_hand_says_where_the_match_is(evening: Evening, match: str) -> None:
    evening.record(match, 1, 2, 3)
    evening.record(match, 1, 2, 3)
    hand = json_of(evening.scorer.put(f"{match}/hands/1", round_of(10, 0, 0), 2))
    assert (hand["number"], hand["points"], hand["totals"], hand["version"]) == (1, [10, 0, 0], [11, 2, 3], 3)
    assert hand["next"]["number"] == 3


def test_a_client_may_prefer_the_whole_match(evening: Evening, match: str) -> None:
    headers = {"Prefer": "return=representation", "Idempotency_Key": "k" * 20}
    first = evening.scorer.post(f"{match}/hands", round_of(5, 0, 7), **headers)
    whole, answer = json_of(evening.viewer.get(match)), json_of(first, 201)
    assert {name: answer[name] for name in whole} == whole
    assert (answer["number"], answer["points"], answer["kind"]) == (1, [5, 0, 7], "round")
    again = evening.scorer.post(f"{match}/hands", round_of(5, 0, 7), **headers)
    corrected = evening.scorer.put(f"{match}/hands/1", round_of(1, 2, 3), 1, Prefer="return=representation")
    assert json_of(corrected)["hands"][0]["points"] == [1, 2, 3]
    for response in (first, again, corrected):
        assert response.headers["Preference-Applied"] == "return=representation"
    assert "Preference-Applied" not in evening.viewer.get(match).headers


def test_a_whole_number_may_be_written_with_a_fraction_of_nothing(evening: Evening, match: str) -> None:
    hand = json_of(evening.scorer.post(f"{match}/hands", b'{"kind": "round", "scores": [1.0, 2e1, 3]}'), 201)
    assert hand["points"] == [1, 20, 3]


@pytest.mark.parametrize("seen", ["3", "nonsense", '"1", 3'])
def test_a_version_that_is_no_etag_of_ours_does_not_match(evening: Evening, match: str, seen: str) -> None:
    for _ in range(3):
        evening.record(match, 1, 2, 3)
    answer = problem(evening.scorer.put(f"{match}/hands/1", round_of(1, 2, 3), seen), 412, "stale")
    assert answer["current"]["version"] == 3


def test_a_dry_run_says_it_and_stores_nothing(evening: Evening, match: str) -> None:
    evening.record(match, 1, 1, 1)
    before = stored()
    response = evening.viewer.post(f"{match}/hands?dry_run=true", round_of(5, 0, 0), Idempotency_Key="k")
    hand = json_of(response)
    assert (hand["number"], hand["totals"]) == (2, [6, 1, 1])
    assert response.headers["ETag"] == '"1"'
    problem(evening.viewer.post(f"{match}/hands?dry_run=true", round_of(5)), 422, pointer="/scores")
    assert stored() == before
    assert evening.record(match, 5, 0, 0)["totals"] == hand["totals"]


@pytest.mark.parametrize("query", ["dry_run=perhaps", "dryrun=true", "dry-run=true"])
def test_a_slip_in_dry_run_records_nothing(evening: Evening, match: str, query: str) -> None:
    problem(evening.scorer.post(f"{match}/hands?{query}", round_of(1, 2, 3)), 400, "malformed")
    assert stored()["Hand"] == 0


BAD: list[Any] = [
    (b"", 415, None),
    (b"{", 400, ""),
    (b'{"kind": "round", "scores": [NaN, 1, 2]}', 400, ""),
    (b'{"kind": "round", "scores": [1e999, 1, 2]}', 422, "/scores/0"),
    (b'{"kind": "round", "note": "\xff"}', 400, ""),
    (b'{"kind": "round", "note": "\\ud800"}', 400, ""),
    (b"[" * 100_000, 400, ""),
    (b'{"a":' * 10_000, 400, ""),
    ([], 400, ""),
    (None, 415, None),
    ("round", 400, ""),
    ({}, 400, "/scores"),
    ({"kind": "deal", "scores": [1, 2, 3]}, 400, "/kind"),
    ({"kind": "round", "scores": "1 2 3"}, 400, "/scores"),
    ({"kind": "round", "scores": [1, 2, "3"]}, 400, "/scores/2"),
    ({"kind": "round", "scores": [1, 2, True]}, 400, "/scores/2"),
    ({"kind": "round", "scores": [1, 2, 3], "dealer": 0}, 400, "/dealer"),
    ({"kind": "round", "scores": [1, 2, 3], "note": "\ue001"}, 400, "/note"),
    ({"kind": "round", "scores": [1, 2]}, 422, "/scores"),
    ({"kind": "round", "scores": [1, 2, 0.5]}, 422, "/scores/2"),
    ({"kind": "round", "scores": [1, 2, 10**9]}, 422, "/scores/2"),
    ({"kind": "round", "scores": [1, 2, 10**30]}, 422, "/scores/2"),
    ({"kind": "round", "scores": [None, None, None]}, 422, "/scores"),
    ({"kind": "round", "scores": [1] * 500}, 422, "/scores"),
    ({"kind": "round", "scores": [1, 2, 3], "note": "x" * 501}, 422, "/note"),
]


@pytest.mark.parametrize(("body", "status", "pointer"), BAD)
def test_bad_input_records_nothing(evening: Evening, match: str, body: Any, status: int, pointer: str | None) -> None:
    evening.record(match, 1, 1, 1)
    before = stored()
    problem(evening.scorer.post(f"{match}/hands", body), status, pointer=pointer)
    if body not in (b"", None):
        problem(evening.scorer.put(f"{match}/hands/1", body, 1), status, pointer=pointer)
    assert stored() == before
    assert json_of(evening.viewer.get(match))["totals"] == [1, 1, 1]


def test_a_refusal_links_to_the_rule(evening: Evening, match: str) -> None:
    answer = problem(evening.scorer.post(f"{match}/hands", round_of(1, 2)), 422, "refused")
    (error,) = answer["errors"]
    assert (error["code"], error["rule"]) == ("wrong_length", "/rules/points#scoring")


def test_a_finished_match_takes_no_hand(evening: Evening) -> None:
    match = evening.match(options={"rounds": 1})
    evening.record(match, 1, 2, 3)
    answer = problem(evening.scorer.post(f"{match}/hands", round_of(1, 2, 3)), 422, "refused", "")
    assert answer["errors"][0]["code"] == "match_over"


def test_a_question_is_no_hand(evening: Evening) -> None:
    match = evening.match(game="skat")
    helped = {"kind": "bid_help", "cards": ["JC", "JS", "AH", "10H", "KH", "QH", "9H", "AC", "10C", "7D"], "game": "H"}
    problem(evening.scorer.post(f"{match}/hands", helped), 422, "refused", "/kind")
    assert json_of(evening.scorer.post(f"{match}/hands?dry_run=true", helped))["details"]


def test_if_match_lets_one_of_two_phones_through(evening: Evening, match: str) -> None:
    json_of(evening.scorer.post(f"{match}/hands", round_of(1, 1, 1), If_Match='"0"'), 201)
    response = evening.scorer.post(f"{match}/hands", round_of(2, 2, 2), If_Match='"0"')
    current = problem(response, 412, "stale")["current"]
    assert current == json_of(evening.viewer.get(match))
    assert response.headers["ETag"] == '"1"'
    json_of(evening.scorer.post(f"{match}/hands", round_of(2, 2, 2), If_Match=response.headers["ETag"]), 201)
    json_of(evening.scorer.post(f"{match}/hands", round_of(3, 3, 3)), 201)
    assert json_of(evening.viewer.get(match))["totals"] == [6, 6, 6]


@pytest.mark.parametrize("seen", ['"0"', '"x"', "0", "", '"10"', 'W/"0"'])
def test_what_is_not_the_version_is_stale(evening: Evening, match: str, seen: str) -> None:
    evening.record(match, 1, 1, 1)
    problem(evening.scorer.put(f"{match}/hands/1", round_of(2, 2, 2), seen), 412, "stale")
    problem(evening.scorer.delete(f"{match}/hands/1", seen), 412, "stale")


@pytest.mark.parametrize("seen", ['"1"', '"0", "1"', 'W/"1"', "*"])
def test_forms_of_the_version(evening: Evening, match: str, seen: str) -> None:
    evening.record(match, 1, 1, 1)
    assert json_of(evening.scorer.put(f"{match}/hands/1", round_of(2, 2, 2), seen))["totals"] == [2, 2, 2]


def test_a_correction_scores_later_hands_anew(evening: Evening, match: str) -> None:
    for n in (1, 2, 3):
        evening.record(match, n, 0, 0)
    response = evening.scorer.put(f"{match}/hands/2", round_of(20, 0, 0), 3)
    hand = json_of(response)
    assert (hand["number"], hand["totals"][0]) == (2, 24)
    assert json_of(evening.viewer.get(f"{match}/hands/2"))["totals"][0] == 21
    assert response.headers["ETag"] == '"4"'
    assert json_of(evening.viewer.get(f"{match}/hands/3"))["totals"][0] == 24
    assert json_of(evening.viewer.get(match))["totals"] == [24, 0, 0]


def test_a_correction_that_makes_a_later_hand_impossible_says_which(evening: Evening) -> None:
    match = evening.match(options={"target": 50})
    for n in (10, 20, 30):
        evening.record(match, n, 0, 0)
    answer = problem(evening.scorer.put(f"{match}/hands/1", round_of(50, 0, 0), 3), 422, "refused")
    assert answer["later_hand"] == 2
    assert answer["errors"][0]["code"] == "later_hand"
    assert json_of(evening.viewer.get(match))["totals"] == [60, 0, 0]


def test_a_hand_is_taken_back(evening: Evening, match: str) -> None:
    for n in (1, 2, 4):
        evening.record(match, n, 0, 0)
    response = evening.scorer.delete(f"{match}/hands/2", 3)
    assert (response.status_code, response.content) == (204, b"")
    assert response.headers["ETag"] == '"4"'
    assert [hand["totals"][0] for hand in json_of(evening.viewer.get(match))["hands"]] == [1, 5]


def test_changes_need_the_version_that_was_seen(evening: Evening, match: str) -> None:
    evening.record(match, 1, 1, 1)
    for response in (
        evening.scorer.put(f"{match}/hands/1", round_of(2, 2, 2)),
        evening.scorer.delete(f"{match}/hands/1"),
    ):
        problem(response, 428, "precondition-needed")
        assert response.headers["ETag"] == '"1"'


@pytest.mark.parametrize("number", [0, 2, 99, "x", -1, 10**20])
def test_hands_that_are_not_there(evening: Evening, match: str, number: Any) -> None:
    evening.record(match, 1, 1, 1)
    problem(evening.viewer.get(f"{match}/hands/{number}", If_None_Match="*"), 404, "not-found")
    problem(evening.scorer.put(f"{match}/hands/{number}", round_of(1, 1, 1), 1), 404)
    problem(evening.scorer.delete(f"{match}/hands/{number}", 1), 404)


def test_the_list_goes_on_by_its_cursor(evening: Evening, match: str) -> None:
    for n in range(5):
        evening.record(match, n, 0, 0)
    numbers: list[int] = []
    path = f"{match}/hands?limit=2"
    while path:
        page = json_of(evening.viewer.get(path))
        assert len(page["results"]) <= 2
        numbers += [hand["number"] for hand in page["results"]]
        path = page["next"]
    assert numbers == [1, 2, 3, 4, 5]
    problem(evening.viewer.get(f"{match}/hands?limit=201"), 400)
    problem(evening.viewer.get(f"{match}/hands?cursor=one"), 400)


def test_what_is_known_already_is_not_sent_again(evening: Evening, match: str) -> None:
    evening.record(match, 1, 1, 1)
    for path in (match, f"{match}/hands", f"{match}/hands/1", f"{match}/history"):
        response = evening.viewer.get(path, If_None_Match='"1"')
        assert (response.status_code, response.content) == (304, b"")
        assert response.headers["ETag"] == '"1"'
    evening.record(match, 2, 2, 2)
    assert evening.viewer.get(match, If_None_Match='"1"').status_code == 200


def test_a_match_keeps_a_stated_number_of_hands(evening: Evening, match: str, settings: Any) -> None:
    settings.MAX_HANDS_PER_MATCH = 2
    evening.record(match, 1, 1, 1)
    evening.record(match, 1, 1, 1)
    answer = problem(evening.scorer.post(f"{match}/hands", round_of(1, 1, 1)), 422)
    assert answer["errors"][0]["code"] == "match_full"


@pytest.mark.parametrize(("hands", "path", "known", "most"), [(1, "", '"1"', 1), (9, "", '"9"', 1), (9, "", "", 2)])
def test_reading_asks_the_database_as_little_as_can_be(
    evening: Evening, match: str, hands: int, path: str, known: str, most: int
) -> None:
    for _ in range(hands):
        evening.record(match, 1, 1, 1)
    with CaptureQueriesContext(connection) as queries:
        evening.viewer.get(match + path, If_None_Match=known)
    assert len(queries) == most


def test_recording_asks_the_database_the_same_few_times_at_any_size(evening: Evening, match: str) -> None:
    counts = set()
    for _ in range(6):
        with CaptureQueriesContext(connection) as queries:
            evening.record(match, 1, 1, 1)
        counts.add(len([query for query in queries if "SAVEPOINT" not in query["sql"]]))
    assert counts == {4}, "match with key, match, hand, change"
