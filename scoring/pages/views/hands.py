"""Entering hands: try, record, look at, correct, take back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST
from pydantic_core import from_json

from scoring import changes, matches
from scoring.engine.explain import figure
from scoring.engine.refusal import Refusal
from scoring.models import Hand
from scoring.pages import entry as entries
from scoring.pages import once
from scoring.pages.deeds import called
from scoring.pages.drawing import tapped
from scoring.pages.entry import Entry
from scoring.pages.phone import Phone, may_write, private, to_write
from scoring.pages.sheet import row_of
from scoring.pages.shown import Said, Shown
from scoring.pages.views.match import answer, context
from scoring.standing import NotThere, Stale, Standing, Written


def _entry(request: HttpRequest, match: Standing, number: int | None = None) -> Entry:
    """The hand that was sent."""
    shown = Shown(match)
    data = tapped(request)
    more = {"token": once.token_in(request)}
    if number is None:
        return entries.coming(shown, data, **more)
    try:
        return entries.recorded(shown, number, data, **more)
    except NotThere:
        raise Http404 from None


def _number(request: HttpRequest) -> int | None:
    sent = request.POST.get("_number", "")
    return int(sent) if sent.isdigit() and len(sent) < 7 else None


@require_POST
@private
def attempt(request: HttpRequest, match_id: str, number: int | None = None) -> HttpResponse:
    """What the hand would come to, while it is being tapped; nothing is stored.

    A button of a list of events changes the form itself, which is then drawn anew.
    """
    match = to_write(Phone(request).match(match_id))
    entry = _entry(request, match, number)
    if entry.on_page and _number(request) not in (None, entry.number):
        return HttpResponse(status=204)  # of a form that is gone: another hand has been recorded since
    pressed = {name: values[-1] for name, values in entry.data.items() if name.endswith((".add", ".drop"))}
    entries.press(entry, pressed)
    if request.htmx:  # type: ignore[attr-defined]
        whole = pressed or request.POST.get("_whole")
        return render(request, "match/entry.html" if whole else "match/attempt.html", _about(entry))
    return _whole_page(request, entry)


def _about(entry: Entry) -> dict[str, Any]:
    undoable = changes.last_change(entry.match.id)
    said = called(undoable) if undoable else ""
    return {"entry": entry, "shown": entry.shown, "match": entry.match, "writes": True, "undoable": said}


def _whole_page(request: HttpRequest, entry: Entry, status: int = 200) -> HttpResponse:
    if entry.on_page:
        return render(request, "match/page.html", context(entry.shown, entry), status=status)
    return render(request, "match/hand.html", _hand_page(entry.shown, entry.number, entry), status=status)


def _refused(request: HttpRequest, entry: Entry, status: int = 422) -> HttpResponse:
    if request.htmx:  # type: ignore[attr-defined]
        response = render(request, "match/entry.html", _about(entry), status=status)
        response.headers["HX-Retarget"] = "#entry"
        response.headers["HX-Reswap"] = "outerHTML"
        return response
    return _whole_page(request, entry, status)


@require_POST
@private
def record(request: HttpRequest, match_id: str) -> HttpResponse:
    """Records the coming hand, or goes on with the one being played. The same form sent twice counts once."""
    match = to_write(Phone(request).match(match_id))
    sent = once.token_in(request)
    if once.made(match.id, sent) is not None:
        return answer(request, match)
    entry = _entry(request, match)
    number = _number(request)
    if number is not None and number != entry.number:
        return _overtaken(request, entry, number)

    def keep(written: Written) -> None:
        once.keep(match.id, sent, str(written.number))

    try:
        if entry.old:
            written = changes.correct(match.id, entry.number, entry.hand, match.version, keep)
        else:
            written = matches.record(match, entry.hand, match.version, keep)
    except Refusal as refusal:
        entry.refusal = refusal
        return _refused(request, entry)
    except Stale as stale:
        fresh = replace(stale.match, role=match.role)
        return _overtaken(request, _entry(request, fresh), entry.number)
    except IntegrityError:
        return answer(request, Phone(request).match(match_id))
    return answer(request, replace(written.match, role=match.role))


def _overtaken(request: HttpRequest, entry: Entry, number: int) -> HttpResponse:
    """Another phone recorded this hand first: nothing is stored until somebody says that it is a further one."""
    if entry.number > number:
        entry.note = (
            f"Hand {number} has been recorded on another phone in the meantime. "
            f"If yours is a further one, save it again as hand {entry.number}."
        )
    else:
        entry.note = f"A hand was taken back in the meantime. Save again to record this one as hand {entry.number}."
    return _refused(request, entry, 409)


# -- a hand that is there ------------------------------------------------------------------------------


def _hand_page(shown: Shown, number: int, entry: Entry | None) -> dict[str, Any]:
    found = Hand.objects.filter(match_id=shown.match.id, number=number).first()
    if found is None:
        raise Http404
    result = from_json(found.result)
    lines = [
        Said(
            shown.words.html(line["text"]),
            "" if line.get("value") is None else figure(line["value"]),
            line["rule"],
        )
        for line in result["explanation"]
    ]
    return {
        "shown": shown,
        "match": shown.match,
        "writes": may_write(shown.match.role),
        "entry": entry,
        "row": row_of(shown.words, number, result),
        "lines": lines,
        "number": number,
        "before": number - 1 if number > 1 else None,
        "after": number + 1 if number < shown.match.hand_count else None,
    }


@require_http_methods(["GET", "HEAD", "POST"])
@private
def one(request: HttpRequest, match_id: str, number: int) -> HttpResponse:
    """A recorded hand: to look at, or corrected by what was sent."""
    return _correct(request, match_id, number) if request.method == "POST" else _show(request, match_id, number)


def _show(request: HttpRequest, match_id: str, number: int) -> HttpResponse:
    """How it was scored, and the form to correct it."""
    match = Phone(request).match(match_id)
    shown = Shown(match)
    try:
        entry = entries.recorded(shown, number) if may_write(match.role) else None
    except NotThere:
        raise Http404 from None
    return render(request, "match/hand.html", _hand_page(shown, number, entry))


def _correct(request: HttpRequest, match_id: str, number: int) -> HttpResponse:
    """Puts what was tapped in the place of a recorded hand; later hands are scored anew."""
    match = to_write(Phone(request).match(match_id))
    entry = _entry(request, match, number)
    try:
        changes.correct(match.id, number, entry.hand, _seen(request, match))
    except Refusal as refusal:
        entry.refusal = refusal
        return _refused(request, entry)
    except Stale:
        entry.note = "The match has changed on another phone. Look at it again, then save."
        return _refused(request, entry, 409)
    return _back(request, match)


@require_POST
@private
def remove(request: HttpRequest, match_id: str, number: int) -> HttpResponse:
    """Takes a hand back; the later ones move up."""
    match = to_write(Phone(request).match(match_id))
    entry = _stored(match, number)
    try:
        changes.take_back(match.id, number, _seen(request, match))
    except Refusal as refusal:
        entry.refusal = refusal
        return _refused(request, entry)
    except Stale:
        entry.note = "The match has changed on another phone. Look at it again before you remove a hand."
        return _refused(request, entry, 409)
    return _back(request, match)


def _stored(match: Standing, number: int) -> Entry:
    try:
        return entries.recorded(Shown(match), number)
    except NotThere:
        raise Http404 from None


def _seen(request: HttpRequest, match: Standing) -> int:
    sent = request.POST.get("_version", "")
    return int(sent) if sent.isdigit() and len(sent) < 10 else match.version


def _back(request: HttpRequest, match: Standing) -> HttpResponse:
    address = f"/matches/{match.id}"
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(status=204, headers={"HX-Redirect": address})
    return redirect(address, permanent=False)
