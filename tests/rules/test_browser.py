"""The rules pages in a real browser: both phones, both themes, with and without scripts, and on paper."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from rulesref.library import library
from rulesref.lookup import forms
from scoring.games import all_games
from tests.browser import LARGE, SMALL
from tests.conftest import Hold

pytestmark = [pytest.mark.browser, pytest.mark.layout]

GAMES = [slug for slug in library().slugs if slug in library().games]
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
    "/rules/skat/lookup/bid_help",
]


@pytest.mark.parametrize("size", [LARGE, SMALL], ids=["390", "320"])
def test_every_kind_of_page_fits_the_phone_and_is_accessible(hold: Hold, size: tuple[int, int]) -> None:
    phone = hold(size=size)
    for address in ADDRESSES:
        phone.open(address)
        for theme in phone.themes():
            phone.screenshot(f"rules{re.sub('[^a-z]+', '-', address)}-{size[0]}-{theme}")
            assert phone.barriers(theme) == [], (address, theme)
        assert phone.overflow() <= 0, address
        assert phone.small_targets() == [], address
        assert phone.small_text() == [], address
    assert phone.problems == []


@pytest.mark.parametrize("slug", GAMES)
def test_no_page_of_a_game_is_too_wide_for_a_small_phone(hold: Hold, slug: str) -> None:
    phone = hold(size=SMALL, used=True)
    tricks = ["/trick"] if forms.trick_form(all_games()[slug]) else []
    for path in ["", *tricks, *(f"/lookup/{one.hand_kind}" for one in forms.hand_forms(all_games()[slug]))]:
        phone.open(f"/rules/{slug}{path}")
        assert phone.overflow() <= 0, path
        assert phone.small_targets() == [], path
    assert phone.problems == []


def _open(hold: Hold, path: str, size: tuple[int, int] = LARGE, script: bool = True) -> Page:
    phone = hold(size=size, script=script, used=True)
    phone.open(path)
    return phone.page


def test_search_answers_while_one_types(hold: Hold) -> None:
    page = _open(hold, "/rules/schafkopf")
    page.get_by_role("searchbox").press_sequentially("who lea")
    first = page.locator(".answer h2 a")
    expect(first).to_contain_text("Who leads?")
    first.click()
    expect(page).to_have_url(re.compile("/rules/schafkopf#asked-who-leads$"))
    expect(page.locator("#asked-who-leads")).to_be_in_viewport()


def test_a_filter_needs_no_button(hold: Hold) -> None:
    page = _open(hold, "/rules")
    page.locator("select[name=players]").select_option("3")
    expect(page.get_by_role("link", name="Schafkopf")).to_be_visible()
    expect(page.get_by_role("link", name="Truco")).to_have_count(0)
    expect(page).to_have_url(re.compile("players=3"))


def _has_cards(page: Page, cards: int) -> None:
    expect(page.locator(".area-plays .cards li:not(.gap)")).to_have_count(cards)


def _tap(page: Page, *cards: str) -> None:
    for number, card in enumerate(cards, 1):
        page.get_by_role("group", name=re.compile("Cards to tap")).get_by_role("button", name=card, exact=True).click()
        _has_cards(page, number)


@pytest.mark.parametrize("script", [True, False], ids=["scripts", "no scripts"])
def test_a_trick_is_entered_by_tapping(hold: Hold, script: bool) -> None:
    page = _open(hold, "/rules/truco/trick", script=script)
    _tap(page, "ace of clubs", "3 of hearts", "4 of clubs", "7 of diamonds")
    expect(page.locator(".result-headline")).to_have_text("Player 3 takes the trick")
    page.get_by_role("button", name="Take back 7 of diamonds").click()
    _has_cards(page, 3)
    page.get_by_role("button", name="Start again").click()
    _has_cards(page, 0)


def test_cards_go_to_the_chosen_area(hold: Hold) -> None:
    page = _open(hold, "/rules/schafkopf/trick", size=SMALL)
    _tap(page, "ace of clubs")
    page.get_by_role("button", name="My hand").click()
    for card in ("7 of clubs", "queen of clubs"):
        page.get_by_role("group", name="Cards to tap: My hand").get_by_role("button", name=card).click()
        expect(page.get_by_role("button", name=f"Take back {card}")).to_be_visible()
    expect(page.locator(".result-headline")).to_have_text("This card must be played")
    expect(page.locator(".legal .position")).to_have_text("yes")


def test_search_and_filter_work_without_scripts(hold: Hold) -> None:
    page = _open(hold, "/rules", script=False)
    page.locator("select[name=players]").select_option("3")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("link", name="Schafkopf")).to_be_visible()
    page.get_by_role("searchbox").fill("hand of eleven")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".answer h2")).to_contain_text("Hand of eleven")


def test_a_rule_is_two_taps_from_an_open_match_and_so_is_the_way_back(hold: Hold) -> None:
    page = _open(hold, "/rules/truco?match=abc#eleven")
    expect(page.locator("#eleven")).to_be_in_viewport()
    page.get_by_role("navigation", name="Sections").get_by_role("link", name="Scoring").click()
    expect(page.locator("#scoring")).to_be_in_viewport()
    for link in page.get_by_role("link", name="Back to the match").all():
        expect(link).to_have_attribute("href", "/matches/abc")
    expect(page.locator(".search-form .back")).to_be_in_viewport()


def _sheets(page: Page) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(format="A4", prefer_css_page_size=True)))


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_is_printed_on_two_sheets_at_most(hold: Hold, slug: str) -> None:
    assert _sheets(_open(hold, f"/rules/{slug}")) <= 2


@pytest.mark.parametrize("slug", ["points", "glossary", "dealing", "hoyle"])
def test_the_other_articles_are_printed_on_two_sheets_at_most(hold: Hold, slug: str) -> None:
    assert _sheets(_open(hold, f"/rules/{slug}")) <= 2


def test_the_strip_marks_the_section_that_is_read(hold: Hold) -> None:
    page = _open(hold, "/rules/truco")
    strip = page.get_by_role("navigation", name="Sections")
    expect(strip.locator("[aria-current]")).to_have_count(0)
    for name, anchor in (("Options", "options"), ("Cards", "card-strength")):
        strip.get_by_role("link", name=name).press("Enter")
        expect(page).to_have_url(re.compile(f"#{anchor}$"))
        expect(page.locator(f"#{anchor}")).to_be_in_viewport()
        expect(strip.locator("[aria-current]")).to_have_text(name)
        expect(strip.locator("[aria-current]")).to_be_in_viewport()
