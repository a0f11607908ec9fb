"""The events of a phone, and the event at a glance for its organiser and referee."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.event_models import EventRound
from scoring.games import all_games
from scoring.languages import current_language
from scoring.pages.device_keys import private_page
from scoring.pages.events.changes import NOT_SENT, Outcome, page_of
from scoring.pages.events.device_events import DeviceEvents, OpenedEvent
from scoring.pages.events.round_html import drawn
from scoring.pages.seasons.device_seasons import DeviceSeasons
from scoring.selectors import events as selectors
from scoring.selectors.event_access import ORGANISER, REFEREE


@require_safe
@private_page
def events(request: HttpRequest) -> HttpResponse:
    """The events and seasons of this phone."""
    opened = DeviceEvents(request).events
    named = [(one, current_language(one.row.game).gettext(all_games()[one.row.game].name)) for one in opened]
    return render(request, "events/events.html", {"events": named, "seasons": DeviceSeasons(request).seasons})


@require_safe
@private_page
def overview(request: HttpRequest, event_id: str) -> HttpResponse:
    """The event at a glance: what is next, the tables of the latest round, and the way to everything else."""
    return page(request, DeviceEvents(request).event(event_id, ORGANISER, REFEREE))


def page(
    request: HttpRequest, opened: OpenedEvent, number: int | None = None, outcome: Outcome = NOT_SENT
) -> HttpResponse:
    """Returns the page of an event. number: of the round that it shows, None for the latest."""
    rounds = selectors.rounds_of(opened.row)
    row = rounds[-1] if rounds and number is None else next((one for one in rounds if one.number == number), None)
    if number is not None and row is None:
        raise Http404
    last, version = rounds[-1] if rounds else None, selectors.stream_version(opened.row)
    shown = drawn(opened.row, row, version)
    data = page_of(
        opened,
        _("Event"),
        outcome,
        ("reason", "time_limit", "add_minutes"),
        version=version,
        saved="saved" in request.GET,
        row=row,
        shown=shown,
        is_latest=row is last,
        others=[one.number for one in rounds if one is not row],
        goes_on=last is None or (last.state == EventRound.CLOSED and last.number < shown.planned),
        next_number=len(rounds) + 1,
        seasons=DeviceSeasons(request).of_event(opened.row),
    )
    return render(request, "events/overview.html", data, status=200 if outcome.done else 422)
