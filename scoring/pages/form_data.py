"""The data of a form of a hand: as sent, without blanks, and after a button of a list was pressed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import HttpRequest

from scoring.engine.form import Events, Form, FormValues
from scoring.engine.typed_numbers import number, plain_text
from scoring.languages import current_language

NOTHING = "nothing"
"""The field of the button for a hand in which nothing is tapped."""

_OTHER_SPACES = re.compile("[\N{NO-BREAK SPACE}\u2000-\u200a\N{NARROW NO-BREAK SPACE}\u205f\u3000]")
"""Spaces that are stored as a plain one: a number or a name that is pasted may have them."""

_MOST_ANSWERS = 200
"""The most fields of a tap that was kept without a network."""

PAGE_FIELDS = ("_", "csrf")
"""Fields of the page itself start with one of these; all others belong to the game's form."""


def whole_number(text: str) -> int | None:
    """Returns the number in a field or parameter that a page of ours fills in; None for anything but a few digits.

    Of other digits than these ten, such as ² or a row of five thousand, ``int`` makes an error.
    """
    return int(text) if re.fullmatch("[0-9]{1,9}", text) else None


def posted_data(request: HttpRequest) -> FormValues:
    """Returns the fields of the game's form, without characters that cannot be stored.

    Raises RequestDataTooBig if it is larger than any form of ours.
    """
    if int(request.META.get("CONTENT_LENGTH") or 0) > settings.MAX_BODY:
        raise RequestDataTooBig("the form is larger than any of ours")
    return {
        name: [clean_text(value) for value in values]
        for name, values in request.POST.lists()
        if not name.startswith(PAGE_FIELDS)
    }


def clean_text(text: str) -> str:
    """Returns text from a request in Unicode's normal form C, without characters that cannot be stored or shown."""
    spaced = _OTHER_SPACES.sub(" ", unicodedata.normalize("NFC", text))
    return "".join(char for char in spaced if char.isprintable() and not 0xE000 <= ord(char) <= 0xF8FF)


def plain_numbers(form: Form, data: FormValues) -> FormValues:
    """Returns the values with every typed number or sum as a plain number. Texts that are none stay as they are."""
    thousands = current_language().thousands
    plain = dict(data)
    for control in form.controls:
        for name in control.number_boxes:
            if name in plain:
                plain[name] = [_plain(text, thousands) for text in plain[name]]
    return plain


def _plain(text: str, thousands: str) -> str:
    value = number(text, thousands)
    return value if isinstance(value, str) else plain_text(value)


def read_hand(form: Form, data: FormValues) -> dict[str, Any]:
    """Returns the hand as plain JSON. Raises SuspiciousOperation for values that no form of ours sends."""
    try:
        return form.read(data)
    except (ValueError, TypeError, RecursionError) as error:
        raise SuspiciousOperation("values that no form of ours sends") from error


def without_blanks(data: FormValues) -> FormValues:
    """Returns the values without empty ones: a browser also sends fields that were left empty."""
    filled = {name: [value for value in values if value] for name, values in data.items()}
    return {name: values for name, values in filled.items() if values}


def with_events(form: Form, data: FormValues, pressed: Mapping[str, str]) -> FormValues:
    """Returns the values after a button of a list of events was pressed.

    ``NAME.add`` appends one. ``NAME.drop`` removes the one with this number, or empties the questions of this kind.
    """
    after = dict(data)
    for control in form.controls:
        if not isinstance(control, Events):
            continue
        events = list(after.get(control.name, []))
        event = control.append(after)
        emptied = control.kind_of(pressed.get(f"{control.name}.add", "")) if event is not None else None
        drop = pressed.get(f"{control.name}.drop", "")
        if event is not None:
            events = control.with_event(events, event)
        elif (place := whole_number(drop)) is None:
            emptied = next((kind for kind in control.kinds if kind.value == drop), None)
        elif place < len(events):
            del events[place]
        after.pop(f"{control.name}.add", None)
        after.pop(f"{control.name}.drop", None)
        after[control.name] = events
        if emptied:
            after = control.without_answers(emptied, after, event is not None)
    return after


def with_kept_taps(form: Form, data: FormValues) -> FormValues:
    """Returns the values with the events that were tapped without a network at the end of their lists.

    ``NAME.taps`` holds a query for each: the button of the list and the answers about its event. Raises
    SuspiciousOperation for values that no form of ours sends.
    """
    after = dict(data)
    for control in form.controls:
        if not isinstance(control, Events):
            continue
        for query in after.pop(f"{control.name}.taps", ()):
            try:
                tapped = plain_numbers(form, parse_qs(query, max_num_fields=_MOST_ANSWERS))
                event = control.append(tapped)
            except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError) as error:
                raise SuspiciousOperation("a tap that no form of ours sends") from error
            if event is None:
                raise SuspiciousOperation("a tap on a button that no list of ours has")
            after[control.name] = control.with_event(after.get(control.name, []), event)
    return after


def belongs(name: str, control: str) -> bool:
    """Returns whether a field belongs to this control."""
    return name == control or name.startswith(f"{control}.")
