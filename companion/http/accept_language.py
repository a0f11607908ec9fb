"""The language of a request: ``Accept-Language`` (RFC 9110) and language tags (RFC 5646), both by Django's own parsers.

Django's codes are lower case (``pt-br``), tags are written as RFC 5646 advises (``pt-BR``). Tags are compared without
case.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation.trans_real import (
    LANGUAGE_CODE_MAX_LENGTH,
    get_languages,
    get_supported_language_variant,
    parse_accept_lang_header,
)

_TAG = re.compile(r"[a-z]{1,8}(-[a-z0-9]{1,8})*", re.ASCII)


@lru_cache
def language_tag(code: str) -> str:
    """Returns a language as a tag: ``pt-BR`` for ``pt-br``, ``zh-Hans`` for ``zh-hans``."""
    return translation.to_locale(code).replace("_", "-")


def find_language(tag: str, offered: Collection[str]) -> str | None:
    """Returns the offered language (a code of Django) for a tag, None if there is none.

    Without the region or script that was asked for another of the same language is found (RFC 4647, 3.4, and Django's
    own list for Chinese): ``de-AT`` finds ``de``, ``pt`` and ``pt-PT`` find ``pt-br``.
    """
    code = tag.lower()
    if code in offered:
        return code
    try:
        found = get_supported_language_variant(code) if _TAG.fullmatch(code) else None
    except LookupError:
        return None
    return found if found in offered else None


def best_language(header: str, offered: tuple[str, ...]) -> str:
    """Returns the best of the offered languages for an ``Accept-Language``; the default one if none of them is wanted.

    A language with the quality 0 is not taken for a wider or narrower one either, and ``*`` is any language that the
    header does not name (RFC 9110, 12.5.4).
    """
    # Long headers are not kept. Django's parser cuts them.
    choose = _best_language if len(header) <= LANGUAGE_CODE_MAX_LENGTH else _best_language.__wrapped__
    return choose(header, offered)


@lru_cache(maxsize=1000)
def _best_language(header: str, offered: tuple[str, ...]) -> str:
    # Empty elements of a list are ignored (RFC 9110, 5.6.1). Django's parser would ignore the whole list.
    ranges = parse_accept_lang_header(",".join(filter(None, map(str.strip, header.split(",")))))
    named = {tag: quality for tag, quality in reversed(ranges) if tag != "*"}

    def quality_of(code: str) -> float | None:
        """The quality of the longest range that names this language, None if none does."""
        while code not in named and "-" in code:
            code = code.rpartition("-")[0]
        return named.get(code)

    for tag, quality in ranges:
        if not quality:
            continue
        if tag == "*":
            codes = [code for code in (settings.LANGUAGE_CODE, *offered) if quality_of(code) is None]
        else:
            found = find_language(tag, offered)
            codes = [found] if found and quality_of(found) != 0 else []
        if codes:
            return codes[0]
    return settings.LANGUAGE_CODE


class RequestLanguage(LocaleMiddleware):
    """Django's middleware, except for the parser of ``Accept-Language`` and the case of ``Content-Language``.

    A language that was chosen on a page, kept in a cookie, goes before the header; but the API ignores cookies.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Switches to the language of the request."""
        language = None
        if not request.path_info.startswith(("/api/v1/", "/mcp")):
            chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)
            language = find_language(chosen, get_languages()) if chosen else None
        if language is None:
            language = best_language(request.META.get("HTTP_ACCEPT_LANGUAGE", ""), tuple(get_languages()))
        translation.activate(language)
        request.LANGUAGE_CODE = translation.get_language()

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Says the language of the response."""
        patch_vary_headers(response, ("Accept-Language",))
        response.headers.setdefault("Content-Language", language_tag(translation.get_language() or ""))
        return response
