"""Our commands on a database of an earlier release."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.server import ROOT


def run_command(file: Path, command: str) -> subprocess.CompletedProcess[str]:
    """Runs a command of ``manage.py`` on this SQLite file, as its operator does, and returns how it ended."""
    return subprocess.run(
        [sys.executable, "manage.py", command],
        cwd=ROOT,
        env={**os.environ, "DATA_DIR": str(file.parent), "DATABASE_URL": f"sqlite:///{file}"},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
