"""A usual hand is on one screen; text at 200 % makes no page wider than the phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from benchmarks.taps import measure_costs, usual_hand
from tests.browser import LARGE, SMALL
from tests.conftest import Hold
from tests.server import Running

pytestmark = [pytest.mark.browser, pytest.mark.layout]

ONE_SCREEN = (
    *("skat", "truco", "gong-zhu", "belote", "briscola", "schafkopf", "tute", "twenty-five", "twenty-nine", "points"),
)


#: As usual as a hand of Tute without one.
DECLARED = "tute+declaration"


@pytest.mark.parametrize("slug", [*ONE_SCREEN, DECLARED, "cinch", "malilla"])
def test_a_usual_hand_needs_no_scroll(browser: Browser, running: Running, slug: str) -> None:
    assert measure_costs(browser, running, slug.partition("+")[0], usual_hand(slug), LARGE)[0][0].scrolls == 0


@pytest.mark.parametrize("slug", [*ONE_SCREEN, DECLARED, "zetema", "malilla"])
def test_a_usual_hand_needs_one_scroll_at_most_on_the_smallest_phone(
    browser: Browser, running: Running, slug: str
) -> None:
    assert measure_costs(browser, running, slug.partition("+")[0], usual_hand(slug), SMALL)[0][0].scrolls <= 1


@pytest.mark.parametrize(
    ("name", "taps", "scrolls"),
    [
        ("loo+newcomer", 6, 1), ("gong-zhu+newcomer", 7, 0), ("nine-card-don+newcomer", 15, 1), ("points+seven", 15, 0),
        ("skat+bid", 5, 0),
    ],
)  # fmt: skip
def test_what_a_newcomer_entered_takes_no_more_taps(
    browser: Browser, running: Running, name: str, taps: int, scrolls: int
) -> None:
    cost = measure_costs(browser, running, name.partition("+")[0], usual_hand(name), LARGE)[0][0]
    assert cost.taps <= taps
    assert cost.scrolls <= scrolls


def test_large_text_makes_no_page_wider(hold: Hold) -> None:
    phone = hold(used=True)
    match = phone.start("skat", ["Maximilian", "Bernadette", "Christopher"])
    for path in (match, "/new/skat", f"{match}/settle"):
        phone.open(path)
        phone.page.evaluate("() => { document.documentElement.style.fontSize = '200%' }")
        assert phone.overflow() <= 0, path


def test_two_long_names_are_read_on_the_buttons_of_the_winners(hold: Hold) -> None:
    phone = hold(size=SMALL, used=True)
    phone.start("truco", ["Maximilian", "Bernadette", "Christopher", "Alexandrina"])
    buttons = phone.page.locator(".save-options button")
    assert buttons.count() == 3
    for button in buttons.all():
        assert button.evaluate("(one) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight")


def test_a_sequence_a_marriage_and_a_zetema_take_one_scroll_and_two_taps_each(
    browser: Browser, running: Running
) -> None:
    cost = measure_costs(browser, running, "zetema", usual_hand("zetema"), LARGE)[0][0]
    assert cost.scrolls <= 1
    assert cost.taps == 7


def test_a_hand_of_cinch_takes_two_scrolls_at_most_on_the_smallest_phone(browser: Browser, running: Running) -> None:
    assert measure_costs(browser, running, "cinch", usual_hand("cinch"), SMALL)[0][0].scrolls <= 2
