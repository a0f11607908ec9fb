"""The language of the pages and the texts of their scripts, by Django's own views."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.http import require_http_methods, require_safe
from django.views.i18n import JavaScriptCatalog, set_language


@require_http_methods(["GET", "HEAD", "POST"])
def language(request: HttpRequest) -> HttpResponse:
    """The languages to choose from. POST stores the choice in a cookie and redirects to ``next``."""
    if request.method == "POST":
        return set_language(request)
    return render(request, "language.html", {"languages": settings.LANGUAGES, "next": request.GET.get("next", "/")})


@require_safe
def script_texts(request: HttpRequest, code: str, version: str) -> HttpResponse:
    """Returns a script with the texts of our scripts in a language, and Django's functions to read them.

    Browsers keep it: another version has another address. Raises Http404 if the language is not offered.
    """
    if code not in dict(settings.LANGUAGES):
        raise Http404("no such language")
    response = HttpResponse(script_texts_source(code), content_type="text/javascript; charset=utf-8")
    if version == script_texts_version(code):
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return response


@lru_cache
def script_texts_version(code: str) -> str:
    """Returns a short hash of the texts."""
    return hashlib.blake2b(script_texts_source(code), digest_size=6).hexdigest()


@lru_cache
def script_texts_source(code: str) -> bytes:
    """Returns the script itself."""
    with translation.override(code):
        catalogue: Any = JavaScriptCatalog.as_view(packages=["companion"])
        content: bytes = catalogue(_get()).content
    return content


def _get() -> HttpRequest:
    request = HttpRequest()
    request.method = "GET"
    return request
