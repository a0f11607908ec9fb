"""A phone takes the key of an event from a link or a QR code."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from scoring.event_models import EventKey
from scoring.pages.device_keys import private_page
from scoring.pages.events.device_events import DeviceEvents
from scoring.selectors.access_keys import Key
from scoring.selectors.event_access import event_of_key


@require_safe
@private_page
def join(request: HttpRequest, key: str) -> HttpResponse:
    """Keeps the key of a link in this phone's cookie, and goes on to the event. Raises Http404 if it opens nothing."""
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
    response = redirect("event", event_id)
    device.set_cookie(response)
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
