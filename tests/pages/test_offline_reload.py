"""The page of a match, reloaded without a network on a phone that does not keep the Companion."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import LARGE, Phone
from tests.pages.phone import NAMES
from tests.server import ROOT, serving

pytestmark = [pytest.mark.browser, pytest.mark.layout]


@pytest.fixture
def phone(browser: Browser, tmp_path: Path) -> Iterator[Phone]:
    """A phone at a server that has the service worker; nothing else of the Companion alone is needed here."""
    folder = tmp_path / "phone"
    folder.mkdir()
    shutil.copy(ROOT / "companion/phone/browser/service-worker.js", folder)
    with serving(tmp_path, PHONE_ROOT=str(folder)) as server:
        phone = Phone(browser, server.url, LARGE, dark=False, script=True)
        yield phone
        phone.context.close()


def _enter(phone: Phone, *scores: int) -> None:
    for place, score in enumerate(scores):
        phone.page.locator(".entry-of input").nth(place).fill(str(score))
    phone.tap(".save")


def _wait_for(phone: Phone, function: str) -> None:
    """Until this is true in the page: Playwright's own waiting needs eval, which our policy stops."""
    for _ in range(100):
        if phone.page.evaluate(function):
            return
        phone.page.wait_for_timeout(100)
    raise AssertionError(function)


KEPT = "async () => Boolean(navigator.serviceWorker.controller && await caches.match(location.pathname))"


def test_the_first_match_is_there_after_a_reload_without_a_network(phone: Phone) -> None:
    match = phone.start("points", NAMES[:3])
    _wait_for(phone, KEPT)
    _enter(phone, 1, 2, 3)
    phone.saved(1)
    _wait_for(phone, "async () => (await (await caches.match(location.pathname)).text()).includes('/hands/1')")
    phone.context.set_offline(True)
    phone.page.reload()
    expect(phone.page.locator("#connection")).to_contain_text("No network at the moment.")
    assert phone.totals() == ["1", "2", "3"], "the hand that was recorded since it was opened"
    _enter(phone, 10, 0, 0)
    expect(phone.page.locator("#waiting-hands")).to_contain_text("One hand is kept on this phone")
    phone.page.reload()
    expect(phone.page.locator("#waiting-hands")).to_contain_text("Round 2: Ada 10")
    phone.context.set_offline(False)
    phone.saved(2)
    assert phone.totals() == ["11", "2", "3"]
    phone.page.reload()
    assert phone.totals() == ["11", "2", "3"]
    assert phone.page.url.endswith(match)


def test_a_match_that_was_withdrawn_is_kept_no_longer(phone: Phone) -> None:
    match = phone.start("points", NAMES[:3])
    _wait_for(phone, KEPT)
    phone.context.clear_cookies()
    phone.open(match)
    _wait_for(phone, "async () => !(await caches.match(location.pathname))")
