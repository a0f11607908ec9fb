"""The collection for Bruno is that of the recorded examples, and its requests get what they expect."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from clients.collection import FOLDER, files
from tests.npm_packages import installed
from tests.server import Running, database_url

CLI = "node_modules/@usebruno/cli/bin/bru.js"


def test_it_is_written_from_the_examples() -> None:
    """If not: ``python -m clients.collection``."""
    found = {
        path.relative_to(FOLDER).as_posix(): path.read_text("utf-8") for path in FOLDER.rglob("*") if path.is_file()
    }
    assert found == files()


def test_every_request_gets_what_it_expects(tmp_path: Path) -> None:
    packages = installed("collection", "the collection for Bruno")
    folder = shutil.copytree(FOLDER, tmp_path / "bruno")
    with database_url(tmp_path) as database:
        server = Running(tmp_path, database)
        server.start()
        try:
            command: list[str | Path] = [
                "node",
                packages / CLI,
                "run",
                "--env",
                "local",
                "--env-var",
                f"url={server.url}",
            ]
            ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=120)
        finally:
            server.stop()
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-2000:]
    assert f"{len(files()) - 2} Passed" in ran.stdout
