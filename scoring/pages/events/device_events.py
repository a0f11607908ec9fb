"""The events that a phone has keys of.

A phone has at most one key for each event, in one HttpOnly cookie, the latest event first. A table's scorer needs none:
the key of the sitting's table, in the phone's other cookie, opens the event.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from django.http import Http404, HttpRequest

from scoring.event_models import Event, EventSitting
from scoring.pages.device_keys import DeviceKeys
from scoring.pages.key_cookie import KeyCookie
from scoring.selectors.event_access import (
    EVENTS_COOKIE,
    ORGANISER,
    REFEREE,
    SCORER,
    EventRole,
    event_role,
    event_roles,
    scorer_role,
)
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


class DeviceEvents(KeyCookie):
    """The events of one phone. keys: its own, by id of the event, the latest first."""

    cookie = EVENTS_COOKIE

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request)
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

    def at_table(self, opened: OpenedEvent, sitting: EventSitting) -> OpenedEvent:
        """Returns the event as the scorer of this table sees it, if this phone has the table's key too."""
        key = self._tables.keys.get(sitting.table_id or "")
        role = event_role(key, opened.row.id) if key else None
        is_scorer = role is not None and role.sitting is not None and role.sitting.id == sitting.id
        return replace(opened, role=SCORER, sitting=sitting) if is_scorer else opened

    @cached_property
    def events(self) -> list[OpenedEvent]:
        """The events that this phone's own keys open, the latest first."""
        return self.among(events_by_id(self.keys))

    def among(self, rows: Mapping[str, Event]) -> list[OpenedEvent]:
        """Returns those of these events that this phone's own keys open, the latest first. rows: by id."""
        roles = event_roles({event_id: key for event_id, key in self.keys.items() if event_id in rows})
        found = [(rows[event_id], roles[event_id]) for event_id in self.keys if event_id in roles]
        return [OpenedEvent(row, role.name, entry=role.entry) for row, role in found]
