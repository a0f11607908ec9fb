"""The other Pythons that we support, each with an environment of its own in ``build/``."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tests.server import ROOT

VERSIONS = ("3.11", "3.12", "3.13")
"""Supported versions. Python 3.14 is tested in a browser (tests/phone)."""

THIS = f"{sys.version_info[0]}.{sys.version_info[1]}"

_REQUIREMENTS = ROOT / "requirements" / "test.txt"


def find_python(version: str) -> str | None:
    """The path of this version of Python; None if it is not on this machine. Downloads nothing."""
    pyenv = sorted((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python"))
    candidates = [*map(str, pyenv), shutil.which(f"python{version}")]
    for candidate in filter(None, candidates):
        probe = subprocess.run([candidate, "-c", "import sqlite3, ssl"], capture_output=True, check=False)
        if probe.returncode == 0:
            return candidate
    return None


def environment_folder(version: str) -> Path:
    """The folder for everything that belongs to this version."""
    return ROOT / "build" / f"python{version}"


def make_environment(version: str, python: str) -> str:
    """Returns the Python of a virtual environment with requirements/test.txt; kept for the next run."""
    folder = environment_folder(version)
    own = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    if not own.exists():
        subprocess.run([python, "-m", "venv", "--without-pip", folder], check=True)
    installed = folder / "installed.txt"
    if not installed.exists() or installed.read_bytes() != _REQUIREMENTS.read_bytes():
        install(str(own), "--require-hashes", "-r", str(_REQUIREMENTS))
        shutil.copy(_REQUIREMENTS, installed)
    return str(own)


def install(python: str, *what: str) -> None:
    """Installs packages into the environment of this Python by uv, by pip if uv cannot.

    uv takes a second of CPU where pip takes 20, but does not know indexes that only pip's settings name.
    Raises CalledProcessError, with what pip says, if neither can.
    """
    uv = [str(Path(sys.executable).with_name("uv")), "pip", "install", "--quiet", "--system-certs", "--python", python]
    if subprocess.run([*uv, *what], capture_output=True, check=False).returncode:
        pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet"]
        subprocess.run([*pip, *what], capture_output=True, text=True, check=True)
