"""The changing part of the match page, drawn once for everybody who may see the same of it.

It is kept in Django's cache, in the memory of this process, under all that it is drawn from: every column of the match,
whether the reader may write, and the language. Nothing writes hands or changes without a new version of the match, or
at least a new time of its last change (``services.rescoring``). So nothing is thrown away when something changes, and
it does not matter which process wrote it.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from threading import Lock

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import compress_string
from django.utils.translation import get_language

from scoring.db.match_rows import ConcurrentUpdate
from scoring.pages import form_tokens
from scoring.pages.device_keys import DeviceKeys, may_write
from scoring.selectors.match_snapshot import MatchNotFound, MatchSnapshot, load_match

CSRF_TOKEN, FORM_TOKEN, QUESTIONS = (secrets.token_hex(16) for _ in range(3))
"""What stands in the shared HTML where every answer has a token of its own, and where the questions of the form stand.
Nobody outside knows them."""

KNOWN_QUESTIONS = "Companion-Questions"
"""Header of a request: the questions that the phone has (``data-questions`` of its form). They are not sent again."""

_COLUMNS = [field.name for field in fields(MatchSnapshot) if field.name not in ("role", "created_at", "updated_at")]

#: Locks for drawing, each for many matches: so they are few, and none has to be thrown away.
_LOCKS = [Lock() for _ in range(64)]


@dataclass(frozen=True)
class SharedMatch:
    """The changing part, with the tokens above. questions: those of its form, "" without a form.

    compressed: the HTML by gzip, b"" if it has tokens.
    """

    html: str
    questions: str
    compressed: bytes

    def html_for(self, request: HttpRequest) -> SafeString:
        """The HTML with the tokens of this answer, and with the questions unless the phone has just these."""
        html = self.html
        if not self.compressed:
            known = self.questions and request.headers.get(KNOWN_QUESTIONS) == fingerprint(self.questions)
            html = html.replace(CSRF_TOKEN, get_token(request)).replace(FORM_TOKEN, form_tokens.new_token())
            html = html.replace(QUESTIONS, "" if known else self.questions)
        return mark_safe(html)  # noqa: S308 - made by templates

    def response(self, request: HttpRequest) -> HttpResponse:
        """The answer with this part alone. What has no tokens is compressed once for all who read it."""
        if self.compressed and "gzip" in request.headers.get("Accept-Encoding", ""):
            response = HttpResponse(self.compressed, headers={"Content-Encoding": "gzip"})
        else:
            response = HttpResponse(self.html_for(request))
        patch_vary_headers(response, ("Accept-Encoding",))
        return response


@lru_cache(maxsize=256)
def fingerprint(questions: str) -> str:
    """A short text that differs between forms with different questions."""
    return hashlib.blake2b(questions.encode(), digest_size=12).hexdigest()


def match_etag(match: MatchSnapshot) -> str:
    """The ETag of the changing part, for this match and the role in it."""
    drawn_from = [getattr(match, name) for name in _COLUMNS]
    # A time read from one database has another class of time zone than a time read from another.
    drawn_from += [match.updated_at.timestamp(), may_write(match.role), get_language()]
    return f'"{match.version}-{hashlib.blake2b(repr(drawn_from).encode(), digest_size=16).hexdigest()}"'


def unless_unchanged(
    request: HttpRequest, match_id: str, draw: Callable[[MatchSnapshot], HttpResponse]
) -> HttpResponse:
    """What draw makes of the match, for a phone that follows it; 304 while nothing has changed. Raises Http404."""
    match = DeviceKeys(request).match(match_id)
    etag = match_etag(match)
    response = get_conditional_response(request, etag) or draw(match)
    response.headers["ETag"] = etag
    return response


def shared_match(match: MatchSnapshot, draw: Callable[[], tuple[str, str]]) -> SharedMatch:
    """The changing part at this version. draw: makes its HTML, and that of the questions ("" without a form).

    Of many who ask at once, one draws and the others wait. Raises ConcurrentUpdate if the match was changed meanwhile:
    the hands are read after the match.
    """
    etag = match_etag(match)
    name = f"match:{match.id}:{etag[1:-1]}"
    found: SharedMatch | None = cache.get(name)
    if found is not None:
        return found
    with _LOCKS[hash(name) % len(_LOCKS)]:
        found = cache.get(name)
        if found is not None:
            return found
        html, questions = draw()
        if not _is_current(match, etag):
            raise ConcurrentUpdate
        drawn = SharedMatch(html, questions, b"" if may_write(match.role) else compress_string(html.encode()))
        cache.set(name, drawn)
    return drawn


def _is_current(match: MatchSnapshot, etag: str) -> bool:
    """Whether nothing was written meanwhile."""
    try:
        return match_etag(replace(load_match(match.id), role=match.role)) == etag
    except MatchNotFound:
        return False
