"""The events of a season: the organiser puts them in and takes them out, from either side."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.pages.device_keys import private_page
from scoring.pages.events.changes import NOT_SENT, Outcome, form_page, page_of, take
from scoring.pages.events.device_events import DeviceEvents
from scoring.pages.seasons.device_seasons import DeviceSeasons
from scoring.selectors.event_access import ORGANISER, REFEREE
from scoring.selectors.seasons import events_of, seasons_of
from scoring.services import seasons


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def events(request: HttpRequest, season_id: str) -> HttpResponse:
    """The events that are in the season, and those of this phone that are not."""
    opened = DeviceSeasons(request).season(season_id, ORGANISER)
    outcome = _change(request, season_id, request.POST.get("event", "")) if request.method == "POST" else NOT_SENT
    if request.method == "POST" and outcome.done:
        return redirect("season-events", season_id)
    inside = events_of(opened.row)
    there = {event.id for event in inside}
    addable = [one.row for one in DeviceEvents(request).events if one.sees_everything and one.row.id not in there]
    page = form_page(
        _("Events of the season"), outcome, opened=opened, season=opened.row, inside=inside, addable=addable
    )
    return render(request, "seasons/events.html", page, status=200 if outcome.done else 422)


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def of_event(request: HttpRequest, event_id: str) -> HttpResponse:
    """The seasons of one event, and those of this phone that it is not in."""
    opened = DeviceEvents(request).event(event_id, ORGANISER, REFEREE)
    device = DeviceSeasons(request)
    outcome = NOT_SENT
    if request.method == "POST":
        season = device.season(request.POST.get("season", ""), ORGANISER)
        outcome = _change(request, season.row.id, event_id)
        if outcome.done:
            return redirect("event-seasons", event_id)
    organised = {one.row.id: one.row for one in device.organised}
    inside = [(row, row.id in organised) for row in seasons_of(opened.row)]
    seen = {one.row.id for one in device.of_event(opened.row)}
    there = {row.id for row, _own in inside}
    addable = [row for row in organised.values() if row.id not in there]
    page = page_of(opened, _("Seasons"), outcome, inside=inside, seen=seen, addable=addable)
    return render(request, "seasons/of_event.html", page, status=200 if outcome.done else 422)


def _change(request: HttpRequest, season_id: str, event_id: str) -> Outcome:
    """Adds the event to the season, or takes it out."""
    if request.POST.get("act") == "remove":
        return take(
            request, f"season {season_id} without {event_id}", lambda: seasons.remove_event(season_id, event_id)
        )
    key = DeviceEvents(request).keys.get(event_id)
    text = f"{key.id}.{key.secret}" if key else ""
    return take(request, f"season {season_id} with {event_id}", lambda: seasons.add_event(season_id, event_id, text))
