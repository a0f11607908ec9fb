"""A season on phones, looked at on every page: made in a minute, read by guests, in every language, on paper.

Run with SCREENSHOTS=1 to keep pictures of it in ``screenshots/``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import httpx
import pytest
from playwright.sync_api import expect

from companion.settings import LANGUAGES
from tests.browser import LARGE, SMALL, Phone
from tests.conftest import Hold
from tests.pages.events.walk import Walk

pytestmark = pytest.mark.browser

EVENINGS: tuple[Mapping[str, int], ...] = (
    {"Ada Lane": 1332, "Ben": 1308, "Cleo": 1320, "Юлия Кузнецова": 108},
    {"Ada Lane": 940, "Ben": -112, "王小明": 1650, "Müller-Lüdenscheidt, Hans-Peter": 877},
    {"Ada Lane": 410, "Benny": 1205, "Cleo": 998, "王小明": 15},
)


@dataclass(frozen=True)
class Evening:
    """An evening on the server. key: of its organiser."""

    id: str
    key: str


def play(server: str, number: int, points: Mapping[str, int]) -> Evening:
    """Plays an evening of one round through the API."""
    with httpx.Client(base_url=f"{server}/api/v1", timeout=60) as http:
        body = {"name": f"Skat evening {number}", "game": "skat", "rules": {"rounds": 1, "phones": False}}
        made = http.post("/events", json=body).raise_for_status().json()
        http.headers["Authorization"] = f"Bearer {made['key']}"
        path, values = f"/events/{made['id']}", list(points.values())
        http.post(f"{path}/entries", json={"entries": [{"name": name} for name in points]}).raise_for_status()
        http.post(f"{path}/rounds", json={"seed": "altes rathaus"}).raise_for_status()
        for step in ("publish", "start"):
            begun = http.post(f"{path}/rounds/1/{step}").raise_for_status().json()
        for sitting in begun["sittings"]:
            scores = [{"entry": entry, "points": values[entry - 1]} for entry in sitting["entries"]]
            where = f"{path}/rounds/1/sittings/{sitting['table_number']}/result"
            http.put(where, json={"scores": scores}, headers={"If-Match": "*"}).raise_for_status()
        http.post(f"{path}/rounds/1/close").raise_for_status()
    return Evening(made["id"], made["key"])


def join(phone: Phone, link: str) -> None:
    """Opens a link that gives the phone a key."""
    phone.open(link)
    phone.page.wait_for_url(lambda address: "/join/" not in address)


@pytest.mark.parametrize("size", [LARGE, SMALL], ids=["390", "320"])
def test_a_season_is_made_in_a_minute_and_read_by_guests(hold: Hold, server: str, size: tuple[int, int]) -> None:
    phone = hold(size=size)
    walk, page = Walk(phone, str(size[0]), "season"), phone.page
    evenings = [play(server, number, points) for number, points in enumerate(EVENINGS, 1)]
    for one in evenings:
        join(phone, f"/events/join/{one.key}")
    phone.open("/events")
    walk.look("my-events")
    walk.tap("New season")
    walk.fill("Name", "Winter season of the club")
    walk.fill("Only the best so many events of each count", "2")
    for box in page.locator("input[name=event]").all()[:2]:
        box.check()
    walk.look("new")
    walk.tap("Create the season")
    expect(page.locator(".ranking-state")).to_have_text("After 2 events")
    walk.look("two-events")
    walk.tap("Add or take out events")
    walk.look("events")
    page.get_by_role("button", name="Add Skat evening 1").click()
    expect(page.get_by_role("button", name="Take Skat evening 1 out")).to_be_visible()
    walk.tap("^Done$")
    expect(page.locator(".ranking-state")).to_have_text("After 3 events")
    walk.look("three-events")
    walk.tap("One person, two names")
    page.get_by_label("This name").select_option("Ben")
    page.get_by_label("is the same person as").select_option("Benny")
    page.get_by_role("button", name="One person").click()
    page.get_by_text("Ben = Benny").wait_for()
    walk.look("names")
    page.locator(".trail-up a").first.click()
    walk.tap("^Benny$")
    expect(page.locator("h1")).to_have_text("Benny")
    walk.tap("Forget the name")
    walk.look("person")
    page.locator(".trail-up a").first.click()
    walk.tap("Settings")
    walk.fill("Ranked is who has played at least so many events", "2")
    page.get_by_label("The ranking may be shown to everybody").check()
    walk.look("settings")
    walk.tap("^Save$")
    expect(page.locator("#waiting")).to_have_text("Not ranked yet")
    walk.look("waiting")
    walk.tap("Show on other phones")
    page.get_by_role("button", name="Make the link").click()
    link = page.get_by_label("Link: For players and guests").input_value()
    walk.look("links")
    page.locator(".trail-up a").first.click()
    walk.tap("^Print$")
    walk.look("print")
    phone.open(f"/events/{evenings[0].id}")
    walk.tap("^Seasons$")
    walk.look("seasons-of-an-event")
    walk.tap("Winter season of the club")
    season = page.url.removeprefix(phone.address)
    walk.tap("Settings")
    walk.tap("Delete the season")
    walk.look("delete")
    assert walk.found == []
    assert phone.problems == []
    guest = hold(size=size, dark=True)
    walk = Walk(guest, str(size[0]), "season-guest")
    join(guest, link.removeprefix(phone.address))
    expect(guest.page.locator("h1")).to_have_text("Winter season of the club")
    expect(guest.page.get_by_role("link", name="Settings")).to_have_count(0)
    walk.look("season")
    walk.tap("^Ada Lane$")
    walk.look("person")
    guest.open("/events")
    walk.look("my-seasons")
    guest.open(f"/embed{season}")
    walk.look("frame")
    assert walk.found == []
    assert guest.problems == []


@pytest.mark.parametrize("language", [code for code, _name in LANGUAGES])
def test_every_language_fits(hold: Hold, server: str, language: str) -> None:
    phone = hold(size=SMALL, dark=True)
    phone.context.add_cookies([{"name": "django_language", "value": language, "url": server}])
    walk = Walk(phone, language, "season")
    for number, points in enumerate(EVENINGS[:2], 1):
        join(phone, f"/events/join/{play(server, number, points).key}")
    phone.open("/seasons/new")
    for box in phone.page.locator("input[name=event]").all():
        box.check()
    for name, value in (("o.best", "7"), ("o.least", "2")):
        phone.page.locator(f"[name='{name}']").fill(value)
    walk.look("new")
    phone.page.locator(".save").click()
    phone.page.locator(".ranking").first.wait_for()
    walk.look("season")
    season = phone.page.url.removeprefix(phone.address)
    for name in ("events", "names", "links", "settings"):
        phone.open(f"{season}/{name}")
        walk.look(name)
    phone.open(season)
    phone.page.locator(".ranking .name a").first.click()
    walk.look("person")
    assert walk.found == []
    assert phone.problems == []


#: Colours of what is printed: of texts and borders, and of grounds that are not transparent.
_PRINTED = """() => {
  const shown = [...document.querySelectorAll("main *, body, html")].filter((one) => one.checkVisibility());
  const look = shown.map((one) => getComputedStyle(one));
  return [...new Set(look.map((one) => one.color)),
    ...new Set(look.map((one) => one.backgroundColor).filter((one) => !one.endsWith(", 0)")))];
}"""


def test_paper_is_black_on_white_also_from_a_dark_phone(hold: Hold, server: str) -> None:
    phone = hold(dark=True)
    for number, points in enumerate(EVENINGS, 1):
        join(phone, f"/events/join/{play(server, number, points).key}")
    phone.open("/seasons/new")
    for box in phone.page.locator("input[name=event]").all():
        box.check()
    phone.page.locator("[name='o.best']").fill("2")
    phone.page.locator("[name='o.least']").fill("2")
    phone.page.locator(".save").click()
    phone.page.locator(".ranking").wait_for()
    phone.open(phone.page.url.removeprefix(phone.address) + "/print")
    phone.page.emulate_media(media="print", color_scheme="dark")
    assert set(phone.page.evaluate(_PRINTED)) == {"rgb(0, 0, 0)", "rgb(255, 255, 255)"}
    expect(phone.page.get_by_text("Not ranked yet")).to_be_visible()
    expect(phone.page.get_by_role("button", name="Print")).to_be_hidden()
