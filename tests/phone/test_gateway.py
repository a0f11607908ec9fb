"""The gateway in an interpreter of its own, with the packed files only: what a browser runs, without a browser."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pydantic_core
import pytest

from tests.phone.conftest import BUILDS, Build
from tests.server import ROOT

SCRIPT = ROOT / "tests" / "phone" / "alone_in_python.py"

Run = Callable[..., dict[str, Any]]


@pytest.fixture(scope="module")
def unpacked(build: Build, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archives for a German phone, unpacked, with pydantic's compiled part for this interpreter."""
    folder = tmp_path_factory.mktemp("unpacked")
    for name in ("interpreter", "packages", "companion", "rules-de"):
        (archive,) = (build.folder / "phone" / "archives").glob(f"{name}-*.tar.xz")
        with tarfile.open(archive) as file:
            file.extractall(folder)
    for compiled in Path(pydantic_core.__file__).parent.glob("_pydantic_core*.so"):
        shutil.copy(compiled, folder / "packages" / "pydantic_core")
    return folder


@pytest.fixture
def run(unpacked: Path, tmp_path: Path) -> Run:
    """Runs a task of alone_in_python.py on the data folder of the test; what it printed."""
    data = tmp_path / "data"
    data.mkdir()

    def start(task: str) -> dict[str, Any]:
        command = [sys.executable, "-I", "-S", str(SCRIPT), str(unpacked), str(data), task]
        # No folder above it may help out, and no environment.
        ran = subprocess.run(command, cwd=data, env={}, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
        found: dict[str, Any] = {**json.loads(ran.stdout), "said": ran.stderr}
        return found

    return start


def _totals(page: str) -> list[int]:
    return [int(text.replace("−", "-")) for text in re.findall(r'<span class="figure">([^<]+)</span>', page)]


def test_an_evening_outlives_a_restart(run: Run, tmp_path: Path) -> None:
    first = run("first")
    assert first["statuses"] == [302, 302]
    assert _totals(first["page"]) == [13, 5]
    cookies = json.loads((tmp_path / "data" / "cookies.json").read_text())
    assert "csrftoken" in cookies, sorted(cookies)
    assert len(cookies) > 1, "the keys to the tables are kept as well"
    again = run("again")
    assert again["match"] == first["match"]
    assert _totals(again["page"]) == [13, 5]
    assert again["statuses"] == [302]
    assert _totals(again["then"]) == [13, 14]


def test_what_is_imported_is_packed_or_in_the_standard_library(run: Run, unpacked: Path) -> None:
    modules = run("first")["modules"]
    assert {"django", "pydantic_core", "scoring.pages", "rulesref"} <= modules.keys()
    assert not modules.keys() & {"rest_framework", "drf_spectacular", "psycopg", "uvicorn", "a2wsgi", "corsheaders"}
    library = {Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "platstdlib")}
    files = {Path(file).resolve() for file in modules.values() if file and Path(file).name != SCRIPT.name}
    packed = unpacked.resolve()
    elsewhere = [file for file in files if packed not in file.parents and not library & set(file.parents)]
    assert elsewhere == []
    assert not [file for file in files if "site-packages" in file.parts]
    left_out = _left_out_of_the_library(unpacked)
    assert len(left_out) > 100
    inside = {file.relative_to(root).as_posix() for file in files for root in library if root in file.parents}
    assert inside & left_out == set()


def _left_out_of_the_library(unpacked: Path) -> set[str]:
    """Files of Pyodide's standard library that phones do not get."""
    whole = BUILDS / "phone-packages" / "node_modules" / "pyodide" / "python_stdlib.zip"
    with zipfile.ZipFile(whole) as all_of_it, zipfile.ZipFile(unpacked / "python_stdlib.zip") as packed:
        return set(all_of_it.namelist()) - set(packed.namelist())


def test_every_page_that_a_link_leads_to_opens(run: Run) -> None:
    pages = run("pages")
    assert pages["statuses"] == [302]
    assert _totals(pages["page"]) == [0, 23, 0]
    found, match = pages["found"], pages["match"]
    kinds = {"/", "/new", "/rules", "/rules/skat", match, f"{match}/print", f"{match}/board"}
    assert kinds <= found.keys(), sorted(found)
    assert {path: status for path, status in found.items() if status not in (200, 302)} == {}, pages["said"][-3000:]
