"""Tokens of forms: a form that is sent twice takes effect once. Its result is stored under its token.

A form is sent again by a double tap, by a reload, or by a phone that had no network at first.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence

from django.http import HttpRequest
from django.utils import timezone
from pydantic_core import to_json

from scoring.db.idempotency_records import StoredResponse, load_response, remove_expired, store_response

FIELD = "_once"
_WELL_FORMED = re.compile(r"[\w-]{16,64}")


def new_token() -> str:
    """Returns a new token for a form."""
    return secrets.token_urlsafe(16)


def posted_token(request: HttpRequest) -> str:
    """Returns the token of a form that was sent, a new one if it has none."""
    token = request.POST.get(FIELD, "")
    return token if _WELL_FORMED.fullmatch(token) else new_token()


def earlier_result(scope: str, token: str) -> str | None:
    """Returns the stored result of the form with this token, None if it is new."""
    stored = load_response(stored_scope(scope), token)
    return stored.body if stored else None


def same_content(scope: str, token: str, content: str) -> bool:
    """Returns whether the form with this token was sent with this content before. content: its ``digest``."""
    stored = load_response(stored_scope(scope), token)
    return stored is not None and stored.digest in ("", content)  # "" for tokens stored without content


def digest(fields: Mapping[str, Sequence[str]]) -> str:
    """Returns a hash of the fields of a form, whatever their order."""
    return hashlib.sha256(to_json(sorted(fields.items()))).hexdigest()


def remember_result(scope: str, token: str, result: str, content: str = "") -> None:
    """Stores the result of a form. Call it within its transaction. Raises IntegrityError if the token has a result.

    content: the ``digest`` of the form, for ``same_content``.
    """
    store_response(stored_scope(scope), token, StoredResponse(content, 303, "{}", result), timezone.now())
    remove_expired()


STARTS = "start"
"""The scope of forms that start a match: its id is the result."""

_OF_A_MATCH = ("{}", "rules {}", "people {}", "rematch {}")
_OF_A_TABLE = ("kitty {}",)


def stored_scopes(table_id: str, match_ids: Iterable[str]) -> list[str]:
    """Returns the scopes, as they are stored, of all forms about a table and these matches of it."""
    of_matches = [scope.format(match_id) for match_id in match_ids for scope in _OF_A_MATCH]
    return [stored_scope(scope) for scope in (*(scope.format(table_id) for scope in _OF_A_TABLE), *of_matches)]


def stored_scope(scope: str) -> str:
    """Returns a scope as it is stored."""
    return "page:" + hashlib.sha256(scope.encode()).hexdigest()[:32]
