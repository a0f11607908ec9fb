"""The organiser's phone reads the codes of lists from tables without a network, one after the other."""

from __future__ import annotations

from typing import Any, Literal

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from companion.http.security import PERMISSIONS_POLICY
from scoring.engine.refusal import Refusal
from scoring.event_models import EventRound
from scoring.pages.device_keys import private_page
from scoring.pages.events.changes import page_of
from scoring.pages.events.device_events import DeviceEvents, OpenedEvent
from scoring.pages.events.round_view import round_view
from scoring.pages.house_rules import error_texts
from scoring.pages.views.codes import posted_codes
from scoring.pages.views.copies import hand_lines
from scoring.selectors.event_access import ORGANISER
from scoring.selectors.events import load
from scoring.services import match_codes
from scoring.services.event_lists import ListsDiffer, take_list
from scoring.services.match_codes import ReadMatch


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def collect(request: HttpRequest, event_id: str) -> HttpResponse:
    """The reader of codes for lists. A list that was read is taken in at once; two that differ are shown."""
    opened = DeviceEvents(request).event(event_id, ORGANISER)
    if request.method != "POST":
        return _page(request, opened)
    codes = posted_codes(request)
    holds: Literal["here", "read"] | None = None
    if request.POST.get("holds") in ("here", "read"):
        holds = "here" if request.POST["holds"] == "here" else "read"
    try:
        found = match_codes.read(codes)
        taken = take_list(event_id, opened.role, found, holds)
    except ListsDiffer as both:
        return _page(request, opened, 409, codes="\n".join(codes), **_both(both, found))
    except Refusal as refusal:
        return _page(request, opened, 422, codes="\n".join(codes), faults_read=error_texts(refusal))
    return _page(request, opened, taken=taken)


def _both(both: ListsDiffer, found: ReadMatch) -> dict[str, Any]:
    """What each of two lists has alone."""
    ours, differences = both.ours, match_codes.differences(both.ours, found)
    here = hand_lines(ours, differences.phone, ours.names, ours.side_names, None)
    read = hand_lines(ours, differences.server, found.names, found.sides, None)
    sheets = [(_("The list that is here"), here, "here"), (_("The list that was read"), read, "read")]
    return {"differ": both.sitting, "common": differences.common, "sheets": sheets}


def _page(request: HttpRequest, opened: OpenedEvent, status: int = 200, **further: Any) -> HttpResponse:
    stored = load(opened.row)
    running = next((one for one in stored.rounds if one.state == EventRound.RUNNING), None)
    page = page_of(
        opened,
        _("Read the lists"),
        round=round_view(stored, running) if running else None,
        reader_action=f"/events/{opened.row.id}/collect",
        **further,
    )
    response = render(request, "events/organiser/collect.html", page, status=status)
    response.headers["Permissions-Policy"] = PERMISSIONS_POLICY.replace("camera=()", "camera=(self)")
    return response
