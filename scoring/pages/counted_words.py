"""A table's own unit behind a number: two beans, one bean."""

from __future__ import annotations

import re
from fractions import Fraction

from scoring.engine.messages import ENGLISH, Number
from scoring.languages import current_language

_IRREGULAR = {
    "pence": "penny",
    "geese": "goose",
    "halves": "half",
    "loaves": "loaf",
    "cookies": "cookie",
    "pies": "pie",
}

#: Ending of the plural and of the singular. The first match is used.
_ENDINGS = (
    (r"(?<=[^aeiou])ies", "y"),  # pennies
    (r"(?<=ch|sh|ss)es|(?<=x)es", ""),  # matches, boxes
    (r"(?<=[^su])s", ""),  # beans; but glass and bonus have no plural ending
)


def amount_of(amount: Number, word: str, sign: bool = False, coin: Number = 1) -> str:
    """Returns an amount as printed: ``"+178 cents"``, ``"1 bean"``, ``"−3.50 €"``.

    word: the unit in the plural. coin: the smallest one; if it is less than the unit, there are two decimals.
    """
    return f"{figure_of(amount, sign, coin)} {word_for(abs(amount) == 1, word)}"


def figure_of(amount: Number, sign: bool = False, coin: Number = 1) -> str:
    """Returns an amount without its unit."""
    language = current_language()
    text = language.number(amount, sign)
    if isinstance(amount, int) and isinstance(coin, int):
        return text
    return _in_hundredths(text)


def _in_hundredths(text: str) -> str:
    decimal = current_language().decimal
    whole, _, decimals = text.partition(decimal)
    return f"{whole}{decimal}{decimals.ljust(2, '0')}"


def worth_of(value: str, word: str, coin: Number = 1) -> str:
    """Returns a value as printed: ``"2.5 beans"``, ``"1/4 bean"``, ``"0.10 €"``. value: above zero. coin: as above."""
    text = value.replace(".", current_language().decimal)
    if not isinstance(coin, int) and "." in value:
        text = _in_hundredths(text)
    return f"{text} {word_for(Fraction(value) <= 1, word)}"


def word_for(one: bool, word: str) -> str:
    """Returns the unit for one or for many: the same if it has no English plural, and in other languages."""
    if not one or current_language() is not ENGLISH:
        return word
    head, last = word[: word.rfind(" ") + 1], word[word.rfind(" ") + 1 :]
    if last.lower() in _IRREGULAR:
        return head + _IRREGULAR[last.lower()]
    for plural, singular in _ENDINGS:
        short, changed = re.subn(f"(?:{plural})$", singular, last)
        if changed and len(short) > 1:
            return head + short
    return word
