"""The first page of an event: each role has its own."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from scoring.event_models import EventKey
from scoring.pages.device_keys import private_page
from scoring.pages.events.device_events import DeviceEvents
from scoring.pages.events.views import hall, organiser, player
from scoring.selectors.event_access import SCORER


@require_safe
@private_page
def show(request: HttpRequest, event_id: str) -> HttpResponse:
    """The page of whoever opens it: organiser and referee, the scorer of a table, the display, everybody else."""
    role = DeviceEvents(request).event(event_id).role
    page = {
        EventKey.ORGANISER: organiser.overview,
        EventKey.REFEREE: organiser.overview,
        EventKey.DISPLAY: hall.display,
        EventKey.ENTRANT: player.mine,
        EventKey.PLAYER: player.mine,
        SCORER: player.table,
    }.get(role, hall.guest)
    return page(request, event_id)
