"""The history of an event: who did what, without names in what is stored."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.http import require_safe

from scoring.event_models import EventChange
from scoring.languages import current_language
from scoring.pages.device_keys import private_page
from scoring.pages.events.amounts import amount_text
from scoring.pages.events.changes import page_of
from scoring.pages.events.device_events import DeviceEvents
from scoring.pages.events.round_view import Names
from scoring.pages.form_data import whole_number
from scoring.pages.joined_texts import labelled
from scoring.selectors import events as selectors
from scoring.selectors.event_access import ORGANISER, REFEREE

PAGE = 50
LABELS = {
    "settings": gettext_lazy("Settings changed"),
    "entries_added": gettext_lazy("Entries added"),
    "entry_changed": gettext_lazy("Entry changed"),
    "entry_removed": gettext_lazy("Entry removed"),
    "entries_merged": gettext_lazy("Entries merged"),
    "names_deleted": gettext_lazy("Names deleted"),
    "proposed": gettext_lazy("Round drawn"),
    "publish": gettext_lazy("Seats published"),
    "round_removed": gettext_lazy("Round taken back"),
    "start": gettext_lazy("Round started"),
    "close": gettext_lazy("Round closed"),
    "reopen": gettext_lazy("Round opened again"),
    "lots": gettext_lazy("Lots drawn"),
    "result": gettext_lazy("Result typed"),
    "second_result": gettext_lazy("A second result was sent"),
    "confirm": gettext_lazy("Result confirmed"),
    "dispute": gettext_lazy("Objection"),
    "sitting": gettext_lazy("Table changed"),
    "table_key": gettext_lazy("New code for a table"),
    "key": gettext_lazy("New link"),
    "key_cancelled": gettext_lazy("Link cancelled"),
    "adjust": gettext_lazy("Points corrected"),
    "cash": gettext_lazy("Money booked"),
    "clock": gettext_lazy("The clock was set"),
    "joined": gettext_lazy("A fourth player joined"),
}
ROLES = {
    "organiser": gettext_lazy("organiser"),
    "referee": gettext_lazy("referee"),
    "scorer": gettext_lazy("table"),
    "player": gettext_lazy("player"),
    "entrant": gettext_lazy("player"),
}
KEYS = {
    "viewer": gettext_lazy("For players and guests"),
    "display": gettext_lazy("For the display on the wall"),
    "referee": gettext_lazy("For the referee"),
    "organiser": gettext_lazy("To organise together"),
    "entrant": gettext_lazy("Players enter themselves"),
}
"""What the link of a role is for. That of an entry's own phone has the entry's name."""


@require_safe
@private_page
def history(request: HttpRequest, event_id: str) -> HttpResponse:
    """Every change, the latest first. A referee does not see the money."""
    opened = DeviceEvents(request).event(event_id, ORGANISER, REFEREE)
    before = whole_number(request.GET.get("before", ""))
    rows = selectors.history_of(opened.row, before, PAGE + 1)
    names = Names(selectors.entries_of(opened.row))
    shown = [row for row in rows[:PAGE] if opened.organises or row.kind != "cash"]
    page = page_of(
        opened,
        _("History"),
        lines=[_line(row, names) for row in shown],
        older=rows[PAGE - 1].number if len(rows) > PAGE else None,
    )
    return render(request, "events/organiser/history.html", page)


def _line(row: EventChange, names: Names) -> dict[str, Any]:
    where = []
    if row.round is not None and row.table_number is not None:
        where.append(_("Round {round}, table {table}").format(round=row.round, table=row.table_number))
    elif row.round is not None:
        where.append(pgettext("event", "Round {number}").format(number=row.round))
    if row.entry is not None:
        where.append(names[row.entry])
    where += _details(row, names)
    return {"row": row, "label": LABELS.get(row.kind, row.kind), "where": where, "role": ROLES.get(row.role, row.role)}


def _details(row: EventChange, names: Names) -> list[str]:
    """What changed, where a few words say it."""
    after: Any = row.after
    match row.kind:
        case "result" | "second_result":
            old, new = (_scores(result or {}, names) for result in (row.before, after))
            return [f"{old} → {new}" if old and old != new else new]
        case "adjust":
            return [current_language().number(after["points"] or after["match_points"], sign=True)]
        case "cash":
            return [amount_text(after["amount"], sign=True)]
        case "proposed":
            return [_("Drawn from “%(word)s”.") % {"word": after["seed"]}]
        case "entries_added" | "names_deleted":
            return [names.listed(after)]
        case "entries_merged":
            return [names[after[0]]]
        case "key" | "key_cancelled" if after in KEYS:
            return [str(KEYS[after])]
    return []


def _scores(result: dict[str, dict[str, Any]], names: Names) -> str:
    language = current_language()
    return language.join_texts(
        labelled(names[int(number)], language.number(one["points"])) for number, one in result.items()
    )
