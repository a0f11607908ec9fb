"""Notes on hands and matches in requests and answers."""

from __future__ import annotations

import pytest

from tests.api.conftest import Evening, json_of, problem, round_of

pytestmark = pytest.mark.django_db


def test_a_hand_is_recorded_and_read_with_its_note(evening: Evening) -> None:
    made = json_of(evening.scorer.post(f"{evening.path}/matches", {"game": "points", "players": ["Ada", "Ben"]}), 201)
    hands = f"/matches/{made['id']}/hands"
    recorded = json_of(evening.scorer.post(hands, {**round_of(1, 2), "note": "n" * 500}), 201)
    assert recorded["input"]["note"] == "n" * 500
    assert json_of(evening.viewer.get(f"{hands}/1"))["input"]["note"] == "n" * 500
    problem(evening.scorer.post(hands, {**round_of(1, 2), "note": "n" * 501}), 422, pointer="/note")


def test_a_match_is_started_changed_and_read_with_its_note(evening: Evening) -> None:
    body = {"game": "points", "players": ["Ada", "Ben"], "note": "the final"}
    made = json_of(evening.scorer.post(f"{evening.path}/matches", body), 201)
    match = f"/matches/{made['id']}"
    assert made["note"] == "the final"
    assert json_of(evening.scorer.patch(match, {"note": "at Cleo’s"}, 0))["note"] == "at Cleo’s"
    (entry,) = json_of(evening.viewer.get(f"{match}/history"))["results"]
    assert (entry["what"], entry["before"], entry["after"]) == ("note", "the final", "at Cleo’s")
    assert json_of(evening.scorer.post(f"{match}/undo"))["note"] == "the final"
    listed = json_of(evening.viewer.get(f"{evening.path}/matches"))["results"]
    assert [one["note"] for one in listed] == ["the final"]
    problem(evening.scorer.patch(match, {"note": "n" * 501}, 2), 422, pointer="/note")
