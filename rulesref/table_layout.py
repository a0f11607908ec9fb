"""The layout of tables: columns of figures to the right; rows that stack if the table is too wide for the phone.

The classes are for ``static/pictures.css``. ``wide-N`` says how wide a box must be for the table to stay a table; in a
narrower one each row becomes a block, with each cell under the heading of its column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from markdown_it.token import Token

#: A table of class wide-1 needs more than 230 pixels, and so on. On a phone of 390 pixels there is room for 358.
_STEPS = (230, 280, 320, 350)
#: A table with this many columns is a strip of figures: the first column stays beside the others.
_STRIP = 8
_LETTER, _PADDING = 9.4, 13
_FIGURE = re.compile(r"^(?:[+−–-]?\$?\d[\d,.]*[½¼¾]?%?|[½–—]|)$")
#: A line may break in a cell at these.
_BREAK = re.compile(r"[\s\u200b]+|(?<=[-–—/])")


@dataclass
class _Table:
    opening: Token
    head: list[tuple[Token, str]] = field(default_factory=list)
    rows: list[list[tuple[Token, str]]] = field(default_factory=list)


def set_tables(tokens: Sequence[Token]) -> None:
    """Gives tables and cells their classes and labels, in place."""
    for table in _tables(tokens):
        columns = list(zip(*table.rows, strict=True)) if table.rows else []
        for place, (head, _) in enumerate(table.head):
            cells = columns[place] if place < len(columns) else ()
            if place and cells and all(_FIGURE.match(text) for _, text in cells) and any(text for _, text in cells):
                for token in (head, *(token for token, _ in cells)):
                    token.attrJoin("class", "num")
        step = sum(_needed(table) > limit for limit in _STEPS)
        if step:
            strip = " strip" if len(table.head) >= _STRIP else ""
            table.opening.attrSet("class", f"wide wide-{step}{strip}")
            for row in table.rows:
                for (_, label), (token, _) in zip(table.head, row, strict=True):
                    token.attrSet("data-label", label)


def _tables(tokens: Sequence[Token]) -> Iterator[_Table]:
    table: _Table | None = None
    for place, token in enumerate(tokens):
        if token.type == "table_open":
            table = _Table(token)
        elif token.type == "table_close" and table:
            yield table
            table = None
        elif table and token.type == "tr_open" and token.level > 0:
            table.rows.append([])
        elif table and token.type in ("th_open", "td_open"):
            cell = (token, _text(tokens[place + 1]))
            (table.head if token.type == "th_open" else table.rows[-1]).append(cell)
            if token.type == "th_open":
                table.rows = [[]]
        elif table and token.type == "thead_close":
            table.rows = []


def _text(inline: Token) -> str:
    return "".join(child.content for child in inline.children or [] if child.type in ("text", "code_inline")).strip()


def _needed(table: _Table) -> float:
    """The least width of a table in pixels, about: the longest word of each column."""
    columns = zip(table.head, *table.rows, strict=True)
    return sum(max(_longest(text) for _, text in column) * _LETTER + _PADDING for column in columns)


def _longest(text: str) -> int:
    return max((len(word) for word in _BREAK.split(text) if word), default=0)
