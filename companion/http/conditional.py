"""ETags, the two headers that compare with them, and answers that carry them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.conf import settings
from django.utils.translation import get_language, gettext
from rest_framework.request import Request

from companion.http.problems import Problem
from companion.http.renderers import JSONResponse

V = TypeVar("V", int, str)
PRIVATE = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}


def etag(version: int | str) -> str:
    """The ETag of this version in the language of the request: ``"3"``, and ``"3-de"`` in German."""
    language = get_language()
    return f'"{version}"' if language in (None, settings.LANGUAGE_CODE) else f'"{version}-{language}"'


def private(data: Any, version: int | str | None = None, status: int = 200, location: str = "") -> JSONResponse:
    """An answer that only the client may cache. version: of the data, for the ETag."""
    headers = dict(PRIVATE)
    if version is not None:
        headers["ETag"] = etag(version)
    if location:
        headers["Location"] = location
    return JSONResponse(data, status, headers)


def not_modified(request: Request, tag: str) -> JSONResponse | None:
    """The 304 where the reader has this already (If-None-Match), else None."""
    known = request._request.META.get("HTTP_IF_NONE_MATCH")
    if known is None or not ("*" in known or tag in _tags(known)):
        return None
    # As the whole answer has it: a cache brings what it keeps up to date with these.
    return JSONResponse(status=304, headers={"ETag": tag, **(PRIVATE if "HTTP_AUTHORIZATION" in request.META else {})})


def expected_version(request: Request, version: V, conflict: Callable[[], Exception], needed: bool = False) -> V | None:
    """The version that the client has seen (If-Match); None if it sent no such header.

    version: the current one. conflict: the failure to raise if the client has seen another. needed: answer 428 without
    the header.
    """
    seen = request.META.get("HTTP_IF_MATCH")
    if seen is None:
        if needed:
            text = gettext("Send If-Match with the ETag that you have seen, so that nobody's change is lost.")
            raise Problem("precondition-needed", text, headers={"ETag": etag(version)})
        return None
    if seen.strip() == "*":
        return None
    if f'"{version}"' not in map(_without_language, _tags(seen)):
        raise conflict()
    return version


def _without_language(tag: str) -> str:
    """A version is the same in every language."""
    before, _, language = tag[1:-1].rpartition("-")
    return f'"{before}"' if language in dict(settings.LANGUAGES) else tag


def _tags(header: str) -> list[str]:
    # A proxy that compresses marks ETags as weak; versions are compared in either form.
    return [part.strip().removeprefix("W/") for part in header.split(",")]
