"""The passages of a text: its sentences, list items and table rows, each of which can be shown as an answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from rulesref.pictures.fences import picture_data

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=\S)|(?<=[。！？])(?=\S)")
_SUBSECTION = re.compile(r"^### ", re.MULTILINE)
_PARSER = MarkdownIt("commonmark", {"html": False}).enable("table")


#: Pictures of one case: a trick, a hand, a layout. The others (ladder, seats, suits) hold for every hand.
_CASES = {"trick", "tricks", "board", "layout"}

#: Kinds of passages that the page draws beside the text.
_DRAWN = ("picture", "ladder", "case")
#: The width of an ideograph, in letters; these and their punctuation come last among all characters.
_IDEOGRAPH, _FIRST_IDEOGRAPH = 2, "\u3000"
#: A text of so many letters is shown whole: 93 of 100 sections, on one screen of a phone.
_SHORT = 700

PassageKind = Literal["sentence", "item", "row", "picture", "ladder", "case"]


class Passage(NamedTuple):
    """A sentence, or a row of a table.

    cells: the sentence, or the row's cells. head: the cells of the table's head, empty for a sentence. block: the
    number of the paragraph, list item or row that it is in. kind: a sentence of a paragraph or of a list item, a row,
    a picture in words, an order of cards in words (a line of that picture), or the picture of a single case in words.
    """

    cells: tuple[str, ...]
    head: tuple[str, ...] = ()
    block: int = 0
    kind: PassageKind = "sentence"

    @property
    def text(self) -> str:
        """Its plain text."""
        return self.cells[0] if len(self.cells) == 1 else " · ".join(filter(None, self.cells))

    @property
    def width(self) -> int:
        """The length of its text, in letters."""
        text = self.text
        wide = 0 if text.isascii() or max(text) < _FIRST_IDEOGRAPH else sum(map(_FIRST_IDEOGRAPH.__le__, text))
        return len(text) + (_IDEOGRAPH - 1) * wide


def is_short(passages: Sequence[Passage], widths: Sequence[int]) -> bool:
    """Whether all of these passages, with their widths, are shown, not only those that fit a query best."""
    drawn = (width for passage, width in zip(passages, widths, strict=True) if passage.kind in _DRAWN)
    return sum(widths) - sum(drawn) <= _SHORT


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
            content = _plain(token.children) if token.children else token.content
            text = " ".join(content.split())
            if in_table:
                cells.append(text)
            elif text:
                block += 1
                kind = _kind(token, items)
                texts = content.strip().split("\n") if kind == "ladder" else _SENTENCE.split(text)
                yield from (Passage((" ".join(one.split()),), (), block, kind) for one in texts)


def _kind(token: Token, items: int) -> PassageKind:
    """items: how many list items the token is in."""
    data = picture_data(token.info) if token.type == "fence" else None
    if data:
        kind = data.get("kind")
        return "case" if kind in _CASES else "ladder" if kind == "ladder" else "picture"
    return "item" if items else "sentence"


def _plain(children: list[Token]) -> str:
    return "".join(
        " " if child.type in ("softbreak", "hardbreak") else child.content
        for child in children
        if child.type in ("text", "code_inline", "softbreak", "hardbreak")
    )
