"""A match as codes for other phones: shows them, reads them, keeps what was read, settles two copies."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import segno
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion.http.error_pages import too_many_requests
from companion.http.rate_limits import use
from companion.http.security import PERMISSIONS_POLICY
from scoring.db.write_lock import write_transaction
from scoring.engine.messages import Number
from scoring.engine.refusal import Refusal
from scoring.languages import current_language
from scoring.match_code import decode
from scoring.match_code.payload import MOST_PARTS, code_address
from scoring.models import Table, table_in
from scoring.pages.code_reader import codes_in
from scoring.pages.device_keys import DeviceKeys, may_write, private_page
from scoring.pages.form_data import whole_number
from scoring.pages.house_rules import error_texts
from scoring.pages.views.copies import hand_lines
from scoring.selectors.access_keys import READ, WRITE, Key
from scoring.selectors.match_snapshot import MatchSnapshot, at_one_version
from scoring.selectors.settlements import parts_of
from scoring.selectors.tables import find_table
from scoring.services import match_codes, tables
from scoring.services.comparison import Comparison
from scoring.services.match_codes import ReadMatch


def addresses(request: HttpRequest, codes: list[str]) -> list[str]:
    """Returns the address of each code, which a camera app opens."""
    root = request.build_absolute_uri("/")
    return [code_address(root, code, settings.PHONE) for code in codes]


def picture_of(address: str) -> SafeString:
    """Returns an address as a QR code, as SVG."""
    picture = segno.make(address, micro=False, error="l").svg_inline(border=4, light="#fff", dark="#000", omitsize=True)
    return mark_safe(picture)  # noqa: S308 - made by segno from an address of ours


@require_safe
@private_page
def match(request: HttpRequest, match_id: str) -> HttpResponse:
    """The codes of a match, one a screen.

    names, hands: no for a version without them. code: which of several, from 1.
    """
    snapshot = DeviceKeys(request).match(match_id)
    names, hands = (request.GET.get(name) != "no" for name in ("names", "hands"))
    page: dict[str, Any] = {"match": snapshot, "names": names, "hands": hands, "parts": parts_of(snapshot)}
    try:
        codes = at_one_version(snapshot, lambda one: match_codes.codes_of(one, names, hands=hands))
    except Refusal as refusal:
        page["errors"] = error_texts(refusal)
        return render(request, "match/code.html", page)
    asked = whole_number(request.GET.get("code", "")) or 1
    number = asked if asked <= len(codes) else 1
    (address,) = addresses(request, [codes[number - 1]])
    following = number % len(codes) + 1 if len(codes) > 1 else 0
    page |= {
        "picture": picture_of(address),
        "address": address,
        "number": number,
        "total": len(codes),
        "next": following,
    }
    response = render(request, "match/code.html", page)
    response.headers["Cache-Control"] = "no-store"
    return response


@require_safe
def from_phone(request: HttpRequest) -> HttpResponse:
    """The address in a code, on a phone that does not keep the Companion. What stands after # goes along."""
    return redirect("/code", permanent=False)


# -- reading -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Error:
    """Why codes are refused. hand: the number of the hand, 0 if it is about something else. rule: its address or ""."""

    text: str
    hand: int = 0
    rule: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def read(request: HttpRequest) -> HttpResponse:
    """The form for codes, and what they hold. Nothing is stored."""
    return show_codes(request, posted_codes(request)) if request.method == "POST" else _reader(request)


def show_codes(request: HttpRequest, codes: list[str]) -> HttpResponse:
    """Returns the page with what these codes hold, or with why they cannot be read."""
    try:
        found = match_codes.read(codes)
    except Refusal as refusal:
        return _refused(request, codes, refusal)
    device = DeviceKeys(request)
    ours, comparison = _here(device, found)
    own = _own_table(device, found)
    has_place = own is not None or match_codes.is_of_unknown_table(found)
    choice = [] if has_place else [one for one, role in device.tables if may_write(role)]
    page = {
        "codes": "\n".join(codes),
        "found": found,
        "game": found.coded.game,
        "totals": list(zip(found.sides, found.totals, strict=True)),
        "printed": found.differences is not None,
        "differences": [(one.hand, _figures(one.printed), _figures(one.scored)) for one in found.differences or ()],
        "ours": ours,
        "comparison": comparison or "",
        "can_keep": found.coded.totals is None and comparison in (None, Comparison.AHEAD),
        "tables": choice,
        "may_settle": comparison is Comparison.DIFFERENT and ours is not None and may_write(device.role(ours.table_id)),
    }
    return render(request, "pages/code_read.html", page)


def _reader(request: HttpRequest, status: int = 200, **page: Any) -> HttpResponse:
    """The form for codes, the only page that may use the camera."""
    response = render(request, "pages/code.html", page, status=status)
    response.headers["Permissions-Policy"] = PERMISSIONS_POLICY.replace("camera=()", "camera=(self)")
    return response


@require_POST
def picture(request: HttpRequest) -> HttpResponse:
    """The texts of the codes in a picture, as JSON. The picture is not kept.

    width: pixels of a row. The body: a byte of brightness for each pixel.
    """
    if not settings.SERVER:
        raise Http404
    usage, allowed = use("open", request.META.get("REMOTE_ADDR", ""))
    if usage and not allowed:
        return too_many_requests(request, usage)
    try:
        texts = codes_in(request.body, whole_number(request.GET.get("width", "")) or 0)
    except ValueError as error:
        return JsonResponse({"detail": str(error)}, status=400)
    return JsonResponse({"texts": texts})


def _figures(points: list[Number]) -> str:
    language = current_language()
    return language.join_texts([language.number(value) for value in points])


def posted_codes(request: HttpRequest) -> list[str]:
    """Returns the codes in the form of the reader."""
    return request.POST.get("codes", "").split()[: 2 * MOST_PARTS]


def _refused(request: HttpRequest, codes: list[str], refusal: Refusal) -> HttpResponse:
    slug = ""
    with suppress(Refusal):
        slug = decode(codes).game
    errors = []
    for error, text in zip(refusal.errors, error_texts(refusal, slug), strict=False):
        hand = re.match(r"/match/hands/(\d+)/", error.pointer)
        rule = f"/rules/{slug}#{error.rule}" if slug and error.rule else ""
        errors.append(_Error(text, int(hand[1]) + 1 if hand else 0, rule))
    return _reader(request, 422, codes="\n".join(codes), errors=errors)


def _here(device: DeviceKeys, found: ReadMatch) -> tuple[MatchSnapshot | None, Comparison | None]:
    """The match that was read as this phone has it, and how both compare."""
    ids = [table_id for table_id in device.keys if device.role(table_id)]
    ours = match_codes.here(found, ids)
    return ours, None if ours is None else match_codes.compare(ours, found)


def _own_table(device: DeviceKeys, found: ReadMatch) -> Table | None:
    """The table where the match belongs, if this phone may write there."""
    ours, _comparison = _here(device, found)
    table_id = ours.table_id if ours else table_in(found.coded.id)
    return find_table(table_id) if may_write(device.role(table_id)) else None


# -- keeping -----------------------------------------------------------------------------------------------


@require_POST
@private_page
def keep(request: HttpRequest) -> HttpResponse:
    """Stores what was read: at its own table, which is made if it is not here, else at the chosen one."""
    device, codes = DeviceKeys(request), posted_codes(request)
    try:
        found = match_codes.read(codes)
        with write_transaction():
            table, keys = _table_for(request, device, found)
            result = match_codes.keep(found, table)
    except Refusal as refusal:
        return _refused(request, codes, refusal)
    if keys:
        device.add(table.id, Key.parse(keys[WRITE]), Key.parse(keys[READ]))
    response = redirect(f"/matches/{result.match.id}", permanent=False)
    if keys:
        device.set_cookies(response)
    return response


def _table_for(request: HttpRequest, device: DeviceKeys, found: ReadMatch) -> tuple[Table, dict[str, str]]:
    """The table for a match that was read, and its keys by role if it was made."""
    table = _own_table(device, found)
    if table is not None:
        return table, {}
    if match_codes.is_of_unknown_table(found):
        return match_codes.make_table(found)
    chosen = request.POST.get("table", "")
    chosen_table = find_table(chosen) if may_write(device.role(chosen)) else None
    if chosen_table is not None:
        return chosen_table, {}
    new = tables.create(tables.DEFAULT_TABLE_NAME)
    return new.table, new.keys


@require_POST
@private_page
def settle(request: HttpRequest) -> HttpResponse:
    """The hands that only this phone or only the code has, and the choice of what counts."""
    device, codes = DeviceKeys(request), posted_codes(request)
    try:
        found = match_codes.read(codes)
    except Refusal as refusal:
        return _refused(request, codes, refusal)
    ours, comparison = _here(device, found)
    if ours is None or comparison is not Comparison.DIFFERENT:
        return redirect(f"/matches/{ours.id}" if ours else "/code", permanent=False)
    if not may_write(device.role(ours.table_id)):
        raise PermissionDenied
    errors: list[str] = []
    base = request.POST.get("stands", "")
    added = {place for text in request.POST.getlist("add") if (place := whole_number(text)) is not None}
    if base in ("phone", "server"):
        try:
            match_codes.settle(ours, found, "phone" if base == "phone" else "server", added)
        except Refusal as refusal:
            errors = error_texts(refusal, ours.slug)
        else:
            return redirect(f"/matches/{ours.id}", permanent=False)
    differences = match_codes.differences(ours, found)
    page = {
        "match": ours,
        "codes": "\n".join(codes),
        "common": differences.common,
        "here": hand_lines(ours, differences.phone, ours.names, ours.side_names, added if base == "server" else None),
        "there": hand_lines(ours, differences.server, found.names, found.sides, added if base == "phone" else set()),
        "errors": errors,
    }
    return render(request, "match/code_differences.html", page, status=422 if errors else 200)
