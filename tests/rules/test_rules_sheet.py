"""The rules as a sheet over the match: the half-entered hand below it is not touched."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from playwright.sync_api import expect

from rulesref.library import library
from tests.browser import LARGE, SMALL, Phone
from tests.conftest import Hold
from tests.pages.test_start import in_language

pytestmark = [pytest.mark.browser, pytest.mark.layout]

THREE = ["Ada", "Ben", "Cleo"]
_ANSWERS = "() => [...new FormData(document.getElementById('entry'))].filter(([name]) => name[0] !== '_').join()"


def _half_entered(phone: Phone) -> tuple[str, str]:
    """A hand of Skat of which a part is entered: the path of the match, and its answers."""
    match = phone.start("skat", THREE)
    phone.tap("#entry label.option", 1)
    phone.tap("#entry label.option:has-text('♥')")
    return match, phone.page.evaluate(_ANSWERS)


@pytest.mark.parametrize("size", [LARGE, SMALL], ids=["390", "320"])
def test_a_rule_opens_over_the_match_and_closes_in_one_tap(hold: Hold, size: tuple[int, int]) -> None:
    phone = hold(size=size)
    match, answers = _half_entered(phone)
    sheet = phone.page.locator(".rules-sheet")
    rule = phone.page.locator("a.rule").locator("visible=true").last
    anchor = (rule.get_attribute("href") or "").split("#")[1]
    taps = phone.taps
    rule.click()
    expect(sheet).to_be_visible()
    assert phone.taps == taps + 1
    assert phone.page.url.endswith(match), "nobody has left the match"
    heading = sheet.locator("h2[tabindex]")
    expect(heading).to_be_in_viewport()
    page = phone.context.request.get(f"{phone.address}/rules/skat").text()
    assert re.search(rf'id="{anchor}">\s*{re.escape(heading.inner_text())}', page)
    assert phone.overflow() <= 0
    assert phone.small_targets() == []
    assert phone.small_text() == []
    for theme in phone.themes():
        assert phone.barriers(theme) == []
    for close in (lambda: sheet.locator("form[method=dialog] button").click(), phone.page.go_back, _escape(phone)):
        if not sheet.is_visible():
            rule.click()
            expect(sheet).to_be_visible()
        close()
        expect(sheet).to_be_hidden()
        assert phone.page.url.endswith(match)
        assert phone.page.evaluate(_ANSWERS) == answers
    assert not phone.page.evaluate("Boolean(history.state?.rules)")
    assert phone.problems == []


def _escape(phone: Phone) -> Callable[[], object]:
    return lambda: phone.page.keyboard.press("Escape")


def test_the_sheet_goes_from_section_to_section_and_is_searched(hold: Hold) -> None:
    phone = hold(used=True)
    match, answers = _half_entered(phone)
    phone.tap("#rules")
    sheet = phone.page.locator(".rules-sheet")
    sheet.locator(".jump a[href='#scoring']").click()
    expect(sheet.locator("h2[tabindex]")).to_have_text("Scoring")
    sheet.locator("input[type=search]").fill("overbid")
    hit = sheet.locator(".hits a").first
    hit.click()
    expect(sheet.locator(".hits a")).to_have_count(0)
    expect(sheet.locator("h2[tabindex]")).to_be_focused()
    phone.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    assert phone.page.url.endswith(match)
    assert phone.page.evaluate(_ANSWERS) == answers
    phone.page.reload()  # with the sheet closed, one step back is where one came from
    assert phone.problems == []


@pytest.mark.parametrize("opened_before", [False, True])
def test_without_a_network_the_match_stays_and_says_so(hold: Hold, opened_before: bool) -> None:
    phone = hold()
    match, answers = _half_entered(phone)
    rules, sheet = phone.page.locator("a.rule:visible"), phone.page.locator("dialog.rules-sheet")
    rule = rules.nth(1)
    if opened_before:  # another rule: this one would come from the browser's cache
        rules.first.click()
        expect(sheet).to_be_visible()
        phone.page.keyboard.press("Escape")
    phone.context.set_offline(True)
    rule.click()
    expect(phone.page.locator("#connection")).to_contain_text("No network.")
    assert phone.page.url.endswith(match)
    assert phone.page.evaluate(_ANSWERS) == answers
    phone.context.set_offline(False)
    rule.click()
    expect(sheet).to_be_visible()


def test_without_scripts_the_link_is_a_link(hold: Hold) -> None:
    phone = hold(script=False)
    match = phone.start("skat", THREE)
    phone.tap("a.rule")
    phone.page.wait_for_url(re.compile(r"/rules/skat\?match="))
    back = phone.page.locator(".search-form .back")
    expect(back).to_be_in_viewport()
    back.click()
    phone.page.wait_for_url(re.compile(f"{match}$"))


@pytest.mark.parametrize("code", ["en", "de", "ru", "zh-hans"])
def test_the_way_back_stays_in_view_on_the_page_of_rules(hold: Hold, code: str) -> None:
    phone = in_language(hold, code, SMALL)
    match = phone.start("skat", THREE)
    for page in ("skat", "glossary", "dealing"):
        phone.open(f"/rules/{page}?match={match.split('/')[-1]}")
        phone.page.evaluate("scrollTo(0, document.documentElement.scrollHeight / 2)")
        back = phone.page.locator("a.back")
        expect(back).to_be_in_viewport(ratio=1)
        assert phone.overflow() <= 0


def test_the_first_rule_costs_little(hold: Hold) -> None:
    phone = hold()
    phone.start("skat", THREE)
    network = phone.context.new_cdp_session(phone.page)
    network.send("Network.enable")
    sizes: list[float] = []
    network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    phone.page.locator("a.rule").locator("visible=true").first.click()
    expect(phone.page.locator(".rules-sheet h2[tabindex]")).to_be_visible()
    assert sizes
    assert sum(sizes) <= 8_000, sizes


@pytest.mark.parametrize("slug", sorted(library().games))
def test_each_next_rule_costs_less(slug: str) -> None:
    """The longest section of each game, in the language whose letters take most, with the headers of the answer."""
    pages = library("ru")
    longest = max(pages.article(slug).sections, key=lambda section: len(section.html))
    client = Client(headers={"Accept-Language": "ru", "Accept-Encoding": "gzip"})
    answer = client.get(f"/rules/{slug}/part?match={'a' * 28}&at={longest.anchor}")
    assert answer.headers["Content-Encoding"] == "gzip"
    headers = sum(len(name) + len(value) + 4 for name, value in answer.headers.items())
    assert len(answer.content) + headers <= 6_000
