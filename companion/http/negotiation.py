"""Chooses the parser of the body and the renderer of the response.

DRF's own negotiation parses all media types for each request; ours compares text (docs/decisions/0006-drf.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext
from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import BaseContentNegotiation

from companion.http.problems import CONTENT_TYPE, Problem

_UTF_8 = ("", "charset=utf-8", 'charset="utf-8"')


class ContentNegotiation(BaseContentNegotiation):
    """By ``?format=`` if the view has it, else by ``Accept``. Of equally good renderers the view's first one wins."""

    def select_parser(self, request: Any, parsers: Any) -> Any:
        """Returns the parser for the body's Content-Type, None if there is none.

        Raises Problem (415) for a compressed body.
        """
        if request._request.META.get("HTTP_CONTENT_ENCODING", "").strip().lower() not in ("", "identity"):
            text = gettext("The body must not be compressed: send it without Content-Encoding.")
            raise Problem("unsupported-media-type", text, headers={"Accept-Encoding": "identity"})
        kind, _, rest = request._request.META.get("CONTENT_TYPE", "").partition(";")
        kind = kind.strip().lower()
        if rest.strip().lower() not in _UTF_8:
            return None
        return next((parser for parser in parsers if parser.media_type == kind), None)

    def select_renderer(self, request: Any, renderers: Any, format_suffix: Any = None) -> tuple[Any, str]:
        """Returns the renderer and its media type. Raises NotAcceptable."""
        first = renderers[0]
        if len(renderers) > 1 and (chosen := request._request.GET.get("format")):
            # An unknown format is refused with the other parameters.
            first = next((one for one in renderers if one.format == chosen), first)
            return first, first.media_type
        accept = request._request.META.get("HTTP_ACCEPT")
        if not accept or accept == "*/*":
            return first, first.media_type
        best = best_renderer(accept, renderers)
        if best is None:
            raise NotAcceptable
        return best, best.media_type


def best_renderer(accept: str, renderers: Sequence[Any]) -> Any:
    """Returns the renderer that ``Accept`` prefers, None if it accepts none.

    To a client that names only problems, the first one is sent.
    """
    qualities = _qualities(accept)
    best, best_quality = renderers[0], 0.0
    for renderer in renderers:
        quality = _quality_of(renderer.media_type, qualities)
        if quality > best_quality:
            best, best_quality = renderer, quality
    return best if best_quality or (qualities.get(CONTENT_TYPE) and best.media_type not in qualities) else None


def _qualities(accept: str) -> dict[str, float]:
    qualities = {}
    for part in accept.split(","):
        kind, *parameters = part.lower().split(";")
        quality = next((one.strip()[2:] for one in parameters if one.strip().startswith("q=")), "1")
        try:
            qualities[kind.strip()] = float(quality)
        except ValueError:
            qualities[kind.strip()] = 1.0
    return qualities


def _quality_of(media_type: str, qualities: dict[str, float]) -> float:
    for kind in (media_type, media_type.partition("/")[0] + "/*", "*/*"):
        if kind in qualities:
            return qualities[kind]
    return 0.0
