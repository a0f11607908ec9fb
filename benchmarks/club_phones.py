"""Phones of a club evening in a real browser: they lose the network and are killed, and go on where they were."""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, StorageState

from scoring.engine.match import replay
from scoring.games import get
from tests.browser import LARGE, PATIENCE
from tests.pages.tapping import Finger

Hand = dict[str, Any]

GAMES = {"C": 25, "S": 20, "H": 18, "D": 15, "grand": 17, "null": 5}
"""About as often as at a table."""
WON, PASSED_IN, SCHNEIDER = 0.8, 0.04, 0.15
_RULES = {"rules": "international"}

#: Puts hands into the page's own queue, as its form does, and lets the page send them.
_ADD = """([hands, seen]) => {
  const queue = new OfflineQueue(liveMatch.id, window.localStorage);
  const people = handInForm.people();
  for (const { token, fields } of hands) {
    if (!queue.add({ token, fields, people, seen, description: "" })) throw new Error("no room");
  }
  window.dispatchEvent(new Event("online"));
}"""
_WAITING = "() => new OfflineQueue(liveMatch.id, window.localStorage).hands()"


def skat_hands(dice: Random, seats: int, count: int) -> Iterator[Hand]:
    """Legal deals of a list of Skat; at four the dealer sits out."""
    for deal in range(count):
        if dice.random() < PASSED_IN:
            yield {"kind": "passed_in"}
            continue
        kind, won = dice.choices([*GAMES], [*GAMES.values()])[0], dice.random() < WON
        declarer = dice.choice([seat for seat in range(seats) if seats == 3 or seat != deal % 4])
        hand: Hand = {"declarer": declarer, "outcome": {"won": won}}
        if dice.random() < 0.1:
            hand["hand"] = True
        if kind == "null":
            yield {"kind": "null", **hand}
            continue
        if won and dice.random() < SCHNEIDER:
            hand["outcome"]["level"] = "schneider"
        matadors = {dice.choice(["with", "against"]): dice.choice([1, 1, 1, 2, 2, 3])}
        game = {"kind": "grand"} if kind == "grand" else {"kind": "suit", "trump": kind}
        yield {**game, **hand, "matadors": matadors}


class ClubPhone:
    """A phone: its cookies and what its browser stores outlive it."""

    def __init__(self, browser: Browser, address: str, size: tuple[int, int] = LARGE) -> None:
        self.browser, self.address, self.size = browser, address, size
        self.state: StorageState | None = None
        self.problems: list[str] = []
        self.context: BrowserContext
        self.page: Page
        self.start()

    def start(self) -> None:
        """Opens the browser on what is stored."""
        width, height = self.size
        self.context = self.browser.new_context(
            viewport={"width": width, "height": height}, has_touch=True, storage_state=self.state
        )
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))

    def kill(self) -> None:
        """Closes it in the middle of whatever it does."""
        self.state = self.context.storage_state()
        self.context.close()

    def open(self, path: str) -> None:
        """Goes to a page; by a link for others to where it leads."""
        self.page.goto(f"{self.address}{path}")
        if "/join/" in path:
            self.page.wait_for_url(lambda address: "/join/" not in address)

    def tap(self, name: str, selector: str = "button, a, summary") -> None:
        """One tap on what says this."""
        self.page.locator(selector, has_text=name).locator("visible=true").first.click()


@dataclass
class TablePhone:
    """The phone that keeps the list of a table.

    taps: so many hands are tapped into the form, the others go the page's own way from the queue on. done: hands that
    were given to the phone.
    """

    phone: ClubPhone
    match: str
    seats: int
    hands: Sequence[Hand]
    taps: int
    dice: Random
    done: int = 0
    happened: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        # Who deals sits out: the form is another one for each dealer.
        starts = [replay(get("skat"), self.seats, [], _RULES, {"dealer": seat}) for seat in range(self.seats)]
        self.forms = [get("skat").form(start.open_match.setup, start.state) for start in starts]
        self.phone.open(f"/matches/{self.match}")

    @property
    def left(self) -> bool:
        """Whether deals are to come."""
        return self.done < len(self.hands)

    def play(self) -> None:
        """Some deals, and what happens to the phone meanwhile."""
        self.wait()
        what = self.dice.choices(["", "cut", "cut and killed", "killed"], [50, 20, 15, 15])[0]
        cut, killed = "cut" in what, "killed" in what
        self.happened[what] += 1
        if cut:
            self.phone.context.set_offline(True)
        if self.done < self.taps:
            for number in range(min(self.dice.randint(1, 2), self.taps - self.done)):
                self._tap(number + 1 if cut else 0)
        else:
            self._add(self.dice.randint(2, 9))
        if killed:
            self.phone.kill()
            self.phone.start()
            self.phone.open(f"/matches/{self.match}")
        elif cut:
            self.phone.context.set_offline(False)

    def wait(self) -> None:
        """Until nothing waits on the phone. Raises AssertionError with what does after a minute."""
        deadline = time.monotonic() + PATIENCE / 1000
        while waiting := self.phone.page.evaluate(_WAITING):
            assert time.monotonic() < deadline, waiting
            self.phone.page.wait_for_timeout(50)
        if self.done:
            self.phone.page.locator(f".sheet a[href$='/hands/{self.done}']").first.wait_for()

    def _next(self, count: int) -> list[Hand]:
        hands = list(self.hands[self.done : self.done + count])
        self.done += len(hands)
        return hands

    def _tap(self, kept: int) -> None:
        """Taps a hand into the form. kept: how many wait on the phone then, 0 where the network is there."""
        page = self.phone.page
        (hand,) = self._next(1)
        Finger(self.phone).enter(self.forms[(self.done - 1) % self.seats], hand)  # type: ignore[arg-type]  # it needs the page only
        self.happened["tapped"] += 1
        if kept:
            page.get_by_text("One hand is kept" if kept == 1 else f"{kept} hands are kept").wait_for()
        else:
            page.locator(f".sheet a[href$='/hands/{self.done}']").wait_for()
            page.locator(".entry[inert]").wait_for(state="detached")
        page.locator("#entry input[name=declarer]:checked").wait_for(state="detached")  # the form is empty again

    def _add(self, count: int) -> None:
        seen = self.done
        fields = [self._fields(hand, deal) for deal, hand in enumerate(self._next(count), seen)]
        hands = [{"token": secrets.token_urlsafe(16), "fields": one} for one in fields]
        self.phone.page.evaluate(_ADD, [hands, seen])

    def _fields(self, hand: Hand, deal: int) -> list[list[str]]:
        """What the form sends: the answers to the questions that it shows for this hand."""
        form = self.forms[deal % self.seats]
        shown = form.show(hand)
        asked = {control.name for control in form.visible({**form.initial(), **shown})}
        return [[name, value] for name, values in shown.items() if name in asked for value in values]
