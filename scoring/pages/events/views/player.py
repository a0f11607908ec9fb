"""The pages of a table's scorer and of a player."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.pages.device_keys import private_page
from scoring.pages.events.device_events import DeviceEvents
from scoring.selectors import events as selectors
from scoring.selectors.event_access import SCORER


@require_safe
@private_page
def table(request: HttpRequest, event_id: str) -> HttpResponse:
    """The sitting of this phone's table."""
    opened = DeviceEvents(request).event(event_id, SCORER)
    page = {"opened": opened, "event": opened.row, "version": selectors.stream_version(opened.row)}
    return render(request, "events/table.html", page)
