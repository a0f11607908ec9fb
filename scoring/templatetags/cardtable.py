"""What templates of the pages need beyond Django's own filters."""

from __future__ import annotations

from typing import Any

from django import template

from scoring.engine.explain import figure as printed

register = template.Library()


@register.filter
def unlocal(value: Any) -> str:
    """A number as HTML and SVG attributes want it; "" for None."""
    return "" if value is None else f"{value:g}"


@register.filter
def figure(value: float) -> str:
    """A number as printed, with a real minus sign."""
    return printed(value)


@register.filter
def signed(value: float) -> str:
    """A number as printed, with its sign."""
    return printed(value, sign=True)


@register.filter
def rule_link(address: str, match_id: str) -> str:
    """The address of a rule with the way back to this match: ``/rules/skat?match=ID#matadors``."""
    page, _, section = address.partition("#")
    return f"{page}?match={match_id}#{section}" if section else f"{page}?match={match_id}"
