"""Links that open the event on other phones: for referee, players and the display on the wall."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.event_models import EventKey
from scoring.pages.device_keys import private_page
from scoring.pages.events import own_keys
from scoring.pages.events.changes import page_of, take
from scoring.pages.events.device_events import DeviceEvents
from scoring.pages.events.links import link_of
from scoring.selectors.event_access import ORGANISER, keys_of
from scoring.services import events as services

SHARED = (EventKey.VIEWER, EventKey.DISPLAY, EventKey.REFEREE)


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def links(request: HttpRequest, event_id: str) -> HttpResponse:
    """The links of an event; a new one shuts out who has the old one."""
    device = DeviceEvents(request)
    opened = device.event(event_id, ORGANISER)
    role = request.POST.get("role", "")
    if request.method == "POST" and role in SHARED:
        if request.POST.get("act") == "cancel":
            take(request, f"key {event_id} {role}", lambda: services.cancel_key(event_id, role, opened.role))
        else:
            make = own_keys.secret
            take(request, f"key {event_id} {role}", lambda: services.replace_key(event_id, role, opened.role, make))
        return redirect(f"/events/{event_id}/links?open={role}#{role}")
    stored = keys_of(event_id)
    words = {
        EventKey.VIEWER: (
            _("For players and guests"),
            _("Shows seats, running results and the ranking. It can change nothing."),
        ),
        EventKey.DISPLAY: (
            _("For the display on the wall"),
            _("Turns its pages by itself; readable from eight metres."),
        ),
        EventKey.REFEREE: (
            _("For the referee"),
            _("Sees everything but the money, types results, confirms them and rules on objections."),
        ),
    }
    shown = [
        {
            "role": one,
            "title": words[one][0],
            "text": words[one][1],
            "there": one in stored,
            "link": link_of(request, own_keys.shown(*stored[one])) if one in stored else None,
        }
        for one in SHARED
    ]
    own = link_of(request, device.keys.get(event_id))
    open_role = request.GET.get("open", EventKey.VIEWER)
    page = page_of(opened, _("Show on other phones"), links=shown, own=own, open=open_role)
    response = render(request, "events/organiser/links.html", page)
    response.headers["Cache-Control"] = "no-store"
    return response
