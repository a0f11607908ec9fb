"""``make test``: the whole suite on SQLite, and what depends on the database or on Python on the others of both.

=====================  ================  ==========================================================
Python                 database          tests
=====================  ================  ==========================================================
this one               SQLite            all
the next other one     PostgreSQL        all but those whose result depends on neither
each further one       SQLite            the same, without a browser and processes of their own, with the calculators
=====================  ================  ==========================================================

The calculators know no database: with three Pythons they are tested on the first and the last. Without another Python,
PostgreSQL is tested with this one. The first suite runs beside the others. These give way to it: it often waits for a
browser, they hardly wait, so both cores have work to the end.

Arguments are those of pytest, for every suite.
TEST_DATABASE_URL: the PostgreSQL to use; default: the one on this machine's port 5432, if one answers.
TEST_PROCESSES: how many tests a suite runs at once.
With CI=true it is a failure that PostgreSQL, a Python, Chromium, node or a package registry is missing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, NamedTuple

import psycopg

from tests.not_run import CI, PREFIX
from tests.pythons import THIS, VERSIONS, environment_folder, find_python, make_environment
from tests.server import ROOT

DEFAULT_POSTGRESQL = "postgresql://postgres@127.0.0.1:5432/postgres"

#: Tests whose result depends neither on the database nor on the version of Python: mutants, generated clients, random
#: requests, the language of an answer, random hands, draws and rankings, lines as players speak, codes of matches,
#: stored hands of the last release, the guide to the API, the wheel, phones, reports of missing programs, whether every
#: text is marked and in a catalogue, the list of error codes, whether every rules page is translated, what the search
#: finds, a game from another folder, the image.
INDEPENDENT = (
    "tests/code_mutants",
    "tests/clients",
    "tests/fuzz",
    "tests/phone",
    "tests/test_adding_a_game.py",
    "tests/test_guide.py",
    "tests/test_wheel.py",
    "tests/test_not_run.py",
    "tests/api/test_accept_language.py",
    "tests/api/test_error_codes.py",
    "tests/assistants/test_conformance.py",
    "tests/events",
    "tests/match_code",
    "tests/operations/test_image.py",
    "tests/messages",
    "tests/rules/test_answers.py",
    "tests/rules/test_elsewhere.py",
    "tests/rules/test_meanings.py",
    "tests/rules/test_search.py",
    "tests/rules/test_search_quality.py",
    "tests/rules/test_translations.py",
    "tests/rules/test_widths.py",
    "tests/say",
    "tests/upgrade/test_refused_hands.py",
    "tests/upgrade/test_stored_matches.py",
    "tests/volume",
)
#: Tests of servers and databases as processes of their own: killed, upgraded, restored, several at once.
PROCESSES = ("tests/operations", "tests/reliability", "tests/upgrade")
#: Tests of the calculators, which know no database.
CALCULATORS = ("tests/engine", "tests/games")


def _without(paths: Iterable[str]) -> tuple[str, ...]:
    return (*(f"--ignore={path}" for path in paths), "-p", "no:cacheprovider")


#: Random search for a counterexample (hypothesis) is dear, and finds the same on every Python.
ON_POSTGRESQL = ("-m", "not layout and (not hypothesis or django_db)", *_without(INDEPENDENT))
ON_OTHER_PYTHONS = ("-m", "not browser and not hypothesis", *_without((*INDEPENDENT, *PROCESSES)))


SLOWEST = ("--durations=40", "--durations-min=2")
"""Lists the slowest tests at the end of a run, by phase."""

GIVE_WAY = 5
"""The niceness of the other suites."""


class Suite(NamedTuple):
    """A run of pytest. environment: variables beside those of this process. niceness: how far it gives way."""

    name: str
    arguments: tuple[str, ...]
    processes: int
    python: str = sys.executable
    environment: dict[str, str] = {}
    niceness: int = 0

    def run(self, output: IO[str] | None = None) -> bool:
        """Runs it; True if everything passed. output: a file instead of this process's output."""
        print(f"\n== {self.name} ==", file=output, flush=True)
        began = time.monotonic()
        processes = os.environ.get("TEST_PROCESSES", str(self.processes))
        command = [self.python, "-m", "pytest", "-n", processes, "--dist", "worksteal", *SLOWEST, *self.arguments]
        if self.niceness and (nice := shutil.which("nice")):
            command = [nice, "-n", str(self.niceness), *command]
        environment = {**os.environ, **self.environment}
        passed = subprocess.run(command, env=environment, stdout=output, stderr=output, check=False).returncode == 0
        result = "passed" if passed else "FAILED"
        print(f"== {self.name}: {result} in {time.monotonic() - began:.0f} s ==", file=output, flush=True)
        return passed


def postgresql() -> str | None:
    """The address of a PostgreSQL that answers and lets us make databases, None if there is none."""
    url = os.environ.get("TEST_DATABASE_URL", DEFAULT_POSTGRESQL)
    try:
        with psycopg.connect(url, connect_timeout=3) as connection:
            row = connection.execute("SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user")
            return url if (row.fetchone() or [False])[0] else None
    except psycopg.Error:
        return None


def other_suites(arguments: tuple[str, ...], missing: list[str]) -> Iterator[Suite]:
    """The suites beside the first one. Adds to ``missing`` what this machine does not have."""
    cores = os.cpu_count() or 1
    url = postgresql()
    if url is None:
        missing.append("PostgreSQL: none answers (set TEST_DATABASE_URL to a role that may create databases)")
    on_postgresql = {"DATABASE_URL": url} if url else {}
    pythons = {version: find_python(version) for version in VERSIONS if version != THIS}
    missing += [f"Python {version}: not on this machine" for version, found in pythons.items() if found is None]
    others = {version: found for version, found in pythons.items() if found is not None}
    of_postgresql = ON_POSTGRESQL + (_without(CALCULATORS) if len(others) > 1 else ())
    for version, found in others.items():
        python = make_environment(version, found)
        # Static files of its own: they are collected again for other packages.
        own = {"STATIC_ROOT": str(environment_folder(version) / "collected")}
        if on_postgresql:
            name = f"PostgreSQL, Python {version}"
            yield Suite(name, arguments or of_postgresql, cores, python, own | on_postgresql)
            on_postgresql = {}
        else:
            yield Suite(f"SQLite, Python {version}", arguments or ON_OTHER_PYTHONS, cores, python, own)
    if on_postgresql:
        yield Suite(f"PostgreSQL, Python {THIS}", arguments or ON_POSTGRESQL, cores, environment=on_postgresql)


def main() -> int:
    arguments = tuple(sys.argv[1:])
    os.environ.pop("DATABASE_URL", None)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # dozens of processes would compile everything again
    missing: list[str] = []
    log = Path(ROOT / "build" / f"other-suites-{os.getpid()}.log")
    log.parent.mkdir(exist_ok=True)

    def run_others() -> list[bool]:
        results = []
        with log.open("w") as output:
            try:
                for suite in other_suites(arguments, missing):
                    # One by one: those before an error count.
                    results.append(suite._replace(niceness=GIVE_WAY).run(output))
            except subprocess.CalledProcessError as error:
                missing.append(f"packages for another Python: {error}\n{error.stderr}")
        return results

    with ThreadPoolExecutor(1) as pool:
        others = pool.submit(run_others)
        passed = [Suite(f"SQLite, Python {THIS}", arguments, (os.cpu_count() or 1) + 1).run()]
    print(log.read_text(), flush=True)
    log.unlink()
    passed += others.result()  # raises whatever ended the others
    for what in missing:
        print(f"!!! {PREFIX}{what}")
    return 0 if all(passed) and not (CI and missing) else 1


if __name__ == "__main__":
    sys.exit(main())
