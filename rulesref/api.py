"""The rules for programs: lists, pages, sections, search, and one bundle with everything.

Open to everyone. Every answer may be cached for a day and has an ETag that changes with its content.
``Accept-Language`` or ``?lang=`` chooses the language.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from html import unescape
from typing import Any, ClassVar

from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from pydantic import BaseModel, Field
from rest_framework.request import Request

from companion.http.accept_language import best_language, find_language, language_tag
from companion.http.api_view import ApiView, bad_parameter
from companion.http.conditional import not_modified
from companion.http.models import Query
from companion.http.openapi.parameters import described
from companion.http.problems import Problem
from companion.http.renderers import JSONResponse
from rulesref import schemas
from rulesref.article import Article, Section
from rulesref.library import Library, language_tags, languages, library
from rulesref.search.hits import SearchHit
from rulesref.search.index import MAX_HITS, find
from rulesref.search.preparing import MAX_QUERY_LENGTH

CACHE = "public, max-age=86400, stale-while-revalidate=604800"


class RulesQuery(Query):
    """In which language."""

    lang: str | None = Field(
        None,
        description="Language of the answer, in any case, with or without a region. Without it `Accept-Language` "
        "decides; English is the last choice.",
        examples=["en"],
        json_schema_extra={"enum": list(language_tags())},
    )


class SearchQuery(RulesQuery):
    """What to find."""

    q: str = Field(max_length=MAX_QUERY_LENGTH, description="What to find.", examples=["who leads"])
    game: str = Field("", description="Slug of the game on the table.", examples=["schafkopf"])
    limit: int = Field(10, ge=1, le=MAX_HITS, description="Results at most.")


class _RulesView(ApiView):
    """The base of all calls."""

    tag = "rules"
    cached = True
    queries: ClassVar = {"GET": RulesQuery}
    path_parameters: ClassVar = {
        "slug": described("The page.", "skat"),
        "section": described("The anchor of a section, a part of one, or a question.", "matadors"),
    }

    #: Answers by language, version and address. As many as there are pages and sections.
    _texts: ClassVar[dict[tuple[str, str], str]] = {}

    def pages(self) -> Library:
        """The pages in the requested language. Raises Problem."""
        lang = self.query.lang if self.query else None
        if lang is None:
            return library(best_language(self.request.META.get("HTTP_ACCEPT_LANGUAGE", ""), tuple(languages())))
        code = find_language(lang, languages())
        if code is None:
            known = ", ".join(language_tags())
            text = gettext("There are no rules in this language; there are: {known}.").format(known=known)
            raise bad_parameter("lang", "language_unknown", text)
        return library(code)

    def article(self, slug: str) -> tuple[Library, Article]:
        """A page, and the pages of its language. Raises Problem."""
        pages = self.pages()
        try:
            return pages, pages.article(slug)
        except KeyError:
            raise Problem("not-found", gettext("There is no page of rules with this name.")) from None

    def cached_response(
        self, lang: str, version: str, make: Callable[[], BaseModel], keep: bool = True
    ) -> JSONResponse:
        """The answer of ``make`` as JSON, or 304. version: changes with it. keep: whether to cache the JSON."""
        tag = f'"{lang}-{version}"'
        response = not_modified(self.request, tag)
        if response is None:
            response = JSONResponse(self._text(tag, make, keep), headers={"ETag": tag})
        response.headers["Content-Language"] = language_tag(lang)
        response.headers["Cache-Control"] = CACHE
        patch_vary_headers(response, ["Accept-Language"])
        return response

    def _text(self, tag: str, make: Callable[[], BaseModel], keep: bool) -> str:
        key = (tag, self.request.path)
        text = self._texts.get(key) or make().model_dump_json()
        if keep:
            self._texts[key] = text
        return text


class RulesListView(_RulesView):
    """All pages of rules."""

    @extend_schema(operation_id="rules_list", responses=schemas.RulesList)
    def get(self, request: Request) -> JSONResponse:
        """All pages of rules

        Every game's page with its facts, then the other articles: glossary, dealing, According to Hoyle.
        """
        pages = self.pages()
        return self.cached_response(pages.lang, pages.version, lambda: schemas.rules_list(pages, languages()))


class RulesArticleView(_RulesView):
    """One page."""

    @extend_schema(operation_id="rules_read", responses=schemas.RulesArticle)
    def get(self, request: Request, slug: str) -> JSONResponse:
        """A page of rules

        All sections of a page in their order, each as Markdown and as HTML.
        """
        pages, article = self.article(slug)
        return self.cached_response(article.lang, article.version, lambda: schemas.rules_article(pages, article))


class RulesSectionView(_RulesView):
    """One section."""

    @extend_schema(operation_id="rules_section", responses=schemas.RulesSectionPage)
    def get(self, request: Request, slug: str, section: str) -> JSONResponse:
        """One section of a page

        A section, a part of one, or a single question, by its anchor: where the `rule` of an explanation leads.
        """
        _, article = self.article(slug)
        part = _section(article, section)
        return self.cached_response(article.lang, article.version, lambda: schemas.rules_section_page(article, part))


def _section(article: Article, anchor: str) -> Section:
    try:
        return article.section(anchor)
    except KeyError:
        text = gettext("The page has no section of this name; {page} has others.").format(page=article.title)
        raise Problem("not-found", text) from None


class RulesBundleView(_RulesView):
    """Everything at once."""

    @extend_schema(operation_id="rules_bundle", responses=schemas.RulesBundle)
    def get(self, request: Request) -> JSONResponse:
        """All pages in one answer

        For apps that show the rules without a network: fetch it once, ask again with its ETag.
        """
        pages = self.pages()
        return self.cached_response(pages.lang, pages.version, lambda: schemas.rules_bundle(pages))


class RulesSearchView(_RulesView):
    """Search."""

    queries: ClassVar = {"GET": SearchQuery}

    @extend_schema(operation_id="rules_search", responses=schemas.RulesHits)
    def get(self, request: Request) -> JSONResponse:
        """Search the rules

        Over all games and articles, as one types: the last word may be unfinished. Accents, plurals, other names of
        the same thing (bauer, bower, jack), signs such as ♠Q and small typing errors are understood. With `game` that
        game's answers go first, unless the query names another; a game that the query only compares with ("like in
        truco") does not count. If the rules probably have no answer, `answered` is false and the results are only
        what comes nearest. Games without rules here are named in `unknown_games`.
        """
        query: SearchQuery = self.query
        pages = self.pages()
        if query.game and query.game not in pages.games:
            text = gettext("There is no game of this name. GET /api/v1/games lists them.")
            raise bad_parameter("game", "game_unknown", text)
        digest = hashlib.sha256(f"{query.limit} {query.game} {query.q}".encode(errors="replace")).hexdigest()[:12]

        def search() -> schemas.RulesHits:
            found = find(pages, query.q, query.game or None, query.limit)
            return schemas.RulesHits(
                query=query.q,
                game=query.game,
                language=pages.lang,
                answered=found.answered,
                games=found.games,
                unknown_games=found.other_games,
                results=_results(found.hits),
            )

        return self.cached_response(pages.lang, f"{pages.version}-{digest}", search, keep=False)


def _results(hits: Sequence[SearchHit]) -> list[schemas.RulesHit]:
    return [
        schemas.RulesHit(
            url=hit.url,
            slug=hit.slug,
            article=hit.title,
            section=hit.section,
            title=hit.heading,
            kind=hit.kind,
            snippet=hit.snippet,
            text=unescape(hit.snippet.replace("<mark>", "").replace("</mark>", "")),
            answer=hit.answer,
            score=hit.score,
        )
        for hit in hits
    ]


# -- examples for the documentation: real answers, cut to a page or two and to one section ------------------


def _section_example() -> Any:
    """Where /rules/skat#matadors leads."""
    skat = library().article("skat")
    return schemas.rules_section_page(skat, skat.section("matadors")).model_dump(mode="json")


def _article_example() -> Any:
    pages = library()
    skat = pages.article("skat")
    return schemas.rules_article(pages, replace(skat, sections=(skat.section("play"),))).model_dump(mode="json")


def _list_example() -> Any:
    pages = library()
    summaries = [
        schemas.rules_summary(pages, pages.article(slug)).model_dump(mode="json") for slug in ("skat", "glossary")
    ]
    return {"language": pages.lang, "languages": language_tags(), "version": _VERSION, "rules": summaries}


def _bundle_example() -> Any:
    return {"language": library().lang, "version": _VERSION, "rules": [_article_example()]}


#: The version of all pages is not known before all of them are read.
_VERSION = "0d1f3b5a7c9e8264"

_HIT = SearchHit(
    slug="schafkopf",
    title="Schafkopf",
    section="asked-who-leads",
    heading="Who leads?",
    kind="question",
    snippet="The player left of the <mark>dealer</mark>.",
    answer="The player left of the <mark>dealer</mark>.",
    score=24.1,
)


def _hits_example() -> Any:
    found = {"query": "who leads", "game": "schafkopf", "language": "en", "results": _results([_HIT])}
    return schemas.RulesHits(**found, answered=True, games=["schafkopf"], unknown_games=[]).model_dump(mode="json")


schemas.RulesSectionPage.example = staticmethod(_section_example)
schemas.RulesArticle.example = staticmethod(_article_example)
schemas.RulesList.example = staticmethod(_list_example)
schemas.RulesBundle.example = staticmethod(_bundle_example)
schemas.RulesHits.example = staticmethod(_hits_example)
