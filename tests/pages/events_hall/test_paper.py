"""Sheets on paper, and files for spreadsheets."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest

from scoring.events.official_list import ListLine
from scoring.events.rules import MoneyRules
from scoring.pages.events.paper_list import OfficialList, official_foot
from tests.api.conftest import json_of
from tests.api.events import Tournament
from tests.pages.events_hall.hall import INTERNATIONAL, LOST, NULL, WON, record, text, viewer, words
from tests.spreadsheet import read_workbook

pytestmark = pytest.mark.django_db

MONEY = {"entry_fee": 1000, "fees": [{"up_to": 3, "each": 50}, {"each": 100}], "prizes": [50, 30, 20], "unit": 50}


def _rows(page: str) -> list[list[str]]:
    """The lines of the first list of a page, cell by cell."""
    body = re.search(r'<table class="skat-list.*?<tbody>(.*?)</tbody>', page, re.DOTALL)
    assert body
    return [
        [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)]
        for row in re.findall(r"<tr>.*?</tr>", body[1], re.DOTALL)
    ]


def test_a_filled_list_has_running_counts_foot_check_and_code() -> None:
    event = Tournament(4, rules={"rounds": 1, "deals": 4, "money": MONEY}, options={**INTERNATIONAL, "deals": 4})
    event.begin()
    match = record(event, 1, 1, [(1, WON[0]), (0, LOST[0]), (None, {}), (1, NULL[0])])
    assert match
    page = viewer(event, "organiser").get(f"/events/{event.id}/print/lists").content.decode()
    rows = _rows(page)
    nothing = [""] * 3
    # No., base, with, without, six ticks, plus, minus, three cells for each seat, passed in
    assert rows[0] == ["1", "12", "2", "", *[""] * 6, "36", "", *nothing, "36", "1", "", *nothing * 2, ""]
    assert rows[1] == ["2", "24", "", "1", *[""] * 6, "", "96", "−96", "", "1", *nothing * 3, ""]
    assert rows[2] == ["3", *[""] * 11, *nothing * 4, "1"]
    assert rows[3] == ["4", "59", "", "", "×", "", "", "", "", "×", "59", "", *nothing, "95", "2", "", *nothing * 2, ""]
    seen = words(page)
    assert "Result a + b + c −146 225 30 30" in seen
    assert "Fee 0.50" in seen
    assert "Won, lost and passed in 4 ✓" in seen
    assert "Sum of the results 139 ✓" in seen, "S + 50 W + 40 L = -1 + 100 + 40"
    assert "Signature" in seen
    assert page.count('class="qr"') == 1


def test_the_foot_is_that_of_the_design() -> None:
    """Case 1 of the specification."""
    lines = [ListLine(492, 12, 0), ListLine(628, 12, 2), ListLine(660, 10, 1), ListLine(-32, 6, 5)]
    foot = dict(official_foot(lines, 0, MoneyRules.model_validate(MONEY)))
    assert foot["Result a + b + c"] == ["1,332", "1,308", "1,320", "108"]
    assert foot["Fee"] == ["", "1.00", "0.50", "3.50"]
    three = dict(official_foot([ListLine(812, 14, 1), ListLine(455, 11, 2), ListLine(-96, 5, 3)], 0, MoneyRules()))
    assert three["Result a + b + c"] == ["1,662", "1,065", "124"]


def test_exactly_one_block_changes_in_a_line() -> None:
    hands = [
        ({"declarer": seat, **WON[0]}, {"points": [], "details": {"points": [36 * (n == seat) for n in range(3)]}})
        for seat in (0, 1, 2, 0)
    ]
    rows = OfficialList(3, hands).rows
    assert [sum(any(block) for block in row.blocks) for row in rows] == [1, 1, 1, 1]
    assert rows[3].blocks[0] == ["72", "2", ""]


def test_empty_lists_have_a_line_for_each_deal() -> None:
    event = Tournament(7)
    organiser = viewer(event, "organiser")
    blank = organiser.get(f"/events/{event.id}/print/empty-lists?seats=3").content.decode()
    assert len(_rows(blank)) == 36
    event.propose()
    event.step(1, "publish")
    page = organiser.get(f"/events/{event.id}/print/empty-lists").content.decode()
    lists = page.split('<section class="paper list')[1:]
    assert [len(_rows(one)) for one in lists] == [48, 36]
    assert all(f"Player {n}" in page for n in range(1, 8))
    assert "Lost by others × 40" in words(lists[1])


def test_another_game_has_a_plain_list() -> None:
    event = Tournament(4, game="truco", players_each=2, rules={"format": "swiss", "rounds": 2})
    event.begin()
    scorer, match = event.scorer(1, 1), event.sitting(1, 1)["match_ids"][0]
    for _hand in range(2):
        json_of(scorer.post(f"/matches/{match}/hands", {"kind": "summary", "winner": 0, "stake": 3}), 201)
    page = viewer(event, "organiser").get(f"/events/{event.id}/print/lists").content.decode()
    assert 'class="plain-list-paper"' in page
    assert "Result 6 0" in words(page)


def test_start_cards_have_seats_and_the_code_of_the_guests_link() -> None:
    event = Tournament(7)
    event.propose()
    event.step(1, "publish")
    organiser = viewer(event, "organiser")
    path = f"/events/{event.id}/print/start-cards"
    page = organiser.get(path).content.decode()
    assert page.count('class="card-number"') == 7
    assert 'class="qr"' not in page
    assert "The cards have codes once there is a link" in words(page)
    organiser.post(f"/events/{event.id}/links", _link_form(organiser, event))
    assert organiser.get(path).content.decode().count('class="qr"') == 7


def _link_form(organiser: Any, event: Tournament) -> dict[str, str]:
    page = organiser.get(f"/events/{event.id}/links").content.decode()
    once = re.search(r'name="_once" value="([^"]+)"', page)
    return {"role": "viewer", "_once": once[1] if once else ""}


ALL = ("start-cards", "tables", "names", "empty-lists", "lists", "round", "ranking", "teams", "cash")


@pytest.mark.parametrize("name", ALL)
def test_who_may_print_what(name: str) -> None:
    event = Tournament(4, rules={"money": MONEY, "rounds": 1})
    event.begin()
    statuses = {role: viewer(event, role).get(f"/events/{event.id}/print/{name}").status_code for role in ROLES}
    for role, status in statuses.items():
        assert status == (200 if name in ROLES[role] else 404), role
    listed = viewer(event).get(f"/events/{event.id}/print").content.decode()
    assert (f"/print/{name}" in listed) == (name in ROLES["viewer"])


_READ = ("tables", "names", "round", "ranking", "teams")
ROLES = {"organiser": ALL, "referee": ALL[:-1], "viewer": _READ, "display": ()}


def test_the_cash_sheet_adds_up() -> None:
    event = Tournament(4, rules={"rounds": 1, "phones": False, "money": MONEY})
    event.begin()
    event.finish(1)
    json_of(event.organiser.post(f"{event.path}/cash", {"kind": "entry_fee", "entry": 1, "amount": 1000}), 201)
    seen = text(viewer(event, "organiser"), f"/events/{event.id}/print/cash")
    assert "Together 40.00 40.00 10.00" in seen
    assert "Provisional" not in seen


def test_a_ranking_for_the_wall_has_the_names_of_those_who_agree() -> None:
    event = Tournament([{"name": "Ada"}, {"name": "Ben", "shown": False}, {"name": "Cleo"}])
    event.begin()
    event.type(1, 1)
    organiser = viewer(event, "organiser")
    assert "Ben" in text(organiser, f"/events/{event.id}/ranking"), "on the own phone"
    seen = text(organiser, f"/events/{event.id}/print/ranking")
    assert "No. 2" in seen
    assert "Ben" not in seen


def test_files_for_spreadsheets_say_what_the_pages_say() -> None:
    entries: list[dict[str, Any]] = [
        {"name": "=Ada", "club": "Aces"},
        {"name": "Юлия"},
        {"name": "王小明", "shown": False},
        {"name": "Dan"},
    ]
    event = Tournament(entries, rules={"rounds": 1, "phones": False, "money": MONEY})
    event.begin()
    event.finish(1)
    organiser, guest = viewer(event, "organiser"), viewer(event)
    path = f"/events/{event.id}"
    table = list(csv.reader(io.StringIO(guest.get(f"{path}/ranking.csv").content.decode("utf-8-sig"))))
    assert table[0][:3] == ["place", "number", "name"]
    assert table[0][-1] == "round 1"
    assert sorted(row[2] for row in table[1:]) == ["", "'=Ada", "Dan", "Юлия"]
    assert sorted(row[-1] for row in table[1:]) == ["100", "200", "300", "400"]
    names, *rest = read_workbook(organiser.get(f"{path}/entries.xlsx").content).values()
    assert not rest
    assert [row[1] for row in names[1:]] == ["=Ada", "Юлия", "王小明", "Dan"]
    cash = read_workbook(organiser.get(f"{path}/cash.xlsx").content)
    assert list(cash) == ["Cash", "Booked"]
    for name in ("entries.csv", "cash.csv", "cash.xlsx"):
        assert guest.get(f"{path}/{name}").status_code == 404, name


HIDDEN = "Karl Geheim"


def _with_a_hidden_name() -> Tournament:
    event = Tournament([{"name": HIDDEN, "shown": False}, *({"name": name} for name in ("Ada", "Ben", "Cleo"))])
    event.begin()
    return event


@pytest.mark.parametrize("page", ["print/tables", "print/names", "print/round", "print/ranking", "rounds/1/cards"])
def test_a_name_that_may_not_be_shown_is_a_number_where_others_read_it(page: str) -> None:
    event = _with_a_hidden_name()
    event.type(1, 1)
    seen = text(viewer(event, "organiser"), f"/events/{event.id}/{page}")
    assert HIDDEN not in seen
    assert "No. 1" in seen
    assert "Ada" in seen


@pytest.mark.parametrize("page", ["print/start-cards", "print/empty-lists", "print/cash"])
def test_it_stands_on_what_goes_to_the_person(page: str) -> None:
    event = _with_a_hidden_name()
    assert HIDDEN in text(viewer(event, "organiser"), f"/events/{event.id}/{page}")
