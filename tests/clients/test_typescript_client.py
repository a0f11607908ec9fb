"""A TypeScript client from openapi-typescript and openapi-fetch: every example has the types of its operation."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.clients.served import OPENAPI, Operation, described, get, score_examples
from tests.npm_packages import installed

JSON = ("application/json", "application/problem+json")


#: Stricter than --strict: a field that may be left out must not hold undefined.
STRICT = ("--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes")

Call = tuple[str, Any]
"""A path and the JSON that is sent to it."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the packages, the types of the document in schema.ts, all examples, and calls of the client."""
    packages = installed("clients", "the TypeScript client")
    made = tmp_path_factory.mktemp("typescript_client")
    (made / "node_modules").symlink_to(packages / "node_modules")
    (made / "package.json").write_text('{"type": "module"}')
    (made / "openapi.json").write_bytes(get(OPENAPI))
    generated = _node(made, "node_modules/openapi-typescript/bin/cli.js", "openapi.json", "--output", "schema.ts")
    assert generated.returncode == 0, generated.stderr
    (made / "examples.ts").write_text("\n".join(_examples_file()))
    (made / "calls.ts").write_text("\n".join(_calls_file([*_documented_calls(), *_game_calls()])))
    return made


@pytest.fixture(scope="module")
def compiled(folder: Path) -> subprocess.CompletedProcess[str]:
    """What the compiler says. It writes JavaScript even where types are wrong."""
    output = ["--target", "es2022", "--module", "nodenext"]
    return _node(folder, "node_modules/typescript/bin/tsc", *STRICT, *output, "examples.ts", "calls.ts")


def _node(folder: Path, script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["node", script, *arguments], cwd=folder, capture_output=True, text=True, check=False)


def _request_type(operation: Operation) -> str:
    return f'NonNullable<operations["{operation.id}"]["requestBody"]>["content"]["application/json"]'


def _typed_examples() -> Iterator[str]:
    """A constant for each example of the document, with its type."""
    for operation in described():
        for value in operation.requests.values():
            yield f"const _: {_request_type(operation)} = {json.dumps(value)};"
        for example in operation.responses:
            if example.media_type in JSON:
                response = f'operations["{operation.id}"]["responses"][{example.status}]'
                yield f'const _: {response}["content"]["{example.media_type}"] = {json.dumps(example.value)};'


def _unknown_fields() -> Iterator[str]:
    """For each game a constant with a field in its hand that does not exist: the compiler must refuse it."""
    for operation in described():
        if operation.id.endswith("_score"):
            body = next(iter(operation.requests.values()))
            hands = [{**hand, "no_such_field": 1} for hand in body["hands"]]
            yield f"const _: {_request_type(operation)} = {json.dumps({**body, 'hands': hands})};"


def _examples_file() -> Iterator[str]:
    yield 'import type { operations } from "./schema.js";'
    typed, refused = list(_typed_examples()), list(_unknown_fields())
    assert len(typed) > 800
    assert len(refused) >= 34
    for line in typed:
        yield f"{{ {line} }}"
    for line in refused:
        yield "// @ts-expect-error"
        yield f"{{ {line} }}"


def _calls_file(calls: list[Call]) -> Iterator[str]:
    """A program: node calls.js ADDRESS_OF_THE_SERVER > answers.json"""
    yield 'import createClient from "openapi-fetch";'
    yield 'import type { paths } from "./schema.js";'
    yield "declare const process: { argv: string[] };"
    yield 'const client = createClient<paths>({ baseUrl: process.argv[2] ?? "" });'
    yield "const answers: unknown[] = [];"
    for path, body in calls:
        yield f'answers.push((await client.POST("{path}", {{ body: {json.dumps(body)} }})).data);'
    yield "console.log(JSON.stringify(answers));"


def _scoring() -> Iterator[tuple[Operation, str, Any]]:
    """The examples of all ``score`` and ``trick`` operations: the operation, title and body."""
    for operation in described():
        if re.fullmatch(r"/api/v1/games/[a-z-]+/(score|trick)", operation.path):
            for title, body in operation.requests.items():
                yield operation, title, body


def _documented_calls() -> list[Call]:
    return [(operation.path, body) for operation, _, body in _scoring()]


def _game_calls() -> list[Call]:
    return [(f"/api/v1/games/{slug}/score", body) for slug, _, body, _ in score_examples()]


def test_every_example_has_the_types_of_its_operation(compiled: subprocess.CompletedProcess[str]) -> None:
    assert compiled.returncode == 0, compiled.stdout[:5000]


@pytest.mark.usefixtures("compiled")
def test_calls_of_the_client_return_what_the_examples_say(folder: Path, server: str) -> None:
    ran = _node(folder, "calls.js", server)
    assert ran.returncode == 0, ran.stderr
    answers = json.loads(ran.stdout)
    wrong = []
    documented = list(_scoring())
    for answer, (operation, title, _) in zip(answers, documented, strict=False):
        expected = next(one.value for one in operation.responses if (one.status, one.title) == (200, title))
        if answer != expected:
            wrong.append(f"{operation.id}, {title}: {answer}")
    assert not wrong
    examples = list(score_examples())
    assert len({slug for slug, *_ in examples}) >= 34
    points = [answer and answer["hands"][-1]["points"] for answer in answers[len(documented) :]]
    assert points == [said for *_, said in examples]
