"""The words of a query: folding, synonyms, cards written as words, unfinished and mistyped words.

The pages are folded and split in the same way, so that a query matches whatever its accents, plurals and spelling.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from rulesref.files import load_yaml
from scoring.engine.cards import SUIT_NAMES, SYMBOLS

RANK_NAMES = {
    "A": "ace", "K": "king", "Q": "queen", "J": "jack", "10": "ten", "9": "nine", "8": "eight", "7": "seven",
    "6": "six", "5": "five", "4": "four", "3": "three", "2": "two",
}  # fmt: skip
_LETTERS = {symbol: letter for letter, symbol in SYMBOLS.items()}

_WEAK = """
    a about after again all am an and any anything are as at be been before but by can could did do does doesn
    doing don for from get gets give go goes got had has have he her his how i if in into is isn it its just let
    many may me might much must my need no not now of off on one ones only or our out over own she should so
    some somebody someone something still than that the their them then there these they thing this those to too
    up us use wait was we were what when where whether which while who whom whose why will with without would
    yet you your
"""
#: Words that say little. They count only if a heading or a question has them too.
WEAK = frozenset(_WEAK.split())

#: Words of "how much": nearly every section answers that without using them, so they count less.
SOFT = frozenset(("cost", "costs", "count", "counts", "points", "score", "scores", "value", "worth"))

_LETTERS_FOLDED = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "’": "'"}
)
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_IDEOGRAPH = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_IS_IDEOGRAPH = re.compile(f"[{_IDEOGRAPH}]")
_WORD = re.compile(rf"[{_IDEOGRAPH}]|[^\W_{_IDEOGRAPH}]+")
#: Contractions, with and without their apostrophe.
_CONTRACTION = re.compile(
    r"\b(?:(?P<can>can'?t|can not)|(?P<wont>won'?t)|(?P<verb>do|does|did|is|are|was|has|have|must|should|could)n'?t"
    r"|(?P<word>what|who|where|when|how|it|that)'s)\b"
)
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_CARD = re.compile(
    r"([♣♠♥♦])\ufe0f?(10|[2-9AKQJ])(?!\w)|(?<!\w)(10|[2-9AKQJ])([♣♠♥♦])|(?<!\w)(10|[2-9AKQJ])([CSHD])(?!\w)"
)
_RANK_LETTER = re.compile(r"(?<![\w'’])([KQJ])(?![\w'’])")
#: A single capital A is the article at the start of a sentence, the ace elsewhere.
_ACE = re.compile(r"(?<=[\w♣♠♥♦,] )A(?![\w'’])")


def fold(text: str) -> str:
    """Lower case without accents: ``"Tëtka"`` and ``"tetka"`` are the same, ``"ß"`` is ``"ss"``."""
    if text.isascii():
        return text.lower()
    low = unicodedata.normalize("NFKC", text).lower().translate(_LETTERS_FOLDED)
    return unicodedata.normalize(
        "NFC", "".join(char for char in unicodedata.normalize("NFD", low) if not unicodedata.combining(char))
    )


def with_umlauts(text: str) -> str:
    """Lower case with ä, ö, ü written as ae, oe, ue, as many people type them."""
    return fold(unicodedata.normalize("NFKC", text).lower().translate(_UMLAUTS))


def words_of(text: str) -> list[str]:
    """The folded words of a text. In scripts without spaces each character is a word. ``"1,000"`` is ``"1000"``."""
    return _WORD.findall(_CONTRACTION.sub(_expand_contraction, _THOUSANDS.sub("", fold(text))))


def _expand_contraction(match: re.Match[str]) -> str:
    if match["can"]:
        return "cannot"
    if match["wont"]:
        return "will not"
    return f"{match['verb']} not" if match["verb"] else f"{match['word']} is"


def is_ideograph(word: str) -> bool:
    """Whether this is a character of a script that is written without spaces."""
    return word > "\u303f" and bool(_IS_IDEOGRAPH.match(word))


def spell_cards(text: str) -> str:
    """The text with its cards in words: ``"♠Q"``, ``"QS"`` and ``"Q♠"`` read ``"queen of spades"``."""

    def in_words(match: re.Match[str]) -> str:
        rank = match[2] or match[3] or match[5]
        suit = _LETTERS.get(match[1] or match[4], match[6])
        return f" {RANK_NAMES[rank]} of {SUIT_NAMES[suit]} "

    text = _CARD.sub(in_words, text)
    text = _RANK_LETTER.sub(lambda match: RANK_NAMES[match[1]], text)
    text = _ACE.sub("ace", text)
    for symbol, letter in _LETTERS.items():
        text = text.replace(symbol, f" {SUIT_NAMES[letter]} ")
    return text


class Synonyms:
    """Groups of words and phrases that mean the same at a card table.

    groups: words and phrases as text. A phrase of several words matches as a whole.
    """

    def __init__(self, groups: Iterable[Sequence[str]]) -> None:
        self._others: dict[tuple[str, ...], list[tuple[str, ...]]] = defaultdict(list)
        for group in groups:
            phrases = [tuple(words_of(text)) for text in group]
            for phrase in phrases:
                self._others[phrase] += [other for other in phrases if other != phrase]
        self._longest = max((len(phrase) for phrase in self._others), default=1)

    @classmethod
    def read(cls, files: Iterable[Path]) -> Synonyms:
        """The groups of these files, each a YAML list of lists."""
        return cls(group for file in files for group in load_yaml(file.read_text(encoding="utf-8")))

    def words(self) -> set[str]:
        """Every word of every group."""
        return {word for phrase in self._others for word in phrase}

    def of(self, phrase: tuple[str, ...]) -> list[tuple[str, ...]]:
        """The other ways to say this; also for a plain plural of it."""
        return self._others.get(phrase) or self._others.get((*phrase[:-1], singular(phrase[-1])), [])

    def phrases(self, words: Sequence[str]) -> list[tuple[str, ...]]:
        """The words in their order, known phrases of several words kept together (the longest first)."""
        phrases = []
        at = 0
        while at < len(words):
            size = min(self._longest, len(words) - at)
            while size > 1 and not self.of(tuple(words[at : at + size])):
                size -= 1
            phrases.append(tuple(words[at : at + size]))
            at += size
        return phrases


def singular(word: str) -> str:
    """The word without an English plural's ending."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


class Spelling:
    """Finds the words of a vocabulary that a mistyped word may mean, or that an unfinished word may become."""

    def __init__(self, vocabulary: Mapping[str, int]) -> None:
        """vocabulary: folded words and how often each occurs."""
        self._frequency = dict(vocabulary)
        self._sorted = sorted(vocabulary)
        self._pairs: dict[str, list[str]] = defaultdict(list)
        for word in self._sorted:
            for pair in _pairs(word):
                self._pairs[pair].append(word)

    def __contains__(self, word: str) -> bool:
        return word in self._frequency

    def beginning(self, start: str, limit: int = 24) -> list[str]:
        """Words that begin with these letters, the most frequent first."""
        words = []
        for word in self._sorted[bisect_left(self._sorted, start) :]:
            if not word.startswith(start):
                break
            words.append(word)
        return sorted(words, key=lambda word: -self._frequency[word])[:limit]

    def near(self, word: str, limit: int = 4) -> list[tuple[str, int]]:
        """Words that differ by one slip (two in a word of eight letters or more), each with the number of slips.

        A slip is a letter left out, added or changed, or two neighbours swapped. Closest first.
        """
        if len(word) < 4 or not word.isalpha():
            return []
        allowed = 2 if len(word) >= 8 else 1
        shared = Counter(other for pair in _pairs(word) for other in self._pairs.get(pair, ()))
        # One slip changes at most three neighbouring pairs.
        least = max(1, len(_pairs(word)) - 3 * allowed)
        candidates = []
        for other, count in shared.items():
            if count >= least and abs(len(other) - len(word)) <= allowed:
                slips = _slips(word, other, allowed)
                if slips <= allowed:
                    candidates.append((slips, other[0] != word[0], -self._frequency[other], other))
        return [(other, slips) for slips, _, _, other in sorted(candidates)[:limit]]


def _pairs(word: str) -> set[str]:
    framed = f"^{word}$"
    return {framed[i : i + 2] for i in range(len(framed) - 1)}


def _slips(one: str, other: str, limit: int) -> int:
    """The edit distance, a swap of neighbours counting one; ``limit + 1`` if it is larger than ``limit``."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        earlier, before, row = before, row, [i]
        for j, b in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if earlier and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
    return row[-1]
