"""Number boxes of the pages: numbers as the language of the page writes them, and sums."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client
from playwright.sync_api import expect

from scoring.models import KittyEntry, Table
from tests.browser import LARGE, SMALL
from tests.conftest import Hold
from tests.pages.phone import NAMES, Pages, standing


def _record(pages: Pages, match: str, language: str, *texts: str) -> str:
    pages.client.cookies["django_language"] = language
    sent = {f"scores.{place}": text for place, text in enumerate(texts)}
    return unescape(pages.post(f"/matches/{match}/hands", sent, script=True).content.decode())


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "text", "total"),
    [
        ("en", "1,000", 1000),
        ("en", "1,234", 1234),
        ("de", "1.000", 1000),
        ("de", "12.500", 12500),
        ("fr", "1\u202f000", 1000),
        ("ru", "1\u00a0000", 1000),
        ("zh-hans", "1,000", 1000),
        ("en", "10+15+8-5", 28),
        ("de", "10 + 15 + 8 \u2212 5", 28),
        ("en", "\u2212 40", -40),
    ],
)
def test_a_points_box_reads_the_number_of_its_language(language: str, text: str, total: float) -> None:
    pages = Pages()
    match = pages.start("points", 2)
    _record(pages, match, language, text, "0")
    assert standing(match).current_state.totals == [total, 0]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "text", "sentence"),
    [
        ("en", "1.000", "“1.000” may be 1 or 1,000."),
        ("de", "1,000", "„1,000“ kann 1 oder 1.000 sein."),
        ("en", "5+12.500", "“12.500” may be 12.5 or 12,500."),
    ],
)
def test_what_has_two_readings_is_refused_at_its_box(language: str, text: str, sentence: str) -> None:
    pages = Pages()
    match = pages.start("points", 2)
    page = _record(pages, match, language, text, "0")
    assert (
        sentence in page[page.index('id="c-scores-errors"') :] if 'id="c-scores-errors"' in page else sentence in page
    )
    assert f'value="{text}"' in page
    assert standing(match).hand_count == 0


@pytest.mark.django_db
def test_the_preview_without_scripts_shows_the_sum() -> None:
    pages = Pages()
    match = pages.start("points", 2)
    sent = {"scores.0": "10+15+8-5", "scores.1": "1,000"}
    page = pages.post(f"/matches/{match}/hands/try", sent).content.decode()
    assert 'value="28"' in page
    assert 'value="1000"' in page
    assert standing(match).hand_count == 0


@pytest.mark.django_db
def test_an_event_with_two_readings_is_not_added() -> None:
    """Of a declaration after trick “1,000” in German, nothing is written into the list."""
    pages = Pages()
    match = pages.start("tute", 4)
    pages.client.cookies["django_language"] = "de"
    sent = {"declarations.twenty.after_trick": "1,000", "declarations.add": "twenty"}
    page = pages.post(f"/matches/{match}/hands/try", sent, script=True).content.decode()
    assert "kann 1 oder 1.000 sein" in page
    assert 'name="declarations" value' not in page


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "text", "target"), [("en", "1,000", 1000), ("de", "1.000", 1000), ("en", "500+1", 501)]
)
def test_a_house_rule_is_read_alike(language: str, text: str, target: int) -> None:
    pages = Pages()
    pages.client.cookies["django_language"] = language
    match = pages.start("points", 2, {"target": text})
    assert standing(match).open_match.setup.options.target == target


@pytest.mark.django_db
def test_a_house_rule_with_two_readings_is_refused_at_its_field() -> None:
    client = Client()
    client.cookies["django_language"] = "de"
    page = client.post("/new/points/begin", {"name": ["Ada", "Ben"], "dealer": "0", "o": "1", "o.target": "1,000"})
    assert page.status_code == 422
    assert "kann 1 oder 1.000 sein" in page.content.decode()


@pytest.mark.django_db
def test_the_kitty_takes_a_grouped_amount_and_refuses_an_unclear_one() -> None:
    pages = Pages()
    match = pages.start("points", 2)
    table = Table.objects.get()
    address = f"/tables/{table.id}/kitty"
    assert match
    assert pages.post(address, {"amount": "1,000", "word": "cents"}).status_code == 302
    assert KittyEntry.objects.get().amount == 1000
    page = pages.post(address, {"amount": "1.000", "word": "cents"})
    assert page.status_code == 422
    assert "may be 1 or 1,000" in page.content.decode()


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize("size", [LARGE, SMALL], ids=["390", "320"])
def test_a_sum_is_tapped_on_the_pad(hold: Hold, size: tuple[int, int]) -> None:
    phone = hold(size=size, used=True)
    phone.start("points", NAMES[:3])
    for key in ("1", "0", "+", "1", "5", "+", "8", "+", "5", "±"):
        phone.page.locator(".pad button", has_text=key).first.click()
    first = phone.page.locator(".entry-of input").first
    expect(first).to_have_value("10+15+8-5")
    phone.page.locator("#outcome", has_text="+28").wait_for()
    phone.screenshot(f"sum-on-the-pad-{size[0]}")
    phone.tap('.pad [data-act="next"]')
    assert first.input_value() == "28"
    phone.tap(".save")
    phone.saved(1)
    assert phone.totals() == ["28", "0", "0"]


@pytest.mark.browser
@pytest.mark.layout
def test_a_typed_sum_becomes_a_number_when_the_box_is_left(hold: Hold) -> None:
    phone = hold(used=True)
    phone.start("points", NAMES[:3])
    fields = phone.page.locator(".entry-of input")
    fields.nth(0).click()
    phone.page.keyboard.type("1,000+8-5")
    phone.page.keyboard.press("Tab")
    assert fields.nth(0).input_value() == "1003"
    phone.tap(".save")
    phone.saved(1)
    assert phone.totals()[0] == "1,003"


@pytest.mark.browser
def test_a_full_number_can_be_deleted_again_on_the_pad(hold: Hold) -> None:
    """A slip in the last open box, 150 of 120: the box stays meant, whatever is full or follows from others."""
    phone = hold(size=LARGE)
    phone.start("briscola", ["Ada", "Ben"])
    boxes = phone.page.locator(".entry-of input")

    def press(*keys: str) -> None:
        for key in keys:
            phone.page.locator(".pad button", has_text=key).first.click()

    press("1", "5")
    assert [box.input_value() for box in boxes.all()] == ["15", "105"]
    press("0")
    expect(boxes.first).to_have_class("is-active")
    assert boxes.first.input_value() == "15", "it can be no more than 120"
    press("⌫", "⌫", "5", "0")
    assert [box.input_value() for box in boxes.all()] == ["50", "70"]
