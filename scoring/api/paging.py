"""Cursor pages: a stated limit, refused when exceeded, and a link to what comes next."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest

from scoring.api.endpoint import bad_parameter

PARAMETERS = frozenset({"limit", "cursor"})


@dataclass(frozen=True)
class Page:
    """What is asked for. limit: how many at most. cursor: what the page before ended with, None for the first."""

    request: HttpRequest
    limit: int
    cursor: str | None

    @classmethod
    def of(cls, request: HttpRequest) -> Page:
        """The page that a request asks for. Raises Problem."""
        text = request.GET.get("limit", str(settings.PAGE_SIZE))
        if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= settings.MAX_PAGE_SIZE):
            raise bad_parameter("limit", "limit", f"limit is a number from 1 to {settings.MAX_PAGE_SIZE}.")
        return cls(request, int(text), request.GET.get("cursor"))

    def number(self) -> int:
        """The cursor as a number, 0 on the first page. Raises Problem."""
        if self.cursor is None:
            return 0
        if not (self.cursor.isascii() and self.cursor.isdigit() and len(self.cursor) <= 9):
            raise self.bad_cursor()
        return int(self.cursor)

    def parts(self, count: int) -> list[str] | None:
        """The parts that ``cursor_of`` joined, None on the first page. Raises Problem."""
        if self.cursor is None:
            return None
        try:
            parts = base64.b64decode(self.cursor.encode(), altchars=b"-_", validate=True).decode().split("|")
        except ValueError:
            parts = []
        if len(parts) != count or any(not part.isprintable() for part in parts):
            raise self.bad_cursor()
        return parts

    def bad_cursor(self) -> Exception:
        """The problem with a cursor that no page of ours ended with."""
        return bad_parameter("cursor", "cursor", "This is no cursor of ours: follow the next link as it stands.")

    def next(self, cursor: str | None) -> str | None:
        """The link to the next page, None where there is none."""
        if cursor is None:
            return None
        query = {name: value for name, value in self.request.GET.items() if name != "cursor"}
        return f"{self.request.path}?{urlencode({**query, 'cursor': cursor})}"


def cursor_of(parts: Sequence[str]) -> str:
    """A cursor of several parts."""
    return base64.urlsafe_b64encode("|".join(parts).encode()).decode()
