"""A half-entered hand is never lost: after a look at the rules, a reload, a phone that drops the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from scoring.engine.match import replay
from scoring.games import get
from tests.conftest import Hold
from tests.pages.phone import NAMES
from tests.pages.tapping import Finger

pytestmark = [pytest.mark.browser, pytest.mark.layout]

ANSWERS = """() => [...new FormData(document.getElementById("entry"))]
  .filter(([name]) => !name.startsWith("_") && name !== "csrfmiddlewaretoken").map((pair) => pair.join("="))"""
SCORES = ".entry-of input"
BEGUN = "You had begun this"

#: One for each kind of question: buttons, cards given to players, figures with a sum, marriages, a list of turns,
#: scores.
GAMES = ("skat", "gong-zhu", "reversis", "tyzicha", "zetema", "points")


@pytest.mark.parametrize("slug", GAMES)
def test_a_reload_loses_nothing(hold: Hold, slug: str) -> None:
    phone = hold(used=True)
    game = get(slug)
    example = next(one for one in game.examples if not one.start and not one.options)
    seats = example.players or game.players[0]
    phone.start(slug, NAMES[:seats])
    start = replay(game, seats, [])
    Finger(phone).fill(game.form(start.open_match.setup, start.state), example.hands[0])
    entered = phone.page.evaluate(ANSWERS)
    phone.page.wait_for_timeout(300)
    phone.page.reload()
    phone.page.get_by_text(BEGUN).wait_for()
    assert phone.page.evaluate(ANSWERS) == entered
    assert phone.problems == []


def test_a_number_that_follows_from_others_still_follows_after_a_reload(hold: Hold) -> None:
    phone = hold(used=True)
    phone.start("briscola", NAMES[:2])
    mine, theirs = phone.page.locator(SCORES).nth(0), phone.page.locator(SCORES).nth(1)
    for entered, rest in (("38", "82"), ("40", "80")):
        mine.fill(entered)
        mine.blur()
        expect(theirs).to_have_value(rest)
        phone.page.wait_for_timeout(300)
        phone.page.reload()
        phone.page.get_by_text(BEGUN).wait_for()
        expect(theirs).to_have_value(rest)


def test_the_way_to_the_rules_and_back_loses_nothing(hold: Hold) -> None:
    phone = hold(used=True)
    phone.start("skat", NAMES[:3])
    phone.page.get_by_role("radio", name="Ben", exact=True).first.check(force=True)
    rules = phone.page.locator("#rules").get_attribute("href") or ""
    phone.tap("#rules")
    phone.page.locator(".rules-sheet").get_by_role("link", name="The whole page").click()
    phone.page.wait_for_url(f"**{rules}")
    phone.page.get_by_role("link", name="Back to the match").first.click()
    phone.page.get_by_text(BEGUN).wait_for()
    expect(phone.page.get_by_role("radio", name="Ben", exact=True).first).to_be_checked()


def test_what_is_saved_or_thrown_away_does_not_come_back(hold: Hold) -> None:
    phone = hold(used=True)
    match = phone.start("points", NAMES[:2])
    phone.page.locator(SCORES).nth(0).fill("50")
    phone.tap(".save")
    phone.saved(1)
    phone.open(match)
    expect(phone.page.locator(SCORES).nth(0)).to_have_value("")
    phone.page.locator(SCORES).nth(0).fill("60")
    phone.page.wait_for_timeout(300)
    phone.page.reload()
    expect(phone.page.locator(SCORES).nth(0)).to_have_value("60")
    phone.page.locator("#draft").get_by_role("button", name="Throw away").click()
    expect(phone.page.locator(SCORES).nth(0)).to_have_value("")
    phone.page.wait_for_timeout(300)
    phone.page.reload()
    expect(phone.page.locator(SCORES).nth(0)).to_have_value("")
    expect(phone.page.locator("#draft")).to_be_hidden()


def test_a_draft_says_that_another_phone_was_quicker(hold: Hold) -> None:
    phone, other = hold(used=True), hold(used=True)
    match = phone.start("points", NAMES[:2])
    phone.page.locator(SCORES).nth(0).fill("50")
    phone.page.wait_for_timeout(300)
    phone.open("/rules/points")
    other.context.add_cookies([dict(cookie) for cookie in phone.context.cookies()])  # type: ignore[misc]
    other.open(match)
    other.page.locator(SCORES).nth(0).fill("20")
    other.tap(".save")
    other.saved(1)
    phone.open(match)
    phone.page.get_by_text("You had entered this before hand 1 was recorded").wait_for()
    expect(phone.page.locator(SCORES).nth(0)).to_have_value("50")
    phone.tap(".save")
    phone.saved(2)
    assert phone.totals() == ["70", "0"]


def test_a_correction_comes_back_until_it_is_made(hold: Hold) -> None:
    phone = hold(used=True)
    match = phone.start("points", NAMES[:2])
    phone.page.locator(SCORES).nth(0).fill("50")
    phone.tap(".save")
    phone.saved(1)
    phone.open(f"{match}/hands/1")
    phone.page.locator(SCORES).nth(0).fill("60")
    phone.page.wait_for_timeout(300)
    phone.page.reload()
    phone.page.get_by_text(BEGUN).wait_for()
    expect(phone.page.locator(SCORES).nth(0)).to_have_value("60")
    phone.screenshot("draft-of-a-correction")
    phone.tap(".save")
    phone.page.wait_for_url(f"**{match}")
    assert phone.totals() == ["60", "0"]
    phone.open(f"{match}/hands/1")
    expect(phone.page.locator(SCORES).nth(0)).to_have_value("60")
    expect(phone.page.locator("#draft")).to_be_hidden()
    phone.page.locator(SCORES).nth(0).fill("70")
    phone.page.wait_for_timeout(300)
    phone.page.reload()
    phone.page.locator("#draft").get_by_role("button", name="Throw away").click()
    expect(phone.page.locator(SCORES).nth(0)).to_have_value("60")
    expect(phone.page.locator("#draft")).to_be_hidden()


def test_a_correction_that_was_made_and_undone_is_no_draft(hold: Hold) -> None:
    phone = hold(used=True)
    match = phone.start("points", NAMES[:2])
    phone.page.locator(SCORES).nth(0).fill("50")
    phone.tap(".save")
    phone.saved(1)
    phone.open(f"{match}/hands/1")
    phone.page.locator(SCORES).nth(0).fill("60")
    phone.page.wait_for_timeout(300)
    phone.tap(".save")
    phone.page.wait_for_url(f"**{match}")
    phone.tap(".steps .undo")
    phone.page.wait_for_function("() => document.querySelector('.sheet tbody').textContent.includes('50')")
    phone.open(f"{match}/hands/1")
    phone.page.wait_for_timeout(300)  # a draft would be in the form by now
    expect(phone.page.locator(SCORES).nth(0)).to_have_value("50")
    expect(phone.page.locator("#draft")).to_be_hidden()


def test_a_hand_that_waits_is_no_draft(hold: Hold) -> None:
    """Saved without a network it is in the queue, once."""
    phone = hold()
    match = phone.start("points", NAMES[:2])
    phone.context.set_offline(True)
    phone.page.locator(SCORES).nth(0).fill("50")
    phone.tap(".save")
    phone.page.get_by_text("One hand is kept").wait_for()
    phone.context.set_offline(False)
    phone.open(match)
    phone.saved(1)
    assert phone.page.locator(".sheet tbody").count() == 1
    expect(phone.page.locator(SCORES).nth(0)).to_have_value("")
