"""The picture of a shared link."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from scoring.link_pictures.drawing import png
from scoring.pages.link_picture import picture_of


@require_safe
def link(request: HttpRequest, token: str) -> HttpResponse:
    """The picture as PNG, for whoever has the address. Raises Http404 if the link opens nothing any more."""
    picture = picture_of(token) if settings.SERVER else None
    if picture is None:
        raise Http404
    response = get_conditional_response(request, picture.etag) or HttpResponse(png(picture), content_type="image/png")
    response.headers["ETag"] = picture.etag
    response.headers["Cache-Control"] = "private, max-age=60"
    response.headers["X-Robots-Tag"] = "noindex"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"  # a chat in a browser shows it in its page
    return response
