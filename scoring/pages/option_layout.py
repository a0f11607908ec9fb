"""The layout of the options of a question on a phone, by the length of their words."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Any

from django.utils.html import strip_tags

SIDE_BY_SIDE, QUARTER, BRIEF, TINY, TWO_LINES, HALF = 3, 9, 7, 5, 16, 12
"""How many options of any length fit beside each other; how many characters a word may have to fit four, five and six
times, and on the smallest phones three; how many characters of an option fit into two lines; how many characters of a
word fit three times, and on the smallest phones twice."""

BESIDE_UNDO = 6
"""How many characters a word may have on one of three buttons that save, beside Undo and Redo."""

WIDER = {"CJK": 2.0, "FUL": 2.0, "CYR": 1.15}
"""How many Latin letters a character is wide, by the first letters of its name in Unicode."""

SIGN = 3
"""How many characters a sign has at most."""

MANY_OPTIONS = 12
"""With more short options than this, all are side by side, even if some are longer."""


def options_layout(options: Sequence[Mapping[str, Any]]) -> str:
    """Returns CSS classes of the layout: cards, short signs side by side, short words, or words."""
    if options and all(option["card"] for option in options):
        return f"cards {cards_per_row([option['value'] for option in options])}".strip()
    short = sum(not option["long"] for option in options)
    if short == len(options) or short > MANY_OPTIONS:
        return "signs"
    widest = max((option["widest"] for option in options), default=0)
    if len(options) in (4, 7, 8) and BRIEF < widest <= QUARTER:
        return "words four"
    if len(options) == SIDE_BY_SIDE and widest <= QUARTER:
        return "words three"
    if len(options) <= SIDE_BY_SIDE or widest > BRIEF:
        return "words wide" if widest > HALF else "words"
    return "brief tiny" if widest <= TINY else "brief"


CARDS_FOR_A_ROW, CARDS_PER_ROW = 5, 8
"""The fewest cards of a suit that get a row of their own, and the most cards that fit beside each other."""


def row_starts(codes: Sequence[str]) -> list[bool]:
    """Returns for each card whether it starts a row, so that each suit has one; never if a suit has few cards."""
    suits = [code[-1:] for code in codes]
    runs = [len(list(run)) for _, run in groupby(suits)]
    if len(runs) < 2 or min(runs) < CARDS_FOR_A_ROW or "" in suits:
        return [False] * len(codes)
    return [number > 0 and suit != suits[number - 1] for number, suit in enumerate(suits)]


def cards_per_row(codes: Sequence[str]) -> str:
    """Returns the CSS class of the number of cards in a row, so that rows are alike; "" for as many as fit.

    Each suit has one row, or two; without suits, all cards have few rows.
    """
    in_suits = any(row_starts(codes))
    runs = groupby(code[-1:] if in_suits else "" for code in codes)
    longest = max((len(list(run)) for _, run in runs), default=0)
    rows = -(-longest // CARDS_PER_ROW) or 1
    per_row = -(-longest // rows)
    return f"row-{per_row}" if in_suits or CARDS_FOR_A_ROW <= per_row < CARDS_PER_ROW < longest else ""


def text_width(text: str) -> float:
    """Returns the width of a text in Latin letters."""
    if text.isascii():
        return len(text)
    return sum(WIDER.get(unicodedata.name(letter, "")[:3], 1) for letter in text)


def widest_word(label: str, note: str) -> float:
    """Returns the width of an option's longest word, or of a half if its whole text needs three lines."""
    return max(map(_widest, (label, note)))


def _widest(text: str) -> float:
    widest = max(map(text_width, text.split()), default=0)
    if len(text) > TWO_LINES and len(wrap(text, QUARTER)) > 2:
        return max(widest, HALF)
    return widest


def bare_text(label: str) -> str:
    """Returns a label without its HTML."""
    return strip_tags(label)
