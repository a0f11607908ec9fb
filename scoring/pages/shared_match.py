"""The changing part of the match page, rendered once for all readers who see the same.

It is stored in Django's cache in memory. The key has everything that it depends on: every column of the match, whether
the reader may write, and the language. Every write of hands or changes gives the match a new version, or at least a new
time of its last change (``services.rescoring``). So no entry has to be invalidated, whichever process writes.
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
from scoring.selectors.event_access import event_place
from scoring.selectors.match_snapshot import MatchNotFound, MatchSnapshot, load_match

CSRF_TOKEN, FORM_TOKEN, QUESTIONS = (secrets.token_hex(16) for _ in range(3))
"""Placeholders in the shared HTML, for the tokens of a response and for the questions of the form. They are secret."""

KNOWN_QUESTIONS = "Companion-Questions"
"""Header of a request: the questions that the phone has (``data-questions`` of its form). They are not sent again."""

_COLUMNS = [field.name for field in fields(MatchSnapshot) if field.name not in ("role", "created_at", "updated_at")]

#: Locks for rendering. Each is for many matches, so that their number is fixed.
_LOCKS = [Lock() for _ in range(64)]


@dataclass(frozen=True)
class SharedMatch:
    """The changing part, with the placeholders above. questions: those of its form, "" without a form.

    compressed: the HTML by gzip, b"" if it has placeholders.
    """

    html: str
    questions: str
    compressed: bytes

    def html_for(self, request: HttpRequest) -> SafeString:
        """Returns the HTML with the tokens of this response, and with the questions unless the phone has them."""
        html = self.html
        if not self.compressed:
            known = self.questions and request.headers.get(KNOWN_QUESTIONS) == fingerprint(self.questions)
            html = html.replace(CSRF_TOKEN, get_token(request)).replace(FORM_TOKEN, form_tokens.new_token())
            html = html.replace(QUESTIONS, "" if known else self.questions)
        return mark_safe(html)  # noqa: S308 - made by templates

    def response(self, request: HttpRequest) -> HttpResponse:
        """Returns the response with this part alone. Without placeholders it is compressed once for all readers."""
        if self.compressed and "gzip" in request.headers.get("Accept-Encoding", ""):
            response = HttpResponse(self.compressed, headers={"Content-Encoding": "gzip"})
        else:
            response = HttpResponse(self.html_for(request))
        patch_vary_headers(response, ("Accept-Encoding",))
        return response


@lru_cache(maxsize=256)
def fingerprint(questions: str) -> str:
    """Returns a short hash of the questions of a form."""
    return hashlib.blake2b(questions.encode(), digest_size=12).hexdigest()


def match_etag(match: MatchSnapshot) -> str:
    """Returns the ETag of the changing part, for this match and role."""
    values = [getattr(match, name) for name in _COLUMNS]
    # As a timestamp: the class of the time zone depends on the database.
    values += [match.updated_at.timestamp(), may_write(match.role), get_language()]
    if match.in_event and match.finished and may_write(match.role):  # another match may decide the sitting
        values.append(event_place(match.table_id))
    return f'"{match.version}-{hashlib.blake2b(repr(values).encode(), digest_size=16).hexdigest()}"'


def conditional_response(
    request: HttpRequest, match_id: str, render: Callable[[MatchSnapshot], HttpResponse]
) -> HttpResponse:
    """Returns the result of ``render``, or 304 if nothing has changed. Raises Http404."""
    match = DeviceKeys(request).match(match_id)
    etag = match_etag(match)
    response = get_conditional_response(request, etag) or render(match)
    response.headers["ETag"] = etag
    return response


def shared_match(match: MatchSnapshot, render: Callable[[], tuple[str, str]]) -> SharedMatch:
    """Returns the changing part at this version. render: makes its HTML and that of the questions ("" without a form).

    Of many requests at once, one renders and the others wait. Raises ConcurrentUpdate if the match was changed
    meanwhile: the hands are read after the match.
    """
    etag = match_etag(match)
    name = f"match:{match.id}:{etag[1:-1]}"
    cached: SharedMatch | None = cache.get(name)
    if cached is not None:
        return cached
    with _LOCKS[hash(name) % len(_LOCKS)]:
        cached = cache.get(name)
        if cached is not None:
            return cached
        html, questions = render()
        if not _is_current(match, etag):
            raise ConcurrentUpdate
        shared = SharedMatch(html, questions, b"" if may_write(match.role) else compress_string(html.encode()))
        cache.set(name, shared)
    return shared


def _is_current(match: MatchSnapshot, etag: str) -> bool:
    """Whether the match was not changed meanwhile."""
    try:
        return match_etag(replace(load_match(match.id), role=match.role)) == etag
    except MatchNotFound:
        return False
