"""Home, and joining a table with a link."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from companion.common.cell_marks import FIRST_CELL, MARK
from scoring.models import Table, cell_in
from scoring.pages.device_keys import DeviceKeys, may_write, private_page
from scoring.pages.link_picture import of_match, picture_address
from scoring.pages.match_view import MatchView
from scoring.pages.recent_matches import RecentMatch, last_finished, matches_in_progress, matches_not_begun
from scoring.pages.result_text import preview
from scoring.selectors import access_keys, match_lists
from scoring.selectors.access_keys import Key
from scoring.selectors.event_access import event_of_key, event_place
from scoring.selectors.tables import find_table

_KEY = re.compile(r"[0-9a-z]{16}\.[\w-]{20,64}")
_CELL = re.compile(rf"\b(?:{FIRST_CELL}|{MARK})\b")
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
        "own_games": _own_games([*going, last]),
        "mine": mine,
        "not_begun": matches_not_begun(mine),
        "rematch": last if last and not any(map(last.is_played_again_in, going)) else None,
        "tables": device.tables,
        "other_cells": _other_cells(request, device),
    }
    return render(request, "pages/home.html", page)


def _own_games(matches: Sequence[RecentMatch | None]) -> list[str]:
    """The games of these matches, which a question is about first. The plain sheet is for games without rules here."""
    games = [match.game.slug for match in matches if match and match.game.slug != "points"]
    return list(dict.fromkeys(games))


def _other_cells(request: HttpRequest, device: DeviceKeys) -> list[str]:
    """The other cells that may have tables of this phone. A phone without a server has all of them itself.

    By their marks; and if one of ours is not here, it may have been moved to any cell that the proxy names.
    """
    if not settings.SERVER:
        return []
    cells = dict.fromkeys(cell_in(table_id) or FIRST_CELL for table_id in device.keys)
    own, here = settings.CELL or FIRST_CELL, {table.id for table, _ in device.tables}
    if own in cells and any(cell_in(one) == settings.CELL and one not in here for one in device.keys):
        cells |= dict.fromkeys(_CELL.findall(request.headers.get("X-Cells", "")) if settings.TRUST_PROXY else ())
    return [cell for cell in cells if cell != own]


@require_safe
@private_page
def part_of_home(request: HttpRequest, cell: str) -> HttpResponse:
    """What this cell adds to the start page of another one: matches in progress and tables. Raises Http404.

    The proxy has chosen the cell. With htmx a section of that page, else a page.
    """
    if cell != (settings.CELL or FIRST_CELL):
        raise Http404
    device = DeviceKeys(request)
    page = {"in_progress": matches_in_progress([table.id for table, _ in device.tables]), "tables": device.tables}
    section = request.htmx  # type: ignore[attr-defined]
    return render(request, "pages/home_part.html" if section else "pages/more_tables.html", page)


@require_safe
@private_page
def go_on(request: HttpRequest) -> HttpResponse:
    """The match of this phone that was played last and is not over, else the start page."""
    going = matches_in_progress([table.id for table, _ in DeviceKeys(request).tables], 1)
    return redirect(f"/matches/{going[0].id}" if going else "/", permanent=False)


def joined_address(text: str) -> str:
    """Returns the address of the join link in a text, "" if there is none."""
    key, match = _KEY.search(text), _MATCH.search(text)
    return f"/join/{key[0]}{f'/{match[1]}' if match else ''}" if key else ""


@require_POST
@private_page
def paste(request: HttpRequest) -> HttpResponse:
    """Joins a table, or an event, by a pasted link."""
    text = request.POST.get("link", "")[:500]
    key = _KEY.search(text)
    if key and cell_in(key[0]) != settings.CELL:
        return redirect(joined_address(text))  # the proxy leads it to the cell of the key
    match = _MATCH.search(text)
    opened = _open(request, key[0], match[1] if match else "") if key else None
    if opened is None and key and event_of_key(Key.parse(key[0])):
        return redirect("join-event", key[0])
    if opened is None:
        return _invalid_link(request)
    return _with_cookies(redirect(opened.address), opened)


@require_safe
@private_page
def join(request: HttpRequest, key: str, match_id: str = "") -> HttpResponse:
    """Stores the key of a join link in this phone's cookie, and goes on to an address without the key.

    By a page that goes on by itself: a chat that looks what is behind a link keeps no cookies. It finds the title and
    the totals here, and would find nothing behind a redirect.
    """
    opened = _open(request, key, match_id)
    if opened is None:
        return _invalid_link(request)
    page = {"address": opened.address, "picture": picture_address(request, Key.parse(key).id, opened.match_id)}
    if opened.match_id:
        view = MatchView(opened.device.match(opened.match_id))
        page["title"], page["description"] = preview(view)
        page["picture_text"] = of_match(view).text
    else:
        page["title"] = page["picture_text"] = opened.table.name
    response = _with_cookies(render(request, "pages/join.html", page), opened)
    response.headers["Refresh"] = f"0; url={opened.address}"
    response.headers["X-Robots-Tag"] = "noindex"
    return response


class _Opened(NamedTuple):
    """What a link opens on this phone. match_id: "" for the table."""

    device: DeviceKeys
    table: Table
    match_id: str

    @property
    def address(self) -> str:
        if self.match_id:
            return f"/matches/{self.match_id}"
        place = event_place(self.table.id)
        return place.address if place else f"/tables/{self.table.id}"


def _open(request: HttpRequest, text: str, match_id: str) -> _Opened | None:
    key = Key.parse(text)
    found = access_keys.table_and_role(key)
    table = find_table(found[0]) if found else None
    if found is None or table is None:
        return None
    device = DeviceKeys(request)
    role = found[1]
    # A link to watch must not replace a scorer's key of this phone.
    if not (may_write(device.role(table.id)) and not may_write(role)):
        device.add(table.id, key)
    if not match_id or not match_lists.has(table.id, match_id):
        match_id = ""
        if not access_keys.opens_table(table, device.role(table.id)):
            return None
    return _Opened(device, table, match_id)


def _with_cookies(response: HttpResponse, opened: _Opened) -> HttpResponse:
    opened.device.set_cookies(response)
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def _invalid_link(request: HttpRequest) -> HttpResponse:
    page = {"in_progress": [], "tables": DeviceKeys(request).tables, "invalid_link": True}
    return render(request, "pages/home.html", page, status=404)
