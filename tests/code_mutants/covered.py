"""Which tests run which line of our code, and how long they take."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import zip_longest
from pathlib import Path

from coverage import CoverageData

from tests.server import ROOT

FOLDER = ROOT / "build" / "code-mutants"
COVERED = FOLDER / "covered"

#: Tests in this process that ask our code: browsers, servers and other processes would not see a change.
TESTS = (
    *("tests/games", "tests/engine", "tests/api", "tests/pages", "tests/match_code/test_format.py"),
    *("tests/rules/test_pages.py", "tests/rules/test_lookup.py", "tests/rules/test_lookup_in_match.py"),
    *("tests/rules/test_worked_examples.py", "tests/reliability/test_matches.py"),
    *("tests/reliability/test_random_histories.py", "tests/reliability/test_webhooks.py"),
    *("tests/reliability/test_idempotency_records.py", "tests/upgrade/test_stored_matches.py"),
)


def measure(tests: Sequence[str]) -> bool:
    """Runs these tests and notes their lines beside those noted before. Returns whether all passed."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-m", "not browser"]
    command += ["-p", "no:cacheprovider", "-p", "tests.code_mutants.measuring", *tests]
    environment = {**os.environ, "COVERED": str(COVERED)}
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode == 0


class Covered:
    """What ``measure`` noted. Raises FileNotFoundError if that was never done."""

    def __init__(self) -> None:
        self.times: dict[str, float] = json.loads(COVERED.with_suffix(".times").read_text())
        self._data = CoverageData(str(COVERED))
        self._data.read()

    def tests_of(self, file: str, line: int, seconds: float) -> list[str]:
        """Returns tests of a line that together take so long, from as many files as possible, in each the quickest
        first.

        A line that runs at import is tested by all tests of its module, or else of those that import it, or else of its
        folder.
        """
        of_line = frozenset(self._by_line(file).get(line, ())) - {""}
        tests = of_line or self._of_file(file) or self._of_importers(file) or self._of_folder(str(Path(file).parent))
        return self._spread(tests, seconds)

    @cache  # noqa: B019 one object for each run
    def _by_line(self, file: str) -> dict[int, list[str]]:
        return self._data.contexts_by_lineno(str(ROOT / file))

    @cache  # noqa: B019
    def _of_file(self, file: str) -> frozenset[str]:
        return frozenset(test for tests in self._by_line(file).values() for test in tests) - {""}

    @cache  # noqa: B019
    def _of_importers(self, file: str) -> frozenset[str]:
        named = f"from {file.removesuffix('.py').replace('/', '.')} import"
        importers = [
            path for path in map(Path, self._data.measured_files()) if named in path.read_text(encoding="utf-8")
        ]
        return frozenset().union(*(self._of_file(str(path.relative_to(ROOT))) for path in importers))

    @cache  # noqa: B019
    def _of_folder(self, folder: str) -> frozenset[str]:
        files = [Path(name).relative_to(ROOT) for name in self._data.measured_files()]
        return frozenset().union(*(self._of_file(str(file)) for file in files if str(file.parent) == folder))

    def _spread(self, tests: Iterable[str], seconds: float) -> list[str]:
        by_file: dict[str, list[str]] = {}
        for test in sorted((test for test in tests if test in self.times), key=lambda test: (self.times[test], test)):
            by_file.setdefault(test.partition("::")[0], []).append(test)
        chosen: list[str] = []
        for row in zip_longest(*by_file.values()):
            for test in filter(None, row):
                if not chosen or self.times[test] <= seconds:
                    chosen.append(test)
                    seconds -= self.times[test]
        return chosen
