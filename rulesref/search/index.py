"""Search over all pages, as people type at the table.

FTS5 stems words and finds candidates. This module ranks them by a few figures of how well a document fits the query
(``features.py``), each with a weight that was fitted to questions with known answers (``weights.py``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import mul
from threading import Lock
from weakref import WeakKeyDictionary

from rulesref.library import Library
from rulesref.library import library as current_library
from rulesref.search import index_file
from rulesref.search.answers import HitTexts
from rulesref.search.candidates import PageRarity, Rows, TokenIndex, nearness
from rulesref.search.counts import feature_of
from rulesref.search.documents import HOYLE, DocumentKind, SearchDocument
from rulesref.search.features import (
    FEATURES,
    SURENESS_FIGURES,
    IndexedDocument,
    Rarity,
    ScoredQuery,
    features,
    in_a_row,
    scored_query,
    sureness,
)
from rulesref.search.full_text import FullTextSession
from rulesref.search.indexing import Indexer, read_analyser, read_documents
from rulesref.search.languages import Stem
from rulesref.search.meanings import Meanings
from rulesref.search.named_games import GameNames, OtherGames
from rulesref.search.spelling import Spelling
from rulesref.search.terms import Query, QueryReader, Term
from rulesref.search.weights import SURENESS, WEIGHTS
from rulesref.search.words import is_ideograph

MAX_QUERY_LENGTH = 200
MAX_HITS = 20

#: The number of documents of other pages that are candidates.
_CANDIDATES = 60
#: The number of tokens that find them: fewer if the game is known, because all documents of its page are candidates.
_TOKENS, _TOKENS_WITH_GAME = 16, 8
#: The number of candidates that are ranked.
_RANKED = 40
#: Added to the score of documents of the game on the table, or of the game that the query names.
_RIGHT_GAME = 6.0
#: Added for a page that is about no single game.
_NO_GAME = 1.0
#: Taken off for each question that is a hit already, among the first three hits.
_NEXT_QUESTION = 1.5
_VARIED = 3
#: Taken off for a question about other numbers or ranks than the asker's: the answer to a neighbouring case is often
#: wrong. Chosen by hand: of 0, 0.7 and 1.5 it put most right places among the first three in Spanish and German.
_OTHER_FIGURES = 0.7
#: Taken off for house rules, history and examples: players ask for the usual rule. Unless the query has half of
#: the heading, such as the name of the variant.
_ASIDE, _NAMED = 1.5, 0.5
_HEADING_TYPED = FEATURES.index("heading_typed")
#: A game named before the question: "mate: who leads"; with no game on the table also "briscola, who leads".
_TITLE, _TITLE_OR_CALL = re.compile(r"([^:：—–]{2,30}?)\s*[:：—–]"), re.compile(r"([^:：—–,，]{2,30}?)\s*[:：—–,，]")
#: A query of fewer words is either found or not: it has too little to doubt.
_DOUBTED = 2
#: The name of a game says little about where on its page the answer is.
_NAME_WEIGHT = 0.15


@dataclass(frozen=True)
class SearchHit:
    """A document that may answer the query.

    slug, title: the page. section: the anchor, ``""`` for the page as a whole. heading: the section's heading, or the
    question. snippet: the sentence that fits best, as HTML with ``<mark>``, all else escaped. answer: the whole
    sentence, list item or table row that answers, as HTML. is_whole: the answer is all of the place.
    """

    slug: str
    title: str
    section: str
    heading: str
    kind: DocumentKind
    snippet: str
    score: float
    answer: str = ""
    is_whole: bool = False

    @property
    def url(self) -> str:
        """Its address; the page as a whole has no anchor."""
        return f"/rules/{self.slug}" + (f"#{self.section}" if self.section else "")


@dataclass(frozen=True)
class SearchResult:
    """The hits of a search, and how it read the query.

    games: slugs of the games that were searched first. corrected: words that the pages do not have, each with the words
    searched instead. suggestions: if there are no hits, questions that the game's page answers. answered: whether the
    first hit probably answers; if not, the hits are only what comes nearest. other_games: the names of games in the
    query that have no rules here.
    """

    hits: list[SearchHit]
    games: list[str] = field(default_factory=list)
    corrected: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    suggestions: list[SearchHit] = field(default_factory=list)
    answered: bool = True
    other_games: list[str] = field(default_factory=list)


class SearchIndex:
    """The searchable form of a library. Immutable once built: any number of threads may search it."""

    def __init__(self, library: Library, meanings: Meanings | None = None) -> None:
        """meanings: instead of those of the library."""
        documents = read_documents(library)
        self.analyser = read_analyser(library, documents)
        self.meanings = meanings or Meanings.read(library.file(f"{library.lang}/meanings.bin"))
        self._language = self.analyser.language
        indexer = Indexer(self.analyser, documents, self.meanings)
        self._full_text = indexer.full_text(documents)
        self.documents: list[IndexedDocument] = indexer.index_all(documents)
        self.analyser.forget_texts()
        vocabulary = {word: count for word, count in self.analyser.frequency.items() if not is_ideograph(word)}
        spelling = Spelling(vocabulary)
        self._reader = QueryReader(self.analyser, spelling, {})
        others = OtherGames.read(library, self._language)
        self._names = GameNames(documents, spelling, self.analyser.synonyms, self._language, others)
        self.rarity = indexer.rarity
        self._intents = indexer.intents
        self._numbers = indexer.numbers
        self._neighbours = indexer.neighbours(documents)
        self._weights = [WEIGHTS.get(name, 0.0) for name in FEATURES]
        self._sureness = [SURENESS.get(name, 0.0) for name in SURENESS_FIGURES]
        self._rows: dict[str, Rows] = {}
        for number, document in enumerate(documents, 1):
            first, _ = self._rows.get(document.slug, (number, number))
            self._rows[document.slug] = (first, number)
        self._tokens = TokenIndex(self.documents)
        self._rarity_of_page = {
            slug: PageRarity(self._tokens, rows, list(self._without_examples(rows)))
            for slug, rows in self._rows.items()
        }
        self._highest = max(self.rarity.values(), default=1.0)
        self._pages_for_all = [article.slug for article in library.articles() if not article.is_game]

    def _without_examples(self, rows: Rows) -> Iterator[IndexedDocument]:
        """The documents of a page without its worked examples."""
        first, last = rows
        return (indexed for indexed in self.documents[first - 1 : last] if not indexed.document.is_example)

    def search(self, query: str, game: str | None = None, limit: int = 10) -> list[SearchHit]:
        """The documents that answer best, best first, never more than MAX_HITS.

        query: as typed; the last word may be unfinished. game: slug of the game on the table, which goes first unless
        the query names another.
        """
        return self.find(query, game, limit).hits

    def find(self, query: str, game: str | None = None, limit: int = 10) -> SearchResult:
        """The same, with how the query was read."""
        game = game if game in self._rows else None
        with self._full_text.session() as session:
            read_query, games, candidates, scored_query = self._prepare(session, query, game)
        scored = self._scored(candidates, scored_query, games)
        if game is None and read_query.only_names:
            # Nothing was asked but the game itself.
            scored.sort(key=lambda entry: not self._is_page(entry))
        if read_query.other_games and scored and self._tells_of(scored[0][1], read_query.other_games):
            read_query = replace(read_query, other_games=())
        answered = bool(scored) and not read_query.other_games
        if answered and not read_query.only_names and len(scored_query.terms) >= _DOUBTED:
            answered = self.is_sure(scored[0][1], scored_query)
        scored = self._once(scored)
        hits = [self._hit(number, score, scored_query, read_query) for score, number in scored[: min(limit, MAX_HITS)]]
        suggestions = [] if hits or game is None else self._questions(game)
        others = list(read_query.other_games)
        return SearchResult(hits, sorted(games), read_query.corrected, suggestions, answered, others)

    def plain(self, text: str, game: str | None, weights: tuple[float, ...], limit: int = 10) -> list[SearchHit]:
        """The hits of FTS5's bm25 alone with these weights of its columns, for comparison. The game goes first."""
        with self._full_text.session() as session:
            query = self._reader.read(text, self._stem(session), typing=False)
            tokens = {next(iter(term.variants)) for term in query.terms if not term.telling}
            matches = session.search(tokens, limit, weights)
            if game in self._rows:
                first = session.search(tokens, limit, weights, self._rows[game])
                matches = (first + [entry for entry in matches if entry not in first])[:limit]
        documents = [self.documents[number - 1].document for number, _ in matches]
        return [SearchHit(d.slug, d.title, d.anchor, d.heading, d.kind, "", 0.0) for d in documents]

    def _prepare(
        self, session: FullTextSession, text: str, game: str | None
    ) -> tuple[Query, frozenset[str], list[int], ScoredQuery]:
        """The query as read, the games that go first, the candidates, and the query ready to be compared with them."""
        text = text[:MAX_QUERY_LENGTH].replace("\0", " ").encode("utf-8", "replace").decode()
        query = self._reader.read(text, self._stem(session), typing=not text[-1:].isspace())
        named = self._names.find(query.words, game, self._titled(text, game))
        games = named.games or (frozenset({game}) if game else frozenset())
        name_words = {query.words[position] for position in named.positions}
        terms = [replace(term, weight=_NAME_WEIGHT) if term.word in name_words else term for term in query.terms]
        if named.games and named.games != {game}:
            # The name selects the game; it is not searched for on its page.
            terms = [term for term in terms if term.word not in name_words] or terms
        if named.games and name_words.issuperset(term.word for term in terms):
            query = replace(query, only_names=True)
        if named.others:
            query = replace(query, other_games=named.others)
        stems = self.analyser.stems
        sequence = [stems[word] for word in query.meant_words if word in stems and word not in name_words]
        intents = self._intents.likely(sequence, min(games, default=""))
        weigh, highest = self._rarity_for(games)
        scored = scored_query(
            query, terms, sequence, weigh, highest, self.rarity, intents, self.meanings, self._language.filler
        )
        figures = frozenset(
            figure
            for term in terms
            if term.word not in name_words and (figure := self.analyser.figure(next(iter(term.variants))))
        )
        scored = replace(scored, figures=figures, unknown=self._unknown(query, terms))
        return query, games, self._candidates(session, scored, games), scored

    def _titled(self, text: str, game: str | None) -> int:
        """How many words stand before a first colon or dash, or a comma if there is no game on the table."""
        title = (_TITLE if game else _TITLE_OR_CALL).match(text)
        return len(self.analyser.words(title[1])) if title else 0

    def _unknown(self, query: Query, terms: Sequence[Term]) -> float:
        """The share of the words that no page has; a word that was taken for another counts half."""
        strong = [term for term in terms if not term.telling]
        shares = [
            0.5 if term.word in query.corrected else float(self.rarity.keys().isdisjoint(term.variants))
            for term in strong
        ]
        return sum(shares) / len(shares) if shares else 0.0

    def _stem(self, session: FullTextSession) -> Stem:
        """The stemmer for words that no page has."""
        return session.stems if self._language.is_english else self._language.stems

    def prepare(self, text: str, game: str | None) -> tuple[list[IndexedDocument], ScoredQuery, frozenset[str]]:
        """The candidates for a query, the query ready to be compared with them, and the games that go first."""
        with self._full_text.session() as session:
            _, games, candidates, query = self._prepare(session, text, game)
        return [self.documents[number - 1] for number in candidates], query, games

    def _rarity_for(self, games: frozenset[str]) -> tuple[Rarity, float]:
        """The rarity of tokens on the page of the game, or on all pages; and that of the rarest token."""
        if len(games) == 1:
            (game,) = games
            of_page = self._rarity_of_page[game]
            return of_page, of_page.highest
        return self.rarity, self._highest

    def _candidates(self, session: FullTextSession, query: ScoredQuery, games: frozenset[str]) -> list[int]:
        """The documents that have most of the query: those of the games, of the general pages, and a few others."""
        # FTS5 gets the rarest tokens only: synonyms of common words are on every page.
        typed = [entry for tokens in query.terms for entry in tokens]
        tokens = [token for token, _, credit in sorted(typed, key=lambda entry: (-entry[2], entry[0]))]
        most = _TOKENS_WITH_GAME if games else _TOKENS
        near: dict[int, float] = {}
        for slug in (*games, *self._pages_for_all):
            near |= self._tokens.near(query, self._rows[slug])
        for number, _ in session.search(tokens[:most], _CANDIDATES):
            if number not in near:
                near[number] = nearness(query, self.documents[number - 1])
        ranked = []
        for number, value in near.items():
            indexed = self.documents[number - 1]
            likely = 0.1 * query.intents.get(indexed.intent, 0.0)
            ranked.append((indexed.document.slug in games, value + likely, -number))
        ranked.sort(reverse=True)
        return [-number for _, _, number in ranked[:_RANKED]]

    # -- how well a document answers ---------------------------------------------------------------------

    def _scored(self, candidates: Sequence[int], query: ScoredQuery, games: frozenset[str]) -> list[tuple[float, int]]:
        scored = []
        rows = [(share, self._documents_with(pair)) for pair, share in query.row]
        for number in candidates:
            indexed = self.documents[number - 1]
            figures = features(query, indexed, in_a_row((share, counts.get(number, 0)) for share, counts in rows))
            if figures is not None:
                score = sum(map(mul, self._weights, figures))
                if indexed.asks_other_figures(query):
                    score -= _OTHER_FIGURES
                if indexed.document.aside and figures[_HEADING_TYPED] < _NAMED:
                    score -= _ASIDE
                scored.append((score + self.game_bonus(indexed.document, games), number))
        scored.sort(key=lambda entry: (-entry[0], entry[1]))
        return self._varied(scored)

    def ranked(self, text: str, game: str | None) -> tuple[ScoredQuery, list[int]]:
        """A query, and the numbers of its hits, best first, from 1."""
        with self._full_text.session() as session:
            _, games, candidates, query = self._prepare(session, text, game)
        return query, [number for _, number in self._once(self._scored(candidates, query, games))]

    def sureness_of(self, number: int, query: ScoredQuery) -> list[float]:
        """The figures of ``sureness`` for a document. number: from 1."""
        indexed = self.documents[number - 1]
        row = in_a_row((share, self._documents_with(pair).get(number, 0)) for pair, share in query.row)
        return sureness(query, indexed, features(query, indexed, row) or [0.0] * len(FEATURES))

    def is_sure(self, number: int, query: ScoredQuery) -> bool:
        """Whether a document probably answers, if it is the first hit."""
        total: float = sum(map(mul, self._sureness, self.sureness_of(number, query)))
        return total > 0.0

    def _tells_of(self, number: int, games: Sequence[str]) -> bool:
        """Whether a place of Hoyle's page has the name of one of these games."""
        indexed = self.documents[number - 1]
        names = (set(self.analyser.sequence(game)) for game in games)
        return indexed.document.slug == HOYLE and any(name and name <= indexed.places.keys() for name in names)

    def _is_page(self, entry: tuple[float, int]) -> bool:
        document = self.documents[entry[1] - 1].document
        return document.kind == "article" and not document.fact

    def _once(self, scored: list[tuple[float, int]]) -> list[tuple[float, int]]:
        """The same with only the best of a page's facts and the page itself: they have one address."""
        seen: set[tuple[str, str]] = set()
        once = []
        for entry in scored:
            document = self.documents[entry[1] - 1].document
            if (document.slug, document.anchor) not in seen:
                seen.add((document.slug, document.anchor))
                once.append(entry)
        return once

    def _documents_with(self, pair: tuple[str, str]) -> Mapping[int, int]:
        """The documents that have these neighbours, each with how often."""
        one, other = map(self._numbers.get, pair)
        return {} if one is None or other is None else self._neighbours.of(feature_of(one, other))

    def _varied(self, scored: list[tuple[float, int]]) -> list[tuple[float, int]]:
        """The same, with sections before further questions that fit little better: a question answers one case."""
        first, rest = scored[:1], scored[1:]
        while rest and 0 < len(first) < _VARIED:
            lower = _NEXT_QUESTION * sum(map(self._is_question, first))
            best = max(rest, key=lambda entry: entry[0] - lower * self._is_question(entry))
            rest.remove(best)
            first.append(best)
        return first + rest

    def _is_question(self, entry: tuple[float, int]) -> bool:
        return self.documents[entry[1] - 1].document.kind == "question"

    @staticmethod
    def game_bonus(document: SearchDocument, games: frozenset[str]) -> float:
        """The score added for the page that a document is on."""
        if document.slug in games:
            return _RIGHT_GAME
        return 0.0 if document.is_game else _NO_GAME

    # -- hits --------------------------------------------------------------------------------------------

    def _hit(self, number: int, score: float, query: ScoredQuery, read_query: Query) -> SearchHit:
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
        )

    def _questions(self, game: str) -> list[SearchHit]:
        """The questions that a game's page answers, as hits."""
        first, last = self._rows[game]
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
