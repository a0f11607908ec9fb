"""A cheap preselection of documents, before the best of them are compared closely."""

from __future__ import annotations

import math
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence

from rulesref.search.features import IndexedDocument, ScoredQuery, rarities

#: First and last number of the documents of a page.
Rows = tuple[int, int]

#: The weights of a word in a document, in halves.
_HALVES = tuple(number / 2 for number in range(5))


class TokenIndex:
    """The documents that have a token, each with a weight, without worked examples. Immutable.

    The numbers of the documents are in arrays: as tuples they take ten times the memory.
    """

    def __init__(self, documents: Sequence[IndexedDocument]) -> None:
        """documents: all, numbered from 1; those of a page follow each other."""
        numbers: dict[str, array[int]] = {}
        halves: dict[str, bytearray] = {}
        for number, indexed in enumerate(documents, 1):
            if not indexed.document.is_example:
                for token in indexed.places:
                    numbers.setdefault(token, array("I")).append(number)
                    halves.setdefault(token, bytearray()).append(int(2 * _field_weight(indexed, token)))
        self._numbers = numbers
        self._halves = {token: bytes(weights) for token, weights in halves.items()}

    def near(self, query: ScoredQuery, rows: Rows) -> Mapping[int, float]:
        """The documents of a page that have a word of the query, each with how near it is."""
        near: dict[int, float] = {}
        for tokens in query.terms:
            seen: set[int] = set()
            for token, value, _ in tokens:
                numbers = self._numbers.get(token)
                if numbers is None:
                    continue
                low, high = _between(numbers, rows)
                for number, halves in zip(numbers[low:high], self._halves[token][low:high], strict=True):
                    if number not in seen:
                        seen.add(number)
                        near[number] = near.get(number, 0.0) + value * _HALVES[halves]
        return near

    def spread(self, token: str, rows: Rows) -> int:
        """How many documents of a page have a token."""
        low, high = _between(self._numbers.get(token, ()), rows)
        return high - low


def _between(numbers: Sequence[int], rows: Rows) -> tuple[int, int]:
    low = bisect_left(numbers, rows[0])
    return low, bisect_right(numbers, rows[1], low)


class PageRarity:
    """How rare each token is on a page: ``features.rarities`` of its documents, computed when needed."""

    def __init__(self, tokens: TokenIndex, rows: Rows, documents: Sequence[IndexedDocument]) -> None:
        """rows: of the page. documents: those of the page that are no worked examples."""
        self._tokens = tokens
        self._rows = rows
        self._number = len(documents)
        #: That of the rarest token.
        self.highest = max(rarities(indexed.places for indexed in documents).values(), default=1.0)

    def __contains__(self, token: object) -> bool:
        return bool(self._tokens.spread(str(token), self._rows))

    def __getitem__(self, token: str) -> float:
        return math.log(1 + self._number / self._tokens.spread(token, self._rows))


def nearness(query: ScoredQuery, indexed: IndexedDocument) -> float:
    """How much of the query a document has."""
    near = 0.0
    if query.tokens.isdisjoint(indexed.places):
        return near
    for tokens in query.terms:
        for token, value, _ in tokens:
            if token in indexed.places:
                near += value * _field_weight(indexed, token)
                break
    return near


def _field_weight(indexed: IndexedDocument, token: str) -> float:
    """The weight of a word: higher in the heading and in a way to ask than in the text."""
    plain, _, asked, _, _ = indexed.places[token]
    return 1.0 + 0.5 * (plain == 2) + 0.5 * (asked > 0.0)
