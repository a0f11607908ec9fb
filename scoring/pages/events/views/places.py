"""The ranking for organiser and referee: lots between those that are level, and points given or taken for a reason."""

from __future__ import annotations

import secrets
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.engine.refusal import refuse
from scoring.engine.typed_numbers import number
from scoring.languages import current_language
from scoring.pages.device_keys import private_page
from scoring.pages.events.changes import NOT_SENT, Outcome, page_of, take, typed
from scoring.pages.events.device_events import DeviceEvents, OpenedEvent
from scoring.pages.events.ranking_view import RankingView
from scoring.pages.events.round_view import Names
from scoring.pages.form_data import whole_number
from scoring.selectors import events as selectors
from scoring.selectors.event_access import ORGANISER, REFEREE
from scoring.services import event_rounds, events
from scoring.services.events import NewAdjustment

MOST_POINTS = 1_000_000


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def places(request: HttpRequest, event_id: str) -> HttpResponse:
    """The ranking, lots and adjustments."""
    device = DeviceEvents(request)
    if request.method != "POST":
        return _page(request, device.event(event_id, ORGANISER, REFEREE))
    opened = device.event(event_id, ORGANISER)
    if request.POST.get("act") == "lots":
        outcome = take(request, f"lots {event_id}", lambda: event_rounds.draw_lots(event_id, opened.role, _shuffled))
    else:
        outcome = take(request, f"adjust {event_id}", lambda: events.adjust(event_id, opened.role, _sent(request)))
    return redirect(f"/events/{event_id}/places") if outcome.done else _page(request, opened, outcome)


def _shuffled(entries: list[int]) -> list[int]:
    return secrets.SystemRandom().sample(entries, len(entries))


def _sent(request: HttpRequest) -> NewAdjustment:
    """The adjustment of a form. Raises Refusal."""
    points = number(typed(request, "points"), current_language().thousands) if typed(request, "points") else 0
    if not isinstance(points, int):
        raise refuse("/points", "not_an_integer", "A whole number is needed.", rule="")
    if abs(points) > MOST_POINTS:
        raise refuse("/points", "too_large", "At most {le} is allowed.", rule="", le=MOST_POINTS)
    match_points = request.POST.get("of") == "match_points"
    return NewAdjustment(
        entry=whole_number(request.POST.get("entry", "")) or 0,
        reason=typed(request, "reason"),
        points=0 if match_points else points,
        match_points=points if match_points else 0,
        round=whole_number(request.POST.get("round", "")),
    )


def _page(request: HttpRequest, opened: OpenedEvent, outcome: Outcome = NOT_SENT) -> HttpResponse:
    stored = selectors.load(opened.row)
    names = Names(stored.entries)
    _places, lots_needed = stored.standing()
    running = stored.progress()
    page = page_of(
        opened,
        _("Ranking"),
        outcome,
        ("entry", "points", "reason"),
        running=running,
        ranking=RankingView(stored, everything=True),
        level=[names.listed(group) for group in lots_needed] if running is None else [],
        adjustments=[{"row": one, "name": names[one.entry]} for one in stored.adjustments],
        entries=[(one.number, names[one.number]) for one in stored.entries],
        rounds=[one.number for one in stored.rounds],
        two_kinds=stored.rules.by_wins or stored.rules.format == "league_day",
        **_kept(request),
    )
    return render(request, "events/organiser/places.html", page, status=200 if outcome.done else 422)


def _kept(request: HttpRequest) -> dict[str, Any]:
    """What was typed into the form that is shown again."""
    return {
        "kept": {name: request.POST.get(name, "") for name in ("points", "reason", "of")},
        "entry": whole_number(request.POST.get("entry", "")),
        "of_round": whole_number(request.POST.get("round", "")),
    }
