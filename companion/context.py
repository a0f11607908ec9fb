"""Variables of every template."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def server(request: HttpRequest) -> dict[str, bool]:
    """Returns has_server, whether other phones reach this Companion; has_phone, whether it can be kept on a phone."""
    return {"has_server": settings.SERVER, "has_phone": settings.PHONE}
