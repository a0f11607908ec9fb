"""One mutant: the tests, in a process of their own, with a changed module. Files stay as they are."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Sequence
from importlib.machinery import SourceFileLoader
from types import CodeType

from tests.code_mutants.changes import Change
from tests.code_mutants.covered import FOLDER
from tests.server import ROOT

OUTPUT = FOLDER / f"output-{os.getpid()}.txt"
#: What takes a second to import and is not ours: once for all mutants.
WARM = ("django.db.models", "hypothesis", "httpx", "jsonschema_rs", "playwright.sync_api", "pydantic", "pytest", "yaml")
_PASSED, _KILLED, _USAGE = 0, 1, 4


def run(file: str, change: Change, tests: Sequence[str], patience: float) -> bool:
    """Returns whether a test of these notices the change. patience: in seconds; whoever takes longer has noticed.

    Raises RuntimeError if the tests could not run.
    """
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        os._exit(_in_child(file, change, tests))
    until = time.monotonic() + patience
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            code = os.waitstatus_to_exitcode(status)
            if code == _USAGE and "not found:" in OUTPUT.read_text(errors="replace"):
                raise RuntimeError(f"the tests have other names now: measure them again\n{OUTPUT.read_text()[-500:]}")
            return code != _PASSED
        time.sleep(0.02)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return True


def _in_child(file: str, change: Change, tests: Sequence[str]) -> int:
    with OUTPUT.open("w") as output:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(FOLDER / "hypothesis")
    import pytest

    _change_at_import(str(ROOT / file), change)
    return int(pytest.main(["-x", "-q", "-n", "0", "-p", "no:cacheprovider", "--tb=line", *tests]))


def _change_at_import(path: str, change: Change) -> None:
    usual = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        if loader.path != path:
            return usual(loader, name)
        with open(path, encoding="utf-8") as source:
            return compile(change.made(source.read()), path, "exec")

    SourceFileLoader.get_code = get_code  # type: ignore[assignment, method-assign]
