"""The smallest phone: who signs and who looks at a ranking sees names with their points, in every language."""

from __future__ import annotations

import pytest

from companion.settings import LANGUAGES
from tests.browser import SMALL, Phone
from tests.conftest import Hold
from tests.pages.events_hall.test_hall_browser import NAMES, Hall

pytestmark = [pytest.mark.browser, pytest.mark.layout]

#: Cells that are not on the screen as the page opens, or stand above or below the name of their line.
_UNSEEN = """(cells) => [...document.querySelectorAll(cells)].map((one) => [one, one.getBoundingClientRect()])
  .filter(([one, box]) => box.left < 0 || box.right > innerWidth || box.width < 1)
  .map(([one, box]) => `${one.outerHTML.slice(0, 80)} ${Math.round(box.left)}–${Math.round(box.right)}`)"""
#: Boxes whose table is wider than they are, and whether a shadow at their edge says so.
_HINTS = """() => [...document.querySelectorAll(".ranking-box")].filter((one) => one.scrollWidth > one.clientWidth)
  .map((one) => getComputedStyle(one).backgroundAttachment.includes("scroll"))"""


def _unseen(phone: Phone, cells: str) -> list[str]:
    phone.page.locator(cells).first.wait_for()
    found: list[str] = phone.page.evaluate(_UNSEEN, cells)
    return found


def _in(phone: Phone, language: str) -> None:
    phone.context.add_cookies([{"name": "django_language", "value": language, "url": phone.address}])


@pytest.fixture
def hall(server: str) -> Hall:
    """Two rounds at two tables; in each table two are level but for games won; a lot parts two more."""
    made = Hall(server, NAMES, phones=False, rounds=2, confirmations=1)
    for number in (1, 2):
        made.begin(number)
        for table in (1, 2):
            path = f"/events/{made.id}/rounds/{number}/sittings/{table}"
            entries = made.http.get(path).raise_for_status().json()["entries"]
            lines = [(1302, 12, 1), (1302, 11, 0), (-212, 3, 9), (-212, 3, 9)]
            scores = [
                {"entry": e, "points": p, "game_points": p, "won": w, "lost": lost}
                for e, (p, w, lost) in zip(entries, lines, strict=True)
            ]
            made.http.put(f"{path}/result", json={"scores": scores}, headers={"If-Match": "*"}).raise_for_status()
        if number == 1:
            made.send("/rounds/1/close")
    made.send("/lots")
    return made


def _season(hall: Hall) -> tuple[str, str]:
    """The season of an event: its path and the key of its organiser."""
    made = hall.http.post("/seasons", json={"name": "Winter"}).raise_for_status().json()
    body, headers = {"event": hall.id, "key": hall.key}, {"Authorization": f"Bearer {made['key']}"}
    hall.http.post(f"/seasons/{made['id']}/events", json=body, headers=headers).raise_for_status()
    return f"/seasons/{made['id']}", made["key"]


def test_names_and_points_are_seen_in_every_language(hold: Hold, hall: Hall) -> None:
    phone = hold(size=SMALL)
    for language, _name in LANGUAGES:
        _in(phone, language)
        hall.opened_by(phone, "organiser", "/rounds/2/tables/1/result")
        assert _unseen(phone, ".results :is(th, td)") == [], language
        assert phone.overflow() <= 0, language
        phone.screenshot(f"narrow-result-{language}")
        phone.open(f"/events/{hall.id}/rounds/2/tables/1")
        assert _unseen(phone, ".at-table :is(th, td)") == [], language
        assert phone.page.locator(".at-table tbody b").first.inner_text() != ""
        phone.screenshot(f"narrow-table-{language}")
        phone.open(f"/events/{hall.id}/ranking")
        assert _unseen(phone, ".ranking :is(.place, .name, .sum)") == [], language
        assert _unseen(phone, ".ranking .decided") == [], language
        assert phone.page.evaluate(_HINTS) == [True], language
        words = {"en": "Tie decided by: lot", "de": "Gleichstand entschied: Los"}.get(language, "")
        assert words in phone.page.locator(".ranking .decided").first.inner_text(), language
        assert phone.small_text() == [], language
        phone.screenshot(f"narrow-ranking-{language}")
    assert phone.problems == []


def test_a_season_is_seen_in_every_language_and_whole_on_paper(hold: Hold, hall: Hall) -> None:
    path, key = _season(hall)
    phone = hold(size=SMALL)
    phone.open(f"/seasons/join/{key}")
    phone.page.wait_for_url(lambda address: "/join/" not in address)
    for language, _name in LANGUAGES:
        _in(phone, language)
        for page in ("", "/print"):
            phone.open(path + page)
            assert _unseen(phone, ".ranking :is(.place, .name, .sum)") == [], (language, page)
            assert all(phone.page.evaluate(_HINTS)), (language, page)
            phone.screenshot(f"narrow-season{page.replace('/', '-')}-{language}")
    hall.opened_by(phone, "organiser")
    for page in (f"{path}/print", f"/events/{hall.id}/print/ranking"):
        phone.open(page)
        phone.page.emulate_media(media="print")
        phone.page.set_viewport_size({"width": 700, "height": 1000})  # A4 within its margins
        assert _unseen(phone, ".ranking :is(th, td)") == [], page
        assert phone.page.evaluate(_HINTS) == [], page
        phone.screenshot(f"narrow-paper-{page.rpartition('/')[2]}")
        phone.page.emulate_media(media="screen")
    assert phone.problems == []
