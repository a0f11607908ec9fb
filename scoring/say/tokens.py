"""A line in tokens: words without case and accents, numbers, signs of suits, punctuation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from unicodedata import combining, normalize

from scoring.engine.cards import SYMBOLS
from scoring.engine.messages import Number, trim_number

LONGEST = 300
"""The most characters of a line."""

_LETTERS = {symbol: letter for letter, symbol in SYMBOLS.items()} | {"♤": "S", "♡": "H", "♢": "D", "♧": "C"}
_HAN = "\u3007\u4e00-\u9fff"
_CARD = "(?:(?:10|[2-9AKQJ])[CSHD]|(?:10|[2-9kqj])[cshd])(?![A-Za-z0-9])"
_SUITS = re.compile("[CDHS]{4}")  # four cards of one player
_TOKEN = re.compile(rf"(?<![A-Za-z0-9]){_CARD}|\d+(?:[.,]\d+)?|[♣♠♥♦♤♡♢♧]|[{_HAN}]|[^\W\d_{_HAN}]+|[^\w\s]|_")
_THOUSANDS = re.compile(r"[1-9]\d{0,2}[.,]\d{3}")  # "1,000"
_CODE = re.compile(_CARD)
_MINUS = str.maketrans({"−": "-", "–": "-", "—": "-"})
_APOSTROPHES = "'’ʼ`´"


@dataclass(frozen=True, slots=True)
class Token:
    """A token of a line. word: without case and accents; "" for a number or a sign. value: of a number. suit: the
    letter of a suit sign. card: its code, as in ``QS``. start, end: places in the line. spaced: whether a space or
    the start is before it. text: of a word, with its accents.
    """

    word: str
    start: int
    end: int
    spaced: bool
    value: Number | None = None
    suit: str = ""
    card: str = ""
    text: str = ""

    @property
    def is_word(self) -> bool:
        """Whether it is a word, not punctuation."""
        return self.word[:1].isalpha()


def fold(text: str) -> str:
    """Returns a text without case and accents: ``"Schön"`` and ``"SCHON"`` are alike."""
    parts = normalize("NFKD", text.casefold())
    return "".join(part for part in parts if not combining(part) and part != "\ufe0f")


#: Spellings that sound alike in every language.
_SPELLINGS = (("ph", "f"), ("h", ""), ("ck", "k"), ("c", "k"), ("y", "i"), ("ue", "u"), ("ae", "a"), ("oe", "o"))


@lru_cache(maxsize=8192)
def sound_of(word: str, spellings: tuple[tuple[str, str], ...] = ()) -> str:
    """Returns a word as it sounds: "Günther" and "Günter", "careau" and "carreau" are alike.

    spellings: further ones of a language, what is written and what it sounds like; ``$`` is the end of a word.
    """
    word += "$"
    for spelling, sound in (*spellings, *_SPELLINGS):
        word = word.replace(spelling, sound)
    return "".join(letter for place, letter in enumerate(word) if letter != word[place - 1 : place])


def tokens_of(text: str) -> list[Token]:
    """Returns the tokens of a line. Hyphens within words and apostrophes only part them."""
    tokens: list[Token] = []
    text = text.translate(_MINUS)
    for found in _TOKEN.finditer(text):
        raw, start, end = found[0], *found.span()
        before, after = text[start - 1 : start], text[end : end + 1]
        spaced = not before or before.isspace()
        if raw in _APOSTROPHES or raw == "\ufe0f" or combining(raw[0]):
            continue
        if raw == "-" and before.isalpha() and after.isalpha():
            continue
        if _CODE.fullmatch(raw):
            tokens.append(Token("", start, end, spaced, card=raw.upper()))
        elif _SUITS.fullmatch(raw):
            tokens += [Token("", start + n, start + n + 1, spaced or n > 0, suit=suit) for n, suit in enumerate(raw)]
        elif raw[0].isdecimal():
            tokens.append(Token("", start, end, spaced, trim_number(_number(raw))))
        elif raw in _LETTERS:
            tokens.append(Token("", start, end, spaced, suit=_LETTERS[raw]))
        else:
            tokens.append(Token(fold(raw), start, end, spaced, text=raw.casefold()))
    return tokens


def plain(text: str) -> tuple[str, ...]:
    """Returns the words of a phrase, as they are compared."""
    return tuple(token.word or str(token.value) for token in tokens_of(text))


def _number(text: str) -> Number:
    if _THOUSANDS.fullmatch(text):
        return int(text.replace(",", "").replace(".", ""))
    value = Decimal(text.replace(",", "."))
    return int(value) if value == value.to_integral_value() and "." not in text and "," not in text else float(value)
