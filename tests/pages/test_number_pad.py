"""Numbers are tapped: a pad below the fields, and what follows from other answers fills itself."""

from __future__ import annotations

import pytest

from tests.conftest import Hold
from tests.pages.phone import NAMES

pytestmark = [pytest.mark.browser, pytest.mark.layout]


def test_belote_takes_four_taps_without_a_keyboard(hold: Hold) -> None:
    phone = hold(used=True)
    phone.start("belote", NAMES[:4])
    phone.tap("#c-taker .option", 1)
    phone.tap('.pad [data-digit="7"]')
    phone.tap('.pad [data-digit="0"]')
    fields = phone.page.locator("#c-trick_points input")
    assert [fields.nth(place).input_value() for place in (0, 1)] == ["70", "92"]
    phone.tap(".save")
    phone.saved(1)
    assert phone.taps == 4


def test_the_grid_of_democracy_asks_for_one_number_after_the_other(hold: Hold) -> None:
    phone = hold(used=True)
    phone.start("democracy", NAMES[:3])
    for figure in (14, 11, 3, 13, 12, 13, 0, 5):
        phone.tap(f'.pad [data-value="{figure}"]')
    fields = phone.page.locator(".number-grid input")
    typed = [fields.nth(place).input_value() for place in range(12)]
    assert typed == ["14", "11", "0", "3", "13", "9", "12", "13", "0", "0", "5", "20"]
    phone.tap(".save")
    phone.saved(1)
    assert phone.totals() == ["1", "2", "1"]
    assert phone.taps == 9
