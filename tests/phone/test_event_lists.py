"""A table of an event on a phone alone: begun from the start card's code, brought to the organiser by the list's."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from scoring.match_code.payload import code_address
from scoring.selectors.match_snapshot import load_match
from scoring.services import match_codes
from tests.api.events import Tournament
from tests.pages.phone import Pages
from tests.phone.conftest import StartBrowser

pytestmark = [pytest.mark.browser, pytest.mark.layout, pytest.mark.django_db]

WON = [["♥", "Won"], ["♣", "Won"]]


def test_a_list_without_a_network(profile: Path, start_browser: StartBrowser) -> None:
    tournament = Tournament(3, rules={"deals": 2})
    tournament.begin()
    match = tournament.sitting(1, 1)["match_ids"][0]
    start_card = code_address("https://club.example/", match_codes.codes_of(load_match(match))[0])

    phone = start_browser(profile=profile)  # nothing else answers: there is no network
    tab = phone.tab()
    tab.open("/code")
    tab.find("#codes").fill(start_card)
    tab.tap("#codes-form button", "Read")
    tab.tap("button", "Keep this match")
    assert tab.arrive(r"/matches/\w+") == f"/matches/{match}", "it is the match of the table"
    for number, labels in enumerate(WON, 1):
        tab.within.locator(f".next[data-hand='{number}']").wait_for()
        for label in ["Player 1", *labels]:
            tab.tap("#entry label.option", label)
        tab.within.locator("#outcome .changes").wait_for()
        tab.tap(".save")
        tab.saved(number)
    tab.open(f"/matches/{match}/code")
    shown = tab.find("input[readonly], textarea[readonly]").input_value()

    organiser = Pages()
    organiser.get(f"/events/join/{tournament.key}")
    answer = organiser.post(f"/events/{tournament.id}/collect", {"codes": shown.partition("#m=")[2]})
    page = unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode())))
    assert "✓ Table 1: 2 deals" in page
    sitting = tournament.sitting(1, 1)
    assert sitting["status"] == "entered"
    won = next(one for one in sitting["scores"] if one["entry"] == 1)
    assert won["won"] == 2
    assert phone.problems == []
