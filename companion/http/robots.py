"""What crawlers are asked to leave alone."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

#: Show what is behind a link that somebody sends, and ask here first.
_PREVIEWS = ("facebookexternalhit", "WhatsApp", "Twitterbot", "Slackbot-LinkExpanding", "TelegramBot", "Discordbot")
#: Opened by keys, or made anew for each reader.
_PRIVATE = (
    "/join",
    "/pictures/",
    "/embed/",
    "/matches/",
    "/tables/",
    "/seasons/",
    "/new",
    "/code",
    "/rules/search",
    "/api/v1/",
    "/mcp",
)

_TEXT = "\n".join(
    [
        *(f"User-agent: {name}" for name in _PREVIEWS),
        "Allow: /",
        "",
        "User-agent: *",
        *(f"Disallow: {path}" for path in _PRIVATE),
        "",
    ]
)


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """``/robots.txt`` (RFC 9309): the rules are for everybody, tables and matches for those who have the link."""
    return HttpResponse(_TEXT, content_type="text/plain; charset=utf-8", headers={"Cache-Control": "max-age=86400"})
