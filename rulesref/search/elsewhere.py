"""Words of questions that are about no game here: the weather, cooking, software, games with other words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from rulesref.files import load_yaml
from rulesref.library import Library
from rulesref.search.languages import SearchLanguage
from rulesref.search.words import is_ideograph


class Elsewhere:
    """Knows such words in a language, from ``content/LANG/elsewhere.yaml``. Immutable."""

    def __init__(self, library: Library, language: SearchLanguage) -> None:
        """library: its language is that of the words; without a file it knows none."""
        self._language = language
        file = library.file(f"{library.lang}/elsewhere.yaml")
        topics = load_yaml(file.read_text(encoding="utf-8")) if file else {}
        words, beginnings, phrases, parts = set(), set(), set(), set()
        for text in (str(text) for topic in topics.values() for text in topic):
            found = language.words(text)
            if is_ideograph(text):
                parts.add(language.fold(text))
            elif len(found) > 1:
                phrases.add(f" {' '.join(found)} ")
            elif text.endswith("*"):
                beginnings.add(found[0])
            elif found:
                words.add(found[0])
        self._words, self._phrases, self._parts = frozenset(words), tuple(sorted(phrases)), tuple(sorted(parts))
        self._beginnings = frozenset(beginnings)
        self._lengths = sorted({len(text) for text in beginnings})

    def found(self, text: str) -> list[str]:
        """Those that a text has: words, beginnings of words, phrases; of a text in ideographs any part."""
        return list(self._found(text, self._language.words(text)))

    def has(self, text: str, words: Collection[str]) -> bool:
        """Whether a text has one of these."""
        return not set(words).isdisjoint(self.found(text))

    def _found(self, text: str, words: Sequence[str]) -> Iterator[str]:
        for word in words:
            if word in self._words or any(word[:length] in self._beginnings for length in self._lengths):
                yield word
        line = f" {' '.join(words)} "
        yield from (phrase.strip() for phrase in self._phrases if phrase in line)
        if self._parts:
            folded = self._language.fold(text)
            yield from (part for part in self._parts if part in folded)
