"""Text at 200 %, as people set it in their browser: no page moves sideways at 390 px."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from rulesref.library import library
from rulesref.lookup import forms
from scoring.games import all_games
from tests.browser import LARGE, SMALL
from tests.conftest import Hold
from tests.pages.phone import NAMES

pytestmark = [pytest.mark.browser, pytest.mark.layout]

SLUGS = sorted(all_games())
ARTICLES = [slug for slug in library().slugs if slug not in library().games]
MOST_TAPS = 10


@pytest.mark.parametrize("slug", SLUGS)
def test_no_page_of_a_game_scrolls_sideways(hold: Hold, slug: str) -> None:
    phone = hold(large_text=True, used=True)
    game = all_games()[slug]
    match = phone.start(slug, NAMES[: game.players[0]])
    for place in range(MOST_TAPS):
        one = phone.page.locator("#entry .option:not(:has(:disabled))").locator("visible=true").nth(place)
        if not one.count():
            break
        one.evaluate("(one) => one.querySelector('input').click()")
        assert phone.overflow() <= 0, f"after tap {place + 1}"
    for fold in phone.page.locator("#entry details:not([open]) > summary").all():
        if fold.is_visible():
            fold.click()
    assert phone.overflow() <= 0
    tricks = [f"/rules/{slug}/trick"] if forms.trick_form(game) else []
    for path in (f"/rules/{slug}", *tricks, f"/new/{slug}", f"{match}/settle", f"{match}/board"):
        phone.open(path)
        assert phone.overflow() <= 0, path


def test_no_other_page_scrolls_sideways(hold: Hold) -> None:
    phone = hold(large_text=True, used=True)
    match = phone.start("points", NAMES[:4])
    for number, score in enumerate((12, -3), start=1):
        phone.page.locator(".entry-of input").nth(1).fill(str(score * 100))
        phone.tap(".save")
        phone.saved(number)
    table = phone.page.locator(".bar-nav a", has_text="Table").get_attribute("href")
    of_match = [f"{match}{page}" for page in ("", "/hands/1", "/history", "/result", "/share", "/print")]
    of_table = [f"{table}{page}" for page in ("", "/settle", "/rules/skat", "/share", "/bring")]
    rules = ["/rules", "/rules/search?q=tie", *(f"/rules/{slug}" for slug in ARTICLES)]
    for path in ("/", "/new", *of_match, *of_table, *rules):
        phone.open(path)
        assert phone.overflow() <= 0, path


def test_names_and_languages_are_whole(hold: Hold) -> None:
    phone = hold(large_text=True, used=True)
    phone.start("points", ["Konstantinos", "Maximiliane", "Annette", "Bernd"])
    phone.page.locator(".entry-of input").nth(1).fill("1200")
    phone.tap(".save")
    phone.saved(1)
    cut = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)"
    shown = phone.page.locator(":is(.verdict, .total) .name, .entry-of label, .pad button").locator("visible=true")
    assert shown.count()
    assert shown.evaluate_all(cut) == []
    phone.tap(".gear")
    assert phone.page.locator(".languages a").evaluate_all(cut) == []


def test_the_strip_of_a_rules_page_marks_the_section_that_was_jumped_to(hold: Hold) -> None:
    phone = hold(large_text=True, used=True)
    phone.open("/rules/truco")
    strip = phone.page.get_by_role("navigation", name="Sections")
    strip.get_by_role("link", name="Options").click()
    expect(strip.locator("[aria-current]")).to_have_text("Options")


@pytest.mark.parametrize("size", [LARGE, SMALL], ids=["390", "320"])
def test_the_name_of_a_match_is_not_cut(hold: Hold, size: tuple[int, int]) -> None:
    """At the usual size of text: the longest name of a game, and a match with a title of its own."""
    phone = hold(size=size, used=True)
    longest = max(all_games().values(), key=lambda game: len(game.name))
    phone.start(longest.slug, NAMES[: longest.players[0]])
    name = phone.page.locator(".match-name")
    for text in (longest.name, f"{longest.name} Thursday at Anna’s, final"):
        name.evaluate("(name, text) => { name.textContent = text; }", text)
        assert name.evaluate(
            "(name) => name.scrollWidth <= name.clientWidth && name.scrollHeight <= name.clientHeight + 1"
        )
        assert phone.page.locator(".next").evaluate("(next) => next.scrollWidth <= next.clientWidth")
    before = phone.page.locator("#entry").bounding_box()
    phone.page.locator(".next b").evaluate("(heading) => { heading.textContent = 'Hand 128'; }")
    assert phone.page.locator("#entry").bounding_box() == before, "nothing moves from hand to hand"
