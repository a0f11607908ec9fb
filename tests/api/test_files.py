"""Standings, settlements and matches as files for spreadsheets."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from typing import Any

import pytest

from scoring.models import Match
from tests.api.conftest import Evening, json_of, problem
from tests.spreadsheet import read_workbook

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@pytest.fixture
def match(evening: Evening) -> str:
    """A match that =1+1 has won from @Ben, for cents."""
    match = evening.match(["=1+1", "@Ben"], options={"rounds": 2, "step": 0.5})
    json_of(evening.scorer.put(f"{match}/settlement", {"word": "cents", "value": "1"}, "*"))
    evening.record(match, 12, 2.5)
    evening.record(match, -3, 0)
    Match.objects.filter(id=match.rpartition("/")[2]).update(created_at=datetime(2026, 11, 21, 0, 30, tzinfo=UTC))
    return match


def rows_of(response: Any) -> list[list[str]]:
    assert response.status_code == 200, response.content
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.reader(io.StringIO(response.content.decode())))


def paths_of(evening: Evening, match: str) -> list[str]:
    return [f"{match}/export", f"{match}/settlement", f"{evening.path}/settlement", f"{evening.path}/standings"]


def test_standings_as_csv_and_as_a_workbook(evening: Evening, match: str) -> None:
    head, *rows = rows_of(evening.viewer.get(f"{evening.path}/standings?format=csv&game=points"))
    cells = {row[0]: dict(zip(head, row, strict=True)) for row in rows}
    assert cells["'=1+1"]["wins"] == "1"
    assert [cells["'=1+1"][name] for name in ("points", "best hand", "worst hand")] == ["9", "12", "-3"]
    response = evening.viewer.get(f"{evening.path}/standings", Accept=XLSX)
    assert response.headers["Content-Type"] == XLSX
    assert response.headers["Content-Disposition"] == f'attachment; filename="standings-{evening.id}.xlsx"'
    book = read_workbook(response.content)
    assert list(book) == ["Standings", "Each against each"]
    assert ["@Ben", 1, 1, 0, 0, 0, 2.5, 2.5, 0] in book["Standings"]
    assert ["=1+1", "@Ben", 1, 1, 0] in book["Each against each"]


def test_a_settlement_as_csv_and_as_a_workbook(evening: Evening, match: str) -> None:
    expect = [["name", "amount", "fees", "balance", "unit"], ["'=1+1", "6", "0", "6", "cents"]]
    assert rows_of(evening.viewer.get(f"{match}/settlement?format=csv"))[:2] == expect
    second = evening.match(["@Ben", "Cleo"])
    json_of(evening.scorer.put(f"{second}/settlement", {"word": "cents", "value": "1"}, "*"))
    evening.record(second, 1, 0)
    Match.objects.filter(id=second.rpartition("/")[2]).update(created_at=datetime(2026, 11, 21, 2, tzinfo=UTC))
    path = f"{evening.path}/settlement?date=2026-11-20&tz=America/Sao_Paulo"
    book = read_workbook(evening.viewer.get(f"{path}&format=xlsx").content)
    assert book["Settlement"] == [
        ["name", "unit", "1. Points", "2. Points", "balance"],
        ["=1+1", "cents", 6, 6],
        ["@Ben", "cents", -6, 1, -5],
        ["Cleo", "cents", -1, -1],
    ]
    assert book["Payments"][1:] == [["@Ben", "=1+1", 5, "cents"], ["Cleo", "=1+1", 1, "cents"]]
    assert rows_of(evening.viewer.get(f"{path}&format=csv"))[1] == ["'=1+1", "cents", "6", "", "6"]
    nothing = evening.match(["Ada", "Ben"])
    assert len(rows_of(evening.viewer.get(f"{nothing}/settlement?format=csv"))) == 1


def test_each_unit_of_an_evening_has_its_own_kitty(evening: Evening) -> None:
    lost = {"kind": "suit", "trump": "H", "declarer": 0, "matadors": {"with": 1}, "outcome": {"won": False}}
    for word, fee in (("cents", 5), ("beans", 3)):
        match = evening.match(["Ada", "Ben", "Cleo"], game="skat")
        json_of(evening.scorer.post(f"{match}/hands", lost), 201)
        json_of(evening.scorer.put(f"{match}/settlement", {"word": word, "lost_fee": fee}, "*"))
    rows = rows_of(evening.viewer.get(f"{evening.path}/settlement?format=csv"))
    kitty = [row for row in rows if row[0] == "The kitty"]
    assert kitty == [["The kitty", "cents", "5", "", "5"], ["The kitty", "beans", "", "3", "3"]]


def test_a_match_as_a_workbook(evening: Evening, match: str) -> None:
    response = evening.viewer.get(f"{match}/export?format=xlsx")
    head, first, second = read_workbook(response.content)["Sheet"]
    assert head[:5] == ["number", "recorded_at", "kind", "hand", "=1+1: points"]
    assert (first[0], first[4:8], second[4:8]) == (1, [12, 2.5, 12, 2.5], [-3, 0, 9, 2.5])
    assert str(first[1]).endswith("Z"), "files say UTC"
    tag = response.headers["ETag"]
    assert evening.viewer.get(f"{match}/export?format=xlsx", If_None_Match=tag).status_code == 304
    assert evening.viewer.get(f"{match}/export?format=csv", If_None_Match=tag).status_code == 200
    assert evening.viewer.get(f"{match}/export?format=xlsx").content == response.content


def test_a_file_says_the_language_that_it_has(evening: Evening, match: str) -> None:
    for path in paths_of(evening, match):
        for form in ("csv", "xlsx"):
            response = evening.viewer.get(f"{path}?format={form}", Accept_Language="de")
            assert response.headers["Content-Language"] == "en"
            assert response.content == evening.viewer.get(f"{path}?format={form}").content
            assert "Accept" in response.headers["Vary"]
        problem(evening.viewer.get(f"{path}?format=pdf"), 400, "malformed")
    text = evening.viewer.get(f"{match}/export?format=csv", Accept_Language="de").content.decode()
    assert text.startswith("number,recorded_at,kind,hand,")
