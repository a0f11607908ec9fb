"""What the generators need: Java, npm packages and an environment of Python packages, all kept in ``build``."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.npm_packages import installed
from tests.server import ROOT

PINNED = ROOT / "requirements" / "generators.txt"
SECONDS = 1800


class MissingError(Exception):
    """Something is not on this machine."""


class FailedError(Exception):
    """A program ended with an error. Its text is what the program printed."""


def run(folder: Path, *command: str | Path) -> str:
    """What the command printed to its standard output. Raises FailedError."""
    words = [str(word) for word in command]
    try:
        ran = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False, timeout=SECONDS)
    except subprocess.TimeoutExpired as error:
        raise FailedError(f"no end after {SECONDS} seconds") from error
    if ran.returncode:
        raise FailedError(f"{ran.stdout}{ran.stderr}".strip() or f"exit {ran.returncode}")
    return ran.stdout


@cache
def python() -> Path:
    """The interpreter of an environment with ``requirements/generators.txt``. Raises MissingError."""
    folder = ROOT / "build" / f"generators-python-{hashlib.sha256(PINNED.read_bytes()).hexdigest()[:12]}"
    found, ready = folder / "bin" / "python", folder / "installed"
    if not ready.exists():
        uv = Path(sys.executable).with_name("uv")
        try:
            run(ROOT, uv, "venv", "--clear", "--quiet", "--python", sys.executable, folder)
            install = (uv, "pip", "install", "--quiet", "--system-certs", "--require-hashes")
            run(ROOT, *install, "--python", found, "-r", PINNED)
        except (FailedError, OSError) as error:
            raise MissingError(f"no environment for the generators in Python: {error}") from error
        ready.touch()
    return found


@cache
def npm() -> Path:
    """``node_modules`` of ``requirements/generators``. Raises MissingError."""
    try:
        return installed("generators", "generators of TypeScript") / "node_modules"
    except (pytest.skip.Exception, pytest.fail.Exception) as error:
        raise MissingError(str(error)) from error


def java(program: str = "java") -> str:
    """The path of java or javac. Raises MissingError."""
    home = os.environ.get("JAVA_HOME")
    found = shutil.which(program, path=f"{home}/bin" if home else None)
    if found is None:
        raise MissingError(f"no {program} found (Debian: apt-get install openjdk-17-jdk-headless)")
    return found


@cache
def jar() -> Path:
    """openapi-generator, which brings the Jackson that its clients need."""
    (found,) = python().parents[1].glob("lib/*/site-packages/openapi_generator_cli/openapi-generator.jar")
    return found


def mypy(folder: Path, *what: str) -> str:
    """What mypy finds in generated code, as a note of the table; its first lines are printed."""
    options = ("--config-file=", "--disable-error-code", "import-untyped")
    try:
        run(folder, python(), "-m", "mypy", *options, *what)
    except FailedError as error:
        print(f"mypy: {str(error)[:1500]}", flush=True)
        return f"mypy: {str(error).count(': error: ')} errors"
    return "mypy: no errors"
