"""What all rules pages share: caching, the library of the request, its page and game."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import conditional_page, require_safe

from companion.http.accept_language import find_language
from rulesref.article import Article
from rulesref.library import Library, languages, library
from rulesref.reading import DEFAULT_LANGUAGE
from scoring.engine.game import Game

#: Anchors, which a page may have only once.
ID_ATTRIBUTE = re.compile(r' id="[^"]*"')


def public(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
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


def library_of(request: HttpRequest) -> Library:
    """The pages in the language of the request."""
    return library(find_language(get_language() or "", languages()) or DEFAULT_LANGUAGE)


def article_or_404(pages: Library, slug: str) -> Article:
    """The page of this name. Raises Http404."""
    try:
        return pages.article(slug)
    except KeyError:
        raise Http404("no such page") from None


def game_or_404(slug: str, pages: Library) -> tuple[Article, Game[Any, Any]]:
    """The page of a game, and the game. Raises Http404."""
    article = article_or_404(pages, slug)
    game = pages.game_of(article)
    if game is None:
        raise Http404("no such game")
    return article, game
