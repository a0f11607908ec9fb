"""The pages of the organiser, and of the referee."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.pages.device_keys import private_page
from scoring.pages.events.device_events import ORGANISER, REFEREE, DeviceEvents
from scoring.selectors import events as selectors


@require_safe
@private_page
def events(request: HttpRequest) -> HttpResponse:
    """The events of this phone."""
    return render(request, "events/events.html", {"events": DeviceEvents(request).events})


@require_safe
@private_page
def overview(request: HttpRequest, event_id: str) -> HttpResponse:
    """The event at a glance."""
    opened = DeviceEvents(request).event(event_id, ORGANISER, REFEREE)
    page = {"opened": opened, "event": opened.row, "version": selectors.stream_version(opened.row)}
    return render(request, "events/overview.html", page)
