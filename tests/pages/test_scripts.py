"""The small scripts of other pages, in a real browser: display settings, the import of a file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.browser import SMALL
from tests.conftest import Hold
from tests.pages.phone import NAMES

pytestmark = [pytest.mark.browser, pytest.mark.layout]


def test_display_settings_last(hold: Hold) -> None:
    phone = hold(size=SMALL, used=True)
    phone.open("/")
    root = phone.page.locator("html")
    dark, four = (
        phone.page.locator("[data-setting=theme][value=dark]"),
        phone.page.locator("[data-setting=suits][value=four]"),
    )
    assert not dark.is_visible()
    phone.tap(".gear")
    dark.click()
    four.click()
    phone.open("/rules")
    assert (root.get_attribute("data-theme"), root.get_attribute("data-suits")) == ("dark", "four")
    phone.tap(".gear")
    assert [each.get_attribute("aria-pressed") for each in (dark, four)] == ["true", "true"]
    phone.page.get_by_role("button", name="Like the phone").click()
    phone.page.get_by_role("button", name="Two colours").click()
    phone.page.keyboard.press("Escape")
    assert not dark.is_visible()
    phone.open("/")
    assert (root.get_attribute("data-theme"), root.get_attribute("data-suits")) == (None, None)
    assert phone.problems == []


def test_a_file_of_matches_is_imported_and_a_wrong_one_refused(hold: Hold, tmp_path: Path) -> None:
    phone = hold(size=SMALL, used=True)
    phone.start("points", NAMES[:2])
    phone.page.locator(".entry-of input").nth(0).fill("25")
    phone.tap(".save")
    phone.saved(1)
    phone.page.locator(".bar-nav a", has_text="Table").click()
    phone.page.wait_for_url(re.compile("/tables/"))
    table = phone.page.url.removeprefix(phone.address)
    exported = tmp_path / "table.json"
    exported.write_bytes(phone.context.request.get(f"{phone.address}{table}/export.json").body())
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{}")
    phone.open(f"{table}/bring")
    phone.page.locator("#file").set_input_files(wrong)
    phone.page.locator("[data-import] button").click()
    phone.page.locator(".fault").first.wait_for()
    assert phone.page.locator("[data-import] button").is_enabled()
    phone.page.locator("#file").set_input_files(exported)
    phone.page.locator("[data-import] button").click()
    phone.page.locator(".strip", has_text="1 match was here already").wait_for()
    assert phone.page.locator(".evening .match-card").count() == 1
    phone.open(f"{table}/bring")
    phone.page.locator("#file").set_input_files(exported)
    phone.page.locator("[data-import] [name=known]").check(force=True)
    assert phone.overflow() <= 0
    assert phone.small_targets() == []
    phone.page.locator("[data-import] button").click()
    phone.page.wait_for_url(re.compile(table + r"($|\?)"))
    assert phone.page.locator(".evening .match-card").count() == 2
