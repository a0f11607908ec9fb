"""Makes the index: every document with its tokens."""

from __future__ import annotations

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeVar

from rulesref.library import Library
from rulesref.search.analyser import Analyser
from rulesref.search.counts import Counts, feature_of
from rulesref.search.documents import SearchDocument, search_documents
from rulesref.search.features import IndexedDocument, Place, Way, rarities
from rulesref.search.full_text import FullTextIndex
from rulesref.search.intents import Intents
from rulesref.search.languages import read_language
from rulesref.search.meanings import Meanings
from rulesref.search.passages import Passage
from rulesref.search.synonyms import JOINT, Synonyms

T = TypeVar("T")

#: A text with more numbers than this would match every query that has a number.
_CROWDED = 12
#: The share of a word of the heading, and of the text, in a document's meaning; that of a way to ask is 1.
_IN_HEADING, _IN_TEXT = 2.0, 0.3
#: The share of words that say little but tell questions apart.
_TELLING = 0.4


def texts_of(document: SearchDocument) -> Iterator[str]:
    """All texts of a document."""
    yield from (document.heading, document.parent, *document.names, *document.asked, *document.general)
    for passage in document.passages:
        yield from (*passage.cells, *passage.head)


def read_analyser(library: Library, documents: Sequence[SearchDocument]) -> Analyser:
    """The analyser for these documents, with the words of the library's language."""
    language = read_language(library)
    file = library.file(f"{library.lang}/synonyms.yaml")
    synonyms = Synonyms.read([file] if file else [], language)
    texts = (text for document in documents for text in texts_of(document))
    return Analyser(texts, synonyms, language)


def read_documents(library: Library) -> list[SearchDocument]:
    """All documents of a library."""
    return list(search_documents(library))


class Indexer:
    """Indexes documents with an analyser."""

    def __init__(self, analyser: Analyser, documents: Sequence[SearchDocument], meanings: Meanings) -> None:
        self._analyser = analyser
        self._meanings = meanings
        self._filler = {analyser.stems[word] for word in analyser.language.filler}
        self._telling = {analyser.stems[word] for word in analyser.language.telling}
        self._tokens: dict[str, list[str]] = {}
        self._ways: dict[str, Way] = {}
        self._meaningful: dict[str, list[str]] = {}
        #: Equal values, each kept once.
        self._interned: dict[Any, Any] = {}
        self.rarity = self._rarity(documents)
        games = [document for document in documents if document.is_game]
        asked = [(document.slug, document.anchor, text) for document in games for text in document.asked]
        # Each once, whatever the number of games, and under no page.
        asked += dict.fromkeys(("", document.anchor, text) for document in games for text in document.general)
        self.numbers = {stem: number for number, stem in enumerate(dict.fromkeys(analyser.stems.values()))}
        self.intents = Intents(((slug, anchor, analyser.sequence(text)) for slug, anchor, text in asked), self.numbers)

    def _rarity(self, documents: Sequence[SearchDocument]) -> dict[str, float]:
        counted = [d for d in documents if not d.is_example]
        return rarities([token for text in texts_of(document) for token in self.tokens(text)] for document in counted)

    def tokens(self, text: str) -> list[str]:
        """The tokens of a text, kept while indexing."""
        if text not in self._tokens:
            self._tokens[text] = self._analyser.tokens(text)
        return self._tokens[text]

    def way(self, text: str) -> Way:
        """A heading or a way to ask. The same text is the same object: many games share it."""
        if text not in self._ways:
            self._ways[text] = self._way(text)
        return self._ways[text]

    def _way(self, text: str) -> Way:
        tokens = self.tokens(text)
        words = {token for token in tokens if token not in self._filler and JOINT not in token}
        if not words:
            words = {token for token in tokens if JOINT not in token}
        strong = frozenset(token for token in tokens if token not in self._filler) or frozenset(tokens)
        rarity = math.fsum(self.rarity.get(token, 0.0) for token in words)
        telling = frozenset(self._telling.intersection(tokens))
        row = dict.fromkeys(pairwise(self._analyser.sequence(text)))
        return Way(strong, rarity, self._intern(telling), tuple(map(self._intern, row)))

    def _intern(self, value: T) -> T:
        """The equal value that is kept already, else this one."""
        same: T = self._interned.setdefault(value, value)
        return same

    def index(self, document: SearchDocument) -> IndexedDocument:
        """A document with its tokens."""
        heading = self.way(self._heading(document))
        passages = [self._passage_tokens(document, passage) for passage in document.passages]
        for passage in document.passages:
            for cell in passage.cells:
                self._analyser.add_page_words(cell)
        heads = {cell: self.tokens(cell) for passage in document.passages for cell in passage.head}
        rows = {
            number: (
                frozenset(token for cell in passage.head for token in heads[cell]) - self._filler,
                frozenset(self.tokens(passage.cells[0])) - self._filler,
            )
            for number, passage in enumerate(document.passages)
            if passage.head
        }
        ways = [self.way(text) for text in (*document.asked, *document.general)]
        return IndexedDocument(
            document,
            heading.rarity,
            self._places(document, heading, passages, [token for tokens in heads.values() for token in tokens], ways),
            array("d", [way.rarity for way in ways]),
            self._intern(tuple(way.telling for way in ways)),
            rows,
            self.intents.place(document.anchor),
            b"" if document.is_example else self._meanings.of_document(self._weights(document)),
            array("I", [passage.width for passage in document.passages]),
            self._intern(frozenset(filter(None, map(self._analyser.figure, heading.tokens))))
            if document.kind == "question"
            else frozenset(),
        )

    def _passage_tokens(self, document: SearchDocument, passage: Passage) -> list[str]:
        """The tokens of a passage. The cards of a single case match no query: they are in nearly every one."""
        tokens = [token for cell in passage.cells for token in self.tokens(cell)]
        if document.is_example or passage.kind == "case":
            return [token for token in tokens if not self._analyser.is_of_card(token)]
        return tokens

    def row(self, document: SearchDocument) -> Mapping[tuple[str, str], int]:
        """Neighbouring stems of a document's headings and ways to ask, each with how often they have it."""
        texts = (self._heading(document), *document.asked, *document.general)
        return Counter(pair for text in texts for pair in self.way(text).row)

    def neighbours(self, documents: Sequence[SearchDocument]) -> Counts:
        """The rows of all documents, which are numbered from 1."""
        counts = {
            (feature_of(self.numbers[one], self.numbers[other]), number): count
            for number, document in enumerate(documents, 1)
            for (one, other), count in self.row(document).items()
        }
        return Counts(counts)

    @staticmethod
    def _heading(document: SearchDocument) -> str:
        return " ".join(
            (document.heading, *(document.names if document.kind == "article" and not document.fact else ()))
        )

    def meaningful_tokens(self, text: str) -> list[str]:
        """The tokens of a text without filler words, kept while indexing."""
        if text not in self._meaningful:
            self._meaningful[text] = [t for t in self.tokens(text) if t not in self._filler or t in self._telling]
        return self._meaningful[text]

    def own_words(self, document: SearchDocument) -> dict[str, float]:
        """How often a document has each of its meaningful tokens, without the ways to ask for it."""
        words: dict[str, float] = defaultdict(float)
        for text in (document.heading, document.parent):
            for token in self.meaningful_tokens(text):
                words[token] += _IN_HEADING
        for passage in document.passages:
            for cell in passage.cells:
                for token in self.meaningful_tokens(cell):
                    words[token] += _IN_TEXT
        return words

    def worth(self, token: str) -> float:
        """How much a token means."""
        return self.rarity.get(token, 0.0) * (_TELLING if token in self._telling else 1.0)

    def _weights(self, document: SearchDocument) -> Mapping[str, float]:
        words = self.own_words(document)
        for text in (*document.asked, *document.general):
            for token in self.meaningful_tokens(text):
                words[token] += 1.0
        return {
            token: (1.0 + math.log(number) if number > 1.0 else number) * self.worth(token)
            for token, number in words.items()
        }

    def _places(
        self,
        document: SearchDocument,
        heading: Way,
        passages: Sequence[Sequence[str]],
        heads: Sequence[str],
        ways: Sequence[Way],
    ) -> dict[str, Place]:
        """Where the document has each token. heads: those of its tables' heads."""
        plain = {token: 1 for text in (document.parent, *document.names) for token in self.tokens(text)}
        plain = {token: 1 for token in plain if token not in self._filler} | dict.fromkeys(heading.tokens, 2)
        body = Counter(heads)
        in_passages, in_ways = defaultdict(list), defaultdict(list)
        for number, tokens in enumerate(passages):
            body.update(tokens)
            for token in set(tokens):
                in_passages[token].append(number)
        for number, way in enumerate(ways):
            for token in way.tokens:
                in_ways[token].append(number)
        crowded = sum(token.isdigit() for token in body) > _CROWDED
        places = {}
        for token in {*plain, *body, *in_ways}:
            weight = 0.6 + 0.4 * body[token] / (body[token] + 1.5) if body[token] else 0.0
            if crowded and token.isdigit():
                weight *= 0.3
            asked = len(in_ways[token]) / (len(in_ways[token]) + 0.15 * len(ways)) if token in in_ways else 0.0
            numbers = self._intern(tuple(in_passages.get(token, ()))), self._intern(tuple(in_ways.get(token, ())))
            places[token] = self._intern((plain.get(token, 0), round(weight, 4), round(asked, 4), *numbers))
        return places

    def index_all(self, documents: Sequence[SearchDocument]) -> list[IndexedDocument]:
        """All documents with their tokens, in their order."""
        return list(map(self.index, documents))

    def full_text(self, documents: Sequence[SearchDocument]) -> FullTextIndex:
        """The full-text index of these documents, in their order."""
        return FullTextIndex.build(map(self._columns, documents))

    def _columns(self, document: SearchDocument) -> tuple[str, ...]:
        fields: Mapping[str, Sequence[str]] = {
            "heading": [document.heading],
            "parent": [document.parent],
            "names": document.names,
            "body": [cell for passage in document.passages for cell in passage.cells],
            "asked": (*document.asked, *document.general),
        }
        return tuple(" ".join(token for text in texts for token in self.tokens(text)) for texts in fields.values())
