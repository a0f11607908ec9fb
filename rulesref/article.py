"""A page of rules: its facts and its sections, read from Markdown and checked strictly.

A page is ``SLUG.md``: front matter, then ``## Heading {#anchor}`` for each section and ``### Heading {#anchor}``
for places inside it. Pages of games have the sections of ``GAME_SECTIONS``, in that order; other pages
(``kind: article``) have any.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rulesref.files import load_yaml
from rulesref.markup import blocks_of, html_of, inline_html, plain_line


class ContentError(Exception):
    """A page cannot be read as it stands. The text says which page, where, and what is wrong."""


#: Anchor → heading of the sections of a game's page, in order.
GAME_SECTIONS = {
    "object": "Object",
    "setup": "Setup and deal",
    "card-strength": "Card strength",
    "bidding": "Bidding",
    "play": "Play",
    "scoring": "Scoring",
    "end": "End of the match",
    "irregularities": "Irregularities",
    "options": "Options",
    "examples": "Worked examples",
    "asked": "Asked mid-game",
    "history": "History",
}
#: Left out where a game has none, or where nothing is known.
MAY_LACK = {"card-strength", "bidding", "history"}
#: Headings in other languages: language → anchor → heading.
TRANSLATED_SECTIONS: dict[str, dict[str, str]] = {}

#: What stands on a phone's strip of sections, where it is shorter than the heading.
SHORT = {
    "setup": "Deal",
    "card-strength": "Cards",
    "end": "End",
    "irregularities": "Mistakes",
    "examples": "Examples",
    "asked": "Asked",
}

ASKED = "asked"
EXAMPLES = "examples"


class GameFacts(BaseModel):
    """Front matter of a game's page."""

    model_config = ConfigDict(extra="forbid", frozen=True, coerce_numbers_to_str=True)

    kind: Literal["game"] = "game"
    title: str
    native: dict[str, str] = {}
    players: str
    deck: str
    deal: str
    direction: str
    goal: str
    length: str
    origin: str
    difficulty: int = Field(ge=1, le=5)


class ArticleFacts(BaseModel):
    """Front matter of any other page."""

    model_config = ConfigDict(extra="forbid", frozen=True, coerce_numbers_to_str=True)

    kind: Literal["article"]
    title: str
    summary: str


Facts = GameFacts | ArticleFacts


@dataclass(frozen=True)
class Section:
    """A part of a page that can be linked to.

    markdown, html, blocks: all of it, subsections included, without its own heading. own: the blocks before the
    first subsection. blocks: its plain text, one entry for each paragraph, list item or table row.
    question: True for an entry of "Asked mid-game", whose title is the question.
    """

    slug: str
    anchor: str
    title: str
    markdown: str
    html: str
    own: tuple[str, ...]
    subsections: tuple[Section, ...] = ()
    question: bool = False

    @property
    def tab(self) -> str:
        """Its name where room is short."""
        return SHORT.get(self.anchor, self.title)

    @property
    def url(self) -> str:
        """Where it stands."""
        return f"/rules/{self.slug}#{self.anchor}"

    @property
    def blocks(self) -> tuple[str, ...]:
        """The plain text, subsections with their titles included."""
        inner = (text for sub in self.subsections for text in (sub.title, *sub.blocks))
        return (*self.own, *inner)

    @property
    def text(self) -> str:
        """The plain text."""
        return "\n".join(self.blocks)


@dataclass(frozen=True)
class Article:
    """A page of rules. facts: its front matter. version: changes with anything that is shown."""

    slug: str
    lang: str
    facts: Facts
    sections: tuple[Section, ...]
    version: str = field(default="", compare=False)

    @property
    def title(self) -> str:
        """The name of the game, or of the article."""
        return self.facts.title

    @property
    def path(self) -> str:
        """Where it stands."""
        return f"/rules/{self.slug}"

    @property
    def is_game(self) -> bool:
        """Whether this is the page of a game."""
        return isinstance(self.facts, GameFacts)

    def every(self) -> Iterator[Section]:
        """All sections and subsections, in order."""
        for section in self.sections:
            yield section
            yield from section.subsections

    @property
    def anchors(self) -> set[str]:
        """All places that can be linked to."""
        return {section.anchor for section in self.every()}

    def section(self, anchor: str) -> Section:
        """The section or subsection with this anchor. Raises KeyError."""
        for section in self.every():
            if section.anchor == anchor:
                return section
        raise KeyError(anchor)


Draw = Callable[[str], str]
"""Makes Markdown for a placeholder's name. Raises KeyError where there is no such placeholder."""

_FRONT = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)
_HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*$")
_ANCHORED = re.compile(r"^(.*?)\s*\{#([a-z0-9][a-z0-9-]*)\}$")
_PLACEHOLDER = re.compile(r"^\{\{ ((?:table )?[a-z-]+) \}\}$")
_QUESTION = re.compile(r"\A\*\*(.+?)\*\*\s*(.*)\Z", re.DOTALL)
#: An answer such as "61." would be the start of a numbered list to Markdown.
_NUMBER_ANSWER = re.compile(r"\A(\d+)([.)])(?=\s|\Z)")
_NEXT_QUESTION = re.compile(r"\n(?=\*\*[^*]+\?\*\*)")


def read_facts(slug: str, text: str) -> Facts:
    """The front matter of a page. Raises ContentError."""
    found = _FRONT.match(text)
    if not found:
        raise ContentError(f"{slug}: the page must begin with front matter between two lines of ---")
    try:
        given = load_yaml(found[1])
    except yaml.YAMLError as error:
        raise ContentError(f"{slug}: the front matter is not YAML: {error}") from None
    if not isinstance(given, dict):
        raise ContentError(f"{slug}: the front matter must be a list of names and values")
    model: type[Facts] = ArticleFacts if given.get("kind") == "article" else GameFacts
    try:
        return model.model_validate(given)
    except ValidationError as error:
        wrong = "; ".join(f"{'.'.join(map(str, item['loc']))}: {item['msg']}" for item in error.errors())
        raise ContentError(f"{slug}: front matter: {wrong}") from None


def read_article(slug: str, lang: str, text: str, draw: Draw) -> Article:
    """A page from its source.

    draw: makes the Markdown of placeholders. Raises ContentError where the page is not as it must be.
    """
    facts = read_facts(slug, text)
    body = _expand(slug, text[_FRONT.match(text).end() :], draw)  # type: ignore[union-attr]
    sections = tuple(_sections(slug, body))
    _check_anchors(slug, sections)
    if isinstance(facts, GameFacts):
        _check_sections(slug, lang, sections)
    elif not sections:
        raise ContentError(f"{slug}: the page has no section")
    shown = [facts.model_dump(), [(part.anchor, part.title, part.html) for part in sections]]
    digest = hashlib.sha256(json.dumps(shown, ensure_ascii=False).encode()).hexdigest()
    return Article(slug, lang, facts, sections, digest[:16])


def _expand(slug: str, body: str, draw: Draw) -> str:
    lines = []
    for line in body.split("\n"):
        found = _PLACEHOLDER.match(line.strip())
        if found:
            try:
                lines.append(draw(found[1]))
            except KeyError:
                raise ContentError(f"{slug}: {{{{ {found[1]} }}}} is no placeholder of this page") from None
        elif "{{" in line:
            raise ContentError(f"{slug}: a placeholder stands alone on its line, not as in: {line.strip()}")
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
    """The pieces between headings."""
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
        raise ContentError(f"{slug}: ### {text} stands before the first section")
    anchored = _ANCHORED.match(text)
    if not anchored:
        raise ContentError(f"{slug}: the heading “{text}” needs an anchor such as {{#play}}")
    return _Part(level, anchored[1], anchored[2])


def _sections(slug: str, body: str) -> Iterator[Section]:
    head: _Part | None = None
    below: list[_Part] = []
    for part in _parts(slug, body):
        if part.level == 2:
            if head:
                yield _section(slug, head, below)
            head, below = part, []
        else:
            below.append(part)
    if head:
        yield _section(slug, head, below)


def _section(slug: str, head: _Part, below: list[_Part]) -> Section:
    if head.anchor == ASKED:
        return _asked(slug, head, below)
    subsections = tuple(_leaf(slug, part.anchor, part.title, part.markdown) for part in below)
    markdown = [head.markdown, *(f"### {part.title} {{#{part.anchor}}}\n\n{part.markdown}" for part in below)]
    return Section(
        slug,
        head.anchor,
        plain_line(head.title),
        "\n\n".join(text for text in markdown if text),
        html_of(head.markdown, head.title) + _headed(subsections),
        tuple(blocks_of(head.markdown)),
        subsections,
    )


def _leaf(slug: str, anchor: str, title: str, markdown: str, question: bool = False) -> Section:
    name = plain_line(title)
    return Section(slug, anchor, name, markdown, html_of(markdown, name), tuple(blocks_of(markdown)), question=question)


def _headed(subsections: Iterable[Section]) -> str:
    return "".join(f'<h3 id="{part.anchor}">{inline_html(part.title)}</h3>\n{part.html}' for part in subsections)


def _asked(slug: str, head: _Part, below: list[_Part]) -> Section:
    """The section of questions: each has an anchor of its own, made from its words."""
    if below:
        raise ContentError(f"{slug}: “{head.title}” holds questions in bold, no headings")
    found: dict[str, tuple[str, list[str]]] = {}
    for block in re.split(r"\n\s*\n", head.markdown):
        for entry in _NEXT_QUESTION.split(block.strip()):
            question = _QUESTION.match(entry)
            if question:
                title = " ".join(question[1].split())
                anchor = _anchor_for(title, found)
                found[anchor] = (title, [_NUMBER_ANSWER.sub(r"\1\\\2", question[2].strip())])
            elif found and entry:
                found[next(reversed(found))][1].append(entry)
            else:
                raise ContentError(f"{slug}: in “{head.title}” each entry is **Question?** answer, not: {entry[:60]}")
    questions = tuple(
        _leaf(slug, anchor, title, "\n\n".join(answer), question=True) for anchor, (title, answer) in found.items()
    )
    for part in questions:
        if not part.markdown:
            raise ContentError(f"{slug}: the question “{part.title}” has no answer")
    return Section(slug, head.anchor, head.title, head.markdown, _headed(questions), (), questions)


def _anchor_for(title: str, taken: Mapping[str, Any]) -> str:
    words = re.sub(r"[^a-z0-9]+", "-", plain_line(title).lower()).strip("-")
    while len(words) > 50 and "-" in words:
        words = words.rpartition("-")[0]
    anchor = base = f"{ASKED}-{words}"
    number = 2
    while anchor in taken:
        anchor, number = f"{base}-{number}", number + 1
    return anchor


def _check_anchors(slug: str, sections: Iterable[Section]) -> None:
    seen: set[str] = set()
    for section in sections:
        for part in (section, *section.subsections):
            if part.anchor in seen:
                raise ContentError(f"{slug}: the anchor {part.anchor} stands twice")
            seen.add(part.anchor)


def _check_sections(slug: str, lang: str, sections: Iterable[Section]) -> None:
    headings = {**GAME_SECTIONS, **TRANSLATED_SECTIONS.get(lang, {})}
    order = list(headings)
    there = [section.anchor for section in sections]
    for section in sections:
        if section.anchor not in headings:
            raise ContentError(f"{slug}: {section.anchor} is no section of a game's page: {', '.join(order)}")
        if section.title != headings[section.anchor]:
            wanted = headings[section.anchor]
            raise ContentError(f"{slug}: the section {section.anchor} is called “{wanted}”, not “{section.title}”")
        if not section.markdown:
            raise ContentError(f"{slug}: the section {section.anchor} is empty")
    if there != sorted(there, key=order.index):
        raise ContentError(f"{slug}: the sections stand in this order: {', '.join(order)}")
    missing = [anchor for anchor in order if anchor not in there and anchor not in MAY_LACK]
    if missing:
        raise ContentError(f"{slug}: sections are missing: {', '.join(missing)}")
