"""Open questions: an empty form that is saved leads to the first, and what belongs together stands together."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser import SMALL
from tests.conftest import Hold
from tests.pages.phone import NAMES

pytestmark = [pytest.mark.browser, pytest.mark.layout]

_PLACE = "(one) => { const box = one.getBoundingClientRect(); return [Math.round(box.x), Math.round(box.y)]; }"


def test_save_on_an_empty_form_goes_to_the_first_open_question(hold: Hold) -> None:
    """The bar then says what is still to tap, no longer what was saved."""
    phone = hold(size=SMALL, used=True)
    phone.start("couillon", NAMES[:4])
    phone.tap("#c-accepted_by .option", 1)
    for key in "12":
        phone.tap(f'.pad [data-digit="{key}"]')
    phone.tap('.pad [data-digit="1"]')
    phone.tap('.pad [data-digit="5"]')
    phone.tap(".save:not([data-locked])")
    phone.saved(1)
    assert phone.page.locator("#verdict").inner_text().startswith("Saved")
    phone.tap(".save:not([data-locked])")
    expect(phone.page.locator("#c-accepted_by-errors")).to_contain_text("Nothing has been tapped yet")
    expect(phone.page.locator("#verdict")).to_have_text(re.compile("Still to tap: Who accepted the trump suit?"))
    assert "turned up" not in phone.page.locator("#verdict").inner_text()
    question, bar = phone.page.locator("#c-accepted_by").bounding_box(), phone.page.locator(".save-bar").bounding_box()
    assert question
    assert bar
    assert 0 <= question["y"] < question["y"] + question["height"] <= bar["y"]


def test_with_and_against_stand_below_each_other(hold: Hold) -> None:
    phone = hold(used=True)
    phone.start("skat", NAMES[:3])
    phone.tap("#c-declarer .option", 0)
    phone.tap("#c-game .option", 0)
    places = [option.evaluate(_PLACE) for option in phone.page.locator("#c-matadors .option").all()]
    assert len(places) == 10
    assert len({y for _, y in places}) == 2
    assert [x for x, _ in places[:5]] == [x for x, _ in places[5:]]
    phone.tap("#c-matadors .option", 9)
    texts = phone.page.locator("#c-matadors_against .option").all_inner_texts()
    assert texts[0].split() == ["Against", "5"]
    assert not phone.page.locator("#c-matadors_with").is_visible()
