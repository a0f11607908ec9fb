"""One person in a season: what was played, what counts, and the wish to be deleted."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scoring.pages.device_keys import private_page
from scoring.pages.events.changes import NOT_SENT, form_page, take
from scoring.pages.events.device_events import DeviceEvents, OpenedEvent
from scoring.pages.events.own_number import own_entries
from scoring.pages.seasons.device_seasons import DeviceSeasons
from scoring.pages.seasons.season_view import Person, SeasonView
from scoring.selectors.event_access import ORGANISER
from scoring.selectors.seasons import standing_of
from scoring.services import event_entries


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def person(request: HttpRequest, season_id: str, event_id: str, number: int) -> HttpResponse:
    """The person that an entry is. The organiser of the events may delete the name, in all of them at once."""
    roles = (ORGANISER,) if request.method == "POST" else ()
    opened = DeviceSeasons(request).season(season_id, *roles)
    standing = standing_of(opened.row, opened.organises)
    events = DeviceEvents(request).among({event.id: event for event in standing.events})
    view = SeasonView(standing, opened.organises, own_entries(request, events))
    found = view.person((event_id, number))
    if found is None:
        raise Http404
    outcome = NOT_SENT
    if request.method == "POST":
        outcome = take(request, f"forget {season_id} {event_id} {number}", lambda: _forget(found, events))
        if outcome.done:
            return redirect("season", season_id)
    page: dict[str, Any] = form_page(found.name, outcome, opened=opened, season=opened.row, view=view, person=found)
    page["address"] = request.path
    page["known"] = {one.row.id for one in events}
    named = [one.event for one in found.events if one.entry.name]
    own = {one.row.id for one in events if one.organises}
    page["deletable"] = [event for event in named if event.id in own]
    page["of_others"] = [event for event in named if event.id not in own]
    return render(request, "seasons/person.html", page, status=200 if outcome.done else 422)


def _forget(found: Person, events: list[OpenedEvent]) -> None:
    roles = {one.row.id: one.role for one in events if one.organises}
    for one in found.events:
        if one.event.id in roles and one.entry.name:
            event_entries.forget(one.event.id, roles[one.event.id], one.entry.number)
