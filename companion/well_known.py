"""What programs look for at fixed addresses: where the API and the rules are, and whom to tell of a weakness."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from rulesref.library import library
from rulesref.twins import twin_path

#: RFC 9727 and RFC 9264.
_LINKSET = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'
_CATALOG = "/.well-known/api-catalog"
#: Days that a security.txt is good for: its Expires is asked for, and is less than a year away (RFC 9116, 2.5.5).
_SECURITY_DAYS = 180
_CACHE = "public, max-age=3600"


def _absolute(request: HttpRequest, path: str) -> str:
    return request.build_absolute_uri(path)


@require_safe
def api_catalog(request: HttpRequest) -> HttpResponse:
    """``/.well-known/api-catalog`` (RFC 9727): the API and the tools for assistants, with their descriptions."""

    def link(path: str, kind: str = "text/html") -> list[dict[str, str]]:
        return [{"href": _absolute(request, path), "type": kind}]

    api = {
        "anchor": _absolute(request, "/api/v1"),
        "service-desc": link("/api/v1/openapi.json", "application/vnd.oai.openapi+json;version=3.1"),
        "service-doc": link("/api/docs") + link("/api/guide"),
        "status": link("/health", "text/plain"),
    }
    assistants = {"anchor": _absolute(request, "/mcp"), "service-doc": link("/api/guide/assistants")}
    headers = {"Cache-Control": _CACHE, "Link": f'<{_CATALOG}>; rel="api-catalog"'}
    return JsonResponse({"linkset": [api, assistants]}, content_type=_LINKSET, headers=headers)


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """``/.well-known/security.txt`` (RFC 9116). Raises Http404 unless the operator has named a contact."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = (timezone.now() + timedelta(days=_SECURITY_DAYS)).replace(hour=0, minute=0, second=0, microsecond=0)
    languages = ", ".join(["en"] if settings.LANGUAGE_CODE == "en" else [settings.LANGUAGE_CODE, "en"])
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}",
        f"Preferred-Languages: {languages}",
        f"Canonical: {_absolute(request, request.path)}",
    ]
    return _text("\n".join([*lines, ""]))


@require_safe
def llms_txt(request: HttpRequest) -> HttpResponse:
    """``/llms.txt`` (llmstxt.org): what is here, for a language model, with the Markdown twin of every rules page."""
    pages = library()

    def entry(name: str, path: str, note: str) -> str:
        return f"- [{name}]({_absolute(request, path)}): {note}"

    games = [entry(article.title, twin_path(article), pages.summary(article)) for article in pages.articles()]
    lines = [
        "# Card table Companion",
        "",
        "> Keeps the score and knows the rules of card games that people play with real cards. Rules, calculators and "
        "the search are open to everybody; matches need their table's key.",
        "",
        "Quote rules with their address, such as /rules/skat#matadors. Do not calculate scores yourself: the API and "
        "the tools for assistants name the rule of each line. `?lang=de` gives a page in another language (de, es, fr, "
        "it, pt-BR, ru, zh-Hans).",
        "",
        "## For programs",
        "",
        entry("Tools for assistants", "/api/guide/assistants", "the Model Context Protocol at /mcp"),
        entry("Guide to the API", "/api/guide", "a quick start and recipes"),
        entry("OpenAPI document", "/api/v1/openapi/core.json", "all operations, without the models of each game"),
        "",
        "## Rules",
        "",
        *games,
        "",
    ]
    return _text("\n".join(lines), "text/markdown")


def _text(text: str, kind: str = "text/plain") -> HttpResponse:
    return HttpResponse(text, content_type=f"{kind}; charset=utf-8", headers={"Cache-Control": _CACHE})
