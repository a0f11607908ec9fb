"""What players pay, whichever way the list of their table came in."""

from __future__ import annotations

import pytest

from tests.api.conftest import json_of
from tests.api.events import Tournament
from tests.pages.events_hall.hall import INTERNATIONAL, LOST, WON, record, text, viewer

pytestmark = pytest.mark.django_db

MONEY = {"entry_fee": 100, "fees": [{"up_to": 1, "each": 50}, {"each": 70}], "passed_in_fee": 10}


def _evening() -> tuple[Tournament, dict[int, list[int]]]:
    """Two tables with the same list of six deals: one kept by a phone, one typed from paper. Its entries by seat."""
    event = Tournament(8, rules={"deals": 6, "rounds": 1, "money": MONEY}, options=INTERNATIONAL)
    event.begin()
    hands = [(1, LOST[0]), (0, WON[0]), (1, LOST[0]), (2, LOST[0]), (None, {}), (None, {})]
    record(event, 1, 1, hands)
    seats = {table: event.sitting(1, table)["entries"] for table in (1, 2)}
    lines = zip(seats[2], (36, -192, -96, 0), (1, 0, 0, 0), (0, 2, 1, 0), strict=True)
    scores = [{"entry": e, "points": p, "game_points": p, "won": w, "lost": lost} for e, p, w, lost in lines]
    version = event.sitting(1, 2)["version"]
    json_of(event.organiser.put(f"{event.table(1, 2)}/result", {"scores": scores, "passed_in": 2}, version))
    return event, seats


def test_every_fee_is_the_same_for_a_list_of_a_phone_and_one_from_paper() -> None:
    event, seats = _evening()
    event.step(1, "close")
    by_entry = {one["entry"]: one["fees"] for one in json_of(event.organiser.get(f"{event.path}/cash"))["entries"]}
    for table in (1, 2):
        assert [by_entry[entry] for entry in seats[table]] == [20, 140, 70, 20], f"table {table}"
    page = text(viewer(event, "organiser"), f"/events/{event.id}/money")
    for table in (1, 2):
        for entry, paid in zip(seats[table], ("1.20", "2.40", "1.70", "1.20"), strict=True):
            line = page.partition(f" Player {entry} ")[2].partition("pays ")[2][:4]
            assert line == paid, (table, entry)
    assert "Fees for lost games and deals passed in 5.00" in page
    assert "Left for the organiser 13.00" in page


def test_each_amount_says_what_it_is_for() -> None:
    event, seats = _evening()
    phone = viewer(event, "organiser")
    unplayed = text(phone, f"/events/{event.id}/money")
    assert f"Player {seats[1][0]} entry fee: −1.00 pays 1.00" in unplayed, "also where it is the only one"
    event.step(1, "close")
    page = text(phone, f"/events/{event.id}/money")
    assert f"Player {seats[1][0]} entry fee: −1.00, deals passed in: −0.20 pays 1.20" in page
    both = "entry fee: −1.00, lost games: −1.20, deals passed in: −0.20 pays 2.40"
    assert f"Player {seats[1][1]} {both}" in page


def test_who_joins_a_table_pays_for_no_deal_before() -> None:
    event = Tournament(7, rules={"deals": 8, "rounds": 1, "money": MONEY}, options=INTERNATIONAL)
    event.begin()
    record(event, 1, 2, [(None, {}), (None, {}), (0, WON[0])])
    (late,) = event.enter([{"name": "Late"}])
    json_of(event.organiser.post(f"{event.table(1, 2)}/join", {"entry": late["number"]}))
    sitting = event.sitting(1, 2)
    json_of(event.scorer(1, 2).post(f"/matches/{sitting['match_ids'][-1]}/hands", {"kind": "passed_in"}), 201)

    def fees() -> list[int]:
        found = json_of(event.organiser.get(f"{event.path}/cash"))["entries"]
        by_entry = {one["entry"]: one["fees"] for one in found}
        return [by_entry[entry] for entry in sitting["entries"]]

    assert fees() == [30, 30, 30, 10]
    scores = [{"entry": entry, "points": 0} for entry in sitting["entries"]]
    typed = {"scores": scores, "passed_in": 3, "first_list": scores[:-1], "first_passed_in": 2}
    json_of(event.organiser.put(f"{event.table(1, 2)}/result", typed, "*"))
    assert fees() == [30, 30, 30, 10], "typed from paper"
