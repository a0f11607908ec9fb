"""An evening of seven on the organiser's phone, from the start page to the prizes, looked at on every page.

Run with SCREENSHOTS=1 to keep pictures of it in ``screenshots/``.
"""

from __future__ import annotations

import pytest

from tests.conftest import BOTH_SIZES, Hold
from tests.pages.events.evening import SEVEN
from tests.pages.events.walk import Walk

pytestmark = pytest.mark.browser


class Organising(Walk):
    """A person who organises an evening."""

    def type_list(self, table: int, lines: list[tuple[int, int, int]], passed: int = 0) -> None:
        """Types a list from paper and confirms it."""
        self.page.locator(f".hall a[href$='/tables/{table}/result']").click()
        self.tap("Type the result from paper")
        for (points, won, lost), row in zip(lines, self.page.locator(".typed-result fieldset").all(), strict=True):
            for box, value in zip(row.locator("input").all(), (points, won, lost), strict=False):
                box.fill(str(value))
        if passed:
            self.page.locator("#passed_in").fill(str(passed))
        if table == 1:
            self.look("typing")
        self.tap("Save the result")
        self.page.get_by_text("The closing check").wait_for()
        if table == 1:
            self.look("checked")
        self.tap("Confirm the result")
        self.page.get_by_text("The result is confirmed").wait_for()
        self.page.locator(".trail-up a").last.click()


FOUR = [(492, 12, 0), (628, 12, 2), (660, 10, 1), (-32, 6, 5)]
THREE = [(812, 14, 1), (455, 11, 2), (-96, 5, 3)]
"""Cases 1 and 2 of shared/clubs.md."""


@BOTH_SIZES
def test_an_evening_from_the_start_page_to_the_prizes(hold: Hold, size: tuple[int, int]) -> None:
    phone = hold(size=size)
    walk, page = Organising(phone, str(size[0])), phone.page
    phone.open("/")
    walk.look("home")
    walk.tap("Club evening")
    walk.look("events")
    walk.tap("New event")
    walk.look("kinds")
    walk.tap("Skat evening")
    walk.fill("Name", "Thursday club")
    walk.tap("Fees and prizes")
    walk.fill("Entry fee", "5")
    page.get_by_role("group", name="Fee for each lost game").locator("label.option").nth(1).click()
    walk.look("new")
    walk.tap("Create the event")
    walk.look("no-entries")
    page.get_by_label("has paid the entry fee").check()
    for name in SEVEN:
        page.locator("#name").fill(name)
        page.locator("#name").press("Enter")
        page.locator(".entries .no").first.get_by_text(str(SEVEN.index(name) + 1)).wait_for()
    walk.look("entries")
    assert page.locator(".entries .ok").count() == 7, "each was ticked as paid"
    walk.tap("^Gus")
    walk.look("entry")
    page.go_back()
    walk.tap("Done")
    walk.look("ready")
    for number in (1, 2):
        walk.tap(f"Draw round {number}")
        if number == 1:
            page.locator("#word").fill("altes rathaus")
            walk.look("draw")
        walk.tap("^Draw$")
        walk.look("proposed")
        walk.tap("Publish the seats")
        walk.look("published")
        walk.tap("Start the round")
        page.locator(".hall a").first.wait_for()
        walk.look("running")
        if number == 1:
            walk.tap("Start cards and seats")
            walk.look("cards")
            page.go_back()
            walk.tap("Close the round")
            page.get_by_text("These tables have no result").wait_for()
            walk.look("not-closed")
        walk.type_list(1, FOUR)
        walk.type_list(2, THREE)
        walk.look("all-in")
        walk.tap("Close the round")
        page.get_by_text("closed").first.wait_for()
        walk.look("closed")
    walk.tap("^Ranking$")
    walk.look("ranking")
    phone.page.go_back()
    walk.tap("Prizes and cash")
    walk.look("money")
    assert page.locator(".balance").inner_text() == "35.00"
    while page.locator("[name=settle]").count():
        page.locator("[name=settle]").first.click()
        page.wait_for_load_state()
    walk.look("paid")
    further = {"Show on other phones": "links", "What was changed": "history", "Event settings": "settings"}
    for link, name in further.items():
        page.locator(".trail-up a").first.click()
        walk.tap(link)
        walk.look(name)
    assert walk.found == []
    assert [one for one in phone.problems if "422" not in one] == [], "but for the round that could not be closed"
