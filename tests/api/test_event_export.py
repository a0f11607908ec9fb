"""Events as files: JSON with all, CSV with the ranking, a workbook with tables and money."""

from __future__ import annotations

import csv
import io

import pytest

from scoring.event_models import Event
from scoring.languages import language
from scoring.selectors.events import load
from scoring.services.event_sheets import event_sheets
from tests.api.conftest import json_of, problem
from tests.api.events import Tournament
from tests.spreadsheet import read_workbook

pytestmark = pytest.mark.django_db


def _evening() -> Tournament:
    """Seven entries, one round; a penalty; an entry fee that was paid."""
    money = {"entry_fee": 1000, "prizes": [1]}
    event = Tournament(
        [{"name": f"P{n}", "club": "North", "team": "AB"[n % 2], "shown": n != 3} for n in range(1, 8)],
        rules={"phones": False, "rounds": 1, "money": money},
    )
    event.begin()
    event.finish(1)
    json_of(event.organiser.post(f"{event.path}/adjustments", {"entry": 1, "points": -7, "reason": "Late"}), 201)
    json_of(event.organiser.post(f"{event.path}/cash", {"kind": "entry_fee", "amount": 1000, "entry": 2}), 201)
    return event


def test_an_event_as_json() -> None:
    event = _evening()
    whole = json_of(event.organiser.get(f"{event.path}/export"))
    for name, path in (("standings", "standings"), ("cash", "cash")):
        assert whole[name] == json_of(event.organiser.get(f"{event.path}/{path}"))
    assert whole["entries"] == json_of(event.organiser.get(f"{event.path}/entries"))["results"]
    assert whole["rounds"] == [json_of(event.organiser.get(f"{event.path}/rounds/1"))]
    assert whole["event"] == json_of(event.organiser.get(event.path))
    assert [one["reason"] for one in whole["adjustments"]] == ["Late"]


def test_only_the_organiser_exports() -> None:
    event = _evening()
    for role in ("referee", "viewer", "display"):
        problem(event.key_of(role).get(f"{event.path}/export"), 403)


def test_the_ranking_as_csv() -> None:
    event = _evening()
    response = event.organiser.get(f"{event.path}/export?format=csv")
    rows = list(csv.DictReader(io.StringIO(response.content.decode())))
    standings = json_of(event.organiser.get(f"{event.path}/standings"))["results"]
    assert [int(row["number"]) for row in rows] == [one["entry"] for one in standings]
    assert [int(row["points"]) for row in rows] == [one["points"] for one in standings]
    late = next(row for row in rows if row["number"] == "1")
    assert int(late["points"]) == int(late["round 1"]) - 7
    assert "P3" in [row["name"] for row in rows]
    assert response.headers["Content-Disposition"] == 'attachment; filename="event.csv"'


def test_the_workbook_has_tables_and_money() -> None:
    event = _evening()
    book = read_workbook(event.organiser.get(f"{event.path}/export?format=xlsx").content)
    assert list(book) == ["Ranking", "Teams", "Tables", "Cash", "Booked"]
    seats = json_of(event.organiser.get(f"{event.path}/rounds/1"))["sittings"]
    expected = [
        [1, one["table_number"], seat, score["entry"], f"P{score['entry']}", score["points"], 0, 0]
        for one in seats
        for seat, score in enumerate(one["scores"], 1)
    ]
    assert book["Tables"][1:] == expected
    paid = {row[0]: row[2:6] for row in book["Cash"][1:]}
    winner = json_of(event.organiser.get(f"{event.path}/standings"))["results"][0]["entry"]
    prize = 7000 if winner == 2 else 0
    assert paid[2] == [1000, 0, prize, 1000]
    assert sum(int(row[2]) for row in paid.values()) == 7000


def test_sheets_for_readers_have_no_hidden_names_and_no_running_round() -> None:
    event = _evening()
    json_of(event.organiser.patch(event.path, {"frozen": True, "rules": {"phones": False, "rounds": 2}}, "*"))
    event.begin(2)
    event.type(2, 1)
    stored = load(Event.objects.get(id=event.id))
    ranking, _teams, tables = event_sheets(stored, everything=False)
    assert "P3" not in str(ranking.rows) + str(tables.rows)
    assert {row[0] for row in tables.rows} == {1}
    everything = event_sheets(stored)
    assert {row[0] for row in everything[2].rows} == {1, 2}


def test_headings_are_in_the_language_of_the_reader() -> None:
    stored = load(Event.objects.get(id=_evening().id))
    assert event_sheets(stored, language("de"))[0].head[:3] == ["Platz", "Nr.", "Name"]
