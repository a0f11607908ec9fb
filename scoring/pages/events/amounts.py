"""Money of events: typed and shown in units with two decimals, stored in the smallest unit."""

from __future__ import annotations

from scoring.engine.typed_numbers import number
from scoring.languages import current_language
from scoring.pages.counted_words import figure_of


def amount_text(cents: int, sign: bool = False) -> str:
    """Returns an amount as printed: ``"7.50"``, in German ``"7,50"``."""
    return figure_of(cents / 100, sign, 0.01)


def read_amount(text: str) -> int | str:
    """Returns a typed amount in the smallest unit; the text itself if it is none."""
    value = number(text.strip(), current_language().thousands) if text.strip() else 0
    cents = value if isinstance(value, str) else value * 100
    return text if isinstance(cents, str) or round(cents) != round(cents, 6) else round(cents)
