"""Home, and joining a table with a link."""

from __future__ import annotations

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from scoring.models import Match, Table
from scoring.pages.device_keys import DeviceKeys, may_write, private_page
from scoring.pages.recent_matches import last_finished, matches_not_begun, matches_to_go_on_with
from scoring.services import access_keys
from scoring.services.access_keys import Key

_KEY = re.compile(r"[0-9a-z]{16}\.[\w-]{20,64}")
_MATCH = re.compile(r"/join/[^/\s]+/([0-9a-z]{16,28})")


@require_safe
@private_page
def home(request: HttpRequest) -> HttpResponse:
    """Start a match, go on with the last one, look up a rule, join a table."""
    device = DeviceKeys(request)
    ids = [table.id for table, _ in device.tables]
    mine = [table.id for table, role in device.tables if may_write(role)]
    page = {
        "going": matches_to_go_on_with(ids),
        "not_begun": matches_not_begun(mine),
        "again": last_finished(mine),
        "tables": device.tables,
    }
    return render(request, "pages/home.html", page)


@require_POST
@private_page
def paste(request: HttpRequest) -> HttpResponse:
    """Joins with a link that was pasted."""
    text = request.POST.get("link", "")[:500]
    found = _KEY.search(text)
    match = _MATCH.search(text)
    if found is None:
        return _not_open(request)
    return _let_in(request, found[0], match[1] if match else "")


@require_safe
@private_page
def join(request: HttpRequest, key: str, match_id: str = "") -> HttpResponse:
    """Swaps a join link for this phone's cookie, and goes on to an address without the key in it."""
    return _let_in(request, key, match_id)


def _let_in(request: HttpRequest, text: str, match_id: str) -> HttpResponse:
    key = Key.parse(text)
    opened = access_keys.table_and_role(key)
    if opened is None:
        return _not_open(request)
    table_id, role = opened
    device = DeviceKeys(request)
    # A link to watch does not take away what this phone may do already.
    if not (may_write(device.role(table_id)) and not may_write(role)):
        device.take(table_id, key)
    there = match_id and Match.objects.filter(id=match_id, table_id=table_id).exists()
    if not there and not access_keys.opens_table(Table.objects.get(id=table_id), device.role(table_id)):
        return _not_open(request)
    response = redirect(f"/matches/{match_id}" if there else f"/tables/{table_id}", permanent=False)
    device.remember(response)
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def _not_open(request: HttpRequest) -> HttpResponse:
    page = {"going": [], "tables": DeviceKeys(request).tables, "unopened": True}
    return render(request, "pages/home.html", page, status=404)
