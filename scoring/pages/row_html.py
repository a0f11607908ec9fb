"""HTML of options and of rows of the sheet, made without templates, since a page has hundreds of them.

Templates would cost some twenty times as much. Everything else is a template.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from scoring.pages.hand_name import hand_name
from scoring.pages.option_layout import row_starts
from scoring.pages.score_sheet import Cell, Sheet, SheetRow


def options_html(input_type: str, name: str, options: Iterable[Mapping[str, Any]]) -> SafeString:
    """Returns options as HTML. input_type: ``radio`` or ``checkbox``. Labels and notes are HTML."""
    name = escape(name)
    options = list(options)
    rows = row_starts([option["value"] if option["card"] else "" for option in options])
    parts = []
    for option, starts_row in zip(options, rows, strict=True):
        classes = f"option{' long' if option['long'] else ''}{' row-begins' if starts_row else ''}{option['of']}"
        state = " disabled" if option["disabled"] else " checked" if option["checked"] else ""
        parts.append(
            f'<label class="{classes}">'
            f'<input type="{input_type}" name="{name}" value="{escape(option["value"])}"{state}>'
            f"<span><span>{option['label']}</span>{_small(option['note'])}</span></label>"
        )
    return _joined(parts)


def _small(note: str) -> str:
    return f"<small>{note}</small>" if note else ""


def of_column(column: int | None) -> str:
    """Returns the CSS classes of what belongs to a player or a side, with its colour; "" for None."""
    return "" if column is None else f" hue p{column}"


def owners_html(owners: Sequence[tuple[str, str, int | None]], chosen: str) -> SafeString:
    """Returns options of a select with the owners of a card. owners: value, name as text, and column."""
    options = (
        f'<option value="{value}" class="{of_column(column)[1:]}"{" selected" if value == chosen else ""}>'
        f"{escape(name)}</option>"
        for value, name, column in owners
    )
    return _joined(['<option value="">–</option>', *options])


def row_html(match_id: str, sheet: Sheet, row: SheetRow) -> SafeString:
    """Returns a hand on the sheet. Its number is a link to the hand; by the style sheet, the link covers all of it.

    With a short entry it is one line: number, what was played, value, and the new totals that changed. If the sheet has
    no column for what was played, that is on a line above, like the summary in other games. If no total changed, only
    these words are shown.
    """
    state = ' class="is-open"' if row.open else ""
    after = f' <span class="note-on-hand">{escape(row.note)}</span>' if row.note else ""
    after += f' <span class="muted">{escape(_("still being played"))}</span>' if row.open else ""
    label = escape(hand_name(sheet.opened, row.number))
    link = f'<a href="/matches/{match_id}/hands/{row.number}" aria-label="{label}">{row.shown}</a>'
    if row.entry and sheet.columns and sheet.columns.what:
        what = f'<td class="what">{row.entry.what}{after}</td>'
        value = f'<td class="value {row.entry.sign}">{row.entry.value}</td>' if sheet.columns.value else ""
        totals = _cells(row.cell_rows[0], sheet.columns.changes)
        lines = [what + totals + value if sheet.columns.value_last else what + value + totals]
    else:
        changed = any(row.points)
        words = (row.entry.what if row.entry and changed else row.summary) + after
        lines = [f'<td class="what" colspan="{sheet.columns_per_row}">{words}</td>'] if words else []
        # The last row may be a cell shorter: it is filled, so that all lines of the table go through.
        fill = [(sheet.columns_per_row - len(cells)) * '<td class="cell"></td>' for cells in row.cell_rows]
        cell_rows = zip(row.cell_rows, fill, strict=True)
        lines += [_cells(cells, changes=True) + more for cells, more in cell_rows] if changed else []
    scope = "row" if len(lines) == 1 else f'rowgroup" rowspan="{len(lines)}'
    return _joined(
        [f'<tbody{state}><tr><th scope="{scope}" class="nr">{link}</th>', "</tr><tr>".join(lines), "</tr></tbody>"]
    )


def _cells(cells: Iterable[Cell], changes: bool) -> str:
    """Cells of a row. Totals that did not change are left out, as on paper; where points are shown, so is a 0."""
    return "".join(
        f'<td class="cell {cell.sign}">{_change(cell) if changes else _marks(cell)}<b>{cell.total}</b></td>'
        if cell.sign != "level" or (changes and cell.scored)
        else '<td class="cell"></td>'
        for cell in cells
    )


def _change(cell: Cell) -> str:
    return f'<span class="points">{cell.points}</span> '


def _marks(cell: Cell) -> str:
    """One sign for each mark. They are not read out, since the total beside them is."""
    html = "".join(
        f'<span class="tally {symbol} p{cell.side}" aria-hidden="true">{"<i></i>" * count}</span>'
        for symbol, count in cell.marks
        if count
    )
    return f"{html} " if html else ""


def _joined(parts: Iterable[str]) -> SafeString:
    return mark_safe("".join(parts))  # noqa: S308 - every part is escaped above, or HTML of ours
