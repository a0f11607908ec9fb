"""A cheap guess which documents may answer, before a few of them are compared closely."""

from __future__ import annotations

import math
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence

from rulesref.search.features import IndexedDocument, ScoredQuery, rarities

#: First and last number of the documents of a page.
Rows = tuple[int, int]

#: How much a word tells, by the half.
_HALVES = tuple(number / 2 for number in range(5))


class TokenIndex:
    """Which documents have a token, and how much that tells. Worked examples are left out. Immutable.

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
                    halves.setdefault(token, bytearray()).append(int(2 * _told(indexed, token)))
        self._numbers = numbers
        self._halves = {token: bytes(told) for token, told in halves.items()}

    def near(self, query: ScoredQuery, rows: Rows) -> Mapping[int, float]:
        """The documents of a page that have a word of the query, each with how much of it."""
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
    """How rare each token is on a page: what ``features.rarities`` says of its documents, counted when it is asked."""

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
                near += value * _told(indexed, token)
                break
    return near


def _told(indexed: IndexedDocument, token: str) -> float:
    """A word in the heading or in a way to ask tells more than one in the text."""
    plain, _, asked, _, _ = indexed.places[token]
    return 1.0 + 0.5 * (plain == 2) + 0.5 * (asked > 0.0)
