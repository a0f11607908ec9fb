"""HTML that a page holds hundreds of times: options to tap and rows of the sheet, made without templates.

A template costs some twenty times as much for these (see benchmarks/README.md); everything else is a template.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from scoring.pages.score_sheet import Cell, SheetRow

A_ROW = 5
"""Cards of a suit that are worth a row of their own."""


def options_html(sort: str, name: str, options: Iterable[Mapping[str, Any]]) -> SafeString:
    """Options to tap. sort: ``radio`` for one of them, ``checkbox`` for several. Labels and notes are HTML."""
    name = escape(name)
    options = list(options)
    rows = rows_begin([option["value"] if option["card"] else "" for option in options])
    parts = []
    for option, begins in zip(options, rows, strict=True):
        look = f"option{' long' if option['long'] else ''}{' row-begins' if begins else ''}"
        on = " checked" if option["checked"] else ""
        parts.append(
            f'<label class="{look}"><input type="{sort}" name="{name}" value="{escape(option["value"])}"{on}>'
            f"<span><span>{option['label']}</span>{_small(option['note'])}</span></label>"
        )
    return _joined(parts)


def rows_begin(codes: Sequence[str]) -> list[bool]:
    """Where a new row begins, so that each suit stands by itself; nowhere where a suit has few cards."""
    suits = [code[-1:] for code in codes]
    runs = [len(list(run)) for _, run in groupby(suits)]
    if len(runs) < 2 or min(runs) < A_ROW or "" in suits:
        return [False] * len(codes)
    return [number > 0 and suit != suits[number - 1] for number, suit in enumerate(suits)]


def _small(note: str) -> str:
    return f"<small>{note}</small>" if note else ""


def owners_html(owners: Sequence[tuple[str, str]], chosen: str) -> SafeString:
    """The owners of a card as options of a select: value and name, as text."""
    listed = (
        f'<option value="{value}"{" selected" if value == chosen else ""}>{escape(name)}</option>'
        for value, name in owners
    )
    return _joined(['<option value="">–</option>', *listed])


def row_html(match_id: str, columns: int, row: SheetRow) -> SafeString:
    """A hand on the sheet: its number and summary, below them the change and the total of every column."""
    state = ' class="is-open"' if row.open else ""
    still = ' <span class="muted">still being played</span>' if row.open else ""
    ranks = "".join(f'<tr class="figures-of"><td class="nr"></td>{_cells(rank)}</tr>' for rank in row.ranks)
    return _joined(
        [
            f"<tbody{state}>"
            f'<tr class="what"><th scope="rowgroup" class="nr">{row.number}</th><td colspan="{columns}">'
            f'<a href="/matches/{match_id}/hands/{row.number}"><span>{row.summary}</span></a>{still}</td></tr>'
            f"{ranks}</tbody>"
        ]
    )


def _cells(cells: Iterable[Cell]) -> str:
    return "".join(
        f'<td class="cell {cell.sign}"><span class="points">{cell.points}</span> <b>{cell.total}</b></td>'
        for cell in cells
    )


def _joined(parts: Iterable[str]) -> SafeString:
    return mark_safe("".join(parts))  # noqa: S308 - every part is escaped above, or HTML of ours
