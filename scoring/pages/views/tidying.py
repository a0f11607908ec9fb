"""Tidying: archives a match and brings it back, removes matches never begun, merges two names of one person."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from scoring.engine.refusal import Refusal
from scoring.models import Table
from scoring.pages.device_keys import DeviceKeys, may_write, private_page, require_scorer
from scoring.pages.house_rules import error_texts
from scoring.selectors.tables import everybody
from scoring.services import tidying


def own_table(device: DeviceKeys, table_id: str) -> Table:
    """Returns the table, if this phone may write there. Raises Http404, PermissionDenied."""
    table, role = device.table(table_id)
    if not may_write(role):
        raise PermissionDenied
    return table


@require_POST
@private_page
def archive(request: HttpRequest, match_id: str) -> HttpResponse:
    """Removes a match from the lists."""
    match = require_scorer(DeviceKeys(request).match(match_id))
    tidying.archive(match)
    return redirect(f"/tables/{match.table_id}?tidy=1#matches", permanent=False)


@require_POST
@private_page
def bring_back(request: HttpRequest, match_id: str) -> HttpResponse:
    """Puts an archived match back on the lists."""
    match = require_scorer(DeviceKeys(request).match(match_id))
    tidying.bring_back(match)
    return redirect(f"/tables/{match.table_id}?archived=1#matches", permanent=False)


@require_POST
@private_page
def remove_not_begun(request: HttpRequest) -> HttpResponse:
    """Deletes one match without a hand, or all of them: of one table, or of all tables of this phone."""
    device = DeviceKeys(request)
    table_id = request.POST.get("table", "")
    mine = [table.id for table, role in device.tables if may_write(role)]
    tidying.remove_not_begun([own_table(device, table_id).id] if table_id else mine, request.POST.get("match"))
    return redirect(f"/tables/{table_id}#not-begun" if table_id else "/", permanent=False)


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def merge(request: HttpRequest, table_id: str) -> HttpResponse:
    """Merges two names of one person: GET shows what would change, POST does it."""
    table = own_table(DeviceKeys(request), table_id)
    data = request.POST if request.method == "POST" else request.GET
    gone, kept = data.get("gone", ""), data.get("kept", "")
    players = everybody(table)
    page = {"table": table, "players": players, "gone": gone, "kept": kept}
    try:
        if request.method == "POST":
            tidying.merge_players(table, gone, kept)
            return redirect(f"/tables/{table.id}#players", permanent=False)
        if gone and kept:
            page["plan"] = tidying.plan_merge(table, gone, kept)
    except Refusal as refusal:
        page["errors"] = error_texts(refusal)
    return render(request, "pages/merge.html", page, status=422 if page.get("errors") else 200)
