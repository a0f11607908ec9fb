"""From texts to tokens: the stems of their words, and the phrases that count as one word."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from rulesref.search.languages import SearchLanguage
from rulesref.search.synonyms import JOINT, Synonyms
from rulesref.search.words import is_ideograph, pairs, with_umlauts

#: A word as a page shows it.
WORD = re.compile(r"\d{1,3}(?:,\d{3})+|[^\W_]+")


class Analyser:
    """Turns texts into tokens, the same way for pages and queries. It never changes once the pages are
    indexed."""

    def __init__(self, texts: Iterable[str], synonyms: Synonyms, language: SearchLanguage) -> None:
        """texts: all texts that will be indexed."""
        self.synonyms = synonyms
        self.language = language
        #: How often the texts have each word.
        self.frequency: Counter[str] = Counter()
        #: Words typed without umlauts, each with the word itself.
        self.aliases: dict[str, str] = {}
        #: The words of each text, only until the pages are indexed.
        self._words: dict[str, list[str]] = {}
        for text in texts:
            words = self._words.get(text)
            if words is None:
                words = self._words[text] = self._read(text)
            self.frequency.update(words)
            if not text.isascii():
                # Only for German: this would write Cyrillic in Latin letters.
                spelled_out = self._read(with_umlauts(text))
                if len(spelled_out) == len(words):
                    self.aliases |= {o: w for o, w in zip(spelled_out, words, strict=True) if o != w and len(o) > 3}
                for word in words:
                    if is_ideograph(word):
                        self.frequency.update(word)
        #: Each word as the pages show it, with its tokens.
        self.page_words: dict[str, tuple[str, ...]] = {}
        joined = synonyms.words()
        parts = {part for word in joined for part in word.split(JOINT)}
        self.stems = dict(language.stems({*self.frequency, *parts, *language.filler}))
        for word in joined:
            if JOINT in word:
                self.stems[word] = JOINT.join(self.stems[part] for part in word.split(JOINT))
        self._figures = dict(self._read_figures())
        #: The tokens that name a number or a rank.
        self.figures = frozenset(token for token in self.stems.values() if self.figure(token))
        suits = (other for suit in language.suits for other in (suit, *synonyms.of(suit)))
        self._suits = {self.stems[word] for word in suits if word in self.stems}

    def _read_figures(self) -> Iterator[tuple[str, str]]:
        """The stems of numbers up to fourteen and of ranks, in all words for them, each with one of these."""
        for figure in (*map(str, range(1, 15)), *self.language.ranks):
            for word in (figure, *self.synonyms.of(figure)):
                if word in self.stems and word not in self.language.filler:
                    yield self.stems[word], figure

    def figure(self, token: str) -> str:
        """The number or the rank that a token names, ``""`` if it names none: that of "nine" is "9"."""
        return self._figures.get(token) or (token if token.isdigit() else "")

    def is_of_card(self, token: str) -> bool:
        """Whether this is a number, a rank or a suit."""
        return token in self._suits or bool(self.figure(token))

    def _read(self, text: str) -> list[str]:
        return self.language.words(self.language.spell_cards(text))

    def words(self, text: str) -> list[str]:
        """The folded words of a text, cards in words."""
        words = self._words.get(text)
        if words is None:
            words = self._read(text)
        return [self.aliases.get(word, word) for word in words] if self.aliases else words

    def forget_texts(self) -> None:
        """Frees the memory that only indexing needed."""
        self._words = {}

    def tokens(self, text: str) -> list[str]:
        """The tokens of a text that is indexed: the stem of each word, then each phrase in it as one more token."""
        words = self.words(text)
        tokens = [self.stems[word] for word in words]
        tokens += [self.stems[word] for word in self.synonyms.joined(words) if JOINT in word]
        tokens += [char for word in words if is_ideograph(word) and len(word) > 1 for char in word]
        return tokens

    def sequence(self, text: str) -> list[str]:
        """The stem of each word, in order."""
        return [self.stems[word] for word in self.words(text) if word in self.stems]

    def add_page_words(self, text: str) -> None:
        """Adds the words of a text to ``page_words``."""
        for word in WORD.findall(text):
            # A single A is more often the article than the ace.
            if word not in self.page_words and word != "A":
                parts = [part for part in self.words(word) if part not in self.language.filler]
                chars = [char for part in parts for char in self.characters(part)]
                self.page_words[word] = tuple(self.stems[part] for part in parts if part in self.stems) + tuple(chars)

    def characters(self, word: str) -> list[str]:
        """The single ideographs of a pair."""
        return list(word) if is_ideograph(word) and len(pairs(word)) == 1 and len(word) > 1 else []
