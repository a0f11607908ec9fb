"""Finds translated pages that are older than the English page that they were made from.

A translation names the version of its English page in its front matter, ``translates``. Pages in other languages have
the same anchors; ``content/LANG/texts/SLUG.yaml`` has the texts of a game's examples and pictures.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from rulesref.article import ArticleFacts, GameFacts
from rulesref.article_source import read_facts
from rulesref.files import load_yaml
from rulesref.library import Library
from rulesref.pictures.content import DEFAULTS
from rulesref.reading import DEFAULT_LANGUAGE

_TRANSLATES = re.compile(r"^translates: .*\n", re.MULTILINE)
_END_OF_FACTS = re.compile(r"(?<=\n)---\n")


def english_version(pages: Library, slug: str) -> str:
    """The version of the source of an English page. Raises KeyError if there is none."""
    file = pages.file(f"{DEFAULT_LANGUAGE}/{slug}.md")
    if file is None:
        raise KeyError(slug)
    return hashlib.sha256(file.read_bytes()).hexdigest()[:12]


def translated_slugs(pages: Library) -> list[str]:
    """The pages that exist in the language of this library, which is not English."""
    return [slug for slug in pages.slugs if pages.file(f"{pages.lang}/{slug}.md")]


def stale_translations(pages: Library) -> Iterator[tuple[str, str]]:
    """Each page of this language that needs another look, and why."""
    for slug in translated_slugs(pages):
        if facts_of(pages, slug).translates != english_version(pages, slug):
            yield slug, "the English page has changed since"
        for text in untranslated_texts(pages, slug):
            yield slug, f"texts/{slug}.yaml has no translation of: {text}"


def facts_of(pages: Library, slug: str) -> GameFacts | ArticleFacts:
    """The front matter of a page in the language of this library."""
    return read_facts(slug, _file(pages, slug).read_text(encoding="utf-8"))


def untranslated_texts(pages: Library, slug: str) -> list[str]:
    """The texts of a game's examples and pictures without a translation."""
    wanted = texts_to_translate(pages.file(f"examples/{slug}.yaml"), pages.file(f"pictures/{slug}.yaml"))
    file = pages.file(f"{pages.lang}/texts/{slug}.yaml")
    texts = load_yaml(file.read_text(encoding="utf-8")) if file else {}
    return [text for text in wanted if not texts.get(text)]


def texts_to_translate(examples: Path | None, pictures: Path | None) -> list[str]:
    """The English texts in the files of a game's worked examples and pictures that a reader sees."""
    titles = [entry["title"] for entry in load_yaml(examples.read_text(encoding="utf-8"))] if examples else []
    entries = load_yaml(pictures.read_text(encoding="utf-8")) or {} if pictures else {}
    for name, picture in entries.items():
        if name != DEFAULTS:
            cells = [cell for row in picture.get("rows", ()) for cell in row if cell]
            titles += [picture["caption"], picture.get("label"), *(picture.get("notes") or {}).values()]
            titles += [cell.get("label") for cell in cells]
    return list(dict.fromkeys(filter(None, titles)))


def confirm_translation(pages: Library, slug: str) -> None:
    """Marks a page as a translation of the English page as it is now."""
    file = _file(pages, slug)
    text = _TRANSLATES.sub("", file.read_text(encoding="utf-8"), count=1)
    start = text.index("---\n") + 4
    end = _END_OF_FACTS.search(text, start)
    assert end is not None  # read_facts has seen it
    line = f"translates: {english_version(pages, slug)}\n"
    file.write_text(text[: end.start()] + line + text[end.start() :], encoding="utf-8")


def _file(pages: Library, slug: str) -> Path:
    file = pages.file(f"{pages.lang}/{slug}.md")
    if file is None:
        raise KeyError(slug)
    return file
