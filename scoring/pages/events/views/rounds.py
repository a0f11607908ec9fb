"""Rounds: draw, publish, start, close, reopen; start cards for the tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.event_models import EventRound
from scoring.languages import sort_key
from scoring.pages.device_keys import private_page
from scoring.pages.events import own_keys
from scoring.pages.events.changes import NOT_SENT, Outcome, page_of, seen_version, take, typed
from scoring.pages.events.device_events import DeviceEvents, OpenedEvent
from scoring.pages.events.links import list_code, table_link
from scoring.pages.events.round_view import Names, round_view
from scoring.pages.events.views import organiser
from scoring.pages.form_data import whole_number
from scoring.selectors import events as selectors
from scoring.selectors.event_access import ORGANISER, REFEREE, scorer_keys
from scoring.services import event_rounds as services
from scoring.services.event_clock import set_clock


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def draw(request: HttpRequest, event_id: str) -> HttpResponse:
    """Asks for the word of the draw, and proposes the next round."""
    opened = DeviceEvents(request).event(event_id, ORGANISER)
    if request.method != "POST":
        return _draw_page(request, opened)
    word = typed(request, "word")
    made: list[int] = []

    def change() -> None:
        _event, row, _sittings = services.propose(event_id, opened.role, word, expected=seen_version(request))
        made.append(row.number)

    outcome = take(request, f"draw {event_id}", change)
    if not outcome.done:
        return _draw_page(request, opened, outcome, word)
    return redirect("event-round", event_id, made[0]) if made else redirect("event", event_id)


def _draw_page(request: HttpRequest, opened: OpenedEvent, outcome: Outcome = NOT_SENT, word: str = "") -> HttpResponse:
    rounds = selectors.rounds_of(opened.row)
    kept = [one for one in rounds if one.state != EventRound.PROPOSED]
    heading = _("Draw round {number}").format(number=len(kept) + 1)
    page = page_of(
        opened, heading, outcome, ("seed",), word=word or (rounds[-1].seed if rounds else ""), again=rounds != kept
    )
    return render(request, "events/organiser/draw.html", page, status=200 if outcome.done else 422)


@require_safe
@private_page
def show(request: HttpRequest, event_id: str, number: int) -> HttpResponse:
    """A round with its tables."""
    opened = DeviceEvents(request).event(event_id, ORGANISER, REFEREE)
    return organiser.page(request, opened, number)


_STEPS: dict[str, Callable[..., Any]] = {
    "publish": services.publish,
    "withdraw": services.withdraw,
    "start": services.start,
    "close": services.close,
    "reopen": services.reopen,
}


@require_POST
@private_page
def step(request: HttpRequest, event_id: str, number: int, act: str) -> HttpResponse:
    """Takes a round to its next state, or back. A step that was made already changes nothing."""
    opened = DeviceEvents(request).event(event_id, ORGANISER)
    if act not in _STEPS:
        raise Http404
    further: dict[str, Any] = {}
    if act == "start":
        further["secret"] = own_keys.secret
    if act == "reopen":
        further["reason"] = typed(request, "reason")
    outcome = take(request, f"{act} {event_id} {number}", lambda: _STEPS[act](event_id, opened.role, number, **further))
    if not outcome.done:
        return organiser.page(request, DeviceEvents(request).event(event_id, ORGANISER), number, outcome)
    return redirect("event", event_id) if act == "withdraw" else redirect("event-round", event_id, number)


@require_POST
@private_page
def clock(request: HttpRequest, event_id: str, number: int) -> HttpResponse:
    """Sets the time limit of a round, lets its clock stand still or go on, gives minutes more."""
    opened = DeviceEvents(request).event(event_id, ORGANISER)
    act = request.POST.get("act", "")
    changes: dict[str, dict[str, Any]] = {
        "pause": {"paused": True},
        "go-on": {"paused": False},
        "more": {"add_minutes": 5},
        "set": {"time_limit": whole_number(request.POST.get("minutes", "")) or 0},
    }
    if act not in changes:
        raise Http404
    outcome = take(
        request, f"clock {event_id} {number} {act}", lambda: set_clock(event_id, opened.role, number, **changes[act])
    )
    if not outcome.done:
        return organiser.page(request, opened, number, outcome)
    return redirect("event-round", event_id, number)


@require_safe
@private_page
def cards(request: HttpRequest, event_id: str, number: int) -> HttpResponse:
    """The start cards of a round: for each table its seats and the code for the phone that keeps its list."""
    opened = DeviceEvents(request).event(event_id, ORGANISER)
    stored = selectors.load(opened.row, [number])
    row = stored.round(number)
    if row is None or row.state == EventRound.PROPOSED:
        raise Http404
    sittings = stored.sittings.get(row.id, [])
    keys = scorer_keys(sittings)
    names, alone = Names(stored.entries, everything=False), "alone" in request.GET  # the page is shown, or printed
    hidden = {one.number for one in stored.entries if not one.shown}
    made: list[dict[str, Any]] = []
    for sitting, line in zip(sittings, round_view(stored, row).tables, strict=True):
        key = own_keys.shown(*keys[sitting.table_id]) if sitting.table_id in keys else None
        seated = [(names[number_of], "" if number_of in hidden else number_of) for number_of in sitting.entries]
        card: dict[str, Any] = {"table": line, "seats": seated, "starts": sitting.table_id is not None}
        matches = stored.results[sitting.id].matches
        if alone and len(matches) == 1:
            card["link"] = {"code": list_code(request, matches[0])}
        elif not alone:
            card["link"] = table_link(request, key)
        made.append(card)
    seats = [
        (names[number_of], sitting.number, place)
        for sitting in sittings
        for place, number_of in enumerate(sitting.entries, 1)
    ]
    page = page_of(
        opened,
        _("Start cards, round {number}").format(number=number),
        cards=made,
        alone=alone,
        row=row,
        seats=sorted(seats, key=lambda one: sort_key(one[0])),
        running=row.state == EventRound.RUNNING,
    )
    response = render(request, "events/organiser/cards.html", page)
    response.headers["Cache-Control"] = "no-store"
    return response
