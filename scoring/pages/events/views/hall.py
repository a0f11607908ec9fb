"""What everybody in the hall sees: the display on the wall, and the ranking on guests' phones."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.pages.device_keys import private_page
from scoring.pages.events.device_events import DeviceEvents
from scoring.selectors import events as selectors


def _page(request: HttpRequest, event_id: str, template: str) -> HttpResponse:
    opened = DeviceEvents(request).event(event_id)
    page = {"opened": opened, "event": opened.row, "version": selectors.stream_version(opened.row)}
    return render(request, template, page)


@require_safe
@private_page
def display(request: HttpRequest, event_id: str) -> HttpResponse:
    """The display on the wall."""
    return _page(request, event_id, "events/display.html")


@require_safe
@private_page
def guest(request: HttpRequest, event_id: str) -> HttpResponse:
    """The ranking for guests."""
    return _page(request, event_id, "events/guest.html")
