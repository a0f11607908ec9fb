"""``make pythons``: the suite on every other Python that we support and that this machine has.

Without the browser, and without the tests that search at random for a counterexample (hypothesis): both cost most
of the time and do not depend on the version of Python.

With CI=true it is a failure that one is missing. Python 3.14 is in tests/phone, in a browser.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.__main__ import suite
from tests.not_run import CI, PREFIX
from tests.server import ROOT

VERSIONS = ("3.11", "3.12", "3.13")
#: What does not depend on this Python, so once is enough: generated clients, random requests, the guide to the
#: API, the wheel, containers, phones, how tests say what they lack, whether every text of a page is in a catalogue,
#: how well the search finds, a game from another folder.
LEFT_OUT = (
    "tests/clients",
    "tests/fuzz",
    "tests/phone",
    "tests/test_adding_a_game.py",
    "tests/test_guide.py",
    "tests/test_wheel.py",
    "tests/test_not_run.py",
    "tests/operations/test_containers.py",
    "tests/messages/test_pages_in_pseudo_language.py",
    "tests/rules/test_search_quality.py",
)
WHAT = (
    *("-m", "not browser and not hypothesis", "-p", "no:cacheprovider"),
    *(f"--ignore={path}" for path in LEFT_OUT),
)


def interpreter(version: str) -> str | None:
    """The path of this version of Python, None if it is not on this machine. Nothing is downloaded."""
    pyenv = sorted((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python"))
    candidates = [*map(str, pyenv), shutil.which(f"python{version}")]
    for candidate in filter(None, candidates):
        probe = subprocess.run([candidate, "-c", "import sqlite3, ssl"], capture_output=True, check=False)
        if probe.returncode == 0:
            return candidate
    return None


def environment(version: str, python: str) -> str:
    """The Python of a virtual environment with requirements/test.txt; kept in build/ for the next run."""
    folder = ROOT / "build" / f"python{version}"
    made = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    if not made.exists():
        subprocess.run([python, "-m", "venv", folder], check=True)
    pinned = ROOT / "requirements" / "test.txt"
    installed = folder / "installed.txt"
    if not installed.exists() or installed.read_bytes() != pinned.read_bytes():
        command = [made, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", pinned]
        subprocess.run([str(one) for one in command], check=True)
        shutil.copy(pinned, installed)
    return str(made)


def main() -> int:
    os.environ.pop("DATABASE_URL", None)
    passed = []
    for version in VERSIONS:
        if sys.version_info[:2] == tuple(map(int, version.split("."))):
            continue
        python = interpreter(version)
        if python is None:
            print(f"\n!!! {PREFIX}Python {version}: not on this machine", flush=True)
            passed.append(not CI)
        else:
            made = environment(version, python)
            # Static files of its own: they are collected anew wherever the packages are others.
            static = str(ROOT / "build" / f"python{version}" / "collected")
            passed.append(suite(f"Python {version}", WHAT, made, waits=False, STATIC_ROOT=static))
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
