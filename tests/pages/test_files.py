"""Files for spreadsheets from the pages: as a spreadsheet in the language of the page opens them."""

from __future__ import annotations

import csv
import io
import re
from html import unescape
from typing import Any

import pytest

from scoring.languages import STYLES, language
from tests.pages.phone import Pages
from tests.pages.test_settlement import Table
from tests.spreadsheet import read_workbook


@pytest.fixture
def table(db: None) -> Table:
    table = Table()
    match = table.pages.start("points", 3, {"rounds": "1", "step": "0.5"}, table.path.removeprefix("/tables/"))
    table.pages.record(match, {"kind": "round", "scores": [12.5, -3, 1234]})
    table.match = match
    table.settle(match, word="cents")
    return table


def links(pages: Pages, path: str) -> list[str]:
    """The files that a page offers."""
    page = pages.get(path).content.decode()
    return [
        unescape(link) for link in re.findall(r'<a class="button" href="([^"]*\.(?:csv|xlsx)[^"]*)" download>', page)
    ]


def opened(answer: Any, separator: str) -> list[list[str]]:
    """The cells as a spreadsheet with this separator has them."""
    text = answer.content.decode("utf-8")
    assert text.startswith("\ufeff"), "spreadsheets take it for another encoding"
    return list(csv.reader(io.StringIO(text[1:]), delimiter=separator))


def test_each_page_offers_its_tables_in_both_forms(table: Table) -> None:
    for path, count in (
        (f"/matches/{table.match}", 1),
        (f"/matches/{table.match}/settle", 1),
        (f"{table.path}/settle", 1),
        (table.path, 1),
        (f"{table.path}?game=points", 1),
    ):
        files = links(table.pages, path)
        assert len(files) == 2 * count, path
        for file in files:
            answer = table.pages.get(file)
            assert answer.status_code == 200
            assert answer.headers["Content-Disposition"].startswith("attachment; filename=")
            if ".xlsx" in file:
                (first, *_) = read_workbook(answer.content).values()
                assert first[1][0] in (1, "Ada", "Cleo"), file
            else:
                assert opened(answer, ",")[1][0] in ("1", "Ada", "Cleo"), file
        assert Pages().get(files[0]).status_code == 404, "only who has the key"


@pytest.mark.parametrize("code", ["en", *STYLES])
def test_a_spreadsheet_of_the_language_reads_columns_and_fractions(table: Table, code: str) -> None:
    table.pages.client.cookies["django_language"] = code
    comma = language(code).decimal == ","
    assert comma == (code not in ("en", "zh-hans"))
    rows = opened(table.pages.get(f"/matches/{table.match}/sheet.csv"), ";" if comma else ",")
    assert len({len(row) for row in rows}) == 1
    assert rows[1][4:7] == ["12,5" if comma else "12.5", "-3", "1234"]
    assert [row[0] for row in opened(table.pages.get(f"{table.path}/standings.csv"), ";" if comma else ",")][1] == "Ada"
    (_, first) = read_workbook(table.pages.get(f"/matches/{table.match}/sheet.xlsx").content).popitem()[1]
    assert first[4:7] == [12.5, -3, 1234]


@pytest.mark.parametrize(
    ("code", "heading"),
    [
        ("en", "number"),
        ("de", "Nr."),
        ("es", "n.º"),
        ("fr", "n°"),
        ("it", "n."),
        ("pt-br", "n.º"),
        ("ru", "номер"),
        ("zh-hans", "序号"),
    ],
)
def test_the_first_column_is_the_number_of_the_hand(table: Table, code: str, heading: str) -> None:
    table.pages.client.cookies["django_language"] = code
    answer = table.pages.get(f"/matches/{table.match}/sheet.csv")
    assert opened(answer, ";" if language(code).decimal == "," else ",")[0][0] == heading


@pytest.mark.parametrize("code", STYLES)
def test_headings_are_words_of_the_language(table: Table, code: str) -> None:
    """The names of fields, with _ for a blank, are the API's and those of English files."""
    table.pages.client.cookies["django_language"] = code
    for path in (f"/matches/{table.match}", f"/matches/{table.match}/settle", table.path, f"{table.path}?game=points"):
        for file in links(table.pages, path):
            if ".csv" in file:
                separator = ";" if language(code).decimal == "," else ","
                assert "_" not in "".join(opened(table.pages.get(file), separator)[0]), file


@pytest.mark.parametrize(
    ("code", "hand", "won"),
    [("de", "Spiel", "Gewonnen"), ("es", "Mano", "Ganadas"), ("it", "Smazzata", "Vinte"), ("ru", "Раздача", "Победы")],
)
def test_a_word_alone_means_what_it_stands_for(table: Table, code: str, hand: str, won: str) -> None:
    """The heading of the hands on the sheet is not that of a player's cards, nor matches won one trick won."""
    table.pages.client.cookies["django_language"] = code
    assert re.search(rf">{hand}<", table.pages.get(f"/matches/{table.match}").content.decode())
    assert f">{won}</th>" in table.pages.get(table.path).content.decode()
