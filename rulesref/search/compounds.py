"""The words inside compounds: "trumpfzwang" has "trumpf" and "zwang"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping

#: The least letters of a part.
_LEAST = 4
#: A word in more compounds than this says little about each.
_MOST = 24


class Compounds:
    """Knows which words of a vocabulary are made of others. Immutable."""

    def __init__(self, vocabulary: Mapping[str, int], links: Collection[str]) -> None:
        """vocabulary: folded words and how often each occurs. links: letters that may stand between two parts; without
        any, also "", the language has no compounds."""
        self._frequency, self._links = vocabulary, tuple(links)
        having: dict[str, list[str]] = defaultdict(list)
        for word in vocabulary if links else ():
            for part in self.parts(word):
                having[part].append(word)
        self._having = {part: tuple(words) for part, words in having.items() if len(words) <= _MOST}

    def parts(self, word: str) -> tuple[str, ...]:
        """The two words that a compound is made of, none if it is not."""
        cuts = [
            (word[:at].removesuffix(link), word[at:])
            for at in range(_LEAST, len(word) - _LEAST + 1)
            for link in self._links
            if word[:at].endswith(link)
        ]
        known = [cut for cut in cuts if len(cut[0]) >= _LEAST and all(part in self._frequency for part in cut)]
        return max(known, key=lambda cut: min(map(self._frequency.__getitem__, cut)), default=())

    def having(self, word: str) -> tuple[str, ...]:
        """The compounds that have a word as a part, none if it is in very many."""
        return self._having.get(word, ())
