"""Reads a rules page from Markdown and checks it strictly.

A page is ``SLUG.md``: front matter, then ``## Heading {#anchor}`` for each section and ``### Heading {#anchor}``
for a subsection. Pages of games have the sections of ``GAME_SECTIONS``, in that order; other pages
(``kind: article``) have any.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

import yaml
from django.utils.translation import gettext, override, pgettext
from pydantic import ValidationError

from rulesref.article import (
    GAME_SECTIONS,
    OPTIONAL_SECTIONS,
    QUESTIONS,
    Article,
    ArticleFacts,
    ContentError,
    Facts,
    GameFacts,
    Section,
)
from rulesref.files import load_yaml
from rulesref.markup import inline_to_html, inline_to_text, to_blocks, to_html

Generate = Callable[[str], str]
"""Returns the Markdown for a placeholder's name. Raises KeyError for an unknown placeholder."""

_FRONT = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)
_HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*$")
_ANCHORED = re.compile(r"^(.*?)\s*\{#([a-z0-9][a-z0-9-]*)\}$")
_PLACEHOLDER = re.compile(r"^\{\{ ((?:(?:table|picture) )?[a-z0-9-]+) \}\}$")
_QUESTION = re.compile(r"\A\*\*(.+?)\*\*\s*(.*)\Z", re.DOTALL)
#: An answer such as "61." would be the start of a numbered list to Markdown.
_NUMBER_ANSWER = re.compile(r"\A(\d+)([.)])(?=\s|\Z)")
_NEXT_QUESTION = re.compile(r"\n(?=\*\*[^*]+[?？]\*\*)")


def read_facts(slug: str, text: str) -> Facts:
    """The front matter of a page. Raises ContentError."""
    front = _FRONT.match(text)
    if not front:
        raise ContentError(f"{slug}: the page must begin with front matter between two lines of ---")
    try:
        data = load_yaml(front[1])
    except yaml.YAMLError as error:
        raise ContentError(f"{slug}: the front matter is not YAML: {error}") from None
    if not isinstance(data, dict):
        raise ContentError(f"{slug}: the front matter must be a list of names and values")
    model: type[Facts] = ArticleFacts if data.get("kind") == "article" else GameFacts
    try:
        return model.model_validate(data)
    except ValidationError as error:
        wrong = "; ".join(f"{'.'.join(map(str, item['loc']))}: {item['msg']}" for item in error.errors())
        raise ContentError(f"{slug}: front matter: {wrong}") from None


def read_article(slug: str, lang: str, text: str, generate: Generate, english: Article | None = None) -> Article:
    """A page from its source. generate: returns the Markdown of a placeholder. english: the page of which this is a
    translation. Raises ContentError.
    """
    facts = read_facts(slug, text)
    body = _expand(slug, text[_FRONT.match(text).end() :], generate)  # type: ignore[union-attr]
    questions = [part.anchor for part in english.all_sections() if part.is_question] if english else None
    sections = tuple(_sections(slug, body, questions))
    _check_anchors(slug, sections)
    if english:
        _check_translation(slug, sections, english)
    if isinstance(facts, GameFacts):
        with override(lang):
            _check_sections(slug, sections)
    elif not sections:
        raise ContentError(f"{slug}: the page has no section")
    content = [facts.model_dump(), [(part.anchor, part.title, part.html) for part in sections]]
    digest = hashlib.sha256(json.dumps(content, ensure_ascii=False).encode()).hexdigest()
    return Article(slug, lang, facts, sections, digest[:16])


def _expand(slug: str, body: str, generate: Generate) -> str:
    lines = []
    for line in body.split("\n"):
        match = _PLACEHOLDER.match(line.strip())
        if match:
            try:
                lines.append(generate(match[1]))
            except KeyError:
                raise ContentError(f"{slug}: {{{{ {match[1]} }}}} is no placeholder of this page") from None
        elif "{{" in line:
            raise ContentError(f"{slug}: a placeholder needs a line of its own, not as in: {line.strip()}")
        else:
            lines.append(line)
    return "\n".join(lines)


@dataclass
class _Part:
    level: int
    title: str
    anchor: str
    lines: list[str] = field(default_factory=list)

    @property
    def markdown(self) -> str:
        return "\n".join(self.lines).strip()


def _parts(slug: str, body: str) -> Iterator[_Part]:
    """The headings, each with the lines below it."""
    part: _Part | None = None
    fenced = False
    for line in body.split("\n"):
        fenced ^= line.startswith("```")
        heading = None if fenced else _HEADING.match(line)
        if heading:
            if part:
                yield part
            part = _heading(slug, len(heading[1]), heading[2], part)
        elif part:
            part.lines.append(line)
        elif line.strip():
            raise ContentError(f"{slug}: text before the first section: {line.strip()}")
    if part:
        yield part


def _heading(slug: str, level: int, text: str, before: _Part | None) -> _Part:
    if level not in (2, 3):
        raise ContentError(f"{slug}: headings have two or three #, not as in: {'#' * level} {text}")
    if level == 3 and before is None:
        raise ContentError(f"{slug}: ### {text} comes before the first section")
    anchored = _ANCHORED.match(text)
    if not anchored:
        raise ContentError(f"{slug}: the heading “{text}” needs an anchor such as {{#play}}")
    return _Part(level, anchored[1], anchored[2])


def _sections(slug: str, body: str, questions: Sequence[str] | None) -> Iterator[Section]:
    head: _Part | None = None
    subparts: list[_Part] = []
    for part in _parts(slug, body):
        if part.level == 2:
            if head:
                yield _section(slug, head, subparts, questions)
            head, subparts = part, []
        else:
            subparts.append(part)
    if head:
        yield _section(slug, head, subparts, questions)


def _section(slug: str, head: _Part, subparts: list[_Part], questions: Sequence[str] | None) -> Section:
    if head.anchor == QUESTIONS:
        return _questions_section(slug, head, subparts, questions)
    subsections = tuple(_subsection(slug, part.anchor, part.title, part.markdown) for part in subparts)
    markdown = [head.markdown, *(f"### {part.title} {{#{part.anchor}}}\n\n{part.markdown}" for part in subparts)]
    return Section(
        slug,
        head.anchor,
        inline_to_text(head.title),
        "\n\n".join(text for text in markdown if text),
        to_html(head.markdown, head.title) + _with_headings(subsections),
        tuple(to_blocks(head.markdown)),
        subsections,
    )


def _subsection(slug: str, anchor: str, title: str, markdown: str, is_question: bool = False) -> Section:
    name = inline_to_text(title)
    return Section(
        slug, anchor, name, markdown, to_html(markdown, name), tuple(to_blocks(markdown)), is_question=is_question
    )


def _with_headings(subsections: Iterable[Section]) -> str:
    return "".join(f'<h3 id="{part.anchor}">{inline_to_html(part.title)}</h3>\n{part.html}' for part in subsections)


def _questions_section(slug: str, head: _Part, subparts: list[_Part], anchors: Sequence[str] | None) -> Section:
    """The section of questions and answers. Each question is a subsection; its anchor is made from its words. anchors:
    those of the same questions in English, which a translation takes.
    """
    if subparts:
        raise ContentError(f"{slug}: “{head.title}” holds questions in bold, no headings")
    entries: dict[str, tuple[str, list[str]]] = {}
    for block in re.split(r"\n\s*\n", head.markdown):
        for entry in _NEXT_QUESTION.split(block.strip()):
            question = _QUESTION.match(entry)
            if question:
                title = " ".join(question[1].split())
                anchor = _anchor_for(title, entries)
                entries[anchor] = (title, [_NUMBER_ANSWER.sub(r"\1\\\2", question[2].strip())])
            elif entries and entry:
                entries[next(reversed(entries))][1].append(entry)
            else:
                raise ContentError(f"{slug}: in “{head.title}” each entry is **Question?** answer, not: {entry[:60]}")
    if anchors is not None and len(anchors) != len(entries):
        raise ContentError(f"{slug}: “{head.title}” has {len(entries)} questions, the English page {len(anchors)}")
    questions = tuple(
        _subsection(slug, anchor, title, "\n\n".join(answer), is_question=True)
        for anchor, (title, answer) in zip(anchors or entries, entries.values(), strict=True)
    )
    for part in questions:
        if not part.markdown:
            raise ContentError(f"{slug}: the question “{part.title}” has no answer")
    return Section(slug, head.anchor, head.title, head.markdown, _with_headings(questions), (), questions)


def _anchor_for(title: str, taken: Mapping[str, Any]) -> str:
    words = re.sub(r"[^a-z0-9]+", "-", inline_to_text(title).lower()).strip("-") or "question"
    while len(words) > 50 and "-" in words:
        words = words.rpartition("-")[0]
    anchor = base = f"{QUESTIONS}-{words}"
    number = 2
    while anchor in taken:
        anchor, number = f"{base}-{number}", number + 1
    return anchor


def _check_anchors(slug: str, sections: Iterable[Section]) -> None:
    seen: set[str] = set()
    for section in sections:
        for part in (section, *section.subsections):
            if part.anchor in seen:
                raise ContentError(f"{slug}: the anchor {part.anchor} is used twice")
            seen.add(part.anchor)


def _check_translation(slug: str, sections: Sequence[Section], english: Article) -> None:
    """A translation has the places of the English page, so that every link leads to the same place."""
    here = [part.anchor for section in sections for part in (section, *section.subsections)]
    there = [part.anchor for part in english.all_sections()]
    if here != there:
        differs = next((pair for pair in zip_longest(here, there) if pair[0] != pair[1]), None)
        raise ContentError(f"{slug}: the anchors differ from those of the English page, first: {differs}")


def _section_heading(slug: str, heading: str) -> str:
    """The heading of a section in the language of the page; the catalogue may have one for this game alone."""
    own = pgettext(slug, heading)
    return gettext(heading) if own == heading else own


def _check_sections(slug: str, sections: Iterable[Section]) -> None:
    headings = {anchor: _section_heading(slug, heading) for anchor, heading in GAME_SECTIONS.items()}
    order = list(headings)
    present = [section.anchor for section in sections]
    for section in sections:
        if section.anchor not in headings:
            raise ContentError(f"{slug}: {section.anchor} is no section of a game's page: {', '.join(order)}")
        if section.title != headings[section.anchor]:
            wanted = headings[section.anchor]
            raise ContentError(f"{slug}: the section {section.anchor} is called “{wanted}”, not “{section.title}”")
        if not section.markdown:
            raise ContentError(f"{slug}: the section {section.anchor} is empty")
    if present != sorted(present, key=order.index):
        raise ContentError(f"{slug}: the order of the sections is: {', '.join(order)}")
    missing = [anchor for anchor in order if anchor not in present and anchor not in OPTIONAL_SECTIONS]
    if missing:
        raise ContentError(f"{slug}: sections are missing: {', '.join(missing)}")
