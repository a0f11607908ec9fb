"""Which names of a season are one person."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.languages import sort_key
from scoring.pages.device_keys import private_page
from scoring.pages.events.changes import NOT_SENT, form_page, seen_version, take, typed
from scoring.pages.seasons.device_seasons import DeviceSeasons
from scoring.selectors.event_access import ORGANISER
from scoring.selectors.seasons import names_in
from scoring.services import seasons


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def names(request: HttpRequest, season_id: str) -> HttpResponse:
    """The groups of names, and the form that makes two names one person."""
    device = DeviceSeasons(request)
    device.season(season_id, ORGANISER)
    outcome = NOT_SENT
    if request.method == "POST":
        part, one, other = typed(request, "part"), typed(request, "one"), typed(request, "other")
        seen = seen_version(request)
        if part:
            outcome = take(request, f"names {season_id}", lambda: seasons.part_names(season_id, part, seen))
        else:
            outcome = take(request, f"names {season_id}", lambda: seasons.join_names(season_id, one, other, seen))
        if outcome.done:
            return redirect("season-names", season_id)
    opened = device.season(season_id, ORGANISER)
    page = form_page(
        _("One person, two names"),
        outcome,
        opened=opened,
        season=opened.row,
        names=sorted(names_in(opened.row), key=sort_key),
        chosen=(request.POST.get("one", ""), request.POST.get("other", "")),
    )
    return render(request, "seasons/names.html", page, status=200 if outcome.done else 422)
