"""The page of one table of a round: its list, the closing check, signatures, objections."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from scoring.event_models import EventKey
from scoring.pages.device_keys import private_page
from scoring.pages.events import typed_result
from scoring.pages.events.changes import NOT_SENT, Outcome, page_of, seen_version, take, typed
from scoring.pages.events.device_events import DeviceEvents, OpenedEvent
from scoring.pages.events.own_number import own_number
from scoring.pages.events.round_view import Names
from scoring.pages.events.sitting_view import SittingView, sitting_view
from scoring.pages.form_data import whole_number
from scoring.selectors.event_access import ENTRANT, ORGANISER, PLAYER, REFEREE, SCORER
from scoring.selectors.events import load, rules_of, stream_version
from scoring.services import event_results, history
from scoring.services.event_results import SittingVersionConflict

READERS = (ORGANISER, REFEREE, SCORER, PLAYER, ENTRANT, EventKey.VIEWER)


def _open(request: HttpRequest, event_id: str, number: int, table: int) -> tuple[OpenedEvent, SittingView, int | None]:
    """The event, the sitting and the own number of this phone. Raises Http404 if it may not see them."""
    device = DeviceEvents(request)
    opened = device.event(event_id, *READERS)
    stored = load(opened.row, rounds=[number])
    played = stored.round(number)
    rows = stored.sittings.get(played.id, ()) if played else ()
    row = next((one for one in rows if one.number == table), None)
    secret = played is None or (played.state == played.PROPOSED and not opened.sees_everything)
    if played is None or row is None or secret:
        raise Http404
    own = own_number(request, opened)
    opened = device.at_table(opened, row)
    is_own = opened.sitting is not None and opened.sitting.id == row.id
    known = row.entries if is_own or own in row.entries else ()
    hidden = not known and stored.last_shown(opened.sees_everything) is not None and played.state == played.RUNNING
    names = Names(stored.entries, opened.sees_everything, known)
    return opened, sitting_view(stored, played, row, names, hidden), own


def _may_sign(opened: OpenedEvent, view: SittingView, own: int | None) -> bool:
    """Whether this phone is of somebody at the table: its scorer, or a player by the own key."""
    if opened.sitting is not None:
        return opened.sitting.id == view.row.id
    return opened.role == PLAYER and own in view.row.entries


def _page(
    request: HttpRequest, opened: OpenedEvent, view: SittingView, own: int | None, outcome: Outcome = NOT_SENT
) -> HttpResponse:
    at_table = _may_sign(opened, view, own)
    page: dict[str, Any] = {
        "view": view,
        "own": own,
        "at_table": at_table,
        "keeps_list": opened.sitting is not None and at_table,
        "signing": [seat for seat in view.unsigned if opened.role != PLAYER or seat.number == own],
        "version": stream_version(opened.row),
        "typed": request.POST,
        **_typed_rows(request, opened, view, outcome),
        "open_form": request.POST.get("what", ""),
    }
    status = 200 if outcome.done else 409 if outcome.stale else 422
    return render(request, "events/sitting.html", page_of(opened, "", outcome, **page), status=status)


@require_safe
@private_page
def show(request: HttpRequest, event_id: str, number: int, table: int) -> HttpResponse:
    """The table: who sits there, how it stands, and what is to be done."""
    return _page(request, *_open(request, event_id, number, table))


@require_POST
@private_page
def act(request: HttpRequest, event_id: str, number: int, table: int, what: str) -> HttpResponse:
    """Something that is done at the table: the list is finished, a result typed, signed, or objected to."""
    if what not in _ACTS:
        raise Http404
    opened, view, own = _open(request, event_id, number, table)
    if not _may_sign(opened, view, own) or (what in ("finish", "enter") and opened.sitting is None):
        raise PermissionDenied
    conflicts: list[SittingVersionConflict] = []

    def change() -> None:
        try:
            _ACTS[what](request, opened, view, own)
        except SittingVersionConflict as conflict:
            conflicts.append(conflict)  # a second result is kept: what was written stays

    outcome = take(request, f"{event_id} {number} {table} {what}", change)
    if conflicts:
        outcome = Outcome(stale=True)
    if not outcome.done:
        return _page(request, *_open(request, event_id, number, table), outcome)
    return redirect("sitting", event_id, number, table)


def _where(view: SittingView) -> tuple[int, int]:
    return view.round.number, view.row.number


def _finish(_request: HttpRequest, _opened: OpenedEvent, view: SittingView, _own: int | None) -> None:
    history.finish(view.match, None)


def _sign(request: HttpRequest, opened: OpenedEvent, view: SittingView, own: int | None) -> None:
    entry = own if opened.role == PLAYER else whole_number(request.POST.get("entry", ""))
    event_results.confirm(opened.row.id, opened.role, _where(view), entry, expected=seen_version(request))


def _object(request: HttpRequest, opened: OpenedEvent, view: SittingView, own: int | None) -> None:
    entry = own if opened.role == PLAYER else whole_number(request.POST.get("entry", ""))
    deal = whole_number(request.POST.get("deal", "")) or None
    event_results.dispute(opened.row.id, opened.role, _where(view), entry or 0, deal, typed(request, "text"), None)


def _enter(request: HttpRequest, opened: OpenedEvent, view: SittingView, _own: int | None) -> None:
    asked = typed_result.columns(opened.row, rules_of(opened.row), view.row)
    entered = typed_result.read(asked, view.row, request.POST)
    event_results.enter(opened.row.id, opened.role, _where(view), entered, seen_version(request))


def _typed_rows(request: HttpRequest, opened: OpenedEvent, view: SittingView, outcome: Outcome) -> dict[str, Any]:
    """The fields for a result from paper, with what was typed."""
    asked = typed_result.columns(opened.row, rules_of(opened.row), view.row)
    sent = request.POST if request.POST.get("what") == "enter" else None
    figures, passed_in = typed_result.figures_of(view.row, view.result, asked)
    return {
        "rows": typed_result.rows(asked, view.row, view.names, outcome.faults, sent, figures),
        "columns": list(asked.values()),
        "official": "game_points" in asked,
        "passed_in": sent.get("passed_in", "") if sent else passed_in or "",
    }


_ACTS = {"finish": _finish, "sign": _sign, "object": _object, "enter": _enter}
"""What can be done at a table, by the last part of the address."""
