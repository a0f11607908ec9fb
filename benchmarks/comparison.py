"""Recording a hand with other frameworks: their servers, and a check that they give the same answers."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from benchmarks.load import Connection, request
from benchmarks.servers import Server, database_copy, serving_application
from tests.server import ROOT

ENVIRONMENT = ROOT / "build" / "bench"
PYTHON = ENVIRONMENT / "bin" / "python"
APPLICATIONS = {
    "FastAPI, SQLAlchemy": "fastapi_app",
    "django-ninja, ORM": "ninja_app",
    "DRF serializers, ORM": "drf_app",
}


def install_libraries() -> bool:
    """Installs the frameworks to compare with in their own environment if needed. Whether they are there."""
    stamp, wanted = ENVIRONMENT / "installed.txt", (ROOT / "requirements" / "bench.txt").read_text()
    if stamp.is_file() and stamp.read_text() == wanted:
        return True
    print("installing what the comparison needs in build/bench")
    install = [str(PYTHON), "-m", "pip", "install", "--quiet", "--require-hashes", "-r", "requirements/bench.txt"]
    for command in ([sys.executable, "-m", "venv", str(ENVIRONMENT)], install):
        result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if result.returncode:
            print(f"!!! COMPARISON NOT MEASURED: {' '.join(command[1:4])} failed\n{result.stderr[-600:]}")
            return False
    stamp.write_text(wanted)
    return True


@contextmanager
def alternatives(database: str, folder: Path) -> Iterator[dict[str, Server]]:
    """A server for each, on its own copy of the database; none if their libraries are missing."""
    with ExitStack() as stack:
        servers = {}
        if install_libraries():
            for name, module in APPLICATIONS.items():
                copy = stack.enter_context(database_copy(database, folder, module))
                here = "benchmarks.alternatives"
                django = {"DJANGO_SETTINGS_MODULE": f"{here}.settings", "ROOT_URLCONF": f"{here}.{module}"}
                application = f"{here}.{'fastapi_app' if module == 'fastapi_app' else 'wsgi'}:application"
                serving = serving_application(application, copy, folder, str(PYTHON), **django)
                servers[name] = stack.enter_context(serving)
        yield servers


def check_same_answers(servers: dict[str, Server], path: str, headers: dict[str, str], hand: Any) -> None:
    """Records a hand in the same match on every server. Raises AssertionError if an answer differs."""
    message = request("POST", path, headers, json.dumps(hand).encode())
    answers = {}
    for name, server in servers.items():
        status, body = Connection(server.port).ask(message)
        assert status == 201, (name, body)
        answer = json.loads(body)
        answer.pop("recorded_at")
        answers[name] = answer
    own = answers.pop("product")
    for name, answer in answers.items():
        assert answer == own, (name, answer, own)
