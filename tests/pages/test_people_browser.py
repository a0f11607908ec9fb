"""Other people in a match that goes on, on phones with a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import Phone
from tests.conftest import BOTH_SIZES, Hold
from tests.pages.phone import NAMES

pytestmark = [pytest.mark.browser, pytest.mark.layout]

THREE = NAMES[:3]


def _enter(phone: Phone, *scores: int) -> None:
    """Enters the points of a round and taps Save."""
    for place, score in enumerate(scores):
        phone.page.locator(".entry-of input").nth(place).fill(str(score))
    phone.tap(".save")


def _other_phone(hold: Hold, phone: Phone) -> Phone:
    """Another phone at the same table."""
    other = hold(used=True)
    other.context.add_cookies([{**one, "url": None} for one in phone.context.cookies()])
    return other


def _mend_seats(phone: Phone, match: str, *names: str) -> None:
    """Saves these names as those who have sat there from the first hand on."""
    phone.open(f"{match}/people")
    for place, name in enumerate(names):
        phone.page.locator("[name=player]").nth(place).fill(name)
    phone.page.locator("[name=since][value=first]").check(force=True)
    phone.tap("#people .buttons .first")
    phone.page.wait_for_url(lambda address: not address.endswith("/people"))


@BOTH_SIZES
@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_it_can_be_read_and_tapped(hold: Hold, size: tuple[int, int], language: str) -> None:
    phone = hold(size=size)
    phone.context.add_cookies([{"name": "django_language", "value": language, "url": phone.address}])
    match = phone.start("points", THREE)
    _enter(phone, 36, 12, 0)
    phone.saved(1)
    phone.open(f"{match}/people")
    _fits(phone, f"people-{language}-{size[0]}")
    phone.page.locator("[name=player]").nth(0).fill(THREE[1])
    phone.tap("#people .buttons .first")
    phone.page.locator(".fault[role=alert]").wait_for()
    _fits(phone, f"people-refused-{language}-{size[0]}")
    phone.page.locator("[name=player]").nth(0).fill("Maximiliane Obermeier")
    phone.tap("#people .buttons .first")
    phone.page.locator(".carried").wait_for()
    assert "Maximiliane Obermeier\xa036" in phone.page.locator(".carried").inner_text()
    _fits(phone, f"people-carried-{language}-{size[0]}")
    phone.page.locator(".carried a").click()
    phone.page.locator(".entry .first").wait_for()
    _fits(phone, f"people-before-{language}-{size[0]}")
    phone.tap(".entry .first")
    phone.page.locator(".carried").wait_for()


def test_the_hands_of_earlier_people_are_on_the_same_sheet(hold: Hold) -> None:
    """Two people leave, one after the other: all hands are there, each part with the names of its people."""
    phone = hold()
    match = phone.start("points", THREE)
    for newcomer in ("Dan", "Eve"):
        _enter(phone, 36, 12, 0)
        phone.saved(1)
        phone.open(f"{match}/people")
        phone.page.locator("[name=player]").nth(0).fill(newcomer)
        phone.tap("#people .buttons .first")
        phone.page.locator(".carried").first.wait_for()
        match = phone.page.url.removeprefix(phone.address)
    _enter(phone, 1, 2, 3)
    phone.page.locator("#sheet tbody").first.wait_for()
    phone.page.locator("#sheet").evaluate("(sheet) => sheet.scrollIntoView({block: 'end'})")
    expect(phone.page.locator("#sheet table.sheet")).to_have_count(3)
    assert phone.page.locator("#sheet th.nr a").all_inner_texts() == ["3", "2", "1"]
    firsts = [
        table.locator(".head-name").first.inner_text() for table in phone.page.locator("#sheet table.sheet").all()
    ]
    assert firsts == ["Eve", "Dan", THREE[0]]
    assert phone.overflow() == 0
    assert phone.problems == []


def _fits(phone: Phone, picture: str) -> None:
    phone.screenshot(picture)
    assert phone.overflow() == 0
    assert phone.small_targets() == []
    assert phone.small_text() == []
    for theme in phone.themes():
        assert phone.barriers(theme) == []


def test_a_hand_that_waits_on_this_phone_comes_before_a_change(hold: Hold) -> None:
    phone = hold()
    match = phone.start("points", THREE)
    phone.open(f"{match}/people")
    expect(phone.page.locator("#people button.first")).to_be_enabled()
    phone.open(match)
    phone.page.route("**/hands", lambda route: route.abort())
    _enter(phone, 36, 12, 0)
    phone.page.get_by_text("One hand is kept").wait_for()
    phone.open(f"{match}/people")
    expect(phone.page.locator("#waiting")).to_contain_text("A hand waits on this phone")
    expect(phone.page.locator("#people button.first")).to_be_disabled()
    phone.screenshot("people-waiting")
    phone.page.unroute("**/hands")
    phone.page.locator("#waiting a").click()
    phone.saved(1)
    phone.open(f"{match}/people")
    expect(phone.page.locator("#people button.first")).to_be_enabled()
    expect(phone.page.locator("#waiting")).to_be_hidden()


def test_a_hand_that_waits_while_another_phone_mends_the_seats_is_asked_about(hold: Hold) -> None:
    phone = hold()
    match = phone.start("points", THREE)
    other = _other_phone(hold, phone)
    phone.context.set_offline(True)
    for scores in ((36, 12, 0), (1, 2, 3)):
        _enter(phone, *scores)
        phone.page.get_by_text("kept on this phone, not on the sheet").wait_for()
        expect(phone.page.locator(".entry-of input").nth(0)).to_have_value("")
    first, second, third = THREE
    _mend_seats(other, match, second, first, third)
    phone.context.set_offline(False)
    box = phone.page.locator("#waiting-hands")
    box.get_by_text(f"The seats were changed in the meantime: now {second}, {first}").wait_for()
    phone.screenshot("people-asked")
    other.open(match)
    assert other.totals() == ["0", "0", "0"], "nothing was recorded without a question"
    box.get_by_role("button", name="Save as hand 1").click()
    phone.page.locator(".sheet a[href$='/hands/1']").wait_for()
    box.get_by_role("button", name="Look at it").click()  # the second one is asked about, too
    phone.page.locator("#entry.entry").get_by_role("button", name="Save as hand 2").locator("visible=true").click()
    phone.saved(2)
    assert phone.totals() == ["37", "14", "3"]
    expect(box).to_be_hidden()
    other.open(match)
    assert other.totals() == ["37", "14", "3"]


def test_a_half_entered_hand_is_asked_about_after_a_reload(hold: Hold) -> None:
    phone = hold(used=True)
    match = phone.start("points", THREE)
    other = _other_phone(hold, phone)
    phone.page.locator(".entry-of input").nth(0).fill("36")
    phone.page.wait_for_timeout(400)  # a draft is kept a little later
    first, second, third = THREE
    _mend_seats(other, match, second, first, third)
    phone.open(match)
    expect(phone.page.locator(".entry-of input").nth(0)).to_have_value("36")
    phone.tap(".save")
    phone.page.get_by_text("The seats were changed in the meantime").locator("visible=true").first.wait_for()
    assert phone.totals() == ["0", "0", "0"]
    phone.tap(".save")
    phone.saved(1)
    assert phone.totals() == ["36", "0", "0"]


def test_a_new_link_is_made_in_a_browser(hold: Hold) -> None:
    phone = hold(used=True)
    match = phone.start("truco", NAMES[:4])
    phone.open(f"{match}/share")
    links = phone.page.locator("input[readonly]")
    before = links.first.input_value()
    phone.page.locator("form[action$='/keys/viewer'] button").click()
    phone.page.wait_for_url("**/share")
    assert links.first.input_value() != before
