"""A table's own unit behind a number: two beans, one bean."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from django.utils.translation import get_language, ngettext

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


#: Units that tables pay in, by number. Another word has the form that the table typed, but in English.
_UNITS: tuple[Callable[[int], str], ...] = (
    lambda n: ngettext("bean", "beans", n),
    lambda n: ngettext("cent", "cents", n),
    lambda n: ngettext("chip", "chips", n),
    lambda n: ngettext("coin", "coins", n),
    lambda n: ngettext("matchstick", "matchsticks", n),
    lambda n: ngettext("nut", "nuts", n),
)
_MANY = (5, 2, 1)
"""Numbers that have every form of a counted word, in all languages. The first is that of a word without a number."""


def amount_of(amount: Number, word: str, sign: bool = False, coin: Number = 1) -> str:
    """Returns an amount as printed: ``"+178 cents"``, ``"1 bean"``, ``"−3.50 €"``.

    word: the unit in the plural. coin: the smallest one; if it is less than the unit, there are two decimals.
    """
    return f"{figure_of(amount, sign, coin)} {word_for(Fraction(str(amount)), word)}"


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
    return f"{text} {word_for(Fraction(value), word)}"


def word_for(amount: Fraction, word: str) -> str:
    """Returns the unit behind an amount: in the form that its number asks for, if the word has one here."""
    count = _counted_as(abs(amount))
    for unit in _UNITS:
        if word.casefold() in {unit(number).casefold() for number in _MANY}:
            text = unit(count)
            return text[0].upper() + text[1:] if word[0].isupper() else text
    return _english_singular(word) if count == 1 and current_language() is ENGLISH else word


def _counted_as(amount: Fraction) -> int:
    """The whole number whose form a fraction takes: of a Russian one, and of more than one, that of two."""
    if amount.denominator == 1:
        return int(amount)
    return 1 if amount < 1 and get_language() != "ru" else 2


def _english_singular(word: str) -> str:
    head, last = word[: word.rfind(" ") + 1], word[word.rfind(" ") + 1 :]
    if last.lower() in _IRREGULAR:
        return head + _IRREGULAR[last.lower()]
    for plural, singular in _ENDINGS:
        short, changed = re.subn(f"(?:{plural})$", singular, last)
        if changed and len(short) > 1:
            return head + short
    return word
