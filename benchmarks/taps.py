"""Taps, scrolls and typed characters for a hand of each game: ``python -m benchmarks.taps [SLUG ...]``.

It taps into the real page a usual hand (``usual_hands.yaml``, at 390 × 844 and 320 × 568) and recorded hands (at
390 × 844): those of the golden score sheets, and for Skat as many as a table plays in weeks, in the shares of a real
one. Needs Chromium.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from playwright.sync_api import Browser, Error, Locator, sync_playwright

from rulesref.files import load_yaml
from scoring.engine.match import open_match, step
from scoring.games import all_games, get
from tests import loopback
from tests.browser import LARGE, PATIENCE, SMALL, Phone, chromium
from tests.pages.tapping import Finger
from tests.server import ROOT, Running, serving

USUAL = ROOT / "benchmarks" / "usual_hands.yaml"
GOLDEN = ROOT / "tests" / "games" / "golden"
SKAT_HANDS = 120
NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ida", "Jon", "Kim", "Lea"]

#: Percent of the hands of a real table, and of its counts of matadors.
SKAT_GAMES = {"grand": 28, "C": 18, "S": 17, "H": 15, "D": 13, "null": 6, "ramsch": 3}
SKAT_MATADORS = {1: 55, 2: 28, 3: 11, 4: 6}
SKAT_WON, SKAT_SCHNEIDER = 0.80, 0.19

_COUNT = """
window.counts = {scrolls: 0, typed: 0};
const lengths = new WeakMap();
addEventListener("input", ({target, isTrusted}) => {
  if (!isTrusted || !target.matches("input[type=text], textarea")) return;
  counts.typed += Math.max(0, target.value.length - (lengths.get(target) || 0));
  lengths.set(target, target.value.length);
}, true);
"""
_START = "() => { Object.assign(window.counts, {scrolls: 0, typed: 0}); }"

#: A scroll: the middle of the next target is not on the screen, or is under the bar. A person then moves the page
#: until the question is on top.
_LOOK = """(place) => {
  const isSeen = () => {
    const box = place.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return Boolean(top) && (place.contains(top) || Boolean(top.closest("label")?.contains(place)));
  };
  if (isSeen()) return;
  counts.scrolls += 1;
  const question = (place.closest("[data-numbers], .control, summary") || place).getBoundingClientRect();
  scrollBy({top: question.top - 60, behavior: "instant"});
  if (!isSeen()) place.scrollIntoView({block: "center", behavior: "instant"});
}"""


class ScrollingFinger(Finger):
    """A finger that scrolls only if its next target is not visible."""

    def tap(self, place: Locator) -> None:
        place.evaluate(_LOOK)
        place.click()


class Cost(NamedTuple):
    """The cost of entering a hand."""

    taps: int
    scrolls: int
    typed: int


class MatchHands(NamedTuple):
    """A match to be tapped in: players, house rules and start as plain JSON, hands in their order.

    before: the number of them that are recorded through the API first.
    """

    players: int
    options: dict[str, Any]
    start: dict[str, Any]
    hands: Sequence[Any]
    before: int = 0


def skat_hands(count: int, seed: int = 1) -> Iterator[dict[str, Any]]:
    """Hands of three players in the shares of a real table."""
    draw = random.Random(seed)
    for _ in range(count):
        kind = draw.choices([*SKAT_GAMES], [*SKAT_GAMES.values()])[0]
        declarer, won = draw.randrange(3), draw.random() < SKAT_WON
        if kind == "ramsch":
            yield {"kind": "ramsch", "points": draw.sample(draw.choice([[24, 36, 60], [20, 30, 70], [41, 35, 44]]), 3)}
        elif kind == "null":
            yield {"kind": "null", "declarer": declarer, "outcome": {"won": won}}
        else:
            matadors = draw.choices([*SKAT_MATADORS], [*SKAT_MATADORS.values()])[0]
            side = draw.choice(["with", "against"])
            outcome = {"won": won, **({"level": "schneider"} if draw.random() < SKAT_SCHNEIDER else {})}
            game = {"kind": "grand"} if kind == "grand" else {"kind": "suit", "trump": kind}
            yield {**game, "declarer": declarer, "matadors": {side: matadors}, "outcome": outcome}


def recorded_hands(slug: str) -> MatchHands:
    """The hands that are tapped in for a game."""
    if slug == "skat":
        return MatchHands(3, {"deals": 3 * SKAT_HANDS}, {}, list(skat_hands(SKAT_HANDS)))
    golden = load_yaml((GOLDEN / f"{slug}.yaml").read_text())
    return MatchHands(golden["players"], golden.get("options") or {}, golden.get("start") or {}, golden["hands"])


def usual_hand(name: str) -> MatchHands:
    """A match with a usual hand. name: the game, or ``game+name`` for a second usual hand of it."""
    entry = load_yaml(USUAL.read_text())[name]
    before = entry.get("before", [])
    return MatchHands(entry["players"], {}, {}, [*before, entry["hand"]], len(before))


def usual_names(slug: str) -> list[str]:
    """The game's usual hands by their names, the first one first."""
    return [name for name in load_yaml(USUAL.read_text()) if name.partition("+")[0] == slug]


def costs(phone: Phone, server: Running, slug: str, match: MatchHands) -> tuple[list[Cost], int]:
    """The cost of each hand, and the number of hands that the form cannot enter."""
    game = get(slug)
    opened = open_match(game, match.players, match.options, match.start)
    path = start(server, slug, match)
    finger, state, number = ScrollingFinger(phone), opened.state, 0
    for hand in match.hands[: match.before]:
        record(server, path, hand)
        number += 1
        state = step(opened, state, hand, number).state
    phone.open(path)
    hand_costs: list[Cost] = []
    left_out = 0
    for hand in match.hands[match.before :]:
        scored = step(opened, state, hand, number + 1)
        if scored.result.is_query:
            continue
        number += 1
        phone.page.evaluate(_START)
        phone.taps = 0
        try:
            finger.enter(game.form(opened.setup, state), scored.hand.model_dump(mode="json", exclude_unset=True))
            phone.page.locator(f".sheet a[href$='/hands/{number}']").wait_for(timeout=PATIENCE / 3)
        except (AssertionError, Error):
            left_out += 1
            phone.page.evaluate("() => localStorage.clear()")  # what was refused waits there
            record(server, path, hand)
            phone.open(path)
        else:
            counts = phone.page.evaluate("() => window.counts")
            hand_costs.append(Cost(phone.taps, counts["scrolls"], counts["typed"]))
        phone.saved(number)
        state = scored.state
    return hand_costs, left_out


def table_row(slug: str, typical: Sequence[Cost], hand_costs: Sequence[Cost], left_out: int) -> str:
    """A row of the table: the usual hand on each phone; median and 97th percentile of the recorded hands."""
    first = typical[0]
    figures = [f"{first.taps}", f"{first.typed}", *(f"{cost.scrolls}" for cost in typical), f"{len(hand_costs)}"]
    figures += [
        f"{statistics.median_high(column)} / {sorted(column)[math.ceil(0.97 * len(column)) - 1]}"
        for column in zip(*hand_costs, strict=True)
    ] or ["–"] * 3
    return f"| {slug} | {' | '.join(figures)} | {left_out or ''} |"


def start(server: Running, slug: str, match: MatchHands, names: Sequence[str] = NAMES) -> str:
    """Starts the match; returns the path that lets a phone keep its score."""
    with _api(server) as http:
        table = http.post("/tables", json={"name": "Taps"}).raise_for_status().json()
        key = table["keys"]["scorer"]
        body = {"game": slug, "players": [*names[: match.players]], "options": match.options, "start": match.start}
        response = http.post(f"/tables/{table['id']}/matches", json=body, headers={"Authorization": f"Bearer {key}"})
        return f"/join/{key}/{response.raise_for_status().json()['id']}"


def record(server: Running, path: str, hand: Any) -> None:
    _, _, key, match = path.split("/")
    with _api(server) as http:
        answer = http.post(f"/matches/{match}/hands", json=hand, headers={"Authorization": f"Bearer {key}"})
        answer.raise_for_status()


def _api(server: Running) -> httpx.Client:
    return loopback.Client(base_url=f"{server.url}/api/v1")


def main() -> None:
    """Prints a row for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("slugs", nargs="*", metavar="SLUG", help="games (default: all)")
    parser.add_argument("--usual", action="store_true", help="the usual hands only")
    arguments = parser.parse_args()
    print("Recorded hands: median / 97th percentile. Left out: hands that only the API can record.\n")
    print("| game | taps | typed | scrolls, 390 | scrolls, 320 | recorded | taps | scrolls | typed | left out |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for slug in arguments.slugs or sorted(all_games()):
            for name in usual_names(slug):
                typical = [
                    measure_costs(browser, server, slug, usual_hand(name), size)[0][0] for size in (LARGE, SMALL)
                ]
                recorded = (
                    ([], 0)
                    if arguments.usual or name != slug
                    else measure_costs(browser, server, slug, recorded_hands(slug), LARGE)
                )
                print(table_row(name, typical, *recorded), flush=True)
        browser.close()


def measure_costs(
    browser: Browser, server: Running, slug: str, match: MatchHands, size: tuple[int, int]
) -> tuple[list[Cost], int]:
    """The cost of each hand of this match on a phone of this size, and the number of hands left out."""
    phone = Phone(browser, server.url, size, dark=False, script=True)
    phone.context.add_init_script(_COUNT)
    try:
        return costs(phone, server, slug, match)
    finally:
        phone.context.close()


if __name__ == "__main__":
    main()
