"""The Companion kept on the phone: fetched from a server, started without one, a hand entered.

``python -m tests.browsers.kept FOLDER`` does so in Firefox with the folder of ``make phone``.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from tests.browsers.cable import Cable
from tests.browsers.engines import driving
from tests.browsers.flow import NAMES, Person
from tests.phone.served import Served

LONG = 600
"""Seconds that fetching and preparing may take."""


def offer(person: Person) -> str:
    """What the panel "Keep on this phone" says, as soon as it says something."""
    person.open("/")
    script = "return document.querySelector('#keep')?.innerText ?? ''"
    return str(person.wait("the panel", lambda: person.driver.execute_script(script)))


def keeps(person: Person, server: Served) -> None:
    """Fetches it, ends the server, starts from what is kept, records a hand of Skat."""
    offer(person)
    person.tap("Keep on this phone", "#keep")
    end = time.monotonic() + LONG
    while not (text := person.text()).count("Open on this phone"):
        assert "Nothing was changed" not in text, text
        assert time.monotonic() < end, text
        time.sleep(0.5)
    server.stop()
    person.driver.get(f"{person.address}/phone/index.html#/new/skat")
    frame = person.wait("the page", lambda: person.driver.execute_script("return document.querySelector('#page')"))
    person.driver.switch_to.frame(frame)
    fields = "return [...document.querySelectorAll('input[name=name]')]"
    for field, name in zip(person.wait("the names", lambda: person.driver.execute_script(fields)), NAMES, strict=False):
        field.send_keys(name)
    person.tap("Start", "main")
    person.has_totals("0", "0", "0")
    person.enter("Ben", "Grand")
    person.tap("Save", ".save-bar")
    person.has_totals("0", "48", "0")
    person.driver.switch_to.default_content()


if __name__ == "__main__":
    served = Served(Path(sys.argv[1]))
    with driving("Firefox") as firefox:
        keeps(Person(firefox, Cable(served.port)), served)
