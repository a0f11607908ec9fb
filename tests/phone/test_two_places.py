"""A match on a phone and on a server: given to it, followed by another phone, gone on with in both places, settled."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import LARGE, PATIENCE, SMALL, own_hand
from tests.phone.conftest import Build, StartBrowser
from tests.phone.kept_browser import HOST, ORIGIN, KeptBrowser, Tab
from tests.server import SERVE, Running, database_url, free_port

pytestmark = [pytest.mark.browser, pytest.mark.layout]

PEOPLE = ["Ada", "Ben"]


@pytest.fixture
def server(build: Build, tmp_path: Path) -> Iterator[Running]:
    """The real server, not started yet, at the address from which the phones were once given the Companion."""
    folder = tmp_path / "server"
    folder.mkdir()
    with database_url(folder) as database:
        own = {"ALLOWED_HOSTS": f"{HOST},127.0.0.1", "PHONE_ROOT": str(build.folder)}
        running = Running(folder, database, SERVE, free_port(), **own)
        yield running
        running.stop()


def _record(tab: Tab, number: int, *points: int) -> None:
    tab.within.locator(f".next[data-hand='{number}']").wait_for()
    for field, figure in zip(tab.within.locator("#entry .entry-of input").all(), points, strict=True):
        field.fill(str(figure))
    tab.tap("#entry .save")
    tab.saved(number)


def _record_on_server(page: Page, number: int, *points: int) -> None:
    page.locator(f".next[data-hand='{number}']").wait_for()
    for field, figure in zip(page.locator("#entry .entry-of input").all(), points, strict=True):
        field.fill(str(figure))
    page.locator("#entry .save").click()
    _shows(page, number)


def _shows(page: Page, hands: int) -> None:
    """This many hands are on the sheet of a page of the server."""
    page.locator(own_hand(hands)).wait_for()
    expect(page.locator(".sheet tbody .nr a:not(.sheet-part .sheet-part a)")).to_have_count(hands)


def _totals(page: Page) -> list[int]:
    return [int(text.replace("−", "-")) for text in page.locator(".total .figure").all_inner_texts()]


def _in_step(tab: Tab) -> None:
    """Both places have the same match, as far as this phone knows."""
    tab.within.locator("#server-copy[data-state=same]", has_text="Also on the server.").wait_for()


def _fits(tab: Tab) -> None:
    for width, height in (SMALL, LARGE):
        tab.page.set_viewport_size({"width": width, "height": height})
        over = tab.frame.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert over <= 0, f"{tab.frame.url} is {over} px wider than {width}"


def test_a_match_is_given_to_a_server_and_settled(profile: Path, start_browser: StartBrowser, server: Running) -> None:
    phone = start_browser(port=server.port, profile=profile)
    tab = phone.tab()
    match = tab.begin("points", PEOPLE)
    _record(tab, 1, 10, 1)
    _record(tab, 2, 20, 2)

    tab.open(f"{match}/share")
    _fits(tab)
    tab.tap("button", "Give it to the server")
    tab.within.locator("#giving", has_text="cannot be reached").wait_for()
    server.start()
    tab.tap("button", "Give it to the server")
    link = tab.within.locator("input[aria-label='Link to keep the score']").first
    link.wait_for(state="attached")
    _fits(tab)

    second = start_browser(port=server.port).page(link.input_value())
    _shows(second, 2)
    assert _totals(second) == [30, 3]
    tab.open(match)
    _record(tab, 3, 30, 3)
    _shows(second, 3)
    _record_on_server(second, 4, 40, 4)
    tab.saved(4)
    assert tab.totals() == [100, 10]
    _in_step(tab)

    # No network: both go on. One of the hands is the same, tapped in on both phones.
    server.stop()
    _record(tab, 5, 50, 5)
    tab.within.locator("#server-copy", has_text="Not on the server yet.").wait_for()
    _fits(tab)
    _record(tab, 6, 60, 6)
    tab.open("/")
    server.start()
    second.reload()
    _record_on_server(second, 5, 50, 5)
    _record_on_server(second, 6, 7, 7)

    tab.open(match)
    tab.tap("#server-copy a", "Compare")
    tab.arrive(f"{match}/differences")
    tab.within.locator("p", has_text="4 hands are the same in both places.").wait_for()
    _fits(tab)
    ticked = [box.is_checked() for box in tab.within.locator("form").first.locator("input[type=checkbox]").all()]
    assert ticked == [False, True], "the hand that is there already is not added again"
    tab.tap("button", "Keep the server’s sheet")
    tab.arrive(match)
    tab.saved(7)
    assert tab.totals() == [100 + 50 + 7 + 60, 10 + 5 + 7 + 6]
    _in_step(tab)
    _shows(second, 7)
    assert _totals(second) == tab.totals()
    _refused_only_while_it_was_away(phone)


def _refused_only_while_it_was_away(phone: KeptBrowser) -> None:
    """The only errors in the consoles are requests to a server that was not there."""
    assert [text for text in phone.problems if "ERR_CONNECTION_REFUSED" not in text and "ERR_EMPTY" not in text] == []


_KEPT = """async (match) => {
  const kept = await (await caches.open("matches-to-take")).match(`${match}/copy`);
  return kept ? (await kept.json()).copy.match.hands.length : 0;
}"""


def _kept(page: Page, match: str, hands: int) -> None:
    """Waits until this phone keeps a copy with so many hands of a match that is open on the server's page."""
    deadline = time.monotonic() + PATIENCE / 1000
    while page.evaluate(_KEPT, match) != hands:
        assert time.monotonic() < deadline, "the match was not kept"
        page.wait_for_timeout(50)


def test_a_match_of_the_server_goes_on_without_it(profile: Path, start_browser: StartBrowser, server: Running) -> None:
    server.start()
    phone = start_browser(port=server.port, profile=profile)
    page = phone.page(f"{ORIGIN}/new/points")
    for field, name in zip(page.locator(".seat input[type=text]").all(), PEOPLE, strict=False):
        field.fill(name)
    page.locator(".save").first.click()
    page.wait_for_url(f"{ORIGIN}/matches/*")
    match = page.url.removeprefix(ORIGIN)
    _record_on_server(page, 1, 10, 1)
    _kept(page, match, 1)
    server.stop()
    for field, figure in zip(page.locator("#entry .entry-of input").all(), (5, 5), strict=True):
        field.fill(str(figure))
    page.locator("#entry .save").click()
    page.locator("#waiting-hands:not(.is-empty)").wait_for()

    # The hand that waits goes on the phone's sheet, once.
    page.reload()
    tab = Tab(page)
    tab.started()
    tab.saved(2)
    assert tab.totals() == [15, 6]
    _record(tab, 3, 20, 2)
    tab.within.locator("#server-copy", has_text="Not on the server yet.").wait_for()
    phone.kill()
    phone.start()
    tab = phone.tab(match)
    tab.saved(3)
    tab.within.locator("#server-copy", has_text="Not on the server yet.").wait_for()
    server.start()
    tab.frame.evaluate("window.dispatchEvent(new Event('online'))")
    _in_step(tab)

    tab.open(f"{match}/share")
    page = phone.page(tab.within.locator("input[aria-label='Link to keep the score']").input_value())
    _shows(page, 3)
    assert _totals(page) == [35, 8]


def test_a_new_part_comes_to_the_server_by_itself(profile: Path, start_browser: StartBrowser, server: Running) -> None:
    """People change on the phone twice, without a network: the server gets all parts. Its own new part comes back."""
    phone = start_browser(port=server.port, profile=profile)
    tab = phone.tab()
    first = tab.begin("points", PEOPLE)
    _record(tab, 1, 10, 1)
    server.start()
    tab.open(f"{first}/share")
    tab.tap("button", "Give it to the server")
    link = tab.within.locator("input[aria-label='Link to keep the score']").first
    link.wait_for(state="attached")
    second = start_browser(port=server.port).page(link.input_value())
    _shows(second, 1)

    tab.open(first)
    server.stop()
    for name in ("Cleo", "Dan"):
        _replace_second(tab, name)
        tab.within.locator("#server-copy", has_text="Not on the server yet.").wait_for()
        _record(tab, 1, 5, 7)
    last = tab.frame.url.removeprefix(ORIGIN)
    server.start()
    _in_step(tab)
    second.reload()
    for name in ("Cleo", "Dan"):
        second.locator("a", has_text="Go on there").click()
        second.locator(".carried", has_text=name).wait_for()
        _shows(second, 1)
    assert _totals(second) == [20, 15]
    _record_on_server(second, 2, 1, 1)
    tab.saved(2)

    # A correction in the first part changes those after it, on the phone and then on the server.
    tab.open(f"{first}/hands/1")
    tab.within.locator("#entry .entry-of input").first.fill("11")
    tab.tap("#entry .save")
    tab.arrive(first)
    _in_step(tab)
    second.reload()
    _shows(second, 2)
    assert _totals(second) == [22, 16]

    tab.open(last)
    _in_step(tab)
    _replace_second(second, "Eve")
    _record_on_server(second, 1, 2, 2)
    tab.tap("a", "Go on there")
    tab.within.locator(".carried", has_text="Eve").wait_for()
    tab.saved(1)
    assert tab.totals() == [24, 18]
    _refused_only_while_it_was_away(phone)


def _replace_second(place: Tab | Page, name: str) -> None:
    """From the next hand on this person sits in the second seat."""
    page, within = (place.frame, place.within) if isinstance(place, Tab) else (place, place)
    page.goto(f"{page.url}/people")
    within.locator("input[name=player]").nth(1).fill(name)
    within.locator("button.first", has_text="Save").locator("visible=true").click()
    within.locator(".carried", has_text=name).wait_for()
