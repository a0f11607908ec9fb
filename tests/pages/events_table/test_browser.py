"""A table of an event in a real browser: the list's phone, a player's phone, and what both see at once."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser import Phone
from tests.conftest import Hold
from tests.pages.events_table.hall import Hall

pytestmark = [pytest.mark.browser, pytest.mark.layout]


def _looks_right(phone: Phone) -> None:
    assert phone.overflow() <= 0
    assert phone.small_targets() == []
    assert phone.small_text() == []
    for theme in phone.themes():
        assert phone.barriers(theme) == []


def test_a_list_is_kept_and_signed_on_two_phones(hold: Hold) -> None:
    table, player = hold(), hold(size=(320, 568))
    hall = Hall(table.address)
    table.open(f"/join/{hall.ask('POST', '/rounds/1/sittings/1/key')['key']}")
    table.page.wait_for_url("**/rounds/1/tables/1")
    _looks_right(table)
    table.screenshot("event-table-begins")
    second = hall.entries[1]
    player.open(f"/events/join/{hall.ask('POST', f'/entries/{second}/key')['key']}")
    player.page.wait_for_url(f"**/events/{hall.id}")
    expect(player.page.locator(".seat-now")).to_have_text("Table 1, seat 2")
    expect(player.page.locator(".clock b")).to_have_text(re.compile(r"^59:\d\d$"))
    _looks_right(player)
    player.screenshot("event-player")

    table.tap("a.large")
    table.page.locator("#entry").wait_for()
    for number in (1, 2):
        table.page.locator(f".next[data-hand='{number}']").wait_for()
        table.page.locator("#entry label.option", has_text="Bernd").first.click()
        table.page.locator("#entry label.option", has_text="♣").first.click()
        table.page.locator("#outcome .changes").wait_for()
        table.tap(".save")
        table.saved(number)
        if number == 1:  # the player's phone follows without a reload
            expect(player.page.locator("#standing")).to_contain_text("Place")
            player.tap(".own-place .button")
            expect(player.page.locator(".table-state")).to_have_text("Deal 1 of 2")
    # The list ends with its last deal by itself.
    expect(table.page.locator(".won")).to_contain_text("2 deals were played")
    expect(table.page.locator("#outcome")).to_have_count(0)
    assert table.overflow() <= 0
    table.screenshot("event-table-over")
    table.page.get_by_role("link", name="Hand in the list").click()
    expect(table.page.locator(".table-state")).to_contain_text("2 signatures are missing")
    _looks_right(table)
    table.screenshot("event-table-signs")
    expect(player.page.locator(".signing button")).to_have_count(1)
    _looks_right(player)
    player.screenshot("event-player-signs")
    player.tap(".signing button")
    expect(table.page.locator(".table-state")).to_contain_text("1 signature is missing")
    table.page.locator(".signing button").first.click()
    expect(table.page.locator(".table-state")).to_have_text("✓ Handed in and confirmed")
    _looks_right(table)
    expect(player.page.locator(".table-state")).to_have_text("✓ Handed in and confirmed")
    assert table.problems == player.problems == []
