"""The match page, and changes of the match as a whole: undo, redo, finish, reopen."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from companion.http.security import PERMISSIONS_POLICY
from scoring.engine.models import LONGEST_NOTE
from scoring.engine.refusal import Refusal
from scoring.models import Change
from scoring.pages import form_tokens
from scoring.pages.change_labels import change_label, saved_change
from scoring.pages.device_keys import DeviceKeys, may_write, private_page, require_scorer
from scoring.pages.form_data import clean_text, whole_number
from scoring.pages.hand_form import HandForm, new_hand_form
from scoring.pages.house_rules import error_texts
from scoring.pages.html_cache import HtmlCache
from scoring.pages.match_view import MatchView
from scoring.pages.recent_matches import evening_line
from scoring.pages.score_sheet import score_sheet
from scoring.pages.shared_match import (
    CSRF_TOKEN,
    FORM_TOKEN,
    QUESTIONS,
    SharedMatch,
    conditional_response,
    fingerprint,
    shared_match,
)
from scoring.pages.totals_chart import totals_chart
from scoring.selectors.match_snapshot import ChangeResult, MatchSnapshot, VersionConflict, at_one_version, part_before
from scoring.services import history
from scoring.services.history import NothingToUndo

PART = secrets.token_hex(16)
"""Stands for the changing part in the page around it."""

_pages = HtmlCache(most=512)


def context(
    view: MatchView,
    hand_form: HandForm | None = None,
    first: int | None = None,
    notice: str = "",
    form_token: str = "",
) -> dict[str, Any]:
    """Returns the context of the match page.

    hand_form: the form of the hand, None for a new one. form_token: of a new form. notice: a message above the page.
    """
    match = view.match
    writes = may_write(match.role)
    if hand_form is None and writes and not view.finished and not match.continued_by:
        hand_form = new_hand_form(view, token=form_token or form_tokens.new_token())
    latest, undoable, redoable = history.changes_to_offer(match) if writes else (None, None, None)
    sheet = score_sheet(match, view.renderer, first)
    saved = None
    if undoable or redoable:
        went_on = latest is not None and history.entered_more(match, latest)
        saved = saved_change(match.open_match, latest, _target_kind(latest, undoable, redoable), sheet, went_on)
    undo_at, label = undo_offer(match, undoable) if writes else (match, "")
    return {
        "view": view,
        "match": match,
        "writes": writes,
        "hand_form": hand_form,
        "sheet": sheet,
        "curve": totals_chart(match, view.renderer, sheet),
        "undo_at": undo_at,
        "undoable": label,
        "redoable": change_label(match.open_match, redoable) if redoable else "",
        "saved": saved,
        "notice": notice,
    }


def undo_offer(match: MatchSnapshot, undoable: Change | None) -> tuple[MatchSnapshot, str]:
    """Returns the part of the match whose last change undo takes back, and the label of that change, "" for none.

    undoable: the last change of this part. On a new sheet it is the change of players, which the part before has.
    """
    part = match
    if not undoable and not match.hand_count and (before := part_before(match)):
        part, undoable = before, history.last_change(before)
    return part, change_label(part.open_match, undoable) if undoable else ""


def _target_kind(latest: Change | None, undoable: Change | None, redoable: Change | None) -> str:
    """The kind of the change that the latest one undid or redid. Only a change of players cannot be redone."""
    if latest and latest.kind == "undo":
        return redoable.kind if redoable else "continue"
    return undoable.kind if undoable else ""


def _shared(match: MatchSnapshot) -> SharedMatch:
    """The changing part for all readers with this role, at this version or a newer one."""
    return at_one_version(match, lambda match: shared_match(match, lambda: _render(match)))


def _render(match: MatchSnapshot) -> tuple[str, str]:
    page = context(MatchView(match), form_token=FORM_TOKEN)
    form = page["hand_form"]
    questions = form.questions if form else ""
    tokens = {"csrf_token": CSRF_TOKEN, "questions": QUESTIONS, "fingerprint": fingerprint(questions)}
    return render_to_string("match/all.html", {**page, **tokens}), questions


def match_response(request: HttpRequest, match: MatchSnapshot, status: int = 200, **more: Any) -> HttpResponse:
    """Returns the match after a change: the changing part for htmx, a redirect or the page for a plain form."""
    if request.htmx and status == 200 and not more:  # type: ignore[attr-defined]
        return _shared(match).response(request)
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "match/all.html", context(MatchView(match), **more), status=status)
    if status == 200 and not more:
        return redirect(f"/matches/{match.id}", permanent=False)
    return render(request, "match/page.html", context(MatchView(match), **more), status=status)


def allow_microphone(response: HttpResponse) -> None:
    """Allows the microphone on the page of a match, where a hand can be said."""
    response.headers["Permissions-Policy"] = PERMISSIONS_POLICY.replace("microphone=()", "microphone=(self)")


def _around(view: MatchView) -> dict[str, Any]:
    """What the page shows around the changing part."""
    match, writes = view.match, may_write(view.match.role)
    evening = evening_line(match) if writes else None
    return {"view": view, "match": match, "evening": evening, "watches": not writes}


def _around_html(request: HttpRequest, view: MatchView) -> SafeString:
    """The page with PART in place of its changing part, rendered once for all who see the same.

    Opening a page of 126 hands again then takes 2,400 calls of Python functions instead of 8,400. The line of an event,
    or of copies on this phone, is not cached.
    """
    match, around = view.match, _around(view)

    def render_page() -> SafeString:
        return render_to_string("match/page.html", {**around, "part": PART}, request)

    if match.in_event or not settings.SERVER:
        return render_page()
    shown = view.game_name, *view.renderer.sides, view.rule_now, view.finished, match.signs, repr(around["evening"])
    place = get_language(), get_current_timezone_name(), request.get_full_path(), match.id, match.role
    return _pages.get((place, shown), render_page)


@require_safe
@private_page
def show(request: HttpRequest, match_id: str) -> HttpResponse:
    """The match page."""
    device = DeviceKeys(request)
    match = device.match(match_id)
    view = MatchView(match)
    first = whole_number(request.GET.get("from", ""))
    if first is not None:
        response = render(request, "match/page.html", context(view, first=first) | _around(view))
    else:
        response = HttpResponse(_around_html(request, view).replace(PART, _shared(match).html_for(request)))
    if may_write(match.role):
        allow_microphone(response)
    device.mark_used(match.table_id, response)
    return response


@require_safe
@private_page
def changing_part(request: HttpRequest, match_id: str) -> HttpResponse:
    """The changing part of the page, 304 if nothing has changed."""
    return conditional_response(request, match_id, lambda match: _shared(match).response(request))


def _change(
    request: HttpRequest, match_id: str, change: Callable[[str, int | None], ChangeResult], nothing: str
) -> HttpResponse:
    match = require_scorer(DeviceKeys(request).match(match_id))
    try:
        result = change(match.id, whole_number(request.POST.get("_version", "")))
    except VersionConflict as conflict:
        text = _("Somebody was faster: this is how the match stands now. Nothing was changed by your tap.")
        return match_response(request, _with_role(conflict.match, match), 409, notice=text)
    except NothingToUndo:
        return match_response(request, match, 409, notice=nothing)
    except Refusal as refusal:
        return match_response(request, match, 422, notice=" ".join(error_texts(refusal, match.slug)))
    return match_response(request, _with_role(result.match, match))


def _with_role(match: MatchSnapshot, before: MatchSnapshot) -> MatchSnapshot:
    return replace(match, role=before.role)


@require_POST
@private_page
def undo(request: HttpRequest, match_id: str) -> HttpResponse:
    """Undoes the last change, whatever it was."""
    return _change(request, match_id, history.undo, _("There is nothing left to undo."))


@require_POST
@private_page
def redo(request: HttpRequest, match_id: str) -> HttpResponse:
    """Redoes the change that was undone last."""
    return _change(request, match_id, history.redo, _("There is nothing to do again."))


@require_POST
@private_page
def finish(request: HttpRequest, match_id: str) -> HttpResponse:
    """Ends the match early."""
    return _change(request, match_id, history.finish, "")


@require_POST
@private_page
def reopen(request: HttpRequest, match_id: str) -> HttpResponse:
    """Reopens a match that was ended early."""
    return _change(request, match_id, history.reopen, "")


@require_POST
@private_page
def note(request: HttpRequest, match_id: str) -> HttpResponse:
    """Changes the note on the match."""
    text = clean_text(request.POST.get("note", "")).strip()[:LONGEST_NOTE]
    return _change(request, match_id, lambda match_id, version: history.annotate(match_id, text, version), "")
