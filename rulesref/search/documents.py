"""The documents that the search can find: pages, sections, questions and terms, each with the ways to ask for it."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext, gettext_noop, override

from rulesref.article import EXAMPLES, QUESTIONS, Article, ContentError, GameFacts, Section
from rulesref.asked import read_asked
from rulesref.files import load_yaml
from rulesref.library import Library
from rulesref.reading import DEFAULT_LANGUAGE
from rulesref.search.passages import Passage, passages
from scoring.languages import STYLES, language

log = logging.getLogger(__name__)

GLOSSARY = "glossary"
#: The page that tells of games that have no rules here.
HOYLE = "hoyle"
DEALING = "dealing"
#: The name of the file with ways to ask that fit every game.
EVERY_GAME = "every-game"
#: The name of the files with special cases that many games have, and with the ways to ask for them.
SPECIAL_CASES = "special-cases"
#: The name of the file with ways to ask for the facts at the top of every game's page.
FACTS = "facts"
#: The facts that the search finds, each with its label in the box. The rest is in "Setup" and "Object".
_FACTS = {
    "players": gettext_noop("Players"),
    "direction": gettext_noop("Direction"),
    "length": gettext_noop("Length"),
    "origin": gettext_noop("Origin"),
}
#: The section that only summarises the page.
_SUMMARY = "minute"
#: Sections that seldom hold the answer.
_ASIDE = {"history", "options", EXAMPLES}

DocumentKind = Literal["article", "section", "question", "term"]


@dataclass(frozen=True, slots=True)
class SearchDocument:
    """What a search can find: a page as a whole (anchor ``""``), a section, a question or a term of the glossary.

    slug, title: the page. parent: the heading above its own, or ``""``; above: the anchor of the section that it is
    in, or its own. passages: its text; only the page as a whole may have none, because an empty heading answers
    nothing. asked: the ways to ask for it; general: those that every game with such a section shares. names: of the
    game. aside: whether it is in a part of the page that seldom answers. fact: the name of the fact at the top of the
    page, which has no anchor of its own.
    """

    slug: str
    title: str
    anchor: str
    kind: DocumentKind
    heading: str
    passages: tuple[Passage, ...]
    parent: str = ""
    above: str = ""
    asked: tuple[str, ...] = ()
    general: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    is_game: bool = False
    fact: str = ""

    @property
    def aside(self) -> bool:
        """Whether it is history, options or an example."""
        return self.above in _ASIDE

    @property
    def is_example(self) -> bool:
        """Whether it is a worked example."""
        return self.above == EXAMPLES


class SpecialCases:
    """Special cases that many games have (nobody bids, the bid is lost), from ``content/en/special-cases.yaml``. Their
    ways to ask are those of the places that tell of them, not of the general section, which would come first."""

    def __init__(self, library: Library) -> None:
        """library: its language is that of the ways."""
        self._ways = _asked(library, library.lang, SPECIAL_CASES)
        file = library.file(f"{DEFAULT_LANGUAGE}/{SPECIAL_CASES}.yaml")
        cases = load_yaml(file.read_text(encoding="utf-8")) if file else {}
        #: By page its special places, by case.
        self._places: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        #: By case the general section.
        self._general = {case: str(data["else"]) for case, data in cases.items()}
        for case, data in cases.items():
            for place in data["places"]:
                slug, _, anchor = place.partition("#")
                self._places[slug][case].append(anchor)

    def ways(self, slug: str, general: Mapping[str, tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
        """The ways to ask that a page shares with others, by anchor. general: those of every game."""
        special = {way for ways in self._ways.values() for way in ways}
        shared = {anchor: [way for way in ways if way not in special] for anchor, ways in general.items()}
        for case, ways in self._ways.items():
            for anchor in self._places[slug].get(case) or (self._general[case],):
                asked = shared.setdefault(anchor, [])
                asked += (way for way in ways if way not in asked)
        return {anchor: tuple(ways) for anchor, ways in shared.items()}


def search_documents(library: Library) -> Iterator[SearchDocument]:
    """The documents of every page, in the order of the pages."""
    of_every_game = _asked(library, library.lang, EVERY_GAME)
    special_cases = SpecialCases(library)
    of_facts = _asked(library, library.lang, FACTS)
    for article in library.articles():
        names = tuple(_names(library, article))
        summary = " ".join(article.sections[0].intro[:2]) if article.is_game else library.summary(article)
        yield SearchDocument(
            article.slug, article.title, "", "article", article.title, passages(summary), names=names,
            is_game=article.is_game,
        )  # fmt: skip
        if article.lang != library.lang:
            # Not translated: here only its name is indexed, its text in the English index.
            continue
        if isinstance(article.facts, GameFacts):
            for fact, label in _FACTS.items():
                with override(article.lang):
                    heading = gettext(label)
                row = Passage((heading, getattr(article.facts, fact)), ("", ""), 1, "row")
                yield SearchDocument(
                    article.slug, article.title, "", "article", heading, (row,), general=of_facts.get(fact, ()),
                    names=names, is_game=True, fact=fact,
                )  # fmt: skip
        asked = _asked(library, article.lang, article.slug)
        general = special_cases.ways(article.slug, of_every_game) if article.is_game else {}
        for section in article.sections:
            if section.anchor == _SUMMARY:
                continue
            parts = [*([] if section.anchor == QUESTIONS else [section]), *section.subsections]
            left: tuple[str, ...] = ()
            for part in parts:
                # The ways to ask for a section without text of its own ask for what comes first in it.
                of_part = (*left, *general.get(part.anchor, ()))
                left = ()
                if not (text := passages(part.markdown)):
                    left = of_part
                    continue
                yield SearchDocument(
                    article.slug, article.title, part.anchor, _kind(article, section, part), part.title,
                    text, "" if part is section else section.title, section.anchor,
                    asked.get(part.anchor, ()), of_part, names, article.is_game,
                )  # fmt: skip


def _kind(article: Article, section: Section, part: Section) -> DocumentKind:
    if part.is_question:
        return "question"
    return "term" if article.slug == GLOSSARY and part is not section else "section"


def _names(library: Library, article: Article) -> Iterator[str]:
    yield article.title
    yield article.slug
    if game := library.game_of(article):
        yield from game.aliases
        yield from game.native_names.values()
        yield from (language(code).gettext(game.name) for code in list(STYLES))
        yield from getattr(article.facts, "native", {}).values()


def _asked(library: Library, lang: str, name: str) -> Mapping[str, tuple[str, ...]]:
    file = library.file(f"{lang}/asked/{name}.yaml")
    try:
        return read_asked(name, file.read_text(encoding="utf-8")) if file else {}
    except ContentError:
        log.exception("the ways to ask for places of %s are invalid", name)
        return {}
