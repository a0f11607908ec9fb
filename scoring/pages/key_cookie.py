"""Keys of one kind that a phone keeps in an HttpOnly cookie: at most one for each event or season, the latest first."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from scoring.pages.device_keys import KEPT_SECONDS
from scoring.selectors.access_keys import Key, keys_cookie, keys_in_cookie


class KeyCookie:
    """The keys in the cookie of this name, by the id of what they open. cookie: the name."""

    cookie: str

    def __init__(self, request: HttpRequest) -> None:
        self.keys = keys_in_cookie(request.COOKIES.get(self.cookie, ""))

    def add(self, opened: str, key: Key) -> None:
        """Adds or replaces the key of what has this id, as the latest."""
        self.keys = {opened: key} | {other: old for other, old in self.keys.items() if other != opened}

    def remove(self, opened: str) -> None:
        """Removes the key of what has this id."""
        self.keys.pop(opened, None)

    def set_cookie(self, response: HttpResponseBase) -> None:
        """Sets the cookie of the response."""
        if not self.keys:
            response.delete_cookie(self.cookie, samesite="Lax")
            return
        response.set_cookie(
            self.cookie,
            keys_cookie(self.keys),
            max_age=KEPT_SECONDS,
            httponly=True,
            samesite="Lax",
            secure=settings.HTTPS,
        )
