"""The passages of a text: its sentences, list items and table rows, each of which can be shown as an answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from rulesref.pictures.fences import picture_data

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=\S)|(?<=[。！？])(?=\S)")
_SUBSECTION = re.compile(r"^### ", re.MULTILINE)
_PARSER = MarkdownIt("commonmark", {"html": False}).enable("table")


#: Pictures of one case: a trick, a hand, a layout. The others (ladder, seats, suits) hold for every hand.
_CASES = {"trick", "tricks", "board", "layout"}

PassageKind = Literal["sentence", "item", "row", "picture", "case"]


class Passage(NamedTuple):
    """A sentence, or a row of a table.

    cells: the sentence, or the row's cells. head: the cells of the table's head, empty for a sentence. block: the
    number of the paragraph, list item or row that it is in. kind: a sentence of a paragraph or of a list item, a row,
    a picture in words, or the picture of a single case in words.
    """

    cells: tuple[str, ...]
    head: tuple[str, ...] = ()
    block: int = 0
    kind: PassageKind = "sentence"

    @property
    def text(self) -> str:
        """Its plain text."""
        return self.cells[0] if len(self.cells) == 1 else " · ".join(filter(None, self.cells))


def passages(markdown: str) -> tuple[Passage, ...]:
    """The passages of a section, without those of its subsections."""
    return tuple(_passages(_SUBSECTION.split(markdown, maxsplit=1)[0]))


def _passages(markdown: str) -> Iterator[Passage]:
    cells: list[str] = []
    head: tuple[str, ...] = ()
    in_table = in_head = False
    items = block = 0
    for token in _PARSER.parse(markdown):
        if token.type in ("list_item_open", "list_item_close"):
            items += token.nesting
        elif token.type in ("table_open", "table_close"):
            in_table, head = token.type == "table_open", ()
        elif token.type in ("thead_open", "thead_close"):
            in_head = token.type == "thead_open"
        elif token.type == "tr_close":
            if in_head:
                head = tuple(cells)
            elif any(cells):
                block += 1
                yield Passage(tuple(cells), head, block, "row")
            cells = []
        elif token.type in ("inline", "fence", "code_block"):
            text = " ".join((_plain(token.children) if token.children else token.content).split())
            if in_table:
                cells.append(text)
            elif text:
                block += 1
                kind = _kind(token, items)
                yield from (Passage((sentence,), (), block, kind) for sentence in _SENTENCE.split(text))


def _kind(token: Token, items: int) -> PassageKind:
    """items: how many list items the token is in."""
    data = picture_data(token.info) if token.type == "fence" else None
    if data:
        return "case" if data.get("kind") in _CASES else "picture"
    return "item" if items else "sentence"


def _plain(children: list[Token]) -> str:
    return "".join(
        " " if child.type in ("softbreak", "hardbreak") else child.content
        for child in children
        if child.type in ("text", "code_inline", "softbreak", "hardbreak")
    )
