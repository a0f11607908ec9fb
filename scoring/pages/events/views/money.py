"""Prizes and cash: who pays or gets what, booked by a tap, and the sum of the till."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from scoring.engine.refusal import refuse
from scoring.event_models import EventCash
from scoring.pages.device_keys import private_page
from scoring.pages.events.amounts import amount_text, read_amount
from scoring.pages.events.changes import NOT_SENT, Outcome, page_of, take, typed
from scoring.pages.events.device_events import DeviceEvents, OpenedEvent
from scoring.pages.events.round_view import Names
from scoring.pages.form_data import whole_number
from scoring.pages.joined_texts import labelled
from scoring.selectors import events as selectors
from scoring.selectors.event_access import ORGANISER
from scoring.services import events as services
from scoring.services.events import EventNotFound, EventVersionConflict

KINDS = {
    "entry_fee": gettext_lazy("entry fee"),
    "fee": gettext_lazy("fees"),
    "prize": gettext_lazy("prize"),
    "other": gettext_lazy("other"),
    "lost": gettext_lazy("lost games"),
    "passed_in": gettext_lazy("deals passed in"),
}
"""The kinds of cash, and the fees by what they are for."""


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def money(request: HttpRequest, event_id: str) -> HttpResponse:
    """The money of an event."""
    opened = DeviceEvents(request).event(event_id, ORGANISER)
    if request.method != "POST":
        return _page(request, opened)
    act = next((name for name in ("settle", "undo", "book") if name in request.POST), "book")
    value = request.POST.get(act, "")
    change = {"settle": _settle, "undo": _take_back, "book": _book}[act]
    outcome = take(request, f"cash {event_id} {act} {value}", lambda: change(request, opened, value))
    return redirect(f"/events/{event_id}/money") if outcome.done else _page(request, opened, outcome)


def _settle(request: HttpRequest, opened: OpenedEvent, value: str) -> None:
    """Books all that an entry still pays or gets. value: its number and the sum that the page showed."""
    number, _colon, shown = value.partition(":")
    entry = whole_number(number)
    stored = selectors.load(opened.row)
    due = selectors.open_amounts(stored, selectors.cash_of(opened.row)).get(entry or 0, {})
    if str(sum(due.values())) != shown:
        raise EventVersionConflict(opened.row)
    for kind, amount in due.items():
        services.add_cash(opened.row.id, opened.role, kind, amount, entry, "")


def _take_back(request: HttpRequest, opened: OpenedEvent, value: str) -> None:
    """Books the opposite of a line. value: its id."""
    line = next((one for one in selectors.cash_of(opened.row) if str(one.id) == value), None)
    if line is None:
        raise EventNotFound
    services.add_cash(opened.row.id, opened.role, line.kind, -line.amount, line.entry, line.note)


def _book(request: HttpRequest, opened: OpenedEvent, value: str) -> None:
    """Books another amount. value: in or out."""
    amount = read_amount(typed(request, "amount"))
    if isinstance(amount, str) or amount <= 0 or amount > 10_000_000:
        raise refuse("/amount", "amount", "An amount such as 7.50 is needed.", rule="")
    sign = -1 if value == "out" else 1
    services.add_cash(opened.row.id, opened.role, "other", sign * amount, None, typed(request, "note")[:60])


def _page(request: HttpRequest, opened: OpenedEvent, outcome: Outcome = NOT_SENT) -> HttpResponse:
    stored = selectors.load(opened.row)
    lines, names = selectors.cash_of(opened.row), Names(stored.entries)
    due = selectors.open_amounts(stored, lines)
    account = stored.account()
    fees = {"lost": stored.lost_fees(), "passed_in": stored.passed_in_fees()}
    prizes = stored.prizes() if any(one.done for one in stored.results.values()) else {}
    page = page_of(
        opened,
        _("Prizes and cash"),
        outcome,
        ("amount", "note"),
        prizes=[(names[entry], amount_text(amount)) for entry, amount in _by_amount(prizes)],
        provisional=not selectors.is_final(stored),
        accounts=[_account(names, entry.number, due[entry.number], fees) for entry in stored.entries],
        till=amount_text(sum(one.amount for one in lines)),
        sums=[(label, amount_text(account[name])) for name, label in _sums() if account[name]],
        lines=[_line(names, one) for one in lines],
        amount=request.POST.get("amount", ""),
        note=request.POST.get("note", ""),
    )
    page["free"] = not account["entry_fees"] and not account["fees"]
    return render(request, "events/organiser/money.html", page, status=200 if outcome.done else 422)


def _by_amount(prizes: dict[int, int]) -> list[tuple[int, int]]:
    return sorted(prizes.items(), key=lambda one: (-one[1], one[0]))


def _account(names: Names, number: int, due: dict[str, int], fees: dict[str, dict[int, int]]) -> dict[str, Any]:
    """What an entry still pays or gets. fees: by what they are for, then by entry."""
    whole, parts = sum(due.values()), dict(due)
    own = {kind: amounts[number] for kind, amounts in fees.items() if number in amounts}
    if sum(own.values()) == parts.get("fee"):  # nothing of them is paid yet
        del parts["fee"]
        parts |= own
    return {
        "number": number,
        "name": names[number],
        "due": whole,
        "open": bool(due),
        "amount": amount_text(abs(whole)),
        "parts": [labelled(str(KINDS[kind]), amount_text(-amount, sign=True)) for kind, amount in parts.items()],
    }


def _sums() -> list[tuple[str, str]]:
    return [
        ("entry_fees", _("Entry fees")),
        ("fees", _("Fees for lost games and deals passed in")),
        ("prizes", _("Prizes")),
        ("kitty", _("For the kitty")),
        ("organiser", _("Left for the organiser")),
    ]


def _line(names: Names, line: EventCash) -> dict[str, Any]:
    return {
        "id": line.id,
        "amount": amount_text(line.amount, sign=True),
        "what": names[line.entry] if line.entry is not None else line.note or str(KINDS[line.kind]),
        "kind": KINDS[line.kind],
        "at": line.at,
    }
