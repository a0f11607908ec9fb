"""Shows a match on other phones: links and QR codes to watch or to write, new links, the result to send, print."""

from __future__ import annotations

from contextlib import suppress
from itertools import takewhile
from typing import Any

import segno
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_POST, require_safe

from scoring.db.write_lock import write_transaction
from scoring.engine.refusal import Refusal
from scoring.models import Table
from scoring.pages.bg_stats import play_address
from scoring.pages.device_keys import DeviceKeys, may_write, private_page
from scoring.pages.match_view import MatchView
from scoring.pages.result_text import picture_data, result_text, sheet_text
from scoring.pages.score_sheet import score_sheet
from scoring.pages.settlement_view import parts_settlement_view
from scoring.pages.totals_chart import totals_chart
from scoring.pages.views.codes import addresses, picture_of
from scoring.pages.views.embedding import snippets
from scoring.selectors import match_lists
from scoring.selectors.access_keys import READ, WRITE, Key
from scoring.selectors.match_snapshot import MatchSnapshot, at_one_version, check_unchanged, load_match
from scoring.selectors.settlements import parts_of, settle_parts
from scoring.selectors.tables import table_of
from scoring.services import match_codes, match_copies, tables


def _qr(address: str) -> SafeString:
    picture = segno.make(address, micro=False, error="m").svg_inline(border=4, light="#fff", dark="#000", omitsize=True)
    return mark_safe(picture)  # noqa: S308 - made by segno from an address of ours


def _link(request: HttpRequest, key: Key | None, match_id: str) -> dict[str, str] | None:
    if key is None:
        return None
    path = f"/join/{key.id}.{key.secret}" + (f"/{match_id}" if match_id else "")
    address = request.build_absolute_uri(path)
    return {"address": address, "qr": _qr(address)}


def _page(request: HttpRequest, device: DeviceKeys, table: Table, role: str, match_id: str = "") -> HttpResponse:
    if not settings.SERVER:
        of_match = [part.id for part in parts_of(load_match(match_id))] if match_id else []
        ids = of_match or match_lists.ids_in_order(table)
        waiting = [one for one in ids if match_copies.server_copy(one) is None]
        if waiting or not ids:
            page = {"table": table, "match_id": match_id, "waiting": waiting}
            return render(request, "pages/share_alone.html", page)
    own = device.keys[table.id]
    watching = device.watching.get(table.id) if may_write(role) else own
    page = {
        "table": table,
        "match_id": match_id,
        "frames": snippets(request, load_match(match_id)) if match_id and table.embedding else [],
        "writes": may_write(role),
        "renews": may_write(role) and settings.SERVER,
        "one_match": table.viewer_scope == Table.ONE_MATCH,
        "watch": _link(request, watching, match_id),
        "write": _link(request, own, match_id) if may_write(role) else None,
        "local": request.get_host().split(":")[0] in ("localhost", "127.0.0.1", "[::1]"),
    }
    response = render(request, "pages/share.html", page)
    response.headers["Cache-Control"] = "no-store"
    return response


@require_safe
@private_page
def match(request: HttpRequest, match_id: str) -> HttpResponse:
    """The links of a match."""
    device = DeviceKeys(request)
    snapshot = device.match(match_id)
    return _page(request, device, table_of(snapshot), snapshot.role or "", match_id)


@require_safe
@private_page
def table(request: HttpRequest, table_id: str) -> HttpResponse:
    """The links of a table."""
    device = DeviceKeys(request)
    return _page(request, device, *device.table(table_id))


@require_POST
@private_page
def renew(request: HttpRequest, table_id: str, role: str) -> HttpResponse:
    """Makes a new link of this role; the old one stops working at once."""
    device = DeviceKeys(request)
    row, own_role = device.table(table_id)
    if not may_write(own_role):
        raise PermissionDenied
    if role not in (READ, WRITE):
        raise Http404
    with write_transaction():
        key = Key.parse(tables.replace_key(row, role))
    if role == WRITE:
        device.add(table_id, key)
    else:
        device.add(table_id, device.keys[table_id], key)
    match_id = request.POST.get("match", "")
    is_id = match_id.isalnum() and len(match_id) <= 32
    response = redirect(f"/matches/{match_id}/share" if is_id else f"/tables/{table_id}/share", permanent=False)
    device.set_cookies(response)
    return response


@require_safe
@private_page
def result(request: HttpRequest, match_id: str) -> HttpResponse:
    """The result of the match and its sheet, as text and as a picture to send."""
    page = at_one_version(DeviceKeys(request).match(match_id), _result)
    return render(request, "match/result.html", page)


def _result(match: MatchSnapshot) -> dict[str, Any]:
    *earlier, last = parts_of(match)  # the result of a match is that of its last part
    view, parts = MatchView(last), settle_parts(match)
    settled = parts_settlement_view(parts) if parts else None
    texts = {"result": result_text(view, settled, earlier), "sheet": sheet_text(view, settled, earlier)}
    page = {"view": view, "match": last, "settled": settled, "picture": picture_data(view, earlier), **texts}
    page["bg_stats"] = play_address(view)
    check_unchanged(match)
    return page


@require_safe
@private_page
def printed(request: HttpRequest, match_id: str) -> HttpResponse:
    """The whole sheet, to print. code: with the code that checks it, which may need a second sheet of paper."""
    page = at_one_version(DeviceKeys(request).match(match_id), _whole_sheet)
    codes = map(picture_of, addresses(request, page["codes"])) if "code" in request.GET else ()
    return render(request, "match/print.html", {**page, "codes": codes})


def _whole_sheet(match: MatchSnapshot) -> dict[str, Any]:
    view = MatchView(match)
    sheet = score_sheet(match, view.renderer, 1, most=None, newest_first=False)
    page = {"view": view, "match": match, "sheet": sheet, "curve": totals_chart(match, view.renderer, sheet)}
    parts = takewhile(lambda part: part.id != match.id, parts_of(match))
    views = [MatchView(part) for part in parts]
    page["earlier"] = [
        (each, score_sheet(each.match, each.renderer, 1, most=None, newest_first=False)) for each in views
    ]
    page["codes"] = []
    with suppress(Refusal):  # too long for codes
        page["codes"] = match_codes.codes_of(match, printed=match_codes.points_of(match))
    check_unchanged(match)
    return page
