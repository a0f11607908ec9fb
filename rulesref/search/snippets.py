"""The sentence of a search result that fits the query best, with the matching words marked."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from html import escape
from math import fsum

from rulesref.search.query import WEAK, fold, is_ideograph, spell_cards, with_umlauts, words_of

MAX_LENGTH = 220

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=\S)")
_WORD = re.compile(r"\d{1,3}(?:,\d{3})+|[^\W_]+")

Marks = list[tuple[int, int]]


def snippet(
    blocks: Sequence[str],
    words: Sequence[str],
    matches: Callable[[str], bool],
    rarity: Callable[[str], float],
    whole: bool = False,
) -> str:
    """The sentence with the rarest matching words, as HTML; the next sentences follow while there is room.

    blocks: the text. words: the words of the query. matches: whether a folded word of the text matches the query.
    rarity: how rare it is. whole: start at the first sentence, as for the answer to a question.
    """
    sentences = [sentence for block in blocks for sentence in _sentences(block)]
    if not sentences:
        return ""
    marks_of = [_marks(sentence, words, matches) for sentence in sentences]

    def total_rarity(number: int) -> float:
        return fsum(map(rarity, {_folded(sentences[number][a:b]) for a, b in marks_of[number]}))

    best = 0 if whole else max(range(len(sentences)), key=lambda number: (total_rarity(number), -number))
    text, marks = sentences[best], marks_of[best]
    if len(text) > MAX_LENGTH:
        text, marks = _cut(text, marks)
    html = _highlighted(text, marks)
    room = MAX_LENGTH - len(text)
    for number in range(best + 1, len(sentences)):
        room -= len(sentences[number]) + 1
        if room < 0:
            break
        html += " " + _highlighted(sentences[number], marks_of[number])
    return html


def _folded(word: str) -> str:
    return fold(word).replace(",", "")


@lru_cache(maxsize=8192)
def _sentences(block: str) -> tuple[str, ...]:
    return tuple(_SENTENCE.split(block))


@lru_cache(maxsize=16384)
def _spans(text: str) -> tuple[tuple[tuple[int, int], tuple[str, ...]], ...]:
    """The words of a sentence that say something: start and end of each, and the ways to type it."""
    return tuple((word.span(), spellings) for word in _WORD.finditer(text) if (spellings := _spellings(word[0])))


@lru_cache(maxsize=16384)
def _spellings(word: str) -> tuple[str, ...]:
    """The ways to type a word, as written first; nothing for words that say little."""
    folded = _folded(word)
    return () if folded in WEAK else (folded, with_umlauts(word), *words_of(spell_cards(word)))


def _marks(text: str, words: Sequence[str], matches: Callable[[str], bool]) -> Marks:
    """Start and end of the matching words."""
    return [
        span
        for span, spellings in _spans(text)
        if any(map(matches, spellings)) or (is_ideograph(spellings[0][0]) and set(spellings[0]) & set(words))
    ]


def _cut(text: str, marks: Marks) -> tuple[str, Marks]:
    """A long sentence, shortened around its first mark."""
    first = marks[0][0] if marks else 0
    start = 0 if first < MAX_LENGTH // 2 else text.rfind(" ", 0, first - MAX_LENGTH // 3) + 1
    end = text.rfind(" ", start, start + MAX_LENGTH)
    end = len(text) if len(text) <= start + MAX_LENGTH or end <= start else end
    before = "… " if start else ""
    shifted = [(a - start + len(before), b - start + len(before)) for a, b in marks if a >= start and b <= end]
    return before + text[start:end] + (" …" if end < len(text) else ""), shifted


def _highlighted(text: str, marks: Marks) -> str:
    html, at = "", 0
    for start, end in marks:
        html += f"{escape(text[at:start])}<mark>{escape(text[start:end])}</mark>"
        at = end
    return html + escape(text[at:])
