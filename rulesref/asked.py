"""The ways in which players ask for the places of a page: ``asked/SLUG.yaml`` beside the pages of a language.

The file maps the anchor of a place (section, subsection, question, term) to the ways in which players ask for it.
The search matches them; no page shows them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import yaml

from rulesref.article import EXAMPLES, MINUTE, Article, ContentError, Section
from rulesref.files import load_yaml
from rulesref.reading import DEFAULT_LANGUAGE

#: The least number of ways to ask for a place. In other languages sections need fewer, terms of the glossary still
#: fewer, and questions none, because their title is one.
FEWEST, FEWEST_TRANSLATED, FEWEST_FOR_TERM = 10, 6, 4

#: Sections that repeat others.
_NOT_ASKED = {MINUTE, EXAMPLES}


def places(article: Article) -> Iterator[Section]:
    """The sections and subsections that answer a question by themselves: those with text before a subsection."""
    for section in article.sections:
        if section.anchor not in _NOT_ASKED:
            yield from (part for part in (section, *section.subsections) if part.intro)


def read_asked(slug: str, text: str) -> Mapping[str, tuple[str, ...]]:
    """The ways to ask, by anchor. Raises ContentError unless the file maps anchors to lists of texts."""
    try:
        data = load_yaml(text) or {}
    except yaml.YAMLError as error:
        raise ContentError(f"asked/{slug}.yaml: not YAML: {error}") from None
    if not isinstance(data, dict) or not all(isinstance(phrases, list) for phrases in data.values()):
        raise ContentError(f"asked/{slug}.yaml: it must map each anchor to a list of texts")
    for anchor, phrases in data.items():
        wrong = [phrase for phrase in phrases if not isinstance(phrase, str) or not phrase.strip()]
        if wrong:
            raise ContentError(f"asked/{slug}.yaml: {anchor}: not a text (quote numbers): {wrong[0]!r}")
    return {str(anchor): tuple(phrases) for anchor, phrases in data.items()}


def asked_faults(article: Article, asked: Mapping[str, tuple[str, ...]], draft: bool = False) -> list[str]:
    """The faults of the ways to ask for the places of a page, a line each. draft: there may be as few as there are."""
    fewest_by_anchor = {part.anchor: _fewest(article, part) for part in places(article)}
    faults = [f"{article.slug}: {anchor} is no place of the page" for anchor in asked if anchor not in fewest_by_anchor]
    for anchor, fewest in sorted(fewest_by_anchor.items()):
        phrases = asked.get(anchor, ())
        if len(phrases) < fewest and not draft:
            faults.append(f"{article.slug}: {anchor} has {len(phrases)} ways to ask, fewer than {fewest}")
        if len({phrase.casefold() for phrase in phrases}) < len(phrases):
            faults.append(f"{article.slug}: {anchor} has the same way to ask twice")
    return faults


def _fewest(article: Article, part: Section) -> int:
    if article.lang == DEFAULT_LANGUAGE:
        return FEWEST
    if part.is_question:
        return 0
    return FEWEST_TRANSLATED if article.is_game else FEWEST_FOR_TERM
