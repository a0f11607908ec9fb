"""Pages of a match for frames on other sites, for tables that allow it, and the oEmbed endpoint that describes them.

No key and no cookie opens them: whoever has the address of a match sees its result and sheet, and nothing else of the
table. They may be framed by every site, have no form and no link, and load nothing from elsewhere.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.html import escape
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from companion.http.accept_language import find_language
from scoring.link_pictures.drawing import HEIGHT, WIDTH
from scoring.pages.form_data import whole_number
from scoring.pages.link_picture import of_match, picture_address
from scoring.pages.match_view import MatchView
from scoring.pages.result_text import MOST_ROWS, preview, sheet_rows
from scoring.pages.shared_match import match_etag
from scoring.selectors.match_snapshot import MatchNotFound, MatchSnapshot, at_one_version, check_unchanged, load_match
from scoring.selectors.tables import table_of

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors *"
)
_HEADERS = {
    "Cache-Control": "public, no-cache",
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Resource-Policy": "cross-origin",
    "X-Robots-Tag": "noindex",
}
#: Pixels of a frame, by what it shows.
SIZES = {"result": (480, 320), "sheet": (480, 560)}
_FRAME_LOOK = 'style="border:0;max-width:100%" loading="lazy"'
_EMBEDDABLE = re.compile(r"/(?:embed/)?matches/([0-9a-z]{16,28})(?:/(result|sheet))?")


@require_safe
def show(request: HttpRequest, match_id: str, part: str) -> HttpResponse:
    """The result or the sheet of a match. part: result or sheet. Raises Http404 where the table does not allow it.

    Parameters: ``background=none`` for an overlay, ``theme`` (light or dark), ``lang`` (a language tag).
    """
    match = _embeddable(match_id)
    with override(find_language(request.GET.get("lang", ""), dict(settings.LANGUAGES)) or get_language()):
        etag = f'{match_etag(match)[:-1]}-{part}"'
        response = get_conditional_response(request, etag) or _page(request, match, part)
    response.headers["ETag"] = etag
    return embeddable(response)


def embeddable(response: HttpResponse) -> HttpResponse:
    """Returns the response with the headers of a page that other sites may show in a frame."""
    for name, value in _HEADERS.items():
        response.headers[name] = value
    response.xframe_options_exempt = True
    return response


def _embeddable(match_id: str) -> MatchSnapshot:
    """The match with this id. Raises Http404 if its table does not allow it to be embedded."""
    try:
        match = load_match(match_id) if settings.SERVER else None
    except MatchNotFound:
        match = None
    if match is None or not table_of(match).embedding:
        raise Http404
    return match


def _page(request: HttpRequest, match: MatchSnapshot, part: str) -> HttpResponse:
    def read(match: MatchSnapshot) -> dict[str, Any]:
        view = MatchView(match)
        rows = sheet_rows(view)[-MOST_ROWS:][::-1] if part == "sheet" else []
        check_unchanged(match)
        return {"view": view, "match": match, "picture": of_match(view), "rows": rows}

    page = at_one_version(match, read)
    is_overlay = request.GET.get("background") == "none"
    theme = request.GET.get("theme", "light" if is_overlay else "")
    page |= {
        "part": part,
        "title": preview(page["view"])[0],
        "theme": theme if theme in ("light", "dark") else "",
        "is_overlay": is_overlay,
        "oembed": _oembed_address(request, request.build_absolute_uri(request.path)),
    }
    return render(request, "embed/match.html", page)


def _oembed_address(request: HttpRequest, address: str) -> str:
    return request.build_absolute_uri(f"{reverse('oembed')}?{urlencode({'url': address, 'format': 'json'})}")


def snippets(request: HttpRequest, match: MatchSnapshot) -> list[tuple[str, str]]:
    """Returns the frames of a match for another site, each with what it shows, to be copied."""
    title = preview(MatchView(match))[0]
    labels = {"result": _("The result"), "sheet": _("Score sheet")}
    return [(label, _frame(request, match.id, part, title, *SIZES[part])) for part, label in labels.items()]


def _frame(request: HttpRequest, match_id: str, part: str, title: str, width: int, height: int) -> str:
    return frame_of(request.build_absolute_uri(reverse(f"embed-{part}", args=[match_id])), title, width, height)


def frame_of(address: str, title: str, width: int, height: int) -> str:
    """Returns the frame of a page of ours for another site. A plain text: on a page it is shown, not drawn."""
    what = f'src="{escape(address)}" title="{escape(title)}"'
    return f'<iframe {what} width="{width}" height="{height}" {_FRAME_LOOK}></iframe>'


@require_safe
def oembed(request: HttpRequest) -> HttpResponse:
    """The frame of an address, as JSON (oembed.com). Raises Http404 for what may not be embedded."""
    if request.GET.get("format", "json") != "json":
        return HttpResponse("Only format=json is known here.\n", status=501, content_type="text/plain; charset=utf-8")
    try:
        address = urlsplit(request.GET.get("url", ""))
    except ValueError:
        raise Http404 from None
    found = _EMBEDDABLE.fullmatch(address.path)
    if found is None or address.netloc != request.get_host():
        raise Http404
    match, part = _embeddable(found[1]), found[2] or "result"
    limits = [whole_number(request.GET.get(name, "")) or 0 for name in ("maxwidth", "maxheight")]
    width, height = (min(size, limit or size) for size, limit in zip(SIZES[part], limits, strict=True))
    title = preview(MatchView(match))[0]
    data = {
        "version": "1.0",
        "type": "rich",
        "provider_name": "Companion",
        "provider_url": request.build_absolute_uri("/"),
        "title": title,
        "html": _frame(request, match.id, part, title, width, height),
        "width": width,
        "height": height,
        "cache_age": 300,
    }
    if all(limit == 0 or limit >= size for limit, size in zip(limits, (WIDTH, HEIGHT), strict=True)):
        picture = picture_address(request, "", match.id)
        data |= {"thumbnail_url": picture, "thumbnail_width": WIDTH, "thumbnail_height": HEIGHT}
    response = JsonResponse(data)
    response.headers["Access-Control-Allow-Origin"] = "*"
    return response
