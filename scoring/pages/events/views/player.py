"""The page of a player: the own table, the own place, what comes next. And the way of a scorer to the own table."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from scoring.event_models import EventKey
from scoring.languages import current_language
from scoring.pages.device_keys import private_page
from scoring.pages.events.device_events import DeviceEvents, OpenedEvent
from scoring.pages.events.own_number import keep_number, own_number
from scoring.pages.events.round_view import Names
from scoring.pages.form_data import whole_number
from scoring.pages.seasons.device_seasons import DeviceSeasons
from scoring.selectors.event_access import PLAYER, SCORER, event_place
from scoring.selectors.event_overview import Behind, OwnEvent, own_event
from scoring.selectors.events import entries_of, stream_version

READERS = (EventKey.VIEWER, PLAYER)


@require_safe
@private_page
def table(request: HttpRequest, event_id: str) -> HttpResponse:
    """Goes on to the sitting of this phone's table."""
    sitting = DeviceEvents(request).event(event_id, SCORER).sitting
    place = event_place(sitting.table_id) if sitting and sitting.table_id else None
    return redirect(place.address if place else "/")


@require_safe
@private_page
def mine(request: HttpRequest, event_id: str) -> HttpResponse:
    """The player's own page. Without an own key, it first asks who holds this phone."""
    opened = DeviceEvents(request).event(event_id, *READERS)
    number = own_number(request, opened)
    own = own_event(opened.row, number) if number else None
    version = stream_version(opened.row)
    if own is None or "who" in request.GET:
        names = Names(entries_of(opened.row), opened.sees_everything)
        page = {"opened": opened, "event": opened.row, "version": version, "people": _people(opened, names)}
        return render(request, "events/who.html", page)
    page = {"version": version, "seasons": DeviceSeasons(request).of_event(opened.row), **_page(opened, own)}
    return render(request, "events/player.html", page)


@require_POST
@private_page
def choose(request: HttpRequest, event_id: str) -> HttpResponse:
    """Keeps on this phone which entry its holder is."""
    opened = DeviceEvents(request).event(event_id, *READERS)
    number = whole_number(request.POST.get("number", ""))
    known = number in {one.number for one in entries_of(opened.row)}
    response = redirect("own-place", event_id)
    keep_number(request, response, event_id, number if known else None)
    return response


def _people(opened: OpenedEvent, names: Names) -> list[tuple[int, str]]:
    return [(one.number, names[one.number]) for one in entries_of(opened.row)]


def _page(opened: OpenedEvent, own: OwnEvent) -> dict[str, Any]:
    at_own_tables = {n for one in own.rounds if one.sitting for n in one.sitting.entries}
    names = Names(own.stored.entries, everything=False, own=[*at_own_tables, own.entry.number])
    return {
        "opened": opened,
        "event": opened.row,
        "own": own,
        "name": names[own.entry.number],
        "rounds": [(one, [names[other.number] for other in one.others]) for one in reversed(own.rounds)],
        "present_with": [names[other.number] for other in own.present.others] if own.present else [],
        "goals": [_goal(one, names, own.stored.rules.by_wins) for one in own.behind],
        "can_change": opened.role != PLAYER,
    }


def _goal(behind: Behind, names: Names, by_wins: bool) -> str:
    """What it takes to a better place, in a sentence. Points are to be level with whoever is there."""
    number = current_language().number
    text = {
        "first": _("To the first place ({name}): {amount}"),
        "above": _("To place {place} ({name}): {amount}"),
        "prize": _("To the last prize, place {place} ({name}): {amount}"),
    }[behind.goal]
    if by_wins and behind.match_points:
        amount = _("{figure} match points").format(figure=number(behind.match_points))
    else:
        count = int(behind.points) if behind.points == int(behind.points) else 2
        amount = ngettext("{figure} point", "{figure} points", count).format(figure=number(behind.points))
    return text.format(name=names[behind.place.entry], place=behind.place.place, amount=amount)
