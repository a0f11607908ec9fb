"""The start number of whoever holds a phone: that of the own key, else the one that was tapped once."""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from scoring.pages.device_keys import KEPT_SECONDS
from scoring.pages.events.device_events import OpenedEvent
from scoring.pages.form_data import whole_number

COOKIE = "companion_numbers"
"""The cookie with the numbers that were tapped, most recent event first: ``EVENT~17!EVENT~3``."""

MOST_NUMBERS = 20


def own_number(request: HttpRequest, opened: OpenedEvent) -> int | None:
    """Returns the number of this phone's entry in an event, None if it is not known."""
    return opened.entry or tapped_numbers(request).get(opened.row.id)


def own_entries(request: HttpRequest, opened: Iterable[OpenedEvent]) -> set[tuple[str, int]]:
    """Returns the entries of this phone's holder: event and number. opened: events of the phone."""
    return {(one.row.id, one.entry) for one in opened if one.entry} | set(tapped_numbers(request).items())


def keep_number(request: HttpRequest, response: HttpResponseBase, event_id: str, number: int | None) -> None:
    """Keeps the number that was tapped in a cookie; None: forgets it."""
    numbers = {event_id: number} | {other: old for other, old in tapped_numbers(request).items() if other != event_id}
    parts = [f"{one}~{value}" for one, value in numbers.items() if value][:MOST_NUMBERS]
    response.set_cookie(
        COOKIE, "!".join(parts), max_age=KEPT_SECONDS, httponly=True, samesite="Lax", secure=settings.HTTPS
    )


def tapped_numbers(request: HttpRequest) -> dict[str, int]:
    """Returns the numbers that were tapped on this phone, by event."""
    pairs = (part.partition("~") for part in request.COOKIES.get(COOKIE, "").split("!")[:MOST_NUMBERS])
    return {event_id: number for event_id, _sep, text in pairs if (number := whole_number(text))}
