"""Numbers are tapped: a pad below the fields, and what follows from other answers fills itself."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import expect

from scoring.engine.match import replay
from scoring.games import get
from tests.browser import LARGE, SMALL
from tests.conftest import Hold
from tests.pages.phone import NAMES
from tests.pages.tapping import Finger

pytestmark = [pytest.mark.browser, pytest.mark.layout]

_TOP = "(key) => Math.round(key.getBoundingClientRect().top)"


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


@pytest.mark.parametrize("size", [LARGE, SMALL], ids=["390", "320"])
@pytest.mark.parametrize("slug", ["canadian-salad", "tetka", "reversis"])
def test_no_key_of_the_pad_stands_alone_in_a_row(hold: Hold, size: tuple[int, int], slug: str) -> None:
    phone = hold(size=size, used=True)
    phone.start(slug, NAMES[:4])
    rows = Counter(key.evaluate(_TOP) for key in phone.page.locator(".pad").first.locator("button").all())
    assert min(rows.values()) > 1, rows


@pytest.mark.parametrize(
    ("size", "options", "rows"),
    [
        pytest.param(LARGE, {}, ["12345±⌫", "67890+→"], id="390"),
        pytest.param(SMALL, {}, ["12345⌫", "67890→", "±+"], id="320"),
        pytest.param(LARGE, {"step": "0.5"}, ["12345±⌫", "67890½→"], id="390 with halves"),
        pytest.param(SMALL, {"step": "0.5"}, ["12345⌫", "67890→", "±½"], id="320 with halves"),
    ],
)
def test_digits_stand_in_two_rows(hold: Hold, size: tuple[int, int], options: dict[str, str], rows: list[str]) -> None:
    phone = hold(size=size, used=True)
    phone.start("points", NAMES[:3], **options)
    drawn: dict[int, str] = {}
    keys = phone.page.locator(".pad").first.locator("button").all()
    for key in sorted(keys, key=lambda key: key.evaluate("(key) => key.getBoundingClientRect().left")):
        top = key.evaluate(_TOP)
        drawn[top] = drawn.get(top, "") + (key.text_content() or "")
    assert [drawn[top] for top in sorted(drawn)] == rows


def test_the_key_that_is_lit_takes_its_number_out(hold: Hold) -> None:
    phone = hold(used=True)
    phone.start("canadian-salad", NAMES[:4])
    first = phone.page.locator("#c-tricks input").first
    phone.tap('.pad [data-value="5"]')
    assert first.input_value() == "5"
    first.click()
    phone.tap('.pad [data-value="5"]')
    assert first.input_value() == ""


@pytest.mark.parametrize("pause", [0, 2], ids=["at once", "after two seconds"])
def test_an_arrow_right_after_a_jump_means_that_jump(hold: Hold, pause: int) -> None:
    """After a number that leaves room for no digit the pad goes on by itself; people press the arrow all the same."""
    phone = hold(used=True)
    phone.start("tyzicha", NAMES[:3])
    box = phone.page.locator("[data-numbers]").locator("visible=true").first
    fields = box.locator("input")
    assert fields.count() == 3
    for digit in "80":
        box.locator(f'.pad [data-digit="{digit}"]').click()
    phone.page.wait_for_timeout(pause * 1000)
    box.locator('.pad [data-act="next"]').click()
    expect(fields.nth(2 if pause else 1)).to_have_class(re.compile("is-active"))
    for digit in "25":
        box.locator(f'.pad [data-digit="{digit}"]').click()
    typed = [fields.nth(place).input_value() for place in range(3)]
    assert typed[2 if pause else 1] == "25"


def test_a_second_arrow_goes_on(hold: Hold) -> None:
    phone = hold(used=True)
    phone.start("tyzicha", NAMES[:3])
    box = phone.page.locator("[data-numbers]").locator("visible=true").first
    fields, arrow = box.locator("input"), box.locator('.pad [data-act="next"]')
    for digit in "80":
        box.locator(f'.pad [data-digit="{digit}"]').click()
    arrow.click()
    arrow.click()
    expect(fields.nth(2)).to_have_class(re.compile("is-active"))


def test_who_passed_is_skipped(hold: Hold) -> None:
    phone = hold(used=True)
    phone.start("loo", NAMES[:5])
    for place in (0, 2, 4):
        phone.tap("#c-stayed .option", place)
    fields = phone.page.locator("#c-tricks input")
    phone.tap('.pad [data-value="2"]')
    phone.tap('.pad [data-value="2"]')
    assert [field.input_value() for field in fields.all()] == ["2", "", "2", "", "1"]
    assert [field.is_disabled() for field in fields.all()] == [False, True, False, True, False]
    phone.tap(".save")
    phone.saved(1)


def test_guesses_stay_guesses_after_a_refused_save(hold: Hold) -> None:
    phone = hold(used=True)
    phone.start("loo", NAMES[:5])
    for key in (2, 3):
        phone.tap(f'.pad [data-value="{key}"]')
    guesses = phone.page.locator("#c-tricks input[data-filled]")
    expect(guesses).to_have_count(3)
    phone.tap(".save")  # nobody was said to have stayed in
    expect(phone.page.locator(".entry:not([inert]) .fault").first).to_be_visible()
    expect(guesses).to_have_count(3)
    phone.page.locator("#c-tricks input").nth(1).click()
    phone.tap('.pad [data-value="1"]')
    expect(guesses).to_have_count(0)
    assert phone.page.locator("#c-tricks input").nth(4).input_value() == ""


@pytest.mark.parametrize(
    ("slug", "players", "hand", "row", "changed", "shown"),
    [
        ("briscola", 2, {"kind": "points", "points": [70, 50]}, "points", {0: 65}, ["65", "55"]),
        ("briscola", 2, {"kind": "points", "points": [70, 50]}, "points", {1: 65}, ["55", "65"]),
        ("briscola", 3, {"kind": "points", "points": [70, 30, 20]}, "points", {0: 60, 2: 10}, ["60", "50", "10"]),
        ("malilla", 4, {"kind": "played", "up_card": "5H", "points": [41, 29]}, "points", {0: 50}, ["50", "20"]),
    ],
)
def test_a_corrected_figure_changes_the_one_that_follows_from_it(
    hold: Hold, slug: str, players: int, hand: dict[str, Any], row: str, changed: dict[int, int], shown: list[str]
) -> None:
    """The figures of a row have a known sum: the only one that nobody touched is derived again."""
    phone = hold(used=True)
    match = phone.start(slug, NAMES[:players])
    start = replay(get(slug), players, [])
    Finger(phone).enter(get(slug).form(start.open_match.setup, start.state), hand)
    phone.saved(1)
    phone.open(f"{match}/hands/1")
    fields = phone.page.locator(f"#c-{row} input")
    for place, figure in changed.items():
        fields.nth(place).click()
        for digit in str(figure):
            phone.tap(f'.pad [data-digit="{digit}"]')
    assert [field.input_value() for field in fields.all()] == shown


def test_the_pad_keeps_its_keys_for_the_whole_hand(hold: Hold) -> None:
    phone = hold(used=True)
    phone.start("reversis", NAMES[:4])
    pad = phone.page.locator(".number-grid .pad")
    before = pad.locator("button").all_text_contents()
    phone.page.locator("#c-card_points input").first.click()
    assert pad.locator("button").all_text_contents() == before
    assert len(before) == 12, "digits"
    for digit in "25":
        pad.locator(f'[data-digit="{digit}"]').click()
    expect(phone.page.locator("#c-card_points input").first).to_have_value("25")
    expect(phone.page.locator("#c-card_points input").nth(1)).to_have_class(re.compile("is-active"))


@pytest.mark.parametrize("size", [LARGE, SMALL], ids=["390", "320"])
def test_seven_players_type_below_their_totals(hold: Hold, size: tuple[int, int]) -> None:
    phone = hold(size=size, used=True)
    phone.start("points", NAMES[:7])
    middles = [
        [
            round(one.evaluate("(one) => { const box = one.getBoundingClientRect(); return box.x + box.width / 2; }"))
            for one in found.all()
        ]
        for found in (phone.page.locator(".total"), phone.page.locator(".entry-of input"))
    ]
    assert len(middles[0]) == len(middles[1]) == 7
    assert all(abs(above - below) <= 8 for above, below in zip(*middles, strict=True)), middles
