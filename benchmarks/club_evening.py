"""A Skat evening of 23 players in a real browser: six tables, two series, and what goes wrong at one.

    python -m benchmarks.club_evening --seed 7 --taps 12

Phones lose the network and are killed at random; one player comes late, one leaves; two phones send different results
of a table; a wrong result is corrected after all is closed. At the end every hand is compared with what was dealt, and
ranking, fees, prizes and the till with ``tests/events/independent.py``, which knows nothing of our calculation. The
organiser and the phones of two tables tap (``--taps`` hands a series each); all other hands are put into the queue of
the page that keeps them, which sends them as it does what is tapped. The hands are random, in the shares of a real
table. ``--pictures`` keeps pictures of the printed lists.
"""

from __future__ import annotations

import argparse
import re
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from benchmarks.club_phones import ClubPhone, Hand, TablePhone, skat_hands
from tests import loopback
from tests.browser import chromium
from tests.events.independent import SkatLine, lost_fee, places, shared_prizes, skat_list, skat_results
from tests.server import serving

ENTRY_FEE, SHARES = 1000, (50, 30, 20)
NAMES = [
    *("Anna Berger", "Bernd", "Çelik", "Dora", "Emil", "Юлия", "Gustav", "Hanne"),
    *("Ida", "Jörg", "Karl", "李娜", "Max", "Nina", "Otto", "Petra"),
    *("Quirin", "Rosa", "Søren", "Tilda", "Uwe", "Vera"),
]
LATE = "Zoë"
TAPPING = (1, 2)
"""The tables whose phones are tapped."""
WRONG, ON_PAPER = 3, 4
"""The table of the first series with a wrong hand; that of the second series whose result two phones send."""


@dataclass
class Report:
    """What the evening came to. seconds: of the whole; to_list: from the last hand to the list on paper."""

    seed: int
    hands: int = 0
    happened: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    to_list: float = 0.0
    taps_to_list: int = 0
    corrected: float = 0.0

    def __str__(self) -> str:
        what = ", ".join(f"{count} x {name or 'nothing'}" for name, count in sorted(self.happened.items()))
        return (
            f"seed {self.seed}: {self.hands} hands, none lost, none twice; ranking, fees, prizes and till as computed\n"
            f"{what}; {self.seconds:.0f} s\n"
            f"from the last hand to the list as PDF: {self.to_list:.1f} s and {self.taps_to_list} taps, with two "
            f"results that differed; a result corrected after the end: {self.corrected:.1f} s to the new list"
        )


class Evening:
    """The event, its organiser's phone, and what must come out."""

    def __init__(self, browser: Browser, address: str, seed: int, taps: int, deals: int | None) -> None:
        """deals: of a list, None for a whole series."""
        self.browser, self.address, self.dice, self.taps = browser, address, Random(seed), taps
        self.report = Report(seed)
        self.api = loopback.Client(base_url=f"{address}/api/v1")
        money = {"entry_fee": ENTRY_FEE, "prizes": list(SHARES), "prize_percent": 90}
        money["fees"] = [{"up_to": 3, "each": 50}, {"each": 100}]
        options = {"rules": "international", **({"deals": deals} if deals else {})}
        body = {"name": "Thursday club", "game": "skat", "options": options, "rules": {"rounds": 2, "money": money}}
        made = self.api.post("/events", json=body).raise_for_status().json()
        self.id, self.key = made["id"], made["key"]
        self.ask("POST", "/entries", {"entries": [{"name": name} for name in NAMES]})
        self.organiser = ClubPhone(browser, address)
        self.organiser.open(f"/events/join/{self.key}")
        self.lists: dict[tuple[int, int], tuple[list[int], list[SkatLine]]] = {}
        self.passed: dict[tuple[int, int], int] = {}

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """What the API says to the organiser."""
        headers = {"Authorization": f"Bearer {self.key}", "If-Match": "*"} if method in ("PUT", "PATCH") else {}
        headers["Authorization"] = f"Bearer {self.key}"
        answer = self.api.request(method, f"/events/{self.id}{path}", json=body, headers=headers)
        return answer.raise_for_status().json()

    # -- the organiser taps ------------------------------------------------------------------------------

    def page(self, path: str = "") -> None:
        """Shows a page of the event on the organiser's phone."""
        self.organiser.open(f"/events/{self.id}{path}")

    def begin(self, number: int) -> None:
        """Draws, publishes and starts a round."""
        self.page("/draw")
        self.organiser.page.locator("#word").fill("altes rathaus")
        for button in ("Draw", "Publish the seats", "Start the round"):
            self.organiser.page.get_by_role("button", name=button, exact=True).click()
        self.organiser.page.get_by_role("button", name="Close the round").wait_for()

    def close(self, number: int) -> None:
        """Closes a round."""
        self.page(f"/rounds/{number}")
        self.organiser.tap("Close the round")
        self.organiser.page.locator("h2", has_text="closed").wait_for()

    def printed(self, sheet: str, pictures: Path | None = None) -> str:
        """Prints a sheet; what can be read on it."""
        self.page(f"/print/{sheet}")
        assert len(self.organiser.page.pdf(prefer_css_page_size=True)) > 5000
        if pictures:
            self.organiser.page.emulate_media(media="print")
            self.organiser.page.screenshot(path=pictures / f"evening-{sheet}.png", full_page=True)
            self.organiser.page.emulate_media(media="screen")
        return self.organiser.page.locator("main").inner_text()

    # -- a series ---------------------------------------------------------------------------------------

    def play(self, number: int) -> None:
        """All tables of a round, each on its phone, in turns by chance."""
        phones = []
        for sitting in self.ask("GET", f"/rounds/{number}")["sittings"]:
            table, match = sitting["table_number"], sitting["match_ids"][-1]
            key = self.ask("POST", f"/rounds/{number}/sittings/{table}/key")["key"]
            scorer = {"Authorization": f"Bearer {key}"}
            seats = len(sitting["entries"])
            options = self.api.get(f"/matches/{match}", headers=scorer).raise_for_status().json()["options"]
            deals = options.get("deals") or 12 * seats
            hands = list(skat_hands(self.dice, seats, deals))
            self.lists[number, table] = sitting["entries"], skat_list(hands, seats)
            self.passed[number, table] = sum(hand["kind"] == "passed_in" for hand in hands)
            self.report.hands += deals
            if (number, table) == (2, ON_PAPER):
                self._send_two(number, table, key)
                continue
            dealt = self._slip(hands, seats) if (number, table) == (1, WRONG) else hands
            phone = ClubPhone(self.browser, self.address)
            phone.open(f"/join/{key}")
            taps = self.taps if table in TAPPING else 0
            phones.append((TablePhone(phone, match, seats, dealt, taps, self.dice), scorer))
        while going := [one for one, _ in phones if one.left]:
            self.dice.choice(going).play()
        for one, _ in phones:
            one.wait()
        self.last_hand = time.monotonic()
        for one, scorer in phones:
            self._compare(one, scorer)
            assert one.phone.problems == []
            self.report.happened += one.happened
            one.phone.context.close()

    def _compare(self, one: TablePhone, scorer: dict[str, str]) -> None:
        """Every hand is there once, in its order, with what it counts."""
        match = self.api.get(f"/matches/{one.match}", headers=scorer).raise_for_status().json()
        assert match["finished"], one.match
        kept = [hand["input"] for hand in match["hands"]]
        assert [_plain(hand) for hand in kept] == [_plain(hand) for hand in one.hands], one.match

    def _slip(self, hands: list[Hand], seats: int) -> list[Hand]:
        """The list as it is kept by mistake: one game is booked for another seat."""
        place = next(n for n, hand in enumerate(hands) if hand.get("declarer") == 2 and (seats == 3 or n % 4 != 1))
        return [{**hand, "declarer": 1} if n == place else hand for n, hand in enumerate(hands)]

    def _send_two(self, number: int, table: int, key: str) -> None:
        """The list was kept on paper; two phones type its result, one of them wrongly."""
        phones = [ClubPhone(self.browser, self.address) for _ in range(2)]
        for phone in phones:
            phone.open(f"/join/{key}")
            phone.open(f"/events/{self.id}/rounds/{number}/tables/{table}")
        for more, phone in enumerate(phones):
            phone.page.locator("summary", has_text="paper").click()
            self._type(phone, number, table, slip=10 * more)
            phone.tap("Save the result", "button")
            phone.page.wait_for_load_state()
        for phone in phones:
            phone.context.close()
        assert self.ask("GET", f"/rounds/{number}/sittings/{table}")["status"] == "disputed"

    def _type(self, phone: ClubPhone, number: int, table: int, slip: int = 0) -> None:
        """Types the list into the open form. slip: what the points of seat 1 are wrong by."""
        _, lines = self.lists[number, table]
        rows = phone.page.locator(".typed-result fieldset").all()
        for seat, (line, row) in enumerate(zip(lines, rows, strict=True)):
            figures = (line.points + (slip if seat == 0 else 0), line.won, line.lost)
            boxes = row.locator("input").all()
            for box, figure in zip(boxes, (*figures, ""), strict=False):
                box.fill(str(figure))
        phone.page.locator("#passed_in").fill(str(self.passed[number, table]))

    # -- what goes wrong ----------------------------------------------------------------------------------

    def let_in(self, name: str) -> None:
        """A late player takes the free seat at a table of three, before its first deal."""
        (late,) = self.ask("POST", "/entries", {"entries": [{"name": name}]})["results"]
        sittings = self.ask("GET", "/rounds/1")["sittings"]
        table = next(one["table_number"] for one in sittings if len(one["entries"]) == 3)
        self.ask("POST", f"/rounds/1/sittings/{table}/join", {"entry": late["number"]})

    def pick(self) -> None:
        """Of the two results that were sent, the organiser picks the first one."""
        self.page(f"/rounds/2/tables/{ON_PAPER}/result")
        self.organiser.page.locator("button[value=first]").click()
        self.organiser.page.get_by_text("The result is confirmed").wait_for()

    def correct(self) -> None:
        """The wrong list of the first series is put right after the end."""
        self.page("/rounds/1")
        self.organiser.tap("Correct a result", "summary")
        self.organiser.page.locator("#reason").fill("A game was the other seat's")
        self.organiser.tap("Open again", "button")
        self.organiser.page.locator(f".hall a[href$='/tables/{WRONG}/result']").click()
        self.organiser.tap("Correct, or type from paper", "summary")
        self._type(self.organiser, 1, WRONG)
        self.organiser.tap("Save the result", "button")
        self.organiser.page.locator("button[value=first]").click()  # what was typed, not the phone's list
        self.organiser.page.get_by_text("The result is confirmed").wait_for()
        self.close(1)

    # -- what must come out --------------------------------------------------------------------------------

    def check(self, leaver: int, pictures: Path | None) -> None:
        """Ranking, fees, prizes and the till. leaver: who is gone, and gets no prize."""
        keys, fees = dict.fromkeys(range(1, 24), (0, 0, 0)), dict.fromkeys(range(1, 24), 0)
        for entries, lines in self.lists.values():
            for entry, line, result in zip(entries, lines, skat_results(lines), strict=True):
                points, won, lost = keys[entry]
                keys[entry] = points + result, won + line.won, lost - line.lost
                fees[entry] += lost_fee(line.lost)
        assert len(set(keys.values())) == 23, "by chance two are level: take another seed"
        expected = places(keys)
        standing = self.ask("GET", "/standings")
        assert not standing["provisional"]
        found = {one["entry"]: (one["place"], one["points"], one["won"], one["lost"]) for one in standing["results"]}
        assert found == {entry: (expected[entry], key[0], key[1], -key[2]) for entry, key in keys.items()}
        names = {one["number"]: one["name"] for one in self.ask("GET", "/entries")["results"]}
        listed = self.printed("ranking", pictures)
        order = [listed.index(names[entry]) for entry in sorted(expected, key=lambda one: expected[one])]
        assert order == sorted(order), "the list has everybody, in order"
        staying = places({entry: key for entry, key in keys.items() if entry != leaver})
        prizes = shared_prizes(staying, 23 * ENTRY_FEE * 90 // 100, SHARES)
        sheet = self.ask("GET", "/cash")
        for one in sheet["entries"]:
            assert (one["fees"], one["prize"]) == (fees[one["entry"]], prizes.get(one["entry"], 0)), one
        self.page("/money")
        while (buttons := self.organiser.page.locator("[name=settle]")).count():
            with self.organiser.page.expect_navigation():
                buttons.first.click()
        sheet = self.ask("GET", "/cash")
        assert {one["balance"] for one in sheet["entries"]} == {0}
        till = 23 * ENTRY_FEE + sum(fees.values()) - sum(prizes.values())
        assert sheet["booked"] == till
        shown = self.organiser.page.locator(".balance").inner_text()
        assert int(re.sub(r"\D", "", shown)) == till
        self.printed("cash", pictures)


def _plain(hand: Hand) -> Hand:
    """A hand without what the form adds: what is off, and the level that is meant where none is said."""
    left = {name: value for name, value in hand.items() if value not in (None, False, "none")}
    if "outcome" in left:
        left["outcome"] = {n: v for n, v in left["outcome"].items() if v is not None and v != "plain"}
    if "matadors" in left:
        left["matadors"] = {name: value for name, value in left["matadors"].items() if value}
    return left


def play(
    browser: Browser, address: str, seed: int, taps: int, deals: int | None = None, pictures: Path | None = None
) -> Report:
    """Plays an evening and checks it. Raises AssertionError for whatever is lost, doubled, or wrong."""
    began = time.monotonic()
    evening = Evening(browser, address, seed, taps, deals)
    evening.begin(1)
    evening.let_in(LATE)
    evening.play(1)
    evening.close(1)
    leaver = evening.dice.randint(1, len(NAMES))
    evening.ask("PATCH", f"/entries/{leaver}", {"withdrawn": True})
    evening.begin(2)
    evening.play(2)
    evening.pick()
    evening.close(2)
    evening.printed("ranking")
    evening.report.to_list = time.monotonic() - evening.last_hand
    evening.report.taps_to_list = 5  # the table, "This one"; the round, "Close"; the sheet
    late = time.monotonic()
    evening.correct()
    evening.printed("ranking")
    evening.report.corrected = time.monotonic() - late
    evening.check(leaver, pictures)
    assert evening.organiser.problems == []
    evening.organiser.context.close()
    evening.report.seconds = time.monotonic() - began
    return evening.report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--taps", type=int, default=12)
    parser.add_argument("--deals", type=int, default=None)
    parser.add_argument("--pictures", type=Path, default=None)
    chosen = parser.parse_args()
    print(f"seed {chosen.seed}", flush=True)
    if chosen.pictures:
        chosen.pictures.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="club-") as folder,
        serving(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        print(play(browser, server.url, chosen.seed, chosen.taps, chosen.deals, chosen.pictures))
        browser.close()


if __name__ == "__main__":
    main()
