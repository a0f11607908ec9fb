"""Fixtures for the whole suite."""

from __future__ import annotations

import asyncio
import gc
import os
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from playwright.sync_api import Browser, expect, sync_playwright

from scoring.models import Table
from tests.browser import LARGE, PATIENCE, SMALL, Phone, chromium
from tests.fonts import use_standard_fonts
from tests.messages.pseudo_catalogues import write_catalogues
from tests.not_run import PREFIX, not_run
from tests.server import Running, serving
from tests.shared_folder import SharedFolder, shared_folders
from tests.split_database import split_by_table

Hold = Callable[..., Phone]

#: For tests that record: the small phone differs by what is drawn, not by what is stored.
BOTH_SIZES = pytest.mark.parametrize(
    "size", [pytest.param(LARGE, id="390"), pytest.param(SMALL, id="320", marks=pytest.mark.layout)]
)

_PHONES = pytest.StashKey[list[Phone]]()

# Servers of tests load no rules at the start: that is a third of it, and most of them are asked for none.
os.environ.setdefault("RULES_PRELOAD", "0")

# What a page looks like does not depend on the fonts of this machine.
use_standard_fonts()

# Property tests do not depend on how fast the machine is.
hypothesis_settings.register_profile("no-clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
hypothesis_settings.load_profile("no-clock")


@pytest.fixture(autouse=True)
def _in_english() -> None:
    """Each test begins in English: Django leaves the language of the last request active in its thread."""
    translation.deactivate()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    """The test database; with SPLIT_BY_TABLE=1 split by table."""
    if os.environ.get("SPLIT_BY_TABLE") == "1":
        with django_db_blocker.unblock():
            split_by_table()


@pytest.fixture
def table(db: None) -> Table:
    """A table with nobody at it yet."""
    return Table.objects.create(name="Thursday")


@pytest.fixture(scope="session")
def shared_folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> SharedFolder:
    """Fills a folder once for all processes of the run: ``shared_folder(name, fill)``."""
    return shared_folders(request, tmp_path_factory)


@pytest.fixture(scope="session")
def pseudo_locale(shared_folder: SharedFolder) -> Path:
    """The catalogues of the pseudo-language."""
    return shared_folder("pseudo-locale", write_catalogues)


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The real server on a database of its own, shared by the tests of a run."""
    with serving(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def server(running: Running) -> str:
    """The base address of the real server, without a slash at the end."""
    return running.url


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, shared by the tests of a run."""
    if chromium() is None:
        not_run("the browser tests: no Chromium found (Debian: apt-get install chromium-headless-shell)")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        # Pages of tests are gone before it pays to optimize their scripts.
        flags = os.environ.get("CF", "--no-sandbox --js-flags=--no-opt").split(" ")
        result = playwright.chromium.launch(executable_path=chromium(), args=flags)
        loop = asyncio.get_running_loop()
        yield result
        asyncio._set_running_loop(loop)  # the last test may have been one without a browser
        result.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Hides Playwright's event loop from tests without a browser.

    Between two calls, Playwright leaves its loop marked as the running one of this thread. Django then refuses every
    query. A process that is through with its browser tests may take over any test of another one.
    """
    loop = asyncio._get_running_loop()
    if loop is None or "browser" in getattr(item, "fixturenames", ()):
        return (yield)
    asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        if not loop.is_closed():
            asyncio._set_running_loop(loop)


@pytest.fixture(scope="session")
def idle_phones(browser: Browser) -> dict[tuple[object, ...], list[Phone]]:
    """Phones that a test has finished with, by their settings, for tests that may use one again."""
    return defaultdict(list)


@pytest.fixture
def hold(
    browser: Browser,
    server: str,
    idle_phones: dict[tuple[object, ...], list[Phone]],
    request: pytest.FixtureRequest,
) -> Iterator[Hold]:
    """Opens a phone: ``hold(size=SMALL, dark=True, script=False, large_text=True)``.

    used: it may be one that another test has finished with, without cookies and with nothing stored. That is quick, but
    only for tests that do not change network, routes or tabs.
    """
    held: list[tuple[Phone, tuple[object, ...] | None]] = []
    phones = request.node.stash[_PHONES] = []

    def take(
        size: tuple[int, int] = LARGE,
        dark: bool = False,
        script: bool = True,
        large_text: bool = False,
        used: bool = False,
    ) -> Phone:
        kind = (size, dark, script, large_text)
        idle = idle_phones[kind] if used else []
        if idle:
            phone = idle.pop()
        else:
            phone = Phone(browser, server, size, dark, script)
            if large_text:
                phone.enlarge_text()
        held.append((phone, kind if used else None))
        phones.append(phone)
        return phone

    yield take
    for phone, kind in held:
        if kind:
            phone.put_down()
            idle_phones[kind].append(phone)
        else:
            phone.context.close()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keeps the garbage collector away from what is collected: all of it stays until the end of the run.

    Afterwards the collector runs seldom: with its usual thresholds it takes a sixth of the time of the tests.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(200_000, 50, 100)
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Lets a browser test that failed try once more.

    On a machine that is busy with four browsers a tap may get lost, and Playwright's own requests take a kept
    connection that the server has just closed. A fault fails twice. The summary names every test that was tried again,
    with the cause: look at each.
    """
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Adds what its phones showed to the report of a failed browser test."""
    report = yield
    if report.when == "call" and report.failed:
        report.sections += [("phone", phone.shown()) for phone in item.stash.get(_PHONES, [])]
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Repeats what was not run, once for each reason, and what passed only when it was tried again, with the cause."""
    for report in terminalreporter.getreports("rerun"):
        terminalreporter.write_line(f"!!! tried again: {report.nodeid}\n{report.longreprtext}")
        for name, content in report.sections:
            terminalreporter.write_line(f"-- {name}: {content}")
    skipped = [report.longrepr for report in terminalreporter.getreports("skipped")]
    reasons = {str(one[2]).partition(PREFIX)[2] for one in skipped if isinstance(one, tuple)}
    for reason in sorted(reasons - {""}):
        terminalreporter.write_line(f"!!! {PREFIX}{reason}")
