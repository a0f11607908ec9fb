"""A plugin of pytest: notes with coverage.py which test runs which line, and how long each test takes.

``COVERED``: the file of coverage.py; the times are beside it, with the ending ``.times``.
"""

from __future__ import annotations

import json
import os
from collections.abc import Generator
from pathlib import Path

import coverage
import pytest

SOURCE = ["scoring", "rulesref"]

_file = Path(os.environ["COVERED"])
_times: dict[str, float] = {}
# Times of lines and tests are added to those of an earlier run.
_coverage = coverage.Coverage(data_file=str(_file), source=SOURCE, messages=False)
_coverage.load()
_coverage.start()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """What runs from here is this test's."""
    _coverage.switch_context(item.nodeid)
    try:
        return (yield)
    finally:
        _coverage.switch_context("")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Adds the time of a part of a test; of one that did not pass, none: it is not asked about mutants."""
    if report.passed:
        _times[report.nodeid] = _times.get(report.nodeid, 0) + report.duration
    else:
        _times.pop(report.nodeid, None)


def pytest_sessionfinish() -> None:
    """Writes both files."""
    _coverage.stop()
    _coverage.save()
    kept = _file.with_suffix(".times")
    before = json.loads(kept.read_text()) if kept.exists() else {}
    kept.write_text(json.dumps(before | _times))
