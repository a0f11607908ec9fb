"""The rules pages in a real browser: both phones, both themes, with and without scripts, and on paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect

from rulesref import asking
from rulesref.library import library
from scoring.games import all_games

pytestmark = pytest.mark.browser

PHONES = [(390, 844), (320, 568)]
GAMES = [article.slug for article in library().articles() if article.is_game]
ADDRESSES = [
    "/rules",
    "/rules/truco",
    "/rules/gong-zhu?match=abc",
    "/rules/glossary",
    "/rules/dealing",
    "/rules/hoyle",
    "/rules/search?q=tie&game=truco",
    "/rules/truco/trick?plays=AC&plays=3H&plays=4C&plays=7D",
    "/rules/schafkopf/trick?to=hand&plays=AC&hand=7C&hand=QC&hand=AH",
]
AXE = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}

#: What can be tapped, apart from links inside running text (which WCAG lets be as small as the text).
TARGETS = """() => [...document.querySelectorAll("a, button, input:not([type=hidden]), select, summary")]
  .filter((it) => it.checkVisibility())
  .filter((it) => !it.closest("p, li p, td, dd, .part li") || it.matches("p.trail a, p.tools a"))
  .filter((it) => !it.matches(".skip"))
  .map((it) => [it.outerHTML.slice(0, 90), it.getBoundingClientRect()])
  .filter(([, box]) => box.width < 43.9 || box.height < 43.9)
  .map(([html, box]) => `${Math.round(box.width)}×${Math.round(box.height)} ${html}`)"""

SMALL_TEXT = """() => {
  const found = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const box = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || !box.checkVisibility() || box.closest(".hush, script")) continue;
    const size = parseFloat(getComputedStyle(box).fontSize);
    if (size < 16) found.add(`${size}px ${box.tagName} ${walk.currentNode.data.trim().slice(0, 30)}`);
  }
  return [...found];
}"""


@contextmanager
def phone(browser: Browser, size: tuple[int, int] = PHONES[0], **more: Any) -> Iterator[Page]:
    """A page on a phone of this size; what the browser complains about fails the test."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **more)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda told: complaints.append(told.text) if told.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    try:
        yield page
        assert complaints == []
    finally:
        context.close()


@pytest.mark.parametrize("address", ADDRESSES)
def test_it_works(browser: Browser, server: str, address: str) -> None:
    """No finding of axe, nothing too wide, nothing too small, in both themes and on both phones."""
    for size in PHONES:
        for theme in ("light", "dark"):
            with phone(browser, size, color_scheme=theme) as page:
                page.goto(server + address)
                found = Axe().run(page, options=AXE).response["violations"]
                assert [(one["id"], one["nodes"][0]["html"]) for one in found] == [], (size, theme)
                assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
                assert page.evaluate(TARGETS) == []
                assert page.evaluate(SMALL_TEXT) == []


@pytest.mark.parametrize("slug", GAMES)
def test_no_page_of_a_game_is_too_wide_for_a_small_phone(browser: Browser, server: str, slug: str) -> None:
    with phone(browser, PHONES[1]) as page:
        for address in (f"/rules/{slug}", f"/rules/{slug}/trick"):
            if address.endswith("trick") and not asking.trick_question(all_games()[slug]):
                continue
            page.goto(server + address)
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONES[1][0], address
            assert page.evaluate(TARGETS) == []


def test_search_answers_while_one_types(browser: Browser, server: str) -> None:
    with phone(browser) as page:
        page.goto(f"{server}/rules/schafkopf")
        page.get_by_role("searchbox").press_sequentially("who lea")
        first = page.locator(".found a").first
        expect(first).to_contain_text("Who leads?")
        first.click()
        expect(page).to_have_url(f"{server}/rules/schafkopf#asked-who-leads")
        expect(page.locator("#asked-who-leads")).to_be_in_viewport()


def test_a_filter_needs_no_button(browser: Browser, server: str) -> None:
    with phone(browser) as page:
        page.goto(f"{server}/rules")
        page.get_by_label("Players").select_option("3")
        expect(page.get_by_role("link", name="Schafkopf")).to_be_visible()
        expect(page.get_by_role("link", name="Truco")).to_have_count(0)
        expect(page).to_have_url(re.compile("players=3"))


def _tap(page: Page, *cards: str) -> None:
    for number, card in enumerate(cards, 1):
        page.get_by_role("group", name=re.compile("Cards to tap")).get_by_role("button", name=card, exact=True).click()
        expect(page.locator(".tray-plays .laid li:not(.gap)")).to_have_count(number)


def _lay_a_trick(browser: Browser, server: str, **more: Any) -> None:
    with phone(browser, **more) as page:
        page.goto(f"{server}/rules/truco/trick")
        _tap(page, "ace of clubs", "3 of hearts", "4 of clubs", "7 of diamonds")
        expect(page.locator(".says-head")).to_have_text("Player 3 takes the trick")
        page.get_by_role("button", name="Take back 7 of diamonds").click()
        expect(page.locator(".tray-plays .laid li:not(.gap)")).to_have_count(3)
        page.get_by_role("button", name="Start again").click()
        expect(page.locator(".tray-plays .laid li:not(.gap)")).to_have_count(0)


def test_a_trick_is_laid_by_tapping(browser: Browser, server: str) -> None:
    _lay_a_trick(browser, server)


def test_a_trick_is_laid_without_scripts(browser: Browser, server: str) -> None:
    _lay_a_trick(browser, server, java_script_enabled=False)


def test_cards_go_to_the_hand_that_was_chosen(browser: Browser, server: str) -> None:
    with phone(browser, PHONES[1]) as page:
        page.goto(f"{server}/rules/schafkopf/trick")
        _tap(page, "ace of clubs")
        page.get_by_role("button", name="My hand").click()
        for card in ("7 of clubs", "queen of clubs"):
            page.get_by_role("group", name="Cards to tap: My hand").get_by_role("button", name=card).click()
            expect(page.get_by_role("button", name=f"Take back {card}")).to_be_visible()
        expect(page.locator(".says-head")).to_have_text("This card must be played")
        expect(page.locator(".may .by")).to_have_text("yes")


def test_search_and_filter_work_without_scripts(browser: Browser, server: str) -> None:
    with phone(browser, java_script_enabled=False) as page:
        page.goto(f"{server}/rules")
        page.get_by_label("Players").select_option("3")
        page.get_by_role("button", name="Show").click()
        expect(page.get_by_role("link", name="Schafkopf")).to_be_visible()
        page.get_by_role("searchbox").fill("hand of eleven")
        page.get_by_role("button", name="Search").click()
        expect(page.locator(".found a").first).to_contain_text("Hand of eleven")


def test_a_rule_is_two_taps_from_an_open_match_and_so_is_the_way_back(browser: Browser, server: str) -> None:
    with phone(browser) as page:
        page.goto(f"{server}/rules/truco?match=abc#eleven")
        expect(page.locator("#eleven")).to_be_in_viewport()
        page.get_by_role("navigation", name="Sections").get_by_role("link", name="Scoring").click()
        expect(page.locator("#scoring")).to_be_in_viewport()
        expect(page.get_by_role("link", name="Back to the match")).to_have_attribute("href", "/matches/abc")


def _sheets(page: Page) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(format="A4", prefer_css_page_size=True)))


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_is_printed_on_two_sheets_at_most(browser: Browser, server: str, slug: str) -> None:
    with phone(browser) as page:
        page.goto(f"{server}/rules/{slug}")
        assert _sheets(page) <= 2
