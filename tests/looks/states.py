"""A usual hand of a game on the real page, in four states: untouched, half entered, entered, recorded."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from playwright.sync_api import Locator

from benchmarks.taps import record, start, usual_hand
from scoring.engine.form import Events, Form, FormValues
from scoring.engine.match import open_match, replay, step
from scoring.engine.messages import format_number
from scoring.games import get
from scoring.pages.form_data import belongs
from tests.browser import Phone
from tests.looks import drawn
from tests.pages.tapping import Finger
from tests.server import Running

NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"]
STATES = ("untouched", "half", "full", "recorded")

Look = Callable[[str, str], None]
"""Gets the name of a state, whose page is shown, and the last element that belongs to it."""


class LookingFinger(Finger):
    """A finger that looks at the page after each tap."""

    def __init__(self, phone: Phone, look: Callable[[], None]) -> None:
        super().__init__(phone)
        self.look = look

    def tap(self, place: Locator) -> None:
        super().tap(place)
        self.look()


class Hand:
    """A usual hand of a game that is entered on this phone."""

    def __init__(self, phone: Phone, server: Running, slug: str) -> None:
        match = usual_hand(slug)
        self.phone, self.game, self.slug = phone, get(slug), slug
        self.opened = open_match(self.game, match.players, match.options, match.start)
        self.names = NAMES[: match.players]
        self.number, state = match.before + 1, self.opened.state
        path = start(server, slug, match)
        for number, hand in enumerate(match.hands[: match.before], start=1):
            record(server, path, hand)
            state = step(self.opened, state, hand, number).state
        self.played = replay(self.game, match.players, match.hands, match.options, match.start)
        self.hand = self.played.results[-1].hand.model_dump(mode="json", exclude_unset=True)
        self.form: Form = self.game.form(self.opened.setup, state)
        self.wanted: FormValues = self.form.show(self.hand)
        phone.open(path)

    def play(self, look: Look) -> list[str]:
        """Enters and saves the hand. look: called in each state. Returns what was wrong after any tap."""
        faults: dict[str, None] = {}
        taps, half = 0, max(1, len(set(self.wanted) - set(self.form.initial())) // 2)
        seen = {"untouched"}

        def check(when: str) -> None:
            faults.update(dict.fromkeys(f"{when}: {one}" for one in drawn.faults(self.phone, self.names)))

        def after_tap() -> None:
            nonlocal taps
            taps += 1
            check(f"after tap {taps}")
            if taps == half and "half" not in seen:
                seen.add("half")
                look("half", "#entry")

        look("untouched", "#entry")
        check("untouched")
        finger = LookingFinger(self.phone, after_tap)
        saving = finger.fill(self.form, self.hand)
        if "half" not in seen:
            look("half", "#entry")
        look("full", "#entry")
        faults.update(
            dict.fromkeys(f"full: {one}" for one in [*self._misplaced(saving), *drawn.behind_bar(self.phone)])
        )
        saving.click()
        self.phone.saved(self.number)
        faults.update(dict.fromkeys(f"recorded: {one}" for one in self._wrong_totals()))
        look("recorded", ".sheet")
        if not self.played.verdict.finished:
            check("recorded")
        return list(faults)

    def _misplaced(self, saving: Locator) -> list[str]:
        """Fields that do not hold what the hand says."""
        sent = drawn.entered(self.phone)
        by_button = saving.get_attribute("name")
        asked = self.form.visible({**self.form.initial(), **self.wanted})
        lists = [control.name for control in asked if isinstance(control, Events)]
        names = [control.name for control in asked if control.name not in lists]
        faults = [
            f"{name} is {sent.get(name)}, not {values}"
            for name, values in self.wanted.items()
            if any(belongs(name, one) for one in names) and name != by_button and _told(sent.get(name)) != _told(values)
        ]
        for name in lists:
            shown, wanted = ([*map(json.loads, values.get(name, []))] for values in (sent, self.wanted))
            faults += [] if shown == wanted else [f"{name} is {shown}, not {wanted}"]
        return faults

    def _wrong_totals(self) -> list[str]:
        """Totals that are not those of the engine, each beside the names of its side."""
        sides = [" & ".join(self.names[seat] for seat in side) for side in self.opened.setup.sides]
        expected = [*zip(sides, map(format_number, self.played.totals), strict=True)]
        if self.phone.page.locator(".places").count():  # of a finished match, by place
            totals = [format_number(total) for total in self.played.totals]
            won = get(self.opened.game.slug).hands_won(self.opened.setup, self.played.state)
            wanted = [(total, "") for total in totals]
            if won is not None:
                wanted = [(format_number(number), total) for number, total in zip(won, totals, strict=True)]
            places = self.phone.places()
            return [] if places == wanted else [f"places have {places}, not {wanted}"]
        shown = drawn.totals(self.phone)
        return [] if shown == expected else [f"totals are {shown}, not {expected}"]


def _told(values: Sequence[str] | None) -> list[str]:
    # An empty box is nothing taken: players who passed are skipped.
    return [one for one in values or [] if one and one != "0"]
