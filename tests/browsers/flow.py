"""The main flow of an evening, written once for every engine: what a person taps and sees, by names and texts."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import httpx
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement

from tests import loopback
from tests.browsers.cable import Cable
from tests.pages.html_form import read_form

NAMES = ["Ada", "Ben", "Cleo"]
PATIENCE = 30
"""Seconds that a person waits for the page: a machine that is busy with other tests is slow, not wrong."""

#: What can be tapped and has this name, as it is drawn or as it is read aloud; the part before a colon is enough.
_NAMED = """
const [wanted, within] = arguments;
const textOf = (one) => one.getAttribute("aria-label") || one.innerText || one.value || "";
const nameOf = (one) => textOf(one).trim().replace(/\\s+/g, " ");
const fits = (name) => name === wanted || name.startsWith(`${wanted}:`) || name.split(" ")[0] === wanted;
return [...document.querySelectorAll(`${within} :is(button, a[href], summary, label, input[type=submit])`)]
  .filter((one) => one.checkVisibility({checkVisibilityCSS: true}) && !one.disabled && one.getClientRects().length
    && getComputedStyle(one).pointerEvents !== "none" && !one.closest(".hush") && fits(nameOf(one)))
  .sort((one, other) => (nameOf(other) === wanted) - (nameOf(one) === wanted))[0] ?? null;"""

_ROW = """return [...document.querySelectorAll("table tbody")]
  .find((row) => row.querySelector(`a[href$='/hands/${arguments[0]}']`))"""
_NAMES = "return [...document.querySelectorAll('input[name=name]')]"
_SEARCH = "return document.querySelector('input[type=search]')"
_OFFERED = "return [...document.querySelectorAll(\"a[href*='/new/skat']\")].some((one) => one.checkVisibility())"
_HIT = "return [...document.querySelectorAll('.hits a')].some((one) => /ramsch/i.test(one.innerText))"
_LINK = "return [...document.querySelectorAll('input')].map((one) => one.value).find((one) => one.includes('/join/'))"


class Person:
    """Somebody with a phone: taps, types, looks. address: of the server, without a slash at the end."""

    def __init__(self, driver: WebDriver, cable: Cable) -> None:
        self.driver, self.cable, self.address = driver, cable, cable.url
        self.match = ""

    def open(self, path: str) -> None:
        """Goes to a page."""
        self.driver.get(f"{self.address}{path}")

    def wait(self, what: str, look: Callable[[], Any]) -> Any:
        """Waits until this is true; what it is then. Raises AssertionError that says what was waited for."""
        end, last = time.monotonic() + PATIENCE, ""
        while time.monotonic() < end:
            try:
                if found := look():
                    return found
            except (WebDriverException, TypeError) as error:  # in the middle of going to another page
                last = f": {str(error).partition('Stacktrace')[0]}"
            time.sleep(0.05)
        raise AssertionError(f"not seen: {what}{last}")

    def text(self) -> str:
        """What is drawn."""
        return str(self.driver.execute_script("return document.body?.innerText ?? ''"))

    def sees(self, text: str) -> None:
        """Waits until this text is drawn."""
        self.wait(text, lambda: text in self.text())

    def named(self, name: str, within: str = "body") -> WebElement | None:
        """What can be tapped and has this name."""
        found: WebElement | None = self.driver.execute_script(_NAMED, name, within)
        return found

    def tap(self, name: str, within: str = "body") -> None:
        """Taps what has this name, as soon as it is there and takes taps."""

        def look() -> bool:
            if (found := self.named(name, within)) is None:
                return False
            self.driver.execute_script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", found)
            found.click()
            return True

        self.wait(f"{name}, to be tapped", look)

    def tap_at(self, element: WebElement) -> None:
        """Taps in the middle of it, wherever that leads."""
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", element)
        box = self.driver.execute_script(
            "const box = arguments[0].getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]",
            element,
        )
        builder = ActionBuilder(self.driver)
        builder.pointer_action.move_to_location(int(box[0]), int(box[1]))  # type: ignore[no-untyped-call]
        builder.pointer_action.click()
        builder.perform()

    def arrive(self, part: str) -> None:
        """Waits for a page with this in its address."""
        self.wait(f"the page {part}", lambda: part in self.driver.current_url)

    def totals(self) -> list[str]:
        """The totals, as drawn."""
        script = "return [...document.querySelectorAll('.total .figure')].map((one) => one.innerText)"
        return [str(one) for one in self.driver.execute_script(script)]

    def has_totals(self, *wanted: str) -> None:
        """Waits until the totals are these."""
        self.wait(f"totals {wanted}", lambda: self.totals() == list(wanted))

    def rows(self) -> int:
        """How many hands are on the sheet."""
        return int(self.driver.execute_script("return document.querySelectorAll('.sheet tbody').length"))

    def enter(self, *names: str) -> None:
        """Taps these answers into the form."""
        for name in names:
            self.tap(name, "#entry")

    def http(self) -> httpx.Client:
        """Another phone with the same keys, that has no browser."""
        cookies = {one["name"]: one["value"] for one in self.driver.get_cookies()}
        return loopback.Client(base_url=self.address, cookies=cookies)


def starts(person: Person) -> None:
    """Search for a game on the list, start a match with three names."""
    person.open("/new")
    search = person.wait("the search", lambda: person.driver.execute_script(_SEARCH))
    search.send_keys("skat")
    person.wait("Skat", lambda: person.driver.execute_script(_OFFERED))
    person.open("/new/skat")
    fields = person.driver.execute_script(_NAMES)
    for field, name in zip(fields, NAMES, strict=False):
        field.clear()
        field.send_keys(name)
    person.driver.execute_script("return document.querySelector('main .save')").click()
    person.arrive("/matches/")
    person.match = person.driver.current_url.removeprefix(person.address)
    person.has_totals("0", "0", "0")


def records(person: Person) -> None:
    """A hand with its preview."""
    person.open(person.match)
    person.enter("Ben", "Grand")
    person.sees("+48")
    assert person.totals() == ["0", "0", "0"]
    person.tap("Save", ".save-bar")
    person.has_totals("0", "48", "0")


def taps_twice(person: Person) -> None:
    """A double tap saves once."""
    person.open(person.match)
    person.enter("Cleo", "Null")
    save = person.wait("Save", lambda: person.named("Save", ".save-bar"))
    ActionChains(person.driver).double_click(save).perform()
    person.has_totals("0", "48", "23")
    time.sleep(1)
    assert person.rows() == 2, person.rows()


def corrects(person: Person) -> None:
    """A tap in the middle of a row of the sheet opens the hand; another player, saved."""
    person.open(person.match)
    row = person.wait("the row", lambda: person.driver.execute_script(_ROW, 1))
    person.tap_at(row)
    person.arrive("/hands/1")
    person.enter("Ada")
    person.tap("Correct", ".save-bar")
    person.has_totals("48", "0", "23")


def undoes(person: Person) -> None:
    """Undo takes the correction back, redo brings it again."""
    person.open(person.match)
    person.tap("Undo", ".save-bar")
    person.has_totals("0", "48", "23")
    person.tap("Redo")
    person.has_totals("48", "0", "23")


def watches(person: Person) -> None:
    """What another phone records is seen at once."""
    person.open(person.match)
    with person.http() as other:
        form = read_form(other.get(person.match).text, "entry")
        form.fill("declarer", ["0"])
        form.fill("game", ["null"])
        assert other.post(form.action, data=form.sent()).status_code == 302
    person.has_totals("71", "0", "23")


def loses_network(person: Person) -> None:
    """Without a network the hand is kept; when it is back, it is sent once."""
    person.open(person.match)
    person.cable.cut()
    try:
        person.enter("Ben", "Null")
        person.tap("Save", ".save-bar")
        person.sees("One hand is kept")
    finally:
        person.cable.mend()
    person.has_totals("71", "23", "23")
    person.open(person.match)
    assert person.rows() == 4, person.rows()


def keeps_draft(person: Person) -> None:
    """A half-entered hand is still there after a reload."""
    person.open(person.match)
    person.enter("Cleo", "Grand")
    time.sleep(0.5)
    person.open(person.match)
    person.sees("+48")


def searches(person: Person) -> None:
    """Rules are found while typing."""
    person.open("/rules")
    field = person.wait("the search", lambda: person.driver.execute_script(_SEARCH))
    field.send_keys("ramsch")
    person.wait("a result", lambda: person.driver.execute_script(_HIT))


def shares(person: Person) -> None:
    """A link for others says who plays, opens the match on a phone without keys, and goes on by itself in a browser."""
    person.open(f"{person.match}/share")
    link = person.wait("a link", lambda: person.driver.execute_script(_LINK))
    with loopback.Client() as other:
        assert "Cleo" in other.get(link).raise_for_status().text, "what a chat shows of it"
        assert "Cleo" in other.get(f"{person.address}{person.match}").raise_for_status().text
    person.driver.get(link)
    person.wait("the match, at an address without a key", lambda: person.driver.current_url.endswith(person.match))


def prints(person: Person) -> None:
    """The sheet on paper: what the browser prints has pages."""
    person.open(f"{person.match}/print")
    person.sees("Cleo")
    assert len(person.driver.print_page()) > 5_000


def changes_language(person: Person) -> None:
    """One tap changes the language, and one back."""
    person.open(person.match)

    def shown_in(language: str) -> bool:
        return bool(person.driver.execute_script("return document.documentElement.lang") == language)

    for settings, name, language in (
        ("Settings and languages", "Deutsch", "de"),
        ("Einstellungen und Sprachen", "English", "en"),
    ):
        person.tap(settings)
        person.tap(name)
        person.wait(name, partial(shown_in, language))


Step = Callable[[Person], None]

STEPS: Sequence[Step] = (
    starts, records, taps_twice, corrects, undoes, watches, loses_network, keeps_draft, searches, shares, prints,
    changes_language,
)  # fmt: skip
