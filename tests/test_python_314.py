"""The calculators on Python 3.14: an interpreter for WebAssembly, from the npm registry, scores the worked examples."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from filelock import FileLock

from scoring.games import all_games
from tests.not_run import not_run
from tests.pyodide.sheets import answer
from tests.server import ROOT

#: What the calculators need besides Python, at the versions of requirements/run.txt.
PACKAGES = ("annotated-types", "pydantic", "pydantic-core", "typing-extensions", "typing-inspection")
PLATFORM = "pyemscripten_2026_0_wasm32"


def _get(command: list[str], cwd: Path) -> None:
    made = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if made.returncode:
        not_run(f"the calculators on Python 3.14: {command[0]} did not get a package.\n{made.stdout}{made.stderr}")


def _pinned() -> str:
    """The lines of requirements/run.txt for PACKAGES, with their hashes."""
    blocks = re.split(r"\n(?=\S)", (ROOT / "requirements" / "run.txt").read_text())
    return "\n".join(block for block in blocks if re.match(r"[a-z0-9-]+", block)[0] in PACKAGES)  # type: ignore[index]


@pytest.fixture(scope="module")
def site() -> Path:
    """A folder with the interpreter in node_modules and the packages as wheels; kept for the next run."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        not_run("the calculators on Python 3.14: no node or npm found (Debian: apt-get install nodejs npm)")
    folder = ROOT / "build" / "pyodide"
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder.with_name("pyodide.lock")):
        wanted = _pinned() + (ROOT / "requirements" / "pyodide" / "package-lock.json").read_text()
        stamp = folder / "stamp"
        if not stamp.exists() or stamp.read_text() != wanted:
            shutil.rmtree(folder)
            shutil.copytree(ROOT / "requirements" / "pyodide", folder)
            (folder / "requirements.txt").write_text(_pinned())
            _get(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder)
            download = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
            target = ["--python-version", "3.14", "--implementation", "cp", "--abi", "cp314", "--abi", "none"]
            _get(
                [
                    *download,
                    *target,
                    "--platform",
                    PLATFORM,
                    "--require-hashes",
                    "-r",
                    "requirements.txt",
                    "-d",
                    "wheels",
                ],
                folder,
            )
            stamp.write_text(wanted)
    return folder


def _calculators(folder: Path) -> Path:
    """The calculators, and the code of the tests that makes score sheets, as an archive."""
    archive = folder / "calculators.zip"
    modules = [ROOT / "scoring" / "__init__.py", ROOT / "tests" / "__init__.py"]
    for package in ("scoring/engine", "scoring/games", "tests/pyodide"):
        modules += sorted((ROOT / package).rglob("*.py"))
    modules += [ROOT / "tests" / "games" / name for name in ("__init__.py", "sheet.py")]
    with zipfile.ZipFile(archive, "w") as file:
        for module in modules:
            file.write(module, module.relative_to(ROOT))
    return archive


def _examples() -> Iterator[tuple[str, dict[str, Any]]]:
    content = ROOT / "rulesref" / "content" / "examples"
    for slug in sorted(all_games()):
        for example in yaml.safe_load((content / f"{slug}.yaml").read_text(encoding="utf-8")):
            yield slug, example


def test_every_worked_example_comes_to_the_same_score_sheet(site: Path, tmp_path: Path) -> None:
    examples = json.dumps(list(_examples()))
    archives = [*sorted((site / "wheels").glob("*.whl")), _calculators(tmp_path)]
    file = tmp_path / "examples.json"
    file.write_text(examples)
    command = ["node", ROOT / "tests" / "pyodide" / "run.mjs", site / "node_modules" / "pyodide", file, *archives]
    ran = subprocess.run([str(one) for one in command], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    there, here = json.loads(ran.stdout), json.loads(answer(examples))
    assert (there["version"][:2], there["platform"]) == ([3, 14], "emscripten")
    assert len(here["sheets"]) > 100
    assert there["sheets"] == here["sheets"]
