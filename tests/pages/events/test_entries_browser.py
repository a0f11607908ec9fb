"""The organiser's list of entries on a phone: fees are taken at the door, and what may be ticked has a box."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import Phone
from tests.conftest import Hold

pytestmark = [pytest.mark.browser, pytest.mark.layout]

_TOP = "document.getElementById('entry-3').getBoundingClientRect().top"
_BOX = """(name) => {
  const box = getComputedStyle(document.querySelector(`[name=${name}] + span`), "::before");
  return [parseFloat(box.width), parseFloat(box.borderTopWidth), box.content.includes("✓")]; }"""


def _with_entries(phone: Phone) -> None:
    phone.open("/events/new/skat-evening")
    phone.page.locator("summary", has_text="Fees and prizes").click()
    phone.page.locator("[name='o.entry_fee']").fill("5")
    phone.page.get_by_role("button", name="Create the event").click()
    phone.page.locator("#several summary").click()
    phone.page.locator("#names").fill("\n".join(f"Player {number}" for number in range(1, 31)))
    phone.page.get_by_role("button", name="Add all").click()
    expect(phone.page.locator(".entries li")).to_have_count(30)


@pytest.mark.parametrize("script", [True, False])
def test_a_fee_is_taken_without_leaving_the_place(hold: Hold, script: bool) -> None:
    phone = hold(size=(390, 844))
    page = phone.page
    _with_entries(phone)
    if not script:
        plain = hold(size=(390, 844), script=False)
        plain.context.add_cookies(
            [{"name": one["name"], "value": one["value"], "url": plain.address} for one in phone.context.cookies()]
        )
        plain.page.goto(page.url)
        page = plain.page
    line = page.locator(".entries li", has_text="Player 3").last
    line.scroll_into_view_if_needed()
    before = page.evaluate(_TOP)
    line.get_by_role("button").click()
    expect(line.locator(".ok")).to_have_text("paid")
    after = page.evaluate(_TOP)
    if script:
        assert abs(after - before) < 2, "nothing moved under the finger"
        expect(page.locator("#all")).to_have_text("30 entries · 29 have not paid")
        assert page.evaluate("document.activeElement.id") != "name", "no keyboard opens"
    assert 0 <= after < 844
    for number in (5, 6):  # the list is new, and its buttons act as before
        page.locator(".entries li", has_text=f"Player {number}").last.get_by_role("button").click()
        expect(page.locator(".entries .ok")).to_have_count(number - 3)
    assert phone.problems == []


def test_what_may_be_ticked_has_a_box(hold: Hold) -> None:
    phone = hold(size=(390, 844))
    _with_entries(phone)
    for ticked in (False, True):
        if ticked:
            phone.page.get_by_label("has paid the entry fee").check()
        width, border, has_tick = phone.page.evaluate(_BOX, "fee")
        assert (width >= 16, border >= 1, has_tick) == (True, True, ticked)
        phone.screenshot(f"ticked-{ticked}")


def test_paper_has_only_what_was_asked_for(hold: Hold) -> None:
    phone = hold(size=(390, 844))
    _with_entries(phone)
    event = phone.page.url.partition("/entries")[0]
    phone.page.goto(f"{event}/places")
    expect(phone.page.locator("summary", has_text="Give or take points")).to_be_visible()
    phone.page.emulate_media(media="print")
    for text in ("Companion", "Give or take points", "Print"):
        expect(phone.page.get_by_text(text, exact=True)).to_be_hidden()
    expect(phone.page.locator(".gear")).to_be_hidden()
    expect(phone.page.locator(".trail-up")).to_be_hidden()
    expect(phone.page.locator("h1")).to_be_visible()
