"""The sentence that shows why a place was found, with the words that were asked for marked."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from html import escape

from rulesref.words import WEAK, fold, is_ideograph, spell_cards, with_umlauts, words_of

LENGTH = 220

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=\S)")
_WORD = re.compile(r"\d{1,3}(?:,\d{3})+|[^\W_]+")

Marks = list[tuple[int, int]]


def snippet(
    blocks: Sequence[str],
    words: Sequence[str],
    asked: Callable[[str], bool],
    worth: Callable[[str], float],
    whole: bool = False,
) -> str:
    """The sentence with most of what was asked, as HTML, the next ones behind it while there is room.

    blocks: the text. words: what was typed. asked: whether a folded word was asked for. worth: how telling it is.
    whole: tell it from its beginning, as the answer to a question.
    """
    sentences = [sentence for block in blocks for sentence in _sentences(block)]
    if not sentences:
        return ""
    marked = [_marks(sentence, words, asked) for sentence in sentences]

    def telling(place: int) -> float:
        return sum(map(worth, {_folded(sentences[place][a:b]) for a, b in marked[place]}))

    best = 0 if whole else max(range(len(sentences)), key=lambda place: (telling(place), -place))
    text, marks = sentences[best], marked[best]
    if len(text) > LENGTH:
        text, marks = _cut(text, marks)
    shown = _highlighted(text, marks)
    room = LENGTH - len(text)
    for place in range(best + 1, len(sentences)):
        room -= len(sentences[place]) + 1
        if room < 0:
            break
        shown += " " + _highlighted(sentences[place], marked[place])
    return shown


def _folded(word: str) -> str:
    return fold(word).replace(",", "")


@lru_cache(maxsize=8192)
def _sentences(block: str) -> tuple[str, ...]:
    return tuple(_SENTENCE.split(block))


@lru_cache(maxsize=16384)
def _spans(text: str) -> tuple[tuple[tuple[int, int], tuple[str, ...]], ...]:
    """The telling words of a sentence: where each stands and how it may be typed."""
    return tuple((word.span(), ways) for word in _WORD.finditer(text) if (ways := _ways(word[0])))


@lru_cache(maxsize=16384)
def _ways(word: str) -> tuple[str, ...]:
    """How a word may be typed, the way it is written first; nothing for words that tell little."""
    folded = _folded(word)
    return () if folded in WEAK else (folded, with_umlauts(word), *words_of(spell_cards(word)))


def _marks(text: str, words: Sequence[str], asked: Callable[[str], bool]) -> Marks:
    """Where the words stand that were asked for."""
    return [
        span
        for span, ways in _spans(text)
        if any(map(asked, ways)) or (is_ideograph(ways[0][0]) and set(ways[0]) & set(words))
    ]


def _cut(text: str, marks: Marks) -> tuple[str, Marks]:
    """A long sentence, cut to size around its first mark."""
    first = marks[0][0] if marks else 0
    start = 0 if first < LENGTH // 2 else text.rfind(" ", 0, first - LENGTH // 3) + 1
    end = text.rfind(" ", start, start + LENGTH)
    end = len(text) if len(text) <= start + LENGTH or end <= start else end
    before = "… " if start else ""
    shifted = [(a - start + len(before), b - start + len(before)) for a, b in marks if a >= start and b <= end]
    return before + text[start:end] + (" …" if end < len(text) else ""), shifted


def _highlighted(text: str, marks: Marks) -> str:
    shown, at = "", 0
    for start, end in marks:
        shown += f"{escape(text[at:start])}<mark>{escape(text[start:end])}</mark>"
        at = end
    return shown + escape(text[at:])
