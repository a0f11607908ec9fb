"""HTML that a page holds hundreds of times: options to tap and rows of the sheet, made without templates.

A template costs some twenty times as much for these; everything else is a template.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from scoring.pages.score_sheet import Cell, Sheet, SheetRow

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
        on = " disabled" if option["disabled"] else " checked" if option["checked"] else ""
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


def row_html(match_id: str, sheet: Sheet, row: SheetRow) -> SafeString:
    """A hand on the sheet. Its number is the link to the hand; the style sheet lets the link cover all of the hand.

    With a short entry it is one line: number, what was played, value, and the new total of everybody whose total
    changed. Without a column for what was played, that stands on a line above, as the summary of other games does.
    Where no total changed, the words are the line.
    """
    state = ' class="is-open"' if row.open else ""
    still = f' <span class="muted">{escape(_("still being played"))}</span>' if row.open else ""
    label = escape(_("Hand {number}").format(number=row.number))
    link = f'<a href="/matches/{match_id}/hands/{row.number}" aria-label="{label}">{row.number}</a>'
    if row.entry and sheet.columns and sheet.columns.what:
        what = f'<td class="what">{row.entry.what}{still}</td>'
        value = f'<td class="value {row.entry.sign}">{row.entry.value}</td>' if sheet.columns.value else ""
        totals = _cells(row.ranks[0], sheet.columns.changes)
        lines = [what + totals + value if sheet.columns.value_last else what + value + totals]
    else:
        changed = any(row.points)
        words = (row.entry.what if row.entry and changed else row.summary) + still
        lines = [f'<td class="what" colspan="{sheet.wide}">{words}</td>'] if words else []
        lines += [_cells(rank, changes=True) for rank in row.ranks] if changed else []
    scope = "row" if len(lines) == 1 else f'rowgroup" rowspan="{len(lines)}'
    return _joined(
        [f'<tbody{state}><tr><th scope="{scope}" class="nr">{link}</th>', "</tr><tr>".join(lines), "</tr></tbody>"]
    )


def _cells(cells: Iterable[Cell], changes: bool) -> str:
    """A column that did not change stays empty, as on paper."""
    return "".join(
        f'<td class="cell {cell.sign}">{_change(cell) if changes else _marks(cell)}<b>{cell.total}</b></td>'
        if cell.sign != "level"
        else '<td class="cell"></td>'
        for cell in cells
    )


def _change(cell: Cell) -> str:
    return f'<span class="points">{cell.points}</span> '


def _marks(cell: Cell) -> str:
    """One sign for each mark. The total beside it says the same, so they are not read out."""
    drawn = "".join(
        f'<span class="tally {symbol}" aria-hidden="true">{"<i></i>" * count}</span>'
        for symbol, count in cell.marks
        if count
    )
    return f"{drawn} " if drawn else ""


def _joined(parts: Iterable[str]) -> SafeString:
    return mark_safe("".join(parts))  # noqa: S308 - every part is escaped above, or HTML of ours
