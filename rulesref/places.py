"""The places that the search can find: pages, sections, questions and terms, each with the words that lead to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from rulesref.article import ASKED, EXAMPLES, Article, Section
from rulesref.library import Library
from rulesref.words import spell_cards, with_umlauts, words_of

GLOSSARY = "glossary"

Kind = Literal["article", "section", "question", "term"]


@dataclass
class Place:
    """A place that can be found. above: the heading that it stands below.

    weight: how readily it answers. The stems of its words, by where they stand, are filled in by the index.
    """

    article: Article
    section: Section | None
    kind: Kind
    heading: str
    blocks: tuple[str, ...]
    weight: float = 1.0
    above: str = ""
    title: frozenset[str] = frozenset()
    parent: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    body: Counter[str] = field(default_factory=Counter)
    every: frozenset[str] = frozenset()


#: Sections that answer less readily than the others.
_WEIGHTS = {"history": 0.7, "options": 0.75, EXAMPLES: 0.2}


def places(library: Library) -> Iterator[Place]:
    """Every place of every page."""
    for article in library.articles():
        opening = article.sections[0].own[:2] if article.is_game else (library.summary(article),)
        yield Place(article, None, "article", article.title, tuple(opening))
        for section in article.sections:
            if section.anchor != ASKED:
                weight = _WEIGHTS.get(section.anchor, 1.0)
                yield Place(article, section, "section", section.title, section.own, weight)
            for part in section.subsections:
                yield _below(article, section, part)


def _below(article: Article, section: Section, part: Section) -> Place:
    kind: Kind = "question" if part.question else "term" if article.slug == GLOSSARY else "section"
    weight = {"question": 1.15, "term": 0.9}.get(kind, _WEIGHTS[EXAMPLES] if section.anchor == EXAMPLES else 1.0)
    return Place(article, part, kind, part.title, part.own, weight, section.title)


def texts_of(library: Library, place: Place) -> tuple[list[str], list[str], list[str], list[str]]:
    """The words of a place: heading, heading above it, names of the page, text."""
    game = library.game_of(place.article)
    names = [place.article.title, place.article.slug]
    if game:
        facts = place.article.facts
        names += [*game.aliases, *game.native_names.values(), *getattr(facts, "native", {}).values()]
    title = [place.heading, *(names if place.section is None else [])]
    return _all_words(title), _all_words([place.above]), _all_words(names if game else []), _all_words(place.blocks)


def _all_words(texts: Iterable[str]) -> list[str]:
    """The words of these texts in every way in which they may be typed."""
    found = []
    for text in texts:
        words = words_of(text)
        known = set(words)
        found += words
        for other in (spell_cards(text), text if text.isascii() else with_umlauts(text)):
            if other != text:
                found += [word for word in words_of(other) if word not in known]
    return found
