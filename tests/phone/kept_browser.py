"""A browser that can be killed and started again, and a tab in it with the Companion in its frame."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Frame, Locator, Page
from playwright.sync_api import Error as PlaywrightError

from tests.browser import LARGE, PATIENCE, chromium, own_hand

HOST = "phone.localhost"
"""Stands for whatever port a server of the test has: what a browser keeps is good for one origin only."""

ORIGIN = f"http://{HOST}"
SHELL = f"{ORIGIN}/phone/index.html"
PLAIN = f"{ORIGIN}/phone/phone.css"
"""A kept file: a page of the same origin that starts nothing."""

_FLAGS = ("--no-sandbox", "--headless", "--disable-gpu", "--no-first-run", "--remote-debugging-port=0")
_CAMERA = ("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream")


class Tab:
    """A tab with the Companion in the frame of its page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.within = page.frame_locator("#page")

    @property
    def frame(self) -> Frame:
        """The frame, for what only a frame can do."""
        handle = self.page.locator("#page").element_handle()
        frame = handle.content_frame() if handle else None
        assert frame
        return frame

    def started(self) -> None:
        """Waits until a page is shown."""
        self.within.locator(".brand").wait_for()

    def find(self, selector: str, text: str | None = None) -> Locator:
        """What can be seen of these elements of the page, with this text in them."""
        return self.within.locator(selector, has_text=text).locator("visible=true")

    def open(self, path: str) -> None:
        """Goes to a page."""
        self.started()
        self.frame.goto(f"{ORIGIN}{path}")

    def tap(self, selector: str, text: str | None = None) -> None:
        """One tap on the first of these elements."""
        self.find(selector, text).first.click()

    def arrive(self, path: str) -> str:
        """Waits for a page whose path this pattern matches; its path."""
        self.frame.wait_for_url(re.compile(f"^{ORIGIN}{path}$"))
        return self.frame.url.removeprefix(ORIGIN)

    def begin(self, slug: str, names: Sequence[str]) -> str:
        """Starts a match of people who are new here; its path."""
        self.open(f"/new/{slug}")
        fields = self.within.locator(".seat input[type=text]")
        for place, name in enumerate(names):
            fields.nth(place).fill(name)
        self.tap(".save")
        return self.arrive(r"/matches/\w+")

    def saved(self, number: int) -> None:
        """Waits until the hand of this number is on the sheet and the form waits for the next one."""
        self.within.locator(own_hand(number)).wait_for()
        self.within.locator(".entry[inert]").wait_for(state="detached")

    def totals(self) -> list[int]:
        """The totals on the page of a match."""
        texts = self.within.locator(".total .figure").all_inner_texts()
        return [int(text.replace("−", "-").replace(",", "")) for text in texts]


class KeptBrowser:
    """Chromium with a profile folder, as a process of its own.

    problems: errors in the consoles of its pages.
    """

    def __init__(self, shared: Browser, profile: Path, port: int = 0, camera: Path | None = None) -> None:
        """shared: any browser of this process, for its Playwright. port: where HOST is served, 0 for nowhere.

        camera: a film for its camera, read whenever a page opens it; None for no camera.
        """
        self.profile = profile
        self.problems: list[str] = []
        self._port = port
        self._camera = [*_CAMERA, f"--use-file-for-fake-video-capture={camera}"] if camera else []
        self._type = shared.browser_type
        self._process: subprocess.Popen[bytes] | None = None
        self._browser: Browser | None = None

    @property
    def context(self) -> BrowserContext:
        """Its only one."""
        assert self._browser
        return self._browser.contexts[0]

    def start(self) -> None:
        """Starts it on its profile. Raises RuntimeError if it does not come up."""
        self.profile.mkdir(exist_ok=True)
        address = self.profile / "DevToolsActivePort"
        address.unlink(missing_ok=True)
        # Port 1 is nobody's: every request fails, as without a network.
        rules = f"--host-resolver-rules=MAP {HOST} 127.0.0.1:{self._port or 1}"
        command = [str(chromium()), *_FLAGS, *self._camera, rules, f"--user-data-dir={self.profile}", "about:blank"]
        log = self.profile.with_name(f"{self.profile.name}.log")
        with log.open("ab") as output:
            self._process = subprocess.Popen(command, stdout=output, stderr=output, start_new_session=True)
        deadline = time.monotonic() + PATIENCE / 1000
        while not (address.exists() and address.read_text().count("\n")):
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"the browser did not start:\n{log.read_text()}")
            time.sleep(0.02)
        port, path = address.read_text().split()
        self._browser = self._type.connect_over_cdp(f"ws://127.0.0.1:{port}{path}")
        self.context.set_default_timeout(PATIENCE)

    def kill(self) -> None:
        """SIGKILL to all its processes at once. Returns when it is gone."""
        if self._process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(PATIENCE / 1000)
        self._forget()

    def close(self) -> None:
        """Ends it as its user does."""
        if self._process is None or self._browser is None:
            return
        self._browser.new_browser_cdp_session().send("Browser.close")
        self._process.wait(PATIENCE / 1000)
        self._forget()

    def _forget(self) -> None:
        if self._browser:
            with suppress(PlaywrightError):
                self._browser.close()
        self._browser = self._process = None

    def page(self, address: str, size: tuple[int, int] = LARGE) -> Page:
        """A page at this address, in a tab of its own."""
        page = self.context.new_page()
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.goto(address)
        return page

    def tab(self, path: str = "/") -> Tab:
        """A tab with the Companion at this path."""
        tab = Tab(self.page(f"{SHELL}#{path}"))
        tab.started()
        return tab

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.problems.append(f"{message.text} {message.location.get('url')}")


def fetch(panel: Locator, button: str) -> None:
    """Taps this button of the panel, which fetches the Companion, and waits until it is kept.

    Fails with what the panel says if it could not be fetched. The panel itself says that it takes a minute.
    """
    panel.locator(".keep-button", has_text=button).click()
    panel.locator("progress").wait_for(state="detached", timeout=4 * PATIENCE)
    assert panel.get_by_role("alert").count() == 0, panel.inner_text()


def keep(browser: KeptBrowser) -> Page:
    """Fetches the Companion from its server: opens its address, taps the button, waits. Comes back: the page."""
    page = browser.page(ORIGIN)
    fetch(page.locator("#keep"), "Keep on this phone")
    page.locator("#keep a.button").wait_for()
    return page
