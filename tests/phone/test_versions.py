"""Another version, a damaged store, the program removed: the matches of a phone outlive each of them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.phone.conftest import Build, StartBrowser
from tests.phone.kept_browser import PLAIN, SHELL, KeptBrowser, Tab, fetch
from tests.phone.served import Served

pytestmark = [pytest.mark.browser, pytest.mark.layout]

_DAMAGE = """async () => {
  const memories = await (await navigator.storage.getDirectory()).getDirectoryHandle("companion-memory");
  for await (const [, file] of memories.entries()) {
    const stream = await file.createWritable({ keepExistingData: true });
    await stream.truncate(1000000);
    await stream.close();
  }
}"""


def _begin(browser: KeptBrowser) -> tuple[Tab, str]:
    """A tab with a match of one hand, and the path of the match."""
    tab = browser.tab()
    match = tab.begin("points", ["Ada", "Ben"])
    _record(tab, 1, 10)
    return tab, match


def _is_there(tab: Tab) -> None:
    """Waits for that hand."""
    tab.saved(1)
    assert tab.totals() == [10, 0]


def _record(tab: Tab, number: int, points: int) -> None:
    tab.within.locator("#entry .entry-of input").first.fill(str(points))
    tab.tap("#entry .save")
    tab.saved(number)


def _version(tab: Tab) -> str:
    found: str = tab.page.evaluate("async () => (await (await caches.match('/phone/kept')).json()).version")
    return found


def _open_panel(tab: Tab) -> None:
    tab.open("/")
    tab.tap("[data-keep] summary")


def test_a_new_version_is_used_from_the_next_start(
    build: Build, profile: Path, start_browser: StartBrowser, tmp_path: Path
) -> None:
    newer = shutil.copytree(build.folder, tmp_path / "newer")
    manifest = newer / "phone" / "manifest.json"
    content = json.loads(manifest.read_text())
    older, content["version"] = content["version"], "0123456789abcdef"
    manifest.write_text(json.dumps(content))
    with (newer / "phone" / "phone.css").open("a") as style:
        style.write("/* newer */")
    server = Served(newer)
    try:
        browser = start_browser(port=server.port, profile=profile)
        tab, match = _begin(browser)
        _open_panel(tab)
        fetch(tab.within.locator("[data-keep]"), "Fetch the new version")
        assert "A new version is ready" in tab.within.locator("[data-keep]").inner_text()
        # The match goes on with the version that it began with.
        tab.open(match)
        _record(tab, 2, 20)
        assert _version(tab) == older
    finally:
        server.stop()
    browser.close()
    browser.start()
    tab = browser.tab(match)
    tab.saved(2)
    assert tab.totals() == [30, 0]
    assert _version(tab) == content["version"]
    assert "/* newer */" in browser.page(PLAIN).locator("body").inner_text()
    _record(tab, 3, 30)
    assert tab.totals() == [60, 0]


def test_a_damaged_memory_is_made_again(alone: KeptBrowser) -> None:
    tab, match = _begin(alone)
    alone.close()
    alone.start()
    alone.page(PLAIN).evaluate(_DAMAGE)
    tab = alone.tab(match)
    _is_there(tab)
    _record(tab, 2, 20)


def test_matches_outlive_the_program(profile: Path, start_browser: StartBrowser, served: Served) -> None:
    browser = start_browser(port=served.port, profile=profile)
    tab, match = _begin(browser)
    _open_panel(tab)
    tab.tap("[data-keep] button", "Remove from this phone")
    tab.tap("[data-keep] button", "Remove it")
    page = tab.page
    fetch(page.locator("#keep"), "Keep on this phone")
    served.stop()
    # No new start of the browser: the next page comes without a network already.
    page.goto(f"{SHELL}#{match}")
    page.reload()
    _is_there(tab)
