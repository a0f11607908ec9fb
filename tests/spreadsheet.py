"""Reads workbooks as spreadsheets do: the cells of every sheet."""

from __future__ import annotations

import io
import zipfile
from xml.etree import ElementTree

_NAMES = {"x": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}

Cell = str | float


def read_workbook(content: bytes) -> dict[str, list[list[Cell]]]:
    """The rows of each sheet, by its name; empty cells are left out. Fails if there is a formula, an empty row, or a
    head that does not stay in view.
    """
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        assert book.testzip() is None
        sheets = ElementTree.fromstring(book.read("xl/workbook.xml")).findall(".//x:sheet", _NAMES)
        texts: list[str] = []
        if "xl/sharedStrings.xml" in book.namelist():
            strings = ElementTree.fromstring(book.read("xl/sharedStrings.xml")).findall("x:si", _NAMES)
            texts = ["".join(part.itertext()) for part in strings]
        found = {}
        for number, sheet in enumerate(sheets, 1):
            page = ElementTree.fromstring(book.read(f"xl/worksheets/sheet{number}.xml"))
            assert page.find(".//x:pane[@ySplit='1'][@state='frozen']", _NAMES) is not None, "the head goes away"
            rows = page.findall(".//x:row", _NAMES)
            assert [row.attrib["r"] for row in rows] == [str(place) for place in range(1, len(rows) + 1)], "a gap"
            found[sheet.attrib["name"]] = [[_cell(cell, texts) for cell in row] for row in rows]
        return found


def _cell(cell: ElementTree.Element, texts: list[str]) -> Cell:
    assert cell.find("x:f", _NAMES) is None, "a formula"
    if cell.get("t") == "inlineStr":
        return "".join(cell.itertext())
    value = cell.findtext("x:v", namespaces=_NAMES) or ""
    return texts[int(value)] if cell.get("t") == "s" else float(value)
