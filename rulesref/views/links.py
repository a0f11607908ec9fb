"""Links in the rules that keep the open match."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

_MATCH = re.compile(r"[A-Za-z0-9_-]{1,64}")
_RULES_LINK = re.compile(r'href="/rules(/[a-z0-9-]+)?(#[^"]*)?"')


@dataclass(frozen=True)
class MatchLinks:
    """Links that keep the open match. match: its id, or ``""``. game: slug of the game on the table, or ``""``."""

    match: str = ""
    game: str = ""

    @classmethod
    def from_request(cls, request: HttpRequest, game: str = "") -> MatchLinks:
        """The open match of ``?match=``, if that has the form of an id."""
        match = request.GET.get("match", "")
        return cls(match if _MATCH.fullmatch(match) else "", game)

    def url(self, path: str, anchor: str = "", **query: str) -> str:
        """An address in the rules that keeps the open match."""
        parameters = {"match": self.match, **query}
        encoded = urlencode({name: value for name, value in parameters.items() if value})
        return path + (f"?{encoded}" if encoded else "") + (f"#{anchor}" if anchor else "")

    def rewrite(self, html: str) -> SafeString:
        """HTML of the library, its links into the rules changed to keep the open match."""
        if self.match:
            html = _RULES_LINK.sub(
                lambda link: f'href="{self.url("/rules" + (link[1] or ""))}{link[2] or ""}"',
                html,
            )
        return mark_safe(html)  # noqa: S308 - the library escapes the HTML of authors
