"""The result of a table, for organiser and referee: type it, pick between two, rule, confirm; the key of its phone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.engine.refusal import Refusal
from scoring.event_models import EventRound, EventSitting
from scoring.pages import form_tokens
from scoring.pages.device_keys import private_page
from scoring.pages.events import own_keys, typed_result
from scoring.pages.events.changes import NOT_SENT, Outcome, page_of, seen_version, take, typed
from scoring.pages.events.device_events import DeviceEvents, OpenedEvent
from scoring.pages.events.links import table_link
from scoring.pages.events.round_view import Names, state_of
from scoring.pages.events.sitting_view import checks_at
from scoring.pages.form_data import whole_number
from scoring.selectors import events as selectors
from scoring.selectors.event_access import ORGANISER, REFEREE, scorer_keys
from scoring.selectors.events import StoredEvent
from scoring.services import event_results as services
from scoring.services.event_results import NextMatchBegun, SittingVersionConflict
from scoring.services.events import EventNotFound

Where = tuple[int, int]


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def result(request: HttpRequest, event_id: str, number: int, table: int) -> HttpResponse:
    """The result of a table, and all that organiser or referee do with it."""
    opened = DeviceEvents(request).event(event_id, ORGANISER, REFEREE)
    where = number, table
    if request.method != "POST":
        return _page(request, opened, where)
    act = request.POST.get("act", "enter")
    if act == "enter":
        outcome, begun = _enter(request, opened, where)
        return _after(request, opened, where, outcome, begun, typed_here=True)
    change = _changes(request, opened, where).get(act)
    if change is None:
        raise Http404
    return _after(request, opened, where, take(request, f"{act} {event_id} {where}", change))


def _changes(request: HttpRequest, opened: OpenedEvent, where: Where) -> dict[str, Callable[[], Any]]:
    """What the buttons of the page do."""
    event_id, role, seen = opened.row.id, opened.role, seen_version(request)

    def confirm(choice: Literal["first", "other"] | None = None) -> None:
        services.confirm(event_id, role, where, None, choice, typed(request, "ruling")[:200], seen)

    def default() -> None:
        winner = whole_number(request.POST.get("winner", ""))
        services.change_sitting(event_id, role, where, {"by_default": winner}, seen)

    changes: dict[str, Callable[[], Any]] = {
        "confirm": confirm,
        "first": lambda: confirm("first"),
        "other": lambda: confirm("other"),
        "default": default,
    }
    if opened.organises:
        changes["key"] = lambda: services.new_table_key(event_id, role, where, own_keys.secret)
    return changes


def _after(
    request: HttpRequest,
    opened: OpenedEvent,
    where: Where,
    outcome: Outcome,
    begun: list[int] | None = None,
    typed_here: bool = False,
) -> HttpResponse:
    if outcome.done and not begun:
        return redirect("event-result", opened.row.id, *where)
    return _page(request, opened, where, outcome, begun, typed_here)


def _enter(request: HttpRequest, opened: OpenedEvent, where: Where) -> tuple[Outcome, list[int] | None]:
    """Enters the typed result. Returns also the entries that play already in the next round of a knock-out.

    Without a transaction around it: a second result is kept although the form is refused.
    """
    event, scope = opened.row, f"result {opened.row.id} {where}"
    token = form_tokens.posted_token(request)
    if form_tokens.earlier_result(scope, token) is not None:
        return NOT_SENT, None
    try:
        sitting = services.find_sitting(event, *where)
        asked = typed_result.columns(event, selectors.rules_of(event), sitting)
        services.enter(
            event.id,
            opened.role,
            where,
            typed_result.read(asked, sitting, request.POST),
            seen_version(request),
            lambda _sitting: form_tokens.remember_result(scope, token, ""),
        )
    except Refusal as refusal:
        return Outcome(refusal), None
    except SittingVersionConflict:
        return Outcome(stale=True), None
    except NextMatchBegun as conflict:
        return NOT_SENT, conflict.entries
    except EventNotFound:
        raise Http404 from None
    except IntegrityError:
        pass  # the same form was sent at the same time
    return NOT_SENT, None


def _page(
    request: HttpRequest,
    opened: OpenedEvent,
    where: Where,
    outcome: Outcome = NOT_SENT,
    begun: list[int] | None = None,
    typed_here: bool = False,
) -> HttpResponse:
    number, table = where
    stored = selectors.load(opened.row, [number])
    row = stored.round(number)
    sitting = next((one for one in stored.sittings.get(row.id, ()) if one.number == table), None) if row else None
    if row is None or sitting is None or row.state not in (EventRound.RUNNING, EventRound.CLOSED):
        raise Http404
    names = Names(stored.entries)
    heading = _("Round {round}, table {table}").format(round=number, table=table)
    page = page_of(
        opened,
        heading,
        outcome,
        ("scores", "passed_in"),
        row=row,
        sitting=sitting,
        running=row.state == EventRound.RUNNING,
    )
    asked = typed_result.columns(opened.row, stored.rules, sitting)
    figures, passed_in = typed_result.figures_of(sitting, stored.results[sitting.id], asked)
    page |= _standing(stored, sitting, names, figures)
    kept = request.POST if typed_here and page["found"].other is None else None
    page["rows"] = typed_result.rows(asked, sitting, names, outcome.faults, kept, figures)
    page["columns"] = list(asked.values())
    page["official"] = "game_points" in asked
    page["passed_in"] = kept.get("passed_in", "") if kept else passed_in or ""
    page["open"] = kept is not None or (page["state"] == "open" and not stored.rules.phones)
    page["all_right"] = all(line.ok for line in page["checks"])
    page["begun"] = names.listed(begun) if begun else ""
    if opened.organises:
        keys = scorer_keys([sitting])
        key = own_keys.shown(*keys[sitting.table_id]) if sitting.table_id in keys else None
        page["link"] = table_link(request, key)
    return render(request, "events/organiser/result.html", page, status=200 if outcome.done and not begun else 422)


def _differ(first: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two results say different things of an entry. Only official lists have won and lost games."""
    names = [name for name in ("won", "lost") if name in first and name in other]
    return any(first.get(name) != other.get(name) for name in ("points", *names))


def _standing(
    stored: StoredEvent, sitting: EventSitting, names: Names, figures: typed_result.Figures
) -> dict[str, Any]:
    """What is known of the result. figures: the result that counts, as it would be typed."""
    found, state = stored.results[sitting.id], state_of(stored, sitting)
    has_games = all("game_points" in one for one in figures.values())
    on_paper, other = sitting.source == EventSitting.TYPED, found.other or {}
    return {
        "state": state,
        "found": found,
        "version": found.version,
        "on_paper": on_paper,
        "has_games": has_games,
        "is_in": found.done or sitting.by_default is not None,
        "seats": [
            {
                "number": entry,
                "name": names[entry],
                "score": found.scores.get(entry),
                "games": figures.get(str(entry), {}).get("game_points"),
                "other": other.get(str(entry)),
                "first": figures.get(str(entry)),
                "differs": _differ(figures.get(str(entry)) or {}, other.get(str(entry)) or {}),
            }
            for entry in sitting.entries
        ],
        "sides": len(sitting.entries) == 2,
        "winner": names[sitting.by_default] if sitting.by_default is not None else "",
        "confirmed_by": [names[entry] for entry in sitting.confirmed_by],
        "objections": [{**one, "name": names[one["entry"]]} for one in sitting.objections],
        "unruled": any(one.get("ruling") is None for one in sitting.objections),
        "checks": checks_at(stored, sitting, names) if found.done and (has_games or not on_paper) else [],
    }
