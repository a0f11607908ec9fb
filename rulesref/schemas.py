"""The JSON of the rules API: pydantic models for the responses and for their documentation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, AliasChoices, ConfigDict, Field

from companion.http.accept_language import language_tag
from companion.http.models import ResponseModel
from rulesref.article import Article, GameFacts, Section
from rulesref.library import Library

Language = Annotated[str, AfterValidator(language_tag)]
"""A language tag, from a code of Django."""


class RulesFacts(ResponseModel):
    """The facts at the top of a game's page."""

    players: str = Field(description="How many play, and how they sit.")
    deck: str = Field(description="The cards.")
    deal: str = Field(description="How many cards each player gets.")
    direction: str = Field(description="Clockwise or counter-clockwise.")
    goal: str = Field(description="What wins.")
    length: str = Field(description="How long it takes.")
    family: str = Field(description="The family of games.")
    origin: str = Field(description="Where it comes from.")
    difficulty: int = Field(ge=1, le=5, description="From 1, easy to learn, to 5.")


class RulesPart(ResponseModel):
    """A part of a section: a subsection, a worked example, or one of the questions asked in mid-game."""

    model_config = ConfigDict(from_attributes=True)

    anchor: str = Field(description="Its name in links.")
    title: str = Field(description="Its heading, or the question.")
    url: str = Field(description="Deep link into the rules page.")
    question: bool = Field(
        description="Whether this is a question asked in mid-game and its answer.",
        validation_alias=AliasChoices("question", "is_question"),
    )
    markdown: str = Field(description="The text, without its heading.")
    html: str = Field(description="The same as HTML: no scripts, no styles, safe to show as it is.")


class RulesSection(RulesPart):
    """A section. Its Markdown and HTML include the parts below it."""

    parts: list[RulesPart] = Field(
        validation_alias=AliasChoices("parts", "subsections"),
        description="Its subsections, examples or questions, in their order.",
    )


class RulesSummary(ResponseModel):
    """A page in the list of all pages."""

    slug: str = Field(description="The name in addresses; that of the game, if it is about one.")
    title: str = Field(description="The heading of the page.")
    kind: Literal["game", "article"] = Field(description="A game's rules, or another article.")
    native_names: dict[str, str] = Field(description="The name in the players' own languages, by language tag.")
    summary: str = Field(description="What it is, in a line.")
    language: Language = Field(description="The language it is written in.")
    version: str = Field(description="Changes when the page does.")
    facts: RulesFacts | None = Field(description="For games only.")
    url: str = Field(description="The page for people.")
    api_url: str = Field(description="The page for programs.")


class RulesList(ResponseModel):
    """All pages: the games by name, then the other articles."""

    language: Language = Field(description="In which the list was asked for; a page that is not in it is in English.")
    languages: list[Language] = Field(description="The languages with at least one page.")
    version: str = Field(description="Changes when any page does.")
    rules: list[RulesSummary] = Field(description="The games by name, then the other articles.")


class RulesArticle(RulesSummary):
    """A rules page with its sections."""

    sections: list[RulesSection] = Field(description="In the order of the page.")


class RulesSectionPage(RulesSection):
    """One section or part of a page."""

    slug: str = Field(description="Of the page that it is on.")
    article: str = Field(description="The title of the page.")
    language: Language = Field(description="The language it is written in.")
    version: str = Field(description="The version of the page.")


class RulesBundle(ResponseModel):
    """All rules pages, for apps that work without a network."""

    language: Language = Field(description="In which the pages were asked for; one that is not in it is in English.")
    version: str = Field(description="Changes when any page does.")
    rules: list[RulesArticle] = Field(description="The games by name, then the other articles.")


class RulesHit(ResponseModel):
    """A search result: a page, a section, a question or a term."""

    url: str = Field(description="Deep link.")
    slug: str = Field(description="Of the page that it is on.")
    article: str = Field(description="The title of the page.")
    section: str = Field(description="The anchor; empty for the page as a whole.")
    title: str = Field(description="The heading of the section, or the question.")
    kind: Literal["article", "section", "question", "term"] = Field(description="What was found.")
    snippet: str = Field(
        description="The sentence that fits best, as HTML: `<mark>` around the matching words, all else escaped."
    )
    text: str = Field(description="The same without marks.")
    answer: str = Field(
        description="What answers, as HTML with `<mark>` around the matching words: a short section whole, of a longer "
        "one the sentences, list items or table rows that fit best. Text alone, or `<p>`, `<ul>` and `<table>`; a "
        'picture in words is `<p class="in-words">`.'
    )
    score: float = Field(description="How well it answers; comparable within one response only.")


class RulesHits(ResponseModel):
    """Search results, best first."""

    query: str = Field(description="What was looked for.")
    game: str = Field(description="The game that goes first, or empty.")
    language: Language = Field(description="Of the pages that were searched.")
    answered: bool = Field(
        description="Whether the first result probably answers. If not, the rules may have no answer, and the results "
        "are what comes nearest."
    )
    games: list[str] = Field(description="Slugs of the games that were searched first: those that the query names.")
    unknown_games: list[str] = Field(
        description="Names of games in the query that have no rules here, as we write them."
    )
    results: list[RulesHit] = Field(description="At most `limit` of them.")


def rules_section_page(article: Article, section: Section) -> RulesSectionPage:
    """A section on its own."""
    own = RulesSection.model_validate(section).model_dump()
    page = {"slug": article.slug, "article": article.title, "language": article.lang, "version": article.version}
    return RulesSectionPage(**own, **page)


def _summary(library: Library, article: Article) -> dict[str, Any]:
    facts = article.facts
    game = facts if isinstance(facts, GameFacts) else None
    return {
        "slug": article.slug,
        "title": article.title,
        "kind": facts.kind,
        "native_names": game.native if game else {},
        "summary": library.summary(article),
        "language": article.lang,
        "version": article.version,
        "facts": {**game.model_dump(), "family": library.games[article.slug].family} if game else None,
        "url": article.path,
        "api_url": f"/api/v1{article.path}",
    }


def rules_article(library: Library, article: Article) -> RulesArticle:
    """A page with its sections."""
    return RulesArticle(**_summary(library, article), sections=tuple(article.sections))


def rules_bundle(library: Library) -> RulesBundle:
    """Every page."""
    pages = [rules_article(library, article) for article in library.articles()]
    return RulesBundle(language=library.lang, version=library.version, rules=pages)


def rules_summary(library: Library, article: Article) -> RulesSummary:
    """A page without its sections."""
    return RulesSummary(**_summary(library, article))


def rules_list(library: Library, languages: Iterable[str]) -> RulesList:
    """Every page without its sections."""
    pages = [rules_summary(library, article) for article in library.articles()]
    return RulesList(language=library.lang, languages=list(languages), version=library.version, rules=pages)
