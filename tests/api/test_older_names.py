"""Requests may have the names of a game's specification; what is stored and answered has one name for one thing."""

from __future__ import annotations

import json
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection

from scoring.models import Change, Hand, Match
from tests.api.conftest import Api, Evening, json_of, problem

pytestmark = pytest.mark.django_db
MATE = {"kind": "mate", "by": 0, "card": "QH", "move": 5}
NOW = {"kind": "mate", "seat": 0, "card": "QH", "move": 5}
ZETEMA = [{"e": "flush", "seat": 1}, {"e": "marriages", "seat": 0, "suits": ["C"]}]


def older(stored: Any) -> Any:
    """Stored hands of Zetema and Mate, as the last release wrote them."""
    text = stored if isinstance(stored, str) else json.dumps(stored, separators=(",", ":"))
    for name in ("flush", "marriages"):
        text = text.replace(f'"kind":"{name}"', f'"e":"{name}"')
    text = text.replace('"kind":"mate","seat":', '"kind":"mate","by":')
    return text if isinstance(stored, str) else json.loads(text)


def test_a_recorded_hand_is_shown_with_the_one_name(evening: Evening) -> None:
    match = evening.match(["Ada", "Ben"], "mate")
    assert json_of(evening.scorer.post(f"{match}/hands", MATE), 201)["input"] == NOW
    assert json_of(evening.scorer.put(f"{match}/hands/1", {**MATE, "move": 6}, 1))["input"] == {**NOW, "move": 6}
    entries = json_of(evening.viewer.get(f"{match}/history"))["results"]
    assert [entry["after"] for entry in entries] == [NOW, {**NOW, "move": 6}]


def test_a_refused_correction_points_at_the_name_that_was_sent(evening: Evening) -> None:
    match = evening.match(["Ada", "Ben"], "mate")
    json_of(evening.scorer.post(f"{match}/hands", MATE), 201)
    problem(evening.scorer.put(f"{match}/hands/1", {**MATE, "by": 2}, 1), 422, pointer="/by")
    problem(evening.scorer.put(f"{match}/hands/1", {**NOW, "seat": 2}, 1), 422, pointer="/seat")


def test_both_names_are_malformed() -> None:
    score = {"players": 2, "hands": [{**MATE, "seat": 0}]}
    answer = problem(Api().post("/games/mate/score", score), 400, pointer="/hands/0/seat")
    assert answer["errors"][0]["code"] == "field_twice"


def test_a_look_up_takes_either_name() -> None:
    plays = ["5S", "6S", "4S"]
    answers = [
        json_of(Api().post("/games/democracy/trick", {"players": 3, name: "8S", "plays": plays}))
        for name in ("up", "up_card")
    ]
    assert answers[0] == answers[1]
    for name in ("up", "up_card"):
        request = {"players": 3, name: "2S", "plays": plays}
        problem(Api().post("/games/democracy/trick", request), 422, pointer=f"/{name}")


def test_an_older_export_comes_in(evening: Evening) -> None:
    match = evening.match(["Ada", "Ben"], "mate")
    json_of(evening.scorer.post(f"{match}/hands", MATE), 201)
    json_of(evening.scorer.put(f"{match}/hands/1", {**MATE, "move": 6}, 1))
    json_of(evening.scorer.post(f"{match}/undo"))
    document = json_of(evening.viewer.get(f"{match}/export"))
    before = json.loads(json.dumps(document))
    (one,) = before["matches"]
    for hand in one["hands"]:
        hand["input"] = _by(hand["input"])
    one["changes"] = [
        {
            "kind": change["what"],
            "number": change["hand"],
            "before": _by(change["before"]),
            "after": _by(change["after"]),
            "target": change["target"],
            "at": change["when"],
        }
        for change in one["changes"]
    ]
    answer = json_of(evening.scorer.post(f"{evening.path}/import?known=import", before), 201)
    copied = f"/matches/{answer['matches'][0]['id']}"
    copy = json_of(evening.viewer.get(f"{copied}/export"))
    assert copy["matches"][0].pop("id") != one.pop("id")
    document["matches"][0].pop("id")
    assert copy == document
    one["changes"][0]["when"] = one["changes"][0]["at"]
    problem(evening.scorer.post(f"{evening.path}/import", before), 400, pointer="/matches/0/changes/0/at")


def _by(hand: Any) -> Any:
    return hand and {"by" if name == "seat" else name: value for name, value in hand.items()}


def test_hands_stored_by_the_last_release(evening: Evening) -> None:
    mate = evening.match(["Ada", "Ben"], "mate")
    json_of(evening.scorer.post(f"{mate}/hands", MATE), 201)
    start = {"last_event": {"e": "flush", "seat": 2}}
    zetema = evening.match(["Ada", "Ben", "Cleo"], "zetema", start=start)
    json_of(evening.scorer.post(f"{zetema}/hands", {"kind": "events", "events": ZETEMA}), 201)
    assert json_of(evening.viewer.get(zetema))["start"] == {"last_event": {"kind": "flush", "seat": 2}}
    answers = {
        path: json_of(evening.viewer.get(path))
        for path in (mate, zetema, f"{mate}/history", f"{zetema}/history", f"{mate}/hands", f"{zetema}/hands")
    }
    stored: list[tuple[Any, tuple[str, ...]]] = [
        *((row, ("input", "state")) for row in Hand.objects.all()),
        *((row, ("before", "after")) for row in Change.objects.all()),
        *((row, ("state", "summary", "start")) for row in Match.objects.all()),
    ]
    for row, names in stored:
        for name in names:
            setattr(row, name, older(getattr(row, name)))
        row.save()
    assert '"e":"flush"' in Hand.objects.get(match__game="zetema").input
    assert '"e":"marriages"' in Match.objects.get(game="zetema").state
    call_command("audit")
    assert json_of(evening.viewer.get(mate))["totals"] == answers[mate]["totals"]

    migration = import_module("scoring.migrations.0004_names_of_hand_fields")
    migration._use_current_names(apps, SimpleNamespace(connection=connection))
    assert {path: json_of(evening.viewer.get(path)) for path in answers} == answers
