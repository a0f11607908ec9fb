"""The browser is killed while hands are saved: what was confirmed is there, once, in a database that is sound."""

from __future__ import annotations

import base64
import json
import random
import sqlite3
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import ConsoleMessage

from scoring.engine.match import replay
from scoring.games import get
from tests.phone.kept_browser import PLAIN, KeptBrowser, Tab

pytestmark = [pytest.mark.browser, pytest.mark.layout]

KILLS = 5
PEOPLE = ["Ada", "Ben"]

#: Saves one hand after the other with the page's own form, and tells which of them the page has confirmed.
#: Each has points that no other hand has.
_SAVE = """async (first) => {
  const until = (found) => new Promise((resolve) => {
    const look = () => (found() ? resolve() : setTimeout(look, 5));
    look();
  });
  const shown = () => document.querySelectorAll(".sheet tbody .nr a").length;
  const has = (selector) => document.querySelector(selector) !== null;
  const idle = () => has("#entry:not([inert]) button.save:enabled") && has("#waiting-hands.is-empty");
  (async () => {
    for (let points = first; points < first + 500; points += 1) {
      await until(idle);
      const before = shown();
      const field = document.querySelector("#entry .entry-of input");
      field.value = points;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      console.log(`saving ${points}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
      document.querySelector("#entry button.save").click();
      await until(() => shown() > before && idle());
      window.confirmed(points);
    }
  })();
}"""

_READ = """async () => {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("companion");
  const files = {};
  for (const name of ["companion.sqlite3", "companion.sqlite3-journal"]) {
    const file = await (await folder.getFileHandle(name)).getFile();
    const bytes = new Uint8Array(await file.arrayBuffer());
    files[name] = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  }
  return files;
}"""


def _stored(browser: KeptBrowser, folder: Path) -> list[int]:
    """The points of the hands in the database, as the browser has its file now. It must be sound."""
    page = browser.page(PLAIN)
    folder.mkdir()
    for name, content in page.evaluate(_READ).items():
        if content:
            (folder / name).write_bytes(base64.b64decode(content))
    page.close()
    database = sqlite3.connect(folder / "companion.sqlite3")
    try:
        # With its journal beside it, as the next start finds it: what was not complete is rolled back.
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        rows = database.execute("SELECT number, input FROM scoring_hand ORDER BY number").fetchall()
    finally:
        database.close()
    assert [number for number, _ in rows] == list(range(1, len(rows) + 1))
    return [json.loads(hand)["scores"][0] for _, hand in rows]


def _check(stored: list[int], confirmed: list[int], said: str) -> None:
    assert [points for points in stored if points in confirmed] == confirmed, f"each once, in their order; {said}"
    assert len(set(stored)) == len(stored), f"none twice: {stored}; {said}"


def _wait_until_sent(tab: Tab) -> None:
    """Waits until nothing is kept for later."""
    tab.within.locator("#entry:not([inert])").wait_for()
    tab.within.locator("#waiting-hands.is-empty").wait_for(state="attached")


def _is(text: str, message: ConsoleMessage) -> bool:
    return message.text == text


def test_a_browser_killed_at_any_moment_loses_no_confirmed_hand(alone: KeptBrowser, tmp_path: Path) -> None:
    seed = random.randrange(2**32)
    moments, said = random.Random(seed), f"seed {seed}"
    confirmed: list[int] = []
    tab = alone.tab()
    match = tab.begin("points", PEOPLE)
    for kill in range(KILLS):
        last = 1000 * (kill + 1) + moments.randint(1, 3)
        tab.page.expose_function("confirmed", lambda points: confirmed.append(points))
        told = partial(_is, f"saving {last}")
        # Just before, while and after the hand with these points is saved: the page waits 100 ms after it said so.
        with tab.page.expect_console_message(told):
            tab.frame.evaluate(_SAVE, 1000 * (kill + 1))
        tab.page.wait_for_timeout(moments.uniform(60, 200))
        alone.kill()
        alone.start()
        at_kill = _stored(alone, tmp_path / f"killed-{kill}")
        _check(at_kill, confirmed, said)
        tab = alone.tab(match)
        _wait_until_sent(tab)
        stored = _stored(alone, tmp_path / f"started-{kill}")
        _check(stored, confirmed, said)
        hands = [{"kind": "round", "scores": [points, None]} for points in stored]
        print(f"kill {kill + 1}: {len(confirmed)} confirmed, {len(at_kill)} on the disk, {len(stored)} after the start")
        assert tab.totals() == replay(get("points"), len(PEOPLE), hands).totals, said
    assert len(confirmed) >= KILLS
    assert alone.problems == []
