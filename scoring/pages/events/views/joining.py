"""A phone takes the key of an event from a link or a QR code."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.event_models import Event, EventKey
from scoring.games import all_games
from scoring.languages import current_language
from scoring.pages.device_keys import DeviceKeys, private_page
from scoring.pages.events.device_events import DeviceEvents
from scoring.pages.events.own_number import keep_number
from scoring.pages.form_data import whole_number
from scoring.selectors.access_keys import Key
from scoring.selectors.event_access import event_of_key
from scoring.selectors.events import find_event

STRENGTH = (
    *(EventKey.DISPLAY, EventKey.VIEWER, EventKey.ENTRANT),
    *(EventKey.PLAYER, EventKey.REFEREE, EventKey.ORGANISER),
)
"""A link never replaces a key that this phone has of a role further on in this row."""


@require_safe
@private_page
def join(request: HttpRequest, key: str) -> HttpResponse:
    """Keeps the key of a link in this phone's cookie, and goes on to the event.

    By a page that goes on by itself, as for tables: a chat that looks what is behind the link finds the title.
    entry: the reader's own number, as start cards have it.
    """
    parsed = Key.parse(key)
    found = event_of_key(parsed)
    event = find_event(found[0]) if found else None
    if found is None or event is None:
        return invalid_link(request)
    device = DeviceEvents(request)
    own = device.keys.get(event.id)
    there = event_of_key(own) if own else None
    if there is None or STRENGTH.index(there[1]) <= STRENGTH.index(found[1]):
        device.add(event.id, parsed)
    response = goes_on(request, f"/events/{event.id}", event.name, _description(event))
    device.set_cookie(response)
    if number := whole_number(request.GET.get("entry", "")):
        keep_number(request, response, event.id, number)
    return response


def goes_on(request: HttpRequest, address: str, title: str, description: str) -> HttpResponse:
    """Returns a page that goes on by itself to where a link leads."""
    page = {"address": address, "title": title, "description": description, "picture": static("icon-512.png")}
    response = render(request, "pages/join.html", page)
    response.headers["Refresh"] = f"0; url={address}"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def invalid_link(request: HttpRequest) -> HttpResponse:
    """Returns the start page, which says that the link opens nothing."""
    page = {"in_progress": [], "tables": DeviceKeys(request).tables, "invalid_link": True}
    return render(request, "pages/home.html", page, status=404)


def _description(event: Event) -> str:
    game = all_games()[event.game]
    name = current_language(event.game).gettext(game.name)
    return _("{game}: tables, results and ranking").format(game=name)
