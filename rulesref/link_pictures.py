"""The pictures that chats show beside links to rules pages and to the start page."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import require_safe

from companion.http.accept_language import find_language
from rulesref.library import languages, library
from rulesref.reading import DEFAULT_LANGUAGE
from scoring.languages import language
from scoring.link_pictures.drawing import LinkPicture, png
from scoring.link_pictures.fonts import can_draw


def _picture_view(content: Callable[..., LinkPicture]) -> Callable[..., HttpResponse]:
    """A view of a picture in the language ``code``; in English if this machine has no font for it."""

    @require_safe
    @wraps(content)
    def view(request: HttpRequest, code: str, **which: str) -> HttpResponse:
        if code not in dict(settings.LANGUAGES) or not settings.SERVER:
            raise Http404
        with override(code):
            picture = content(code, **which)
        if not can_draw(picture.title + picture.headline):
            with override("en"):
                picture = content("en", **which)
        response = get_conditional_response(request, picture.etag) or HttpResponse(
            png(picture), content_type="image/png"
        )
        response.headers["ETag"] = picture.etag
        response.headers["Cache-Control"] = "public, max-age=86400"
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        return response

    return view


@_picture_view
def of_companion(code: str) -> LinkPicture:
    """The picture of the start page and of the list of rules."""
    return LinkPicture("Companion", _("Keeps the score and knows the rules when you play cards at a real table."))


@_picture_view
def of_article(code: str, slug: str) -> LinkPicture:
    """The picture of a rules page: the name of the game, and the game in a sentence. Raises Http404."""
    pages = library(find_language(code, languages()) or DEFAULT_LANGUAGE)
    try:
        article = pages.article(slug)
    except KeyError:
        raise Http404 from None
    game = pages.game_of(article)
    title = language(code, slug).gettext(game.name) if game else article.title
    return LinkPicture(title, pages.summary(article))
