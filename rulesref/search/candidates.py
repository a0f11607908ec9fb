"""A cheap guess which documents may answer, before a few of them are compared closely."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from rulesref.search.features import IndexedDocument, ScoredQuery


class PageIndex:
    """Which documents of a page have a token, and how much that tells. Immutable."""

    def __init__(self, documents: Mapping[int, IndexedDocument]) -> None:
        """documents: of the page, by number."""
        found: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for number, indexed in documents.items():
            for token in indexed.places:
                found[token].append((number, _told(indexed, token)))
        self._found = {token: tuple(entries) for token, entries in found.items()}

    def near(self, query: ScoredQuery) -> Mapping[int, float]:
        """The documents that have a word of the query, each with how much of it."""
        near: dict[int, float] = {}
        found = self._found
        for tokens in query.terms:
            seen: set[int] = set()
            for token, value, _ in tokens:
                for number, told in found.get(token, ()):
                    if number not in seen:
                        seen.add(number)
                        near[number] = near.get(number, 0.0) + value * told
        return near


def nearness(query: ScoredQuery, indexed: IndexedDocument) -> float:
    """The same for one document."""
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
