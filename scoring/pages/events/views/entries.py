"""Who takes part: entries typed one after the other or pasted, changed, withdrawn, forgotten."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.event_models import Event, EventEntry, EventRound
from scoring.pages.device_keys import private_page
from scoring.pages.events import own_keys
from scoring.pages.events.amounts import amount_text
from scoring.pages.events.changes import NOT_SENT, Outcome, page_of, seen_version, take, typed
from scoring.pages.events.device_events import DeviceEvents, OpenedEvent
from scoring.pages.events.links import link_of
from scoring.pages.form_data import clean_text, whole_number
from scoring.selectors import events as selectors
from scoring.selectors.event_access import ENTRANT, ORGANISER, REFEREE, keys_of, player_keys
from scoring.services import event_entries as services
from scoring.services import events as event_services

MOST_AT_ONCE = 200
_ENTRY_FIELDS = ("name", "members", "club", "team", "label")
_MEMBERS = re.compile(r"\s*[/&+]\s*")


def _given(line: str, club: str, team: str, players_each: int) -> dict[str, Any]:
    """An entry of one line: a name, then perhaps club and team behind semicolons or tabs. A pair: ``Ada / Ben``."""
    name, *more = [part.strip() for part in re.split(r"[;；\t]", line)]
    members = [part for part in _MEMBERS.split(name) if part]
    if players_each == 2 and len(members) == 2:
        name = " / ".join(members)
    else:
        members = []
    more += [""] * 2
    return {
        "name": name,
        "members": members,
        "club": more[0] or club,
        "team": more[1] or team,
        "label": "",
        "seed": None,
        "shown": True,
    }


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def entries(request: HttpRequest, event_id: str) -> HttpResponse:
    """All entries, and the form for the next ones."""
    device = DeviceEvents(request)
    if request.method != "POST":
        return _page(request, device.event(event_id, ORGANISER, REFEREE))
    opened = device.event(event_id, ORGANISER)
    if number := whole_number(request.POST.get("paid", "")):
        outcome = take(request, f"paid {event_id} {number}", lambda: _book_fee(opened, [number]))
        paid = redirect(f"/events/{event_id}/entries?paid={number}#entry-{number}")
        return paid if outcome.done else _page(request, opened, outcome)
    if when := request.POST.get("self_entry", ""):
        outcome = take(request, f"self entry {event_id} {when}", lambda: _let_enter(opened, when))
        return redirect(f"/events/{event_id}/entries#self-entry") if outcome.done else _page(request, opened, outcome)
    lines = [clean_text(line).strip() for line in request.POST.get("names", "").splitlines()]
    lines = [line for line in [typed(request, "name"), *lines] if line][:MOST_AT_ONCE]
    if not lines:
        return redirect("event-entries", event_id)
    club, team, fee = typed(request, "club"), typed(request, "team"), request.POST.get("fee") == "1"

    def change() -> None:
        given = [_given(line, club, team, opened.row.players_each) for line in lines]
        made = services.add(event_id, opened.role, given)
        if fee:
            _book_fee(opened, [one.number for one in made])

    outcome = take(request, f"entries {event_id}", change)
    if not outcome.done:
        return _page(request, opened, outcome, lines)
    kept = {name: text for name, text in (("fee", "1" if fee else ""), ("club", club), ("team", team)) if text}
    return redirect(f"/events/{event_id}/entries?{urlencode(kept)}")


def _let_enter(opened: OpenedEvent, when: str) -> None:
    """Opens or closes the entries that players make themselves; ``new``: another link for it."""
    if when == "new":
        event_services.replace_key(opened.row.id, ENTRANT, opened.role, own_keys.secret)
    else:
        services.let_enter(opened.row.id, opened.role, when, own_keys.secret)


def _book_fee(opened: OpenedEvent, numbers: Sequence[int]) -> None:
    fee = selectors.rules_of(opened.row).money.entry_fee
    for number in numbers:
        event_services.add_cash(opened.row.id, opened.role, "entry_fee", fee, number, "")


def _page(
    request: HttpRequest, opened: OpenedEvent, outcome: Outcome = NOT_SENT, lines: Sequence[str] = ()
) -> HttpResponse:
    event, rules = opened.row, selectors.rules_of(opened.row)
    money, self_entry = rules.money, rules.self_entry
    rows = selectors.entries_of(event)
    takes_money = bool(money.entry_fee) and opened.organises
    paid = selectors.paid_by_entry(selectors.cash_of(event), "entry_fee") if takes_money else {}
    sent = request.POST or request.GET
    keys = keys_of(event.id) if opened.organises else {}
    page = page_of(
        opened,
        _("Entries"),
        outcome,
        ("",),
        entries=[(entry, paid.get(entry.number, 0) >= money.entry_fee) for entry in reversed(rows)],
        count=len(rows),
        unpaid=sum(paid.get(entry.number, 0) < money.entry_fee for entry in rows) if takes_money else 0,
        fee=amount_text(money.entry_fee) if takes_money else "",
        pays=sent.get("fee") == "1",
        has_paid="paid" in sent,
        club=sent.get("club", ""),
        team=sent.get("team", ""),
        asks_team=rules.format == "league_day",
        name=lines[0] if len(lines) == 1 else "",
        names="\n".join(lines) if len(lines) > 1 else "",
        wrong=_wrong(outcome, lines),
        begun=not _is_first(event),
        version=selectors.stream_version(event),
        phones=set(player_keys(event.id)),
        self_entry=self_entry,
        entrant=keys.get(ENTRANT) if self_entry != "closed" else None,
    )
    if page["entrant"]:
        page["entrant_link"] = link_of(request, own_keys.shown(*page["entrant"]))
        page["entrant_open"] = services.is_open(rules, len(selectors.rounds_of(event)))
    return render(request, "events/organiser/entries.html", page, status=200 if outcome.done else 422)


def _wrong(outcome: Outcome, lines: Sequence[str]) -> list[str]:
    """What is wrong, with the line where there are several."""
    texts = []
    for at, text in outcome.faults.items():
        place = at.split("_")[1] if at.startswith("entries_") else ""
        line = lines[int(place)] if place and len(lines) > 1 else ""
        texts.append(_("“{line}”: {fault}").format(line=line, fault=text) if line else text)
    return texts


def _is_first(event: Event) -> bool:
    """Whether entries can still be removed: no round is published."""
    return all(one.state == EventRound.PROPOSED for one in selectors.rounds_of(event))


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def entry(request: HttpRequest, event_id: str, number: int) -> HttpResponse:
    """One entry: change it, let it leave or come back, remove it, forget its name."""
    opened = DeviceEvents(request).event(event_id, ORGANISER)
    if request.method != "POST":
        found = _found(opened.row, number)
        return _question(request, opened, found) or _entry_page(request, opened, found)
    found, act = _found(opened.row, number), request.POST.get("act", "save")
    seen = seen_version(request)
    sent: dict[str, Any] = {}
    if act == "save":
        members = [typed(request, f"member{place}") for place in range(opened.row.players_each)]
        sent = {name: typed(request, name) for name in ("name", "club", "team", "label")}
        sent |= {"members": members if any(members) else [], "shown": request.POST.get("shown") == "1"}
        sent["seed"] = whole_number(request.POST.get("seed", ""))

    def change() -> None:
        match act:
            case "leave" | "return":
                services.change(event_id, opened.role, number, {"withdrawn": act == "leave"}, seen)
            case "remove":
                services.remove(event_id, opened.role, number, seen)
            case "forget":
                services.forget(event_id, opened.role, number)
            case "merge":
                services.merge(event_id, opened.role, number, whole_number(request.POST.get("into", "")) or 0, seen)
            case _:
                services.change(event_id, opened.role, number, sent, seen)

    outcome = take(request, f"entry {event_id} {number} {act}", change)
    if outcome.done:
        return redirect("event-entries", event_id)
    for name, value in sent.items():
        setattr(found, name, value)
    return _entry_page(request, DeviceEvents(request).event(event_id, ORGANISER), found, outcome)


def _found(event: Event, number: int) -> EventEntry:
    found = selectors.by_number(selectors.entries_of(event)).get(number)
    if found is None:
        raise Http404
    return found


def _question(request: HttpRequest, opened: OpenedEvent, found: EventEntry) -> HttpResponse | None:
    """Returns the page that asks once more before an entry goes, None if nothing is to be asked."""
    act, into = request.GET.get("ask", ""), whole_number(request.GET.get("into", ""))
    other = selectors.by_number(selectors.entries_of(opened.row)).get(into or 0)
    if act == "remove":
        text = _("{name} is removed from the list. This cannot be undone.")
    elif act == "merge" and other and other != found:
        text = _("{name} goes, {other} stays. This cannot be undone.")
    else:
        return None
    heading = _("No. {number}").format(number=found.number)
    one, two = (f"{each.number} {each.name}" if each else "" for each in (found, other))
    page = page_of(opened, heading, entry=found, act=act, into=into, text=text.format(name=one, other=two))
    return render(request, "events/organiser/entry_goes.html", page)


def _entry_page(
    request: HttpRequest, opened: OpenedEvent, found: EventEntry, outcome: Outcome = NOT_SENT
) -> HttpResponse:
    pair = opened.row.players_each == 2
    members = [*found.members, "", ""][:2] if pair else []
    page = page_of(
        opened, _("No. {number}").format(number=found.number), outcome, _ENTRY_FIELDS, entry=found, members=members
    )
    page["removable"] = not services.was_seated(opened.row, found.number)
    others = [one for one in selectors.entries_of(opened.row) if one.number != found.number]
    page["others"] = others if page["removable"] else []
    page["more_open"] = bool(found.club or found.team or found.label or found.seed)
    return render(request, "events/organiser/entry.html", page, status=200 if outcome.done else 422)
