"""The language of a page: the links that change it, and the texts of its scripts."""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from companion.http.languages import script_texts_version

register = template.Library()


@register.simple_tag
def script_texts() -> str:
    """Returns the address of the scripts' texts in the language of the page."""
    code = get_language() or settings.LANGUAGE_CODE
    return reverse("script-texts", args=[code, script_texts_version(code)])


@register.simple_tag
def display_settings() -> SafeString:
    """Returns the choices of how pages look, which are the same on all pages of a language."""
    return _display_settings(get_language() or settings.LANGUAGE_CODE)


@lru_cache(maxsize=len(settings.LANGUAGES))
def _display_settings(code: str) -> SafeString:
    return render_to_string("display_settings.html")


@register.inclusion_tag("language_choice.html", takes_context=True)
def language_choice(context: Any) -> dict[str, Any]:
    """Links that change the language; none if there is only one language."""
    request = context.get("request")
    here = request.get_full_path() if request is not None and request.method == "GET" else "/"
    if request is not None and request.path == reverse("language"):
        here = request.GET.get("next", "/")  # not this page: it would lead back to itself
    return {
        "languages": settings.LANGUAGES if len(settings.LANGUAGES) > 1 else [],
        "current": get_language(),
        "address": f"{reverse('language')}?{urlencode({'next': here})}",
    }
