"""Copies of a match on a server and on a phone without one.

``show`` has an address on both. The others are addresses of a phone alone (``companion.phone.urls``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from pydantic_core import from_json

from scoring.engine.messages import fill_names
from scoring.engine.refusal import Refusal
from scoring.pages.device_keys import DeviceKeys, private_page, require_scorer
from scoring.pages.form_data import whole_number
from scoring.pages.house_rules import error_texts
from scoring.selectors.access_keys import Key
from scoring.selectors.match_snapshot import MatchNotFound, MatchSnapshot, side_names
from scoring.services import differing_copies, match_copies
from scoring.services.differing_copies import CopiedHand


@require_safe
@private_page
def show(request: HttpRequest, match_id: str) -> JsonResponse:
    """The copy of a match for the scripts of a scorer's phone, with the key that opens the match, and its parts."""
    device = DeviceKeys(request)
    match = require_scorer(device.match(match_id))
    key, watching = device.keys[match.table_id], device.watching.get(match.table_id)
    _version, copy = match_copies.current_copy(match)
    copy["viewer_key"] = f"{watching.id}.{watching.secret}" if watching else None
    parts = [asdict(part) for part in match_copies.part_copies(match)]
    response = JsonResponse({"key": f"{key.id}.{key.secret}", "copy": copy, "parts": parts})
    response.headers["Cache-Control"] = "no-store"
    return response


def _from_script(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """For a view that takes JSON. Forms of other sites cannot send JSON, so it needs no CSRF token."""

    @csrf_exempt
    @require_POST
    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.content_type != "application/json":
            return JsonResponse({"detail": "JSON is needed"}, status=415)
        try:
            body = from_json(request.body)
        except ValueError:
            body = None
        if not isinstance(body, dict):
            return JsonResponse({"detail": "JSON is needed"}, status=400)
        return view(request, *args, body, **kwargs)

    return checked


@_from_script
def take(request: HttpRequest, body: dict[str, Any]) -> HttpResponse:
    """Stores the server's copy of a match on this phone. Body: key and copy, as in the response of ``show``."""
    key = Key.parse(str(body.get("key", "")))
    copy = body.get("copy")
    try:
        result = match_copies.receive_from_server(copy, key)
    except Refusal as refusal:
        return JsonResponse({"detail": " ".join(error_texts(refusal))}, status=422)
    except MatchNotFound:
        raise Http404 from None
    device = DeviceKeys(request)
    watching = Key.parse(str((copy or {}).get("viewer_key") or ""))
    device.add(result.match.table_id, key, watching if watching.id else None)
    response = JsonResponse({"comparison": result.comparison, "version": result.match.version})
    device.set_cookies(response)
    return response


@_from_script
def given(request: HttpRequest, body: dict[str, Any], match_id: str) -> HttpResponse:
    """Stores that the server has this match. Body: the version there."""
    match = require_scorer(DeviceKeys(request).match(match_id))
    version = body.get("version")
    if not isinstance(version, int) or version < 0:
        return JsonResponse({"detail": "version is needed"}, status=400)
    match_copies.keep_server_copy(match.id, version)
    return HttpResponse(status=204)


@dataclass(frozen=True)
class _Line:
    """A hand that only one of the two copies has. place: its place in the copy. points: of each side that has any.
    twin: the other copy has an equal hand.
    """

    place: int
    number: int
    text: str
    points: list[tuple[str, float]]
    twin: bool
    checked: bool


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def settle(request: HttpRequest, match_id: str) -> HttpResponse:
    """The differences of this phone and the server, and the choice of what counts."""
    match = require_scorer(DeviceKeys(request).match(match_id))
    copy = match_copies.server_copy(match.id)
    if copy is None or not copy.different:
        return redirect(f"/matches/{match.id}", permanent=False)
    errors: list[str] = []
    base = request.POST.get("stands", "")
    added = {place for text in request.POST.getlist("add") if (place := whole_number(text)) is not None}
    if base in ("phone", "server"):
        try:
            differing_copies.settle(match, "phone" if base == "phone" else "server", added)
        except Refusal as refusal:
            errors = [fill_names(text, match.names, match.side_names) for text in error_texts(refusal, match.slug)]
        else:
            return redirect(f"/matches/{match.id}", permanent=False)
    differences = differing_copies.differences(match, copy.different)
    server_match = differences.server_match
    names = [player.name for player in server_match.match.players]
    sides = side_names(server_match.open_match.setup.sides, names, match.language)
    phone = hand_lines(match, differences.phone, match.names, match.side_names, added if base == "server" else None)
    server = hand_lines(match, differences.server, names, sides, added if base == "phone" else set())
    page = {"match": match, "common": differences.common, "phone": phone, "server": server, "errors": errors}
    return render(request, "match/differences.html", page, status=422 if errors else 200)


def hand_lines(
    match: MatchSnapshot, hands: list[CopiedHand], names: list[str], sides: list[str], added: set[int] | None
) -> list[_Line]:
    """Returns hands that only one of two copies has, as lines with a box to tick.

    added: places of the ticked hands; None to tick each hand without a twin.
    """
    lines = []
    for hand in hands:
        result = hand.scored.as_json(match.slug, match.language)
        changes = [(name, points) for name, points in zip(sides, result["points"], strict=True) if points]
        checked = not hand.twin if added is None else hand.place in added
        text = fill_names(result["summary"], names, sides)
        lines.append(_Line(hand.place, hand.scored.number, text, changes, hand.twin, checked))
    return lines
