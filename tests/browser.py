"""A real browser at phone size, and what is measured in it."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal
from urllib.parse import urlencode

from axe_playwright_python.base import AXE_SCRIPT
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page
from playwright.sync_api import Error as PlaywrightError

from tests.pages.html_form import read_form

#: The shell first: the same engine without the windows, menus and tabs that nobody sees here.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ROOT = Path(__file__).parent.parent

PATIENCE = 60_000
"""Milliseconds that a test waits for the page: a machine that is busy with other tests is slow, not wrong."""

THEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")

LARGE, SMALL = (390, 844), (320, 568)
"""The phones for all tests: width and height in CSS pixels."""

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

COLORS = ["color-contrast", "link-in-text-block"]
"""The rules of axe-core that depend on colors."""

# A row of the sheet is as high as a line of paper (WCAG 2.2, 2.5.8: at least 24 px), so that a list of 36 hands is on
# two screens. All of the row is the target (test_sheet.py taps its edges), and the page of a hand has large buttons to
# its neighbours for whoever meets the wrong row.
_SMALL_TARGETS = """() =>
  [...document.querySelectorAll("a[href], button, input, select, textarea, summary, label.option")]
  .filter((one) => one.type !== "hidden" && one.checkVisibility({checkVisibilityCSS: true, checkOpacity: true})
    && !one.closest(".hush, .skip, p a, li.inline, .lines li > b, td p") && one.tabIndex !== -1)
  .map((one) => [one, one.closest(".sheet tbody")])
  .map(([one, row]) => [one, (row || one).getBoundingClientRect(), row ? 23.5 : 43.5])
  .filter(([one, box, least]) => box.width > 0 && (box.width < 43.5 || box.height < least))
  .map(([one, box]) => `${one.outerHTML.slice(0, 90)} ${Math.round(box.width)}x${Math.round(box.height)}`)"""

_SMALL_TEXT = """() => [...document.querySelectorAll("body *")]
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())
    && one.checkVisibility({checkVisibilityCSS: true}) && !one.closest("svg, script, noscript"))
  .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 15.9)
  .map((one) => `${one.outerHTML.slice(0, 90)} ${getComputedStyle(one).fontSize}`)"""


def chromium() -> str | None:
    """The path of an installed Chromium, None if there is none."""
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


def own_hand(number: int) -> str:
    """A selector for the row of this hand on the sheet; hands of parts before may stand below it."""
    return f".sheet a[href$='/hands/{number}']:not(.sheet-part .sheet-part a)"


class Phone:
    """A phone: one page with its own cookies. problems: errors in its console."""

    def __init__(self, browser: Browser, address: str, size: tuple[int, int], dark: bool, script: bool) -> None:
        width, height = size
        self.address = address
        self.size = size
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            has_touch=True,
            java_script_enabled=script,
        )
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.problems: list[str] = []
        self.taps = 0
        """Taps since the match was started, as the browser saw them."""
        self.context.expose_binding("countTap", self._tapped)
        self.context.add_init_script(_COUNT_TAPS)
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))

    def put_down(self) -> None:
        """Clears everything for the next test: a new tab takes as long as five pages."""
        # A file of the same server: about:blank would end the process of the page and start another one.
        self.open("/static/icon.svg")
        self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear() }")
        width, height = self.size
        if self.page.viewport_size != {"width": width, "height": height}:
            self.page.set_viewport_size({"width": width, "height": height})
        self.context.clear_cookies()
        self.problems.clear()
        self.taps = 0

    def _said(self, message: ConsoleMessage) -> None:
        # Taking a screenshot puts a style into the page, which our policy rightly stops.
        if message.type == "error" and not (os.environ.get("SCREENSHOTS") and "inline style" in message.text):
            self.problems.append(message.text)

    def _tapped(self, source: object) -> None:
        self.taps += 1

    def shown(self) -> str:
        """What a report of a failure says of this phone: address, problems, cookies, the page."""
        try:
            cookies = [f"{one.get('name')}={one.get('value')}" for one in self.context.cookies()]
            return f"{self.page.url} {self.problems} {cookies}\n{self.page.content()}"
        except PlaywrightError as error:
            return f"{self.page.url} {self.problems} {error}"

    def open(self, path: str) -> None:
        """Goes to a page of the server; by a link for others to where it leads."""
        self.page.goto(f"{self.address}{path}")
        if path.startswith("/join/"):
            self.page.wait_for_url(lambda address: "/join/" not in address)

    def tap(self, selector: str, place: int = 0) -> None:
        """One tap on something that can be seen."""
        self.page.locator(selector).locator("visible=true").nth(place).click()

    def start(self, slug: str, names: Sequence[str], **options: str) -> str:
        """Starts a match with what the form of its page sends, and opens it; returns its path. options: house rules.

        Without showing the form, which takes as long as a hand: `start_by_tapping` is for tests of the form itself.
        """
        got = self.context.request.get(f"{self.address}/new/{slug}")
        form = read_form(got.text(), "begin")
        form.add_seats(len(names))
        form.fill("name", names)
        for option, value in options.items():
            form.fill(f"o.{option}", [value])
        answer = self.context.request.post(
            f"{self.address}{form.action}",
            headers={"Content-Type": "application/x-www-form-urlencoded"},
            data=urlencode(form.sent(), doseq=True),
            max_redirects=0,
        )
        assert answer.status == 302, answer.text()
        path: str = answer.headers["location"]
        self.open(path)
        self.taps = 0
        return path

    def start_by_tapping(self, slug: str, names: Sequence[str]) -> str:
        """Starts a match by its page; returns its path."""
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
        """Waits until the hand of this number is on the sheet and its form has given way to the next one.

        The row may come with the live stream before the answer does.
        """
        self.page.locator(own_hand(number)).wait_for()
        self.page.locator(".entry[inert]").wait_for(state="detached")

    def totals(self) -> list[str]:
        """The totals by side, as printed."""
        places = self.places()
        return [points or figure for figure, points in places] or self.page.locator(".total .figure").all_inner_texts()

    def places(self) -> list[tuple[str, str]]:
        """Of a finished match the figure of each side, and beside the hands that it won its points, else ""."""
        read: list[tuple[int, str, str]] = self.page.locator(".places li").evaluate_all(
            "(all) => all.map((one) => [Number(one.className.match(/\\d+/)[0]), "
            "...['b', 'small'].map((part) => one.querySelector(part)?.innerText.split(' ')[0] ?? '')])"
        )
        return [(figure, points) for _side, figure, points in sorted(read)]

    def screenshot(self, name: str) -> None:
        """Saves a picture in ``screenshots/`` if SCREENSHOTS=1."""
        if os.environ.get("SCREENSHOTS"):
            folder = ROOT / "screenshots"
            folder.mkdir(exist_ok=True)
            self.page.screenshot(path=folder / f"{name}.png", full_page=True)

    # -- what is measured ----------------------------------------------------------------------------

    def themes(self) -> Iterator[str]:
        """Shows the open page in both themes, one after the other."""
        for theme in THEMES:
            self.page.emulate_media(color_scheme=theme)
            yield theme

    def enlarge_text(self) -> None:
        """Text at 200 %, for all pages that this phone opens."""
        sizes = {"standard": 32, "fixed": 26}
        self.context.new_cdp_session(self.page).send("Page.setFontSizes", {"fontSizes": sizes})

    def overflow(self) -> int:
        """By how many pixels the page is wider than the phone."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))

    def small_targets(self) -> list[str]:
        """Elements to tap that are smaller than 44 × 44, or rows of the sheet that are less than 24 high."""
        return list(self.page.evaluate(_SMALL_TARGETS))

    def small_text(self) -> list[str]:
        """Text below 16 px."""
        return list(self.page.evaluate(_SMALL_TEXT))

    def barriers(self, theme: str = THEMES[0]) -> list[str]:
        """What axe-core finds against WCAG 2.2 AA and good practice.

        theme: the one that is shown. In the second one it looks at colors only: the rest is as in the first.
        """
        only = {"type": "tag", "values": WCAG} if theme == THEMES[0] else {"type": "rule", "values": COLORS}
        axe = Axe("0" if self.page.evaluate("'axe' in window") else AXE_SCRIPT)  # loaded once for both themes
        options = {"runOnly": only, "resultTypes": ["violations"], "preload": False}
        found = axe.run(self.page, options=options).response["violations"]
        return [f"{one['id']}: {node['html'][:120]}" for one in found for node in one["nodes"]]
