"""Markdown to HTML and to plain text.

HTML in the source is escaped. Each card is in a span with the class of its suit, for its colour. Each table is in a
box, with classes for its layout on a phone. A fenced block of ``pictures.fences`` becomes a picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from rulesref.pictures.drawing import to_html as picture_html
from rulesref.pictures.fences import picture_data
from rulesref.table_layout import set_tables
from scoring.card_html import card_html

_CELL_ENDS = {"th_close", "td_close"}
_BLOCK_ENDS = {"paragraph_close", "heading_close", "tr_close", "fence", "code_block"}


def to_html(markdown: str, table_label: str = "Table") -> str:
    """Markdown as HTML. table_label: the name of its tables for screen readers."""
    tokens = _parser().parse(markdown)
    set_tables(tokens)
    return str(_parser().renderer.render(tokens, _parser().options, {"table_label": table_label}))


def inline_to_html(text: str) -> str:
    """A heading or another single line of Markdown as HTML."""
    return str(_parser().renderInline(text))


def to_blocks(markdown: str) -> list[str]:
    """The plain text: one entry for each paragraph, list item, heading, table row and line about a picture."""
    blocks: list[str] = []
    cells: list[str] = []
    for token in _parser().parse(markdown):
        if token.type == "inline":
            cells.append(_plain(token.children or []))
        elif token.type == "fence" and picture_data(token.info) is not None:
            blocks += filter(None, (line.removeprefix("- ") for line in token.content.split("\n")))
            continue
        elif token.type in ("fence", "code_block"):
            cells.append(token.content)
        if token.type in _CELL_ENDS or token.type not in _BLOCK_ENDS:
            continue
        text = " · ".join(" ".join(cell.split()) for cell in cells if cell.strip())
        cells = []
        if text:
            blocks.append(text)
    return blocks


def inline_to_text(text: str) -> str:
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
    parser.add_render_rule("fence", _fence)
    parser.add_render_rule("table_open", _table_open)
    parser.add_render_rule("table_close", _table_close)
    parser.add_render_rule("th_open", _head_open)
    parser.add_render_rule("th_close", _head_close)
    return parser


def _text(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    return card_html(tokens[index].content)


def _fence(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    data = picture_data(tokens[index].info)
    if data is None:
        return self.fence(tokens, index, options, env)
    return picture_html(data, tokens[index].content, inline_to_html)


def _table_open(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    label = escape(env.get("table_label", "Table"))
    classes = tokens[index].attrGet("class")
    table = f'<table class="{classes}">' if classes else "<table>"
    return f'<div class="table-box" tabindex="0" role="group" aria-label="{label}">\n{table}\n'


def _table_close(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    return "</table>\n</div>\n"


def _head_open(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    # An empty cell in the corner of a table is the head of nothing.
    tokens[index].tag = "th" if tokens[index + 1].content else "td"
    return self.renderToken(tokens, index, options, env)


def _head_close(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    tokens[index].tag = "th" if tokens[index - 1].content else "td"
    return self.renderToken(tokens, index, options, env)
