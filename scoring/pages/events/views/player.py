"""The page of a player: the own table, the own place, what comes next. And the way of a scorer to the own table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion.http.error_pages import too_many_requests
from companion.http.rate_limits import use
from scoring.event_models import EventKey
from scoring.languages import current_language
from scoring.pages.device_keys import private_page
from scoring.pages.events import own_keys
from scoring.pages.events.changes import NOT_SENT, Outcome, page_of, take, typed
from scoring.pages.events.device_events import DeviceEvents, OpenedEvent
from scoring.pages.events.own_number import keep_number, own_number
from scoring.pages.events.round_view import Names
from scoring.pages.events.tree_view import title_of
from scoring.pages.form_data import whole_number
from scoring.pages.seasons.device_seasons import DeviceSeasons
from scoring.selectors.event_access import ENTRANT, PLAYER, SCORER, event_place, player_keys
from scoring.selectors.event_overview import Behind, OwnEvent, own_event
from scoring.selectors.events import entries_of, rounds_of, rules_of, stream_version
from scoring.services import event_entries

READERS = (EventKey.VIEWER, ENTRANT, PLAYER)


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
    if own is None and opened.role == ENTRANT:
        return _enter_page(request, opened)
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


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def enter(request: HttpRequest, event_id: str) -> HttpResponse:
    """Whoever holds this phone enters; the phone gets the own key of the entry. Sent twice, it is one entry."""
    device = DeviceEvents(request)
    opened = device.event(event_id, ENTRANT, PLAYER)
    if opened.role == PLAYER:
        return redirect("event", event_id)  # entered already: this page was kept open, or sent again
    if request.method != "POST":
        return _enter_page(request, opened)
    usage, allowed = use("tables", request.META.get("REMOTE_ADDR", ""))
    if usage and not allowed:
        return too_many_requests(request, usage)
    each = opened.row.players_each
    members = [typed(request, f"member{place}") for place in range(each)] if each > 1 else []
    data = {
        "name": " / ".join(one for one in members if one) if members else typed(request, "name"),
        "members": members,
        "label": "",
        "seed": None,
        "shown": request.POST.get("shown") == "1",
        **{name: typed(request, name) for name in ("club", "team")},
    }
    made: list[int] = []

    def change() -> None:
        entry, _key = event_entries.enter(event_id, data, own_keys.secret)
        made.append(entry.number)

    outcome = take(request, f"enter {event_id}", change, lambda: str(made[0]))
    if not outcome.done:
        return _enter_page(request, opened, outcome)
    number = int(outcome.result)
    key_id, digest = player_keys(event_id).get(number, ("", ""))
    response = redirect("event", event_id)
    if key := own_keys.shown(key_id, digest):
        device.add(event_id, key)
        device.set_cookie(response)
    return response


def _enter_page(request: HttpRequest, opened: OpenedEvent, outcome: Outcome = NOT_SENT) -> HttpResponse:
    event, rules = opened.row, rules_of(opened.row)
    entries = entries_of(event)
    rounds = rounds_of(event)
    full = len(entries) >= (rules.most_entries or len(entries) + 1)
    page = page_of(
        opened,
        event.name,
        outcome,
        ("name", "members", "team", "club"),
        version=stream_version(event),
        open=event_entries.is_open(rules, len(rounds)) and not full,
        late=any(one.state != one.PROPOSED for one in rounds),
        full=full,
        typed=request.POST,
        members=[request.POST.get(f"member{place}", "") for place in range(event.players_each)],
        asks_team=rules.format == "league_day" or any(one.team for one in entries),
        asks_club=rules.clubs_apart,
        teams=sorted({one.team for one in entries if one.team}),
        clubs=sorted({one.club for one in entries if one.club}),
        people=_people(opened, Names(entries, opened.sees_everything)),
    )
    page["pair_fault"] = next((text for at, text in outcome.faults.items() if at.startswith("members")), "")
    return render(request, "events/enter.html", page, status=200 if outcome.done else 422)


def _people(opened: OpenedEvent, names: Names) -> list[tuple[int, str]]:
    return [(one.number, names[one.number]) for one in entries_of(opened.row)]


def _page(opened: OpenedEvent, own: OwnEvent) -> dict[str, Any]:
    at_own_tables = {n for one in own.rounds if one.sitting for n in one.sitting.entries}
    names = Names(own.stored.entries, everything=False, own=[*at_own_tables, own.entry.number])
    return {
        "opened": opened,
        "event": opened.row,
        "own": own,
        "title": _present_title(own),
        "name": names[own.entry.number],
        "rounds": [(one, [names[other.number] for other in one.others]) for one in reversed(own.rounds)],
        "present_with": [names[other.number] for other in own.present.others] if own.present else [],
        "goals": [_goal(one, names, own.stored.rules.by_wins) for one in _different(own.behind)],
        "can_change": opened.role != PLAYER,
    }


def _present_title(own: OwnEvent) -> str:
    """What the match of now is called in a knock-out, "" for any other."""
    now = own.present
    if now is None or now.sitting is None:
        return ""
    return title_of(own.stored.as_played(published=True), now.round.number, now.sitting.number)


def _different(behind: Sequence[Behind]) -> list[Behind]:
    """One goal for each place: the next better place is not said again where it is the first or has the last prize."""
    of_place: dict[int, Behind] = {}
    for one in sorted(behind, key=lambda one: ("first", "prize", "above").index(one.goal)):
        of_place.setdefault(one.place.place, one)
    return [one for one in behind if one in of_place.values()]


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
