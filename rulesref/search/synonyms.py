"""Words and phrases that mean the same at a card table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from rulesref.files import load_yaml
from rulesref.search.languages import SearchLanguage

#: Joins the words of a phrase that counts as one word.
JOINT = "+"


class Synonyms:
    """Groups of words and phrases that mean the same.

    groups: words and phrases as text. A phrase of several words is one word to the search: ``"have+to"``.
    """

    def __init__(self, groups: Iterable[Sequence[str]], language: SearchLanguage) -> None:
        self._language = language
        self._others: dict[str, list[str]] = defaultdict(list)
        self._phrases: dict[str, list[tuple[str, ...]]] = defaultdict(list)
        for group in groups:
            split = [tuple(language.words(text)) for text in group]
            joined = list(dict.fromkeys(map(JOINT.join, split)))
            for word in joined:
                self._others[word] += [other for other in joined if other != word and other not in self._others[word]]
            for phrase in split:
                if len(phrase) > 1 and phrase not in self._phrases[phrase[0]]:
                    self._phrases[phrase[0]].append(phrase)
        for phrases in self._phrases.values():
            phrases.sort(key=len, reverse=True)

    @classmethod
    def read(cls, files: Iterable[Path], language: SearchLanguage) -> Synonyms:
        """The groups of these files, each a YAML list of lists."""
        return cls((group for file in files for group in load_yaml(file.read_text(encoding="utf-8"))), language)

    def words(self) -> set[str]:
        """Every word and every joined phrase of every group."""
        return set(self._others)

    def of(self, word: str) -> list[str]:
        """The other ways to say this; also for a plain plural of it."""
        return self._others.get(word) or self._others.get(self._language.singular(word), [])

    def joined(self, words: Sequence[str]) -> list[str]:
        """The words in their order, each known phrase of several words joined to one (the longest first)."""
        result = []
        at = 0
        while at < len(words):
            phrase = next((p for p in self._phrases.get(words[at], ()) if tuple(words[at : at + len(p)]) == p), None)
            result.append(JOINT.join(phrase) if phrase else words[at])
            at += len(phrase) if phrase else 1
        return result
