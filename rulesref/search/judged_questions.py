"""Questions whose answers are known, and whether a place answers them.

A YAML file maps the slug of a page to questions in one language:

    q       as it is typed
    tells   regular expressions, all of which must match the heading or text of the place that answers
    at      the places that answer: a list of anchors, ``page#anchor`` on another page, or a regular expression over
            the anchors of the page
    bare    True: asked with no game on the table
    open    asked with a match of this other game on the table

A question has ``tells`` or ``at`` or both. Worked examples, history and options never answer a question with ``tells``.

A file of JSON lines has an object for each question, in any language:

    language  a tag, such as ``de`` or ``zh-Hans``
    question  as it is typed
    game      the slug of the game on the table; null or left out if there is none
    answers   the places that answer, ``page#anchor`` each, or ``page`` for its top (summary and facts); none if the
              rules have no answer
    kind      what sort of question it is, if that is to be counted
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulesref.article import Article
from rulesref.files import load_yaml
from rulesref.library import Library
from rulesref.search.hits import SearchHit

_NO_ANSWER = {"examples", "history", "options"}


class QuestionError(Exception):
    """A question cannot be read. The text says in which file and line, and what is wrong."""


@dataclass(frozen=True)
class JudgedQuestion:
    """A question, and which places answer it. slug: the page that answers, ``""`` if no page does. game: the game on
    the table, or None. kind: what sort of question it is."""

    slug: str
    query: str
    game: str | None
    tells: tuple[str, ...] = ()
    at: tuple[str, ...] | str = ()
    kind: str = ""

    @property
    def has_answer(self) -> bool:
        """Whether the rules answer it."""
        return bool(self.slug)

    @property
    def sort(self) -> str:
        """Its kind, or else how it was asked."""
        if self.kind or not self.has_answer:
            return self.kind or "without an answer"
        if self.game is None:
            return "no game open"
        return "its game open" if self.game == self.slug else "another game open"

    def answered_by(self, article: Article, anchor: str) -> bool:
        """Whether this place answers. anchor: ``""`` for the page as a whole."""
        if isinstance(self.at, tuple) and self.at:
            places = {f"{article.slug}#{anchor}", *([anchor] if article.slug == self.slug else [])}
            return not places.isdisjoint(self.at) and self._has_answer(article, anchor)
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


def files_of(lang: str, *folders: Path) -> list[Path]:
    """The files of a language in these folders: ``de.jsonl``, and those of a set with a name, ``third-de.jsonl``."""
    return sorted(file for folder in folders for name in (lang, f"*-{lang}") for file in folder.glob(f"{name}.*"))


def judged_questions(library: Library, files: Iterable[Path]) -> Iterator[JudgedQuestion]:
    """The questions of these files: of YAML files those about pages that the library has, of JSON lines those in its
    language. Raises QuestionError."""
    for file in files:
        text = file.read_text(encoding="utf-8")
        if file.suffix == ".yaml":
            yield from _of_yaml(library, text)
        else:
            for number, line in enumerate(text.splitlines(), 1):
                if line.strip() and (question := _of_json(library, f"{file}, line {number}", line)):
                    yield question


def _of_yaml(library: Library, text: str) -> Iterator[JudgedQuestion]:
    for slug, entries in load_yaml(text).items():
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


def _of_json(library: Library, where: str, line: str) -> JudgedQuestion | None:
    try:
        data: Mapping[str, Any] = json.loads(line)
        language, query = str(data["language"]), str(data["question"])
        game, answers = data.get("game"), list(map(str, data.get("answers") or ()))
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise QuestionError(f"{where}: not an object with language, question, game, answers: {error}") from None
    if language.casefold() != library.lang.casefold():
        return None
    places = tuple(place if "#" in place else f"{place}#" for place in answers)
    for page in {place.partition("#")[0] for place in places} | ({str(game)} if game else set()):
        if page not in library.slugs:
            raise QuestionError(f"{where}: there is no page {page}")
    for place in places:
        page, _, anchor = place.partition("#")
        if anchor and anchor not in {part.anchor for part in library.article(page).all_sections()}:
            raise QuestionError(f"{where}: the page {page} has no place {anchor}")
    slug = places[0].partition("#")[0] if places else ""
    return JudgedQuestion(slug, query, game or None, (), places, str(data.get("kind") or ""))


def _section_of(article: Article, anchor: str) -> str:
    """The anchor of the section that a place is in."""
    return next(
        part.anchor
        for part in article.sections
        if anchor == part.anchor or any(anchor == sub.anchor for sub in part.subsections)
    )
