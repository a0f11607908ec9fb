"""A table of an event on a phone alone: begun from the start card's code, brought to the organiser by the list's."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from scoring.match_code.payload import code_address
from tests import loopback
from tests.pages.events_table.hall import Hall
from tests.phone.conftest import StartBrowser

pytestmark = [pytest.mark.browser, pytest.mark.layout]

WON = [["♥", "Won"], ["♣", "Won"]]


class OrganisersPhone:
    """The phone of the organiser, without a browser."""

    def __init__(self, address: str, hall: Hall) -> None:
        self.http = loopback.Client(base_url=address, timeout=60)
        self.page = f"/events/{hall.id}/collect"
        self.http.get(f"/events/join/{hall.key}").raise_for_status()

    def read(self, codes: str) -> str:
        """Reads the codes of a list; what the page says."""
        form = self.http.get(self.page).raise_for_status().text
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', form)
        assert token
        answer = self.http.post(self.page, data={"codes": codes, "csrfmiddlewaretoken": token[1]})
        return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text)))


def test_a_list_without_a_network(profile: Path, start_browser: StartBrowser, server: str) -> None:
    hall = Hall(server)
    sitting = hall.ask("GET", "/rounds/1")["sittings"][0]
    (match,) = sitting["match_ids"]
    scorer = {"Authorization": f"Bearer {hall.ask('POST', '/rounds/1/sittings/1/key')['key']}"}
    codes = hall.api.get(f"/matches/{match}/code", headers=scorer).raise_for_status().json()["codes"]
    start_card = code_address("https://club.example/", codes[0])

    phone = start_browser(profile=profile)  # nothing else answers: there is no network
    tab = phone.tab()
    tab.open("/code")
    tab.find("#codes").fill(start_card)
    tab.tap("#codes-form button", "Read")
    tab.tap("button", "Keep this match")
    assert tab.arrive(r"/matches/\w+") == f"/matches/{match}", "it is the match of the table"
    for number, labels in enumerate(WON, 1):
        tab.within.locator(f".next[data-hand='{number}']").wait_for()
        for label in ["Bernd", *labels]:
            tab.tap("#entry label.option", label)
        tab.within.locator("#outcome .changes").wait_for()
        tab.tap(".save")
        tab.saved(number)
    tab.open(f"/matches/{match}/code")
    shown = tab.find("input[readonly]").input_value()

    organiser = OrganisersPhone(server, hall)
    assert "✓ Table 1 · 2 deals" in organiser.read(shown)
    assert "this list was here already" in organiser.read(shown)
    sitting = hall.ask("GET", "/rounds/1")["sittings"][0]
    assert sitting["status"] == "entered"
    bernd = sitting["entries"][0]
    assert next(one["won"] for one in sitting["scores"] if one["entry"] == bernd) == 2
    assert phone.problems == []
