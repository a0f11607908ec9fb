"""What a search returns: its hits, and how it read the query."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulesref.search.documents import DocumentKind

#: A section goes with a question that is the first hit if its score is at most so much lower. Measured: of 102 English
#: questions that came first 18 settled nothing; 61 get a section, which has what settles for 7 of the 18.
_BESIDE = 2.0
#: A section goes with any first hit if its score is at most so much lower, which is as good as the same, and both have
#: at most so many letters together, which is a screen of a phone.
_TIED, _SCREEN = 0.75, 700
#: The hits that are shown at first.
_FIRST = 3


@dataclass(frozen=True)
class SearchHit:
    """A document that may answer the query.

    slug, title: the page. section: the anchor, ``""`` for the page as a whole. heading: the section's heading, or the
    question. snippet: the sentence that fits best, as HTML with ``<mark>``, all else escaped. answer: the whole
    sentence, list item or table row that answers, as HTML. is_whole: the answer is all of the place. length: of
    the answer, in letters. house_rule: it begins with what only some tables do. has_figure: its best part has a number.
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
    length: int = 0
    house_rule: bool = False
    has_figure: bool = False

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
    query that have no rules here. asks_amount: the query asks how much or how many.
    """

    hits: list[SearchHit]
    games: list[str] = field(default_factory=list)
    corrected: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    suggestions: list[SearchHit] = field(default_factory=list)
    answered: bool = True
    other_games: list[str] = field(default_factory=list)
    asks_amount: bool = False

    @property
    def beside(self) -> SearchHit | None:
        """The section of the same page to show with the first hit, if it fits nearly as well: with a question, which
        answers one case in a line; the usual rule with a house rule; with a text that has no figure, if an amount is
        asked for, one that has; and with any short text another that fits the same."""
        if not (self.answered and self.hits):
            return None
        first, *others = self.hits[:_FIRST]
        near = [
            hit
            for hit in others
            if hit.kind == "section" and hit.slug == first.slug and hit.score >= first.score - _BESIDE
        ]
        if first.house_rule:
            near = [hit for hit in near if not hit.house_rule]
        elif first.kind != "question":
            no_figure = self.asks_amount and not first.has_figure
            tied = first.score - _TIED
            near = [
                hit
                for hit in near
                if (no_figure and hit.has_figure) or (hit.score >= tied and first.length + hit.length <= _SCREEN)
            ]
        return next(iter(near), None)
