"""Fits the weights of the features: development only, it needs scipy.

A listwise fit: for each query the documents that answer should come before all other candidates. Each judged question
is asked three times: with the pages as they are, without a random half of the ways to ask, and without all ways that
are near to the question, because players ask in ways that nobody has thought of.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from rulesref.library import Library
from rulesref.reading import DEFAULT_LANGUAGE
from rulesref.search.features import (
    FEATURES,
    SURENESS_FIGURES,
    IndexedDocument,
    ScoredQuery,
    features,
    in_a_row,
    way_fits,
)
from rulesref.search.index import SearchIndex
from rulesref.search.indexing import Indexer
from rulesref.search.judged_questions import JudgedQuestion
from rulesref.search.meaning_fitting import WayKey, fit_meanings
from rulesref.search.meanings import Meanings
from rulesref.search.preparing import Prepared

Array = NDArray[Any]

#: Keeps the weights small.
_RIDGE = 0.004
#: The weight of a question without half of the ways to ask, and without the near ones; which ways are near.
_HALF, _FAR, _NEAR = 0.5, 0.7, 0.6


#: Of questions whose right answer comes first, this share may be called only the nearest. The questions tune the ways
#: to ask too, so new ones are denied four times as often: 1.9 % of 476 unseen ones, where the aim is 3 %.
_DENIED = 0.005
#: Added to the sum of these languages, because of questions to which nothing was fitted: of those with an answer
#: 5.6 % of the German ones were denied, none of the French ones.
_SHIFTED = {"de": -0.3, "fr": 0.3}
#: Keeps the weights of the sureness small, so that they hold for other questions too.
_SURENESS_RIDGE = 0.003
#: The shares of first hits that do not answer, beside 0.5 for those that do: of questions without an answer, and of
#: questions whose answer was left out, because what is left often answers in part.
_NO_ANSWER, _LEFT_OUT = 0.4, 0.1


@dataclass(frozen=True)
class Sample:
    """A query with its candidates. figures: a row of features each. bonus: added for the right game. right:
    the rows that answer. group: the page, for cross-validation."""

    figures: Array
    bonus: Array
    right: Array
    group: str
    weight: float = 1.0


class First(NamedTuple):
    """A first hit. figures: of ``sureness``. share: of hits of its sort, below 0 for those that do not answer. lang:
    the language."""

    figures: list[float]
    share: float
    lang: str

    @property
    def answers(self) -> bool:
        """Whether it answers."""
        return self.share > 0


Keep = Callable[[ScoredQuery, IndexedDocument], Callable[[int], bool]]


class Samples:
    """Makes samples of judged questions."""

    def __init__(self, index: SearchIndex, library: Library) -> None:
        self._index, self._library = index, library
        self._indexer = Indexer(index.analyser, [indexed.document for indexed in index.documents], index.meanings)

    def near(self, questions: Iterable[JudgedQuestion]) -> Iterator[WayKey]:
        """The ways to ask that are near to one of the questions about their page."""
        for question in questions:
            prepared = self._index.prepare(question.query, question.game)
            query = prepared.scored
            for indexed in self._candidates(prepared):
                document = indexed.document
                if document.slug == question.slug:
                    ways = (*document.asked, *document.general)
                    for number, fit in way_fits(query, indexed).items():
                        if fit >= _NEAR:
                            yield document.slug, document.anchor, ways[number]

    def meanings(self, questions: Sequence[JudgedQuestion]) -> Meanings:
        """What words mean, learnt without the ways to ask that are near to these questions, so that a measurement with
        the questions also holds for others."""
        documents = [indexed.document for indexed in self._index.documents]
        return fit_meanings(self._indexer, documents, frozenset(self.near(questions)))

    def all(self, questions: Iterable[JudgedQuestion]) -> Iterator[Sample]:
        """A sample for each question that has an answer among its candidates."""
        return self._samples(questions, 1.0, None)

    def firsts(self, questions: Iterable[JudgedQuestion]) -> Iterator[First]:
        """The first hit of each question. Each is asked a second time without the places that answer: then nothing
        does. Questions that name a game without rules are known by the name."""
        for question in questions:
            if self._index.find(question.query, question.game, 1).other_games:
                continue
            prepared, ranked = self._index.ranked(question.query, question.game)
            documents = [self._index.documents[number - 1].document for number in ranked]
            right = [question.answered_by(self._library.article(d.slug), d.anchor) for d in documents]
            if right and right[0]:
                yield First(self._figures(ranked[0], prepared), 0.5, self._library.lang)
            if not all(right):
                share = _LEFT_OUT if question.has_answer else _NO_ANSWER
                figures = self._figures(ranked[right.index(False)], prepared)
                yield First(figures, -share, self._library.lang)

    def half(self, questions: Iterable[JudgedQuestion], seed: int) -> Iterator[Sample]:
        """The same, with a random half of the ways to ask left out."""
        chance = random.Random(seed)  # noqa: S311 - not for secrets
        return self._samples(questions, _HALF, lambda query, indexed: lambda number: chance.random() < 0.5)

    def far(self, questions: Iterable[JudgedQuestion]) -> Iterator[Sample]:
        """The same, with all ways left out that are near to the question."""

        def keep(query: ScoredQuery, indexed: IndexedDocument) -> Callable[[int], bool]:
            fits = way_fits(query, indexed)
            return lambda number: fits.get(number, 0.0) < _NEAR

        return self._samples(questions, _FAR, keep)

    def _samples(self, questions: Iterable[JudgedQuestion], weight: float, keep: Keep | None) -> Iterator[Sample]:
        for question in questions:
            prepared = self._index.prepare(question.query, question.game)
            query = prepared.scored
            rows, bonus, right = [], [], []
            for indexed in self._candidates(prepared):
                document = indexed.document
                of_page = document.slug == question.slug
                changed = (
                    self._without(indexed, keep(query, indexed))
                    if keep and of_page and indexed.way_rarities
                    else indexed
                )
                row = self._indexer.row(changed.document)
                pairs = ((share, row.get(pair, 0)) for pair, share in query.row)
                figures = features(query, changed, in_a_row(pairs))
                if figures is not None:
                    rows.append(figures)
                    bonus.append(self._index.ranking.game_bonus(document, prepared.games))
                    right.append(question.answered_by(self._library.article(document.slug), document.anchor))
            if any(right) and not all(right):
                yield Sample(np.array(rows), np.array(bonus), np.array(right), question.slug, weight)

    def _candidates(self, prepared: Prepared) -> list[IndexedDocument]:
        return [self._index.documents[number - 1] for number in prepared.candidates]

    def _figures(self, number: int, prepared: Prepared) -> list[float]:
        return self._index.ranking.sureness_of(number, prepared.scored, prepared.games)

    def _without(self, indexed: IndexedDocument, keep: Callable[[int], bool]) -> IndexedDocument:
        """The document with those of its ways to ask that are kept."""
        document = indexed.document
        texts = [text for number, text in enumerate((*document.asked, *document.general)) if keep(number)]
        return self._indexer.index(replace(document, asked=tuple(texts), general=()))


def fit(samples: Sequence[Sample]) -> Array:
    """The weights that most surely put the right documents first."""
    shares = np.array([sample.weight for sample in samples])
    shares /= shares.sum()
    # One table for all samples; the rows that a sample lacks can never come first.
    rows = max(len(sample.right) for sample in samples)
    figures = np.zeros((len(samples), rows, len(FEATURES)))
    bonus = np.full((len(samples), rows), -1e9)
    right = np.zeros((len(samples), rows), dtype=bool)
    for number, sample in enumerate(samples):
        size = len(sample.right)
        figures[number, :size], bonus[number, :size], right[number, :size] = sample.figures, sample.bonus, sample.right

    def loss(weights: Array) -> tuple[float, Array]:
        scores = figures @ weights + bonus
        shifted = np.exp(scores - scores.max(axis=1, keepdims=True))
        among_all = shifted / shifted.sum(axis=1, keepdims=True)
        probability = np.maximum((among_all * right).sum(axis=1), 1e-12)
        among_right = among_all * right / probability[:, None]
        gradient = np.einsum("s,sr,srf->f", shares, among_all - among_right, figures, optimize=True)
        value = _RIDGE * float(weights @ weights) - float(shares @ np.log(probability))
        return value, gradient + 2 * _RIDGE * weights

    # No feature may count against a document.
    bounds = [(0.0, None)] * len(FEATURES)
    result = minimize(loss, np.full(len(FEATURES), 0.5), jac=True, method="L-BFGS-B", bounds=bounds)
    return np.asarray(result.x)


def fit_sureness(firsts: Sequence[First]) -> tuple[Array, dict[str, float]]:
    """The weights by which a first hit is taken for an answer, and by language the sum above which it is.

    Logistic; of those that answer _DENIED are below in English, and in all other languages together, which have too few
    questions each.
    """
    figures = np.array([first.figures for first in firsts])
    right = np.array([1.0 if first.answers else 0.0 for first in firsts])
    # Each sort has its share, whatever the number of hits of that sort.
    numbers = Counter(first.share for first in firsts)
    share = np.array([abs(first.share) / numbers[first.share] for first in firsts])

    def loss(weights: Array) -> tuple[float, Array]:
        scores = figures @ weights
        probability = 1 / (1 + np.exp(-np.clip(scores, -30, 30)))
        chosen = np.where(right > 0, probability, 1 - probability)
        gradient = figures.T @ (share * (probability - right)) + 2 * _SURENESS_RIDGE * weights
        return float(-share @ np.log(np.maximum(chosen, 1e-12)) + _SURENESS_RIDGE * weights @ weights), gradient

    weights = np.asarray(minimize(loss, np.zeros(figures.shape[1]), jac=True, method="L-BFGS-B").x)
    langs = np.array([first.lang for first in firsts])
    scores = figures @ weights
    english = langs == DEFAULT_LANGUAGE
    doubts: dict[str, float] = {}
    for group in (english, ~english):
        if (right[group] > 0).any():
            doubt = float(np.quantile(scores[group & (right > 0)], _DENIED))
            doubts |= {lang: doubt + _SHIFTED.get(lang, 0.0) for lang in set(langs[group].tolist())}
    return weights, dict(sorted(doubts.items()))


def ranks(samples: Sequence[Sample], weights: Array) -> list[int]:
    """The place of the first right document in each sample, from 1."""
    places = []
    for sample in samples:
        scores = sample.figures @ weights + sample.bonus
        best = scores[sample.right].max()
        places.append(1 + int((scores[~sample.right] >= best).sum()))
    return places


def cross_validated(sets: Mapping[str, Sequence[Sample]], folds: int = 5) -> dict[str, list[int]]:
    """The places of the samples of each set, each ranked with weights fitted to other games only."""
    samples = [sample for chosen in sets.values() for sample in chosen]
    groups = sorted({sample.group for sample in samples})
    places: dict[str, list[int]] = {name: [] for name in sets}
    for fold in range(folds):
        left_out = set(groups[fold::folds])
        weights = fit([sample for sample in samples if sample.group not in left_out])
        for name, chosen in sets.items():
            places[name] += ranks([sample for sample in chosen if sample.group in left_out], weights)
    return places


def write_weights(path: Path, weights: Mapping[str, float], sureness: Array, doubts: Mapping[str, float]) -> None:
    """Writes ``weights.py``. weights: by the names of FEATURES."""
    text = (
        '"""How much each figure of a document counts. Written by ``manage.py fit_search --write``; do not edit."""\n'
    )
    sure = dict(zip(SURENESS_FIGURES, sureness.tolist(), strict=True))
    for comment, name, values in (
        ("In the order of the hits.", "WEIGHTS", weights),
        ("In whether the first hit answers.", "SURENESS", sure),
        ("By language the sum above which the first hit answers.", "DOUBTS", doubts),
    ):
        lines = "".join(f'    "{one}": {value:.3f},\n' for one, value in values.items())
        text += f"\n#: {comment}\n{name} = {{\n{lines}}}\n"
    path.write_text(text, encoding="utf-8")
