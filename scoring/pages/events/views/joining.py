"""A phone takes the key of an event from a link or a QR code."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.event_models import EventKey
from scoring.pages.device_keys import private_page
from scoring.pages.events.device_events import DeviceEvents
from scoring.pages.form_data import whole_number
from scoring.selectors.access_keys import Key
from scoring.selectors.event_access import event_of_key
from scoring.selectors.events import events_by_id


@require_safe
@private_page
def join(request: HttpRequest, key: str) -> HttpResponse:
    """Keeps the key of a link in this phone's cookie, and goes on to the event. Raises Http404 if it opens nothing.

    By a page that goes on by itself: a chat that looks what is behind a link keeps no cookies, and finds the title.
    entry: the reader's own number, as start cards have it.
    """
    parsed = Key.parse(key)
    found = event_of_key(parsed)
    if found is None:
        raise Http404
    event_id, role = found
    device = DeviceEvents(request)
    own = device.keys.get(event_id)
    # A link to watch must not replace the organiser's key of this phone.
    if own is None or role == EventKey.ORGANISER or event_of_key(own) is None:
        device.add(event_id, parsed)
    own_number = whole_number(request.GET.get("entry", ""))
    address = f"/events/{event_id}" + (f"?entry={own_number}" if own_number else "")
    event = events_by_id([event_id])[event_id]
    response = render(request, "events/join.html", {"address": address, "event": event})
    device.set_cookie(response)
    response.headers["Refresh"] = f"0; url={address}"
    response.headers["X-Robots-Tag"] = "noindex"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
