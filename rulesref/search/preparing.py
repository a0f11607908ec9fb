"""Reads a query, finds the game that is meant, and the documents that are worth comparing with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rulesref.library import Library
from rulesref.search.analyser import Analyser
from rulesref.search.candidates import PageRarity, Rows, TokenIndex, nearness
from rulesref.search.compounds import Compounds
from rulesref.search.documents import SearchDocument
from rulesref.search.features import IndexedDocument, Rarity, ScoredQuery, scored_query
from rulesref.search.full_text import FullTextSession
from rulesref.search.indexing import Indexer
from rulesref.search.languages import Stem
from rulesref.search.meanings import Meanings
from rulesref.search.named_games import GameNames, OtherGames
from rulesref.search.spelling import Spelling
from rulesref.search.terms import Query, QueryReader, Term
from rulesref.search.words import is_ideograph

MAX_QUERY_LENGTH = 200

#: The number of documents of other pages that are candidates.
_CANDIDATES = 60
#: The number of tokens that find them: fewer if the game is known, because all documents of its page are candidates.
_TOKENS, _TOKENS_WITH_GAME = 16, 8
#: The number of candidates that are ranked.
_RANKED = 40
#: A game named before the question: "mate: who leads"; with no game on the table also "briscola, who leads".
_TITLE, _TITLE_OR_CALL = re.compile(r"([^:：—–]{2,30}?)\s*[:：—–]"), re.compile(r"([^:：—–,，]{2,30}?)\s*[:：—–,，]")
#: The name of a game says little about where on its page the answer is.
_NAME_WEIGHT = 0.15


@dataclass(frozen=True)
class Prepared:
    """A query, ready to be compared. text: as typed, shortened. read: how it was read. games: slugs of those that go
    first. words: those that count, without names of games. candidates: numbers of documents, from 1."""

    text: str
    read: Query
    words: frozenset[str]
    games: frozenset[str]
    candidates: list[int]
    scored: ScoredQuery


class Preparer:
    """Prepares queries. Immutable."""

    def __init__(
        self,
        library: Library,
        analyser: Analyser,
        indexer: Indexer,
        documents: Sequence[SearchDocument],
        indexed: Sequence[IndexedDocument],
        meanings: Meanings,
    ) -> None:
        """documents, indexed: all, numbered from 1, without and with their tokens."""
        self._analyser, self._meanings = analyser, meanings
        self._language = analyser.language
        self._documents = indexed
        vocabulary = {word: count for word, count in analyser.frequency.items() if not is_ideograph(word)}
        spelling = Spelling(vocabulary)
        self._reader = QueryReader(analyser, spelling, Compounds(vocabulary, self._language.links), {})
        others = OtherGames.read(library, self._language)
        self._names = GameNames(documents, spelling, analyser.synonyms, self._language, others)
        self._rarity = indexer.rarity
        self._intents = indexer.intents
        #: The numbers of the first and the last document of each page.
        self.rows: dict[str, Rows] = {}
        for number, document in enumerate(documents, 1):
            first, _ = self.rows.get(document.slug, (number, number))
            self.rows[document.slug] = (first, number)
        self._tokens = TokenIndex(indexed)
        self._rarity_of_page = {
            slug: PageRarity(self._tokens, rows, list(self._without_examples(rows))) for slug, rows in self.rows.items()
        }
        self._highest = max(self._rarity.values(), default=1.0)
        self._pages_for_all = [article.slug for article in library.articles() if not article.is_game]

    def _without_examples(self, rows: Rows) -> Iterator[IndexedDocument]:
        """The documents of a page without its worked examples."""
        first, last = rows
        return (indexed for indexed in self._documents[first - 1 : last] if not indexed.document.is_example)

    def prepare(self, session: FullTextSession, text: str, game: str | None) -> Prepared:
        """A query with its candidates. game: slug of the game on the table."""
        text = text[:MAX_QUERY_LENGTH].replace("\0", " ").encode("utf-8", "replace").decode()
        query = self.read(session, text, typing=not text[-1:].isspace())
        named = self._names.find(query.words, game, self._titled(text, game))
        games = named.games or (frozenset({game}) if game else frozenset())
        name_words = {query.words[position] for position in named.positions}
        terms = [replace(term, weight=_NAME_WEIGHT) if term.word in name_words else term for term in query.terms]
        if named.games and named.games != {game}:
            # The name selects the game; it is not searched for on its page.
            terms = [term for term in terms if term.word not in name_words] or terms
        only_names = bool(named.games) and name_words.issuperset(term.word for term in terms)
        query = replace(query, only_names=query.only_names or only_names, other_games=named.others)
        scored = self._scored_query(query, terms, name_words, games)
        scored = replace(scored, asks_amount=self._language.asks_amount(text))
        words = frozenset(term.word for term in query.terms) - name_words
        return Prepared(text, query, words, games, self._candidates(session, scored, games), scored)

    def read(self, session: FullTextSession, text: str, typing: bool) -> Query:
        """A query. typing: its last word may be unfinished."""
        return self._reader.read(text, self._stem(session), typing)

    def _scored_query(
        self, query: Query, terms: Sequence[Term], name_words: set[str], games: frozenset[str]
    ) -> ScoredQuery:
        stems = self._analyser.stems
        sequence = [stems[word] for word in query.meant_words if word in stems and word not in name_words]
        intents = self._intents.likely(sequence, min(games, default=""))
        weigh, highest = self._rarity_for(games)
        scored = scored_query(
            query, terms, sequence, weigh, highest, self._rarity, intents, self._meanings, self._language.filler
        )
        figures = frozenset(
            figure
            for term in terms
            if term.word not in name_words and (figure := self._analyser.figure(next(iter(term.variants))))
        )
        return replace(scored, figures=figures, unknown=self._unknown(query, terms))

    def _titled(self, text: str, game: str | None) -> int:
        """How many words stand before a first colon or dash, or a comma if there is no game on the table."""
        title = (_TITLE if game else _TITLE_OR_CALL).match(text)
        return len(self._analyser.words(title[1])) if title else 0

    def _unknown(self, query: Query, terms: Sequence[Term]) -> float:
        """The share of the words that no page has; a word that was taken for another counts half."""
        strong = [term for term in terms if not term.telling]
        shares = [
            0.5 if term.word in query.corrected else float(self._rarity.keys().isdisjoint(term.variants))
            for term in strong
        ]
        return sum(shares) / len(shares) if shares else 0.0

    def _stem(self, session: FullTextSession) -> Stem:
        """The stemmer for words that no page has."""
        return session.stems if self._language.is_english else self._language.stems

    def _rarity_for(self, games: frozenset[str]) -> tuple[Rarity, float]:
        """The rarity of tokens on the page of the game, or on all pages; and that of the rarest token."""
        if len(games) == 1:
            (game,) = games
            of_page = self._rarity_of_page[game]
            return of_page, of_page.highest
        return self._rarity, self._highest

    def _candidates(self, session: FullTextSession, query: ScoredQuery, games: frozenset[str]) -> list[int]:
        """The documents that have most of the query: those of the games, of the general pages, and a few others."""
        # FTS5 gets the rarest tokens only: synonyms of common words are on every page.
        typed = [entry for tokens in query.terms for entry in tokens]
        tokens = [token for token, _, credit in sorted(typed, key=lambda entry: (-entry[2], entry[0]))]
        most = _TOKENS_WITH_GAME if games else _TOKENS
        near: dict[int, float] = {}
        for slug in (*games, *self._pages_for_all):
            near |= self._tokens.near(query, self.rows[slug])
        # Documents of the games come first: if there are enough, no others are ranked.
        if sum(self._documents[number - 1].document.slug in games for number in near) < _RANKED:
            for number, _ in session.search(tokens[:most], _CANDIDATES):
                if number not in near:
                    near[number] = nearness(query, self._documents[number - 1])
        ranked = []
        for number, value in near.items():
            indexed = self._documents[number - 1]
            likely = 0.1 * query.intents.get(indexed.intent, 0.0)
            ranked.append((indexed.document.slug in games, value + likely, -number))
        ranked.sort(reverse=True)
        return [-number for _, _, number in ranked[:_RANKED]]
