"""A rules page: its facts and its sections. ``article_source`` reads it from Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from django.utils.translation import gettext_noop as _
from pydantic import BaseModel, ConfigDict, Field

from rulesref.pictures.fences import pictures_in


class ContentError(Exception):
    """A page is invalid. The text says which page, where, and what is wrong."""


class InvalidPageError(KeyError):
    """A page that cannot be shown: there is a file, but it is wrong. The text says which file, where, and what."""

    def __str__(self) -> str:
        return str(self.args[0])


#: Anchor → heading of the sections of a game's page, in order. Another language has its own headings in its catalogue.
GAME_SECTIONS = {
    "minute": _("In a minute"),
    "differences": _("Differences"),
    "object": _("Object"),
    "setup": _("Setup and deal"),
    "card-strength": _("Card strength"),
    "bidding": _("Bidding"),
    "play": _("Play"),
    "scoring": _("Scoring"),
    "end": _("End of the match"),
    "irregularities": _("Irregularities"),
    "options": _("Options"),
    "examples": _("Worked examples"),
    "asked": _("Asked mid-game"),
    "history": _("History"),
}
#: Sections that a page may leave out: the game has none, or nothing is known.
OPTIONAL_SECTIONS = {"differences", "card-strength", "bidding", "history"}
#: Short titles for the strip of sections on a phone, by anchor.
SHORT_TITLES = {
    "minute": _("Minute"),
    "setup": _("Deal"),
    "card-strength": _("Cards"),
    "end": _("End"),
    "irregularities": _("Mistakes"),
    "examples": _("Examples"),
    "asked": _("Asked"),
}

#: Titles of the pages that are about no game: the titles of their windows are translated.
_TITLES = (_("Shuffling, dealing, keeping score"), _("Glossary"), _("According to Hoyle"))

#: Anchor of the section for readers in a hurry; the page shows it first.
MINUTE = "minute"
#: Anchor of the section of questions and answers.
QUESTIONS = "asked"
EXAMPLES = "examples"


class GameFacts(BaseModel):
    """Front matter of a game's page. translates: of a page in another language, the version of the English page."""

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
    translates: str = ""


class ArticleFacts(BaseModel):
    """Front matter of any other page. translates: as for games."""

    model_config = ConfigDict(extra="forbid", frozen=True, coerce_numbers_to_str=True)

    kind: Literal["article"]
    title: str
    summary: str
    translates: str = ""


Facts = GameFacts | ArticleFacts


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page that can be linked to.

    markdown, html, blocks: all of it, subsections included, without its own heading. intro: the blocks before the
    first subsection. blocks: its plain text, one entry for each paragraph, list item or table row.
    is_question: True for an entry of "Asked mid-game", whose title is the question.
    """

    slug: str
    anchor: str
    title: str
    markdown: str
    html: str
    intro: tuple[str, ...]
    subsections: tuple[Section, ...] = ()
    is_question: bool = False

    @property
    def short_title(self) -> str:
        """Its title on the strip of sections."""
        return SHORT_TITLES.get(self.anchor, self.title)

    @property
    def url(self) -> str:
        """Its address."""
        return f"/rules/{self.slug}#{self.anchor}"

    @property
    def blocks(self) -> tuple[str, ...]:
        """The plain text, subsections with their titles included."""
        inner = (text for sub in self.subsections for text in (sub.title, *sub.blocks))
        return (*self.intro, *inner)

    @property
    def pictures(self) -> tuple[str, ...]:
        """The HTML of its pictures, those of its subsections included."""
        return pictures_in(self.html)

    @property
    def text(self) -> str:
        """The plain text."""
        return "\n".join(self.blocks)


@dataclass(frozen=True)
class Article:
    """A rules page. facts: its front matter. version: changes with anything that the page shows."""

    slug: str
    lang: str
    facts: Facts
    sections: Sequence[Section]
    version: str = field(default="", compare=False)

    @property
    def title(self) -> str:
        """The name of the game, or of the article."""
        return self.facts.title

    @property
    def path(self) -> str:
        """Its address."""
        return f"/rules/{self.slug}"

    @property
    def is_game(self) -> bool:
        """Whether this is the page of a game."""
        return isinstance(self.facts, GameFacts)

    def all_sections(self) -> Iterator[Section]:
        """All sections and subsections, in order."""
        for section in self.sections:
            yield section
            yield from section.subsections

    @property
    def anchors(self) -> set[str]:
        """The anchors of all sections and subsections."""
        return {section.anchor for section in self.all_sections()}

    def section(self, anchor: str) -> Section:
        """The section or subsection with this anchor. Raises KeyError."""
        for section in self.all_sections():
            if section.anchor == anchor:
                return section
        raise KeyError(anchor)
