"""Fixtures for the whole suite."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from scoring.models import Table
from tests.browser import LARGE, Phone, chromium
from tests.not_run import PREFIX, not_run
from tests.server import Running, serving

Hold = Callable[..., Phone]


@pytest.fixture
def table(db: None) -> Table:
    """A table with nobody at it yet."""
    return Table.objects.create(name="Thursday")


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
        not_run("the browser tests: no Chromium found (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="session")
def idle_phones(browser: Browser) -> dict[tuple[object, ...], list[Phone]]:
    """Phones that a test has put down, by what they are, for the tests that take a used one."""
    return defaultdict(list)


@pytest.fixture
def hold(browser: Browser, server: str, idle_phones: dict[tuple[object, ...], list[Phone]]) -> Iterator[Hold]:
    """Takes a phone into the hand: ``hold(size=SMALL, dark=True, script=False)``.

    used: may be one that another test has put down, without cookies and with nothing stored. Cheap; only for tests that
    leave network, routes and tabs alone.
    """
    held: list[tuple[Phone, tuple[object, ...] | None]] = []

    def take(size: tuple[int, int] = LARGE, dark: bool = False, script: bool = True, used: bool = False) -> Phone:
        kind = (size, dark, script)
        idle = idle_phones[kind] if used else []
        phone = idle.pop() if idle else Phone(browser, server, size, dark, script)
        held.append((phone, kind if used else None))
        return phone

    yield take
    for phone, kind in held:
        if kind:
            phone.put_down()
            idle_phones[kind].append(phone)
        else:
            phone.context.close()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Repeats what was not run, once for each reason."""
    skipped = [report.longrepr for report in terminalreporter.getreports("skipped")]
    reasons = {str(one[2]).partition(PREFIX)[2] for one in skipped if isinstance(one, tuple)}
    for reason in sorted(reasons - {""}):
        terminalreporter.write_line(f"!!! {PREFIX}{reason}")
