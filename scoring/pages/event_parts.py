"""Options and lists of events (``Events``) as the templates get them: labels, buttons, entries."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.core.exceptions import SuspiciousOperation
from django.utils.translation import gettext

from scoring.engine.form import Choice, Event, Events, Option, Pick
from scoring.engine.form import FormValues as Values
from scoring.engine.hand_paths import nest
from scoring.pages.message_renderer import MessageRenderer, is_card, named_in
from scoring.pages.option_layout import SIGN, bare_text, options_layout, text_width, widest_word
from scoring.pages.row_html import of_column


def option_parts(renderer: MessageRenderer, options: Iterable[Option], chosen: Sequence[str]) -> list[dict[str, Any]]:
    """Returns the options of a control. chosen: the values of those that are tapped."""
    return [
        {
            "value": option.value,
            "label": renderer.html(option.label),
            "note": renderer.html(option.note),
            "checked": option.value in chosen and not option.disabled,
            "disabled": option.disabled,
            "own_row": option.own_row,
            "of": of_column(renderer.column(option.label)),
            "brief": renderer.html(option.brief),
            "card": is_card(option.label),
            "widest": widest_word(bare_text(renderer.html(option.label)), renderer.html(option.note)),
            "long": text_width(bare_text(renderer.html(option.label))) > SIGN or option.note is not None,
        }
        for option in options
    ]


def events_parts(
    control: Events, kinds: Sequence[Mapping[str, Any]], renderer: MessageRenderer, data: Values
) -> dict[str, Any]:
    """Returns the parts of a list of events. kinds: see ``kind_parts``, with the bound controls of each."""
    quick = _buttons(control, control.quick, renderer, data)
    return {
        "others": renderer.html(control.others) or gettext("More"),
        "at_once": [kind for kind in kinds if kind["adds"]],
        "quick": quick,
        "layout": options_layout(quick),
        "columns": _columns(control.columns, renderer),
        "kinds": [kind for kind in kinds if not kind["adds"]],
    }


def kind_parts(control: Events, kind: Event, renderer: MessageRenderer, data: Values) -> dict[str, Any]:
    """Returns the parts of a kind of event, without its controls.

    needed: the names of the questions without an answer at first that every such event answers. adds: the questions
    whose answers add an event at once; none if the event has a button of its own.
    """
    return {
        "value": kind.value,
        "label": renderer.html(kind.label),
        "needed": " ".join(
            asked.name
            for asked in control.controls_of(kind)
            if isinstance(asked, Choice | Pick) and not asked.fold and not asked.when and not asked.initial()
        ),
        "adds": _add_buttons(control, kind, renderer, data),
    }


def entries_of(control: Events, data: Values, renderer: MessageRenderer) -> list[dict[str, Any]]:
    """Returns the entries of a list. Raises SuspiciousOperation for values that no form of ours sends."""
    try:
        entries = control.entries(data)
        return [
            {"number": number, "value": value, "text": renderer.html(message)}
            for number, (value, message) in enumerate(entries)
        ]
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError) as error:
        raise SuspiciousOperation("an event that no form of ours sends") from error


def _buttons(
    control: Events, options: Sequence[Option], renderer: MessageRenderer, data: Values
) -> list[dict[str, Any]]:
    """The buttons of events, those of events in the list with the player or side that has them."""
    buttons = option_parts(renderer, options, [])
    if not control.once:
        return buttons
    events = [json.loads(text) for text in data.get(control.name, ())]
    for button, option in zip(buttons, options, strict=True):
        fields = nest(option.sets)
        button["alike"] = " ".join(str(fields[name]) for name in control.once if name in fields)
        event = next((event for event in events if control.is_alike(event, fields)), None)
        if event is None:
            continue
        is_in_list = fields.items() <= event.items()
        button["used"] = "in" if is_in_list else "out"
        if is_in_list and (who := named_in(control.describe(event))):
            button["of"] = of_column(renderer.column(who))
            button["owner"] = renderer.text(who)
    return buttons


def _columns(headings: Sequence[Any], renderer: MessageRenderer) -> list[dict[str, Any]]:
    """The headings of a grid of buttons."""
    return [{"label": renderer.html(one), "of": of_column(renderer.column(one))} for one in headings]


def _add_buttons(control: Events, kind: Event, renderer: MessageRenderer, data: Values) -> list[dict[str, Any]]:
    values = iter(value for value, _ in kind.buttons)
    questions = []
    for choice in kind.adds:
        options = _buttons(control, choice.options, renderer, data)
        layout = options_layout(options)
        for option in options:
            option["value"] = next(values)
        questions.append(
            {
                "label": renderer.html(choice.label),
                "help": renderer.html(choice.help),
                "options": options,
                "layout": layout,
                "columns": _columns(choice.columns, renderer),
            }
        )
    return questions
