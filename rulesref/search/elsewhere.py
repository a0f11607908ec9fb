"""Words of questions that the rules leave out: about no game here, such as the weather; bets and kinds of a game of
ours that its page does not have; what only some games have."""

from __future__ import annotations

import re
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
#: Topics of ``elsewhere.yaml``: what only some games have; the names of a joker; those that are also no matter of the
#: pages that tell of other games.
_UNLESS_HERE, _JOKERS = "unless_here", "jokers"
NO_RULES = frozenset(("advice", "apps", "manners", "packs", "people", "thinking"))
#: A sheet for any game has whatever the game has.
_ANY_GAME = "points"


_CLAUSE_END = re.compile(r"[.,;:!?]+\s+")
#: Stands in a phrase for any words.
_GAP = "…"


class Phrases:
    """Words, beginnings of words (``rain*``) and phrases of a language (``where … buy*``); of ideographs any part.
    Immutable."""

    def __init__(self, texts: Iterable[str], language: SearchLanguage) -> None:
        self._language = language
        words, beginnings, rows, parts = set(), set(), {}, {}
        for text in texts:
            found = language.words(text)
            if is_ideograph(text):
                parts[language.fold(text)] = tuple(map(language.fold, text.split(_GAP)))
            elif len(found) > 1:
                rows[" ".join(found)] = tuple(_in_line(language.words(part), part) for part in text.split(_GAP))
            elif text.endswith("*"):
                beginnings.add(found[0])
            elif found:
                words.add(found[0])
        self._words, self._rows, self._parts = frozenset(words), sorted(rows.items()), sorted(parts.items())
        self._beginnings = frozenset(beginnings)
        self._lengths = sorted({len(text) for text in beginnings})

    def found(self, text: str) -> list[str]:
        """Those that a text has."""
        return list(self._found(text))

    def _found(self, text: str) -> Iterator[str]:
        for word in self._language.words(text):
            if word in self._words or any(word[:length] in self._beginnings for length in self._lengths):
                yield word
        line = _line(text, self._language)
        # Looked at first: most have not even the beginning.
        yield from (name for name, row in self._rows if row[0] in line and _in_order(row, line))
        if self._parts:
            folded = self._language.fold(text)
            yield from (name for name, row in self._parts if row[0] in folded and _in_order(row, folded))


def _line(text: str, language: SearchLanguage) -> str:
    """The words of a text between spaces, with a line break where a clause ends: only a gap goes on there."""
    return "\n".join(f" {' '.join(language.words(clause))} " for clause in _CLAUSE_END.split(text))


def _in_line(words: Sequence[str], text: str) -> str:
    """What a line of words has where a phrase is. text: the phrase; its last word may be the beginning of one."""
    return f" {' '.join(words)}{'' if text.rstrip().endswith('*') else ' '}"


def _in_order(row: Sequence[str], line: str) -> bool:
    """Whether a line has all these texts, one after the other; neighbours share a space."""
    if len(row) == 1:
        return row[0] in line
    at = 0
    for text in row:
        if (found := line.find(text, at)) < 0:
            return False
        at = found + len(text.rstrip())
    return True


def _topics(library: Library) -> Mapping[str, list[str]]:
    """The topics of ``content/LANG/elsewhere.yaml`` with their phrases; none without a file."""
    file = library.file(f"{library.lang}/elsewhere.yaml")
    topics = load_yaml(file.read_text(encoding="utf-8")) if file else {}
    return {str(topic): list(map(str, texts)) for topic, texts in topics.items()}


class Elsewhere(Phrases):
    """The words that are about no game here, from ``content/LANG/elsewhere.yaml``. Immutable."""

    def __init__(self, library: Library, language: SearchLanguage, only: Collection[str] = ()) -> None:
        """library: its language is that of the words; without a file it knows none. only: these topics, or all."""
        topics = _topics(library)
        chosen = only or topics.keys() - {_UNLESS_HERE, _JOKERS}
        super().__init__((text for topic in sorted(chosen) for text in topics.get(topic, ())), language)


class ByGame:
    """Phrases of each game. Immutable."""

    def __init__(self, by_game: Mapping[str, Iterable[str]], language: SearchLanguage) -> None:
        self._none = Phrases((), language)
        self._of = {slug: Phrases(phrases, language) for slug, phrases in by_game.items()}

    def of(self, slug: str) -> Phrases:
        """Those of a game. slug: of the game, or ""."""
        return self._of.get(slug, self._none)


class LeftOut(ByGame):
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
        left_out = {
            slug: _Texts(texts[slug], language).without(map(str, phrases))
            for slug, phrases in (data.get("left_out") or {}).items()
        }
        super().__init__(left_out, language)


class UnlessHere(ByGame):
    """What only some games have, such as a bid in the dark, for those whose page has it neither in its text nor in a
    way to ask; jokers for those that are played without. From ``content/LANG/elsewhere.yaml``. Immutable."""

    def __init__(self, library: Library, documents: Iterable[SearchDocument], language: SearchLanguage) -> None:
        """documents: all."""
        topics = _topics(library)
        texts: dict[str, list[str]] = defaultdict(list)
        for document in documents:
            if document.above not in _OF_OTHERS:
                passages = (passage.text for passage in document.passages)
                texts[document.slug] += (document.heading, *passages, *document.asked)
        lacking = {}
        for slug, game in library.games.items():
            if slug != _ANY_GAME:
                jokers = () if "joker" in game.deck else topics.get(_JOKERS, ())
                phrases = _Texts(texts[slug], language).without(topics.get(_UNLESS_HERE, ()))
                lacking[slug] = (*phrases, *jokers)
        super().__init__(lacking, language)


class _Texts:
    """The texts of a page."""

    def __init__(self, texts: Iterable[str], language: SearchLanguage) -> None:
        self._language = language
        self._lines = [(_line(text, language), language.fold(text)) for text in texts]
        self._all = tuple("\n".join(lines) for lines in zip(*self._lines, strict=True)) or ("", "")

    def without(self, phrases: Iterable[str]) -> list[str]:
        """Those of the phrases that no text has."""
        return [phrase for phrase in phrases if not self._has(phrase)]

    def _has(self, phrase: str) -> bool:
        folded = is_ideograph(phrase)
        parts = phrase.split(_GAP)
        row = [self._language.fold(part) if folded else _in_line(self._language.words(part), part) for part in parts]
        if not all(part in self._all[folded] for part in row):
            return False
        return len(row) == 1 or any(_in_order(row, line[folded]) for line in self._lines)
