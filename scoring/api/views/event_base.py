"""Base class of the views of events: keys and roles."""

from __future__ import annotations

from typing import ClassVar, cast

from django.utils.translation import gettext
from pydantic import BaseModel
from rest_framework.permissions import SAFE_METHODS

from companion.http.api_view import ApiView
from companion.http.conditional import expected_version
from companion.http.openapi.parameters import described
from companion.http.problems import Problem
from scoring.api.authentication import BearerKey
from scoring.api.permissions import HasTableKey, access_error, valid_id
from scoring.api.responses.events import StaleEvent
from scoring.event_models import Event, EventSitting
from scoring.selectors.access_keys import Key
from scoring.selectors.event_access import ORGANISER, REFEREE, SCORER, EventRole, event_role
from scoring.selectors.event_results import version_of
from scoring.selectors.events import StoredEvent, find_event, load
from scoring.services.event_results import SittingVersionConflict, find_sitting
from scoring.services.events import EventNotFound, EventVersionConflict

EVERYBODY = ("organiser", "referee", "viewer", "display", "scorer", "player", "entrant")


class EventView(ApiView):
    """An address below /events/{id}. readers, writers: the roles that may read and change what is there."""

    tag = "clubs"
    conflict_model: ClassVar[type[BaseModel] | None] = StaleEvent
    authentication_classes = (BearerKey,)
    permission_classes = (HasTableKey,)
    role_to_read = "viewer"
    role_to_change = "organiser"
    readers: ClassVar[tuple[str, ...]] = EVERYBODY
    writers: ClassVar[tuple[str, ...]] = (ORGANISER,)
    path_parameters: ClassVar = {
        "id": described("The event.", "e5r8t3k7m2xq9wzn"),
        "number": described("The start number of the entry.", 17, minimum=1),
        "round_number": described("The round, counted from 1.", 1, minimum=1),
        "table_number": described("The number of the table, from 1.", 1, minimum=1),
    }
    role: EventRole

    def get_event(self) -> Event:
        """Returns the event of the address, and sets ``role``. Raises Problem, NotAuthenticated."""
        key = cast(Key, self.request.auth)
        event_id = valid_id(self.kwargs["event_id"])
        role = event_role(key, event_id)
        event = find_event(event_id) if role else None
        if event is None or role is None:
            raise access_error(key)
        self.role = role
        allowed = self.readers if self.request.method in SAFE_METHODS else self.writers
        if role.name not in allowed:
            text = gettext("This key may not do that in this event: the key of the organiser may.")
            raise Problem("read-only-key", text)
        return event

    def get_stored(self, rounds: list[int] | None = None) -> StoredEvent:
        """Returns the event with all that belongs to it. rounds: with sittings of these. Raises as ``get_event``."""
        return load(self.get_event(), rounds)

    def get_sitting(self) -> tuple[Event, EventSitting]:
        """Returns event and sitting of the address; a scorer only gets the own one. Raises as ``get_event`` does."""
        event = self.get_event()
        sitting = find_sitting(event, self.kwargs["round_number"], self.kwargs["table_number"])
        if self.role.name == SCORER and (self.role.sitting is None or self.role.sitting.id != sitting.id):
            raise EventNotFound
        return event, sitting

    @property
    def everything(self) -> bool:
        """Whether this key sees names that are not shown to readers."""
        return self.role.name in (ORGANISER, REFEREE)

    def expected(self, event: Event, needed: bool = True) -> int | None:
        """Returns the version that the client has seen. Raises EventVersionConflict, Problem (428)."""
        return expected_version(self.request, event.version, lambda: EventVersionConflict(event), needed=needed)

    def expected_sitting(self, event: Event, sitting: EventSitting, needed: bool = True) -> int | None:
        """Returns the version of a sitting that the client has seen. Raises SittingVersionConflict, Problem (428)."""
        conflict = SittingVersionConflict(event, sitting)
        return expected_version(self.request, version_of(sitting), lambda: conflict, needed=needed)


def scope_of(event: Event) -> str:
    """Returns the owner of Idempotency-Keys in an event."""
    return f"event {event.id}"
