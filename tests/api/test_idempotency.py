"""Idempotency-Key: a request that is sent again takes effect once."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from scoring.api import idempotency
from scoring.db import idempotency_records
from scoring.models import IdempotencyRecord, Table
from tests.api.conftest import Api, Evening, json_of, problem, round_of, stored


def test_it_works(evening: Evening, match: str) -> None:
    first = evening.scorer.post(f"{match}/hands", round_of(1, 2, 3), Idempotency_Key="one")
    again = evening.scorer.post(f"{match}/hands", round_of(1, 2, 3), Idempotency_Key="one")
    assert (again.status_code, again.content) == (201, first.content)
    for name in ("ETag", "Location", "Content-Type"):
        assert again.headers[name] == first.headers[name]
    assert again.headers["Idempotency-Replayed"] == "true"
    assert json_of(evening.viewer.get(match))["hand_count"] == 1


def test_the_answer_stays_the_same_when_the_match_has_gone_on(evening: Evening, match: str) -> None:
    headers = {"Idempotency_Key": "one", "If_Match": '"0"'}
    first = evening.scorer.post(f"{match}/hands", round_of(1, 2, 3), **headers)
    evening.record(match, 5, 5, 5)
    again = evening.scorer.post(f"{match}/hands", round_of(1, 2, 3), **headers)
    assert json_of(again, 201) == json_of(first, 201), "not 412: this is an answer that was lost"


def test_a_table_is_made_once_and_its_keys_can_be_read_again(api: Api) -> None:
    body = {"name": "Thursday", "players": ["Ada"]}
    first = json_of(api.post("/tables", body, Idempotency_Key="0b1e1f5e-6a0f"), 201)
    again = json_of(api.post("/tables", body, Idempotency_Key="0b1e1f5e-6a0f"), 201)
    assert first == again
    assert Table.objects.count() == 1
    assert json_of(Api(again["keys"]["scorer"]).get(f"/tables/{first['id']}"))["role"] == "scorer"
    kept = IdempotencyRecord.objects.get()
    for key in first["keys"].values():
        assert key.partition(".")[2] not in kept.body + kept.headers, "no secret is stored"


def test_other_keys_make_other_secrets(api: Api) -> None:
    made = [json_of(api.post("/tables", {}, Idempotency_Key=key), 201)["keys"]["scorer"] for key in ("a", "b")]
    assert made[0] != made[1]


def test_a_match_is_started_once(evening: Evening) -> None:
    body = {"game": "points", "players": ["Ada", "Zoe"]}
    first = evening.scorer.post(f"{evening.path}/matches", body, Idempotency_Key="one")
    again = evening.scorer.post(f"{evening.path}/matches", body, Idempotency_Key="one")
    assert json_of(first, 201) == json_of(again, 201)
    assert stored()["Match"] == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda evening, match: evening.scorer.post(f"{match}/hands", round_of(9, 9, 9), Idempotency_Key="one"),
        lambda evening, match: evening.scorer.post(
            f"{evening.match()}/hands", round_of(1, 2, 3), Idempotency_Key="one"
        ),
        lambda evening, match: evening.scorer.post(f"{match}/undo", Idempotency_Key="one"),
    ],
)
def test_the_same_key_with_another_request_is_refused(evening: Evening, match: str, change: Any) -> None:
    json_of(evening.scorer.post(f"{match}/hands", round_of(1, 2, 3), Idempotency_Key="one"), 201)
    problem(change(evening, match), 422, "key-reused")
    assert json_of(evening.viewer.get(match))["totals"] == [1, 2, 3]


def test_tables_do_not_share_their_keys(evening: Evening, match: str) -> None:
    other = Evening()
    theirs = other.match()
    json_of(evening.scorer.post(f"{match}/hands", round_of(1, 2, 3), Idempotency_Key="one"), 201)
    json_of(other.scorer.post(f"{theirs}/hands", round_of(1, 2, 3), Idempotency_Key="one"), 201)
    assert stored()["Hand"] == 2


def test_what_was_refused_may_be_put_right_under_its_key(evening: Evening, match: str) -> None:
    problem(evening.scorer.post(f"{match}/hands", round_of(1), Idempotency_Key="one"), 422, "refused")
    json_of(evening.scorer.post(f"{match}/hands", round_of(1, 2, 3), Idempotency_Key="one"), 201)


@pytest.mark.parametrize("key", ["", "x" * 256, "caf\xe9"])
def test_a_key_of_no_use_is_refused(evening: Evening, match: str, key: str) -> None:
    problem(evening.scorer.post(f"{match}/hands", round_of(1, 2, 3), Idempotency_Key=key), 400, "malformed")
    assert stored()["Hand"] == 0


@pytest.mark.django_db(transaction=True)
def test_while_the_first_is_in_work_the_second_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening()
    match = evening.match()
    started, go_on = threading.Event(), threading.Event()
    keep = idempotency._store

    def slow(*arguments: Any) -> None:
        started.set()
        go_on.wait(20)
        keep(*arguments)

    monkeypatch.setattr(idempotency, "_store", slow)
    answers = []

    def first() -> None:
        answers.append(evening.scorer.post(f"{match}/hands", round_of(1, 2, 3), Idempotency_Key="one"))

    thread = threading.Thread(target=first)
    thread.start()
    started.wait(20)
    response = Api(evening.keys["scorer"]).post(f"{match}/hands", round_of(1, 2, 3), Idempotency_Key="one")
    go_on.set()
    thread.join(20)
    problem(response, 409, "in-work")
    assert response.headers["Retry-After"] == "1"
    assert json_of(answers[0], 201)["number"] == 1
    assert json_of(evening.scorer.post(f"{match}/hands", round_of(1, 2, 3), Idempotency_Key="one"), 201)["number"] == 1


def test_another_process_that_was_faster_is_answered_for(
    evening: Evening, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = evening.scorer.post(f"{match}/hands", round_of(1, 2, 3), Idempotency_Key="one")
    kept, calls = idempotency._load, []

    def late(*arguments: Any) -> Any:
        calls.append(arguments)
        return None if len(calls) == 1 else kept(*arguments)  # it was not there yet when we looked

    monkeypatch.setattr(idempotency, "_load", late)
    again = evening.scorer.post(f"{match}/hands", round_of(1, 2, 3), Idempotency_Key="one")
    assert again.content == first.content
    assert json_of(evening.viewer.get(match))["hand_count"] == 1


def test_answers_are_kept_for_two_days_and_then_removed(
    evening: Evening, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n, hours in (("old", 49), ("kept", 47)):
        json_of(evening.scorer.post(f"{match}/hands", round_of(1, 2, 3), Idempotency_Key=n), 201)
        IdempotencyRecord.objects.filter(key=n).update(at=timezone.now() - timedelta(hours=hours))
    monkeypatch.setattr(idempotency_records, "_removed_at", float("-inf"))
    json_of(evening.scorer.post(f"{match}/hands", round_of(1, 2, 3), Idempotency_Key="new"), 201)
    assert set(IdempotencyRecord.objects.values_list("key", flat=True)) == {"kept", "new"}
