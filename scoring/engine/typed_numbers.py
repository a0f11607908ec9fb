"""Numbers as people type or paste them: ``"1,234.5"``, ``"1.234,5"``, ``"1 234,5"``, ``"10+15+8-5"``."""

from __future__ import annotations

import re
from decimal import Decimal

from scoring.engine.messages import Language, Message, Number, say, words

LONGEST = 60
"""The most characters of a number or sum."""

_SIGNS = str.maketrans({"−": "-", "–": "-", "＋": "+", "－": "-", "*": "×", "，": ",", "．": ".", "’": " ", "'": " "})
_SPACES = re.compile(r"[\s\u200b]+")
_PLAIN = re.compile(r"\d+(?:[.,]\d+)?|[.,]\d+|\d+[.,]")
_TERM = re.compile(r"([+-]?)([^+-]+)")


class TwoReadings(ValueError):  # noqa: N818 - the text is not wrong
    """A text that may be either of two numbers: ``1,000`` where a comma is before fractions. text: of the number."""

    def __init__(self, text: str, fraction: Decimal, thousands: Decimal) -> None:
        super().__init__(text)
        self.text, self.fraction, self.thousands = text, fraction, thousands


def read_number(text: str, thousands: str = "") -> Number:
    """Returns the number in a text, or the sum of several: ``10+15+8-5``, ``3×20``. Spaces may group thousands.

    thousands: what the language writes between thousands, "" if no language is known. A fraction may follow a point or
    a comma in every language.
    Raises TwoReadings, and ValueError for a text that is no number.
    """
    if len(text) > LONGEST:
        raise ValueError(text)
    terms = re.sub(r" ?([+×-]) ?", r"\1", _SPACES.sub(" ", text.translate(_SIGNS)).strip())
    if not re.fullmatch(r"[+-]?[^+-]+(?:[+-][^+-]+)*", terms):
        raise ValueError(text)
    total = Decimal(0)
    for sign, product in _TERM.findall(terms):
        value = Decimal(1)
        for factor in product.split("×"):
            value *= _one(factor, thousands)
        total += -value if sign == "-" else value
    return int(total) if total == total.to_integral_value() else float(total)


def _one(text: str, thousands: str) -> Decimal:
    """The number in a text without signs."""
    if re.fullmatch(r"\d{1,3}(?: \d{3})+(?:[.,]\d*)?", text):
        return _decimal(text.replace(" ", ""))
    for group, point in ((",", "."), (".", ",")):
        # Several groups, or a group and a fraction: there is one reading, whatever the language.
        grouped = rf"[1-9]\d{{0,2}}(?:{re.escape(group)}\d{{3}})"
        if re.fullmatch(rf"{grouped}{{2,}}(?:{re.escape(point)}\d+)?|{grouped}{re.escape(point)}\d+", text):
            return _decimal(text.replace(group, ""))
    if re.fullmatch(r"[1-9]\d*[.,]\d{3}", text):
        whole = Decimal(re.sub("[.,]", "", text))
        if thousands and thousands in text and len(text) <= len("999,999"):
            return whole
        raise TwoReadings(text, _decimal(text), whole)
    if not _PLAIN.fullmatch(text):
        raise ValueError(text)
    return _decimal(text)


def _decimal(text: str) -> Decimal:
    return Decimal(text.replace(",", "."))


def number(text: str, thousands: str = "") -> Number | str:
    """Returns the number in this text; the text itself if it is no number, or may be two."""
    try:
        return read_number(text, thousands)
    except ValueError:
        return text


def plain_text(value: Number) -> str:
    """Returns a number as a text that has one reading in every language."""
    text = f"{value}"
    return text + "0" if re.search(r"\.\d{3}$", text) else text


def two_readings(text: str, language: Language) -> Message | None:
    """Returns the sentence that refuses a text with two readings; None for any other text."""
    try:
        read_number(text, language.thousands)
    except TwoReadings as problem:
        return say(
            "“{typed}” may be {fraction} or {whole}. Write it without a separator between thousands.",
            typed=words(problem.text),
            fraction=_number(problem.fraction),
            whole=_number(problem.thousands),
        )
    except ValueError:
        pass
    return None


def _number(value: Decimal) -> Number:
    return int(value) if value == value.to_integral_value() else float(value)
