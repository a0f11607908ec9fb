"""Pages hold with the fonts of phones: nothing is wider than the phone, cut, or on top of something else."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from benchmarks.taps import MatchHands, record, recorded_hands, start
from tests.browser import LARGE, SMALL, Phone, chromium
from tests.fonts import FAMILIES, STANDARD, Family, configuration, font_file
from tests.not_run import not_run
from tests.server import Running

pytestmark = [pytest.mark.browser, pytest.mark.layout]

#: Games whose sheet, totals or form have little room.
GAMES = ("skat", "malilla", "points", "truco", "tyzicha", "gong-zhu")
MOST_HANDS = 4
NAMES = ["Annette", "Bernd", "Gudrun", "Hartmut", "Ingrid", "Joachim", "Katharina"]

#: Four names, long words of results. The dealer sits out.
_SCHNEIDER = {"won": True, "level": "schneider"}
_GERMAN = [
    {"kind": "suit", "trump": "D", "declarer": 1, "matadors": {"with": 2}, "outcome": _SCHNEIDER},
    {"kind": "suit", "trump": "C", "declarer": 2, "matadors": {"with": 2}, "outcome": {**_SCHNEIDER, "won": False}},
    {"kind": "grand", "declarer": 3, "matadors": {"with": 4}, "outcome": _SCHNEIDER},
]

_SPILLED = (Path(__file__).parent / "spilled.js").read_text()


@pytest.fixture(scope="module")
def matches(running: Running) -> dict[str, str]:
    """Links to matches that have begun, by game."""
    links = {}
    for slug in GAMES:
        match = recorded_hands(slug)
        links[slug] = start(running, slug, match, NAMES)
        for hand in list(match.hands)[:MOST_HANDS]:
            record(running, links[slug], hand)
    german = MatchHands(4, {}, {}, _GERMAN)
    links["de"] = start(running, "skat", german, NAMES)
    for hand in german.hands:
        record(running, links["de"], hand)
    return links


@pytest.fixture(params=FAMILIES, ids=[family.name for family in FAMILIES])
def family(request: pytest.FixtureRequest) -> Family:
    """Each of the families. Skips the test, or fails it in CI, if it is not installed."""
    wanted: Family = request.param
    if font_file(wanted) is None:
        not_run(f"the layout with {wanted.name}: not installed (Debian: apt-get install {wanted.package})")
    return wanted


@pytest.fixture
def phone(browser: Browser, running: Running, family: Family) -> Iterator[Phone]:
    """A phone that has this family of fonts only."""
    environment: dict[str, str | float | bool] = {**os.environ, "FONTCONFIG_FILE": str(configuration(family))}
    launch = browser.browser_type.launch
    own = launch(executable_path=chromium(), args=["--no-sandbox"], env=environment)
    yield Phone(own, running.url, LARGE, dark=False, script=True)
    own.close()


def test_pages_hold_with_the_fonts_of_phones(phone: Phone, matches: dict[str, str]) -> None:
    faults: list[str] = []

    def look(where: str) -> None:
        for width, height in (LARGE, SMALL):
            phone.page.set_viewport_size({"width": width, "height": height})
            faults.extend(f"{where}, {width}: {one}" for one in phone.page.evaluate(_SPILLED))
            if (pixels := phone.overflow()) > 0:
                faults.append(f"{where}, {width}: {pixels} px wider than the phone")
            faults.extend(f"{where}, {width}: small: {one}" for one in phone.small_targets())

    for slug, link in matches.items():
        if slug == "de":
            phone.context.add_cookies([{"name": "django_language", "value": "de", "url": phone.address}])
        phone.open(link)
        look(slug)
    for place, chosen in (("declarer", "1"), ("game", "H")):
        phone.page.locator(f'#entry input[name="{place}"][value="{chosen}"]').locator("xpath=..").click()
    look("de, with all questions")
    phone.context.add_cookies([{"name": "django_language", "value": "pt-br", "url": phone.address}])
    phone.open(matches["truco"])
    look("pt, Truco")
    phone.context.clear_cookies(name="django_language")
    match = f"/matches/{matches['skat'].rpartition('/')[2]}"
    for path in ("/", "/new", "/new/skat", "/rules/skat", f"{match}/board", f"{match}/result", f"{match}/settle"):
        phone.open(path)
        look(path)
    assert not faults, "\n".join(faults)


def test_the_standard_fonts_are_those_of_a_file_of_the_run(browser: Browser) -> None:
    """Whatever this machine has installed, text is drawn with one family."""
    if font_file(STANDARD) is None:
        not_run(f"the standard fonts: not installed (Debian: apt-get install {STANDARD.package})")
    assert Path(os.environ["FONTCONFIG_FILE"]) == configuration(STANDARD)
    page = browser.new_page()
    page.set_content("<p style='font-family: system-ui'>Cleo</p>")
    page.screenshot()
    tools = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        tools.send(f"{domain}.enable")
    root = tools.send("DOM.getDocument")["root"]["nodeId"]
    node = tools.send("DOM.querySelector", {"nodeId": root, "selector": "p"})["nodeId"]
    drawn = tools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    page.close()
    assert [one["familyName"] for one in drawn] == [STANDARD.name]
