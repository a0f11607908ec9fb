"""Markdown to HTML and to plain text, the same for every page.

No HTML is let through. Tables stand in a box of their own that scrolls and can be reached by keyboard, and
cards are marked by suit, so that the stylesheet may colour them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

_RANK = r"(?:10|[2-9AKQJ])(?![A-Za-z0-9])"
_CARD = re.compile(rf"([♣♠♥♦])({_RANK})?|(?<![A-Za-z0-9])(10|[2-9AKQJ])([♣♠♥♦])")
_LETTER = {"♣": "c", "♠": "s", "♥": "h", "♦": "d"}
_CELL_ENDS = {"th_close", "td_close"}
_BLOCK_ENDS = {"paragraph_close", "heading_close", "tr_close", "fence", "code_block"}


def html_of(markdown: str, table_label: str = "Table") -> str:
    """The HTML of a piece of Markdown. table_label: what a screen reader calls its tables."""
    tokens = _parser().parse(markdown)
    return str(_parser().renderer.render(tokens, _parser().options, {"table_label": table_label}))


def inline_html(text: str) -> str:
    """The HTML of a heading or another single line."""
    return str(_parser().renderInline(text))


def blocks_of(markdown: str) -> list[str]:
    """The plain text: one entry for each paragraph, list item, heading and table row."""
    blocks: list[str] = []
    cells: list[str] = []
    for token in _parser().parse(markdown):
        if token.type == "inline":
            cells.append(_plain(token.children or []))
        elif token.type in ("fence", "code_block"):
            cells.append(token.content)
        if token.type in _CELL_ENDS or token.type not in _BLOCK_ENDS:
            continue
        text = " · ".join(" ".join(cell.split()) for cell in cells if cell.strip())
        cells = []
        if text:
            blocks.append(text)
    return blocks


def suited(text: str) -> str:
    """Plain text as HTML, each card in a box that has the colour of its suit."""
    return _CARD.sub(_card, escape(text, quote=False))


def plain_line(text: str) -> str:
    """A heading or another single line without its Markdown."""
    return _plain(_parser().parseInline(text)[0].children or [])


def _plain(children: Sequence[Token]) -> str:
    return "".join(
        " " if child.type in ("softbreak", "hardbreak") else child.content
        for child in children
        if child.type in ("text", "code_inline", "softbreak", "hardbreak")
    )


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.add_render_rule("text", _text)
    parser.add_render_rule("table_open", _table_open)
    parser.add_render_rule("table_close", _table_close)
    return parser


def _text(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    return suited(tokens[index].content)


def _card(found: re.Match[str]) -> str:
    symbol = found[1] or found[4]
    # U+FE0E: phones would otherwise draw a coloured picture.
    shown = found[0].replace(symbol, symbol + "\ufe0e")
    return f'<span class="suit suit-{_LETTER[symbol]}">{shown}</span>'


def _table_open(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    label = escape(env.get("table_label", "Table"))
    return f'<div class="table-box" tabindex="0" role="group" aria-label="{label}">\n<table>\n'


def _table_close(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    return "</table>\n</div>\n"
