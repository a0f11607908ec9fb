"""ETags, the two headers that are compared with them (RFC 9110, 13), and responses that have one.

A tag names a version of the data and, outside English, the language of the texts: ``"3"``, ``"3-pt-br"``. They are
compared more widely than the RFC says, on purpose:

- If-Match protects the data, which is the same in every language, so a tag of any language will do.
- Both headers take what proxies make of our tags when they compress: ``W/"3"`` (nginx, Cloudflare), ``"3-gzip"``
  (Apache, Caddy). The letter of the RFC would refuse every change by a client behind such a proxy.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache
from typing import Any, TypeVar

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.http import parse_etags
from django.utils.translation import get_language, gettext
from django.utils.translation.trans_real import get_languages
from rest_framework.request import Request

from companion.http.problems import Problem
from companion.http.renderers import JSONResponse

V = TypeVar("V", int, str)
WITHOUT_HANDS = "-no-hands"
"""After the version, in the ETag of a match without its hands."""

PRIVATE = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}

FILES = ("-csv", "-xlsx")
"""Ends of the tags of files for spreadsheets. Their language is English."""

_COMPRESSED = ("", *(f"{dash}{name}" for name in ("gzip", "br", "zstd", "deflate") for dash in ("-", "--", ";")))
"""Ends that proxies add within the quotes: ``-gzip`` (Apache, Caddy), ``--gzip`` (Jetty), ``;gzip`` (older Apache)."""


def etag(version: int | str) -> str:
    """Returns the ETag of this version in the language of the request: ``"3"``, and ``"3-de"`` in German."""
    language = get_language()
    return f'"{version}"' if language in (None, settings.LANGUAGE_CODE) else f'"{version}-{language}"'


def private_response(
    data: Any, version: int | str | None = None, status: int = 200, location: str = ""
) -> JSONResponse:
    """Returns a response that only the client may cache. version: of the data, for the ETag."""
    headers = dict(PRIVATE)
    if version is not None:
        headers["ETag"] = etag(version)
    if location:
        headers["Location"] = location
    return JSONResponse(data, status, headers)


def not_modified(request: Request, tag: str) -> JSONResponse | None:
    """Returns 304 if the client has this version already (If-None-Match), else None."""
    header = request._request.META.get("HTTP_IF_NONE_MATCH")
    if header is None or not (header == tag or _names(header, tag[1:-1], _COMPRESSED)):
        return None
    # The same headers as in the full response: a cache updates its copy with them.
    return JSONResponse(status=304, headers={"ETag": tag, **(PRIVATE if "HTTP_AUTHORIZATION" in request.META else {})})


def check_read(request: HttpRequest, response: HttpResponseBase) -> None:
    """Checks If-Match of a read. Raises Problem (412) if the response has another ETag or none."""
    header = request.META.get("HTTP_IF_MATCH")
    if header is None or request.method not in ("GET", "HEAD") or response.status_code not in (200, 304):
        return
    tag = response.headers.get("ETag", "")
    if not (is_any(header) or (tag and _names(header, tag[1:-1], _COMPRESSED))):
        text = gettext("There is another version here than If-Match names.")
        raise Problem("stale", text, headers={"ETag": tag} if tag else {})


def expected_version(request: Request, version: V, conflict: Callable[[], Exception], needed: bool = False) -> V | None:
    """Checks If-Match and If-None-Match of a change.

    version: the current one. conflict: makes the exception that is raised if the client has seen another version.
    needed: whether to raise Problem (428) without If-Match.

    Returns the version that the client has seen, None if any is right. Raises Problem (412) if If-None-Match names the
    current version.
    """
    header, none_match = request.META.get("HTTP_IF_MATCH"), request.META.get("HTTP_IF_NONE_MATCH")
    if header is None and needed:
        text = gettext("Send If-Match with the ETag that you have seen, so that nobody's change is lost.")
        raise Problem("precondition-needed", text, headers={"ETag": etag(version)})
    if header is None and none_match is None:
        return None
    forms = _forms(tuple(get_languages()))
    if header is not None and not _names(header, str(version), forms):
        raise conflict()
    if none_match is not None and _names(none_match, str(version), forms):
        text = gettext("If-None-Match names the version that is here: nothing was changed.")
        raise Problem("stale", text, headers={"ETag": etag(version)})
    return None if header is None or is_any(header) else version


@lru_cache
def _forms(languages: tuple[str, ...]) -> frozenset[str]:
    """All ends that the tag of a version may have."""
    texts = ("", *(f"-{language}" for language in languages))
    ends = (*texts, *FILES, *(WITHOUT_HANDS + end for end in texts))
    return frozenset(end + compressed for end in ends for compressed in _COMPRESSED)


def is_any(header: str) -> bool:
    """Returns whether this If-Match or If-None-Match is ``*``."""
    return header.strip() == "*"


def _names(header: str, value: str, ends: Collection[str]) -> bool:
    """Whether the header is ``*``, or one of its tags, weak or strong, is this value with one of these ends."""
    if is_any(header) or header == f'"{value}"':
        return True
    tags = (tag.removeprefix("W/")[1:-1] for tag in parse_etags(header))
    return any(tag.startswith(value) and tag[len(value) :] in ends for tag in tags)
