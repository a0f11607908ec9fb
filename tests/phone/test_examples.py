"""The worked examples in the interpreter that a phone fetches, inside a browser, beside those of this process."""

from __future__ import annotations

import base64
import json
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from scoring.games import all_games
from tests.phone.kept_browser import PLAIN, KeptBrowser
from tests.phone.sheets import answer
from tests.server import ROOT

pytestmark = [pytest.mark.browser, pytest.mark.layout]

WORKER = Path(__file__).parent / "examples-worker.mjs"

#: The worker is made of its text, so that nothing has to be added to what is served.
_RUN = """async ({ script, examples, tests }) => {
  const { version } = await (await caches.match("/phone/kept")).json();
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(address, { type: "module" });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message || "worker"));
    worker.postMessage({ origin: location.origin, version, tests, examples });
  });
}"""


def _worked_examples() -> Iterator[tuple[str, dict[str, Any]]]:
    content = ROOT / "rulesref" / "content" / "examples"
    for slug in sorted(all_games()):
        for example in yaml.safe_load((content / f"{slug}.yaml").read_text(encoding="utf-8")):
            yield slug, example


def _code_of_tests(folder: Path) -> str:
    """What makes score sheets, as an archive in base64."""
    archive = folder / "tests.tar"
    names = ["__init__.py", "games/__init__.py", "games/sheet.py", "phone/__init__.py", "phone/sheets.py"]
    with tarfile.open(archive, "w") as file:
        for name in names:
            file.add(ROOT / "tests" / name, f"tests/{name}")
    return base64.b64encode(archive.read_bytes()).decode()


def test_every_worked_example_comes_to_the_same_score_sheet(alone: KeptBrowser, tmp_path: Path) -> None:
    found = list(_worked_examples())
    examples = json.dumps(found)
    page = alone.page(PLAIN)
    there = json.loads(
        page.evaluate(_RUN, {"script": WORKER.read_text(), "examples": examples, "tests": _code_of_tests(tmp_path)})
    )
    here = json.loads(answer(examples))
    assert (there["version"][:2], there["platform"]) == ([3, 14], "emscripten")
    assert {slug for slug, _ in found} == set(all_games())
    assert len(here["sheets"]) > 100
    assert there["sheets"] == here["sheets"]
    print(f"{len(there['sheets'])} worked examples of {len(all_games())} games in the browser's interpreter")
