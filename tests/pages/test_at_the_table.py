"""What stopped somebody who had not built it in two evenings of play, as it is drawn on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import LARGE, SMALL
from tests.conftest import Hold
from tests.pages.phone import NAMES, Pages

THREE, FOUR = NAMES[:3], NAMES[:4]


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize("size", [LARGE, SMALL])
def test_the_bar_says_why_a_hand_cannot_be_saved(hold: Hold, size: tuple[int, int]) -> None:
    phone = hold(size=size, used=True)
    phone.start("skat", THREE)
    phone.tap("#c-declarer label", 1)
    phone.tap("#c-game label", 1)
    said = phone.page.locator("#verdict")
    expect(said).to_contain_text("+22")
    phone.page.locator("#entry .option", has_text="33").locator(
        "visible=true"
    ).first.tap()  # the game is worth 22, and assumed to be won
    expect(said).to_contain_text("it is overbid and so lost")
    box, bar = said.bounding_box(), phone.page.locator(".save-bar").bounding_box()
    assert box
    assert bar
    assert bar["y"] <= box["y"]
    assert box["y"] + box["height"] <= size[1], "it is on the screen, wherever the question is"
    cut = said.locator(".is-refused").evaluate("(one) => one.scrollHeight - one.clientHeight")
    assert cut <= 1, "all of it"
    phone.tap("#c-result label", 4)
    expect(said).to_contain_text("−66")


@pytest.mark.browser
@pytest.mark.layout
def test_a_question_does_not_lie_over_the_button_above_it(hold: Hold) -> None:
    phone = hold(used=True)
    phone.start("skat", THREE)
    phone.tap("#c-declarer label", 1)
    over = """() => [...document.querySelectorAll("#entry .is-toggle.is-inline")].filter((one) => one.offsetParent)
      .map((one) => [one.querySelector(".option > span").getBoundingClientRect(), one.parentElement])
      .flatMap(([box, group]) => [...group.querySelectorAll("legend.label")]
        .filter((label) => label.checkVisibility() && label.offsetWidth > 1)
        .map((label) => label.getBoundingClientRect())
        .filter((label) => label.top < box.bottom && box.top < label.bottom && label.left < box.right)).length"""
    expect(phone.page.locator(".is-toggle.is-inline").first).to_be_visible()
    assert phone.page.evaluate(over) == 0


@pytest.mark.browser
def test_who_watches_gets_a_link_to_the_rematch(hold: Hold) -> None:
    scorer, watcher = hold(used=True), hold(used=True)
    match = scorer.start("truco", FOUR)
    scorer.tap(".save-options button", 1)
    scorer.saved(1)
    scorer.open(f"{match}/share")
    watcher.page.goto(scorer.page.locator("input[readonly]").first.input_value())
    watcher.page.wait_for_url(f"**{match}")
    link = watcher.page.locator("#next-match a")
    expect(link).to_be_hidden()
    watcher.page.wait_for_timeout(1200)  # what is there in the first second is no news
    scorer.open(match)
    scorer.tap(".menu-button")
    scorer.page.locator("#menu button", has_text="End the match here").tap()
    watcher.page.locator(".won").wait_for()
    expect(link).to_be_hidden()
    scorer.page.locator(".save", has_text="Rematch").tap()
    scorer.page.wait_for_url(lambda url: "/matches/" in url and not url.endswith(match))
    expect(link).to_be_visible()
    expect(link).to_have_text("Next match")
    link.tap()
    watcher.page.wait_for_url(scorer.page.url)
    assert watcher.problems == []


@pytest.mark.browser
@pytest.mark.layout
def test_the_menu_of_a_match_is_in_two_columns_on_a_small_phone(hold: Hold) -> None:
    phone = hold(size=SMALL, used=True)
    phone.start("truco", FOUR)
    phone.tap(".menu-button")
    tops = [box["y"] for one in phone.page.locator("#menu > .button").all()[:4] if (box := one.bounding_box())]
    assert tops[0] == tops[1] < tops[2] == tops[3]
    assert phone.overflow() <= 0


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize("size", [LARGE, SMALL])
def test_the_code_to_scan_fills_its_white_field(hold: Hold, size: tuple[int, int]) -> None:
    phone = hold(size=size, used=True)
    match = phone.start("truco", FOUR)
    phone.open(f"{match}/share")
    boxes = """(svg) => [svg, svg.querySelector("path")].map((one) => one.getBoundingClientRect())
      .map(({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round))"""
    whole, white = phone.page.locator(".qr svg").first.evaluate(boxes)
    assert whole == white, "its quiet edge is there on all four sides"


@pytest.mark.browser
@pytest.mark.layout
def test_the_return_key_selects_a_name_that_is_there_already(hold: Hold) -> None:
    phone = hold(used=True)
    match = phone.start("skat", THREE)
    phone.open(f"{match}/people")
    phone.page.locator(".seat input").first.focus()
    phone.page.keyboard.press("Enter")
    phone.page.keyboard.type("Zoe")
    assert phone.page.locator(".seat input").nth(1).input_value() == "Zoe"


@pytest.mark.django_db
def test_the_table_offers_the_house_rules_of_the_game_that_it_plays() -> None:
    pages = Pages()
    match = pages.start("skat", 3)
    page = pages.get(f"/matches/{match}").content.decode()
    address = page.split('href="/tables/')[1].split('"')[0]
    assert '<option value="skat" selected>' in pages.get(f"/tables/{address}").content.decode()
