"""Cursor pages: a limit, which is refused if it is too high, and a link to the next page."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import TypeVar
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import gettext
from pydantic import Field
from rest_framework.request import Request

from companion.http.api_view import bad_parameter
from companion.http.models import Query

R = TypeVar("R", bound=HttpResponse)


class PageQuery(Query):
    """Which page of a list."""

    limit: int = Field(
        settings.PAGE_SIZE, ge=1, le=settings.MAX_PAGE_SIZE, description="How many at most. More is refused, not cut."
    )
    cursor: str | None = Field(None, description="Where the page starts: follow `next` unchanged.", examples=["50"])

    def number(self) -> int:
        """Returns the cursor as a number, 0 on the first page. Raises Problem."""
        if self.cursor is None:
            return 0
        if not (self.cursor.isascii() and self.cursor.isdigit() and len(self.cursor) <= 9):
            raise bad_cursor()
        return int(self.cursor)

    def parts(self, count: int) -> list[str] | None:
        """Returns the parts that ``cursor_of`` joined, None on the first page. Raises Problem."""
        if self.cursor is None:
            return None
        try:
            parts = base64.b64decode(self.cursor.encode(), altchars=b"-_", validate=True).decode().split("|")
        except ValueError:
            parts = []
        if len(parts) != count or any(not part.isprintable() for part in parts):
            raise bad_cursor()
        return parts


def bad_cursor() -> Exception:
    """Returns the problem (400) for an invalid cursor."""
    return bad_parameter(
        "cursor", "cursor_unknown", gettext("This cursor is not valid: follow the next link unchanged.")
    )


def next_link(request: Request, cursor: str | None) -> str | None:
    """Returns the link to the next page, None without a cursor."""
    if cursor is None:
        return None
    query = {name: value for name, value in request.GET.items() if name != "cursor"}
    return f"{request.path}?{urlencode({**query, 'cursor': cursor})}"


def with_next(response: R, link: str | None) -> R:
    """Returns the response of a list, with the link to the next page in its headers, too (RFC 8288)."""
    if link:
        response.headers["Link"] = f'<{link}>; rel="next"'
    return response


def cursor_of(parts: Sequence[str]) -> str:
    """Returns a cursor of several parts."""
    return base64.urlsafe_b64encode("|".join(parts).encode()).decode()
