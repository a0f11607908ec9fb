"""Links and codes that give other phones a key of an event."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.safestring import SafeString

from scoring.pages.views.codes import picture_of
from scoring.selectors.access_keys import Key


@dataclass(frozen=True)
class Link:
    """A link and its code, as SVG."""

    address: str
    code: SafeString


def link_of(request: HttpRequest, key: Key | None) -> Link | None:
    """Returns the link that gives a phone this key; None without a key."""
    if key is None:
        return None
    address = request.build_absolute_uri(f"/events/join/{key.id}.{key.secret}")
    return Link(address, picture_of(address))
