"""The main pages: their pictures, and whether they shut anybody out, in both themes."""

from __future__ import annotations

import pytest

from benchmarks.taps import MatchHands, record, start, usual_hand
from tests.browser import LARGE, Phone
from tests.conftest import Hold
from tests.looks.pictures import Sheet
from tests.server import Running

pytestmark = [pytest.mark.browser, pytest.mark.layout]

HANDS = [*usual_hand("skat").hands] * 3


def _pages(phone: Phone, server: Running) -> dict[str, str]:
    """Paths of the main pages by their titles, with a match of Skat that goes on and one that is over."""
    over = start(server, "skat", MatchHands(3, {"deals": 3}, {}, []))
    for hand in HANDS:
        record(server, over, hand)
    phone.open(over)
    match = f"/matches/{over.rpartition('/')[2]}"
    table = phone.page.locator("a[href^='/tables/']").first.get_attribute("href") or ""
    going_on = phone.start("skat", ["Ada", "Ben", "Cleo"])
    pages = {"home": "/", "games": "/new", "new match": "/new/skat", "match": going_on, "last page": match}
    pages |= {"result": f"{match}/result", "table": table, "board": f"{match}/board", "history": f"{match}/hands/1"}
    pages |= {"rules": "/rules/skat", "list of rules": "/rules", "search": "/rules/search?q=tie"}
    phone.open("/")
    settings = phone.page.get_by_role("link", name="Settings")
    if settings.count():
        pages["settings"] = settings.first.get_attribute("href") or ""
    return pages


def test_main_pages_look_as_before_and_shut_nobody_out(hold: Hold, running: Running) -> None:
    phone = hold(size=LARGE, used=True)
    pages = _pages(phone, running)
    sheet = Sheet(phone, "pages", [*pages])
    barriers: list[str] = []
    for title, path in pages.items():
        phone.open(path)
        barriers += [f"{title}, {theme}: {one}" for theme in phone.themes() for one in phone.barriers(theme)]
        sheet.take(title)
    assert not barriers, "\n".join(barriers)
    differences = sheet.finish()
    assert not differences, "\n".join(differences)
