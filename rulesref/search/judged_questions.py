"""Questions whose answers are known, and whether a place answers them.

A file maps the slug of a page to questions:

    q       as it is typed
    tells   regular expressions, all of which must match the heading or text of the place that answers
    at      the places that answer: a list of anchors, ``page#anchor`` on another page, or a regular expression over
            the anchors of the page
    bare    True: asked with no game on the table
    open    asked with a match of this other game on the table

A question has ``tells`` or ``at`` or both. Worked examples, history and options never answer a question with ``tells``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rulesref.article import Article
from rulesref.files import load_yaml
from rulesref.library import Library
from rulesref.search.index import SearchHit

_NO_ANSWER = {"examples", "history", "options"}


@dataclass(frozen=True)
class JudgedQuestion:
    """A question, and which places answer it. game: the game on the table, or None."""

    slug: str
    query: str
    game: str | None
    tells: tuple[str, ...] = ()
    at: tuple[str, ...] | str = ()

    def answered_by(self, article: Article, anchor: str) -> bool:
        """Whether this place answers. anchor: ``""`` for the page as a whole."""
        if isinstance(self.at, tuple) and self.at:
            place = anchor if article.slug == self.slug else f"{article.slug}#{anchor}"
            return place in self.at and self._has_answer(article, anchor)
        if article.slug != self.slug:
            return False
        if isinstance(self.at, str) and not re.match(self.at, anchor):
            return False
        if not anchor:
            return not article.is_game  # in mid-game the page as a whole is no answer
        return _section_of(article, anchor) not in _NO_ANSWER and self._has_answer(article, anchor)

    def _has_answer(self, article: Article, anchor: str) -> bool:
        place = article.section(anchor) if anchor else article.sections[0]
        return self.says_answer(f"{place.title}\n" + "\n".join(place.intro))

    def says_answer(self, text: str) -> bool:
        """Whether a text has all that the answer must have."""
        return all(re.search(rf"(?<!\w)(?:{wanted})", text, re.IGNORECASE) for wanted in self.tells)

    def rank(self, library: Library, hits: Iterable[SearchHit]) -> int:
        """The place of the first hit that answers, from 1; 0 if none does."""
        for number, hit in enumerate(hits, 1):
            if self.answered_by(library.article(hit.slug), hit.section):
                return number
        return 0


def judged_questions(library: Library, files: Iterable[Path]) -> Iterator[JudgedQuestion]:
    """The questions of these files about pages that the library has."""
    for file in files:
        for slug, entries in load_yaml(file.read_text(encoding="utf-8")).items():
            if slug not in library.slugs:
                continue
            on_table = slug if library.article(slug).is_game else None
            for entry in entries:
                at = entry.get("at", ())
                yield JudgedQuestion(
                    slug=slug,
                    query=str(entry["q"]),
                    game=None if entry.get("bare") else entry.get("open", on_table),
                    tells=tuple(map(str, entry.get("tells", ()))),
                    at=tuple(map(str, at)) if isinstance(at, list | tuple) else str(at),
                )


def _section_of(article: Article, anchor: str) -> str:
    """The anchor of the section that a place is in."""
    return next(
        part.anchor
        for part in article.sections
        if anchor == part.anchor or any(anchor == sub.anchor for sub in part.subsections)
    )
