"""The order of the documents that may answer a query, and whether the first probably answers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from copy import copy
from operator import mul

from rulesref.search.counts import Counts, feature_of
from rulesref.search.documents import DEALING, HOYLE, SearchDocument
from rulesref.search.features import (
    FEATURES,
    SURENESS_FIGURES,
    IndexedDocument,
    ScoredQuery,
    features,
    in_a_row,
    sureness,
)
from rulesref.search.weights import DOUBTS, SURENESS, WEIGHTS

#: Added to the score of documents of the game on the table, or of the game that the query names.
_RIGHT_GAME = 6.0
#: Added for a page that is about no single game.
_NO_GAME = 1.0
#: Taken off for each question that is a hit already, among the first three hits.
_NEXT_QUESTION = 1.5
_VARIED = 3

#: The score and the number of a document, from 1.
Scored = tuple[float, int]


class Ranking:
    """Ranks documents. Immutable."""

    def __init__(
        self, documents: Sequence[IndexedDocument], numbers: Mapping[str, int], neighbours: Counts, lang: str
    ) -> None:
        """documents: all, numbered from 1. numbers: of all tokens. neighbours: how often documents have two of them in
        a row. lang: the language."""
        self._documents = documents
        self._numbers = numbers
        self._neighbours = neighbours
        self._weights = [WEIGHTS.get(name, 0.0) for name in FEATURES]
        self._sureness = [SURENESS.get(name, 0.0) for name in SURENESS_FIGURES]
        self._doubt = DOUBTS.get(lang, 0.0)

    def weighted(self, weights: Sequence[float]) -> Ranking:
        """The same with other weights of the figures."""
        ranking = copy(self)
        ranking._weights = list(weights)
        return ranking

    def scored(self, candidates: Sequence[int], query: ScoredQuery, games: frozenset[str]) -> list[Scored]:
        """The candidates that have a word of the query, best first. games: those that go first."""
        scored = []
        rows = [(share, self._documents_with(pair)) for pair, share in query.row]
        for number in candidates:
            indexed = self._documents[number - 1]
            figures = features(query, indexed, in_a_row((share, counts.get(number, 0)) for share, counts in rows))
            if figures is not None:
                score = sum(map(mul, self._weights, figures))
                scored.append((score + self.game_bonus(indexed.document, games), number))
        scored.sort(key=lambda entry: (-entry[0], entry[1]))
        return self._varied(scored)

    def sureness_of(self, number: int, query: ScoredQuery, games: frozenset[str]) -> list[float]:
        """The figures of ``sureness`` for a document. number: from 1."""
        indexed = self._documents[number - 1]
        row = in_a_row((share, self._documents_with(pair).get(number, 0)) for pair, share in query.row)
        figures = features(query, indexed, row) or [0.0] * len(FEATURES)
        return sureness(query, indexed, figures, games)

    def is_sure(self, number: int, query: ScoredQuery, games: frozenset[str]) -> bool:
        """Whether a document probably answers, if it is the first hit."""
        return math.fsum(map(mul, self._sureness, self.sureness_of(number, query, games))) > self._doubt

    def tells_of(self, number: int, query: ScoredQuery, names: Sequence[Sequence[str]]) -> bool:
        """Whether a place of Hoyle's page, or of that about dealing and scoring ("a cribbage board"), has one of these
        names of games and most of the rest of the query. names: the tokens of each."""
        indexed = self._documents[number - 1]
        if indexed.document.slug not in (DEALING, HOYLE):
            return False
        has = sum(any(token in indexed.places for token, _, _ in tokens) for tokens in query.terms)
        return 2 * has > len(query.terms) and any(name and indexed.places.keys() >= set(name) for name in names)

    def pages_first(self, scored: Sequence[Scored]) -> list[Scored]:
        """The same with pages as a whole before their places."""
        return sorted(scored, key=lambda entry: not self._is_page(entry))

    def once(self, scored: Sequence[Scored]) -> list[Scored]:
        """The same with only the best of a page's facts and the page itself: they have one address."""
        best: dict[tuple[str, str], Scored] = {}
        for entry in scored:
            document = self._documents[entry[1] - 1].document
            best.setdefault((document.slug, document.anchor), entry)
        return list(best.values())

    @staticmethod
    def game_bonus(document: SearchDocument, games: frozenset[str]) -> float:
        """The score added for the page that a document is on."""
        if document.slug in games:
            return _RIGHT_GAME
        return 0.0 if document.is_game else _NO_GAME

    def _documents_with(self, pair: tuple[str, str]) -> Mapping[int, int]:
        """The documents that have these neighbours, each with how often."""
        one, other = map(self._numbers.get, pair)
        return {} if one is None or other is None else self._neighbours.of(feature_of(one, other))

    def _varied(self, scored: list[Scored]) -> list[Scored]:
        """The same, with sections before further questions that fit little better: a question answers one case."""
        first, rest = scored[:1], scored[1:]
        while rest and 0 < len(first) < _VARIED:
            lower = _NEXT_QUESTION * sum(map(self._is_question, first))
            best = max(rest, key=lambda entry: entry[0] - lower * self._is_question(entry))
            rest.remove(best)
            first.append(best)
        return first + rest

    def _is_page(self, entry: Scored) -> bool:
        document = self._documents[entry[1] - 1].document
        return document.kind == "article" and not document.fact

    def _is_question(self, entry: Scored) -> bool:
        return self._documents[entry[1] - 1].document.kind == "question"
