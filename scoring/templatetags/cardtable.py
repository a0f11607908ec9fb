"""What templates of the pages need beyond Django's own filters."""

from __future__ import annotations

from typing import Any

from django import template

from scoring.engine.messages import format_number
from scoring.pages.row_html import row_html
from scoring.pages.score_sheet import SheetRow

register = template.Library()


@register.simple_tag
def sheet_row(match_id: str, columns: int, row: SheetRow) -> str:
    """A hand on the sheet."""
    return row_html(match_id, columns, row)


@register.filter
def unlocal(value: Any) -> str:
    """A number as HTML and SVG attributes want it; "" for None."""
    return "" if value is None else f"{value:g}"


@register.filter
def figure(value: float) -> str:
    """A number as printed, with a real minus sign."""
    return format_number(value)


@register.filter
def signed(value: float) -> str:
    """A number as printed, with its sign."""
    return format_number(value, sign=True)


@register.filter
def rule_link(address: str, match_id: str) -> str:
    """The address of a rule with the way back to this match: ``/rules/skat?match=ID#matadors``."""
    page, _, section = address.partition("#")
    return f"{page}?match={match_id}#{section}" if section else f"{page}?match={match_id}"
