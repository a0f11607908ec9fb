"""A Python client made by openapi-python-client from the served document: every example goes through it unchanged."""

from __future__ import annotations

import importlib
import inspect
import json
import subprocess
import sys
from contextlib import suppress
from enum import Enum
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_type_hints

import httpx
import pytest
from django.test import Client

from tests.clients.served import OPENAPI, Operation, described, get, option_values, same_json, score_examples

PACKAGE = "generated_companion_client"
BASE = "http://testserver"

#: Answers that are not JSON: the generator makes no model of them. Without a format the export is JSON.
NOT_JSON = {("matches_events", "text/event-stream"), ("matches_export", "text/csv")}

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
        response = Client().generic(request.method, request.url.path, body, request.headers["Content-Type"])
        self.answer = json.loads(response.content)
        return httpx.Response(response.status_code, content=response.content)


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> None:
    """httpx writes a line for each of a thousand requests."""
    caplog.set_level("WARNING", logger="httpx")


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the generated package."""
    made = tmp_path_factory.mktemp("python_client")
    (made / "openapi.json").write_bytes(get(OPENAPI))
    # The generator would format the package with a ruff that is on the PATH.
    (made / "config.yaml").write_text("post_hooks: []\n")
    generate = [str(Path(sys.executable).with_name("openapi-python-client")), "generate", "--path", "openapi.json"]
    options = ["--config", "config.yaml", "--meta", "none", "--output-path", PACKAGE, "--fail-on-warning"]
    ran = subprocess.run([*generate, *options], cwd=made, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return made


@pytest.fixture
def package(folder: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The generated package, imported."""
    monkeypatch.syspath_prepend(str(folder))
    return importlib.import_module(PACKAGE)


def _call(package: ModuleType, operation: Operation, transport: httpx.BaseTransport, body: Any) -> Any:
    """Calls the generated function of an operation. body: the JSON to send. Comes back: the model of the answer."""
    function = importlib.import_module(f"{PACKAGE}.api.{operation.tag}.{operation.id}").sync_detailed
    hints = get_type_hints(function)
    arguments: dict[str, Any] = {}
    for name, parameter in inspect.signature(function).parameters.items():
        if name == "body":
            model = next(one for one in (hints[name], *get_args(hints[name])) if hasattr(one, "from_dict"))
            arguments[name] = model.from_dict(body)
        elif name != "client" and parameter.default is parameter.empty:
            arguments[name] = next(iter(hints[name])) if issubclass(hints[name], Enum) else hints[name](1)
    client = package.Client(base_url=BASE, raise_on_unexpected_status=True)
    client.set_httpx_client(httpx.Client(base_url=BASE, transport=transport))
    return function(client=client, **arguments).parsed


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
    for slug, title, body, points in score_examples():
        games.add(slug)
        operation = by_path[f"/api/v1/games/{slug}/score"]
        differences.append(_difference(f"{slug}, {title}", _score, package, operation, body, points))
    assert len(games) >= 34
    _no_difference(differences)


def test_the_types_of_the_client_are_consistent(folder: Path) -> None:
    mypy = [sys.executable, "-m", "mypy", "--config-file=", "--cache-dir", "mypy_cache", PACKAGE]
    ran = subprocess.run(mypy, cwd=folder, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
