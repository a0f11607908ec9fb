"""The pages of the hall on screens: the display at both sizes, guests on phones, paper as PDF."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests import loopback
from tests.browser import LARGE, SMALL, Phone
from tests.conftest import Hold

pytestmark = pytest.mark.browser

NAMES = ["Anna Berger", "Юлия Кузнецова", "王小明", "Müller-Lüdenscheidt, Hans-Peter", "Ida", "Олег", "李娜", "Finn"]
LETTERS = 0.055
"""The part of the screen's height that letters of names have at least."""


class Hall:
    """An event on the server. A program of the organiser fills it."""

    def __init__(self, server: str, names: list[str], **rules: Any) -> None:
        self.http = loopback.Client(base_url=f"{server}/api/v1")
        body = {"name": "Vereinsabend", "game": "skat", "rules": {"rounds": 2, **rules}}
        made = self.http.post("/events", json=body).raise_for_status().json()
        self.id = made["id"]
        self.key = made["key"]
        self.keys = {"organiser": self.key}  # a new key would end the one of a page that is open
        self.http.headers["Authorization"] = f"Bearer {made['key']}"
        self.send("/entries", {"entries": [{"name": name} for name in names]})

    def send(self, path: str, body: Any = None) -> Any:
        return self.http.post(f"/events/{self.id}{path}", json=body).raise_for_status().json()

    def begin(self, number: int = 1) -> None:
        self.publish(number)
        self.send(f"/rounds/{number}/start")

    def publish(self, number: int = 1) -> None:
        self.send("/rounds", {"seed": "altes rathaus"})
        self.send(f"/rounds/{number}/publish")

    def type(self, number: int, table: int) -> None:
        path = f"/events/{self.id}/rounds/{number}/sittings/{table}"
        sitting = self.http.get(path).raise_for_status().json()
        scores = [{"entry": entry, "points": 1000 + 7 * entry} for entry in sitting["entries"]]
        headers = {"If-Match": f'"{sitting["version"]}"'}
        self.http.put(f"{path}/result", json={"scores": scores}, headers=headers).raise_for_status()

    def opened_by(self, phone: Phone, role: str, page: str = "") -> None:
        if role not in self.keys:
            self.keys[role] = self.send(f"/keys/{role}")["key"]
        phone.open(f"/events/join/{self.keys[role]}")
        phone.page.wait_for_url(lambda address: "/join/" not in address)
        phone.open(f"/events/{self.id}{page}")


#: Names that are shown: size of their letters by the screen's height, and how many pixels are cut off.
_SHOWN = """() => [...document.querySelectorAll(".screen.is-shown .name")].map((name) => [
  parseFloat(getComputedStyle(name).fontSize) / innerHeight, name.scrollWidth - name.clientWidth, name.innerText])"""
_SCROLLS = """() => [document.documentElement, ...document.querySelectorAll(".screen.is-shown, .screen.is-shown *")]
  .filter((one) => [one.getBoundingClientRect()].some((b) => b.bottom > innerHeight + 1 || b.right > innerWidth + 1))
  .map((one) => one.outerHTML.slice(0, 80))"""


_CUT = """() => [...document.querySelectorAll(".screen.is-shown header .how")]
  .filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.innerText)"""
#: Words that are broken in two.
_BROKEN = """() => { const range = document.createRange(), found = [];
  for (const one of document.querySelectorAll(".results :is(th, td), .boxes label")) {
    const text = one.firstChild;
    if (!(text instanceof Text)) continue;
    for (const word of text.data.matchAll(/[^\\s-]+/g)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size > 1) found.push(word[0]);
    } }
  return found; }"""


def test_a_guest_who_says_who_they_are_meets_no_error(hold: Hold, server: str) -> None:
    """The page that asks for the own number has no part that changes."""
    phone = hold()
    hall = Hall(server, NAMES)
    hall.begin()
    hall.opened_by(phone, "viewer")
    phone.page.get_by_role("link", name="My table and my place").click()
    phone.page.wait_for_url("**/mine")
    assert phone.page.locator("[data-live]").count() == 0
    assert phone.problems == []


@pytest.mark.layout
@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_names_and_headings_of_a_result_stay_whole(hold: Hold, server: str, size: tuple[int, int]) -> None:
    hall = Hall(server, ["Müller-Lüdenscheidt, Hans-Peter", "Christiane von Hohenlohe", "Bernd"], phones=False)
    hall.begin()
    hall.type(1, 1)
    phone = hold(size=size)
    phone.context.add_cookies([{"name": "django_language", "value": "de", "url": phone.address}])
    hall.opened_by(phone, "organiser", "/rounds/1/tables/1/result")
    phone.page.locator("#paper summary").click()
    expect(phone.page.locator(".boxes label").first).to_be_visible()
    assert phone.page.evaluate(_BROKEN) == []
    before = "getComputedStyle(document.querySelector('.trail-up a + a'), '::before')"
    assert phone.page.evaluate(f"[{before}.content, {before}.position]") == ['"›"', "absolute"], "not underlined"
    assert phone.overflow() <= 0
    phone.screenshot(f"result-de-{size[0]}")


@pytest.mark.layout
@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)])
def test_every_screen_is_large_whole_and_without_scrolling(hold: Hold, server: str, size: tuple[int, int]) -> None:
    hall = Hall(server, [f"{name} {n}" for n in range(3) for name in NAMES], phones=False)
    phone = hold(size=size)
    hall.publish()
    for step in ("published", "running", "closed"):
        if step == "running":
            hall.send("/rounds/1/start")
            hall.type(1, 1)
        if step == "closed":
            for table in range(2, 7):
                hall.type(1, table)
            hall.send("/rounds/1/close")
        hall.opened_by(phone, "display", "/display")
        count = phone.page.locator(".screen").count()
        assert count > 1
        for number in range(1, count + 1):
            phone.open(f"/events/{hall.id}/display?page={number}")
            assert phone.page.evaluate(_SCROLLS) == []
            assert phone.page.evaluate(_CUT) == []
            names = phone.page.evaluate(_SHOWN)
            assert all(cut <= 1 for _letters, cut, _name in names), names
            small = {name for letters, _cut, name in names if letters < LETTERS}
            assert all(name.startswith("Müller-Lüdenscheidt") for name in small), small
            phone.screenshot(f"display-{step}-{number}-{size[1]}")
    assert phone.problems == []


def test_the_display_turns_counts_down_stays_awake_and_is_live(hold: Hold, server: str) -> None:
    hall = Hall(server, [f"Player {n}" for n in range(1, 9)], phones=False, minutes=90)
    hall.begin()
    phone = hold(size=(1280, 720))
    phone.context.add_init_script(
        "window.locks = 0; Object.defineProperty(navigator, 'wakeLock', {value: {request: async () => "
        "{ window.locks++; return {released: false}; }}})"
    )
    phone.page.clock.install()
    hall.opened_by(phone, "display", "/display")
    shown = phone.page.locator(".screen.is-shown h2")
    expect(shown).to_have_text("Round 1")
    expect(phone.page.locator(".is-shown .clock b")).to_have_text(re.compile(r"1:(30:00|29:\d\d)"))
    assert phone.page.evaluate("window.locks") == 1
    phone.page.clock.run_for(12_500)
    expect(shown).to_have_text("Round 1: seats")
    phone.page.keyboard.press("ArrowLeft")
    expect(shown).to_have_text("Round 1")
    phone.page.keyboard.press(" ")
    phone.page.clock.run_for(30_000)
    expect(shown).to_have_text("Round 1")
    hall.type(1, 2)
    phone.page.clock.resume()
    expect(phone.page.locator(".is-shown .figure")).to_have_text("1 of 2 tables")
    assert phone.problems == []


@pytest.mark.layout
def test_the_display_turns_without_scripts(hold: Hold, server: str) -> None:
    hall = Hall(server, [f"Player {n}" for n in range(1, 9)], phones=False)
    hall.begin()
    phone = hold(size=(1280, 720), script=False)
    hall.opened_by(phone, "display", "/display?page=2")
    expect(phone.page.locator(".screen.is-shown h2")).to_have_text("Round 1: seats")
    refresh = phone.page.locator("meta[http-equiv=refresh]").get_attribute("content")
    assert refresh == "12; url=?page=3"


@pytest.mark.layout
@pytest.mark.parametrize(("size", "dark"), [(LARGE, False), (SMALL, True)])
def test_guests_and_sheets_on_phones(hold: Hold, server: str, size: tuple[int, int], dark: bool) -> None:
    hall = Hall(server, NAMES, phones=False)
    hall.begin()
    hall.type(1, 1)
    phone = hold(size=size, dark=dark)
    for page in ("/ranking?entry=3", "/display", "/print", "/print/lists", "/print/empty-lists", "/print/start-cards"):
        hall.opened_by(phone, "organiser" if "print" in page else "viewer", page)
        assert phone.overflow() == 0, page
        if page in ("/ranking?entry=3", "/display", "/print"):
            assert phone.small_targets() == [], page
            assert phone.small_text() == [], page
        for theme in phone.themes():
            assert phone.barriers(theme) == [], (page, theme)
        phone.screenshot(f"hall{re.sub('[^a-z]+', '-', page)}-{size[0]}")
    assert phone.problems == []


def test_a_guest_types_the_number_and_sees_the_line(hold: Hold, server: str) -> None:
    hall = Hall(server, NAMES, phones=False)
    hall.begin()
    phone = hold()
    hall.opened_by(phone, "viewer")
    phone.page.get_by_label("Your number").fill("2")
    phone.page.get_by_role("button", name="Show").click()
    expect(phone.page.locator(".own h2")).to_have_text(NAMES[1])
    hall.type(1, 1)
    hall.type(1, 2)
    expect(phone.page.locator(".ranking-state")).to_have_text("Provisional: 2 of 2 tables")


@pytest.mark.layout
def test_a_list_is_one_sheet_of_a4_and_cards_are_a5(hold: Hold, server: str) -> None:
    hall = Hall(server, [*NAMES[:6], "x" * 80], phones=False)
    hall.publish()
    phone = hold(size=(1000, 900))
    hall.opened_by(phone, "organiser", "/print/empty-lists")
    assert _sheets(phone) == [(595, 842)] * 2
    phone.open(f"/events/{hall.id}/print/start-cards")
    assert _sheets(phone) == [(420, 595)] * 4


def _sheets(phone: Phone) -> list[tuple[int, int]]:
    """Width and height of each sheet of paper, in points."""
    pdf = phone.page.pdf(prefer_css_page_size=True)
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    return [(round(float(width)), round(float(height))) for width, height in boxes]
