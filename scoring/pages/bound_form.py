"""A game's form as the page draws it: each control with its labels, its values, and what is wrong with it.

``BoundForm`` turns ``scoring.engine.form.Form`` and the values tapped so far into bound fields; one template for
each sort of control in ``templates/pages/controls`` makes HTML of them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, singledispatchmethod
from typing import Any

from django.core.exceptions import SuspiciousOperation
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from scoring.engine.form import (
    Amount,
    Choice,
    Control,
    Event,
    Events,
    Form,
    FormValues,
    Note,
    Option,
    Pick,
    Row,
    Share,
    Toggle,
)
from scoring.engine.messages import card
from scoring.engine.refusal import Refusal
from scoring.pages.bound_field import BoundField, FieldGroup, control_id
from scoring.pages.drawn_once import DrawnParts
from scoring.pages.form_data import belongs
from scoring.pages.form_faults import FormFaults
from scoring.pages.message_renderer import MessageRenderer, is_card
from scoring.pages.option_layout import bare_text, options_layout, widest_word
from scoring.pages.row_html import options_html, owners_html, rows_begin

FEW_OPTIONS = 4
"""Options that fit into the bar at the bottom."""

FEW_VALUES = 26
"""Steps of a number that get a button each (number-pad.js has the same figure)."""

_controls = DrawnParts(most=4096)


@dataclass(frozen=True)
class FormPage:
    """Where a form is drawn. match_id: the match that its links lead back to. base: the address of its actions."""

    match_id: str = ""
    base: str = ""


class BoundForm:
    """A form with these values. rules: the address of the game's rules page.

    refusal: what was wrong with it. gently: it was not sent yet (see ``FormFaults``). page: where it is drawn.
    """

    def __init__(
        self,
        form: Form,
        data: FormValues,
        renderer: MessageRenderer,
        rules: str,
        refusal: Refusal | None = None,
        gently: bool = False,
        page: FormPage | None = None,
    ) -> None:
        self.form = form
        self.data = data
        self.renderer = renderer
        self.rules = rules
        self.page = page or FormPage()
        self._faults = FormFaults(form, data, renderer, rules, refusal, gently)
        self.errors = self._faults.at
        self.missing = self._faults.missing
        self.whole = self._faults.whole
        self.first_missing = control_id(self._faults.first) if self._faults.first else ""

    @cached_property
    def _all(self) -> list[BoundField]:
        return self._bound(self.form, 1)

    @property
    def groups(self) -> list[FieldGroup]:
        """The controls in their order, and after them those that are rarely wanted, behind one fold."""
        initial = self.form.initial()
        usual, rare = FieldGroup(False), FieldGroup(True)
        for control, drawn in zip(self.form.controls, self._all, strict=True):
            if drawn is self.saving:
                continue
            (rare if control.fold else usual).controls.append(drawn)
            if control.fold and not rare.open and (drawn.errors or self._changed(control, initial)):
                rare.open = True
        return [group for group in (usual, rare) if group.controls]

    @property
    def lists(self) -> list[BoundField]:
        """The lists that grow by taps. They stand below all buttons, so that nothing moves under a thumb."""
        return [drawn for drawn in self._all if isinstance(drawn.control, Events)]

    @property
    def nothing(self) -> SafeString:
        """The button for a hand in which nothing is to be tapped, "" where there is none."""
        return self.renderer.html(self.form.nothing)

    @cached_property
    def saving(self) -> BoundField | None:
        """The choice whose options stand in the place of the save button, where there are few of them."""
        for drawn in self._all:
            control = drawn.control
            if isinstance(control, Choice) and control.submits and len(control.options) <= FEW_OPTIONS:
                return drawn
        return None

    def ask(self, names: Iterable[str]) -> None:
        """Says at the controls of these names that they are needed."""
        for name in names:
            self._faults.ask(name)

    def rule_address(self, section: str) -> str:
        """The address of a section of the rules, "" for none."""
        return self._faults.rule_address(section)

    def _changed(self, control: Control, initial: FormValues) -> bool:
        now = {n: v for n, v in self.data.items() if belongs(n, control.name) and any(v)}
        first = {n: v for n, v in initial.items() if belongs(n, control.name)}
        return now != first

    # -- one control -------------------------------------------------------------------------------

    def _bound(self, asked: Form, place: int) -> list[BoundField]:
        """The controls of a form with their values, the first one in this place of the whole form."""
        visible = {control.name for control in asked.visible(self.data)}
        bound = []
        for control in asked.controls:
            errors = self.errors.get(control.name, [])
            bound.append(BoundField(self, control, place, control.name in visible, errors))
            place += _places(control)
        return bound

    def words(self, message: Any) -> SafeString:
        """A message as HTML."""
        return self.renderer.html(message)

    def html(self, drawn: BoundField) -> SafeString:
        """A control as HTML. It is drawn once for all forms in which nothing of it differs."""
        key = (*self._around, drawn.place, drawn.visible, drawn.control.text, self._values_below(drawn.name))
        return _controls.get(key, lambda: self._draw(drawn))

    @property
    def _around(self) -> tuple[Hashable, ...]:
        """What every control is drawn from, beside its own."""
        language = get_language(), self.renderer.language
        return (*language, self.page, self.rules, tuple(self.renderer.seats), tuple(self.renderer.sides))

    @property
    def key(self) -> Hashable:
        """All that the form is drawn from while nothing in it was tapped."""
        return (*self._around, self.renderer.text(self.form.nothing), *(control.text for control in self.form.controls))

    def _draw(self, drawn: BoundField) -> SafeString:
        around = {"match": {"id": self.page.match_id}, "hand_form": {"base": self.page.base}}
        return render_to_string("match/control.html", {"control": drawn, **around})

    def _values_below(self, name: str) -> Hashable:
        """The values and the faults of a control and of all that belongs to it."""
        first = name.partition(".")[0]
        faults = [(below, tuple(said)) for below, said in self.errors.items() if below.partition(".")[0] == first]
        return tuple(self._values.get(first, ())), tuple(faults)

    @cached_property
    def _values(self) -> dict[str, list[Hashable]]:
        """What was tapped, by the first part of its name."""
        values: dict[str, list[Hashable]] = {}
        for name, tapped in self.data.items():
            values.setdefault(name.partition(".")[0], []).append((name, tuple(tapped)))
        return values

    def _value(self, name: str) -> str:
        values = self.data.get(name)
        return values[-1] if values else ""

    def more(self, drawn: BoundField) -> dict[str, Any]:
        """What only this sort of control has."""
        if isinstance(drawn.control, Events):
            return self._events_more(drawn.control, drawn.place)
        return self._more(drawn.control)

    @singledispatchmethod
    def _more(self, control: Control) -> dict[str, Any]:
        raise NotImplementedError(type(control))

    @_more.register
    def _(self, control: Choice) -> dict[str, Any]:
        chosen = self._value(control.name)
        options = self._options(control.options, [chosen])
        html = "" if control.submits else options_html("radio", control.name, options)
        layout = options_layout(options) + (f" rows-{control.rows}" if control.rows else "")
        return {"options": options, "html": html, "submits": control.submits, "layout": layout}

    @_more.register
    def _(self, control: Toggle) -> dict[str, Any]:
        return {"on": bool(self._value(control.name))}

    @_more.register
    def _(self, control: Amount) -> dict[str, Any]:
        few = _values(control)
        return {"value": self._value(control.name), **_limits(control), "quick": few or control.quick, "few": bool(few)}

    @_more.register
    def _(self, control: Note) -> dict[str, Any]:
        return {"value": self._value(control.name), "most": control.most}

    @_more.register
    def _(self, control: Row) -> dict[str, Any]:
        entries = [
            {
                "name": f"{control.name}.{number}",
                "id": f"c-{control.name}-{number}".replace(".", "-"),
                "label": self.renderer.html(label),
                "value": self._value(f"{control.name}.{number}"),
            }
            for number, label in control.entries
        ]
        return {"entries": entries, **_limits(control), "sum_to": control.sum_to}

    @_more.register
    def _(self, control: Pick) -> dict[str, Any]:
        options = self._options(control.options, self.data.get(control.name, []))
        html = options_html("checkbox", control.name, options)
        return {"html": html, "layout": options_layout(options), "most": control.most}

    @_more.register
    def _(self, control: Share) -> dict[str, Any]:
        owners = [(str(number), self.renderer.text(label)) for number, label in enumerate(control.labels)]
        cards = [
            {
                "code": code,
                "name": name,
                "label": self.renderer.html(card(code)),
                "owners": owners_html(owners, self._value(name)),
                "begins": begins,
            }
            for (code, name), begins in zip(control.slots, rows_begin(control.cards), strict=True)
        ]
        rest = f"{control.name}.rest" if control.asks_rest else ""
        return {"cards": cards, "rest": rest, "rest_owners": owners_html(owners, self._value(rest))}

    def _events_more(self, control: Events, place: int) -> dict[str, Any]:
        kinds = []
        for kind in control.kinds:
            asked = Form(control.controls_of(kind))
            drawn = self._bound(asked, place + 1)
            place += sum(map(_places, asked.controls))
            kinds.append(
                {
                    "value": kind.value,
                    "label": self.renderer.html(kind.label),
                    "controls": drawn,
                    "adds": self._adding(kind),
                    "open": any(map(self._is_touched, asked.controls)),
                }
            )
        return {
            "others": self.renderer.html(control.others) or gettext("More"),
            "at_once": [kind for kind in kinds if kind["adds"]],
            "quick": (quick := self._options(control.quick, [])),
            "layout": options_layout(quick),
            "kinds": [kind for kind in kinds if not kind["adds"]],
        }

    def _is_touched(self, control: Control) -> bool:
        """Whether something was tapped there, or is wrong."""
        return self._faults.is_answered(control) or control.name in self.errors

    def _adding(self, kind: Event) -> list[dict[str, Any]]:
        """The questions whose answers add an event at once; none where it has a button of its own."""
        values = iter(value for value, _ in kind.buttons)
        asked = []
        for choice in kind.adds:
            options = self._options(choice.options, [])
            for option in options:
                option["value"] = next(values)
            asked.append(
                {
                    "label": self.renderer.html(choice.label),
                    "help": self.renderer.html(choice.help),
                    "options": options,
                    "layout": options_layout(options),
                }
            )
        return asked

    def events(self, control: Control) -> list[dict[str, Any]]:
        """The entries of a list that grows by taps. Raises SuspiciousOperation for what no form of ours sends."""
        if not isinstance(control, Events):
            return []
        try:
            entries = control.entries(self.data)
            return [
                {"number": number, "value": value, "text": self.renderer.html(message)}
                for number, (value, message) in enumerate(entries)
            ]
        except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError) as error:
            raise SuspiciousOperation("an event that no form of ours sends") from error

    def _options(self, options: Iterable[Option], chosen: Sequence[str]) -> list[dict[str, Any]]:
        return [
            {
                "value": option.value,
                "label": self.renderer.html(option.label),
                "note": self.renderer.html(option.note),
                "checked": option.value in chosen and not option.disabled,
                "disabled": option.disabled,
                "own_row": option.own_row,
                "card": is_card(option.label),
                "widest": widest_word(bare_text(self.renderer.html(option.label)), self.renderer.html(option.note)),
                "long": len(bare_text(self.renderer.html(option.label))) > 3 or option.note is not None,
            }
            for option in options
        ]


def _places(control: Control) -> int:
    """The places that a control takes in its form: its own, and those of what it asks for events."""
    below = [asked for kind in control.kinds for asked in kind.controls] if isinstance(control, Events) else []
    return 1 + sum(map(_places, below))


def _limits(control: Amount | Row) -> dict[str, Any]:
    whole = float(control.step).is_integer()
    return {
        "least": control.least,
        "most": control.most,
        "step": control.step,
        "whole": whole,
        "minus": control.least is None or control.least < 0,
    }


def _values(control: Amount) -> list[float]:
    """Every value of a number, where they are few enough for a button each; else none."""
    if control.least is None or control.most is None or (control.most - control.least) / control.step > FEW_VALUES:
        return []
    return [
        control.least + place * control.step for place in range(int((control.most - control.least) / control.step) + 1)
    ]
