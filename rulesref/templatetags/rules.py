"""Tags of the rules pages."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString, mark_safe

from rulesref.markup import suited
from rulesref.pages import Visit

register = template.Library()


@register.simple_tag
def at(visit: Visit, path: str, anchor: str = "", **query: str) -> str:
    """An address of ours that keeps the open match: ``{% at visit "/rules/skat" "play" %}``."""
    return visit.to(path, anchor, **query)


@register.filter
def cards(text: str) -> SafeString:
    """Text with its cards in the colours of their suits."""
    return mark_safe(suited(text))  # noqa: S308 - suited escapes
