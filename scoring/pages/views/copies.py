"""The copy of a match, for a phone that goes on without the server, and back.

``show`` is a page of both; the others are addresses of a phone alone (``companion.phone.urls``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
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
from scoring.pages.house_rules import fault_texts
from scoring.selectors.match_snapshot import MatchNotFound, MatchSnapshot, side_names
from scoring.services import match_copies
from scoring.services.access_keys import Key
from scoring.services.match_copies import CopiedHand


@require_safe
@private_page
def show(request: HttpRequest, match_id: str) -> JsonResponse:
    """The copy of a match for the scripts of a scorer's phone, with the key that opens the match."""
    device = DeviceKeys(request)
    match = require_scorer(device.match(match_id))
    key, watching = device.keys[match.table_id], device.watching.get(match.table_id)
    _version, copy = match_copies.current_copy(match)
    copy["viewer_key"] = f"{watching.id}.{watching.secret}" if watching else None
    response = JsonResponse({"key": f"{key.id}.{key.secret}", "copy": copy})
    response.headers["Cache-Control"] = "no-store"
    return response


def _from_script(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """For a view that takes JSON. No form of another site can send that, so it needs no token."""

    @csrf_exempt
    @require_POST
    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.content_type != "application/json":
            return JsonResponse({"detail": "JSON is needed"}, status=415)
        try:
            sent = from_json(request.body)
        except ValueError:
            sent = None
        if not isinstance(sent, dict):
            return JsonResponse({"detail": "JSON is needed"}, status=400)
        return view(request, *args, sent, **kwargs)

    return checked


@_from_script
def take(request: HttpRequest, sent: dict[str, Any]) -> HttpResponse:
    """Takes the server's copy of a match onto this phone. Body: key and copy, as ``show`` of the server gave them."""
    key = Key.parse(str(sent.get("key", "")))
    copy = sent.get("copy")
    try:
        taken = match_copies.receive_from_server(copy, key)
    except Refusal as refusal:
        return JsonResponse({"detail": " ".join(fault_texts(refusal))}, status=422)
    except MatchNotFound:
        raise Http404 from None
    device = DeviceKeys(request)
    watching = Key.parse(str((copy or {}).get("viewer_key") or ""))
    device.take(taken.match.table_id, key, watching if watching.id else None)
    response = JsonResponse({"comparison": taken.comparison, "version": taken.match.version})
    device.remember(response)
    return response


@_from_script
def given(request: HttpRequest, sent: dict[str, Any], match_id: str) -> HttpResponse:
    """Remembers that the server has this match. Body: the version there."""
    match = require_scorer(DeviceKeys(request).match(match_id))
    version = sent.get("version")
    if not isinstance(version, int) or version < 0:
        return JsonResponse({"detail": "version is needed"}, status=400)
    match_copies.keep_server_copy(match.id, version)
    return HttpResponse(status=204)


@dataclass(frozen=True)
class _Line:
    """A hand that only one of the two copies has. place: as ``settle`` takes it. points: of each side that has any.
    twin: the other copy has the same hand.
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
    """What this phone and the server have recorded differently, and which of it counts."""
    match = require_scorer(DeviceKeys(request).match(match_id))
    known = match_copies.server_copy(match.id)
    if known is None or not known.different:
        return redirect(f"/matches/{match.id}", permanent=False)
    faults: list[str] = []
    stands = request.POST.get("stands", "")
    added = {int(text) for text in request.POST.getlist("add") if text.isdigit() and len(text) < 7}
    if stands in ("phone", "server"):
        try:
            match_copies.settle(match, "phone" if stands == "phone" else "server", added)
        except Refusal as refusal:
            faults = [fill_names(text, match.names, match.side_names) for text in fault_texts(refusal, match.slug)]
        else:
            return redirect(f"/matches/{match.id}", permanent=False)
    found = match_copies.differences(match, known.different)
    theirs = found.server_match
    names = [player.name for player in theirs.match.players]
    sides = side_names(theirs.open_match.setup.sides, names)
    here = _lines(match, found.phone, match.names, match.side_names, added if stands == "server" else None)
    there = _lines(match, found.server, names, sides, added if stands == "phone" else set())
    page = {"match": match, "common": found.common, "phone": here, "server": there, "errors": faults}
    return render(request, "match/differences.html", page, status=422 if faults else 200)


def _lines(
    match: MatchSnapshot, hands: list[CopiedHand], names: list[str], sides: list[str], added: set[int] | None
) -> list[_Line]:
    """added: what was chosen; None for each hand that the other copy does not have."""
    found = []
    for hand in hands:
        said = hand.scored.as_json(match.slug, match.language)
        scored = [(name, points) for name, points in zip(sides, said["points"], strict=True) if points]
        checked = not hand.twin if added is None else hand.place in added
        text = fill_names(said["summary"], names, sides)
        found.append(_Line(hand.place, hand.scored.number, text, scored, hand.twin, checked))
    return found
