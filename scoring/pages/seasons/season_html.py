"""The rows of a season's ranking, which may be hundreds: written here and not by templates (docs/decisions/0018)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from django.utils.safestring import SafeString, mark_safe

if TYPE_CHECKING:
    from scoring.pages.seasons.season_view import SeasonRow


def season_rows(rows: Sequence[SeasonRow], has: Mapping[str, bool]) -> SafeString:
    """Returns the rows of the table. has: which columns there are, as in ``SeasonTable.has``."""
    return mark_safe("".join(_row(row, has) for row in rows))  # noqa: S308 - texts of people are escaped


def _row(row: SeasonRow, has: Mapping[str, bool]) -> str:
    name = escape(row.name)
    linked = f'<a href="{row.address}">{name}</a>' if row.address else name
    cells = [f'<td class="sum">{row.sum}</td>']
    cells += [f"<td>{row.points}</td>"] if has["points"] else []
    cells += [f"<td>{row.events}</td>"]
    cells += [f"<td>{text}</td>" for text in row.by_event]
    cells += [f"<td>{row.wins}</td><td>{row.lost}</td>"] if has["wins"] else []
    mine = ' class="is-mine"' if row.is_mine else ""
    return (
        f'<tr{mine}><td class="place">{row.place}</td><th scope="row" class="name">{linked}</th>{"".join(cells)}</tr>'
    )
