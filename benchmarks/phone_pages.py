"""The pages that ``benchmarks.phone`` opens on a phone without a server, and the milliseconds until each is shown."""

from __future__ import annotations

import os
from contextlib import suppress
from io import BytesIO
from random import Random
from types import SimpleNamespace
from typing import cast

import django
from playwright.sync_api import BrowserContext, FilePayload, Frame, Locator, Page
from playwright.sync_api import TimeoutError as TookTooLong

from rulesref.files import load_yaml
from scoring.engine.match import open_match, step
from scoring.games import get
from scoring.match_code import encode
from scoring.match_code.payload import code_address
from tests.browser import Phone
from tests.match_code.photographs import LIGHT, code_picture, photograph
from tests.pages.tapping import Finger
from tests.server import ROOT

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
django.setup()

from tests.match_code.matches import skat_list  # noqa: E402 - reads models

HANDS = 4
ROUNDS = 3
QUESTIONS = ("ouvert", "revoke", "matadors")

#: In every page: tells the outer page when its first content was painted.
NOTICE = """
if (self !== top) new PerformanceObserver((list) => {
  for (const { name, startTime } of list.getEntries()) {
    if (name === "first-contentful-paint") top.shown = performance.timeOrigin + startTime;
  }
}).observe({type: "paint", buffered: true});
"""
_GO = """(path) => {
  window.shown = 0;
  window.asked = performance.timeOrigin + performance.now();
  document.getElementById("page").contentWindow.location.assign(path);
}"""
#: Time counts from the next event of this type in the frame.
_COUNT_FROM = """(event) => addEventListener(event, ({timeStamp}) => {
  top.asked = performance.timeOrigin + timeStamp;
}, {capture: true, once: true})"""
#: Without a page change: waits until an element has been painted.
_LOOK_FOR = """(selector) => {
  top.shown = 0;
  const look = () => {
    if (!document.querySelector(selector)) requestAnimationFrame(look);
    else requestAnimationFrame(() => setTimeout(() => { top.shown = performance.timeOrigin + performance.now(); }));
  };
  look();
}"""

#: Waits for the preview of the result after a tap.
_LOOK_FOR_RESULT = """() => {
  top.shown = 0;
  document.addEventListener("htmx:afterSettle", () => requestAnimationFrame(() => setTimeout(() => {
    top.shown = performance.timeOrigin + performance.now();
  })), {once: true});
}"""
_RESULT_MS = 5_000


def start(context: BrowserContext, address: str) -> float:
    """Opens the Companion in a browser that has just been started; milliseconds until its first page is shown."""
    page = context.pages[0]
    page.goto(address)
    page.wait_for_function("() => window.shown", polling=20)
    return float(page.evaluate("() => shown - performance.timeOrigin"))


def visit_all(context: BrowserContext) -> dict[str, list[float]]:
    """Milliseconds of each page in the order of visits, the first one first. Ends with home."""
    page = context.pages[0]
    times = {"home": [_go(page, "/") for _ in range(ROUNDS)]}
    times["new match"] = [_go(page, "/new/skat") for _ in range(ROUNDS)]
    times["match started"] = [_begin(page)]
    times["result after a tap"], times["hand saved"] = _hands(page)
    frame = _frame(page)
    match = frame.evaluate("() => location.pathname")
    table = frame.locator("a[href^='/tables/']").first.get_attribute("href") or ""
    times["match"] = [_go(page, match) for _ in range(ROUNDS)]
    times |= _codes(page)
    times["table"] = [_go(page, table.partition("#")[0]) for _ in range(ROUNDS)]
    times["rules page"] = [_go(page, "/rules/skat") for _ in range(ROUNDS)]
    times["search"] = [_search(page, question) for question in QUESTIONS]
    _go(page, "/")
    return times


def _go(page: Page, path: str) -> float:
    page.evaluate(_GO, path)
    return _milliseconds(page)


def _begin(page: Page) -> float:
    """Starts a match from the page that is open."""
    frame = _frame(page)
    fields = frame.locator(".seat input[type=text]")
    for place, name in enumerate(("Ada", "Ben", "Cleo")):
        fields.nth(place).fill(name)
    page.evaluate("() => { window.shown = 0; }")
    frame.evaluate(_COUNT_FROM, "click")
    frame.locator(".save").click()
    spent = _milliseconds(page)
    _frame(page).locator("#entry").wait_for()
    return spent


def _hands(page: Page) -> tuple[list[float], list[float]]:
    """Enters hands of Skat; milliseconds until the result is shown before saving, and from save to sheet."""
    usual = load_yaml((ROOT / "benchmarks" / "usual_hands.yaml").read_text())["skat"]
    game = get("skat")
    opened = open_match(game, usual["players"], {}, {})
    finger = _TimedFinger(page)
    state = opened.state
    for number in range(1, HANDS + 1):
        scored = step(opened, state, usual["hand"], number)
        finger.number = number
        finger.enter(game.form(opened.setup, state), scored.hand.model_dump(mode="json", exclude_unset=True))
        state = scored.state
    return finger.previewed, finger.saved


class _TimedFinger(Finger):
    """Waits for the result before it saves."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.number = 0
        self.previewed: list[float] = []
        self.saved: list[float] = []
        super().__init__(cast("Phone", SimpleNamespace(page=_frame(page))))

    def tap(self, place: Locator) -> None:
        frame = _frame(self.page)
        frame.evaluate(_COUNT_FROM, "click")
        frame.evaluate(_LOOK_FOR_RESULT)
        place.click()
        with suppress(TookTooLong):  # not every tap asks
            self.previewed.append(_milliseconds(self.page, _RESULT_MS))

    def save(self, place: Locator) -> None:
        frame = _frame(self.page)
        frame.evaluate(_COUNT_FROM, "click")
        frame.evaluate(_LOOK_FOR, f".sheet a[href$='/hands/{self.number}']")
        place.click()
        self.saved.append(_milliseconds(self.page))
        frame.locator(".entry[inert]").wait_for(state="detached")


def _codes(page: Page) -> dict[str, list[float]]:
    """Reads and makes codes of lists of Skat with 36 deals. Another list each time: a known match takes another way."""
    read, seen, made = [], [], []
    for number in range(ROUNDS):
        address = code_address("https://cards.example/", encode(skat_list(number))[0])
        _go(page, "/code")
        frame = _frame(page)
        frame.locator("#codes").fill(address)
        read.append(_timed_tap(page, frame.locator("#codes-form button")))
        keep = _frame(page).locator("form[action='/code/keep'] button.first")
        keep.wait_for()
        _timed_tap(page, keep)
        match = frame.evaluate("() => location.pathname")
        made.append(_go(page, f"{match}/code"))
        _frame(page).locator(".qr").first.wait_for()
        _go(page, "/code")
        seen.append(_choose_picture(page, code_address("https://cards.example/", encode(skat_list(100 + number))[0])))
    return {"code read from its text": read, "code made": made, "code read from a photograph": seen}


def _timed_tap(page: Page, place: Locator) -> float:
    page.evaluate("() => { window.shown = 0; }")
    _frame(page).evaluate(_COUNT_FROM, "click")
    place.click()
    return _milliseconds(page)


def _choose_picture(page: Page, address: str) -> float:
    """Milliseconds from the chosen picture to what the code holds. Its pixels are those of a photograph."""
    code, modules = code_picture(address)
    picture = BytesIO()
    photograph(code, 6 * modules, LIGHT, Random(1)).save(picture, "PNG")
    page.evaluate("() => { window.shown = 0; }")
    frame = _frame(page)
    frame.locator("[data-reader] button:not([hidden])").first.wait_for()
    frame.evaluate(_COUNT_FROM, "change")
    frame.locator("[data-reader] input[type=file]").set_input_files(
        FilePayload(name="code.png", mimeType="image/png", buffer=picture.getvalue())
    )
    spent = _milliseconds(page)
    _frame(page).locator("form[action='/code/keep']").wait_for()
    return spent


def _search(page: Page, question: str) -> float:
    """Types a question at once; the time includes the pause of the page before its request."""
    frame = _frame(page)
    frame.evaluate("() => document.querySelector('.search-form .hits').replaceChildren()")
    frame.evaluate(_COUNT_FROM, "input")
    frame.evaluate(_LOOK_FOR, ".search-form .hits li")
    frame.locator(".search-form input[type=search]").first.fill(question)
    return _milliseconds(page)


def _milliseconds(page: Page, patience: float | None = None) -> float:
    page.wait_for_function("() => window.shown", polling=20, timeout=patience)
    return float(page.evaluate("() => shown - asked"))


def _frame(page: Page) -> Frame:
    (frame,) = page.main_frame.child_frames
    return frame
