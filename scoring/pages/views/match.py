"""The match page, and what changes the match as a whole: undo, redo, the end by choice, the way back from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe
from pydantic_core import from_json

from scoring import changes
from scoring.changes import NothingToUndo
from scoring.engine.refusal import Refusal
from scoring.models import Change, Hand
from scoring.pages import entry as entries
from scoring.pages.deeds import called
from scoring.pages.entry import Entry
from scoring.pages.phone import Phone, may_write, private, to_write
from scoring.pages.sheet import curve_of, row_of, sheet_of
from scoring.pages.shown import Shown
from scoring.standing import Stale, Standing, Written


def context(shown: Shown, entry: Entry | None = None, first: int | None = None, said: str = "") -> dict[str, Any]:
    """What the match page is drawn from. entry: the hand being entered; said: what happened to the last tap."""
    match = shown.match
    writes = may_write(match.role)
    if entry is None and writes and not shown.finished:
        entry = entries.coming(shown)
    undoable = changes.last_change(match.id) if writes else None
    redoable = changes.last_change(match.id, Change.UNDONE) if writes else None
    return {
        "shown": shown,
        "match": match,
        "writes": writes,
        "entry": entry,
        "sheet": sheet_of(match, shown.words, first),
        "curve": curve_of(match, shown.words),
        "last": _last(shown),
        "undoable": called(undoable) if undoable else "",
        "redoable": called(redoable) if redoable else "",
        "said": said,
    }


def _last(shown: Shown) -> Any:
    match = shown.match
    result = Hand.objects.filter(match_id=match.id, number=match.hand_count).values_list("result", flat=True).first()
    return row_of(shown.words, match.hand_count, from_json(result)) if result else None


def answer(request: HttpRequest, match: Standing, status: int = 200, **more: Any) -> HttpResponse:
    """The match after a change: the new part of the page for a script, the page itself for a plain form."""
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "match/all.html", context(Shown(match), **more), status=status)
    if status == 200 and not more:
        return redirect(f"/matches/{match.id}", permanent=False)
    return render(request, "match/page.html", context(Shown(match), **more), status=status)


@require_safe
@private
def show(request: HttpRequest, match_id: str) -> HttpResponse:
    """The match page."""
    phone = Phone(request)
    match = phone.match(match_id)
    first = request.GET.get("from", "")
    page = context(Shown(match), first=int(first) if first.isdigit() and len(first) < 7 else None)
    response = render(request, "match/page.html", page)
    phone.used(match.table_id, response)
    return response


@require_safe
@private
def now(request: HttpRequest, match_id: str) -> HttpResponse:
    """The changing part of the page, for a phone that watches; 304 while nothing has changed."""
    match = Phone(request).match(match_id)
    mark = f'"{match.version}-{match.role}"'
    if request.headers.get("If-None-Match") == mark:
        return HttpResponseNotModified(headers={"ETag": mark})
    response = render(request, "match/all.html", context(Shown(match)))
    response.headers["ETag"] = mark
    return response


def _change(request: HttpRequest, match_id: str, act: Callable[[str, int | None], Written], words: str) -> HttpResponse:
    match = to_write(Phone(request).match(match_id))
    seen = request.POST.get("_version", "")
    try:
        written = act(match.id, int(seen) if seen.isdigit() and len(seen) < 10 else None)
    except Stale as stale:
        text = "Somebody was faster: this is how the match stands now. Nothing was changed by your tap."
        return answer(request, _with_role(stale.match, match), 409, said=text)
    except NothingToUndo:
        return answer(request, match, 409, said=words)
    except Refusal as refusal:
        return answer(request, match, 422, said=str(refusal))
    return answer(request, _with_role(written.match, match))


def _with_role(match: Standing, known: Standing) -> Standing:
    return replace(match, role=known.role)


@require_POST
@private
def undo(request: HttpRequest, match_id: str) -> HttpResponse:
    """Takes back the last change, whatever it was."""
    return _change(request, match_id, changes.undo, "There is nothing left to undo.")


@require_POST
@private
def redo(request: HttpRequest, match_id: str) -> HttpResponse:
    """Does again what was undone last."""
    return _change(request, match_id, changes.redo, "There is nothing to do again.")


@require_POST
@private
def finish(request: HttpRequest, match_id: str) -> HttpResponse:
    """The table stops here."""
    return _change(request, match_id, changes.finish, "")


@require_POST
@private
def reopen(request: HttpRequest, match_id: str) -> HttpResponse:
    """The table goes on after all."""
    return _change(request, match_id, changes.reopen, "")
