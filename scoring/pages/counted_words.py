"""A table's own unit behind a number: two beans, one bean."""

from __future__ import annotations

import re
from fractions import Fraction

from scoring.engine.messages import ENGLISH
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


def amount_of(amount: int, word: str, sign: bool = False) -> str:
    """Returns: an amount as printed: ``"+178 cents"``, ``"1 bean"``. word: the unit in the plural."""
    return f"{current_language().number(amount, sign)} {word_for(abs(amount) == 1, word)}"


def worth_of(value: str, word: str) -> str:
    """Returns: a value as printed: ``"5/2 beans"``, ``"1/4 bean"``. value: above zero."""
    return f"{value} {word_for(Fraction(value) <= 1, word)}"


def word_for(one: bool, word: str) -> str:
    """Returns: the unit for one or for many: the same if it has no English plural, and in other languages."""
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
