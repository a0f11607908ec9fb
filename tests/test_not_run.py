"""What could not be run is reported, and is a failure with CI=true: no browser, node, PostgreSQL or other Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.operations.image import cannot_run
from tests.server import ROOT, free_port

ONE_FILE = ["tests/games/test_points.py", "--collect-only"]
NEEDS = {
    "Chromium": ["pytest", "tests/api/test_docs_page.py"],
    "firefox-esr": ["pytest", "tests/browsers/test_flow.py", "-k", "Firefox"],
    "webkit2gtk-driver": ["pytest", "tests/browsers/test_flow.py", "-k", "WebKit"],
    "node": ["pytest", "tests/clients/test_typescript_client.py"],
    "PostgreSQL": ["tests", *ONE_FILE],
    "Python 3.12": ["tests", *ONE_FILE],
}
if not cannot_run():
    NEEDS["buildah"] = ["pytest", "tests/operations/test_image.py"]


@pytest.mark.parametrize("ci", ["true", ""], ids=["in CI", "at home"])
@pytest.mark.parametrize("missing", NEEDS)
def test_what_is_missing_is_said(missing: str, ci: str, tmp_path: Path) -> None:
    if missing == f"Python {sys.version_info[0]}.{sys.version_info[1]}":
        pytest.skip("this is the Python that is not missing")
    nowhere = {
        "CI": ci,
        "HOME": str(tmp_path),
        "PATH": str(tmp_path),
        "TEST_DATABASE_URL": f"postgresql://postgres@127.0.0.1:{free_port()}/postgres",
        "TEST_PROCESSES": "0",
    }
    command = [sys.executable, "-m", *NEEDS[missing]]
    ran = subprocess.run(command, cwd=ROOT, env=os.environ | nowhere, capture_output=True, text=True, check=False)
    lines = [line for line in ran.stdout.splitlines() if "NOT RUN: " in line]
    assert missing in "\n".join(lines), ran.stdout + ran.stderr
    assert ran.returncode == (1 if ci else 0)
