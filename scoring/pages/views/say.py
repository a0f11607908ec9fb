"""A hand that is said or typed in one line: it fills the form, and nothing is saved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.engine.form import FormValues
from scoring.pages import form_tokens
from scoring.pages.device_keys import DeviceKeys, private_page, require_scorer
from scoring.pages.form_data import belongs, clean_text, posted_data, whole_number
from scoring.pages.hand_form import HandForm, new_hand_form
from scoring.pages.match_view import MatchView
from scoring.pages.views.match import allow_microphone, context
from scoring.say import LONGEST, Answer, Read, TooLong, read_line

#: Fields of the line itself.
_OF_THE_LINE = ("text", "choice", "before", "before_choice")


@dataclass
class Said:
    """What is shown below the line. text: the line. note: why it did not fill the form, "" if it did. choices: the
    hands that it may mean, as forms. choice: the number of the one that was chosen, "" for none.
    """

    text: str = ""
    note: str = ""
    choices: Sequence[HandForm] = ()
    choice: str = ""
    longest: int = field(default=LONGEST)


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def line(request: HttpRequest, match_id: str) -> HttpResponse:
    """GET: the line. POST: the form with what was said (``text``); ``choice`` is the number of one of several hands.

    With the line come the answers of the form, and its token: what was tapped and not said again stays. What the line
    before it filled in (``before``, ``before_choice``) does not: it would be saved as if it had been said now.
    """
    match = require_scorer(DeviceKeys(request).match(match_id))
    view = MatchView(match)
    if view.finished or match.continued_by:
        return redirect(f"/matches/{match.id}", permanent=False)
    said, hand_form = Said(), None
    if request.method == "POST":
        tapped = {name: values for name, values in posted_data(request).items() if name not in _OF_THE_LINE}
        text, choice, before, before_choice = (clean_text(request.POST.get(name, "")) for name in _OF_THE_LINE)
        tapped = _without_line(view, tapped, before, before_choice)
        said, hand_form = _read(view, text, choice, tapped, form_tokens.posted_token(request))
    page = context(view, hand_form, form_token=form_tokens.new_token())
    if request.htmx:  # type: ignore[attr-defined]
        template = "match/said.html" if request.method == "POST" else "match/say.html"
        return render(request, template, {**page, "said": said})
    response = render(request, "match/page.html", {**page, "said": said})
    allow_microphone(response)
    return response


def _answer(view: MatchView, text: str, choice: str) -> Answer:
    """What a line says. Raises TooLong."""
    match = view.match
    answer = read_line(text, match.open_match, match.current_state, match.names, match.language)
    number = whole_number(choice)
    if number is not None and number < len(answer.alternatives):
        return Answer(sure=answer.alternatives[number])
    return answer


def _without_line(view: MatchView, tapped: FormValues, text: str, choice: str) -> FormValues:
    """The answers of a form without those that a line filled in, unless they were changed since."""
    try:
        answer = _answer(view, text, choice)
    except TooLong:
        return tapped
    read = answer.sure or answer.partial
    if not text or read is None:
        return tapped
    empty = new_hand_form(view).data
    filled = {name for name, values in read.values.items() if tapped.get(name) == values != empty.get(name)}
    begun = {name: empty[name] for name in filled if name in empty}
    return {**{name: values for name, values in tapped.items() if name not in filled}, **begun}


def _read(view: MatchView, text: str, choice: str, tapped: FormValues, token: str) -> tuple[Said, HandForm]:
    """What a line says, and the form that it fills."""
    try:
        answer = _answer(view, text, choice)
    except TooLong:
        note = _("This line is too long: {most} characters at most.").format(most=LONGEST)
        return Said(text, note), new_hand_form(view, tapped or None, token=token)
    said = Said(text, _note(view, answer), [_form(view, one) for one in answer.alternatives], choice)
    if answer.sure:
        return said, _form(view, answer.sure, token=token)
    if answer.partial:
        return said, _completed(view, answer.partial, tapped, token)
    return said, new_hand_form(view, tapped or None, token=token)


def _form(view: MatchView, read: Read, **more: Any) -> HandForm:
    """The form of a whole hand that was read."""
    return new_hand_form(view, {**new_hand_form(view).data, **read.values}, **more)


def _completed(view: MatchView, read: Read, tapped: FormValues, token: str) -> HandForm:
    """The form as it was tapped, with what was read of a hand that is not whole."""
    empty = new_hand_form(view).data
    read_now = {name: values for name, values in read.values.items() if values != empty.get(name)}
    values = {**empty, **tapped, **read_now}
    # What the line left open is asked: the answer that the form begins with would be taken for said.
    for name in [name for name in values if values[name] == empty.get(name)]:
        if any(belongs(name, missing.control) for missing in read.missing):
            del values[name]
    return new_hand_form(view, values, token=token)


def _note(view: MatchView, answer: Answer) -> str:
    """What a person must know before the form counts."""
    if answer.sure:
        return ""
    if answer.unknown and answer.partial:
        words = view.renderer.language.join_texts([f"“{word}”" for word in answer.unknown])
        return _("Not understood: {words}. Check the form, or say it in other words.").format(words=words)
    if answer.alternatives:
        return _("This may mean several hands. Which one?")
    if answer.partial and answer.partial.missing:
        asked = [view.renderer.text(one.label) for one in answer.partial.missing if one.label]
        return _("Not said yet: {questions}").format(questions=view.renderer.language.join_texts(asked))
    if answer.partial and answer.partial.refused:
        return view.renderer.text(answer.partial.refused)
    return _("No hand of this game was understood. Say who, what and how it ended, as at the table.")
