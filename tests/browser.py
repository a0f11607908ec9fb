"""A real browser at phone size, and what is measured in it."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ROOT = Path(__file__).parent.parent

LARGE, SMALL = (390, 844), (320, 568)
"""The phones that everything is tried on: width and height in CSS pixels."""

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

_SMALL_TARGETS = """() =>
  [...document.querySelectorAll("a[href], button, input, select, textarea, summary, label.option")]
  .filter((one) => one.type !== "hidden" && one.checkVisibility({checkVisibilityCSS: true, checkOpacity: true})
    && !one.closest(".hush, .skip, p a, li.inline, .lines li > b, td p") && one.tabIndex !== -1)
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([one, box]) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
  .map(([one, box]) => `${one.outerHTML.slice(0, 90)} ${Math.round(box.width)}x${Math.round(box.height)}`)"""

_SMALL_TEXT = """() => [...document.querySelectorAll("body *")]
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())
    && one.checkVisibility({checkVisibilityCSS: true}) && !one.closest("svg, script, noscript"))
  .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 15.9)
  .map((one) => `${one.outerHTML.slice(0, 90)} ${getComputedStyle(one).fontSize}`)"""


def chromium() -> str | None:
    """The path of an installed Chromium, None where there is none."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


#: What a person does on a page: every tap, and every field that is typed into without a tap before.
_COUNT_TAPS = """
const count = () => window.countTap();
let field = null;
addEventListener("pointerdown", (event) => {
  if (!event.isTrusted) return;
  field = event.target.closest("input[type=text], textarea");
  count();
}, true);
addEventListener("input", (event) => {
  if (!event.isTrusted || !event.target.matches("input[type=text], textarea") || event.target === field) return;
  field = event.target;
  count();
}, true);
"""


class Phone:
    """A phone that somebody holds: one page, cookies of its own. problems: what its console complained of."""

    def __init__(self, browser: Browser, address: str, size: tuple[int, int], dark: bool, script: bool) -> None:
        width, height = size
        self.address = address
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            has_touch=True,
            java_script_enabled=script,
        )
        self.context.set_default_timeout(10_000)
        self.page: Page = self.context.new_page()
        self.problems: list[str] = []
        self.taps = 0
        """Taps since the match was started, as the browser saw them."""
        self.context.expose_binding("countTap", self._tapped)
        self.context.add_init_script(_COUNT_TAPS)
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))

    def put_down(self) -> None:
        """Forget everything, for whoever takes this phone next: a new tab costs as much as five pages."""
        self.page.evaluate(
            "() => { if (location.protocol !== 'about:') { localStorage.clear(); sessionStorage.clear() } }"
        )
        self.page.goto("about:blank")
        self.context.clear_cookies()
        self.problems.clear()
        self.taps = 0

    def _said(self, message: ConsoleMessage) -> None:
        # Taking a screenshot puts a style into the page, which our policy rightly stops.
        if message.type == "error" and not (os.environ.get("SCREENSHOTS") and "inline style" in message.text):
            self.problems.append(message.text)

    def _tapped(self, source: object) -> None:
        self.taps += 1

    def open(self, path: str) -> None:
        """Goes to a page of the server."""
        self.page.goto(f"{self.address}{path}")

    def tap(self, selector: str, place: int = 0) -> None:
        """One tap on something that can be seen."""
        self.page.locator(selector).locator("visible=true").nth(place).click()

    def start(self, slug: str, names: Sequence[str]) -> str:
        """Starts a match; returns its path."""
        self.open(f"/new/{slug}")
        fields = self.page.locator(".seat input[type=text]")
        while fields.count() < len(names):
            self.page.locator(".add").click()
        for place, name in enumerate(names):
            fields.nth(place).fill(name)
        self.page.locator(".save").click()
        self.page.wait_for_url(re.compile("/matches/"))
        self.taps = 0
        return self.page.url.removeprefix(self.address)

    def saved(self, number: int) -> None:
        """Waits until the hand of this number stands on the sheet."""
        self.page.locator(f".sheet a[href$='/hands/{number}']").wait_for(timeout=10_000)

    def totals(self) -> list[str]:
        """The totals, as printed."""
        return self.page.locator(".total .figure").all_inner_texts()

    def screenshot(self, name: str) -> None:
        """Keeps a picture in ``screenshots/``, where somebody wants to look: SCREENSHOTS=1."""
        if os.environ.get("SCREENSHOTS"):
            folder = ROOT / "screenshots"
            folder.mkdir(exist_ok=True)
            self.page.screenshot(path=folder / f"{name}.png", full_page=True)

    # -- what is measured ----------------------------------------------------------------------------

    def overflow(self) -> int:
        """By how many pixels the page is wider than the phone."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))

    def small_targets(self) -> list[str]:
        """What is to be tapped and is smaller than 44 × 44."""
        return list(self.page.evaluate(_SMALL_TARGETS))

    def small_text(self) -> list[str]:
        """Text below 16 px."""
        return list(self.page.evaluate(_SMALL_TEXT))

    def barriers(self) -> list[str]:
        """What axe-core finds against WCAG 2.2 AA and good practice."""
        options = {"runOnly": {"type": "tag", "values": WCAG}, "resultTypes": ["violations"]}
        found = Axe().run(self.page, options=options).response["violations"]
        return [f"{one['id']}: {node['html'][:120]}" for one in found for node in one["nodes"]]
