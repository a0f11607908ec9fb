"""From texts to tokens: the stems of their words, and the phrases that count as one word."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from rulesref.search.languages import SearchLanguage
from rulesref.search.synonyms import JOINT, Synonyms
from rulesref.search.words import is_ideograph, pairs, with_umlauts

#: A word as a page shows it.
WORD = re.compile(r"\d{1,3}(?:,\d{3})+|[^\W_]+")


class Analyser:
    """Turns texts into tokens, the same way for pages and queries. It never changes once the pages are
    indexed."""

    def __init__(self, texts: Iterable[str], synonyms: Synonyms, language: SearchLanguage) -> None:
        """texts: all that will be indexed."""
        self.synonyms = synonyms
        self.language = language
        #: How often the texts have each word.
        self.frequency: Counter[str] = Counter()
        #: Words as people type them who have no umlauts, with the word itself.
        self.aliases: dict[str, str] = {}
        #: The words of each text, only until the pages are indexed.
        self._kept: dict[str, list[str]] = {}
        for text in texts:
            words = self._kept.get(text)
            if words is None:
                words = self._kept[text] = self._read(text)
            self.frequency.update(words)
            if not text.isascii():
                # Only German has them; a text in Cyrillic would be written in Latin letters here.
                others = self._read(with_umlauts(text))
                if len(others) == len(words):
                    self.aliases |= {o: w for o, w in zip(others, words, strict=True) if o != w and len(o) > 3}
                for word in words:
                    if is_ideograph(word):
                        self.frequency.update(word)
        #: Each word as the pages show it, with its tokens.
        self.shown: dict[str, tuple[str, ...]] = {}
        joined = synonyms.words()
        parts = {part for word in joined for part in word.split(JOINT)}
        self.stems = dict(language.stems({*self.frequency, *parts, *language.filler}))
        for word in joined:
            if JOINT in word:
                self.stems[word] = JOINT.join(self.stems[part] for part in word.split(JOINT))

    def _read(self, text: str) -> list[str]:
        return self.language.words(self.language.spell_cards(text))

    def words(self, text: str) -> list[str]:
        """The folded words of a text, cards in words."""
        words = self._kept.get(text)
        if words is None:
            words = self._read(text)
        return [self.aliases.get(word, word) for word in words] if self.aliases else words

    def indexed(self) -> None:
        """Lets go of what only indexing needed."""
        self._kept = {}

    def tokens(self, text: str) -> list[str]:
        """The tokens of a text that is indexed: the stem of each word, then each phrase in it as one more token."""
        words = self.words(text)
        found = [self.stems[word] for word in words]
        found += [self.stems[word] for word in self.synonyms.joined(words) if JOINT in word]
        found += [char for word in words if is_ideograph(word) and len(word) > 1 for char in word]
        return found

    def sequence(self, text: str) -> list[str]:
        """The stem of each word, in order."""
        return [self.stems[word] for word in self.words(text) if word in self.stems]

    def show(self, text: str) -> None:
        """Makes the words of a text known as pages show them."""
        for word in WORD.findall(text):
            # A single A is more often the article than the ace.
            if word not in self.shown and word != "A":
                says = [part for part in self.words(word) if part not in self.language.filler]
                chars = [char for part in says for char in self.characters(part)]
                self.shown[word] = tuple(self.stems[part] for part in says if part in self.stems) + tuple(chars)

    def characters(self, word: str) -> list[str]:
        """The single ideographs of a pair."""
        return list(word) if is_ideograph(word) and len(pairs(word)) == 1 and len(word) > 1 else []
