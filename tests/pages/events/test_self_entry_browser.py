"""Players enter themselves on two phones; the organiser and the wall see it at once. Looked at on every screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import Phone
from tests.conftest import Hold

pytestmark = [pytest.mark.browser, pytest.mark.layout]


def _looks_right(phone: Phone, name: str) -> None:
    assert phone.overflow() <= 0, name
    assert phone.small_targets() == [], name
    assert phone.small_text() == [], name
    for theme in phone.themes():
        phone.screenshot(f"self-entry-{name}-{theme}")
        assert phone.barriers(theme) == [], name


def _link(phone: Phone, place: str) -> str:
    """A link that the organiser's phone shows, as its code has it."""
    return str(phone.page.locator(f"{place} .link input").input_value())


def test_two_phones_enter_and_learn_their_seats(hold: Hold) -> None:
    organiser, wall = hold(size=(390, 844)), hold(size=(1280, 720))
    small, large = hold(size=(320, 568)), hold(size=(390, 844))
    page = organiser.page
    organiser.open("/events/new/skat-evening")
    page.get_by_role("button", name="Create the event").click()
    page.locator("#name").fill("Ada")
    page.locator("#name").press("Enter")
    page.locator(".entries .no").first.wait_for()
    event = page.url.split("/events/")[1].split("/")[0]
    page.get_by_role("button", name="Let players enter themselves").click()
    page.locator(".self-entry .qr svg").wait_for()
    _looks_right(organiser, "organiser-open")
    link = _link(organiser, ".self-entry")

    organiser.open(f"/events/{event}/links")
    page.locator("#display").get_by_role("button", name="Make the link").click()
    page.locator("#display .qr svg").wait_for()  # the one just made is open, alone
    expect(page.locator("details[open]")).to_have_count(1)
    wall.page.goto(_link(organiser, "#display"))
    wall.page.wait_for_url(f"**/events/{event}")
    expect(wall.page.locator(".screen.is-shown .figure")).to_have_text("1 entry")
    code = wall.page.locator(".screen.is-shown .qr svg").bounding_box()
    assert code
    assert code["height"] > 0.6 * 720, "the code is large enough to be scanned from a few metres"
    assert code["y"] + code["height"] <= 720
    wall.screenshot("self-entry-wall")
    organiser.open(f"/events/{event}/entries")

    for phone, name, look in ((small, "Zoë", "small"), (large, "Юлия Кузнецова", "large")):
        phone.page.goto(link)
        phone.page.wait_for_url(f"**/events/{event}")
        _looks_right(phone, f"{look}-before")
        expect(phone.page.get_by_role("checkbox", name="shown to everybody")).not_to_be_checked()
        phone.page.get_by_role("textbox", name="Your name").fill(name)
        phone.page.get_by_role("button", name="Enter", exact=True).click()
        expect(phone.page.locator("h1")).to_contain_text(name)
        expect(page.locator(".entries li").first).to_contain_text(name)  # the organiser's page, by itself
        expect(page.locator(".entries li").first).to_contain_text("own phone")
        _looks_right(phone, f"{look}-entered")
    expect(wall.page.locator(".screen.is-enter .figure")).to_have_text("3 entries")
    _looks_right(organiser, "organiser-list")

    # The same name on another phone; then the organiser closes, refuses one and draws.
    third = hold(size=(320, 568))
    third.page.goto(link)
    third.page.wait_for_url(f"**/events/{event}")
    third.page.get_by_role("textbox", name="Your name").fill("zoë")
    third.page.get_by_role("button", name="Enter", exact=True).click()
    expect(third.page.locator("#name-fault")).to_contain_text("is in the list already")
    _looks_right(third, "name-there")
    third.page.get_by_role("textbox", name="Your name").fill("Joker")
    third.page.get_by_role("button", name="Enter", exact=True).click()
    expect(third.page.locator("h1")).to_contain_text("Joker")
    page.get_by_role("link", name="Joker").click()
    page.locator("summary", has_text="In the list twice").click()
    _looks_right(organiser, "organiser-entry")
    page.get_by_role("link", name="Remove the entry").click()
    _looks_right(organiser, "organiser-remove")
    page.get_by_role("button", name="Remove the entry").click()
    expect(page.locator(".entries li")).to_have_count(3)
    expect(third.page.locator("h1")).not_to_contain_text("Joker")  # its phone is told so
    page.get_by_role("button", name="Close the entries").click()
    page.get_by_role("button", name="Let players enter themselves").wait_for()

    organiser.open(f"/events/{event}/draw")
    page.locator("#word").fill("altes rathaus")
    for button in ("Draw", "Publish the seats"):
        page.get_by_role("button", name=button, exact=True).click()
    seats = {}
    for phone in (small, large):
        expect(phone.page.locator(".seat-now")).to_contain_text("Table 1, seat")
        seats[phone.page.locator(".seat-now").inner_text()] = phone
    assert len(seats) == 2, "each phone knows its own seat"
    expect(wall.page.locator(".screen.is-enter")).to_have_count(0)
    for phone in (organiser, small, large, wall):
        assert phone.problems == []
