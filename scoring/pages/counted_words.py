"""A table's own word for what it plays for, as it stands behind a number: beans, and one bean."""

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

#: An ending of the plural and that of the singular, the first that fits.
_ENDINGS = (
    (r"(?<=[^aeiou])ies", "y"),  # pennies
    (r"(?<=ch|sh|ss)es|(?<=x)es", ""),  # matches, boxes
    (r"(?<=[^su])s", ""),  # beans; but glass and bonus have no plural ending
)


def amount_of(amount: int, word: str, sign: bool = False) -> str:
    """An amount as printed: ``"+178 cents"``, ``"1 bean"``. word: as it is for many."""
    return f"{current_language().number(amount, sign)} {word_for(abs(amount) == 1, word)}"


def worth_of(value: str, word: str) -> str:
    """What something is worth, as printed: ``"5/2 beans"``, ``"1/4 bean"``. value: a figure above zero."""
    return f"{value} {word_for(Fraction(value) <= 1, word)}"


def word_for(one: bool, word: str) -> str:
    """The word for one or for many. A word that has no English plural, or stands on a page in another language, is
    the same for both.
    """
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
