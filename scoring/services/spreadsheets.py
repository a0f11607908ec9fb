"""Tables for spreadsheets as files: CSV and XLSX. What they say is in ``sheets``."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from scoring.engine.messages import ENGLISH, Language, Number

Cell = str | Number | None

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
"""Spreadsheets read a text that begins with one of these as a formula, unless they know that it is a text."""

_CREATED = datetime(2026, 1, 1, tzinfo=UTC).replace(tzinfo=None)
"""In every file, so that the same sheets are the same bytes."""


@dataclass(frozen=True)
class Sheet:
    """A table. name: at most 31 characters. head: of its columns. rows: texts, numbers and empty cells (None)."""

    name: str
    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]


def csv_file(sheet: Sheet, language: Language = ENGLISH) -> str:
    """Returns the table as CSV, with the decimal sign of a language.

    If that is a comma, a semicolon is between the cells: spreadsheets there expect both.
    """
    out = io.StringIO()
    rows = csv.writer(out, delimiter=";" if language.decimal == "," else ",")
    for row in (sheet.head, *sheet.rows):
        rows.writerow([_csv_cell(cell, language.decimal) for cell in row])
    return out.getvalue()


def _csv_cell(cell: Cell, decimal: str) -> str:
    if isinstance(cell, str):
        return f"'{cell}" if cell.startswith(FORMULA_SIGNS) else cell
    return "" if cell is None else str(cell).replace(".", decimal)


def xlsx_file(sheets: Sequence[Sheet]) -> bytes:
    """Returns the tables as a workbook. Texts are texts, whatever they begin with."""
    from xlsxwriter import Workbook  # loaded when it is first needed

    out = io.BytesIO()
    # Rows are written one after the other to a file, so that a long match takes no more memory than a short one.
    options = {"constant_memory": True, "default_date_format": "yyyy-mm-dd"}
    with Workbook(out, options) as book:
        book.set_properties({"created": _CREATED})
        bold = book.add_format({"bold": True})
        for sheet in sheets:
            page = book.add_worksheet(sheet.name[:31])
            page.freeze_panes(1, 0)
            page.set_column(0, max(len(sheet.head) - 1, 0), 14)
            for column, text in enumerate(sheet.head):
                page.write_string(0, column, text, bold)
            for number, row in enumerate(sheet.rows, 1):
                for column, cell in enumerate(row):
                    if isinstance(cell, str):
                        page.write_string(number, column, cell)
                    elif cell is not None:
                        page.write_number(number, column, cell)
    return out.getvalue()
