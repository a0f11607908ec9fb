"""The form of a hand that another phone has corrected meanwhile: what was typed, and what stands now, in one form."""

from __future__ import annotations

from dataclasses import replace

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from pydantic_core import from_json

from scoring.engine.controls import Amount, Control, Row, last_value
from scoring.engine.form import Choice, FormValues, Note
from scoring.pages.form_data import belongs
from scoring.pages.hand_form import HandForm, recorded_hand_form
from scoring.pages.hand_name import number_on_sheet
from scoring.pages.match_view import MatchView
from scoring.selectors.earlier_hands import earlier_hand
from scoring.selectors.match_snapshot import MatchNotFound


def merged_hand_form(view: MatchView, typed: HandForm, version: int) -> HandForm | None:
    """Returns the form of the hand that ``typed`` corrects, which was opened at an earlier version of the match.

    What was not touched in it has its new value. What was touched is kept; if it has another value on the sheet now,
    this is said there. None if the hand is no longer on the sheet.
    """
    try:
        earlier = earlier_hand(view.match, typed.number, version)
    except MatchNotFound:
        return None
    if earlier.number is None:
        return None
    opened = recorded_hand_form(view, earlier.number, own_page=typed.own_page)
    before, now = opened.form.show(from_json(earlier.before)), opened.data
    data: FormValues = {}
    clashes: list[str] = []
    for name in dict.fromkeys([*typed.data, *before, *now]):
        mine, old, new = (_filled(values, name) for values in (typed.data, before, now))
        data[name] = new if mine == old else mine
        if mine not in (old, new) and new != old:
            clashes.append(name)
    standing = {}
    for control in opened.form.controls:
        if names := [name for name in clashes if belongs(name, control.name)]:
            standing[control.name] = _standing(view, control, names, now)
    text = _("Hand {number} was changed on another phone. What you did not touch has its new value. Look, then save.")
    if earlier.before == earlier.now:
        text = _("The match has changed on another phone. Look at it again, then save.")
    note = text.format(number=number_on_sheet(view.match.open_match, earlier.number))
    return replace(opened, data=data, token=typed.token, note=note, standing=standing)


def _filled(values: FormValues, name: str) -> list[str]:
    return [value for value in values.get(name, ()) if value]


def _standing(view: MatchView, control: Control, names: list[str], now: FormValues) -> SafeString:
    """What a control has on the sheet now, where something else was entered."""
    text = _value(view, control, names, now)
    if not text:
        return SafeString(_("This has changed on the sheet as well. What you entered is kept."))
    return format_html(_("On the sheet now: {value}"), value=text)


def _value(view: MatchView, control: Control, names: list[str], now: FormValues) -> SafeString | str:
    renderer = view.renderer
    match control:
        case Row():
            labels = {f"{control.name}.{place}": renderer.html(label) for place, label in control.entries}
            shown = [format_html("{} {}", labels.get(name, ""), last_value(now, name) or "–") for name in names]
            return SafeString(renderer.language.join_texts(shown))
        case Choice():
            chosen = last_value(now, control.name)
            return next((renderer.html(one.label) for one in control.options if one.value == chosen), "–")
        case Amount() | Note():
            return last_value(now, control.name) or "–"
    return ""
