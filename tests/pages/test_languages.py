"""Pages in other languages, in a real browser: chosen in one tap, hands entered, two phones in two languages.

Run with SCREENSHOTS=1 to keep pictures in ``screenshots/``.
"""

from __future__ import annotations

import re

import pytest
from django.conf import settings

from tests.browser import SMALL, Phone
from tests.conftest import BOTH_SIZES, Hold

pytestmark = pytest.mark.browser

PEOPLE = ["Anna", "Bernd", "Chris", "Dieter"]
LANGUAGES = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def choose(phone: Phone, code: str) -> None:
    """Chooses a language as a person does: behind the gear."""
    phone.open("/")
    phone.tap(".gear")
    phone.page.locator(f".languages [data-language='{code}']").click()
    phone.page.locator(f"html[lang='{code}']").wait_for()


@pytest.mark.layout
@pytest.mark.parametrize("code", LANGUAGES)
def test_the_choice_stays_and_fits_a_small_phone(hold: Hold, code: str) -> None:
    phone = hold(size=SMALL, used=True)
    choose(phone, code)
    match = phone.start("skat", PEOPLE)
    for path in ("/", "/new", "/new/skat", match, f"{match}/share", f"{match}/settle", "/rules", "/rules/skat"):
        phone.open(path)
        assert phone.page.locator("html").get_attribute("lang") == code
        assert phone.overflow() <= 0, path
        phone.screenshot(f"{code}-{SMALL[0]}{re.sub('[^a-z0-9]+', '-', path)}")
    assert phone.problems == []


_BROKEN_WORDS = """() => [...document.querySelectorAll("#entry :is(label.option, button)")]
  .filter((one) => one.checkVisibility({checkVisibilityCSS: true}))
  .flatMap((one) => {
    const broken = [], texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT), word = document.createRange();
    for (let text; text = texts.nextNode();) for (const found of text.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      word.setStart(text, found.index);
      word.setEnd(text, found.index + found[0].length);
      if (new Set([...word.getClientRects()].map((line) => line.top)).size > 1) broken.push(found[0]);
    }
    return broken;
  })"""


@pytest.mark.layout
@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "zh-hans"])
def test_no_word_breaks_on_a_button_of_a_small_phone(hold: Hold, code: str) -> None:
    phone = hold(size=SMALL, used=True)
    choose(phone, code)
    for slug, people in (("skat", PEOPLE[:3]), ("truco", PEOPLE), ("belote", PEOPLE)):
        phone.start(slug, people)
        assert phone.page.evaluate(_BROKEN_WORDS) == [], slug


@pytest.mark.layout
def test_without_scripts_the_language_has_a_page(hold: Hold) -> None:
    phone = hold(script=False)
    phone.open("/rules")
    phone.tap(".gear")
    phone.tap(".languages [data-language=de]")
    phone.tap("button[value=de]")
    phone.page.locator("html[lang=de]").wait_for()
    assert phone.page.url.endswith("/rules")


@BOTH_SIZES
def test_skat_in_german(hold: Hold, size: tuple[int, int]) -> None:
    phone = hold(size=size, used=True)
    choose(phone, "de")
    phone.start("skat", PEOPLE)
    assert "gibt" in phone.page.locator(".totals").inner_text()
    for label in ("Bernd", "♥", "Mit 2"):
        phone.page.locator("#entry label.option", has_text=label).locator("visible=true").first.click()
    phone.page.locator("#verdict", has_text="+30").wait_for()
    assert "Herz mit 2, gewonnen" in phone.page.locator("#outcome").inner_text()
    phone.screenshot(f"skat-de-{size[0]}-entry")
    phone.tap(".save")
    phone.saved(1)
    assert "Eingetragen" in phone.page.locator("#verdict").inner_text()
    phone.tap(".sheet .nr a")
    lines = phone.page.locator(".lines").first.inner_text()
    assert "Mit 2, Spiel 3" in lines
    assert "Gewonnen: Bernd +30" in lines
    phone.screenshot(f"skat-de-{size[0]}-hand")
    assert phone.problems == []


@BOTH_SIZES
def test_truco_in_portuguese(hold: Hold, size: tuple[int, int]) -> None:
    phone = hold(size=size, used=True)
    choose(phone, "pt-br")
    phone.start("truco", PEOPLE)
    phone.screenshot(f"truco-pt-{size[0]}-entry")
    phone.tap("#c-stake label", 1)
    phone.tap(".save-options button", 0)
    phone.saved(1)
    assert phone.totals() == ["3", "0"]
    assert "dá" in phone.page.locator(".totals").inner_text()
    phone.screenshot(f"truco-pt-{size[0]}-saved")
    assert phone.problems == []


@BOTH_SIZES
def test_gong_zhu_in_chinese(hold: Hold, size: tuple[int, int]) -> None:
    phone = hold(size=size, used=True)
    choose(phone, "zh-hans")
    phone.start("gong-zhu", ["小王", "小李", "小张", "小陈"])
    phone.tap(".card-buttons button", 0)
    phone.tap(".owner-buttons button", 1)
    phone.tap(".rest-buttons button", 2)
    phone.page.locator(".result").wait_for()
    phone.screenshot(f"gong-zhu-zh-{size[0]}-entry")
    phone.tap(".save")
    phone.saved(1)
    assert phone.totals() == ["−100", "0", "600", "0"]
    phone.screenshot(f"gong-zhu-zh-{size[0]}-saved")
    phone.tap(".sheet .nr a")
    assert "猪" in phone.page.locator(".lines").first.inner_text()
    assert phone.problems == []


def test_two_phones_at_one_table_in_two_languages(hold: Hold) -> None:
    scorer, watcher = hold(used=True), hold(used=True)
    choose(scorer, "de")
    match = scorer.start("skat", PEOPLE)
    watcher.context.add_cookies(
        [
            dict(cookie)  # type: ignore[misc]
            for cookie in scorer.context.cookies()
            if cookie["name"] != "django_language"
        ]
    )
    watcher.open(match)
    assert watcher.page.locator(".next").inner_text().startswith("Deal 1")
    assert scorer.page.locator(".next").inner_text().startswith("Spiel 1")
    for label in ("Bernd", "♥", "Mit 2"):
        scorer.page.locator("#entry label.option", has_text=label).locator("visible=true").first.click()
    scorer.tap(".save")
    scorer.saved(1)
    watcher.page.locator(".next", has_text="Deal 2").wait_for()
    scorer.page.locator(".next", has_text="Spiel 2").wait_for()
    assert watcher.totals() == scorer.totals()
    watcher.open(f"{match}/hands/1")
    assert "hearts, with 2, made" in watcher.page.locator("main").inner_text()
    scorer.open(f"{match}/hands/1")
    assert "Herz mit 2, gewonnen" in scorer.page.locator("main").inner_text()
    assert watcher.problems + scorer.problems == []
