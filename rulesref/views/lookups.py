"""The lookups: who takes a trick, what a hand is worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe

from rulesref.article import Article
from rulesref.generated import grid_table
from rulesref.lookup.board import LookupBoard
from rulesref.lookup.forms import LookupForm, hand_forms, player_counts, read_query, trick_form
from rulesref.lookup.results import look_up
from rulesref.lookup.setting import LookupSetting, usual_setting
from rulesref.markup import to_html
from rulesref.match import setting_of_match
from rulesref.reading import foreign_language, page_name
from rulesref.views.links import MatchLinks
from rulesref.views.shared import game_or_404, library_of, public
from scoring.engine.game import Game
from scoring.engine.messages import render as render_message
from scoring.languages import language, words_of


@public
def trick_lookup(request: HttpRequest, slug: str) -> HttpResponse:
    """The lookup of a trick: who takes it, and which cards may be played."""
    article, game = game_or_404(slug, library_of(request))
    form = trick_form(game)
    if form is None:
        raise Http404("no tricks in this game")
    return _lookup_page(request, article, game, form)


@public
def hand_lookup(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Another lookup, a kind of hand that records nothing: a bid, a value."""
    article, game = game_or_404(slug, library_of(request))
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
        "other_lookups": [(other, path) for other, path in lookups_of(game) if other.hand_kind != form.hand_kind],
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


def lookups_of(game: Game[Any, Any]) -> list[tuple[LookupForm, str]]:
    """The game's lookups, each with its address."""
    lookups = [(form, f"/rules/{game.slug}/lookup/{form.hand_kind}") for form in hand_forms(game)]
    trick = trick_form(game)
    return [(trick, f"/rules/{game.slug}/trick"), *lookups] if trick else lookups


def _players(game: Game[Any, Any], value: str) -> int:
    """The number of players in the query string, or the usual number."""
    allowed = player_counts(game)
    return int(value) if value in map(str, allowed) else allowed[0]
