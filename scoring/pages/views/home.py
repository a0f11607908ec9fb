"""Home, and joining a table with a link."""

from __future__ import annotations

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from scoring.pages.device_keys import DeviceKeys, may_write, private_page
from scoring.pages.recent_matches import last_finished, matches_in_progress, matches_not_begun
from scoring.selectors import access_keys, match_lists
from scoring.selectors.access_keys import Key
from scoring.selectors.tables import find_table

_KEY = re.compile(r"[0-9a-z]{16}\.[\w-]{20,64}")
_MATCH = re.compile(r"/join/[^/\s]+/([0-9a-z]{16,28})")


@require_safe
@private_page
def home(request: HttpRequest) -> HttpResponse:
    """Start a match, go on with the last one, look up a rule, join a table."""
    device = DeviceKeys(request)
    ids = [table.id for table, _ in device.tables]
    mine = [table.id for table, role in device.tables if may_write(role)]
    going = matches_in_progress(ids)
    last = last_finished(mine)
    page = {
        "in_progress": going,
        "mine": mine,
        "not_begun": matches_not_begun(mine),
        "rematch": last if last and not any(map(last.is_played_again_in, going)) else None,
        "tables": device.tables,
    }
    return render(request, "pages/home.html", page)


@require_POST
@private_page
def paste(request: HttpRequest) -> HttpResponse:
    """Joins a table by a pasted link."""
    text = request.POST.get("link", "")[:500]
    key = _KEY.search(text)
    match = _MATCH.search(text)
    if key is None:
        return _invalid_link(request)
    return _join(request, key[0], match[1] if match else "")


@require_safe
@private_page
def join(request: HttpRequest, key: str, match_id: str = "") -> HttpResponse:
    """Stores the key of a join link in this phone's cookie, and redirects to an address without the key."""
    return _join(request, key, match_id)


def _join(request: HttpRequest, text: str, match_id: str) -> HttpResponse:
    key = Key.parse(text)
    opened = access_keys.table_and_role(key)
    if opened is None:
        return _invalid_link(request)
    table_id, role = opened
    device = DeviceKeys(request)
    # A link to watch must not replace a scorer's key of this phone.
    if not (may_write(device.role(table_id)) and not may_write(role)):
        device.add(table_id, key)
    has_match = bool(match_id) and match_lists.has(table_id, match_id)
    if not has_match:
        table = find_table(table_id)
        if table is None or not access_keys.opens_table(table, device.role(table_id)):
            return _invalid_link(request)
    response = redirect(f"/matches/{match_id}" if has_match else f"/tables/{table_id}", permanent=False)
    device.set_cookies(response)
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def _invalid_link(request: HttpRequest) -> HttpResponse:
    page = {"in_progress": [], "tables": DeviceKeys(request).tables, "invalid_link": True}
    return render(request, "pages/home.html", page, status=404)
