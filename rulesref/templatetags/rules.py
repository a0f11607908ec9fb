"""Tags of the rules pages."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from rulesref.markup import suited
from rulesref.pages import Visit
from scoring.engine.cards import SYMBOLS

register = template.Library()


@register.simple_tag
def at(visit: Visit, path: str, anchor: str = "", **query: str) -> str:
    """An address of ours that keeps the open match: ``{% at visit "/rules/skat" "play" %}``."""
    return visit.to(path, anchor, **query)


@register.filter
def cards(text: str) -> SafeString:
    """Text with its cards in the colours of their suits."""
    return mark_safe(suited(text))  # noqa: S308 - suited escapes


@register.filter
def chip(label: str) -> SafeString:
    """What stands on a button: of a suit the sign alone, its name for screen readers."""
    sign, _, name = label.partition(" ")
    if sign in SYMBOLS.values() and name:
        return format_html('<span class="sign">{}</span><span class="hush">{}</span>', cards(sign), name)
    return cards(label)
