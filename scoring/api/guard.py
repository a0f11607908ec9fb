"""Who may do what: from the key in a request to the table or match that it opens.

A key that opens nothing gets 401 everywhere, a key of another table 404 everywhere, whether the thing exists
or not; so neither learns what does.
"""

from __future__ import annotations

from django.http import HttpRequest

from companion.http.problems import Problem
from scoring.models import Table
from scoring.selectors import match_snapshot
from scoring.selectors.match_snapshot import MatchSnapshot
from scoring.services import access_keys
from scoring.services.access_keys import WRITE, Key


def key_of(request: HttpRequest) -> Key:
    """The key that the request carries; one that opens nothing where it is none. Raises Problem without any."""
    scheme, _, text = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
    if scheme.lower() != "bearer":
        raise closed(Key("", ""))
    return Key.parse(text)


def closed(key: Key) -> Problem:
    """The answer to who asks for something that this key does not open."""
    if access_keys.table_and_role(key):
        return Problem("not-found", "There is nothing here that this key opens.")
    text = "A key is needed: Authorization: Bearer KEY. This request carries none that opens anything."
    return Problem("key-needed", text, headers={"WWW-Authenticate": 'Bearer realm="tables"'})


def match(request: HttpRequest, match_id: str, write: bool = False) -> MatchSnapshot:
    """The match, for a key that may read (write: change) it. Raises Problem."""
    key = key_of(request)
    try:
        found = match_snapshot.load_match(plain(match_id), key)
    except match_snapshot.MatchNotFound:
        raise closed(key) from None
    _check(found.role, key, write)
    return found


def table(request: HttpRequest, table_id: str, write: bool = False) -> tuple[Table, str]:
    """The table and the key's role, for a key that may read (write: change) it. Raises Problem."""
    key = key_of(request)
    role = access_keys.role_of(key, plain(table_id))
    _check(role, key, write)
    found = Table.objects.filter(id=table_id).first()
    if found is None or role is None:
        raise closed(key)
    return found, role


def _check(role: str | None, key: Key, write: bool) -> None:
    if role is None:
        raise closed(key)
    if write and role != WRITE:
        raise Problem("read-only-key", "This key may only read. To change anything use the scorer's key.")


def plain(text: str) -> str:
    """An id of a table or match as it may stand in the database, "" for what cannot be one."""
    return text if text.isascii() and text.isalnum() and len(text) <= 16 else ""
