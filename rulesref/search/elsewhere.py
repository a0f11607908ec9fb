"""Words of questions that the rules leave out: about no game here, such as the weather, or bets and kinds of a game of
ours that its page does not have."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from rulesref.files import load_yaml
from rulesref.library import Library
from rulesref.reading import DEFAULT_LANGUAGE
from rulesref.search.documents import SearchDocument
from rulesref.search.languages import SearchLanguage
from rulesref.search.words import is_ideograph

#: Sections that name what other games have.
_OF_OTHERS = frozenset(("differences", "history"))


class Phrases:
    """Words, beginnings of words (``rain*``) and phrases of a language; of ideographs any part. Immutable."""

    def __init__(self, texts: Iterable[str], language: SearchLanguage) -> None:
        self._language = language
        words, beginnings, phrases, parts = set(), set(), set(), set()
        for text in texts:
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
        """Those that a text has."""
        return list(self._found(text, self._language.words(text)))

    def _found(self, text: str, words: Sequence[str]) -> Iterator[str]:
        for word in words:
            if word in self._words or any(word[:length] in self._beginnings for length in self._lengths):
                yield word
        line = f" {' '.join(words)} "
        yield from (phrase.strip() for phrase in self._phrases if phrase in line)
        if self._parts:
            folded = self._language.fold(text)
            yield from (part for part in self._parts if part in folded)


class Elsewhere(Phrases):
    """The words that are about no game here, from ``content/LANG/elsewhere.yaml``. Immutable."""

    def __init__(self, library: Library, language: SearchLanguage) -> None:
        """library: its language is that of the words; without a file it knows none."""
        file = library.file(f"{library.lang}/elsewhere.yaml")
        topics = load_yaml(file.read_text(encoding="utf-8")) if file else {}
        super().__init__((str(text) for topic in topics.values() for text in topic), language)


class LeftOut:
    """The bets and kinds of our games that their pages do not have, from ``content/en/other-games.yaml`` in all
    languages, because people mix them. Immutable."""

    def __init__(self, library: Library, documents: Iterable[SearchDocument], language: SearchLanguage) -> None:
        """documents: all. What a page has is not left out, unless it is in its differences or its history."""
        file = library.file(f"{DEFAULT_LANGUAGE}/other-games.yaml")
        data = load_yaml(file.read_text(encoding="utf-8")) if file else {}
        texts: dict[str, list[str]] = defaultdict(list)
        for document in documents:
            if document.above not in _OF_OTHERS:
                texts[document.slug] += (document.heading, *(passage.text for passage in document.passages))
        self._none = Phrases((), language)
        self._of: Mapping[str, Phrases] = {
            slug: Phrases(_not_in(texts[slug], list(map(str, phrases)), language), language)
            for slug, phrases in (data.get("left_out") or {}).items()
        }

    def of(self, slug: str) -> Phrases:
        """Those of a game. slug: of the game, or ""."""
        return self._of.get(slug, self._none)


def _not_in(texts: Iterable[str], phrases: Collection[str], language: SearchLanguage) -> Iterator[str]:
    """Those of the phrases that no text has."""
    page = "\n".join(texts)
    found = set(Phrases(phrases, language).found(page))
    for phrase in phrases:
        words = language.words(phrase)
        has = " ".join(words) in found or language.fold(phrase) in found
        if not has and not (phrase.endswith("*") and any(word.startswith(words[0]) for word in found)):
            yield phrase
