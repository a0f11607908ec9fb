"""The rules for programs: lists, pages, sections, search, and one bundle with everything.

Open to everyone. Every answer has an ETag that changes with what it says, may be kept for a day, and costs next to
nothing when asked for again. The language is chosen by ``Accept-Language``, or by ``?lang=``.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable, Sequence
from html import unescape
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from pydantic import BaseModel

from companion.problems import Problem
from rulesref import shapes
from rulesref.article import Article, Section
from rulesref.library import Library, languages, library, negotiate
from rulesref.search import MOST_CHARACTERS, MOST_HITS, Hit, index_of
from scoring.api.endpoint import Endpoint, answer, bad_parameter
from scoring.api.preconditions import unchanged

CACHE = "public, max-age=86400, stale-while-revalidate=604800"
_WORTH_PACKING = 1024

Answers = dict[int | str, Any]

_LANG = OpenApiParameter(
    "lang",
    str,
    description="Language of the answer, such as `en`. Without it `Accept-Language` decides; English where we have "
    "nothing better.",
)
_SAME = OpenApiResponse(description="Nothing has changed since the answer with this ETag.")
_KNOWN = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="The ETag of an earlier answer: 304 while it is the same.",
)
_MISSING = OpenApiResponse(OpenApiTypes.OBJECT, description="There is no such page or section (problem+json).")
_WRONG = OpenApiResponse(OpenApiTypes.OBJECT, description="The query cannot be read (problem+json).")


class _Rules(Endpoint):
    """What all calls have in common."""

    parameters = frozenset({"lang"})

    #: Answers by language, version and address, packed and plain. As many as there are pages and sections.
    _kept: dict[tuple[str, ...], tuple[bytes, bytes]] = {}

    def pages(self) -> Library:
        """The pages in the language that was asked for. Raises Problem."""
        wished = self.request.GET.get("lang")
        if wished is None:
            return library(negotiate(self.request.headers.get("Accept-Language", "")))
        if wished not in languages():
            raise Problem(
                "not-acceptable", f"There are no rules in this language; there are: {', '.join(languages())}."
            )
        return library(wished)

    def told(self, lang: str, version: str, make: Callable[[], BaseModel], keep: bool = True) -> HttpResponse:
        """The JSON that ``make`` makes, or 304. version: changes with it. keep: whether to make it only once."""
        tag = f"{lang}-{version}"
        packed = "gzip" in self.request.headers.get("Accept-Encoding", "")
        if _knows(self.request, tag):
            response = HttpResponse(status=304)
        else:
            plain, small = self._body(tag, make, keep)
            packed = packed and len(plain) > _WORTH_PACKING
            response = answer(small if packed else plain)
            response.headers["Content-Language"] = lang
            if packed:
                response.headers["Content-Encoding"] = "gzip"
        response.headers["ETag"] = f'"{tag}.gzip"' if packed else f'"{tag}"'
        response.headers["Cache-Control"] = CACHE
        patch_vary_headers(response, ["Accept-Language", "Accept-Encoding"])
        return response

    def _body(self, tag: str, make: Callable[[], BaseModel], keep: bool) -> tuple[bytes, bytes]:
        key = (tag, self.request.path)
        if key in self._kept:
            return self._kept[key]
        plain = make().model_dump_json().encode()
        bodies = plain, gzip.compress(plain, 6, mtime=0)
        if keep:
            self._kept[key] = bodies
        return bodies


def _knows(request: HttpRequest, tag: str) -> bool:
    """Whether the client has this already. A packed answer has the tag of the plain one with an ending."""
    return any(unchanged(request, f'"{tag}{ending}"') for ending in ("", ".gzip"))


def _article(pages: Library, slug: str) -> Article:
    try:
        return pages.article(slug)
    except KeyError:
        raise Problem("not-found", "There is no page of rules with this name.") from None


class RulesListView(_Rules):
    """All pages of rules."""

    @extend_schema(
        operation_id="rules_list",
        tags=["rules"],
        summary="All pages of rules",
        description="Every game's page with its facts, then the other articles (glossary, dealing, Hoyle).",
        parameters=[_LANG, _KNOWN],
        responses={200: shapes.RulesList, 304: _SAME},
        examples=[
            OpenApiExample(
                "Two of them",
                value={
                    "language": "en",
                    "languages": ["en"],
                    "version": "0d1f3b5a7c9e8264",
                    "rules": [
                        {
                            "slug": "skat",
                            "title": "Skat",
                            "kind": "game",
                            "native_names": {"de": "Skat"},
                            "summary": "Three play, one against two; bidding decides who and what is trumps.",
                            "language": "en",
                            "version": "5b1d2c3e4f5a6b7c",
                            "facts": {
                                "players": "3, or 4 with the dealer sitting out",
                                "deck": "32 cards, ace to seven",
                                "deal": "ten each, two to the skat",
                                "direction": "clockwise",
                                "goal": "the highest total after an agreed number of deals",
                                "length": "about three minutes a hand",
                                "family": "Trick-taking with bidding",
                                "origin": "Germany, early nineteenth century",
                                "difficulty": 4,
                            },
                            "url": "/rules/skat",
                            "api_url": "/api/v1/rules/skat",
                        },
                        {
                            "slug": "glossary",
                            "title": "Glossary",
                            "kind": "article",
                            "native_names": {},
                            "summary": "The words of the card table.",
                            "language": "en",
                            "version": "8a9b0c1d2e3f4a5b",
                            "facts": None,
                            "url": "/rules/glossary",
                            "api_url": "/api/v1/rules/glossary",
                        },
                    ],
                },
                response_only=True,
            )
        ],
    )
    def get(self, request: HttpRequest) -> HttpResponse:
        pages = self.pages()
        return self.told(pages.lang, pages.version, lambda: shapes.list_of(pages, languages()))


_PART_EXAMPLE: dict[str, Any] = {
    "anchor": "matadors",
    "title": "Matadors",
    "url": "/rules/skat#matadors",
    "question": False,
    "markdown": "The unbroken run of top trumps, counted from the club jack down.",
    "html": "<p>The unbroken run of top trumps, counted from the club jack down.</p>\n",
}


class RulesArticleView(_Rules):
    """One page."""

    @extend_schema(
        operation_id="rules_read",
        tags=["rules"],
        summary="A page of rules",
        description="All sections of a page in their order, each as Markdown and as HTML.",
        parameters=[_LANG, _KNOWN],
        responses={200: shapes.RulesArticle, 304: _SAME, 404: _MISSING},
        examples=[
            OpenApiExample(
                "One section of it",
                value={
                    "slug": "skat",
                    "title": "Skat",
                    "kind": "game",
                    "native_names": {"de": "Skat"},
                    "summary": "Three play, one against two; bidding decides who and what is trumps.",
                    "language": "en",
                    "version": "5b1d2c3e4f5a6b7c",
                    "facts": None,
                    "url": "/rules/skat",
                    "api_url": "/api/v1/rules/skat",
                    "sections": [
                        {
                            "anchor": "scoring",
                            "title": "Scoring",
                            "url": "/rules/skat#scoring",
                            "question": False,
                            "markdown": "### Matadors {#matadors}\n\n" + _PART_EXAMPLE["markdown"],
                            "html": '<h3 id="matadors">Matadors</h3>\n' + _PART_EXAMPLE["html"],
                            "parts": [_PART_EXAMPLE],
                        }
                    ],
                },
                response_only=True,
            )
        ],
    )
    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        pages = self.pages()
        article = _article(pages, slug)
        return self.told(article.lang, article.version, lambda: shapes.article_of(pages, article))


class RulesSectionView(_Rules):
    """One section."""

    @extend_schema(
        operation_id="rules_section",
        tags=["rules"],
        summary="One section of a page",
        description="A section, a subsection or a single question, by its anchor: where the `rule` of a line leads.",
        parameters=[_LANG, _KNOWN],
        responses={200: shapes.RulesSectionPage, 304: _SAME, 404: _MISSING},
        examples=[
            OpenApiExample(
                "What /rules/skat#matadors points at",
                value={
                    **_PART_EXAMPLE,
                    "parts": [],
                    "slug": "skat",
                    "article": "Skat",
                    "language": "en",
                    "version": "5b1d2c3e4f5a6b7c",
                },
                response_only=True,
            )
        ],
    )
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

    @extend_schema(
        operation_id="rules_bundle",
        tags=["rules"],
        summary="All pages in one answer",
        description="For apps that show the rules without a network: fetch it once, ask again with its ETag.",
        parameters=[_LANG, _KNOWN],
        responses={200: shapes.RulesBundle, 304: _SAME},
        examples=[
            OpenApiExample(
                "Its shape",
                value={"language": "en", "version": "0d1f3b5a7c9e8264", "rules": []},
                response_only=True,
            )
        ],
    )
    def get(self, request: HttpRequest) -> HttpResponse:
        pages = self.pages()
        return self.told(pages.lang, pages.version, lambda: shapes.bundle_of(pages))


class RulesSearchView(_Rules):
    """Search."""

    parameters = frozenset({"q", "game", "limit", "lang"})

    @extend_schema(
        operation_id="rules_search",
        tags=["rules"],
        summary="Search the rules",
        description="Over all games and articles, for as-you-type use: the last word may be unfinished. "
        "Accents, plurals, other names of the same thing (bauer, bower, jack), signs such as ♠Q, small typing errors "
        "are understood. "
        "With `game` that game's answers go first, unless the query names another.",
        parameters=[
            OpenApiParameter("q", str, required=True, description=f"What to find, up to {MOST_CHARACTERS} characters."),
            OpenApiParameter("game", str, description="Slug of the game on the table."),
            OpenApiParameter("limit", int, description=f"Results at most, 1 to {MOST_HITS}; 10 without."),
            _LANG,
            _KNOWN,
        ],
        responses={200: shapes.RulesHits, 304: _SAME, 400: _WRONG},
        examples=[
            OpenApiExample(
                "who leads",
                value={
                    "query": "who leads",
                    "game": "schafkopf",
                    "language": "en",
                    "results": [
                        {
                            "url": "/rules/schafkopf#asked-who-leads",
                            "slug": "schafkopf",
                            "article": "Schafkopf",
                            "section": "asked-who-leads",
                            "title": "Who leads?",
                            "kind": "question",
                            "snippet": "The player left of the <mark>dealer</mark>.",
                            "text": "The player left of the dealer.",
                            "score": 24.1,
                        }
                    ],
                },
                response_only=True,
            )
        ],
    )
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
