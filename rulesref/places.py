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
    """A place that can be found: its stems by where they stand."""

    article: Article
    section: Section | None
    kind: Kind
    heading: str
    blocks: tuple[str, ...]
    weight: float
    title: frozenset[str] = frozenset()
    parent: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    body: Counter[str] = field(default_factory=Counter)


def places(library: Library) -> Iterator[Place]:
    for article in library.articles():
        opening = article.sections[0].own[:2] if article.is_game else (getattr(article.facts, "summary", ""),)
        yield Place(article, None, "article", article.title, tuple(opening), 1.0)
        for section in article.sections:
            if section.anchor != ASKED:
                yield Place(article, section, "section", section.title, section.own, _weight(section))
            for part in section.subsections:
                yield _below(article, section, part)


def _below(article: Article, section: Section, part: Section) -> Place:
    if part.question:
        return Place(article, part, "question", part.title, part.own, 1.15)
    if article.slug == GLOSSARY:
        return Place(article, part, "term", part.title, part.own, 0.9)
    return Place(
        article, part, "section", part.title, part.own, _weight(section) if section.anchor == EXAMPLES else 1.0
    )


def _weight(section: Section) -> float:
    return {"history": 0.7, "options": 0.75, EXAMPLES: 0.2}.get(section.anchor, 1.0)


def texts_of(library: Library, place: Place) -> tuple[list[str], list[str], list[str], list[str]]:
    """The words of a place: heading, heading above it, names of the page, text."""
    game = library.game_of(place.article)
    names = [place.article.title, place.article.slug]
    if game:
        facts = place.article.facts
        names += [*game.aliases, *game.native_names.values(), *getattr(facts, "native", {}).values()]
    title = [place.heading, *(names if place.section is None else [])]
    parent = next(
        (
            above.title
            for above in place.article.sections
            if place.section is not above and place.section in above.subsections
        ),
        "",
    )
    return _all_words(title), _all_words([parent]), _all_words(names if game else []), _all_words(place.blocks)


def _all_words(texts: Iterable[str]) -> list[str]:
    """The words of these texts in every way in which they may be typed."""
    found = []
    for text in texts:
        words = words_of(text)
        known = set(words)
        found += words
        for other in (words_of(spell_cards(text)), words_of(with_umlauts(text))):
            found += [word for word in other if word not in known]
    return found
