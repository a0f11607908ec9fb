"""A phone takes the key of a season from a link or a QR code."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.event_models import EventKey
from scoring.pages.device_keys import private_page
from scoring.pages.events.views.joining import goes_on, invalid_link
from scoring.pages.seasons.device_seasons import DeviceSeasons
from scoring.selectors.access_keys import Key
from scoring.selectors.event_access import ORGANISER
from scoring.selectors.seasons import find_season, season_of_key


@require_safe
@private_page
def join(request: HttpRequest, key: str) -> HttpResponse:
    """Keeps the key of a link in this phone's cookie, and goes on to the season, as the links of events do.

    A reader's link never replaces the organiser's key.
    """
    parsed = Key.parse(key)
    found = season_of_key(parsed)
    season = find_season(found[0]) if found else None
    if found is None or season is None:
        return invalid_link(request)
    device = DeviceSeasons(request)
    own = device.keys.get(season.id)
    there = season_of_key(own) if own else None
    if there is None or there[1] == EventKey.VIEWER or found[1] == ORGANISER:
        device.add(season.id, parsed)
    response = goes_on(request, f"/seasons/{season.id}", season.name, _("Season: ranking and events"))
    device.set_cookie(response)
    return response
