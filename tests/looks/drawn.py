"""Controls as they are drawn: what a person sees and hears of each, in the browser, after scripts ran."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.browser import Phone

#: What is wrong with the drawn controls of the form and its bar, as sentences; none if all is well.
_FAULTS = (Path(__file__).parent / "drawn.js").read_text()

#: What the bar hides at the end of the page.
_BEHIND_BAR = """() => {
  scrollTo({top: document.documentElement.scrollHeight, behavior: "instant"});
  const bar = document.querySelector(".save-bar")?.getBoundingClientRect();
  const last = [...document.querySelectorAll("#entry :is(button, .option, input[type=text])")]
    .filter((one) => !one.closest(".save-bar") && one.checkVisibility({checkVisibilityCSS: true}))
    .reduce((lowest, one) => Math.max(lowest, one.getBoundingClientRect().bottom), 0);
  scrollTo({top: 0, behavior: "instant"});
  return bar && last > bar.top + 1 ? [`the bar hides ${Math.round(last - bar.top)} px of the form`] : [];
}"""

_ENTERED = """() => [...new FormData(document.getElementById("entry")).entries()]"""


def faults(phone: Phone, names: list[str]) -> list[str]:
    """What is wrong with the controls of the form on this page, as sentences. names: of the players."""
    found: list[str] = phone.page.evaluate(_FAULTS, names)
    return found


def behind_bar(phone: Phone) -> list[str]:
    """What cannot be scrolled from behind the bar that saves."""
    found: list[str] = phone.page.evaluate(_BEHIND_BAR)
    return found


def entered(phone: Phone) -> dict[str, list[str]]:
    """What the form would send: values by name."""
    values: dict[str, list[str]] = {}
    pairs: list[Any] = phone.page.evaluate(_ENTERED)
    for name, value in pairs:
        values.setdefault(name, []).append(value)
    return values


def totals(phone: Phone) -> list[tuple[str, str]]:
    """Whose total is drawn, and the total, in the order of the page."""
    drawn: list[tuple[str, str]] = phone.page.locator(".total").evaluate_all(
        """(totals) => totals.map((one) => [
          [...one.querySelectorAll(".name")].map((name) => name.innerText).join(" & "),
          one.querySelector(".figure").innerText,
        ])"""
    )
    return [(who, figure) for who, figure in drawn]
