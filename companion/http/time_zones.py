"""Time zones: pages show days and times as the reader's clock does. Files and JSON have them in UTC."""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from companion.http.api_paths import is_for_programs

COOKIE = "time_zone"
"""The cookie in which a phone names its zone (``static/theme.js``)."""


class ReadersTimeZone:
    """Middleware: the time zone of a page is the one that the phone names, else TIME_ZONE."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # A program says ``tz``; its answers do not depend on cookies.
        named = "" if is_for_programs(request.path) else request.COOKIES.get(COOKIE, "")
        with timezone.override(time_zone(named)):  # None: TIME_ZONE
            return self.get_response(request)


def time_zone(name: str) -> ZoneInfo | None:
    """Returns the zone of this IANA name, such as ``Europe/Berlin``; None if there is none."""
    try:
        return ZoneInfo(name) if name else None
    except (KeyError, ValueError, OSError):  # unknown; no name of a file; a folder
        return None
