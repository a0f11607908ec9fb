"""Cards laid out on the table in rows, and the signs of a national pack beside the French ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from rulesref.pictures.cards import card, card_text, space
from rulesref.pictures.signs import SIGN_NAMES, sign
from rulesref.pictures.svg import Number, picture, text

_WIDTH = 288
_FAN = 18
"""The distance between the cards of a pile."""


def layout_words(data: Mapping[str, Any]) -> list[str]:
    """A layout in words: the caption, then an entry for each place from the left, row by row."""
    places = [_cell_words(cell) for row in data["rows"] for cell in row if cell]
    listed = gettext("{parts}.").format(parts=gettext("; ").join(places))
    return [" ".join(filter(None, (data.get("caption", ""), listed)))]


def _cell_words(cell: Mapping[str, Any]) -> str:
    label, codes = cell.get("label", ""), cell.get("cards", [])
    cards = " ".join(map(card_text, codes)) or gettext("empty")
    return gettext("{title}: {value}").format(title=label, value=cards) if label else cards


def draw_layout(data: Mapping[str, Any], label: str) -> str:
    """The drawing: rows of places, each with its cards fanned downwards and its label below."""
    rows: Sequence[Sequence[Mapping[str, Any] | None]] = data["rows"]
    columns = max(len(row) for row in rows)
    width = min(40, 250 / columns - 10)
    step = min(88.0, 272 / columns)
    parts, y = [], 6.0
    for row in rows:
        fan = max((len(cell.get("cards", [])) for cell in row if cell), default=1)
        deep = width * 1.4 + max(fan - 1, 0) * _FAN
        for place, cell in enumerate(row):
            if cell:
                x = 144 + (place - (len(row) - 1) / 2) * step
                parts += _cell(cell, x, y, width)
        y += deep + (22 if any(cell and cell.get("label") for cell in row) else 8)
    return picture(parts, _WIDTH, y, label, "centered")


def _cell(cell: Mapping[str, Any], x: Number, top: float, width: float) -> list[str]:
    codes = cell.get("cards", [])
    middle = top + width * 0.7
    last = len(codes) - 1
    parts = [card(code, x, middle + place * _FAN, width, covered=place < last) for place, code in enumerate(codes)]
    if not codes:
        parts.append(space(x, middle, width))
    if cell.get("label"):
        parts.append(text(cell["label"], x, top + width * 1.4 + max(len(codes) - 1, 0) * _FAN + 15, "note"))
    return parts


# -- signs of a national pack --------------------------------------------------------------------------


def suits_words(data: Mapping[str, Any]) -> list[str]:
    """The suits of a national pack in words."""
    french, own = SIGN_NAMES["french"], SIGN_NAMES[data["pack"]]
    pairs = [gettext("{own} for {french}").format(own=gettext(own[s]), french=gettext(french[s])) for s in "CSHD"]
    listed = gettext("Suits: {pairs}.").format(pairs=gettext("; ").join(pairs))
    return [" ".join(filter(None, (data.get("caption", ""), listed)))]


def draw_suits(data: Mapping[str, Any], label: str) -> str:
    """The drawing: each French sign beside the sign of the national pack, with its name."""
    parts = []
    own = SIGN_NAMES[data["pack"]]
    for place, suit in enumerate("CSHD"):
        x = 38 + place * 70.5
        parts += [
            sign(suit, x - 18, 20, 20),
            text("=", x, 25, "equals"),
            sign(suit, x + 19, 20, 24, data["pack"]),
        ]
        name, _, native = gettext(own[suit]).partition(" (")
        parts.append(text(name, x, 52, "note"))
        if native:
            parts.append(text(native.rstrip(")"), x, 68, "note native-name"))
    has_native = "(" in "".join(map(gettext, own.values()))
    return picture(parts, _WIDTH, 76 if has_native else 60, label, "centered")
