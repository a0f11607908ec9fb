"""The wheel, installed into an empty environment, serves: pages, rules, static files and scores."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests import loopback
from tests.browser import PATIENCE
from tests.not_run import not_run
from tests.pythons import install
from tests.server import ROOT, Running


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as ``pip wheel .`` makes it, by the build backend that is installed already."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns(".*", "build", "var", "tests", "__pycache__"))
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "."]
    subprocess.run([*command, "--wheel-dir", folder], cwd=source, check=True)
    (file,) = folder.glob("*.whl")
    return file


def _without_hashes(requirements: Path, folder: Path) -> Path:
    """The pinned versions as constraints: pip takes no hashes beside a wheel that has none."""
    lines = [line.rstrip(" \\") for line in requirements.read_text().splitlines() if not line.startswith(" ")]
    constraints = folder / "constraints.txt"
    constraints.write_text("\n".join(lines))
    return constraints


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """The command ``companion`` in an environment with only the wheel and its requirements."""
    environment = wheel.parent / "venv"
    python = environment / ("Scripts" if os.name == "nt" else "bin") / "python"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    pinned = _without_hashes(ROOT / "requirements" / "run.txt", wheel.parent)
    try:
        install(str(python), "-c", str(pinned), str(wheel))
    except subprocess.CalledProcessError as error:
        offline = ("Temporary failure in name resolution", "NewConnectionError", "No matching distribution found")
        if not any(words in error.stderr for words in offline):
            pytest.fail(error.stderr)
        not_run(f"the wheel in an empty environment: the package registry does not answer.\n{error.stderr}")
    return python.with_name("companion")


@pytest.fixture(scope="module")
def server(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The installed command, serving for a user who has set nothing."""
    home = tmp_path_factory.mktemp("home")
    running = Running(home, "", command=[str(installed), "serve"], HOME=str(home))
    for name in ("DATABASE_URL", "DATA_DIR", "DJANGO_SETTINGS_MODULE", "STATIC_ROOT", "SECRET_KEY", "PYTHONPATH"):
        running.environment.pop(name, None)
    for name in [name for name in running.environment if name.startswith("XDG_")]:
        running.environment.pop(name)
    running.start()
    try:
        yield running
    finally:
        running.stop()


def test_it_carries_what_is_not_python(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {"companion", "scoring", "rulesref"}
    for kind in ("static", "templates"):
        files = {str(file.relative_to(ROOT).as_posix()) for file in (ROOT / kind).rglob("*") if file.is_file()}
        assert {f"companion/{file}" for file in files} <= names
    content = {file.relative_to(ROOT).as_posix() for file in (ROOT / "rulesref" / "content").rglob("*.*")}
    assert content <= names
    assert "scoring/api/openapi/examples.json" in names
    guide = {file.relative_to(ROOT / "docs").as_posix() for file in (ROOT / "docs" / "api").rglob("*.md")}
    assert {f"companion/guide/{file}" for file in (*guide, "api.md", "error-codes.md")} <= names


def test_it_serves_pages_rules_files_and_scores(server: Running, installed: Path) -> None:
    # One test: each of several could run in a process of its own, with an environment of its own.
    with loopback.Client(base_url=server.url, timeout=PATIENCE / 1000) as http:
        _serves_pages_rules_and_static_files(http)
        _scores_hands(http)
        _keeps_its_data_in_the_users_folder(http, server, installed)


def _serves_pages_rules_and_static_files(http: httpx.Client) -> None:
    home = http.get("/")
    assert home.status_code == 200
    assert "Skat" in http.get("/new").text
    assert "matadors" in http.get("/rules/skat").text.lower()
    address = home.text.split('rel="stylesheet" href="')[1].split('"')[0]
    style = http.get(address, headers={"accept-encoding": "br"})
    assert style.status_code == 200
    assert style.headers["Content-Encoding"] == "br"
    assert http.get("/static/icon.svg").headers["Content-Type"] == "image/svg+xml"


def _scores_hands(http: httpx.Client) -> None:
    hand = {"kind": "round", "scores": [3, 4]}
    answer = http.post("/api/v1/games/points/score", json={"players": 2, "hands": [hand]})
    assert answer.json()["totals"] == [3, 4]


def _keeps_its_data_in_the_users_folder(http: httpx.Client, server: Running, installed: Path) -> None:
    assert http.post("/api/v1/tables", json={"name": "Thursday"}).status_code == 201
    assert list(server.folder.rglob("companion.sqlite3"))
    environment = {**server.environment, "PYTHONWARNINGS": "error"}
    audit = subprocess.run([installed, "audit"], env=environment, cwd=server.folder, capture_output=True, text=True)
    assert audit.returncode == 0, audit.stderr
