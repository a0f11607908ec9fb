"""Tags and filters of the rules pages."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from rulesref.views.links import MatchLinks
from scoring.card_html import card_html
from scoring.engine.cards import SYMBOLS

register = template.Library()


@register.simple_tag
def rules_url(links: MatchLinks, path: str, anchor: str = "", **query: str) -> str:
    """An address in the rules that keeps the open match: ``{% rules_url links "/rules/skat" "play" %}``."""
    return links.url(path, anchor, **query)


@register.filter
def heading(title: str) -> str:
    """The heading of a section of a game's page, in the language of the page; any other heading as it is."""
    return gettext(title)


@register.filter
def cards(text: str) -> SafeString:
    """Text as HTML with its cards in the colours of their suits."""
    return card_html(text)


@register.filter
def button_label(label: str) -> SafeString:
    """The label of a button as HTML: of a suit the symbol, with its name for screen readers."""
    symbol, _, name = label.partition(" ")
    if symbol in SYMBOLS.values() and name:
        return format_html('<span class="symbol">{}</span><span class="hush">{}</span>', cards(symbol), name)
    return cards(label)
