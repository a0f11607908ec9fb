"""Permissions. An unknown key always gets 401 and a key of another table 404, so neither reveals what exists."""

from __future__ import annotations

from typing import Any, cast

from django.http import HttpRequest
from django.utils.translation import gettext
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from companion.http.problems import Problem
from scoring.models import MATCH_ID_LENGTH, Table
from scoring.selectors import access_keys, match_snapshot
from scoring.selectors.access_keys import READ, WRITE, Key
from scoring.selectors.event_access import opens_an_event
from scoring.selectors.match_snapshot import MatchSnapshot
from scoring.selectors.tables import find_table


class HasTableKey(BasePermission):
    """Requires a table's key, and the scorer's key for changes."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Returns whether the request has a key."""
        return request.auth is not None or request.method == "OPTIONS"

    def has_object_permission(self, request: Request, view: Any, role: Any) -> bool:
        """Returns whether this role may do it. Raises Problem or NotAuthenticated if the key has no role here."""
        if role is None:
            raise access_error(cast("Key | None", request.auth))
        return role == WRITE or not view.changes_something(request)


def access_error(key: Key | None) -> Exception:
    """Returns the exception for a request for something that this key does not open."""
    if key is not None and (access_keys.table_and_role(key) or opens_an_event(key)):
        return Problem("not-found", gettext("There is nothing here that this key opens."))
    return NotAuthenticated()


class NeedsTableKey:
    """For views: loads the table or match of the address, if the key may do this.

    role_to_change: the role that POST, PUT, PATCH and DELETE need. role_to_read: the role that GET needs.
    """

    role_to_change = WRITE
    role_to_read = READ
    kwargs: dict[str, Any]
    request: Any

    def changes_something(self, request: HttpRequest | Request) -> bool:
        """Returns whether the scorer's key is needed."""
        return (self.role_to_read if request.method in SAFE_METHODS else self.role_to_change) == WRITE

    def get_match(self) -> MatchSnapshot:
        """Returns the match of the address. Raises Problem, NotAuthenticated, PermissionDenied."""
        key = self.request.auth
        try:
            match = match_snapshot.load_match(valid_id(self.kwargs["match_id"]), key)
        except match_snapshot.MatchNotFound:
            raise access_error(key) from None
        self.check_object_permissions(self.request, match.role)
        return match

    def get_table(self) -> tuple[Table, str]:
        """Returns the table of the address, and the key's role there. Raises as ``get_match`` does."""
        key, table_id = self.request.auth, valid_id(self.kwargs["table_id"])
        role = access_keys.role_of(key, table_id)
        self.check_object_permissions(self.request, role)
        table = find_table(table_id)
        if table is None or role is None or not access_keys.opens_table(table, role):
            raise access_error(key)
        return table, role

    def check_object_permissions(self, request: Request, obj: Any) -> None:
        """DRF's own method."""
        super().check_object_permissions(request, obj)  # type: ignore[misc]


def valid_id(text: str) -> str:
    """Returns the text if it has the form of an id, else ""."""
    return text if text.isascii() and text.isalnum() and len(text) <= MATCH_ID_LENGTH else ""
