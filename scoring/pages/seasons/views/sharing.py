"""Links that open a season on other phones, and the frame for the club's own page."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.event_models import EventKey
from scoring.pages.device_keys import private_page
from scoring.pages.events import own_keys
from scoring.pages.events.changes import form_page, take
from scoring.pages.events.links import season_link
from scoring.pages.seasons.device_seasons import DeviceSeasons
from scoring.pages.views.embedding import frame_of
from scoring.selectors.event_access import ORGANISER
from scoring.selectors.seasons import keys_of
from scoring.services import seasons

FRAME = (480, 560)
"""Pixels of the frame."""


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def links(request: HttpRequest, season_id: str) -> HttpResponse:
    """The links of a season; a new one shuts out who has the old one."""
    device = DeviceSeasons(request)
    opened = device.season(season_id, ORGANISER)
    if request.method == "POST":
        make = own_keys.secret
        if request.POST.get("act") == "cancel":
            take(request, f"season key {season_id}", lambda: seasons.cancel_key(season_id, EventKey.VIEWER))
        else:
            take(request, f"season key {season_id}", lambda: seasons.replace_key(season_id, EventKey.VIEWER, make))
        return redirect("season-links", season_id)
    stored = keys_of(season_id).get(EventKey.VIEWER)
    page = form_page(
        _("Show on other phones"),
        opened=opened,
        season=opened.row,
        there=stored is not None,
        link=season_link(request, own_keys.shown(*stored)) if stored else None,
        own=season_link(request, device.keys.get(season_id)),
        open_address=request.build_absolute_uri(f"/seasons/{season_id}"),
        frame=frame_of(request.build_absolute_uri(f"/embed/seasons/{season_id}"), opened.row.name, *FRAME)
        if settings.SERVER
        else "",
    )
    response = render(request, "seasons/links.html", page)
    response.headers["Cache-Control"] = "no-store"
    return response
