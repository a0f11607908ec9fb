"""Links and codes that give other phones a key of an event or a season."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.safestring import SafeString

from scoring.pages.views.codes import addresses, picture_of
from scoring.selectors import match_snapshot
from scoring.selectors.access_keys import Key
from scoring.services import match_codes


@dataclass(frozen=True)
class Link:
    """A link and its code, as SVG."""

    address: str
    code: SafeString


def link_of(request: HttpRequest, key: Key | None) -> Link | None:
    """Returns the link that gives a phone this key of an event; None without a key."""
    return _link(request, "/events/join", key) if key else None


def season_link(request: HttpRequest, key: Key | None) -> Link | None:
    """Returns the link that gives a phone this key of a season; None without a key."""
    return _link(request, "/seasons/join", key) if key else None


def own_link(request: HttpRequest, key: Key | None, number: int) -> Link | None:
    """Returns the link to the event that shows an entry its own line first; None without a key."""
    return _link(request, "/events/join", key, f"?entry={number}") if key else None


def table_link(request: HttpRequest, key: Key | None) -> Link | None:
    """Returns the link that gives a phone this key of a sitting's table; None without a key."""
    return _link(request, "/join", key) if key else None


def list_code(request: HttpRequest, match_id: str) -> SafeString:
    """Returns the code with which a phone without a network keeps the list of this match, as SVG."""
    codes = match_codes.codes_of(match_snapshot.load_match(match_id))
    return picture_of(addresses(request, codes)[0])


def _link(request: HttpRequest, path: str, key: Key, query: str = "") -> Link:
    address = request.build_absolute_uri(f"{path}/{key.id}.{key.secret}{query}")
    return Link(address, picture_of(address))
