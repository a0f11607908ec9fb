"""``make code-mutants``: changes our code at random places, one at a time, and runs the tests of that line.

Prints the share that was noticed, by room, and each change that was not. The first run measures which test runs which
line; ``--measure`` does so again, or for single files of tests.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from importlib import import_module
from itertools import islice, zip_longest
from pathlib import Path
from random import Random

from tests.code_mutants.changes import Change, changes_of
from tests.code_mutants.covered import COVERED, TESTS, Covered, measure
from tests.code_mutants.run import WARM, run
from tests.code_mutants.same import is_same
from tests.server import ROOT

ROOMS = {
    "tables": "scoring/games/*/tables.py",
    "games": "scoring/games/**/*.py",
    "services": "scoring/services/**/*.py",
    "pages": "scoring/pages/**/*.py",
}
Place = tuple[str, Change]


def places(room: str, seed: int) -> Iterator[Place]:
    """Yields every change in a room in random order, one of each game or module in turn; not those of ``same``."""
    random = Random(f"{seed} {room}")
    groups: dict[str, list[Place]] = {}
    for path in sorted(ROOT.glob(ROOMS[room])):
        file = str(path.relative_to(ROOT))
        group = file.split("/")[2] if room in ("tables", "games") else file
        source = path.read_text(encoding="utf-8")
        lines = source.splitlines()
        changes = [one for one in changes_of(source) if not is_same(file, lines[one.line - 1], one)]
        groups.setdefault(group, []).extend((file, change) for change in changes)
    rows = [random.sample(changes, len(changes)) for changes in groups.values()]
    for row in zip_longest(*random.sample(rows, len(rows))):
        yield from filter(None, row)


def main() -> int:
    """Runs the command line; 1 if a change of a table was not noticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.code_mutants", description=__doc__)
    parser.add_argument("--rooms", nargs="+", choices=ROOMS, default=list(ROOMS))
    parser.add_argument("--number", type=int, default=50, help="changes for each room")
    parser.add_argument("--skip", type=int, default=0, help="so many changes of each room, which were tried before")
    parser.add_argument("--minutes", type=float, default=60, help="no further change after so long")
    parser.add_argument(
        "--seconds", type=float, default=5, help="of tests for each change, and ten times so many if none noticed"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at", nargs="+", default=[], metavar="FILE:LINE", help="all changes of these lines instead")
    parser.add_argument("--measure", nargs="*", metavar="TESTS", help="note the lines of these tests, or of all")
    asked = parser.parse_args()
    if asked.measure is not None or not COVERED.exists():
        if not asked.measure:
            COVERED.unlink(missing_ok=True)
            COVERED.with_suffix(".times").unlink(missing_ok=True)
        if not measure(asked.measure or TESTS):
            print("the tests fail without any change")
            return 1
    for name in WARM:
        import_module(name)
    until = time.monotonic() + asked.minutes * 60
    covered = Covered()
    if asked.at:
        return int(_room("chosen", _at(asked.at), covered, until, asked.seconds) > 0)
    alive = {}
    for room in asked.rooms:
        sample = list(islice(places(room, asked.seed), asked.skip, asked.skip + asked.number))
        alive[room] = _room(room, sample, covered, until, asked.seconds)
    return int(alive.get("tables", 0) > 0)


def _is_noticed(file: str, change: Change, covered: Covered, seconds: float) -> bool:
    tests = covered.tests_of(file, change.line, seconds)
    return bool(tests) and run(file, change, tests, patience=60 + 5 * seconds)


def _at(lines: list[str]) -> list[Place]:
    found = []
    for file, _, line in (name.partition(":") for name in lines):
        changes = changes_of((ROOT / file).read_text(encoding="utf-8"))
        found += [(file, change) for change in changes if not line or change.line == int(line)]
    return found


def _room(room: str, sample: list[Place], covered: Covered, until: float, seconds: float) -> int:
    """Runs these changes; how many were not noticed."""
    began, alive, untested, tried = time.monotonic(), 0, 0, 0
    for file, change in sample:
        if time.monotonic() > until:
            break
        tried += 1
        if _is_noticed(file, change, covered, seconds) or _is_noticed(file, change, covered, 10 * seconds):
            continue
        alive += 1
        tests = covered.tests_of(file, change.line, 10 * seconds)
        untested += not tests
        line = Path(ROOT, file).read_text(encoding="utf-8").splitlines()[change.line - 1].strip()
        old, new = " ".join(change.old.split()), " ".join(change.new.split())
        tested = f"{len(tests)} tests" if tests else "no test"
        print(f"alive {file}:{change.line} ({tested}): {old[:60]} -> {new[:60]}   | {line[:100]}", flush=True)
    share = f"{100 * (tried - alive) / tried:.0f} %" if tried else "none"
    print(
        f"{room}: {tried - alive} of {tried} noticed ({share}), {alive} not, {untested} of them in lines that no test "
        f"runs; {time.monotonic() - began:.0f} s",
        flush=True,
    )
    return alive


if __name__ == "__main__":
    raise SystemExit(main())
