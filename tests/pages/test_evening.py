"""A whole evening on one phone: a Skat list, a Truco match to twelve, Gong Zhu to the line, with real taps.

Run with SCREENSHOTS=1 to keep pictures of it in ``screenshots/``.
"""

from __future__ import annotations

import re

import pytest

from tests.browser import Phone
from tests.conftest import BOTH_SIZES, Hold

pytestmark = pytest.mark.browser

PEOPLE = ["Ada", "Ben", "Cleo", "Dan"]

#: declarer, game, further taps (labels of options), the declarer's change. Ada deals first and sits out.
SKAT = [
    ("Ben", "♥", ["Won"], "+20"),
    ("Cleo", "♣", ["With 2"], "+36"),
    ("Dan", "Grand", [], "+48"),
    ("Ben", "♠", ["Lost"], "−44"),
    ("Dan", "Null", [], "+23"),
    ("Ada", "♦", ["Against 2", "Won, schneider"], "+36"),
    ("Nobody", "", [], ""),
    ("Ben", "♥", ["Hand"], "+30"),
    ("Cleo", "♦", ["Against 1"], "+18"),
    ("Dan", "♣", ["Won, schwarz"], "+48"),
    ("Ada", "Grand", ["With 4", "Lost, schneider"], "−288"),
    ("Ben", "♠", [], "+22"),
]


def _skat(phone: Phone, declarer: str, game: str, more: list[str]) -> None:
    phone.tap(f"#entry label.option:has-text('{declarer}')")
    if declarer == "Nobody":
        return
    phone.tap(f"#entry label.option:has-text('{game}')")
    for label in more:
        phone.page.locator("#entry label.option", has_text=label).locator("visible=true").first.click()


@BOTH_SIZES
def test_a_skat_list(hold: Hold, size: tuple[int, int]) -> None:
    phone = hold(size=size, used=True)
    phone.open("/new/skat")
    phone.page.locator("summary", has_text="House rules").click()
    phone.page.locator("#o-deals").fill("12")
    for place, name in enumerate(PEOPLE):
        phone.page.locator(".seat input[type=text]").nth(place).fill(name)
    phone.screenshot(f"skat-{size[0]}-start")
    phone.tap(".save")
    phone.page.locator("#entry").wait_for()
    totals = dict.fromkeys(PEOPLE, 0)
    for number, (declarer, game, more, change) in enumerate(SKAT, start=1):
        phone.page.locator(".next", has_text=f"Deal {number} of 12").wait_for()
        if declarer == "Nobody":
            phone.page.locator("#entry label.option", has_text="Nobody").first.click()
            _everybody_passed(phone)
            phone.screenshot(f"skat-{size[0]}-nobody")
            totals["Ada"] += 10
        else:
            _skat(phone, declarer, game, more)
            phone.page.locator("#verdict", has_text=change).wait_for()
            totals[declarer] += int(change.replace("−", "-"))
        if number in (1, 11):
            phone.screenshot(f"skat-{size[0]}-hand-{number}")
        phone.tap(".save")
        phone.saved(number)
    assert phone.page.locator(".headline").is_visible()
    shown = [int(text.replace("−", "-").replace(",", "")) for text in phone.totals()]
    assert shown == [totals[name] for name in PEOPLE]
    best = max(totals, key=lambda name: totals[name])
    assert best in phone.page.locator(".headline").inner_text()
    phone.screenshot(f"skat-{size[0]}-end")
    assert phone.problems == []


def _everybody_passed(phone: Phone) -> None:
    """The Ramsch that is played when all pass: Ada took the fewest points. The third figure follows from two."""
    fields = phone.page.locator("#c-points .entry-of input")
    for place, points in enumerate((30, 40)):
        fields.nth(place).fill(str(points))
    fields.nth(1).blur()
    assert fields.nth(2).input_value() == "50"


@BOTH_SIZES
def test_truco_through_mao_de_onze_and_an_iron_hand(hold: Hold, size: tuple[int, int]) -> None:
    phone = hold(size=size, used=True)
    phone.start_by_tapping("truco", PEOPLE)
    number = 0

    def play(stake: int, winner: int) -> None:
        nonlocal number
        if stake:
            phone.tap("#c-stake label", stake)
        phone.tap(".save-options button", winner)
        number += 1
        phone.saved(number)

    play(0, 0)  # 1 : 0
    play(1, 1)  # 1 : 3
    play(2, 0)  # 7 : 3
    play(1, 0)  # 10 : 3
    play(2, 1)  # 10 : 9
    play(0, 0)  # 11 : 9, a hand of eleven for the first side
    assert phone.totals() == ["11", "9"]
    phone.screenshot(f"truco-{size[0]}-eleven")
    assert "eleven" in phone.page.locator(".notices").inner_text().lower()
    for theirs in ("10", "11"):  # twice the leaders run, one tento each time
        phone.page.locator(".save-options button", has_text="ran").click()
        number += 1
        phone.saved(number)
        assert phone.totals() == ["11", theirs]
    assert "iron hand" in phone.page.locator(".notices").inner_text().lower()
    assert phone.page.locator("#c-stake").locator("visible=true").count() == 0, "nobody may raise, so no stake is asked"
    phone.screenshot(f"truco-{size[0]}-iron-hand")
    phone.tap(".save-options button", 1)  # the iron hand decides
    number += 1
    phone.saved(number)
    assert phone.totals() == ["11", "12"]
    assert phone.page.locator(".headline").inner_text() == "Ben & Dan win"
    phone.tap(".undo")
    phone.page.locator("#entry").wait_for()
    assert phone.totals() == ["11", "11"]
    phone.screenshot(f"truco-{size[0]}-undone")
    assert phone.problems == []


@BOTH_SIZES
def test_gong_zhu_to_the_line(hold: Hold, size: tuple[int, int]) -> None:
    phone = hold(size=size, used=True)
    phone.start_by_tapping("gong-zhu", PEOPLE)
    number = 0
    while phone.page.locator("#entry").count():
        number += 1
        assert number < 30
        if number == 2:
            phone.tap("#c-exposed label", 1)  # the pig lies open: it counts double
        phone.tap(".card-buttons button", 0)  # the pig for Ada
        phone.tap(".owner-buttons button", 1 + number % 3)
        for heart in (3, 4, 5, 6)[: 1 + number % 4]:
            phone.tap(".card-buttons button", heart)
        phone.tap(".rest-buttons button", 2)
        if number == 2:
            phone.page.locator(".result").wait_for()
            phone.screenshot(f"gong-zhu-{size[0]}-entry")
        phone.tap(".save")
        phone.saved(number)
    totals = [int(text.replace("−", "-").replace(",", "")) for text in phone.totals()]
    assert min(totals) <= -1000
    assert "Lost: " in phone.page.locator(".won").inner_text()
    phone.screenshot(f"gong-zhu-{size[0]}-end")
    # The first hand was entered wrongly: the pig was Ben's. Everything after it is scored anew.
    phone.tap(".sheet .nr a")
    phone.tap(".owner-buttons button", 1)
    phone.tap(".card-buttons button", 0)
    phone.tap(".save")
    phone.page.wait_for_url(re.compile(r"/matches/\w+$"))
    after = [int(text.replace("−", "-").replace(",", "")) for text in phone.totals()]
    assert (after[0] - totals[0], after[1] - totals[1]) == (100, -100)
    assert phone.problems == []
