"""The events that a phone has keys of.

A phone has at most one key for each event, in one HttpOnly cookie, the latest event first. A table's scorer needs none:
the key of the sitting's table, in the phone's other cookie, opens the event.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponseBase

from scoring.event_models import Event, EventSitting
from scoring.pages.device_keys import KEPT_SECONDS, DeviceKeys
from scoring.selectors.access_keys import Key, keys_cookie, keys_in_cookie
from scoring.selectors.event_access import EVENTS_COOKIE, ORGANISER, REFEREE, EventRole, event_role, scorer_role
from scoring.selectors.events import events_by_id, find_event


@dataclass(frozen=True)
class OpenedEvent:
    """An event as this phone may see it.

    sitting: that of a scorer, None for every other role. entry: the number of a player with an own key, else None.
    """

    row: Event
    role: str
    sitting: EventSitting | None = None
    entry: int | None = None

    @property
    def sees_everything(self) -> bool:
        """Whether names that are not shown to readers are shown here."""
        return self.role in (ORGANISER, REFEREE)

    @property
    def organises(self) -> bool:
        """Whether this phone may change everything."""
        return self.role == ORGANISER


class DeviceEvents:
    """The events of one phone. keys: its own, by id of the event, the latest first."""

    def __init__(self, request: HttpRequest) -> None:
        self.keys = keys_in_cookie(request.COOKIES.get(EVENTS_COOKIE, ""))
        self._tables = DeviceKeys(request)

    def event(self, event_id: str, *roles: str) -> OpenedEvent:
        """Returns an event. roles: that may see the page, none for all. Raises Http404 for every other phone."""
        key = self.keys.get(event_id)
        role: EventRole | None = event_role(key, event_id) if key else None
        role = role or scorer_role(event_id, self._tables.keys)
        row = find_event(event_id) if role else None
        if row is None or role is None or (roles and role.name not in roles):
            raise Http404
        return OpenedEvent(row, role.name, role.sitting, role.entry)

    @cached_property
    def events(self) -> list[OpenedEvent]:
        """The events that this phone's own keys open, the latest first."""
        rows = events_by_id(self.keys)
        opened = []
        for event_id, key in self.keys.items():
            role = event_role(key, event_id) if event_id in rows else None
            if role:
                opened.append(OpenedEvent(rows[event_id], role.name, entry=role.entry))
        return opened

    def add(self, event_id: str, key: Key) -> None:
        """Adds or replaces the key of an event, as the latest."""
        self.keys = {event_id: key} | {other: old for other, old in self.keys.items() if other != event_id}

    def remove(self, event_id: str) -> None:
        """Removes the key of an event."""
        self.keys.pop(event_id, None)

    def set_cookie(self, response: HttpResponseBase) -> None:
        """Sets the cookie of the response."""
        if not self.keys:
            response.delete_cookie(EVENTS_COOKIE, samesite="Lax")
            return
        response.set_cookie(
            EVENTS_COOKIE,
            keys_cookie(self.keys),
            max_age=KEPT_SECONDS,
            httponly=True,
            samesite="Lax",
            secure=settings.HTTPS,
        )
