"""An evening on a phone that has no server any more, and a browser that is killed in the middle of it."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from scoring.engine.match import replay
from scoring.games import get
from tests.browser import LARGE, SMALL
from tests.phone.kept_browser import KeptBrowser, Tab
from tests.spreadsheet import read_workbook

pytestmark = [pytest.mark.browser, pytest.mark.layout]

PEOPLE = ["Ada", "Ben", "Cleo"]

#: What is tapped for a hand (labels of options), and the hand that it stands for. With 1 and "Won" are chosen already.
HANDS: list[tuple[list[str], dict[str, Any]]] = [
    (["Ben", "♥", "Won"], {"kind": "suit", "trump": "H", "declarer": 1, "outcome": {"won": True}}),
    (["Cleo", "♣", "With 2"], {"kind": "suit", "trump": "C", "declarer": 2, "outcome": {"won": True}}),
    (["Ada", "Grand"], {"kind": "grand", "declarer": 0, "outcome": {"won": True}}),
    (["Ben", "♠", "Lost"], {"kind": "suit", "trump": "S", "declarer": 1, "outcome": {"won": False}}),
    (["Cleo", "Null"], {"kind": "null", "declarer": 2, "outcome": {"won": True}}),
    (["Ada", "♦", "Against 2"], {"kind": "suit", "trump": "D", "declarer": 0, "outcome": {"won": True}}),
]
MATADORS = {1: {"with": 2}, 5: {"against": 2}}


def _entered(place: int) -> dict[str, Any]:
    hand = HANDS[place][1]
    return hand if hand["kind"] == "null" else {**hand, "matadors": MATADORS.get(place, {"with": 1})}


def _totals(hands: list[dict[str, Any]]) -> list[int]:
    """What the calculators of this process make of these hands."""
    return [int(total) for total in replay(get("skat"), len(PEOPLE), hands).totals]


def _enter(tab: Tab, labels: list[str]) -> None:
    for label in labels:
        tab.tap("#entry label.option", label)


def _record(tab: Tab, number: int, labels: list[str]) -> None:
    tab.within.locator(f".next[data-hand='{number}']").wait_for()
    _enter(tab, labels)
    tab.within.locator("#outcome .changes").wait_for()
    tab.tap(".save")
    tab.saved(number)


def _fits(tab: Tab) -> None:
    """The page is as wide as the phone."""
    for width, height in (SMALL, LARGE):
        tab.page.set_viewport_size({"width": width, "height": height})
        for frame in (tab.page.main_frame, tab.frame):
            over = frame.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert over <= 0, f"{frame.url} is {over} px wider than {width}"


def test_a_skat_evening_without_a_server(alone: KeptBrowser) -> None:
    tab = alone.tab()
    match = tab.begin("skat", PEOPLE)
    _fits(tab)
    for number, (labels, _) in enumerate(HANDS, start=1):
        _record(tab, number, labels)
    hands = [_entered(place) for place in range(len(HANDS))]
    _shows(tab, hands)

    # Hand 2 was Ada's.
    tab.tap(".sheet a[href$='/hands/2']")
    tab.arrive(f"{match}/hands/2")
    _fits(tab)
    _enter(tab, ["Ada"])
    tab.tap(".save")
    tab.arrive(match)
    hands[1] = {**hands[1], "declarer": 0}
    _shows(tab, hands)

    # Undo takes back the correction, then the last hand; the hand is tapped in again.
    tab.tap("button.undo")
    hands[1] = _entered(1)
    _shows(tab, hands)
    tab.tap("button.undo")
    _shows(tab, hands[:-1])
    _record(tab, 6, HANDS[5][0])
    _shows(tab, hands)
    _fits(tab)

    _look_up(tab, match)

    tab.open(match)
    tab.tap("button.menu-button")
    tab.tap("button", "End the match here")
    tab.within.locator(".headline").wait_for()
    _shows(tab, hands)
    assert PEOPLE[_totals(hands).index(max(_totals(hands)))] in tab.find(".headline").inner_text()
    _fits(tab)
    tab.tap(".save", "Rematch")
    tab.within.locator(".next[data-hand='1']").wait_for()
    second = tab.arrive(r"/matches/\w+")
    assert second != match

    _visit_all(tab, match)
    assert alone.problems == []


def _shows(tab: Tab, hands: list[dict[str, Any]]) -> None:
    """The page comes to show these hands, with the totals that the calculators of this process come to."""
    tab.within.locator(f".sheet a[href$='/hands/{len(hands) + 1}']").wait_for(state="detached")
    for side, total in enumerate(_totals(hands)):
        text = str(total).replace("-", "−")
        figure = tab.within.locator(f".total.p{side} .figure, .places .p{side} b")  # of a finished match: its places
        figure.filter(has_text=re.compile(rf"^{text}$")).wait_for()


def _look_up(tab: Tab, match: str) -> None:
    """A rule from the page of the match, a search, a trick."""
    tab.open(match)
    tab.tap("#rules")
    sheet = tab.within.locator(".rules-sheet")
    sheet.locator("h2[tabindex]").wait_for()
    _fits(tab)
    tab.tap(".rules-sheet form[method=dialog] button")
    sheet.wait_for(state="hidden")
    tab.open(f"/rules/skat?match={match.rpartition('/')[2]}")
    tab.within.locator("h1", has_text="Skat").wait_for()
    _fits(tab)
    tab.open("/rules/search?q=null+ouvert")
    tab.within.locator("main", has_text="Values of null").wait_for()
    _fits(tab)
    tab.open("/rules/skat/trick")
    tab.tap("button[value='game.H']")
    tab.within.locator("button[value='game.H'][aria-pressed=true]").wait_for()
    for card in ("AC", "KC", "JD"):
        tab.tap(f"button[value='plays.{card}']")
        tab.within.locator(f".area-plays .card[value]:has-text('{card[0]}')").first.wait_for()
    tab.within.locator(".area-plays li.winner").wait_for()
    assert tab.within.locator(".area-plays .cards li").nth(2).get_attribute("class") == "winner", "the jack trumps"
    _fits(tab)


def _visit_all(tab: Tab, match: str) -> None:
    """Sheet to print, table with its standings, and what else leads from a match."""
    pages = {"print": "main .sheet", "board": ".board", "history": ".changes-list", "result": "main textarea"}
    for name, there in {**pages, "settle": "main form", "share": "main .button"}.items():
        tab.open(f"{match}/{name}")
        tab.within.locator(there).first.wait_for()
        _fits(tab)
    tab.open(f"{match}/history")
    tab.within.locator(".changes-list li").first.wait_for()
    assert "UTC" not in tab.find(".changes-list").inner_text(), "times are those of the phone's clock"
    assert tab.page.evaluate("document.title"), "the page around has the title of the page"
    tab.open(match)
    tab.tap(".bar-nav a", "Table")
    table = tab.arrive(r"/tables/\w+")
    tab.within.locator("#standings").wait_for()
    tab.within.locator(".leads", has_text="Skat").wait_for()
    _fits(tab)
    for path in ("/", "/new", "/rules", "/rules/glossary", f"{table}/settle", f"{table}?since=30"):
        tab.open(path)
        _fits(tab)


def test_what_was_saved_is_there_after_the_browser_was_killed(alone: KeptBrowser) -> None:
    tab = alone.tab()
    match = tab.begin("skat", PEOPLE)
    for number, (labels, _) in enumerate(HANDS[:3], start=1):
        _record(tab, number, labels)
        alone.kill()
        alone.start()
        tab = alone.tab(match)
        tab.saved(number)
        _shows(tab, [_entered(place) for place in range(number)])
    assert tab.within.locator(".sheet tbody th.nr a, .sheet tbody .nr a").count() == 3
    tab.open("/")
    assert tab.within.locator(f"a[href='{match}']").count() > 0, "the home page knows the match: its key was kept"
    assert alone.problems == []


def test_days_are_those_of_the_phones_clock_and_a_sheet_is_a_workbook(alone: KeptBrowser) -> None:
    tab = alone.tab()
    match = tab.begin("points", PEOPLE)
    tab.within.locator(".entry-of input").first.fill("12")
    tab.tap(".save")
    tab.saved(1)
    browser = tab.page.context.new_cdp_session(tab.page)
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):  # never on the same day
        browser.send("Emulation.setTimezoneOverride", {"timezoneId": zone})
        tab.open(f"{match}/print")
        day = f"{datetime.now(ZoneInfo(zone)):%-d %B %Y}"
        tab.within.locator(".paper-head time", has_text=re.compile(rf"^{day}$")).wait_for()
    tab.open(match)
    tab.tap("button.menu-button")
    with tab.page.expect_download() as download:
        tab.tap(".actions a", "Sheet as XLSX")
    (sheet,) = read_workbook(download.value.path().read_bytes()).values()
    assert sheet[1][4:7] == [12, 0, 0]
    assert alone.problems == []


def test_a_hand_is_said_without_a_server(alone: KeptBrowser) -> None:
    tab = alone.tab()
    tab.begin("points", ["Ada", "Ben"])
    tab.within.get_by_role("button", name="More for this match").click()
    tab.within.get_by_role("link", name="Say it").click()
    tab.within.get_by_label("Say or type the hand").fill("Ada twenty, Ben minus 5")
    tab.within.get_by_role("button", name="Fill in the form").click()
    expect(tab.within.locator("[name='scores.1']")).to_have_value("-5", timeout=60_000)
    tab.tap(".save")
    tab.saved(1)
