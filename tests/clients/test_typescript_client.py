"""The TypeScript client, made from the served document: every example has the types of its operation."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.clients.served import Operation, described, matches, score_examples
from tests.shared_folder import SharedFolder

JSON = ("application/json", "application/problem+json")


#: Stricter than --strict: a field that may be left out must not hold undefined.
STRICT = ("--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes")

CLIENTS = Path(__file__).parents[2] / "clients"
PROGRAMS = ("examples.ts", "calls.ts", "evening.ts", "readme.ts")
#: What the compiler says of them.
ERRORS = "errors.txt"

Call = tuple[str, Any]
"""A path and the JSON that is sent to it."""


@pytest.fixture(scope="module")
def folder(typescript_client: Path, shared_folder: SharedFolder) -> Path:
    """A folder with the package, and with all examples, calls of the client and an evening, compiled."""

    def fill(programs: Path) -> None:
        for name in ("node_modules", "package.json"):
            (programs / name).symlink_to(typescript_client / name)
        (programs / "examples.ts").write_text("\n".join(_examples_file()))
        (programs / "calls.ts").write_text("\n".join(_calls_file([*_documented_calls(), *_game_calls()])))
        (programs / "evening.ts").write_text("\n".join(_evening_file()))
        (code,) = re.findall(r"```ts\n(.*?)```", (CLIENTS / "typescript" / "README.md").read_text(), re.DOTALL)
        (programs / "readme.ts").write_text(code)
        # It writes JavaScript even where types are wrong.
        output = ["--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom"]
        ran = _node(programs, "node_modules/typescript/bin/tsc", *STRICT, *output, *PROGRAMS)
        (programs / ERRORS).write_text(ran.stdout + ran.stderr)

    return shared_folder("typescript_programs", fill)


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
    yield 'import type { operations } from "companion-client";'
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
    yield 'import createCompanionClient from "companion-client";'
    yield "declare const process: { argv: string[] };"
    yield 'const client = createCompanionClient(process.argv[2] ?? "");'
    yield "const answers: unknown[] = [];"
    for path, body in calls:
        yield f'answers.push((await client.POST("{path}", {{ body: {json.dumps(body)} }})).data);'
    yield "console.log(JSON.stringify(answers));"


EVENING = """
import createCompanionClient, { type HandEntry, type Match, type MatchBody } from "companion-client";
declare const process: { argv: string[] };
const address = process.argv[2] ?? "";
const made = await createCompanionClient(address).POST("/api/v1/tables", { body: { name: "Thursday" } });
const client = createCompanionClient(address, made.data!.keys.scorer);
const read: Match[] = [];
async function play(body: MatchBody, hands: HandEntry[]) {
  const table = { path: { id: made.data!.id } };
  const started = await client.POST("/api/v1/tables/{id}/matches", { params: table, body });
  const params = { path: { id: started.data!.id } };
  for (const body of hands) await client.POST("/api/v1/matches/{id}/hands", { params, body });
  read.push((await client.GET("/api/v1/matches/{id}", { params })).data!);
}
function details(match: Match) {
  if (match.game === "skat") for (const hand of match.hands) hand.details.game_value satisfies number | undefined;
  // @ts-expect-error
  if (match.game === "truco") match.hands[0]!.details.game_value;
}
"""


def _evening_file() -> Iterator[str]:
    """A program: a match of every game at one table, each read after its hands were recorded."""
    yield EVENING
    for _, body in matches():
        yield f"await play({json.dumps(body['match'])}, {json.dumps(body['hands'])});"
    yield "console.log(JSON.stringify(read));"


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


def test_every_example_has_the_types_of_its_operation(folder: Path) -> None:
    assert all((folder / program).with_suffix(".js").exists() for program in PROGRAMS)
    assert (folder / ERRORS).read_text()[:5000] == ""


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


@pytest.mark.django_db
def test_an_evening_with_a_match_of_every_game(folder: Path, server: str) -> None:
    ran = _node(folder, "evening.js", server)
    assert ran.returncode == 0, ran.stderr
    read = json.loads(ran.stdout)
    expected = [(slug, len(body["hands"]), body["totals"]) for slug, body in matches()]
    assert [(match["game"], len(match["hands"]), match["totals"]) for match in read] == expected


def test_what_the_readme_says_works(folder: Path, server: str) -> None:
    program = (folder / "readme.js").read_text().replace("http://localhost:8000", server)
    (folder / "readme.js").write_text(program)
    ran = _node(folder, "readme.js")
    assert ran.stdout == "[ 0, 0, 30 ]\n", ran.stderr
