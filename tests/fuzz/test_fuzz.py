"""Random requests to every operation, bounded and the same in every run; ``make fuzz`` sends many more."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from schemathesis.core.failures import AcceptedNegativeData
from schemathesis.openapi.checks import RejectedPositiveData

from tests import loopback
from tests.fuzz.run import STREAMS, Summary, fuzz, is_expected, is_null_for_left_out, optional_fields
from tests.server import serving

SEED = 1
#: Both have kinds of events within a hand; the second one has a look-up of tricks.
GAMES = ("card-stock-market", "truco")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> tuple[Summary, dict[str, Any]]:
    """What came of the requests, and the document of no game."""
    whole = Summary()
    with serving(tmp_path_factory.mktemp("fuzz")) as server:
        whole.update(fuzz(server.url, None, SEED, examples=4, scenarios=8, coverage=False))
        for slug in GAMES:
            whole.update(fuzz(server.url, slug, SEED, examples=4, scenarios=4, coverage=False))
        return whole, loopback.get(f"{server.url}/api/v1/openapi/core.json").json()


def test_every_answer_is_as_the_document_says(found: tuple[Summary, dict[str, Any]]) -> None:
    summary, _ = found
    print(summary.text())
    assert not summary.failed(), summary.failed()
    assert not summary.answers[0], "no answer came"


def test_every_operation_was_asked(found: tuple[Summary, dict[str, Any]]) -> None:
    summary, document = found
    operations = {
        f"{method.upper()} {path}"
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if operation["operationId"] not in STREAMS
    }
    assert operations <= summary.cases.keys()
    assert all(f"POST /api/v1/games/{slug}/score" in summary.cases for slug in GAMES)


def test_it_gets_deep(found: tuple[Summary, dict[str, Any]]) -> None:
    summary, _ = found
    good = sum(count for status, count in summary.answers.items() if status < 400)
    assert good > summary.cases.total() / 5
    assert summary.phases.keys() == {"examples", "fuzzing", "stateful"}
    assert {200, 201, 204, 400, 401, 404, 422} <= summary.answers.keys()


@pytest.mark.parametrize(
    ("path", "code", "pointer", "of_no_game", "of_a_game"),
    [
        ("/api/v1/tables/{id}/kitty", "field_missing", "/note", False, False),
        ("/api/v1/tables/{id}/kitty", "unprintable", "/note", True, True),
        ("/api/v1/tables", "field_unknown", "/options/skat", True, True),
        ("/api/v1/games/skat/score", "field_missing", "/hands/0/bid", True, False),
        ("/api/v1/matches/{id}/hands/{number}", "field_missing", "/bid", True, False),
        ("/api/v1/matches/{id}", "field_unknown", "/title", False, False),
    ],
)
def test_only_what_the_schema_leaves_open_may_be_malformed(
    path: str, code: str, pointer: str, of_no_game: bool, of_a_game: bool
) -> None:
    body = json.dumps({"errors": [{"code": code, "pointer": pointer}]}).encode()
    rejected = RejectedPositiveData(operation="", message="", status_code=400, allowed_statuses=[])
    assert is_expected(rejected, path, body, of_game=False) is of_no_game
    assert is_expected(rejected, path, body, of_game=True) is of_a_game
    assert not is_expected(rejected, path, b'{"errors": []}', of_game=False)
    for status in (405, 500):
        other = RejectedPositiveData(operation="", message="", status_code=status, allowed_statuses=[])
        assert not is_expected(other, path, body, of_game=False)


def test_only_a_hand_that_is_deleted_under_any_tag_may_need_a_tag() -> None:
    path = "/api/v1/matches/{id}/hands/{number}"
    for method, right in (("DELETE", True), ("PUT", False)):
        needed = RejectedPositiveData(operation=f"{method} {path}", message="", status_code=428, allowed_statuses=[])
        assert is_expected(needed, path, b"{}", of_game=True) is right


@pytest.mark.parametrize(
    ("body", "expected"),
    [({"end": None}, True), ({"rows": [{"end": None}]}, True), ({"other": None}, False), ({"end": "x"}, False)],
)
def test_null_may_stand_for_a_field_that_is_left_out(body: Any, expected: bool) -> None:
    schemas = {
        "Hand": {
            "required": ["kind"],
            "properties": {"kind": {"enum": ["a"]}, "end": {"enum": ["b"]}, "n": {"type": ["integer", "null"]}},
        }
    }
    names = optional_fields({"components": {"schemas": schemas}})
    assert names == {"end"}
    accepted = AcceptedNegativeData(operation="", message="", status_code=200, expected_statuses=[])
    assert is_null_for_left_out(accepted, body, names) is expected
    other = RejectedPositiveData(operation="", message="", status_code=400, allowed_statuses=[])
    assert not is_null_for_left_out(other, body, names)


def test_a_document_that_is_not_true_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = "/api/v1/rules/{slug}"

    def untrue(url: str, **more: Any) -> httpx.Response:
        document = loopback.Client(**more).get(url).json()
        document["paths"] = {path: document["paths"][path]}
        read = document["paths"][path]["get"]
        read["parameters"] = [one for one in read["parameters"] if one["name"] != "If-Match"]  # most answers are 412
        responses = read["responses"]
        del responses["404"]
        schema = {"type": "object", "required": ["nothing"]}
        responses["200"]["content"]["application/json"] = {"schema": schema}
        return httpx.Response(200, json=document)

    with serving(tmp_path) as server:
        monkeypatch.setattr(loopback, "get", untrue)
        summary = fuzz(server.url, None, SEED, examples=4, scenarios=1, coverage=False)
    checks = {check for check, _ in summary.failures}
    assert checks == {"status_code_conformance", "response_schema_conformance"}
    assert "failures: allow_header_conformance 0" in summary.text()
    assert f"!!! status_code_conformance: GET {path}" in summary.failed()
