"""The Python client, made from the served document: every example goes through it unchanged."""

from __future__ import annotations

import importlib
import inspect
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_type_hints

import httpx
import pytest
from django.test import Client

from tests import loopback
from tests.clients.served import (
    Operation,
    described,
    matches,
    option_values,
    same_json,
    score_examples,
    worked_examples,
)

PACKAGE = "companion_client"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
BASE = "http://testserver"
CLIENTS = Path(__file__).parents[2] / "clients"

#: Answers that are not JSON: the generator makes no model of them. Without a format these operations answer JSON.
FILES = ("matches_export", "standings_read", "settlement_read", "evening_settlement_read")
STREAMS = ("matches_events", "tables_events", "events_stream")
NOT_JSON = {
    *((name, "text/event-stream") for name in STREAMS),
    *((name, kind) for name in FILES for kind in ("text/csv", XLSX)),
    ("events_export", "text/csv"),
}

#: The generator writes code that Python warns of, for some schemas.
pytestmark = pytest.mark.filterwarnings("error::SyntaxWarning")


class CannedAnswer(httpx.BaseTransport):
    """Gives every request the same answer and keeps the last request."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self.request: httpx.Request | None = None

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.request = request
        return self.response


class Service(httpx.BaseTransport):
    """Sends every request to the service in this process and keeps the last answer."""

    def __init__(self) -> None:
        self.answer: Any = None

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        body: Any = request.content
        sort = request.headers.get("Content-Type", "")
        names = ("Authorization", "If-Match")
        headers = {name: request.headers[name] for name in names if name in request.headers}
        response = Client().generic(request.method, request.url.path, body, sort, headers=headers)
        self.answer = json.loads(response.content)
        return httpx.Response(response.status_code, content=response.content)


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> None:
    """httpx writes a line for each of a thousand requests."""
    caplog.set_level("WARNING", logger="httpx")


@pytest.fixture
def package(python_client: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The package, imported."""
    monkeypatch.syspath_prepend(str(python_client))
    return importlib.import_module(PACKAGE)


def _call(
    package: ModuleType, operation: Operation, transport: httpx.BaseTransport, body: Any, key: str = "", **known: Any
) -> Any:
    """Calls the function of an operation and returns the model of the answer.

    body: the JSON to send. known: arguments, if the function has them.
    """
    function = importlib.import_module(f"{PACKAGE}.api.{operation.tag}.{operation.id}").sync_detailed
    hints = get_type_hints(function)
    arguments: dict[str, Any] = {name: value for name, value in known.items() if name in hints}
    for name, parameter in inspect.signature(function).parameters.items():
        if name == "body":
            arguments[name] = _model((hints[name], *get_args(hints[name])), body)
        elif name not in {"client", *arguments} and parameter.default is parameter.empty:
            arguments[name] = next(iter(get_args(hints[name])), None) or hints[name](1)
    client = package.AuthenticatedClient(base_url=BASE, token=key, raise_on_unexpected_status=True)
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    client.set_httpx_client(loopback.Client(base_url=BASE, transport=transport, headers=headers))
    return function(client=client, **arguments).parsed


def _model(models: Sequence[Any], body: Any) -> Any:
    """The body as an object of that one of the models that holds it unchanged."""
    failures: list[Any] = []
    for model in (one for one in models if hasattr(one, "from_dict")):
        try:
            made = model.from_dict(body)
        except (TypeError, ValueError, AttributeError, KeyError) as error:
            failures.append(error)
            continue
        if same_json(made.to_dict(), body):
            return made
        failures.append(made)
    raise ValueError(f"{body} fits none of the models: {failures[:3]}")


def _request(package: ModuleType, operation: Operation, body: Any) -> Any:
    """The JSON that the generated client sends for this one."""
    transport = CannedAnswer(httpx.Response(418))
    with suppress(importlib.import_module(f"{PACKAGE}.errors").UnexpectedStatus):
        _call(package, operation, transport, body)
    return json.loads(transport.request.content) if transport.request else None


def _answer(package: ModuleType, operation: Operation, status: int, value: Any) -> Any:
    """The JSON of what the generated client reads from this answer."""
    body = next(iter(operation.requests.values()), None)
    return _call(package, operation, CannedAnswer(httpx.Response(status, json=value)), body).to_dict()


def _score(package: ModuleType, operation: Operation, body: Any, points: list[float]) -> tuple[Any, Any]:
    """What the generated client reads from the service's answer, and the answer itself."""
    service = Service()
    read = _call(package, operation, service, body).to_dict()
    assert read["hands"][-1]["points"] == points
    return read, service.answer


def _difference(where: str, function: Any, *arguments: Any, expected: Any = None) -> str:
    """What is wrong with a result; empty if nothing is. Without ``expected`` the function returns both."""
    try:
        result = function(*arguments)
    except Exception as error:  # generated code may raise anything
        return f"{where}: {error!r}"
    result, expected = (result, expected) if expected is not None else result
    return "" if same_json(result, expected) else f"{where}: {result} instead of {expected}"


def _no_difference(differences: list[str]) -> None:
    result = [one for one in differences if one]
    assert not result, f"{len(result)} of {len(differences)} differ:\n" + "\n".join(one[:400] for one in result)


def test_every_request_of_the_document_is_sent_unchanged(package: ModuleType) -> None:
    differences = [
        _difference(f"{operation.id}, {title}", _request, package, operation, value, expected=value)
        for operation in described()
        for title, value in operation.requests.items()
    ]
    assert len(differences) > 150
    _no_difference(differences)


def test_every_house_rule_is_sent_unchanged(package: ModuleType) -> None:
    by_path = {operation.path: operation for operation in described()}
    differences = []
    for slug, name, value in option_values():
        operation = by_path[f"/api/v1/games/{slug}/score"]
        body = {**next(iter(operation.requests.values())), "options": {name: value}}
        differences.append(_difference(f"{slug}, {name}", _request, package, operation, body, expected=body))
    assert len(differences) > 400
    _no_difference(differences)


def test_every_answer_of_the_document_is_read_unchanged(package: ModuleType) -> None:
    examples = [(operation, example) for operation in described() for example in operation.responses]
    json_examples = [one for one in examples if one[1].media_type in ("application/json", "application/problem+json")]
    others = [one for one in examples if one not in json_examples]
    assert {(operation.id, example.media_type) for operation, example in others} <= NOT_JSON
    differences = [
        _difference(
            f"{operation.id}, {example.status}, {example.title}",
            _answer,
            *(package, operation, example.status, example.value),
            expected=example.value,
        )
        for operation, example in json_examples
    ]
    assert len(differences) > 700
    _no_difference(differences)


@pytest.mark.django_db
def test_the_service_scores_every_example_of_every_game(package: ModuleType) -> None:
    by_path = {operation.path: operation for operation in described()}
    games = set()
    differences = []
    for slug, title, body, points in [*score_examples(), *worked_examples()]:
        games.add(slug)
        operation = by_path[f"/api/v1/games/{slug}/score"]
        differences.append(_difference(f"{slug}, {title}", _score, package, operation, body, points))
    assert len(games) >= 34
    assert len(differences) > 300
    _no_difference(differences)


@pytest.mark.django_db
def test_an_evening_with_a_match_of_every_game(package: ModuleType) -> None:
    calls = {operation.id: operation for operation in described()}
    service = Service()

    def call(operation: str, body: Any = None, **known: Any) -> Any:
        read = _call(package, calls[operation], service, body, **known).to_dict()
        assert same_json(read, service.answer), operation
        return read

    table = call("tables_create", {"name": "Thursday"})
    key = table["keys"]["scorer"]
    for slug, body in matches():
        match = call("matches_start", body["match"], key=key, id=table["id"])
        for hand in body["hands"]:
            recorded = call("hands_record", hand, key=key, id=match["id"])
            assert recorded["game"] == slug
        number, seen = recorded["number"], f'"{recorded["version"]}"'
        corrected = call("hands_correct", hand, key=key, id=match["id"], number=number, if_match=seen)
        assert corrected["totals"] == recorded["totals"] == body["totals"]
        call("matches_undo", key=key, id=match["id"])
        hands = call("matches_read", key=key, id=match["id"])["hands"]
        assert hands == call("hands_list", key=key, id=match["id"])["results"]
        assert [hand["kind"] for hand in hands] == [hand["kind"] for hand in body["hands"]]
    assert len(call("matches_list", key=key, id=table["id"], limit=100)["results"]) >= 34


def _readme(address: str) -> str:
    (code,) = re.findall(r"```python\n(.*?)```", (CLIENTS / "python" / "README.md").read_text(), re.DOTALL)
    return str(code).replace("http://localhost:8000", address)


def test_what_the_readme_says_works(python_client: Path, server: str) -> None:
    program = [sys.executable, "-c", _readme(server)]
    ran = subprocess.run(program, cwd=python_client, capture_output=True, text=True, check=False)
    assert ran.stdout == "[0, 0, 30]\n", ran.stderr


def test_the_types_of_the_client_and_of_its_readme_are_consistent(python_client: Path) -> None:
    (python_client / "readme.py").write_text(_readme(BASE))
    mypy = [sys.executable, "-m", "mypy", "--config-file=", "--cache-dir", os.devnull, PACKAGE, "readme.py"]
    ran = subprocess.run(mypy, cwd=python_client, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
