"""The documents that the search can find: pages, sections, questions and terms, each with its words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from rulesref.article import EXAMPLES, QUESTIONS, Article, Section
from rulesref.library import Library
from rulesref.search.query import spell_cards, with_umlauts, words_of

GLOSSARY = "glossary"

DocumentKind = Literal["article", "section", "question", "term"]


@dataclass(frozen=True)
class SearchDocument:
    """What a search can find: a page as a whole (section None), a section, a question or a term of the glossary.

    parent: the heading above its own, or ``""``. blocks: its plain text. weight: its score is multiplied by this.
    """

    article: Article
    section: Section | None
    kind: DocumentKind
    heading: str
    blocks: tuple[str, ...]
    weight: float = 1.0
    parent: str = ""


@dataclass(frozen=True)
class DocumentWords:
    """The folded words of a document: of its heading, the heading above, the game's names, and its text."""

    heading: list[str]
    parent: list[str]
    names: list[str]
    body: list[str]

    def all_words(self) -> Iterator[str]:
        """All of them, in this order."""
        for words in (self.heading, self.parent, self.names, self.body):
            yield from words


#: Sections that seldom hold the answer.
_WEIGHTS = {"history": 0.7, "options": 0.75, EXAMPLES: 0.2}


def search_documents(library: Library) -> Iterator[SearchDocument]:
    """The documents of every page, in the order of the pages."""
    for article in library.articles():
        opening = article.sections[0].intro[:2] if article.is_game else (library.summary(article),)
        yield SearchDocument(article, None, "article", article.title, tuple(opening))
        for section in article.sections:
            if section.anchor != QUESTIONS:
                weight = _WEIGHTS.get(section.anchor, 1.0)
                yield SearchDocument(article, section, "section", section.title, section.intro, weight)
            for part in section.subsections:
                yield _subsection(article, section, part)


def _subsection(article: Article, section: Section, part: Section) -> SearchDocument:
    kind: DocumentKind = "question" if part.is_question else "term" if article.slug == GLOSSARY else "section"
    weight = {"question": 1.15, "term": 0.9}.get(kind, _WEIGHTS[EXAMPLES] if section.anchor == EXAMPLES else 1.0)
    return SearchDocument(article, part, kind, part.title, part.intro, weight, section.title)


def document_words(library: Library, document: SearchDocument) -> DocumentWords:
    """The words that lead to a document."""
    article = document.article
    game = library.game_of(article)
    names = [article.title, article.slug]
    if game:
        names += [*game.aliases, *game.native_names.values(), *getattr(article.facts, "native", {}).values()]
    heading = [document.heading, *(names if document.section is None else [])]
    return DocumentWords(
        _all_spellings(heading),
        _all_spellings([document.parent]),
        _all_spellings(names if game else []),
        _all_spellings(document.blocks),
    )


def _all_spellings(texts: Iterable[str]) -> list[str]:
    """The words of these texts in every way in which they may be typed."""
    spellings = []
    for text in texts:
        words = words_of(text)
        known = set(words)
        spellings += words
        for other in (spell_cards(text), text if text.isascii() else with_umlauts(text)):
            if other != text:
                spellings += [word for word in words_of(other) if word not in known]
    return spellings
