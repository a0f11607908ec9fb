"""The words that a mistyped, unfinished, joined or split word may mean."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Mapping


class Spelling:
    """Finds the words of a vocabulary that a mistyped word may mean, or that an unfinished word may become."""

    def __init__(self, vocabulary: Mapping[str, int]) -> None:
        """vocabulary: folded words and how often each occurs."""
        self._frequency = dict(vocabulary)
        self._sorted = sorted(vocabulary)
        self._letters = {word: _letters(word) for word in self._sorted}
        self._by_pair: dict[str, list[str]] = defaultdict(list)
        for word in self._sorted:
            for pair in _pairs(word):
                self._by_pair[pair].append(word)

    def __contains__(self, word: str) -> bool:
        return word in self._frequency

    def frequency(self, word: str) -> int:
        """How often a word occurs on the pages."""
        return self._frequency.get(word, 0)

    def beginning(self, start: str, limit: int = 24) -> list[str]:
        """Words that begin with these letters, the most frequent first."""
        words = []
        for word in self._sorted[bisect_left(self._sorted, start) :]:
            if not word.startswith(start):
                break
            words.append(word)
        return sorted(words, key=lambda word: -self._frequency[word])[:limit]

    def containing(self, fragment: str, limit: int = 8) -> list[str]:
        """Words that have these letters inside, the most frequent first."""
        rarest = min(_inner_pairs(fragment), key=lambda pair: len(self._by_pair.get(pair, ())), default="")
        words = [word for word in self._by_pair.get(rarest, ()) if fragment in word]
        return sorted(words, key=lambda word: -self._frequency[word])[:limit]

    def near(self, word: str, limit: int = 4) -> list[tuple[str, int]]:
        """Words that differ by one slip (two in a word of eight letters or more), each with the number of slips.

        A slip is a letter left out, added or changed, or two neighbours swapped. Closest first.
        """
        if len(word) < 4 or not word.isalpha():
            return []
        allowed = 2 if len(word) >= 8 else 1
        shared = Counter(other for pair in _pairs(word) for other in self._by_pair.get(pair, ()))
        # One slip changes at most three neighbouring pairs.
        least = max(1, len(_pairs(word)) - 3 * allowed)
        letters = _letters(word)
        candidates = []
        for other, count in shared.items():
            if count < least or abs(len(other) - len(word)) > allowed:
                continue
            # A slip brings one other letter at most, and takes one away. Two of three words are not compared so.
            others = self._letters[other]
            if (letters & ~others).bit_count() <= allowed and (others & ~letters).bit_count() <= allowed:
                slips = _slips(word, other, allowed)
                if slips <= allowed:
                    candidates.append((slips, other[0] != word[0], -self._frequency[other], other))
        return [(other, slips) for slips, _, _, other in sorted(candidates)[:limit]]

    def split(self, word: str) -> tuple[str, str] | None:
        """The two words that were typed without the space between them; the most frequent pair, or None."""
        cuts = [(word[:at], word[at:]) for at in range(3, len(word) - 2)]
        pairs = [cut for cut in cuts if cut[0] in self._frequency and cut[1] in self._frequency]
        return max(pairs, key=lambda cut: min(map(self.frequency, cut)), default=None)


def _letters(word: str) -> int:
    """The letters of a word as bits; two letters may share one."""
    bits = 0
    for letter in word:
        bits |= 1 << (ord(letter) & 63)
    return bits


def _pairs(word: str) -> set[str]:
    return _inner_pairs(f"^{word}$")


def _inner_pairs(word: str) -> set[str]:
    return {word[i : i + 2] for i in range(len(word) - 1)}


def _slips(one: str, other: str, limit: int) -> int:
    """The edit distance, a swap of neighbours counting one; ``limit + 1`` if it is larger than ``limit``."""
    one, other = _apart(one, other)
    shorter, longer = sorted((len(one), len(other)))
    if longer <= 1 or longer - shorter > limit:
        return min(longer, limit + 1)
    if limit == 1:
        return 1 if longer == 2 and one == other[::-1] else 2
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
    return min(row[-1], limit + 1)


def _apart(one: str, other: str) -> tuple[str, str]:
    """Two words without the letters that both begin with, and those that both end with."""
    shorter = min(len(one), len(other))
    start = 0
    while start < shorter and one[start] == other[start]:
        start += 1
    end = 0
    while end < shorter - start and one[-1 - end] == other[-1 - end]:
        end += 1
    return one[start : len(one) - end], other[start : len(other) - end]
