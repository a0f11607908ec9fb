"""What a phone may see: the keys in its cookie, and what they open.

A phone holds at most one key for each table, in one HttpOnly cookie, the latest table first. A phone that made
a table, or made its watching link anew, also keeps that viewer's key in a second cookie of the same form, so
that it can show the link again: the server stores keys as hashes only.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseBase
from django.views.decorators.cache import cache_control

from scoring.models import AccessKey, Table
from scoring.selectors import match_snapshot
from scoring.selectors.match_snapshot import MatchSnapshot
from scoring.services import access_keys
from scoring.services.access_keys import COOKIE, READ, WRITE, Key, keys_cookie, keys_in_cookie

WATCHING = "companion_watching"
"""The cookie with the viewers' keys that this phone has made."""

KEPT_SECONDS = 400 * 24 * 3600


class DeviceKeys:
    """The keys of one phone. keys: its own, by table id, latest first. watching: viewers' keys to share."""

    def __init__(self, request: HttpRequest) -> None:
        self.keys = keys_in_cookie(request.COOKIES.get(COOKIE, ""))
        self.watching = keys_in_cookie(request.COOKIES.get(WATCHING, ""))

    def role(self, table_id: str) -> str | None:
        """What this phone may do at this table."""
        key = self.keys.get(table_id)
        return access_keys.role_of(key, table_id) if key else None

    def match(self, match_id: str) -> MatchSnapshot:
        """The match, with the role that this phone has in it. Raises Http404 where it has none."""
        latest = next(iter(self.keys.values()), None)
        try:
            found = match_snapshot.load_match(match_id, latest)
            if not found.role and (key := self.keys.get(found.table_id)) and key is not latest:
                found = match_snapshot.load_match(match_id, key)
        except match_snapshot.MatchNotFound:
            raise Http404 from None
        if not found.role:
            raise Http404
        return found

    def table(self, table_id: str) -> tuple[Table, str]:
        """The table and this phone's role there. Raises Http404 where it has none."""
        role = self.role(table_id)
        table = Table.objects.filter(id=table_id).first() if role else None
        if table is None or role is None or not access_keys.opens_table(table, role):
            raise Http404
        return table, role

    @cached_property
    def tables(self) -> list[tuple[Table, str]]:
        """The tables that this phone's keys open, latest first, with its role at each."""
        ids = [key.id for key in self.keys.values()]
        rows = {
            row.table_id: row
            for row in AccessKey.objects.filter(id__in=ids, table_id__in=list(self.keys)).select_related("table")
        }
        found = ((rows.get(table_id), key) for table_id, key in self.keys.items())
        rows_opened = (row for row, key in found if row and row.id == key.id and key.fits(row.digest))
        return [(row.table, row.role) for row in rows_opened if access_keys.opens_table(row.table, row.role)]

    def take(self, table_id: str, key: Key, watching: Key | None = None) -> None:
        """Keeps a key, as the latest."""
        self.keys = {table_id: key} | {other: kept for other, kept in self.keys.items() if other != table_id}
        if watching:
            self.watching = {table_id: watching} | {t: kept for t, kept in self.watching.items() if t != table_id}

    def drop(self, table_id: str) -> None:
        """Forgets a table."""
        self.keys.pop(table_id, None)
        self.watching.pop(table_id, None)

    def remember(self, response: HttpResponseBase) -> None:
        """Writes the cookies."""
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

    def used(self, table_id: str, response: HttpResponseBase) -> None:
        """This table is the latest one from now on."""
        if next(iter(self.keys), None) != table_id and table_id in self.keys:
            self.take(table_id, self.keys[table_id])
            self.remember(response)


private_page = cache_control(private=True, no_cache=True)
"""For a view whose page depends on the phone's keys: no other cache keeps it, and it is asked for each time."""


def require_scorer(match: MatchSnapshot) -> MatchSnapshot:
    """The match, if this phone may write. Raises PermissionDenied."""
    if match.role != WRITE:
        raise PermissionDenied
    return match


def may_write(role: str | None) -> bool:
    """Whether a role may write."""
    return role == WRITE


def clean_name(value: Any) -> str:
    """Text from a request without what cannot be stored or shown."""
    return "".join(char for char in str(value) if char.isprintable() and not 0xE000 <= ord(char) <= 0xF8FF)


__all__ = ["READ", "WRITE", "DeviceKeys", "clean_name", "may_write", "private_page", "require_scorer"]
