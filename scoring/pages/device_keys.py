"""The keys in a phone's cookies, and what they open.

A phone has at most one key for each table, in one HttpOnly cookie, the latest table first. A phone that made a table
or a new link to watch also has that viewer's key, in a second cookie of the same form. With it, it can show the link
again: the server stores only hashes of keys.
"""

from __future__ import annotations

from functools import cached_property

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseBase
from django.views.decorators.cache import cache_control

from scoring.models import Table
from scoring.selectors import access_keys, match_snapshot
from scoring.selectors.access_keys import COOKIE, READ, WRITE, Key, keys_cookie, keys_in_cookie
from scoring.selectors.match_snapshot import MatchSnapshot
from scoring.selectors.tables import find_table, opened_tables

WATCHING = "companion_watching"
"""The cookie with the viewers' keys that this phone made."""

KEPT_SECONDS = 400 * 24 * 3600


class DeviceKeys:
    """The keys of one phone. keys: its own, by table id, the latest first. watching: viewers' keys to share."""

    def __init__(self, request: HttpRequest) -> None:
        self.keys = keys_in_cookie(request.COOKIES.get(COOKIE, ""))
        self.watching = keys_in_cookie(request.COOKIES.get(WATCHING, ""))

    def role(self, table_id: str) -> str | None:
        """Returns the role of this phone at this table, or None."""
        key = self.keys.get(table_id)
        return access_keys.role_of(key, table_id) if key else None

    def match(self, match_id: str) -> MatchSnapshot:
        """Returns the match, with the role of this phone. Raises Http404 if it has none."""
        latest = next(iter(self.keys.values()), None)
        try:
            match = match_snapshot.load_match(match_id, latest)
            if not match.role and (key := self.keys.get(match.table_id)) and key is not latest:
                match = match_snapshot.load_match(match_id, key)
        except match_snapshot.MatchNotFound:
            raise Http404 from None
        if not match.role:
            raise Http404
        return match

    def table(self, table_id: str) -> tuple[Table, str]:
        """Returns the table and the role of this phone. Raises Http404 if it has none."""
        role = self.role(table_id)
        table = find_table(table_id) if role else None
        if table is None or role is None or not access_keys.opens_table(table, role):
            raise Http404
        return table, role

    @cached_property
    def tables(self) -> list[tuple[Table, str]]:
        """The tables that this phone's keys open, the latest first, with its role at each."""
        return opened_tables(self.keys)

    def add(self, table_id: str, key: Key, watching: Key | None = None) -> None:
        """Adds or replaces the key of a table, as the latest. watching: the viewer's key to share."""
        self.keys = {table_id: key} | {other: old for other, old in self.keys.items() if other != table_id}
        if watching:
            self.watching = {table_id: watching} | {
                other: old for other, old in self.watching.items() if other != table_id
            }

    def remove(self, table_id: str) -> None:
        """Removes the keys of a table."""
        self.keys.pop(table_id, None)
        self.watching.pop(table_id, None)

    def set_cookies(self, response: HttpResponseBase) -> None:
        """Sets the cookies of the response."""
        for name, keys in ((COOKIE, self.keys), (WATCHING, self.watching)):
            if not keys:
                response.delete_cookie(name, samesite="Lax")
                continue
            response.set_cookie(
                name,
                keys_cookie(keys),
                max_age=KEPT_SECONDS,
                httponly=True,
                samesite="Lax",
                secure=settings.HTTPS,
            )

    def mark_used(self, table_id: str, response: HttpResponseBase) -> None:
        """Makes this table the latest one."""
        if next(iter(self.keys), None) != table_id and table_id in self.keys:
            self.add(table_id, self.keys[table_id])
            self.set_cookies(response)


private_page = cache_control(private=True, no_cache=True)
"""For a view whose page depends on the phone's keys: only the browser caches it, and asks each time."""


def require_scorer(match: MatchSnapshot) -> MatchSnapshot:
    """Returns the match, if this phone may write. Raises PermissionDenied."""
    if match.role != WRITE:
        raise PermissionDenied
    return match


def may_write(role: str | None) -> bool:
    """Returns whether a role may write."""
    return role == WRITE


__all__ = ["READ", "WRITE", "DeviceKeys", "may_write", "private_page", "require_scorer"]
