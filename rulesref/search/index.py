"""Search over all pages, as people type at the table.

FTS5 stems words and finds candidates (``preparing.py``). They are ranked by a few figures of how well a document fits
the query (``features.py``), each with a weight that was fitted to questions with known answers (``ranking.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from threading import Lock
from weakref import WeakKeyDictionary

from rulesref.library import Library
from rulesref.library import library as current_library
from rulesref.search import index_file
from rulesref.search.answers import HitTexts
from rulesref.search.beyond import ABOUT_OTHERS, Beyond
from rulesref.search.features import IndexedDocument, ScoredQuery
from rulesref.search.hits import SearchHit, SearchResult
from rulesref.search.indexing import Indexer, read_analyser, read_documents
from rulesref.search.meanings import Meanings
from rulesref.search.preparing import Prepared, Preparer
from rulesref.search.ranking import Ranking

MAX_HITS = 20
#: A query of fewer words is either found or not: it has too little to doubt.
_DOUBTED = 2


class SearchIndex:
    """The searchable form of a library. Immutable once built: any number of threads may search it."""

    def __init__(self, library: Library, meanings: Meanings | None = None) -> None:
        """meanings: instead of those of the library."""
        documents = read_documents(library)
        self.analyser = read_analyser(library, documents)
        self.meanings = meanings or Meanings.read(library.file(f"{library.lang}/meanings.bin"))
        indexer = Indexer(self.analyser, documents, self.meanings)
        self._full_text = indexer.full_text(documents)
        self.documents: list[IndexedDocument] = indexer.index_all(documents)
        self.analyser.forget_texts()
        self.rarity = indexer.rarity
        self._preparer = Preparer(library, self.analyser, indexer, documents, self.documents, self.meanings)
        self.ranking = Ranking(self.documents, indexer.numbers, indexer.neighbours(documents), library.lang)
        self._beyond = Beyond(library, documents, self.analyser.language, self.analyser.synonyms)

    def weighted(self, weights: Sequence[float]) -> SearchIndex:
        """The same with other weights of the figures (``features.py``), for fitting."""
        index = copy(self)
        index.ranking = self.ranking.weighted(weights)
        return index

    def search(self, query: str, game: str | None = None, limit: int = 10) -> list[SearchHit]:
        """The documents that answer best, best first, never more than MAX_HITS.

        query: as typed; the last word may be unfinished. game: slug of the game on the table, which goes first unless
        the query names another.
        """
        return self.find(query, game, limit).hits

    def find(self, query: str, game: str | None = None, limit: int = 10) -> SearchResult:
        """The same, with how the query was read."""
        game = game if game in self._preparer.rows else None
        prepared = self.prepare(query, game)
        read = prepared.read
        scored = self.ranking.scored(prepared.candidates, prepared.scored, prepared.games)
        if game is None and read.only_names:
            # Nothing was asked but the game itself.
            scored = self.ranking.pages_first(scored)
        others = read.other_games
        names = [self.analyser.sequence(name) for name in others]
        if game in ABOUT_OTHERS or (scored and self.ranking.tells_of(scored[0][1], prepared.scored, names)):
            others = ()
        answered = bool(scored) and not others and self._answers(scored[0][1], prepared)
        first = self.ranking.once(scored)[: min(limit, MAX_HITS)]
        hits = [self._hit(number, score, prepared.scored) for score, number in first]
        suggestions = [] if hits or game is None else self._questions(game)
        asks_amount = self.analyser.language.asks_amount(query)
        return SearchResult(
            hits, sorted(prepared.games), read.corrected, suggestions, answered, list(others), asks_amount
        )

    def _answers(self, number: int, prepared: Prepared) -> bool:
        """Whether the first hit probably answers."""
        query = prepared.scored
        document = self.documents[number - 1].document
        game = min(prepared.games) if len(prepared.games) == 1 else ""
        if self._beyond.is_elsewhere(prepared.text, game, document):
            return False
        if prepared.read.only_names or len(query.terms) < _DOUBTED:
            return True
        if self._beyond.asks_only_players(prepared.text, game, prepared.words):
            return True
        if self._beyond.is_left_out(prepared.text, game, prepared.words):
            return False
        if (knows_target := self._beyond.knows_target(prepared.text, game)) is not None:
            return knows_target
        indexed = self.documents[number - 1]
        if blocks := self._beyond.blocks(indexed.document):
            best = HitTexts(indexed, query, self.analyser, self.rarity).best
            if indexed.document.passages[best].block in blocks:
                return False
        return self.ranking.is_sure(number, query, prepared.games)

    def plain(self, text: str, game: str | None, weights: tuple[float, ...], limit: int = 10) -> list[SearchHit]:
        """The hits of FTS5's bm25 alone with these weights of its columns, for comparison. The game goes first."""
        rows = self._preparer.rows
        with self._full_text.session() as session:
            query = self._preparer.read(session, text, typing=False)
            tokens = {next(iter(term.variants)) for term in query.terms if not term.telling}
            matches = session.search(tokens, limit, weights)
            if game in rows:
                first = session.search(tokens, limit, weights, rows[game])
                matches = (first + [entry for entry in matches if entry not in first])[:limit]
        documents = [self.documents[number - 1].document for number, _ in matches]
        return [SearchHit(d.slug, d.title, d.anchor, d.heading, d.kind, "", 0.0) for d in documents]

    def prepare(self, text: str, game: str | None) -> Prepared:
        """A query with its candidates. game: slug of the game on the table."""
        with self._full_text.session() as session:
            return self._preparer.prepare(session, text, game)

    def ranked(self, text: str, game: str | None) -> tuple[Prepared, list[int]]:
        """A query, and the numbers of its hits, best first, from 1."""
        prepared = self.prepare(text, game)
        scored = self.ranking.scored(prepared.candidates, prepared.scored, prepared.games)
        return prepared, [number for _, number in self.ranking.once(scored)]

    def _hit(self, number: int, score: float, query: ScoredQuery) -> SearchHit:
        indexed = self.documents[number - 1]
        document = indexed.document
        texts = HitTexts(indexed, query, self.analyser, self.rarity)
        return SearchHit(
            slug=document.slug,
            title=document.title,
            section=document.anchor,
            heading=document.heading,
            kind=document.kind,
            snippet=texts.snippet(),
            score=round(score, 3),
            answer=texts.answer(),
            is_whole=texts.is_whole,
            length=texts.length,
            house_rule=document.kind == "section" and texts.is_house_rule,
            has_figure=texts.has_figure,
        )

    def _questions(self, game: str) -> list[SearchHit]:
        """The questions that a game's page answers, as hits."""
        first, last = self._preparer.rows[game]
        documents = (self.documents[number - 1].document for number in range(first, last + 1))
        return [
            SearchHit(document.slug, document.title, document.anchor, document.heading, document.kind, "", 0.0)
            for document in documents
            if document.kind == "question"
        ]


_indexes: WeakKeyDictionary[Library, SearchIndex] = WeakKeyDictionary()
_building = Lock()


def find(library: Library, query: str, game: str | None = None, limit: int = 10) -> SearchResult:
    """The hits in the pages of a language; in the English pages if there are none, or if the game has no page in it.

    The arguments are those of ``SearchIndex.search``.
    """
    result = search_index(library).find(query, game, limit)
    if library.english is library:
        return result
    games = result.games or ([game] if game else [])
    has_pages = all(library.article(slug).lang == library.lang for slug in games if slug in library.slugs)
    if result.other_games or (result.hits and has_pages):
        return result
    return search_index(library.english).find(query, game, limit)


def search_index(library: Library) -> SearchIndex:
    """The index of a library, read or built at first use and kept as long as the library.

    An index that was built is stored for the next start of the server.
    """
    index = _indexes.get(library)
    if index is None:
        with _building:
            index = _indexes.get(library)
            if index is None:
                index = _indexes[library] = index_file.load(library) or _build(library)
    return index


def _build(library: Library) -> SearchIndex:
    index = SearchIndex(library)
    if library is current_library(library.lang):
        index_file.store(library, index)
    return index
