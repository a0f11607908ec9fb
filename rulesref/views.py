"""The rules pages: all games, a game's page, search, lookups."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import wraps
from html import escape, unescape
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.html import strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import conditional_page, require_safe

from companion.http.accept_language import find_language
from rulesref.article import EXAMPLES, MINUTE, Article, Section
from rulesref.game_filter import GameEntry, GameFilter
from rulesref.generated import grid_table
from rulesref.library import Library, languages, library
from rulesref.lookup.board import LookupBoard
from rulesref.lookup.forms import LookupForm, hand_forms, player_counts, read_query, trick_form
from rulesref.lookup.results import look_up
from rulesref.lookup.setting import LookupSetting, usual_setting
from rulesref.markup import to_html
from rulesref.match import setting_of_match
from rulesref.pictures.ladder import WITH_POINTS
from rulesref.reading import DEFAULT_LANGUAGE, foreign_language, one_of, page_name
from rulesref.search.hits import SearchHit
from rulesref.search.index import find
from rulesref.search.preparing import MAX_QUERY_LENGTH
from rulesref.search.words import is_ideograph
from rulesref.twins import link_header, twin_path, twin_response
from scoring.engine.game import Game
from scoring.engine.messages import render as render_message
from scoring.languages import current_language, language, words_of

_MATCH = re.compile(r"[A-Za-z0-9_-]{1,64}")
_RULES_LINK = re.compile(r'href="/rules(/[a-z0-9-]+)?(#[^"]*)?"')
_TABLE = re.compile(r'<div class="table-box".*?</table>\s*</div>', re.DOTALL)
#: The ladders of the cards, and tables.
_LADDER_OR_TABLE = re.compile(
    r'<figure class="picture picture-ladder">.*?</figure>|<div class="table-box".*?</table>\s*</div>', re.DOTALL
)
_PARAGRAPH = re.compile(r"<p>.*?</p>", re.DOTALL)
#: The room of a picture on paper, in characters of text.
_PICTURE_LENGTH = 500
_ID = re.compile(r' id="[^"]*"')
_LIST = re.compile(r"<ol>.*?</ol>|<ul>.*?</ul>", re.DOTALL)


@dataclass(frozen=True)
class MatchLinks:
    """Links that keep the open match. match: its id, or ``""``. game: slug of the game on the table, or ``""``."""

    match: str = ""
    game: str = ""

    @classmethod
    def from_request(cls, request: HttpRequest, game: str = "") -> MatchLinks:
        """The open match of ``?match=``, if that has the form of an id."""
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
    """GET and HEAD only, with an ETag; public and cached for five minutes unless the view says otherwise."""

    @require_safe
    @conditional_page
    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response.headers.setdefault("Cache-Control", "public, max-age=300")
        patch_vary_headers(response, ["Accept-Language", "Cookie", "HX-Request"])
        return response

    return wrapped


def _library(request: HttpRequest) -> Library:
    return library(find_language(get_language() or "", languages()) or DEFAULT_LANGUAGE)


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
    game_filter = GameFilter(pages, request.GET)
    context = {
        "links": MatchLinks.from_request(request),
        "filter": game_filter,
        "articles": [(article, pages.summary(article), foreign_language(article)) for article in articles],
    }
    return render(request, "rules/game_list.html", context)


@_public
def rules_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of a game, or another article."""
    pages = _library(request)
    article = _article(pages, slug)
    links = MatchLinks.from_request(request, slug if article.is_game else "")
    game = pages.game_of(article)
    sections = [(section, links.rewrite(section.html)) for section in article.sections]
    context = {
        "links": links,
        "article": article,
        "twin": twin_path(article, article.lang),
        "summary": pages.summary(article),
        "sections": sections,
        "contents": article.sections,
        "foreign": foreign_language(article),
    }
    if game is None:
        return _with_twin(render(request, "rules/article.html", context), article)
    context |= {
        "game": game,
        "game_name": page_name(article, game),
        "summary": current_language(slug).gettext(game.summary),
        "minute": _minute(article, links),
        "sections": [entry for entry in sections if entry[0].anchor != MINUTE],
        "native_names": GameEntry(article, game).native_names,
        "lookups": _lookups(game),
        "at_a_glance": _at_a_glance(article, links),
        "print_size": _print_size(article),
    }
    return _with_twin(render(request, "rules/game.html", context), article)


def _with_twin(response: HttpResponse, article: Article) -> HttpResponse:
    response.headers["Link"] = link_header(article)
    return response


@_public
def rules_markdown(request: HttpRequest, slug: str) -> HttpResponse:
    """The Markdown twin of a page."""
    return twin_response(request, _library(request), slug)


@_public
def rules_part(request: HttpRequest, slug: str) -> HttpResponse:
    """One section of a page, for the sheet over the match. at: its anchor; the first section if there is none."""
    pages = _library(request)
    article = _article(pages, slug)
    game = pages.game_of(article)
    at = request.GET.get("at", "")
    section = article.section(at) if at in article.anchors else article.sections[0]
    whole = next((part for part in article.sections if section in part.subsections), None)
    context = {
        "links": MatchLinks.from_request(request, slug if game else ""),
        "article": article,
        "game": game,
        "name": page_name(article, game) if game else article.title,
        "section": section,
        "whole": whole,
        "html": MatchLinks.from_request(request).rewrite(_ID.sub("", section.html)),
        "foreign": foreign_language(article),
        "has_tables": "<table" in section.html,
    }
    return render(request, "rules/part.html", context)


def _minute(article: Article, links: MatchLinks) -> SafeString:
    """The section for readers who know similar games."""
    return links.rewrite(article.section(MINUTE).html)


def _at_a_glance(article: Article, links: MatchLinks) -> list[tuple[Section, SafeString]]:
    """The first table of the scoring section, and the ladders and card points of card strength.

    A game whose scoring section has no table may have one under its object. Without that the scoring section gives its
    first list or paragraphs.
    """
    parts = []
    object_html = next((part.html for part in article.sections if part.anchor == "object"), "")
    for anchor, pattern, limit in (("scoring", _TABLE, 1), ("card-strength", _LADDER_OR_TABLE, 2)):
        section = next((part for part in article.sections if part.anchor == anchor), None)
        if section is None:
            continue
        blocks = pattern.findall(section.html)[:limit]
        if len(blocks) == 2 and WITH_POINTS in blocks[0]:
            blocks = blocks[:1]  # the ladder has the card points already
        if anchor == "scoring":
            blocks = blocks or _TABLE.findall(object_html)[:1]
            blocks = blocks or _LIST.findall(section.html)[:1] or _PARAGRAPH.findall(section.html)[:2]
        if blocks:
            parts.append((section, links.rewrite("\n".join(blocks))))
    return parts


def _print_size(article: Article) -> str:
    """The print size that fits the page on two sheets: ``roomy``, ``close`` or ``dense``."""
    sections = [part for part in article.sections if part.anchor not in (EXAMPLES, "history")]
    length = sum(_width(part.text, article.lang) + _PICTURE_LENGTH * len(part.pictures) for part in sections)
    return next((name for name, limit in (("roomy", 9_000), ("close", 14_000)) if length <= limit), "dense")


def _width(text: str, lang: str) -> float:
    """The room of a text on paper, in letters of English: words of other languages are longer, ideographs wide."""
    if lang == DEFAULT_LANGUAGE:
        return len(text)
    return sum(2.1 if is_ideograph(letter) else 1.15 for letter in text)


#: A picture in words, in an answer of the search.
_IN_WORDS = re.compile(r'<p class="in-words">.*?</p>')
#: An answer of so many letters is shown in large ones: eight lines at 390 pixels.
_LARGE = 250
#: A picture of a trick with the cards of a certain case.
_CASE = 'class="picture picture-trick"'


def _words(html: str) -> str:
    """The text of HTML, as one line."""
    return " ".join(unescape(strip_tags(html)).replace("\ufe0e", "").split())


class HitView:
    """A search hit as the page shows it."""

    def __init__(self, pages: Library, hit: SearchHit, links: MatchLinks) -> None:
        self.hit = hit
        self.links = links
        self.url = links.url(f"/rules/{hit.slug}", hit.section)
        self.page = hit.title if hit.heading != hit.title and hit.slug != links.game else ""
        self.foreign = foreign_language(pages.article(hit.slug))
        self._section = pages.section(hit.slug, hit.section) if hit.section else None

    @property
    def answer(self) -> SafeString:
        """What answers; without the words of pictures if a picture is drawn beside it."""
        html = self.hit.answer or self.hit.snippet
        if self.picture:
            html = _IN_WORDS.sub("", html)
        name = escape(self.hit.heading)
        box = f'<div class="table-box" tabindex="0" role="group" aria-label="{name}">'
        html = html.replace("<table>", f"{box}<table>").replace("</table>", "</table></div>")
        return mark_safe(html)  # noqa: S308 - escaped

    @property
    def is_long(self) -> bool:
        """Whether the answer would fill the screen of a phone in large letters."""
        return len(_words(self.hit.answer)) > _LARGE

    @property
    def snippet(self) -> SafeString:
        """The same in short."""
        return mark_safe(self.hit.snippet)  # noqa: S308 - escaped

    @property
    def picture(self) -> SafeString:
        """Its picture, ``""`` if it has none. A picture of a case is shown only with the answer about that case: beside
        any other it would contradict it.
        """
        pictures = self._section.pictures if self._section else ()
        words = _words(self.hit.answer or self.hit.snippet)
        named = [picture for picture in pictures if _CASE in picture and words and words in _words(picture)]
        general = [picture for picture in pictures if _CASE not in picture]
        return mark_safe(_ID.sub("", next(iter([*named, *general]), "")))  # noqa: S308 - drawn by us

    @property
    def whole(self) -> SafeString:
        """The whole place without its anchors; ``""`` if the answer is all of it."""
        if self._section is None or self.hit.kind in ("question", "term"):
            return mark_safe("")
        if self.hit.is_whole and not self._section.subsections:
            return mark_safe("")
        return self.links.rewrite(_ID.sub("", self._section.html))


@_public
def search(request: HttpRequest) -> HttpResponse:
    """Search results; for htmx only their list."""
    pages = _library(request)
    query = " ".join(request.GET.get("q", "")[:MAX_QUERY_LENGTH].split(" "))
    slug = request.GET.get("game", "")
    game = pages.games.get(slug)
    links = MatchLinks.from_request(request, slug if game else "")
    result = find(pages, query, links.game or None)
    hits = [HitView(pages, hit, links) for hit in result.hits]
    beside = next((hit_view for hit_view in hits if hit_view.hit is result.beside), None)
    others = [hit_view for hit_view in hits if hit_view is not beside]
    context = {
        "links": links,
        "game": game,
        "query": query,
        "hits": hits,
        "beside": beside,
        "answered": result.answered,
        "other_games": result.other_games,
        "answer": next(iter(hits), None),
        "next_hits": others[1:3] if result.answered else others[:3],
        "more_hits": others[3:],
        "corrected": [(word, one_of(others)) for word, others in result.corrected.items()],
        "searched_games": [page_name(pages.article(slug), pages.games[slug]) for slug in result.games],
        "suggestions": [HitView(pages, hit, links) for hit in result.suggestions],
        "foreign": next((hit_view.foreign for hit_view in hits), ""),
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
    setting = _setting(request, links, game)
    lookup = read_query(form, {} if "clear" in query else query)
    if "next" in query:
        lookup.cards["plays"] = []
    result = None if lookup.is_empty else look_up(game, lookup, setting)
    strength = [section for section in article.sections if section.anchor == "card-strength"]
    context = {
        "links": links,
        "article": article,
        "game": game,
        "game_name": page_name(article, game),
        "foreign": foreign_language(article),
        "lookup_form": form,
        "other_lookups": [(other, path) for other, path in _lookups(game) if other.hand_kind != form.hand_kind],
        "setting": setting,
        "house_rules": setting.house_rules(game),
        "player_counts": player_counts(game),
        "board": LookupBoard(game, lookup, setting, request.GET.get("to", "")),
        "result": result,
        "next_leader": setting.seat_and_name(result.next_leader) if result else None,
        "partners": setting.partners(game),
        "strength": [links.rewrite(section.html) for section in strength],
        "tables": list(_tables(game, article.lang, "".join(section.markdown for section in strength))),
    }
    with words_of(article.slug):
        response = render(request, "rules/lookup.html", context)
    if links.match:
        # Names and house rules depend on the phone's keys.
        response.headers["Cache-Control"] = "private, no-cache"
    return response


def _setting(request: HttpRequest, links: MatchLinks, game: Game[Any, Any]) -> LookupSetting:
    """The players: those of the open match, else as many as were tapped."""
    leader = request.GET.get("next") or request.GET.get("leader", "")
    match_setting = setting_of_match(request, links.match, game.slug, leader)
    return match_setting or usual_setting(_players(game, request.GET.get("players", "")))


def _tables(game: Game[Any, Any], lang: str, markdown: str) -> Iterator[tuple[str, SafeString]]:
    """Caption and HTML of each of the game's tables that is not in this Markdown already. lang: of the page."""
    page_language = language(lang, game.slug)
    for grid in game.tables(game.Options()).values():
        table = grid_table(grid, page_language)
        if table not in markdown:
            caption = render_message(grid.caption, page_language) if grid.caption else ""
            yield caption, mark_safe(to_html(table, caption))  # noqa: S308 - escaped


def _lookups(game: Game[Any, Any]) -> list[tuple[LookupForm, str]]:
    """The game's lookups, each with its address."""
    lookups = [(form, f"/rules/{game.slug}/lookup/{form.hand_kind}") for form in hand_forms(game)]
    trick = trick_form(game)
    return [(trick, f"/rules/{game.slug}/trick"), *lookups] if trick else lookups


def _players(game: Game[Any, Any], value: str) -> int:
    """The number of players in the query string, or the usual number."""
    allowed = player_counts(game)
    return int(value) if value in map(str, allowed) else allowed[0]
