"""Plays the flow in an engine, step by step, and notes what went wrong."""

from __future__ import annotations

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.remote.webdriver import WebDriver

from tests.browsers.cable import Cable
from tests.browsers.flow import STEPS, Person

#: What an engine cannot do as Debian builds it, or its driver cannot: the reason, by engine and step.
CANNOT = {
    ("WebKit", "prints"): "WebKitWebDriver has no command to print",
}


def play(driver: WebDriver, cable: Cable, engine: str) -> dict[str, str]:
    """Plays every step; one that goes wrong does not end the flow. Returns what went wrong by step, "" if nothing."""
    person = Person(driver, cable)
    results: dict[str, str] = {}
    for step in STEPS:
        if (engine, step.__name__) in CANNOT:
            continue
        try:
            step(person)
            results[step.__name__] = ""
        except (AssertionError, TypeError, WebDriverException) as error:
            results[step.__name__] = f"{error}\n{_seen(person)}"
            if step is STEPS[0]:
                break
    return results


def _seen(person: Person) -> str:
    try:
        return f"{person.driver.current_url}: {person.text()[:300]}"
    except WebDriverException as error:
        return str(error.msg)
