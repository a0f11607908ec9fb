"""What every template knows."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def server(request: HttpRequest) -> dict[str, bool]:
    """has_server: other phones reach this Companion. has_phone: it can be kept on a phone."""
    return {"has_server": settings.SERVER, "has_phone": settings.PHONE}
