"""Sent twice, done once: every form that creates something carries a token, and what it made is remembered by it.

A form is sent again by a double tap, by a reload, or by a phone that was without network when it was tapped.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping, Sequence

from django.http import HttpRequest
from django.utils import timezone
from pydantic_core import to_json

from scoring.db.idempotency_records import StoredResponse, load_response, store_response
from scoring.services.expired_responses import remove_expired

FIELD = "_once"
_FORM = re.compile(r"[\w-]{16,64}")


def new_token() -> str:
    """A new token for a form."""
    return secrets.token_urlsafe(16)


def posted_token(request: HttpRequest) -> str:
    """The token that came with a form; a fresh one where it brought none."""
    sent = request.POST.get(FIELD, "")
    return sent if _FORM.fullmatch(sent) else new_token()


def earlier_result(scope: str, sent: str) -> str | None:
    """What the form with this token made before, None where it is new."""
    kept = load_response(_scope(scope), sent)
    return kept.body if kept else None


def same_content(scope: str, sent: str, content: str) -> bool:
    """Whether the form with this token was sent with this content before. content: as given to ``keep``."""
    kept = load_response(_scope(scope), sent)
    return kept is not None and kept.digest in ("", content)  # "" for tokens stored without content


def digest(fields: Mapping[str, Sequence[str]]) -> str:
    """A short text that differs between forms with different fields. The order of the fields does not count."""
    return hashlib.sha256(to_json(sorted(fields.items()))).hexdigest()


def remember_result(scope: str, sent: str, what: str, content: str = "") -> None:
    """Remembers what a form made. Call it in the same transaction; raises IntegrityError where it is known already.

    content: the ``digest`` of the form, for ``same_content``.
    """
    store_response(_scope(scope), sent, StoredResponse(content, 303, "{}", what), timezone.now())
    remove_expired()


def _scope(scope: str) -> str:
    return "page:" + hashlib.sha256(scope.encode()).hexdigest()[:32]
