"""One run of Schemathesis over a document of the server: what is asked, what is checked, and what came of it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import schemathesis
from schemathesis.core.failures import AcceptedNegativeData, Failure
from schemathesis.engine import events, from_schema
from schemathesis.engine.recorder import ScenarioRecorder
from schemathesis.hooks import unregister
from schemathesis.openapi.checks import RejectedPositiveData, UseAfterFree

from tests import loopback
from tests.fuzz.world import World

#: A request that is right by the schema may be refused for what is there, for what has changed meanwhile, by the rules
#: of the game, and by a limit. It is malformed (400) only as ``is_expected`` says.
_ANSWERS_TO_WELL_FORMED = ["2xx", "304", "401", "403", "404", "406", "409", "412", "413", "422"]
#: Keys, ETags and what is there are looked at before the body.
_ANSWERS_TO_MALFORMED = ["400", "401", "403", "404", "405", "406", "409", "412", "413", "415", "422", "428"]

_DELETE_HAND = "DELETE /api/v1/matches/{id}/hands/{number}"

#: Every check of Schemathesis is on, but for max_response_time: the machine of a test may be busy.
CHECKS = {
    "positive_data_acceptance": {"expected-statuses": _ANSWERS_TO_WELL_FORMED},
    "negative_data_rejection": {"expected-statuses": _ANSWERS_TO_MALFORMED},
    "missing_required_header": {"expected-statuses": _ANSWERS_TO_MALFORMED},
}

#: Codes with which 400 answers what is right by the schema: facts that no schema has.
NOT_IN_A_SCHEMA = {
    "cursor_unknown": "a cursor comes from an answer",
    "game_unknown": "which games there are, as a query parameter",
    "not_a_day": "a day, which is text for generators of clients",
    "not_a_time": "a day or a time, the same",
    "language_unknown": "which languages the rules are in",
    "time_zone_unknown": "which time zones there are",
    "not_valid": "a field's own check, which its description says in words",
    "unprintable": "characters that no text of any body may have",
}
#: What the document of a game has as models, and the document of no game leaves open.
_OF_A_GAME = re.compile(r"/games/[^/]+/(score|trick)$|/hands(/\{number\})?$|/tables/\{id\}/matches$")
#: What the other operations leave open in every document: house rules, settlements and hands of any game.
_OPEN_FIELDS = re.compile(r"^(/matches/\d+|/match|/table)?/(options|start|hands|settlement|changes)\b")

#: An event stream does not end; tests/reliability/test_live.py and test_slow_clients.py read streams.
STREAMS = ("matches_events", "tables_events", "events_stream")
#: Operations with models of their own in the document of a game, and what leads to them.
OF_A_GAME = re.compile(r"/games/[^{]+/(score|trick)$|/hands|/(undo|redo|history)$|/matches(/\{id\})?$|/v1/tables$")


@dataclass
class Summary:
    """What came of runs.

    cases: requests by operation. answers: by status, 0 for none. failures: by check and operation, what they say.
    errors: what kept an operation from being asked.
    """

    cases: Counter[str] = field(default_factory=Counter)
    phases: Counter[str] = field(default_factory=Counter)
    answers: Counter[int] = field(default_factory=Counter)
    checks: Counter[str] = field(default_factory=Counter)
    failures: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)

    def add(self, phase: str, recorder: ScenarioRecorder) -> None:
        """Counts the requests of a scenario."""
        for name, interaction in recorder.interactions.items():
            self.cases[recorder.cases[name].value.operation.label] += 1
            self.phases[phase] += 1
            self.answers[interaction.response.status_code if interaction.response else 0] += 1
        for name, checks in recorder.checks.items():
            for check in checks:
                self.checks[check.name] += 1
                if check.failure_info:
                    where = (check.name, recorder.cases[name].value.operation.label)
                    self.failures.setdefault(where, []).append(_told(recorder, name, check.failure_info))

    def update(self, other: Summary) -> None:
        """Adds what came of another run."""
        for mine, more in ((self.cases, other.cases), (self.phases, other.phases), (self.checks, other.checks)):
            mine.update(more)
        self.answers.update(other.answers)
        self.errors += other.errors
        for where, told in other.failures.items():
            self.failures.setdefault(where, []).extend(told)

    def text(self) -> str:
        """For people."""
        classes: Counter[str] = Counter()
        for status, count in self.answers.items():
            classes[f"{status // 100}xx" if status else "no answer"] += count
        failed = Counter(dict.fromkeys(sorted(self.checks), 0))
        for (check, _), told in self.failures.items():
            failed[check] += len(told)
        lines = [
            f"{len(self.cases)} operations, {self.cases.total():,} cases, {self.checks.total():,} checks",
            "cases by phase: " + ", ".join(f"{name} {count:,}" for name, count in sorted(self.phases.items())),
            "answers: " + ", ".join(f"{name} {count:,}" for name, count in sorted(classes.items())),
            "failures: " + ", ".join(f"{name} {count}" for name, count in failed.items()),
            f"errors: {len(self.errors)}",
        ]
        return "\n".join(lines)

    def failed(self) -> str:
        """What failed, for people: one request for each check and operation. "" if nothing did."""
        lines = [
            f"!!! {check}: {operation}, {len(told)} times\n{told[0]}"
            for (check, operation), told in sorted(self.failures.items())
        ]
        return "\n".join([*lines, *(f"!!! {error}" for error in self.errors)])


def _told(recorder: ScenarioRecorder, name: str, info: Any) -> str:
    answer = recorder.interactions[info.failure.case_id or name].response
    body = answer.content[:1000].decode(errors="replace") if answer and answer.content else ""
    status = answer.status_code if answer else "no answer"
    return f"{info.failure.title}: {info.failure.message[:1000]}\n{info.code_sample[:3000]}\n-> {status} {body}"


def is_expected(failure: Failure, path: str, body: bytes, of_game: bool) -> bool:
    """Whether a refusal is right although the request is right by the schema.

    400, if each of its errors is about something that the schema leaves open. 428, if a hand is to be deleted under any
    tag (``*``) whose number was taken back before. of_game: the schema is that of a game's document.
    """
    if not isinstance(failure, RejectedPositiveData):
        return False
    if failure.status_code == 428:
        return failure.operation == _DELETE_HAND
    if failure.status_code != 400:
        return False
    errors = json.loads(body).get("errors", [])
    typed = bool(_OF_A_GAME.search(path))
    return bool(errors) and all(
        one["code"] in NOT_IN_A_SCHEMA or (not of_game if typed else _OPEN_FIELDS.search(one.get("pointer", "")))
        for one in errors
    )


def optional_fields(document: dict[str, Any]) -> frozenset[str]:
    """The fields of a document that may be left out and whose schema does not name null."""
    return frozenset(
        name
        for schema in document["components"]["schemas"].values()
        for name, field in schema.get("properties", {}).items()
        if name not in schema.get("required", ()) and "null" not in str(field.get("type", field.get("anyOf")))
    )


def is_null_for_left_out(failure: Failure, body: Any, names: frozenset[str]) -> bool:
    """Whether null was taken for a field that was left out.

    Where a field may be left out, null may mean that. The schemas of choices and objects do not name it, because
    generators of clients make unions of these. names: of such fields.
    """
    return isinstance(failure, AcceptedNegativeData) and _has_null(body, names)


def is_moved_up(failure: Failure, path: str) -> bool:
    """Whether a hand was there after one with its number was taken back: later hands move up."""
    return isinstance(failure, UseAfterFree) and path.endswith("/hands/{number}")


def _has_null(value: Any, names: frozenset[str]) -> bool:
    match value:
        case dict():
            return any((one is None and name in names) or _has_null(one, names) for name, one in value.items())
        case list():
            return any(_has_null(one, names) for one in value)
        case _:
            return False


def fuzz(server: str, slug: str | None, seed: int, examples: int, scenarios: int, coverage: bool) -> Summary:
    """Random requests to a server, the same ones for a seed but for what chains get from answers.

    server: its address, without a slash at the end. slug: of a game, for the operations with models of its own; None
    for the document of no game. examples: random requests to each operation. scenarios: chains of requests along the
    links. coverage: each bound of each schema, too.
    """
    part = f"{slug}.json" if slug else "core.json"
    document = loopback.get(f"{server}/api/v1/openapi/{part}", timeout=120).json()
    config = _config(server, seed, examples, scenarios, coverage)
    schema = schemathesis.openapi.from_dict(document, config=config).exclude(operation_id=list(STREAMS))
    if slug:
        schema = schema.include(path_regex=OF_A_GAME.pattern)
    world = World(server, slug or "points")
    summary = Summary()
    with _in_world(schema, world, slug is not None, optional_fields(document)):
        for event in from_schema(schema).execute():
            if isinstance(event, events.ScenarioFinished):
                summary.add(event.phase.value, event.recorder)
            elif isinstance(event, events.NonFatalError | events.FatalError):
                label = getattr(event, "label", "")
                summary.errors.append(f"{label}: {getattr(event, 'value', None) or event.exception}")  # type: ignore[union-attr]
    world.close()
    return summary


def _config(server: str, seed: int, examples: int, scenarios: int, coverage: bool) -> schemathesis.Config:
    # Requests depend on the seed alone: neither on earlier answers nor on earlier runs. What is there, and the keys,
    # are put in by World. A text with NUL is "unprintable".
    generation = {
        "deterministic": True,
        "database": "none",
        "no-shrink": True,
        "allow-x00": False,
        "with-security-parameters": False,
    }
    return schemathesis.Config.from_dict(
        {
            "seed": seed,
            "base-url": server,
            "request-timeout": 120,
            "continue-on-failure": True,
            "suppress-health-check": ["all"],
            "cache": {"enabled": False},
            "checks": CHECKS,
            "generation": {**generation, "max-examples": examples},
            "phases": {
                "coverage": {"enabled": coverage},
                "fuzzing": {"extra-data-sources": {"responses": False}, "error-feedback": {"enabled": False}},
                "stateful": {"generation": {"max-examples": scenarios}},
            },
        }
    )


@contextmanager
def _in_world(schema: Any, world: World, of_game: bool, names: frozenset[str]) -> Iterator[None]:
    """Requests about what is there, with the keys that open it."""

    @schema.auth()
    class _Keys:
        def get(self, case: Any, context: Any) -> str:
            return world.key_for(case)

        def set(self, case: Any, key: str, context: Any) -> None:
            case.headers["Authorization"] = f"Bearer {key}"

    def before_call(context: Any, case: Any, kwargs: Any) -> None:
        world.place(case)

    def after_call(context: Any, case: Any, response: Any) -> None:
        world.learn(case, response)

    def filter_failure(context: Any, failure: Failure, case: Any, response: Any) -> bool:
        return not (
            is_expected(failure, case.operation.path, response.content, of_game)
            or is_null_for_left_out(failure, case.body, names)
            or is_moved_up(failure, case.operation.path)
        )

    schema.hook(after_call)
    schema.hook(filter_failure)
    schemathesis.hook(before_call)  # there is none for one schema
    try:
        yield
    finally:
        unregister(before_call)
