"""Files that were made to do harm: each is refused by a short answer, and nothing of it is stored."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.api.conftest import Evening, problem, round_of, stored

AT = "2026-05-01T20:15:00Z"
LONGEST_ANSWER = 16 * 1024
ROUND = {"input": round_of(1, 2), "recorded_at": AT}
RECORDED = {"what": "record", "hand": 1, "after": round_of(1, 2), "when": AT}


def document(*matches: Any) -> bytes:
    return json.dumps({"format": "card-table-companion", "version": 1, "matches": matches}).encode()


def match(hands: Any = (), **more: Any) -> dict[str, Any]:
    players = [{"name": "Ada"}, {"name": "Ben"}]
    return {"game": "points", "players": players, "created_at": AT, "updated_at": AT, "hands": hands, **more}


#: What is sent, made only for its own test, and the status and pointer of the answer.
FILES: dict[str, tuple[Callable[[], bytes], int, str]] = {
    "lists without an end": (lambda: b"[" * 1_000_000, 400, ""),
    "a hundred thousand lists in one another": (lambda: b"[" * 100_000 + b"]" * 100_000, 400, ""),
    "a hundred thousand objects in one another": (lambda: b'{"a":' * 100_000 + b"1" + b"}" * 100_000, 400, ""),
    "a million digits": (lambda: b'{"version":' + b"9" * 1_000_000 + b"}", 400, ""),
    "a number beyond all": (lambda: b'{"version":1e999999}', 422, "/version"),
    "four thousand digits": (lambda: b'{"version":' + b"9" * 4000 + b"}", 422, "/version"),
    "not a number": (lambda: b'{"version":NaN}', 400, ""),
    "no UTF-8": (lambda: b'{"format":"\xff\xfe"}', 400, ""),
    "half a character": (lambda: b'{"format":"\\ud800"}', 400, ""),
    "a million fields": (lambda: b"{" + b",".join(b'"k%d":1' % n for n in range(1_000_000)) + b"}", 400, ""),
    "a field twice, the last of many": (
        lambda: b"{" + b",".join(b'"k%d":1' % n for n in [*range(499), 498]) + b"}",
        400,
        "",
    ),
    "many fields that nobody knows": (lambda: b"{" + b",".join(b'"k%d":1' % n for n in range(500)) + b"}", 400, "/k7"),
    "a million hands that are none": (lambda: document(*[match([1] * 10_000)] * 100), 400, "/matches/0/hands/0"),
    "a million changes that are none": (lambda: document(match(changes=[1] * 1_000_000)), 400, "/matches/0/changes/0"),
    "hands with a thousand wrong scores": (
        lambda: document(match([{"input": round_of(*[None] * 9_999), "recorded_at": AT}])),
        422,
        "/matches/0/hands/0/input/scores",
    ),
    "a hand more than a match has": (lambda: document(match([ROUND] * 10_001)), 422, "/matches/0/hands"),
    "a history of other hands": (
        lambda: document(match([ROUND], changes=[RECORDED, RECORDED])),
        422,
        "/matches/0/changes",
    ),
    "a history that undoes what was never done": (
        lambda: document(match([], changes=[{"what": "undo", "target": 1, "when": AT}])),
        422,
        "/matches/0/changes/0/target",
    ),
}


@pytest.mark.parametrize("name", FILES)
def test_a_hostile_file_gets_a_short_answer(evening: Evening, name: str) -> None:
    make, status, pointer = FILES[name]
    before = stored()
    answer = evening.scorer.post(f"{evening.path}/import", make(), Content_Type="application/json")
    problem(answer, status, pointer=pointer)
    assert len(answer.content) < LONGEST_ANSWER
    assert stored() == before


def test_a_hand_with_many_errors_names_the_first_hundred(evening: Evening) -> None:
    path = evening.match()
    answer = evening.scorer.post(f"{path}/hands", {"kind": "round", **{f"k{n}": n for n in range(400)}})
    assert len(problem(answer, 400)["errors"]) == 100
