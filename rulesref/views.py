"""The rules pages: all games, a game's page, search, lookups."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import conditional_page, require_safe

from rulesref.article import EXAMPLES, Article, Section
from rulesref.game_filter import GameEntry, GameFilter
from rulesref.generated import grid_table
from rulesref.library import Library, library, negotiate_language
from rulesref.lookup.board import LookupBoard
from rulesref.lookup.forms import LookupForm, hand_forms, player_counts, read_query, trick_form
from rulesref.lookup.results import look_up
from rulesref.markup import to_html
from rulesref.search.index import MAX_QUERY_LENGTH, search_index
from scoring.engine.game import Game

_MATCH = re.compile(r"[A-Za-z0-9_-]{1,64}")
_RULES_LINK = re.compile(r'href="/rules(/[a-z0-9-]+)?(#[^"]*)?"')
_TABLE = re.compile(r'<div class="table-box".*?</table>\s*</div>', re.DOTALL)
_PARAGRAPH = re.compile(r"<p>.*?</p>", re.DOTALL)
_LIST = re.compile(r"<ol>.*?</ol>|<ul>.*?</ul>", re.DOTALL)


@dataclass(frozen=True)
class MatchLinks:
    """Links that keep the open match. match: its id, or ``""``. game: slug of the game on the table, or ``""``."""

    match: str = ""
    game: str = ""

    @classmethod
    def from_request(cls, request: HttpRequest, game: str = "") -> MatchLinks:
        """The open match of ``?match=``, unless that cannot be an id."""
        match = request.GET.get("match", "")
        return cls(match if _MATCH.fullmatch(match) else "", game)

    def url(self, path: str, anchor: str = "", **query: str) -> str:
        """An address in the rules that keeps the open match."""
        parameters = {"match": self.match, **query}
        encoded = urlencode({name: value for name, value in parameters.items() if value})
        return path + (f"?{encoded}" if encoded else "") + (f"#{anchor}" if anchor else "")

    def rewrite(self, html: str) -> SafeString:
        """HTML of the library, its links into the rules changed to keep the open match."""
        if self.match:
            html = _RULES_LINK.sub(
                lambda link: f'href="{self.url("/rules" + (link[1] or ""))}{link[2] or ""}"',
                html,
            )
        return mark_safe(html)  # noqa: S308 - the library escapes the HTML of authors


def _public(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Makes a view public: GET and HEAD only, with an ETag, cached for five minutes."""

    @require_safe
    @conditional_page
    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response.headers["Cache-Control"] = "public, max-age=300"
        patch_vary_headers(response, ["Accept-Language", "HX-Request"])
        return response

    return wrapped


def _library(request: HttpRequest) -> Library:
    return library(negotiate_language(request.headers.get("Accept-Language", "")))


def _article(pages: Library, slug: str) -> Article:
    try:
        return pages.article(slug)
    except KeyError:
        raise Http404("no such page") from None


def _game(slug: str, pages: Library) -> tuple[Article, Game[Any, Any]]:
    article = _article(pages, slug)
    game = pages.game_of(article)
    if game is None:
        raise Http404("no such game")
    return article, game


@_public
def game_list(request: HttpRequest) -> HttpResponse:
    """All games, filtered by players, family and pack, and the other articles."""
    pages = _library(request)
    articles = [article for article in pages.articles() if not article.is_game]
    context = {
        "links": MatchLinks.from_request(request),
        "filter": GameFilter(pages, request.GET),
        "articles": [(article, pages.summary(article)) for article in articles],
    }
    return render(request, "rules/game_list.html", context)


@_public
def rules_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of a game, or another article."""
    pages = _library(request)
    article = _article(pages, slug)
    links = MatchLinks.from_request(request, slug if article.is_game else "")
    game = pages.game_of(article)
    context = {
        "links": links,
        "article": article,
        "summary": pages.summary(article),
        "sections": [(section, links.rewrite(section.html)) for section in article.sections],
        "contents": article.sections,
    }
    if game is None:
        return render(request, "rules/article.html", context)
    context |= {
        "game": game,
        "native_names": GameEntry(article, game).native_names,
        "lookups": _lookups(game),
        "at_a_glance": _at_a_glance(article, links),
        "print_size": _print_size(article),
    }
    return render(request, "rules/game.html", context)


def _at_a_glance(article: Article, links: MatchLinks) -> list[tuple[Section, SafeString]]:
    """The first table of the scoring section, and the tables of card strength.

    Without a table the scoring section gives its first list or paragraphs.
    """
    parts = []
    for anchor, limit in (("scoring", 1), ("card-strength", 2)):
        section = next((part for part in article.sections if part.anchor == anchor), None)
        if section is None:
            continue
        blocks = _TABLE.findall(section.html)[:limit]
        if anchor == "scoring":
            blocks = blocks or _LIST.findall(section.html)[:1] or _PARAGRAPH.findall(section.html)[:2]
        if blocks:
            parts.append((section, links.rewrite("\n".join(blocks))))
    return parts


def _print_size(article: Article) -> str:
    """The print size that fits the page on two sheets: ``roomy``, ``close`` or ``dense``."""
    length = sum(len(part.text) for part in article.sections if part.anchor not in (EXAMPLES, "history"))
    return next((name for name, limit in (("roomy", 9_000), ("close", 14_000)) if length <= limit), "dense")


@_public
def search(request: HttpRequest) -> HttpResponse:
    """Search results; for htmx only their list."""
    pages = _library(request)
    query = " ".join(request.GET.get("q", "")[:MAX_QUERY_LENGTH].split(" "))
    slug = request.GET.get("game", "")
    game = pages.games.get(slug)
    links = MatchLinks.from_request(request, slug if game else "")
    hits = search_index(pages).search(query, links.game or None)
    context = {
        "links": links,
        "game": game,
        "query": query,
        "hits": [
            (hit, mark_safe(hit.snippet), links.url(f"/rules/{hit.slug}", hit.section))  # noqa: S308 - escaped
            for hit in hits
        ],
    }
    template = "rules/search_results.html" if request.headers.get("HX-Request") else "rules/search.html"
    return render(request, template, context)


@_public
def trick_lookup(request: HttpRequest, slug: str) -> HttpResponse:
    """The lookup of a trick: who takes it, and which cards may be played."""
    article, game = _game(slug, _library(request))
    form = trick_form(game)
    if form is None:
        raise Http404("no tricks in this game")
    return _lookup_page(request, article, game, form)


@_public
def hand_lookup(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Another lookup, a kind of hand that records nothing: a bid, a value."""
    article, game = _game(slug, _library(request))
    form = next((form for form in hand_forms(game) if form.hand_kind == kind), None)
    if form is None:
        raise Http404("no such lookup")
    return _lookup_page(request, article, game, form)


def _lookup_page(request: HttpRequest, article: Article, game: Game[Any, Any], form: LookupForm) -> HttpResponse:
    links = MatchLinks.from_request(request, article.slug)
    query = dict(request.GET.lists())
    players = _players(game, request.GET.get("players", ""))
    lookup = read_query(form, {} if "clear" in query else query)
    strength = [section for section in article.sections if section.anchor == "card-strength"]
    context = {
        "links": links,
        "article": article,
        "game": game,
        "lookup_form": form,
        "other_lookups": [(other, path) for other, path in _lookups(game) if other.hand_kind != form.hand_kind],
        "players": players,
        "player_counts": player_counts(game),
        "board": LookupBoard(game, lookup, players, request.GET.get("to", "")),
        "result": None if lookup.is_empty else look_up(game, lookup, players),
        "strength": [links.rewrite(section.html) for section in strength],
        "tables": list(_tables(game, "".join(section.markdown for section in strength))),
    }
    return render(request, "rules/lookup.html", context)


def _tables(game: Game[Any, Any], markdown: str) -> Iterator[tuple[str, SafeString]]:
    """Caption and HTML of each of the game's tables that is not in this Markdown already."""
    for grid in game.tables(game.Options()).values():
        table = grid_table(grid)
        if table not in markdown:
            yield str(grid.caption), mark_safe(to_html(table, str(grid.caption)))  # noqa: S308 - escaped


def _lookups(game: Game[Any, Any]) -> list[tuple[LookupForm, str]]:
    """The game's lookups, each with its address."""
    lookups = [(form, f"/rules/{game.slug}/lookup/{form.hand_kind}") for form in hand_forms(game)]
    trick = trick_form(game)
    return [(trick, f"/rules/{game.slug}/trick"), *lookups] if trick else lookups


def _players(game: Game[Any, Any], value: str) -> int:
    """The number of players in the query string, or the usual number."""
    allowed = player_counts(game)
    return int(value) if value in map(str, allowed) else allowed[0]
