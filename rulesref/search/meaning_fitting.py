"""Learns what words mean: development only, it needs scipy.

The vectors begin as those of latent semantic analysis: a truncated decomposition of the table of places and tokens.
Then they are trained on each page's ways to ask: a random half of the ways becomes part of the places, the others are
asked, and the vectors move so that each way comes nearer to its own place than to the others of its page.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, vstack
from scipy.sparse.linalg import svds

from rulesref.search.documents import SearchDocument
from rulesref.search.indexing import Indexer
from rulesref.search.meanings import ZERO, Meanings
from rulesref.search.words import is_ideograph

Array = NDArray[Any]

_SIZE = 100
_ROUNDS = 20
_STEP = 0.003
#: How sharply the likeness separates places.
_SHARPNESS = 12.0
#: The percentile at which components are cut off, so that each fits into a byte.
_WITHIN = 99.95

#: A way to ask: slug and anchor of the place, the text.
WayKey = tuple[str, str, str]


@dataclass(frozen=True)
class _Page:
    """The places of a page. own: how often each has each token without its ways. ways: the same for each way, with the
    number of its place. asks: which ways are asked: those of this game alone."""

    own: Any
    ways: Any
    places: Array
    asks: Array


class _Table:
    """Texts as rows, tokens as columns."""

    def __init__(self, indexer: Indexer, documents: Sequence[SearchDocument], left_out: Collection[WayKey]) -> None:
        rarest = max(indexer.rarity.values(), default=0.0)
        # Most pairs of ideographs that one place has are no word.
        self.tokens = sorted(
            token
            for token, rarity in indexer.rarity.items()
            if " " not in token and not (rarity == rarest and is_ideograph(token) and len(token) > 1)
        )
        self._columns = {token: number for number, token in enumerate(self.tokens)}
        self._worth = np.array([indexer.worth(token) for token in self.tokens])
        self.pages = list(self._pages(indexer, documents, left_out))

    def _pages(
        self, indexer: Indexer, documents: Sequence[SearchDocument], left_out: Collection[WayKey]
    ) -> Iterator[_Page]:
        by_page: dict[str, list[SearchDocument]] = {}
        for document in documents:
            if not document.is_example:
                by_page.setdefault(document.slug, []).append(document)
        for slug, places in by_page.items():
            ways: list[dict[str, float]] = []
            places_of_ways: list[int] = []
            asks: list[bool] = []
            for number, place in enumerate(places):
                for text in (*place.asked, *place.general):
                    if (slug, place.anchor, text) not in left_out:
                        ways.append(dict.fromkeys(indexer.meaningful_tokens(text), 1.0))
                        places_of_ways.append(number)
                        asks.append(text not in place.general)
            own = [indexer.own_words(place) for place in places]
            yield _Page(
                self._rows(own), self._rows(ways), np.array(places_of_ways, dtype=int), np.array(asks, dtype=bool)
            )

    def _rows(self, texts: Sequence[dict[str, float]]) -> Any:
        columns = self._columns
        entries = [
            (row, columns[token], number)
            for row, text in enumerate(texts)
            for token, number in text.items()
            if token in columns
        ]
        rows, at, values = zip(*entries, strict=True) if entries else ((), (), ())
        return csr_matrix((values, (rows, at)), shape=(len(texts), len(columns)), dtype=float)

    def weighted(self, counts: Any) -> Any:
        """Rows of length 1, each token by how much it means."""
        rows = counts.tocsr(copy=True)
        rows.data = np.where(rows.data > 1.0, 1.0 + np.log(np.maximum(rows.data, 1.0)), rows.data)
        rows.data *= self._worth[rows.indices]
        lengths = np.sqrt(np.asarray(rows.multiply(rows).sum(axis=1))).ravel()
        rows.data /= np.repeat(lengths, np.diff(rows.indptr))
        return rows


def fit_meanings(
    indexer: Indexer, documents: Sequence[SearchDocument], left_out: Collection[WayKey] = frozenset()
) -> Meanings:
    """Learns the meanings of all tokens. left_out: ways to ask that are ignored."""
    table = _Table(indexer, documents, left_out)
    vectors = _first(table)
    _learn(table, vectors)
    widest = np.percentile(np.abs(vectors), _WITHIN)
    rows = np.clip(np.round(vectors * ((ZERO - 1) / widest)), 1 - ZERO, ZERO - 1) + ZERO
    return Meanings(table.tokens, rows.astype(np.uint8).tobytes())


def _first(table: _Table) -> Array:
    """The vectors of latent semantic analysis, of length 1 on average."""
    places = vstack([table.weighted(page.own + _of_places(page, np.ones(len(page.places)))) for page in table.pages])
    _, _, directions = svds(places.tocsr(), k=_SIZE, v0=np.ones(min(places.shape)))
    vectors: Array = directions.T.copy()
    vectors /= np.sqrt((vectors**2).sum(axis=1)).mean()
    return vectors


def _of_places(page: _Page, chosen: Array) -> Any:
    """The counts of the chosen ways, added up for each place."""
    shape = (page.own.shape[0], len(page.places))
    return csr_matrix((chosen, (page.places, np.arange(len(page.places)))), shape=shape) @ page.ways


def _learn(table: _Table, vectors: Array) -> None:
    """Moves the vectors, by gradient descent with moments (Adam)."""
    chance = np.random.default_rng(0)
    mean, spread = np.zeros_like(vectors), np.zeros_like(vectors)
    pages = [page for page in table.pages if page.own.shape[0] > 1 and page.asks.any()]
    step = 0
    for _ in range(_ROUNDS):
        for number in chance.permutation(len(pages)):
            page = pages[number]
            included = chance.random(len(page.places)) < 0.5
            asked = ~included & page.asks
            if not asked.any():
                continue
            places = table.weighted(page.own + _of_places(page, included.astype(float)))
            gradient = _gradient(vectors, table.weighted(page.ways[asked]), places, page.places[asked])
            step += 1
            mean += 0.1 * (gradient - mean)
            spread += 0.01 * (gradient**2 - spread)
            vectors -= _STEP * (mean / (1 - 0.9**step)) / (np.sqrt(spread / (1 - 0.99**step)) + 1e-8)


def _gradient(vectors: Array, asked: Any, places: Any, right: Array) -> Array:
    """How the loss changes with the vectors. right: the place of each text that is asked."""
    one, one_length = _unit(asked @ vectors)
    other, other_length = _unit(places @ vectors)
    scores = _SHARPNESS * one @ other.T
    among = np.exp(scores - scores.max(axis=1, keepdims=True))
    among /= among.sum(axis=1, keepdims=True)
    among[np.arange(len(right)), right] -= 1.0
    among *= _SHARPNESS / len(right)
    by_one, by_other = among @ other, among.T @ one
    by_one = (by_one - (by_one * one).sum(axis=1, keepdims=True) * one) / one_length
    by_other = (by_other - (by_other * other).sum(axis=1, keepdims=True) * other) / other_length
    gradient: Array = asked.T @ by_one + places.T @ by_other
    return gradient


def _unit(rows: Array) -> tuple[Array, Array]:
    """Rows of length 1, and their lengths."""
    lengths = np.sqrt((rows**2).sum(axis=1, keepdims=True)) + 1e-6
    return rows / lengths, lengths
