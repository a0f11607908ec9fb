"""Home, and joining a table with a link."""

from __future__ import annotations

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from scoring import access
from scoring.access import Key
from scoring.models import Match
from scoring.pages.phone import Phone, may_write, private
from scoring.pages.recent import latest

_KEY = re.compile(r"[0-9a-z]{16}\.[\w-]{20,64}")
_MATCH = re.compile(r"/join/[^/\s]+/([0-9a-z]{16})")


@require_safe
@private
def home(request: HttpRequest) -> HttpResponse:
    """Start a match, go on with the last one, look up a rule, join a table."""
    phone = Phone(request)
    ids = [table.id for table, _ in phone.tables]
    mine = [table.id for table, role in phone.tables if may_write(role)]
    again = latest(mine, finished=True, most=1)
    page = {"going": latest(ids, finished=False), "again": again[0] if again else None, "tables": phone.tables}
    return render(request, "pages/home.html", page)


@require_POST
@private
def paste(request: HttpRequest) -> HttpResponse:
    """Joins with a link that was pasted."""
    text = request.POST.get("link", "")[:500]
    found = _KEY.search(text)
    match = _MATCH.search(text)
    if found is None:
        return _not_open(request)
    return _let_in(request, found[0], match[1] if match else "")


@require_safe
@private
def join(request: HttpRequest, key: str, match_id: str = "") -> HttpResponse:
    """Swaps a join link for this phone's cookie, and goes on to an address without the key in it."""
    return _let_in(request, key, match_id)


def _let_in(request: HttpRequest, text: str, match_id: str) -> HttpResponse:
    key = Key.parse(text)
    opened = access.opened_by(key)
    if opened is None:
        return _not_open(request)
    table_id, role = opened
    phone = Phone(request)
    # A link to watch does not take away what this phone may do already.
    if not (may_write(phone.role(table_id)) and not may_write(role)):
        phone.take(table_id, key)
    there = match_id and Match.objects.filter(id=match_id, table_id=table_id).exists()
    response = redirect(f"/matches/{match_id}" if there else f"/tables/{table_id}", permanent=False)
    phone.remember(response)
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def _not_open(request: HttpRequest) -> HttpResponse:
    page = {"going": [], "tables": Phone(request).tables, "unopened": True}
    return render(request, "pages/home.html", page, status=404)
