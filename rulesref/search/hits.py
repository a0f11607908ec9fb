"""What a search returns: its hits, and how it read the query."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulesref.search.documents import DocumentKind

#: A section goes with a question that is the first hit if its score is at most so much lower. Measured: of 102 English
#: questions that came first 18 settled nothing; 61 get a section, which has what settles for 7 of the 18.
_BESIDE = 2.0
#: The hits that are shown at first.
_FIRST = 3


@dataclass(frozen=True)
class SearchHit:
    """A document that may answer the query.

    slug, title: the page. section: the anchor, ``""`` for the page as a whole. heading: the section's heading, or the
    question. snippet: the sentence that fits best, as HTML with ``<mark>``, all else escaped. answer: the whole
    sentence, list item or table row that answers, as HTML. is_whole: the answer is all of the place.
    """

    slug: str
    title: str
    section: str
    heading: str
    kind: DocumentKind
    snippet: str
    score: float
    answer: str = ""
    is_whole: bool = False

    @property
    def url(self) -> str:
        """Its address; the page as a whole has no anchor."""
        return f"/rules/{self.slug}" + (f"#{self.section}" if self.section else "")


@dataclass(frozen=True)
class SearchResult:
    """The hits of a search, and how it read the query.

    games: slugs of the games that were searched first. corrected: words that the pages do not have, each with the words
    searched instead. suggestions: if there are no hits, questions that the game's page answers. answered: whether the
    first hit probably answers; if not, the hits are only what comes nearest. other_games: the names of games in the
    query that have no rules here.
    """

    hits: list[SearchHit]
    games: list[str] = field(default_factory=list)
    corrected: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    suggestions: list[SearchHit] = field(default_factory=list)
    answered: bool = True
    other_games: list[str] = field(default_factory=list)

    @property
    def beside(self) -> SearchHit | None:
        """The section to show with a first hit that is a question: that answers one case in a line, the section all."""
        if not (self.answered and self.hits and self.hits[0].kind == "question"):
            return None
        first, *others = self.hits[:_FIRST]
        near = (hit for hit in others if hit.slug == first.slug and hit.score >= first.score - _BESIDE)
        return next((hit for hit in near if hit.kind == "section"), None)
