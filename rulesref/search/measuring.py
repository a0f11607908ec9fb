"""Measures our search, and plain full-text searches for comparison, with questions whose answers are known."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from html import unescape

from rulesref.library import Library
from rulesref.search.hits import SearchHit, SearchResult
from rulesref.search.index import find, search_index
from rulesref.search.judged_questions import JudgedQuestion

Search = Callable[[str, str | None], SearchResult]

OURS = "ours"
BM25 = "bm25 of everything, game first"
_MARK = re.compile(r"<[^>]+>")


@dataclass(frozen=True)
class Measured:
    """What a search made of a question. place: of the first hit that answers, from 1; 0 if none of ten does."""

    question: JudgedQuestion
    place: int
    result: SearchResult

    @property
    def first(self) -> SearchHit | None:
        """The first hit."""
        return next(iter(self.result.hits), None)

    @property
    def says_none(self) -> bool:
        """Whether it says that the rules may have no answer: there is no hit, or it is called the nearest."""
        return not (self.result.hits and self.result.answered)

    @property
    def shown(self) -> str:
        """The plain text that is shown first: a heading, and what answers, with the hits beside it; of several hits if
        they are the nearest."""
        hits = [*self.result.hits[:1], *self.result.beside] if self.result.answered else self.result.hits[:3]
        texts = (f"{hit.heading}: {plain(hit.answer if self.result.answered else hit.snippet)}" for hit in hits)
        return " / ".join(texts)


def plain(html: str) -> str:
    """The text of HTML, in one line."""
    return " ".join(unescape(_MARK.sub(" ", html)).split())


@dataclass(frozen=True)
class Measure:
    """What a search made of many questions."""

    all: tuple[Measured, ...] = ()

    @property
    def answerable(self) -> tuple[Measured, ...]:
        """The questions that the rules answer."""
        return tuple(one for one in self.all if one.question.has_answer)

    def share(self, most: int) -> float:
        """How often the right place was among the first hits. most: how many of them."""
        return _share(0 < one.place <= most for one in self.answerable)

    def said_none(self, has_answer: bool) -> float:
        """How often it said that there may be no answer, of the questions with or without one."""
        return _share(one.says_none for one in self.all if one.question.has_answer == has_answer)

    def by(self, key: Callable[[JudgedQuestion], str]) -> dict[str, Measure]:
        """The same for each value of a key of the questions."""
        values = sorted({key(one.question) for one in self.all})
        return {value: Measure(tuple(one for one in self.all if key(one.question) == value)) for value in values}

    def share_that_shows_answer(self, text: Callable[[SearchHit], str]) -> float:
        """How often the text of a right first hit has the answer. text: gives the HTML that is shown of a hit."""
        return _share(
            one.question.says_answer(f"{one.first.heading}\n{_MARK.sub(' ', text(one.first))}")
            for one in self.answerable
            if one.place == 1 and one.first and one.question.tells
        )


def _share(values: Iterable[bool]) -> float:
    counted = list(values)
    return sum(counted) / len(counted) if counted else 0.0


def searches(library: Library) -> Mapping[str, Search]:
    """Our search, and SQLite's ranking of the same documents: all with the open game first."""
    index = search_index(library)

    def bm25(weights: tuple[float, ...]) -> Search:
        return lambda query, game: SearchResult(index.plain(query, game, weights))

    return {
        OURS: lambda query, game: find(library, query, game),
        "bm25 of headings and text, game first": bm25((4, 1, 2, 1, 0)),
        "bm25 of the ways to ask, game first": bm25((0, 0, 0, 0, 1)),
        BM25: bm25((4, 1, 2, 1, 2)),
    }


def never_shown(library: Library, questions: Iterable[JudgedQuestion]) -> set[str]:
    """The places that are said to answer and that no search shows, ``page#anchor`` each: a section of questions, an
    empty heading. A question with only such places can never be right."""
    documents = (indexed.document for indexed in search_index(library).documents)
    shown = {f"{document.slug}#{document.anchor}" for document in documents}
    named = {place for question in questions if isinstance(question.at, tuple) for place in question.at}
    return {place for place in named if "#" in place} - shown


def measure(library: Library, search: Search, questions: Iterable[JudgedQuestion]) -> Measure:
    """Asks all these questions."""
    measured = []
    for question in questions:
        result = search(question.query, question.game)
        measured.append(Measured(question, question.rank(library, result.hits), result))
    return Measure(tuple(measured))
