"""The plain sheet on the phone: rounds with a fixed sum, winners and stake, other steps."""

from __future__ import annotations

import pytest

from tests.browser import LARGE, SMALL
from tests.conftest import Hold
from tests.pages.phone import NAMES, Pages, errors, standing


@pytest.mark.django_db
def test_without_scripts_the_difference_is_said_at_the_row() -> None:
    pages = Pages()
    match = pages.start("points", 3, {"round_sum": "0"})
    sent = {"scores.0": "10", "scores.1": "-4", "scores.2": "0"}
    answer = pages.post(f"/matches/{match}/hands", sent)
    assert answer.status_code == 422
    assert "The entries add up to 6, not to 0: that is 6 too much." in str(errors(answer))
    assert standing(match).hand_count == 0


@pytest.mark.django_db
def test_without_scripts_winners_and_stake_make_a_round() -> None:
    pages = Pages()
    match = pages.start("points", 4, {"entry": "winners"})
    sent = {"how": "winners", "winners": ["0", "2"], "stake": "5"}
    assert pages.post(f"/matches/{match}/hands", sent).status_code == 302
    assert standing(match).current_state.totals == [5, -5, 5, -5]
    form = pages.form(f"/matches/{match}/hands/1")
    assert [form.sent()[f"scores.{place}"] for place in range(4)] == [["5"], ["-5"], ["5"], ["-5"]]


@pytest.mark.django_db
@pytest.mark.parametrize("sent", [{"winners": ["0"]}, {"stake": "5"}, {"winners": ["0"], "stake": "five"}])
def test_a_half_told_round_is_not_saved(sent: dict[str, object]) -> None:
    pages = Pages()
    match = pages.start("points", 3, {"entry": "winners"})
    assert pages.post(f"/matches/{match}/hands", {"how": "winners", **sent}).status_code == 422
    assert standing(match).hand_count == 0


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize("size", [LARGE, SMALL], ids=["390", "320"])
def test_the_last_open_box_gets_what_is_missing(hold: Hold, size: tuple[int, int]) -> None:
    phone = hold(size=size, used=True)
    phone.start("points", NAMES[:3], round_sum="0")
    for key in ("7", "→", "2", "0"):
        phone.page.locator(".pad button", has_text=key).first.click()
    fields = phone.page.locator(".entry-of input")
    assert [fields.nth(place).input_value() for place in range(3)] == ["7", "20", "-27"]
    phone.screenshot(f"round-sum-{size[0]}")
    phone.tap(".save")
    phone.saved(1)
    assert phone.totals() == ["7", "20", "−27"]


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize("size", [LARGE, SMALL], ids=["390", "320"])
def test_winners_are_tapped_and_the_losers_follow(hold: Hold, size: tuple[int, int]) -> None:
    phone = hold(size=size, used=True)
    phone.start("points", NAMES[:4], entry="winners")
    phone.tap("#c-winners .option", 1)
    phone.page.locator("#c-stake-input").fill("5")
    phone.page.locator("#outcome", has_text="+15").wait_for()
    assert phone.overflow() <= 0
    phone.screenshot(f"winners-{size[0]}")
    phone.tap(".save")
    phone.saved(1)
    assert phone.totals() == ["−5", "15", "−5", "−5"]
