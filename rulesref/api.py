"""The rules for programs: lists, pages, sections, search, and one bundle with everything.

Open to everyone. Every answer has an ETag that changes with what it says, may be kept for a day, and costs next to
nothing when asked for again. The language is chosen by ``Accept-Language``, or by ``?lang=``.
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
from rulesref import described, shapes
from rulesref.article import Article, Section
from rulesref.library import Library, languages, library, negotiate
from rulesref.search import MOST_CHARACTERS, MOST_HITS, Hit, index_of
from scoring.api.endpoint import Endpoint, answer, bad_parameter
from scoring.api.preconditions import unchanged

CACHE = "public, max-age=86400, stale-while-revalidate=604800"


class _Rules(Endpoint):
    """What all calls have in common."""

    parameters = frozenset({"lang"})

    #: Answers by language, version and address. As many as there are pages and sections.
    _kept: ClassVar[dict[tuple[str, str], bytes]] = {}

    def pages(self) -> Library:
        """The pages in the language that was asked for. Raises Problem."""
        wished = self.request.GET.get("lang")
        if wished is None:
            return library(negotiate(self.request.headers.get("Accept-Language", "")))
        if wished not in languages():
            known = ", ".join(languages())
            raise bad_parameter("lang", "language_unknown", f"There are no rules in this language; there are: {known}.")
        return library(wished)

    def told(self, lang: str, version: str, make: Callable[[], BaseModel], keep: bool = True) -> HttpResponse:
        """The JSON that ``make`` makes, or 304. version: changes with it. keep: whether to make it only once."""
        tag = f'"{lang}-{version}"'
        response = unchanged(self.request, tag)
        if response is None:
            response = answer(self._body(tag, make, keep), headers={"ETag": tag, "Content-Language": lang})
        response.headers["Cache-Control"] = CACHE
        patch_vary_headers(response, ["Accept-Language"])
        return response

    def _body(self, tag: str, make: Callable[[], BaseModel], keep: bool) -> bytes:
        key = (tag, self.request.path)
        body = self._kept.get(key) or make().model_dump_json().encode()
        if keep:
            self._kept[key] = body
        return body


def _article(pages: Library, slug: str) -> Article:
    try:
        return pages.article(slug)
    except KeyError:
        raise Problem("not-found", "There is no page of rules with this name.") from None


class RulesListView(_Rules):
    """All pages of rules."""

    @described.LIST
    def get(self, request: HttpRequest) -> HttpResponse:
        pages = self.pages()
        return self.told(pages.lang, pages.version, lambda: shapes.list_of(pages, languages()))


class RulesArticleView(_Rules):
    """One page."""

    @described.READ
    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        pages = self.pages()
        article = _article(pages, slug)
        return self.told(article.lang, article.version, lambda: shapes.article_of(pages, article))


class RulesSectionView(_Rules):
    """One section."""

    @described.SECTION
    def get(self, request: HttpRequest, slug: str, section: str) -> HttpResponse:
        pages = self.pages()
        article = _article(pages, slug)
        found = _section(article, section)
        return self.told(article.lang, article.version, lambda: shapes.section_page(article, found))


def _section(article: Article, anchor: str) -> Section:
    try:
        return article.section(anchor)
    except KeyError:
        raise Problem("not-found", f"The page has no section of this name; {article.title} has others.") from None


class RulesBundleView(_Rules):
    """Everything at once."""

    @described.BUNDLE
    def get(self, request: HttpRequest) -> HttpResponse:
        pages = self.pages()
        return self.told(pages.lang, pages.version, lambda: shapes.bundle_of(pages))


class RulesSearchView(_Rules):
    """Search."""

    parameters = frozenset({"q", "game", "limit", "lang"})

    @described.SEARCH
    def get(self, request: HttpRequest) -> HttpResponse:
        query, game, most = _asked(request)
        pages = self.pages()
        if game and game not in pages.games:
            raise bad_parameter("game", "game_unknown", "There is no game of this name. GET /api/v1/games lists them.")
        asked = hashlib.sha256(f"{most} {game} {query}".encode(errors="replace")).hexdigest()[:12]

        def found() -> shapes.RulesHits:
            hits = index_of(pages).search(query, game or None, most)
            return shapes.RulesHits(query=query, game=game, language=pages.lang, results=_results(hits))

        return self.told(pages.lang, f"{pages.version}-{asked}", found, keep=False)


def _asked(request: HttpRequest) -> tuple[str, str, int]:
    """Query, game and limit. Raises Problem."""
    query = request.GET.get("q")
    if query is None:
        raise bad_parameter("q", "missing", "What to find is needed: ?q=…")
    if len(query) > MOST_CHARACTERS:
        raise bad_parameter("q", "string_too_long", f"At most {MOST_CHARACTERS} characters are allowed.")
    limit = request.GET.get("limit", "10")
    if not limit.isascii() or not limit.isdigit() or not 1 <= int(limit[:9]) <= MOST_HITS:
        raise bad_parameter("limit", "limit", f"A number from 1 to {MOST_HITS} is needed.")
    return query, request.GET.get("game", ""), int(limit)


def _results(hits: Sequence[Hit]) -> list[shapes.RulesHit]:
    return [
        shapes.RulesHit(
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
