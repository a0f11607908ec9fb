"""Taps and seconds for a hand that is said beside the same hand in the form: ``python -m benchmarks.said``.

The usual hands of Skat, Truco and Gong Zhu (``usual_hands.yaml``), each as a line, at 390 × 844. A tap on the
microphone of the keyboard counts as one, the words that it writes as none. Seconds are those of a machine that taps
without thinking and writes at once: how long the pages take, not how long a person speaks. Needs Chromium.
"""

from __future__ import annotations

import re
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from benchmarks.taps import ScrollingFinger, start, usual_hand
from scoring.engine.match import open_match, step
from scoring.games import get
from tests.browser import LARGE, Phone, chromium
from tests.server import Running, serving

LINES = {
    "skat": "Cleo hearts with two, won",
    "truco": "Ada and Cleo won, truco accepted",
    "gong-zhu": "Ada QS KH QH, Ben 10C 7H 5H, Cleo JD AH, the rest to Dan",
}


def form_cost(browser: Browser, server: Running, slug: str) -> tuple[int, float]:
    """Returns the taps and seconds of the form."""
    match = usual_hand(slug)
    phone = Phone(browser, server.url, LARGE, dark=False, script=True)
    phone.open(start(server, slug, match))
    phone.page.evaluate("() => { window.counts = {scrolls: 0, typed: 0}; }")
    opened = open_match(get(slug), match.players)
    scored = step(opened, opened.state, match.hands[0], 1)
    phone.taps, begin = 0, time.monotonic()
    form = get(slug).form(opened.setup, opened.state)
    ScrollingFinger(phone).enter(form, scored.hand.model_dump(mode="json", exclude_unset=True))
    phone.saved(1)
    seconds = time.monotonic() - begin
    phone.context.close()
    return phone.taps, seconds


def said_cost(browser: Browser, server: Running, slug: str) -> tuple[int, float]:
    """Returns the taps and seconds of the line, which is open already: microphone, "Fill in the form", Save."""
    phone = Phone(browser, server.url, LARGE, dark=False, script=True)
    phone.open(start(server, slug, usual_hand(slug)))
    page = phone.page
    page.get_by_role("button", name="More for this match").click()
    page.get_by_role("link", name="Say it").click()
    line = page.get_by_label("Say or type the hand")
    line.wait_for()
    begin = time.monotonic()
    line.fill(LINES[slug])
    page.get_by_role("button", name="Fill in the form").click()
    page.locator("#outcome .changes").wait_for()
    page.get_by_role("button", name=re.compile("^Save")).locator("visible=true").first.click()
    phone.saved(1)
    seconds = time.monotonic() - begin
    phone.context.close()
    return 3, seconds


def main() -> None:
    """Prints a row for each game."""
    print("| game | form: taps | seconds | said: taps | seconds | the line |\n| --- | --: | --: | --: | --: | --- |")
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for slug, line in LINES.items():
            (taps, seconds), (said, heard) = form_cost(browser, server, slug), said_cost(browser, server, slug)
            print(f"| {slug} | {taps} | {seconds:.1f} | {said} | {heard:.1f} | {line} |", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
