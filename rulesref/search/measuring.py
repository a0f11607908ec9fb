"""Measures our search, and plain full-text searches for comparison, with questions whose answers are known."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rulesref.library import Library
from rulesref.search.index import SearchHit, SearchIndex
from rulesref.search.judged_questions import JudgedQuestion

Search = Callable[[str, str | None], Sequence[SearchHit]]

OURS = "ours"
_MARK = re.compile(r"<[^>]+>")


@dataclass
class Measure:
    """The rank of the right place for each question. places: from 1; 0 if it is not among the first ten."""

    questions: list[JudgedQuestion] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    firsts: list[SearchHit | None] = field(default_factory=list)

    def share(self, most: int) -> float:
        """How often the right place was among the first hits. most: how many of them."""
        return sum(0 < place <= most for place in self.places) / len(self.places) if self.places else 0.0

    def of(self, slug: str) -> Measure:
        """The questions about one page."""
        chosen = [row for row in zip(self.questions, self.places, self.firsts, strict=True) if row[0].slug == slug]
        return Measure([row[0] for row in chosen], [row[1] for row in chosen], [row[2] for row in chosen])

    def share_that_shows_answer(self, text: Callable[[SearchHit], str]) -> float:
        """How often the text of a right first hit has the answer. text: gives the HTML that is shown of a hit."""
        answers = [
            question.says_answer(f"{hit.heading}\n{_MARK.sub(' ', text(hit))}")
            for question, place, hit in zip(self.questions, self.places, self.firsts, strict=True)
            if place == 1 and hit and question.tells
        ]
        return sum(answers) / len(answers) if answers else 0.0


def searches(index: SearchIndex) -> Mapping[str, Search]:
    """Our search, and SQLite's ranking of the same documents: all with the open game first."""
    return {
        OURS: lambda query, game: index.search(query, game),
        "bm25 of headings and text, game first": lambda query, game: index.plain(query, game, (4, 1, 2, 1, 0)),
        "bm25 of the ways to ask, game first": lambda query, game: index.plain(query, game, (0, 0, 0, 0, 1)),
        "bm25 of everything, game first": lambda query, game: index.plain(query, game, (4, 1, 2, 1, 2)),
    }


def measure(library: Library, search: Search, questions: Iterable[JudgedQuestion]) -> Measure:
    """Asks all these questions."""
    result = Measure()
    for question in questions:
        hits = search(question.query, question.game)
        result.questions.append(question)
        result.places.append(question.rank(library, hits))
        result.firsts.append(hits[0] if hits else None)
    return result
