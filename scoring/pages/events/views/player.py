"""The pages of a table's scorer and of a player."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from scoring.pages.device_keys import private_page
from scoring.pages.events.device_events import DeviceEvents
from scoring.selectors.event_access import SCORER, event_place


@require_safe
@private_page
def table(request: HttpRequest, event_id: str) -> HttpResponse:
    """Goes on to the sitting of this phone's table."""
    sitting = DeviceEvents(request).event(event_id, SCORER).sitting
    place = event_place(sitting.table_id) if sitting and sitting.table_id else None
    return redirect(place.address if place else "/")


mine = table
