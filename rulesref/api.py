"""The rules API: list, pages, sections, search, and one bundle with all pages.

No key is needed. Every response has an ETag of its content and may be cached for a day. ``?lang=`` or
``Accept-Language`` chooses the language.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from html import unescape
from typing import ClassVar

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from pydantic import BaseModel

from companion.http.problems import Problem
from rulesref import described, schemas
from rulesref.article import Article, Section
from rulesref.library import Library, languages, library, negotiate_language
from rulesref.search.index import MAX_HITS, MAX_QUERY_LENGTH, SearchHit, search_index
from scoring.api.endpoint import Endpoint, answer, bad_parameter
from scoring.api.preconditions import unchanged

CACHE = "public, max-age=86400, stale-while-revalidate=604800"


class _RulesEndpoint(Endpoint):
    """Language, ETag and caching of every call."""

    parameters = frozenset({"lang"})

    #: Response bodies by ETag and path, one for each page and section.
    _bodies: ClassVar[dict[tuple[str, str], bytes]] = {}

    def pages(self) -> Library:
        """The pages in the requested language. Raises Problem."""
        lang = self.request.GET.get("lang")
        if lang is None:
            return library(negotiate_language(self.request.headers.get("Accept-Language", "")))
        if lang not in languages():
            known = ", ".join(languages())
            raise bad_parameter("lang", "language_unknown", f"There are no rules in this language. Languages: {known}.")
        return library(lang)

    def respond(self, lang: str, version: str, build: Callable[[], BaseModel], cache: bool = True) -> HttpResponse:
        """The JSON of what ``build`` returns, or 304. version: of the content. cache: keep the body in memory."""
        tag = f'"{lang}-{version}"'
        response = unchanged(self.request, tag)
        if response is None:
            response = answer(self._body(tag, build, cache), headers={"ETag": tag, "Content-Language": lang})
        response.headers["Cache-Control"] = CACHE
        patch_vary_headers(response, ["Accept-Language"])
        return response

    def _body(self, tag: str, build: Callable[[], BaseModel], cache: bool) -> bytes:
        key = (tag, self.request.path)
        body = self._bodies.get(key) or build().model_dump_json().encode()
        if cache:
            self._bodies[key] = body
        return body


def _article(pages: Library, slug: str) -> Article:
    try:
        return pages.article(slug)
    except KeyError:
        raise Problem("not-found", "There is no rules page with this name.") from None


class RulesListView(_RulesEndpoint):
    """All rules pages."""

    @described.LIST
    def get(self, request: HttpRequest) -> HttpResponse:
        pages = self.pages()
        return self.respond(pages.lang, pages.version, lambda: schemas.rules_list(pages, languages()))


class RulesArticleView(_RulesEndpoint):
    """One page."""

    @described.READ
    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        pages = self.pages()
        article = _article(pages, slug)
        return self.respond(article.lang, article.version, lambda: schemas.rules_article(pages, article))


class RulesSectionView(_RulesEndpoint):
    """One section."""

    @described.SECTION
    def get(self, request: HttpRequest, slug: str, section: str) -> HttpResponse:
        pages = self.pages()
        article = _article(pages, slug)
        part = _section(article, section)
        return self.respond(article.lang, article.version, lambda: schemas.rules_section_page(article, part))


def _section(article: Article, anchor: str) -> Section:
    try:
        return article.section(anchor)
    except KeyError:
        raise Problem("not-found", f"The page {article.title} has no section with this anchor.") from None


class RulesBundleView(_RulesEndpoint):
    """All pages in one response."""

    @described.BUNDLE
    def get(self, request: HttpRequest) -> HttpResponse:
        pages = self.pages()
        return self.respond(pages.lang, pages.version, lambda: schemas.rules_bundle(pages))


class RulesSearchView(_RulesEndpoint):
    """Search."""

    parameters = frozenset({"q", "game", "limit", "lang"})

    @described.SEARCH
    def get(self, request: HttpRequest) -> HttpResponse:
        query, game, limit = _search_parameters(request)
        pages = self.pages()
        if game and game not in pages.games:
            raise bad_parameter("game", "game_unknown", "There is no game of this name. GET /api/v1/games lists them.")
        digest = hashlib.sha256(f"{limit} {game} {query}".encode(errors="replace")).hexdigest()[:12]

        def results() -> schemas.RulesHits:
            hits = search_index(pages).search(query, game or None, limit)
            return schemas.RulesHits(query=query, game=game, language=pages.lang, results=_results(hits))

        return self.respond(pages.lang, f"{pages.version}-{digest}", results, cache=False)


def _search_parameters(request: HttpRequest) -> tuple[str, str, int]:
    """Query, game and limit. Raises Problem."""
    query = request.GET.get("q")
    if query is None:
        raise bad_parameter("q", "missing", "A query is needed: ?q=…")
    if len(query) > MAX_QUERY_LENGTH:
        raise bad_parameter("q", "string_too_long", f"At most {MAX_QUERY_LENGTH} characters are allowed.")
    limit = request.GET.get("limit", "10")
    if not limit.isascii() or not limit.isdigit() or not 1 <= int(limit[:9]) <= MAX_HITS:
        raise bad_parameter("limit", "limit", f"A number from 1 to {MAX_HITS} is needed.")
    return query, request.GET.get("game", ""), int(limit)


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
            score=hit.score,
        )
        for hit in hits
    ]
