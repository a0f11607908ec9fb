"""The rules for people: all games, a game's page, search, the trick on the table."""

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

from rulesref import asking, catalogue
from rulesref.answers import answer_to
from rulesref.article import EXAMPLES, Article, Section
from rulesref.drawn import grid_table
from rulesref.library import Library, library, negotiate
from rulesref.markup import html_of
from rulesref.search import MOST_CHARACTERS, index_of
from scoring.engine.game import Game

_MATCH = re.compile(r"[A-Za-z0-9_-]{1,64}")
_OWN_LINK = re.compile(r'href="/rules(/[a-z0-9-]+)?(#[^"]*)?"')
_TABLE = re.compile(r'<div class="table-box".*?</table>\s*</div>', re.DOTALL)
_PARAGRAPH = re.compile(r"<p>.*?</p>", re.DOTALL)
_LIST = re.compile(r"<ol>.*?</ol>|<ul>.*?</ul>", re.DOTALL)


@dataclass(frozen=True)
class Visit:
    """Where somebody comes from. match: the match that is open, or empty. game: the game on the table, or empty."""

    match: str = ""
    game: str = ""

    @classmethod
    def of(cls, request: HttpRequest, game: str = "") -> Visit:
        match = request.GET.get("match", "")
        return cls(match if _MATCH.fullmatch(match) else "", game)

    def to(self, path: str, anchor: str = "", **query: str) -> str:
        """An address of ours that keeps the open match."""
        told = {"match": self.match, **query}
        asked = urlencode({name: value for name, value in told.items() if value})
        return path + (f"?{asked}" if asked else "") + (f"#{anchor}" if anchor else "")

    def linked(self, html: str) -> SafeString:
        """HTML of the library, its links into the rules keeping the open match."""
        if self.match:
            html = _OWN_LINK.sub(
                lambda found: f'href="{self.to("/rules" + (found[1] or ""))}{found[2] or ""}"',
                html,
            )
        return mark_safe(html)  # noqa: S308 - the library lets no HTML of authors through


def _public(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page without secrets: it may be kept for a while, and is asked for again by its ETag."""

    @require_safe
    @conditional_page
    @wraps(view)
    def sent(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response.headers["Cache-Control"] = "public, max-age=300"
        patch_vary_headers(response, ["Accept-Language", "HX-Request"])
        return response

    return sent


def _pages(request: HttpRequest) -> Library:
    return library(negotiate(request.headers.get("Accept-Language", "")))


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
def games(request: HttpRequest) -> HttpResponse:
    """All games, filtered by players, family and deck."""
    pages = _pages(request)
    shelf = catalogue.Shelf(pages, request.GET)
    others = [article for article in pages.articles() if not article.is_game]
    told = {"visit": Visit.of(request), "shelf": shelf, "others": [(page, pages.summary(page)) for page in others]}
    return render(request, "rules/games.html", told)


@_public
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """A game's rules, or another article."""
    pages = _pages(request)
    article = _article(pages, slug)
    visit = Visit.of(request, slug if article.is_game else "")
    game = pages.game_of(article)
    told = {
        "visit": visit,
        "article": article,
        "summary": pages.summary(article),
        "sections": [_shown(part, visit) for part in article.sections],
        "contents": article.sections,
    }
    if game is None:
        return render(request, "rules/article.html", told)
    told |= {
        "game": game,
        "native": catalogue.Entry(article, game).native,
        "questions": _questions(game),
        "glance": _glance(article, visit),
        "density": _density(article),
    }
    return render(request, "rules/game.html", told)


def _shown(section: Section, visit: Visit) -> tuple[Section, SafeString]:
    return section, visit.linked(section.html)


def _glance(article: Article, visit: Visit) -> list[tuple[Section, SafeString]]:
    """What is looked up most: the first table of the scoring section, and the tables of card strength.

    Where scoring needs no table, its first list or paragraphs.
    """
    found = []
    for anchor, most in (("scoring", 1), ("card-strength", 2)):
        section = next((part for part in article.sections if part.anchor == anchor), None)
        if section is None:
            continue
        tables = _TABLE.findall(section.html)[:most]
        if anchor == "scoring":
            tables = tables or _LIST.findall(section.html)[:1] or _PARAGRAPH.findall(section.html)[:2]
        if tables:
            found.append((section, visit.linked("\n".join(tables))))
    return found


def _density(article: Article) -> str:
    """How small the print has to be for two sheets."""
    size = sum(len(part.text) for part in article.sections if part.anchor not in (EXAMPLES, "history"))
    return next((name for name, most in (("roomy", 9_000), ("close", 14_000)) if size <= most), "dense")


@_public
def search(request: HttpRequest) -> HttpResponse:
    """Search results; only the list of them for htmx."""
    pages = _pages(request)
    query = " ".join(request.GET.get("q", "")[:MOST_CHARACTERS].split(" "))
    slug = request.GET.get("game", "")
    game = pages.games.get(slug)
    visit = Visit.of(request, slug if game else "")
    hits = index_of(pages).search(query, visit.game or None)
    told = {
        "visit": visit,
        "game": game,
        "game_path": f"/rules/{slug}",
        "query": query,
        "hits": [(hit, mark_safe(hit.snippet), _address(hit.slug, hit.section, visit)) for hit in hits],  # noqa: S308
    }
    name = "rules/hits.html" if request.headers.get("HX-Request") else "rules/search.html"
    return render(request, name, told)


def _address(slug: str, anchor: str, visit: Visit) -> str:
    return visit.to(f"/rules/{slug}", anchor)


@_public
def trick(request: HttpRequest, slug: str) -> HttpResponse:
    """Who takes this trick, and which cards may be played."""
    article, game = _game(slug, _pages(request))
    question = asking.trick_question(game)
    if question is None:
        raise Http404("no tricks in this game")
    return _ask(request, article, game, question)


@_public
def ask(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Another question that the game's calculator answers: a bid, a value."""
    article, game = _game(slug, _pages(request))
    question = next((one for one in asking.helpers(game) if one.kind == kind), None)
    if question is None:
        raise Http404("no such question")
    return _ask(request, article, game, question)


def _ask(request: HttpRequest, article: Article, game: Game[Any, Any], question: asking.Question) -> HttpResponse:
    visit = Visit.of(request, article.slug)
    query = dict(request.GET.lists())
    players = _players(game, request.GET.get("players", ""))
    asked = asking.read(question, {} if "clear" in query else query)
    strength = [part for part in article.sections if part.anchor == "card-strength"]
    told = {
        "visit": visit,
        "article": article,
        "game": game,
        "question": question,
        "others": [(one, path) for one, path in _questions(game) if one.kind != question.kind],
        "players": players,
        "tables": asking.tables(game),
        "desk": catalogue.Desk(game, asked, players, request.GET.get("to", "")),
        "answer": None if asked.empty else answer_to(game, asked, players),
        "strength": [visit.linked(part.html) for part in strength],
        "values": list(_values(game, "".join(part.markdown for part in strength))),
    }
    return render(request, "rules/ask.html", told)


def _values(game: Game[Any, Any], shown: str) -> Iterator[tuple[str, SafeString]]:
    """The game's tables, each with its caption, but for those that stand in what is shown already."""
    for grid in game.tables(game.Options()).values():
        table = grid_table(grid)
        if table not in shown:
            yield str(grid.caption), mark_safe(html_of(table, str(grid.caption)))  # noqa: S308 - made by the library


def _questions(game: Game[Any, Any]) -> list[tuple[asking.Question, str]]:
    """What the game's calculator answers, each with its address."""
    found = [(one, f"/rules/{game.slug}/ask/{one.kind}") for one in asking.helpers(game)]
    trick = asking.trick_question(game)
    return [(trick, f"/rules/{game.slug}/trick"), *found] if trick else found


def _players(game: Game[Any, Any], asked: str) -> int:
    """How many play: what was asked for, or the usual number."""
    allowed = asking.tables(game)
    return int(asked) if asked in map(str, allowed) else allowed[0]
