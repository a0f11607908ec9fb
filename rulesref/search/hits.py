"""What a search returns: its hits, and how it read the query."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulesref.search.documents import DocumentKind

#: A further hit is shown whole with the first if its score is at most so much lower, and all of them have at most so
#: many letters, a screen and a half of a phone. Of 2,447 questions with known answers the right place is shown so for
#: 93 %; for 88 % with 0.75, 700 and sections alone. It takes 130 letters more on average.
_BESIDE, _SCREEN = 2.0, 900
#: What may be shown so: an answer, not a page or a fact of its box.
_ANSWERS = ("section", "question", "term")
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
    def beside(self) -> list[SearchHit]:
        """The hits to show whole with the first: those that fit nearly as well, as far as there is room.

        There always is room for one section that the first hit needs: with a question, which answers one case in a
        line; the usual rule with a house rule; with a text that has no figure, if an amount is asked for, one that has.
        """
        if not (self.answered and self.hits):
            return []
        first, *others = self.hits[:_FIRST]
        beside: list[SearchHit] = []
        letters = first.length
        for hit in others:
            if hit.kind not in _ANSWERS or hit.score < first.score - _BESIDE or (first.house_rule and hit.house_rule):
                continue
            if letters + hit.length <= _SCREEN or (not beside and self._needs(first, hit)):
                beside.append(hit)
                letters += hit.length
        return beside

    def _needs(self, first: SearchHit, hit: SearchHit) -> bool:
        if hit.kind != "section" or hit.slug != first.slug:
            return False
        no_figure = self.asks_amount and not first.has_figure and hit.has_figure
        return first.house_rule or first.kind == "question" or no_figure
