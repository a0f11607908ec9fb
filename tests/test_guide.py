"""Every program and command of docs/api is run against a real server, and prints what the page says."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import loopback
from tests.browser import PATIENCE
from tests.not_run import not_run

GUIDE = Path(__file__).parents[1] / "docs" / "api"
PAGES = sorted(str(page.relative_to(GUIDE)) for page in GUIDE.rglob("*.md"))
ADDRESS = "http://localhost:8000"

#: A block of code, with the name of its file if the text before ends with one.
_BLOCK = re.compile(
    r"(?:`(?P<file>[\w.-]+)`[^\n`]*:\n\n)?^```(?P<language>\w*)\n(?P<code>.*?)^```$", re.DOTALL | re.MULTILINE
)
#: Stands between the outputs of two blocks.
_END = "\x1e"

#: What differs from run to run.
_CHANGING = {
    "KEY": re.compile(r"\b[0-9a-z]{16}\.[\w-]{32}(?![\w-])"),
    "ID": re.compile(r"\b[0-9a-z]{16}(?:[0-9a-z]{12})?\b"),
    "TIME": re.compile(r"\b\d{4}-\d\d-\d\dT[\d:.]+Z"),
}


@dataclass
class Script:
    """What a page says: its files, and its commands with the output that is shown below each ("" for none)."""

    files: dict[str, str] = field(default_factory=dict)
    commands: list[tuple[str, str, str]] = field(default_factory=list)
    """The commands, the language of the output, the output."""


def script_of(page: str) -> Script:
    """Raises AssertionError for a block that is neither a named file, a command, nor the output below a command."""
    script = Script()
    after = ""
    for block in _BLOCK.finditer((GUIDE / page).read_text(encoding="utf-8")):
        language, code = block["language"], block["code"]
        if language == "sh":
            script.commands.append((code, "", ""))
        elif language in ("text", "json"):
            assert after == "sh", f"{page}: no command before the output\n{code}"
            script.commands[-1] = (script.commands[-1][0], language, code)
        elif language:
            assert language in ("python", "js", "html"), f"{page}: {language}"
            assert block["file"], f"{page}: a program without the name of its file\n{code}"
            script.files[block["file"]] = code
        after = language
    return script


def write_files(script: Script, folder: Path, server: str) -> None:
    """Writes the programs of a page, for this server."""
    for name, code in script.files.items():
        (folder / name).write_text(code.replace(ADDRESS, server), encoding="utf-8")


def fixed(text: str) -> str:
    """The text with words in place of ids, keys and times."""
    for word, pattern in _CHANGING.items():
        text = pattern.sub(word, text)
    return text.replace("\r", "").strip()


def missing(shown: Any, answer: Any, where: str = "") -> list[str]:
    """What of the JSON that is shown does not hold for the answer. Objects may have further fields, lists no items."""
    if isinstance(shown, dict) and isinstance(answer, dict):
        pairs = [(value, answer.get(name), f"{where}/{name}") for name, value in shown.items()]
    elif isinstance(shown, list) and isinstance(answer, list) and len(shown) == len(answer):
        pairs = [
            (one, other, f"{where}/{number}") for number, (one, other) in enumerate(zip(shown, answer, strict=True))
        ]
    else:
        return [] if shown == answer else [f"{where}: {answer!r} instead of {shown!r}"]
    return [one for pair in pairs for one in missing(*pair)]


def difference(language: str, shown: str, printed: str) -> list[str]:
    """How the output of a command differs from what is shown below it."""
    shown, printed = fixed(shown), fixed(printed)
    if language == "json":
        return missing(json.loads(shown), json.loads(printed))
    return [] if shown == printed else [f"printed:\n{printed}\nshown:\n{shown}"]


def run(script: Script, folder: Path, server: str) -> list[str]:
    """Runs the commands in one shell; what each has printed."""
    for program in ("bash", "curl", "node"):
        if shutil.which(program) is None:
            not_run(f"the guide to the API: no {program} found (Debian: apt-get install bash curl nodejs)")
    commands = "".join(f"{code}printf '{_END}'\n" for code, _, _ in script.commands)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", commands.replace(ADDRESS, server)],
        cwd=folder,
        env={**os.environ, "PATH": path, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout.split(_END)[:-1]


@pytest.mark.parametrize("page", [page for page in PAGES if script_of(page).commands])
def test_what_a_page_says_is_what_comes(page: str, tmp_path: Path, server: str) -> None:
    script = script_of(page)
    write_files(script, tmp_path, server)
    wrong = []
    for (code, language, shown), printed in zip(script.commands, run(script, tmp_path, server), strict=True):
        wrong += [f"{code}{one}" for one in difference(language, shown, printed)]
    assert not wrong, "\n\n".join(wrong)


def test_every_program_is_run() -> None:
    shown = {name for page in PAGES for name in script_of(page).files}
    run_by_shell = {name for page in PAGES for name in shown for code, *_ in script_of(page).commands if name in code}
    assert shown - run_by_shell == {"watch.html", "truco.html", "watch-face.html"}, (
        "these are opened in a browser below"
    )


def test_links_lead_to_pages() -> None:
    links = [(page, link) for page in PAGES for link in re.findall(r"\]\(([^)#]+)", (GUIDE / page).read_text())]
    begin = {link for page, link in links if page == "README.md"}
    assert set(PAGES) - begin == {"README.md"}, "the first page leads to all others"
    assert [(page, link) for page, link in links if not (GUIDE / page).parent.joinpath(link).exists()] == []


def test_the_counter_has_forty_lines_of_javascript() -> None:
    (code,) = re.findall(
        r'<script type="module">\n(.*?)</script>', script_of("recipes/truco-counter.md").files["truco.html"], re.DOTALL
    )
    assert len([line for line in code.splitlines() if line.strip()]) <= 40


@pytest.fixture
def elsewhere(tmp_path: Path, server: str) -> Iterator[str]:
    """The address of another web server that has the pages of the guide."""
    for page in PAGES:
        write_files(script_of(page), tmp_path, server)

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=tmp_path)) as other:
        thread = Thread(target=other.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{other.server_port}"
        other.shutdown()
        thread.join()


class Evening:
    """A match of Points on the server."""

    def __init__(self, server: str) -> None:
        self.api = f"{server}/api/v1"
        table = loopback.post(f"{self.api}/tables", json={"name": "Thursday"}).json()
        self.viewer = table["keys"]["viewer"]
        self._scorer = {"Authorization": f"Bearer {table['keys']['scorer']}"}
        body = {"game": "points", "players": ["Ada", "Ben"]}
        started = loopback.post(f"{self.api}/tables/{table['id']}/matches", json=body, headers=self._scorer)
        self.match = started.json()["id"]
        self.address = f"{self.api}/matches/{self.match}"

    def record(self, *scores: int) -> None:
        hand = {"kind": "round", "scores": scores}
        loopback.post(f"{self.address}/hands", json=hand, headers=self._scorer).raise_for_status()


def count_truco(page: Page, elsewhere: str) -> None:
    """Two hands, one undone, and a match to its end; the page keeps them when it is opened again."""
    status, totals = page.locator("p"), page.locator("output")
    page.goto(f"{elsewhere}/truco.html")
    expect(totals).to_have_text(["0", "0"])
    page.get_by_role("button", name="+3", exact=True).last.click()
    expect(totals).to_have_text(["0", "3"])
    page.reload()
    expect(totals).to_have_text(["0", "3"])
    page.get_by_role("button", name="Undo").click()
    expect(totals).to_have_text(["0", "0"])
    page.get_by_role("button", name="+12").first.click()
    expect(status).to_have_text("We won")
    page.get_by_role("button", name="+1", exact=True).first.click()
    expect(status).to_contain_text("over")
    expect(totals).to_have_text(["12", "0"])
    page.get_by_role("button", name="New match").click()
    expect(totals).to_have_text(["0", "0"])


@pytest.mark.browser
@pytest.mark.layout
def test_pages_on_another_site(browser: Browser, server: str, elsewhere: str) -> None:
    evening = Evening(server)
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))

    page.goto(f"{elsewhere}/watch.html#api={evening.api}&match={evening.match}&key={evening.viewer}")
    expect(page.locator("li")).to_have_text(["Ada: 0", "Ben: 0"])
    evening.record(20, -5)
    expect(page.locator("li")).to_have_text(["Ada: 20", "Ben: -5"])
    expect(page.get_by_role("status")).to_have_text("Live")

    page.clock.install()
    page.goto(f"{elsewhere}/watch-face.html#match={evening.address}&key={evening.viewer}")
    expect(page.locator("main")).to_have_text("Ada 20\nBen -5", use_inner_text=True)
    with page.expect_response(evening.address) as unchanged:
        page.clock.run_for(5000)
    assert unchanged.value.status == 304
    evening.record(1, 1)
    page.clock.run_for(5000)
    expect(page.locator("main")).to_have_text("Ada 21\nBen -4", use_inner_text=True)

    count_truco(page, elsewhere)
    page.close()
    assert faults == []
