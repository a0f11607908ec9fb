"""ETags, the two headers that are compared with them, and responses that have one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.conf import settings
from django.utils.translation import get_language, gettext
from rest_framework.request import Request

from companion.http.problems import Problem
from companion.http.renderers import JSONResponse

V = TypeVar("V", int, str)
WITHOUT_HANDS = "-no-hands"
"""After the version, in the ETag of a match without its hands."""

PRIVATE = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}


def etag(version: int | str) -> str:
    """Returns: the ETag of this version in the language of the request: ``"3"``, and ``"3-de"`` in German."""
    language = get_language()
    return f'"{version}"' if language in (None, settings.LANGUAGE_CODE) else f'"{version}-{language}"'


def private_response(
    data: Any, version: int | str | None = None, status: int = 200, location: str = ""
) -> JSONResponse:
    """Returns: a response that only the client may cache. version: of the data, for the ETag."""
    headers = dict(PRIVATE)
    if version is not None:
        headers["ETag"] = etag(version)
    if location:
        headers["Location"] = location
    return JSONResponse(data, status, headers)


def not_modified(request: Request, tag: str) -> JSONResponse | None:
    """Returns: 304 if the client has this version already (If-None-Match), else None."""
    header = request._request.META.get("HTTP_IF_NONE_MATCH")
    if header is None or not ("*" in header or tag in _tags(header)):
        return None
    # The same headers as in the full response: a cache updates its copy with them.
    return JSONResponse(status=304, headers={"ETag": tag, **(PRIVATE if "HTTP_AUTHORIZATION" in request.META else {})})


def expected_version(request: Request, version: V, conflict: Callable[[], Exception], needed: bool = False) -> V | None:
    """Returns: the version that the client has seen (If-Match), None if it sent no such header.

    version: the current one. conflict: makes the exception that is raised if the client has seen another version.
    needed: whether to raise Problem (428) without the header.
    """
    header = request.META.get("HTTP_IF_MATCH")
    if header is None:
        if needed:
            text = gettext("Send If-Match with the ETag that you have seen, so that nobody's change is lost.")
            raise Problem("precondition-needed", text, headers={"ETag": etag(version)})
        return None
    if header.strip() == "*":
        return None
    if f'"{version}"' not in map(_without_language, _tags(header)):
        raise conflict()
    return version


def _without_language(tag: str) -> str:
    """The tag of the version itself: it is the same in every language, and with or without the hands."""
    version, _, language = tag[1:-1].rpartition("-")
    version = version if language in dict(settings.LANGUAGES) else tag[1:-1]
    return f'"{version.removesuffix(WITHOUT_HANDS)}"'


def _tags(header: str) -> list[str]:
    # A proxy that compresses marks ETags as weak.
    return [part.strip().removeprefix("W/") for part in header.split(",")]
