"""A short evening of 23 players in a real browser: ``benchmarks.club_evening`` with lists of 12 deals."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from benchmarks.club_evening import play

pytestmark = pytest.mark.browser


def test_an_evening_of_23_whose_phones_are_cut_and_killed(browser: Browser, server: str) -> None:
    report = play(browser, server, seed=7, taps=2, deals=12)
    assert report.hands == 2 * 6 * 12 + 4, "the table that a late player joins has a deal more for each round"
    assert report.happened["tapped"] == 2 * 2 * 2
    assert report.happened["killed"] + report.happened["cut and killed"] > 0
    assert report.happened["cut"] > 0
