"""Hands: preview, record, show, correct, take back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import strip_tags
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from pydantic_core import from_json

from scoring.engine.messages import ENGLISH
from scoring.engine.refusal import Refusal
from scoring.languages import current_language
from scoring.pages import form_tokens
from scoring.pages.device_keys import DeviceKeys, may_write, private_page, require_scorer
from scoring.pages.form_data import posted_data, whole_number
from scoring.pages.hand_form import HandForm, new_hand_form, people_of, recorded_hand_form, with_button_pressed
from scoring.pages.hand_name import number_on_sheet
from scoring.pages.match_view import ExplanationLine, MatchView
from scoring.pages.merged_form import merged_hand_form
from scoring.pages.score_sheet import sheet_row
from scoring.pages.views.match import context, match_response, undo_offer
from scoring.selectors.match_snapshot import (
    ChangeResult,
    MatchNotFound,
    MatchSnapshot,
    VersionConflict,
    hand_rows,
)
from scoring.selectors.translated_results import score_again
from scoring.services import history, matches


def _posted_form(request: HttpRequest, match: MatchSnapshot, number: int | None = None) -> HandForm:
    """The form that was sent. Raises Http404 if there is no such hand."""
    view = MatchView(match)
    data = posted_data(request)
    more = {"token": form_tokens.posted_token(request)}
    if number is None:
        return new_hand_form(view, data, **more)
    try:
        return recorded_hand_form(view, number, data, own_page=True, **more)
    except MatchNotFound:
        raise Http404 from None


def _number(request: HttpRequest) -> int | None:
    return whole_number(request.POST.get("_number", ""))


@require_POST
@private_page
def preview(request: HttpRequest, match_id: str, number: int | None = None) -> HttpResponse:
    """The result of the hand while it is being tapped; nothing is stored.

    A button of a list of events changes the form itself, which is then rendered again.
    """
    match = require_scorer(DeviceKeys(request).match(match_id))
    hand_form = _posted_form(request, match, number)
    hand_form.people = request.POST.get("_people") or hand_form.people  # asked about when it is saved
    if hand_form.on_page and _number(request) not in (None, hand_form.number):
        return HttpResponse(status=204)  # the form is out of date: another hand has been recorded since
    pressed = {name: values[-1] for name, values in hand_form.data.items() if name.endswith((".add", ".drop"))}
    hand_form = with_button_pressed(hand_form, pressed)
    if request.htmx:  # type: ignore[attr-defined]
        all_of_it = pressed or request.POST.get("_whole")
        return render(request, "match/hand_form.html" if all_of_it else "match/preview.html", _form_context(hand_form))
    return _whole_page(request, hand_form)


def _form_context(hand_form: HandForm) -> dict[str, Any]:
    _part, undoable = undo_offer(hand_form.match, history.last_change(hand_form.match))
    return {
        "hand_form": hand_form,
        "view": hand_form.view,
        "match": hand_form.match,
        "writes": True,
        "undoable": undoable,
    }


def _whole_page(request: HttpRequest, hand_form: HandForm, status: int = 200) -> HttpResponse:
    if hand_form.on_page:
        return render(request, "match/page.html", context(hand_form.view, hand_form), status=status)
    return render(request, "match/hand.html", _hand_page(hand_form.view, hand_form.number, hand_form), status=status)


def _refused(request: HttpRequest, hand_form: HandForm, status: int = 422) -> HttpResponse:
    if request.htmx:  # type: ignore[attr-defined]
        response = render(request, "match/hand_form.html", _form_context(hand_form), status=status)
        response.headers["HX-Retarget"] = "#entry"
        response.headers["HX-Reswap"] = "outerHTML"
        return response
    return _whole_page(request, hand_form, status)


HAND_HEADER = "Companion-Hand"
"""Header of a response: the number of the form's hand on the sheet. Without it the phone keeps the hand."""


def _untouched_note(button: str) -> str:
    """The message for a form in which nothing was tapped. button: for such a hand, "" for none."""
    if not button:
        return _("Nothing has been tapped yet, so nothing was saved.")
    text = _("Nothing has been tapped yet, so nothing was saved. If nothing is to be tapped, tap “{button}”.")
    return text.format(button=button)


@require_POST
@private_page
def record(request: HttpRequest, match_id: str) -> HttpResponse:
    """Records the next hand, or continues the one being played. A form that is sent twice counts once."""
    match = require_scorer(DeviceKeys(request).match(match_id))
    token = form_tokens.posted_token(request)
    content = form_tokens.digest(posted_data(request))
    hand_form = _posted_form(request, match)
    number = _number(request)
    others = _for_others(request, match)
    if number != hand_form.number or others:
        if (recorded := form_tokens.earlier_result(match.id, token)) is not None:
            return _repeated(request, match, token, content, recorded)
        if number is not None or others:
            return _conflict(request, hand_form, number or hand_form.number)

    if hand_form.untouched:
        hand_form.refusal = hand_form.current_refusal
        hand_form.note = _untouched_note(strip_tags(hand_form.bound_form.nothing))
        return _refused(request, hand_form)
    if hand_form.contradicts_itself:
        text = _("Something is tapped in this form. Save it, or take it out before you tap “{button}”.")
        hand_form.note = text.format(button=strip_tags(hand_form.bound_form.nothing))
        return _refused(request, hand_form)

    def remember(change: ChangeResult) -> None:
        form_tokens.remember_result(match.id, token, str(change.number), content)

    try:
        if hand_form.is_recorded:
            change = history.correct(match.id, hand_form.number, hand_form.hand, match.version, remember)
        else:
            change = matches.record(match, hand_form.hand, match.version, remember)
    except (Refusal, VersionConflict, IntegrityError) as error:
        # The same form may have been sent before, at the same time, or before an undo.
        if (recorded := form_tokens.earlier_result(match.id, token)) is not None:
            return _repeated(request, DeviceKeys(request).match(match_id), token, content, recorded)
        if isinstance(error, Refusal):
            hand_form.refusal = error
            return _refused(request, hand_form)
        if isinstance(error, VersionConflict):
            current = replace(error.match, role=match.role)
            return _conflict(request, _posted_form(request, current), hand_form.number)
        raise
    return _on_sheet(request, replace(change.match, role=match.role), str(change.number))


def _on_sheet(request: HttpRequest, match: MatchSnapshot, number: str) -> HttpResponse:
    response = match_response(request, match)
    response.headers[HAND_HEADER] = number
    return response


def _repeated(request: HttpRequest, match: MatchSnapshot, token: str, content: str, number: str) -> HttpResponse:
    """The response to a form whose token has recorded hand ``number`` already.

    A retry gets the same response again. A form that was changed meanwhile may be another hand or a correction: the
    person has to decide.
    """
    if form_tokens.same_content(match.id, token, content):
        return _on_sheet(request, match, number)
    hand_form = _posted_form(request, match)
    hand_form.token = form_tokens.new_token()
    text = _(
        "Hand {number} is on the sheet already, as it was before you changed it here. "
        "To correct it, tap it on the sheet. If this is a further hand, save it again as hand {next}."
    )
    hand_form.note = _with_numbers(text, hand_form, number)
    return _refused(request, hand_form, 409)


def _with_numbers(text: str, hand_form: HandForm, number: int | str = 0, **words: str) -> str:
    """The text with numbers as people see them. number: of the hand it is about; the next one is that of the form."""
    opened = hand_form.match.open_match
    seen, coming = (number_on_sheet(opened, int(one)) for one in (number, hand_form.number))
    return text.format(number=seen, next=coming, **words)


def _for_others(request: HttpRequest, match: MatchSnapshot) -> bool:
    """Whether the form was filled in for other people, or the same in other seats."""
    return request.POST.get("_people", "") not in ("", people_of(match))


def _conflict(request: HttpRequest, hand_form: HandForm, number: int) -> HttpResponse:
    """Another phone recorded this hand first, or changed the seats: the person has to save it again."""
    if _for_others(request, hand_form.match):
        text = _(
            "The seats were changed in the meantime: now {names} play, in this order. "
            "If this hand is right for them, save it again as hand {next}."
        )
        names = current_language().join_texts(hand_form.match.names)
        hand_form.note = _with_numbers(text, hand_form, names=names)
        return _refused(request, hand_form, 409)
    if hand_form.number > number:
        text = _(
            "Hand {number} has been recorded on another phone in the meantime. "
            "If yours is a further one, save it again as hand {next}."
        )
    else:
        text = _("A hand was taken back in the meantime. Save again to record this one as hand {next}.")
    hand_form.note = _with_numbers(text, hand_form, number)
    return _refused(request, hand_form, 409)


# -- recorded hands -----------------------------------------------------------------------------------


def _hand_page(view: MatchView, number: int, hand_form: HandForm | None) -> dict[str, Any]:
    rows = hand_rows(view.match, number, 1) if 1 <= number <= view.match.hand_count else []
    if not rows:
        raise Http404
    stored = rows[0][:3]
    return {
        "view": view,
        "match": view.match,
        "writes": may_write(view.match.role),
        "hand_form": hand_form,
        "row": sheet_row(view.match.open_match, view.renderer, *stored),
        "lines": _explanation(view, *stored),
        "number": number,
        "before": number - 1 if number > 1 else None,
        "after": number + 1 if number < view.match.hand_count else None,
    }


def _explanation(view: MatchView, number: int, result: str, entered: str) -> list[ExplanationLine]:
    """The explanation of a hand. The English one is stored; for another language the hand is scored again."""
    stored = from_json(result)
    if view.renderer.language is not ENGLISH:
        scored = score_again(view.match, number, entered, stored)
        if scored is not None:
            return view.lines(scored.result.lines)
    return view.stored_lines(stored["explanation"])


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def hand(request: HttpRequest, match_id: str, number: int) -> HttpResponse:
    """GET shows a recorded hand, POST corrects it."""
    return _correct(request, match_id, number) if request.method == "POST" else _show(request, match_id, number)


def _show(request: HttpRequest, match_id: str, number: int) -> HttpResponse:
    """The explanation of the hand, and the form to correct it."""
    match = DeviceKeys(request).match(match_id)
    view = MatchView(match)
    try:
        hand_form = recorded_hand_form(view, number, own_page=True) if may_write(match.role) else None
    except MatchNotFound:
        raise Http404 from None
    return render(request, "match/hand.html", _hand_page(view, number, hand_form))


def _correct(request: HttpRequest, match_id: str, number: int) -> HttpResponse:
    """Replaces a recorded hand; later hands are scored again."""
    match = require_scorer(DeviceKeys(request).match(match_id))
    version = _posted_version(request, match)
    if number > match.hand_count and version < match.version:
        return _to_match(request, match)  # it was taken back meanwhile
    hand_form = _posted_form(request, match, number)
    try:
        history.correct(match.id, number, hand_form.hand, version)
    except Refusal as refusal:
        hand_form.refusal = refusal
        return _refused(request, hand_form)
    except VersionConflict as conflict:
        return _stale(request, hand_form, replace(conflict.match, role=match.role), version)
    return _to_match(request, match)


def _stale(request: HttpRequest, hand_form: HandForm, match: MatchSnapshot, version: int) -> HttpResponse:
    """The answer to a correction that was opened at an earlier version: nothing is stored, both are in one form."""
    merged = merged_hand_form(MatchView(match), hand_form, version)
    if merged is None and not match.hand_count:
        return _to_match(request, match)
    if merged is None:
        hand_form = _recorded_form(match, min(hand_form.number, match.hand_count))
        text = _("The hand that you corrected is no longer on the sheet. This is hand {number} as it stands now.")
        hand_form.note = _with_numbers(text, hand_form, hand_form.number)
    return _refused(request, merged or hand_form, 409)


@require_POST
@private_page
def remove(request: HttpRequest, match_id: str, number: int) -> HttpResponse:
    """Takes a hand back; the later ones move up."""
    match = require_scorer(DeviceKeys(request).match(match_id))
    hand_form = _recorded_form(match, number)
    try:
        history.take_back(match.id, number, _posted_version(request, match))
    except Refusal as refusal:
        hand_form.refusal = refusal
        return _refused(request, hand_form)
    except VersionConflict:
        hand_form.note = _("The match has changed on another phone. Look at it again before you remove a hand.")
        return _refused(request, hand_form, 409)
    return _to_match(request, match)


def _recorded_form(match: MatchSnapshot, number: int) -> HandForm:
    try:
        return recorded_hand_form(MatchView(match), number, own_page=True)
    except MatchNotFound:
        raise Http404 from None


def _posted_version(request: HttpRequest, match: MatchSnapshot) -> int:
    version = whole_number(request.POST.get("_version", ""))
    return match.version if version is None else version


def _to_match(request: HttpRequest, match: MatchSnapshot) -> HttpResponse:
    address = f"/matches/{match.id}"
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(status=204, headers={"HX-Redirect": address})
    return redirect(address, permanent=False)
