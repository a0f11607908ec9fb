"""The server's clock is set back and forward while people play: order, retries and streams do not go by it."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from scoring.live import stream_tokens
from scoring.models import ARCHIVED, Match
from scoring.selectors.match_snapshot import load_match
from scoring.services import tidying
from tests.api.conftest import Evening, json_of, round_of

pytestmark = pytest.mark.django_db

SetClock = Callable[[timedelta], None]
DAYS = (timedelta(days=-3), timedelta(days=3))


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> SetClock:
    """Sets the clock of this process so far from the right time."""
    now, seconds = timezone.now, time.time

    def set_to(difference: timedelta) -> None:
        monkeypatch.setattr("django.utils.timezone.now", lambda: now() + difference)
        monkeypatch.setattr("time.time", lambda: seconds() + difference.total_seconds())

    return set_to


@pytest.fixture
def evening(db: None) -> Evening:
    return Evening()


@pytest.mark.parametrize("difference", DAYS)
def test_the_history_stays_in_the_order_of_the_changes(
    evening: Evening, set_clock: SetClock, difference: timedelta
) -> None:
    match = evening.match()
    evening.record(match, 1, 0, 0)
    set_clock(difference)
    evening.record(match, 2, 0, 0)
    json_of(evening.scorer.put(f"{match}/hands/1", round_of(5, 0, 0), 2))
    json_of(evening.scorer.post(f"{match}/undo"))
    set_clock(timedelta(0))
    shown = json_of(evening.scorer.post(f"{match}/undo"))
    assert [hand["points"][0] for hand in shown["hands"]] == [1]
    entries = json_of(evening.viewer.get(f"{match}/history"))["results"]
    assert [entry["what"] for entry in entries] == ["record", "record", "correct", "undo", "undo"]
    assert [entry["version"] for entry in entries] == [1, 2, 3, 4, 5]
    assert json_of(evening.viewer.get(match))["version"] == 5


@pytest.mark.parametrize("difference", DAYS)
def test_a_retry_gets_the_same_answer(evening: Evening, set_clock: SetClock, difference: timedelta) -> None:
    match = evening.match()
    first = json_of(evening.scorer.post(f"{match}/hands", round_of(1, 0, 0), Idempotency_Key="one"), 201)
    set_clock(difference)
    again = evening.scorer.post(f"{match}/hands", round_of(1, 0, 0), Idempotency_Key="one")
    assert json_of(again, 201) == first
    assert json_of(evening.viewer.get(match))["hand_count"] == 1


@pytest.mark.parametrize("difference", DAYS)
def test_every_match_is_listed_once(evening: Evening, set_clock: SetClock, difference: timedelta) -> None:
    before = [evening.match() for _ in range(3)]
    set_clock(difference)
    after = [evening.match() for _ in range(3)]
    listed: list[Any] = []
    path = f"{evening.path}/matches?limit=2"
    while path:
        page = json_of(evening.viewer.get(path))
        listed += [f"/matches/{one['id']}" for one in page["results"]]
        path = page["next"]
    assert sorted(listed) == sorted(before + after)


def test_a_hand_brings_an_archived_match_back_though_the_clock_was_set_back(
    evening: Evening, set_clock: SetClock
) -> None:
    for change in ("hand", "correction"):
        match = evening.match()
        evening.record(match, 1, 0, 0)
        match_id = match.removeprefix("/matches/")
        tidying.archive(load_match(match_id))
        assert Match.objects.filter(ARCHIVED, id=match_id).exists()
        set_clock(timedelta(hours=-1))
        if change == "hand":
            evening.record(match, 2, 0, 0)
        else:
            json_of(evening.scorer.put(f"{match}/hands/1", round_of(5, 0, 0), 1))
        assert not Match.objects.filter(ARCHIVED, id=match_id).exists(), change
        set_clock(timedelta(0))


def test_a_stream_token_ends_by_the_clock(evening: Evening, set_clock: SetClock) -> None:
    match = evening.match()
    token = json_of(evening.scorer.post(f"{match}/events/token"), 201)["token"]
    match_id = match.removeprefix("/matches/")
    set_clock(timedelta(hours=-1))
    assert stream_tokens.key_id(token, match_id), "set back: it is valid for longer"
    set_clock(timedelta(minutes=6))
    assert stream_tokens.key_id(token, match_id) is None
