"""A game's form with labels, values and errors, for the page.

``BoundForm`` makes bound fields from ``scoring.engine.form.Form`` and the values tapped so far. Each kind of control
has a template in ``templates/pages/controls``.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, singledispatchmethod
from itertools import chain
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from scoring.card_names import card_label
from scoring.engine.form import (
    Amount,
    Choice,
    Control,
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
from scoring.pages.bound_field import BoundField, FieldGroup, FieldMessage, control_id
from scoring.pages.event_parts import entries_of, events_parts, kind_parts, option_parts
from scoring.pages.form_data import belongs
from scoring.pages.form_errors import FormErrors
from scoring.pages.html_cache import HtmlCache
from scoring.pages.message_renderer import MessageRenderer
from scoring.pages.number_limits import every_value, limits
from scoring.pages.option_layout import BESIDE_UNDO, cards_per_row, options_layout, row_starts
from scoring.pages.row_html import of_column, options_html, owners_html
from scoring.pages.score_sheet import COLUMNS_PER_ROW, in_rows

FEW_OPTIONS = 4
"""The most options that fit into the bar at the bottom."""

_controls = HtmlCache(most=4096)


@dataclass(frozen=True)
class FormPage:
    """The page of a form. match_id: the match that its links lead back to. base: the address of its actions."""

    match_id: str = ""
    base: str = ""


class BoundForm:
    """A form with values. rules: the address of the game's rules page.

    refusal: its errors, if any. is_preview: it was not saved yet (see ``FormErrors``). page: the page that has it.
    is_recorded: its values are those of a hand on the sheet, so that none is only assumed.
    """

    def __init__(
        self,
        form: Form,
        data: FormValues,
        renderer: MessageRenderer,
        rules: str,
        refusal: Refusal | None = None,
        is_preview: bool = False,
        page: FormPage | None = None,
        is_recorded: bool = False,
    ) -> None:
        self.form = form
        self.data = data
        self.renderer = renderer
        self.rules = rules
        self.page = page or FormPage()
        self.is_recorded = is_recorded
        self._form_errors = FormErrors(form, data, renderer, rules, refusal, is_preview)
        self.errors = self._form_errors.by_control
        self.missing = self._form_errors.missing
        self.non_field_errors = self._form_errors.non_field_errors
        first_missing = self._form_errors.first_missing
        self.first_missing = control_id(first_missing) if first_missing else ""

    @cached_property
    def _bound_fields(self) -> list[BoundField]:
        return self._bind(self.form, 1)

    @property
    def groups(self) -> list[FieldGroup]:
        """The controls in their order, then the rare ones in one folded group."""
        initial = self.form.initial()
        usual, rare = FieldGroup(False), FieldGroup(True)
        for control, bound in zip(self.form.controls, self._bound_fields, strict=True):
            if bound is self.save_choice or bound is self.hand_note:
                continue
            (rare if control.fold else usual).controls.append(bound)
            if control.fold and not rare.open and (bound.errors or (bound.visible and self._changed(control, initial))):
                rare.open = True
        return [group for group in (usual, rare) if group.controls]

    @property
    def nothing(self) -> SafeString:
        """The label of the button for a hand in which nothing is tapped, "" if there is none."""
        return self.renderer.html(self.form.nothing)

    @property
    def hand_note(self) -> BoundField | None:
        """The note on the hand, which is below the form, so that no question moves."""
        notes = [bound for bound in self._bound_fields if isinstance(bound.control, Note) and bound.control.fold]
        return notes[-1] if notes else None

    @cached_property
    def save_choice(self) -> BoundField | None:
        """The choice whose options replace the save button, if they are few; else None."""
        for bound in self._bound_fields:
            control = bound.control
            if isinstance(control, Choice) and control.submits and len(control.options) <= FEW_OPTIONS:
                return bound
        return None

    @property
    def still_missing(self) -> SafeString:
        """What is still to be answered: to tap, or to enter if all of it are numbers and lists."""
        questions = format_html_join(" · ", "{}", ((label,) for label in self.missing))
        if self._form_errors.missing_is_entered:
            return format_html(gettext("Still to enter: %(questions)s") % {"questions": "{}"}, questions)
        return format_html(gettext("Still to tap: %(questions)s") % {"questions": "{}"}, questions)

    @property
    def first_error(self) -> FieldMessage | None:
        """The first error, for the bar: its question may be below the fold."""
        return next(chain(*self.errors.values(), self.non_field_errors), None)

    def mark_needed(self, names: Iterable[str]) -> None:
        """Adds the error to these controls that they are needed."""
        for name in names:
            self._form_errors.mark_needed(name)

    def rule_address(self, section: str) -> str:
        """Returns the address of a section of the rules, "" for none."""
        return self._form_errors.rule_address(section)

    def _changed(self, control: Control, initial: FormValues) -> bool:
        values = {name: texts for name, texts in self.data.items() if belongs(name, control.name) and any(texts)}
        return values != {name: texts for name, texts in initial.items() if belongs(name, control.name)}

    # -- one control -------------------------------------------------------------------------------

    def _bind(self, form: Form, place: int) -> list[BoundField]:
        """The controls of a form with their values. place: of the first one in the whole form."""
        visible = {control.name for control in form.visible(self.data)}
        fields = []
        for control in form.controls:
            errors = self.errors.get(control.name, [])
            fields.append(BoundField(self, control, place, control.name in visible, errors))
            place += _places(control)
        return fields

    def message_html(self, message: Any) -> SafeString:
        """Returns a message as HTML."""
        return self.renderer.html(message)

    def field_html(self, bound: BoundField) -> SafeString:
        """Returns a control as HTML. It is rendered once for all forms in which it is the same."""
        key = (*self._common_key, bound.place, bound.visible, bound.control.text, self._values_key(bound.name))
        return _controls.get(key, lambda: self._render(bound))

    @property
    def _common_key(self) -> tuple[Hashable, ...]:
        """Everything that all controls depend on."""
        language = get_language(), self.renderer.language
        names = tuple(self.renderer.seats), tuple(self.renderer.sides), tuple(self.renderer.columns)
        return (*language, self.page, self.is_recorded, self.rules, *names)

    @property
    def key(self) -> Hashable:
        """Everything that the form depends on while nothing in it was tapped."""
        texts = (control.text for control in self.form.controls)
        return (*self._common_key, self.renderer.text(self.form.nothing), *texts)

    def _render(self, bound: BoundField) -> SafeString:
        page = {"match": {"id": self.page.match_id}, "hand_form": {"base": self.page.base}}
        return render_to_string("match/control.html", {"control": bound, **page})

    def _values_key(self, name: str) -> Hashable:
        """The values and errors of a control and of all that belongs to it."""
        first = name.partition(".")[0]
        errors = tuple(
            (other, tuple(messages)) for other, messages in self.errors.items() if other.partition(".")[0] == first
        )
        return tuple(self._values.get(first, ())), errors

    @cached_property
    def _values(self) -> dict[str, list[Hashable]]:
        """The values, by the first part of their names."""
        values: dict[str, list[Hashable]] = {}
        for name, texts in self.data.items():
            values.setdefault(name.partition(".")[0], []).append((name, tuple(texts)))
        return values

    def _is_assumed(self, control: Choice | Amount, value: str) -> bool:
        """Whether nobody said this: it is the answer that the form begins with; of a recorded hand, one that leaves out
        what other answers to this question say, such as a bid."""
        if control.default is None or value != str(control.default):
            return False
        if not self.is_recorded:
            return True
        is_said = not isinstance(control, Choice) or any(one.sets for one in control.options if one.value == value)
        return not is_said and bool(control.paths())

    def _value(self, name: str) -> str:
        values = self.data.get(name)
        return values[-1] if values else ""

    def extra_of(self, bound: BoundField) -> dict[str, Any]:
        """Returns variables that only the template of this kind of control has."""
        if isinstance(bound.control, Events):
            kinds = self._kinds_extra(bound.control, bound.place)
            return events_parts(bound.control, kinds, self.renderer, self.data)
        return self._extra(bound.control)

    @singledispatchmethod
    def _extra(self, control: Control) -> dict[str, Any]:
        raise NotImplementedError(type(control))

    @_extra.register
    def _(self, control: Choice) -> dict[str, Any]:
        chosen = self._value(control.name)
        options = self._options(control.options, [chosen])
        html = "" if control.submits else options_html("radio", control.name, options)
        layout = options_layout(options) + (f" rows-{control.rows}" if control.rows else "")
        return {
            "options": options,
            "html": html,
            "submits": control.submits,
            "layout": layout,
            "long": any(option["widest"] > BESIDE_UNDO for option in options),
            "assumes": self._is_assumed(control, chosen),
        }

    @_extra.register
    def _(self, control: Toggle) -> dict[str, Any]:
        return {"on": bool(self._value(control.name))}

    @_extra.register
    def _(self, control: Amount) -> dict[str, Any]:
        few = every_value(control)
        value = self._value(control.name)
        quick = {"quick": few or control.quick, "few": bool(few), "assumes": self._is_assumed(control, value)}
        return {"value": value, **limits(control), **quick}

    @_extra.register
    def _(self, control: Note) -> dict[str, Any]:
        return {"value": self._value(control.name), "most": control.most}

    @_extra.register
    def _(self, control: Row) -> dict[str, Any]:
        entries = [
            {
                "name": f"{control.name}.{number}",
                "id": f"c-{control.name}-{number}".replace(".", "-"),
                "label": self.renderer.html(label),
                "of": of_column(self.renderer.column(label)),
                "value": self._value(f"{control.name}.{number}"),
            }
            for number, label in control.entries
        ]
        # As above in the totals: each player at the same place.
        is_as_totals = len(entries) == len(self.renderer.sides) > COLUMNS_PER_ROW
        per_row = len(in_rows(entries)[0]) if is_as_totals else 0
        return {
            "entries": entries,
            **limits(control),
            "sum_to": control.sum_to,
            "adds": control.adds,
            "per_row": per_row,
        }

    @_extra.register
    def _(self, control: Pick) -> dict[str, Any]:
        options = self._options(control.options, self.data.get(control.name, []))
        html = options_html("checkbox", control.name, options)
        return {"html": html, "layout": options_layout(options), "most": control.most}

    @_extra.register
    def _(self, control: Share) -> dict[str, Any]:
        owners = [
            (str(number), self.renderer.text(label), self.renderer.column(label))
            for number, label in enumerate(control.labels)
        ]
        cards = [
            {
                "words": card_label(code, self.renderer.language),
                "name": name,
                "label": self.renderer.html(card(code)),
                "owners": owners_html(owners, self._value(name)),
                "begins": begins,
            }
            for (code, name), begins in zip(control.slots, row_starts(control.cards), strict=True)
        ]
        rest = f"{control.name}.rest" if control.asks_rest else ""
        rest_owners = owners_html(owners, self._value(rest))
        return {"cards": cards, "rest": rest, "rest_owners": rest_owners, "row": cards_per_row(control.cards)}

    def _options(self, options: Iterable[Option], chosen: Sequence[str]) -> list[dict[str, Any]]:
        return option_parts(self.renderer, options, chosen)

    def events(self, control: Control) -> list[dict[str, Any]]:
        """Returns the entries of a list that grows by taps.

        Raises SuspiciousOperation for values that no form of ours sends.
        """
        return entries_of(control, self.data, self.renderer) if isinstance(control, Events) else []

    def _kinds_extra(self, control: Events, place: int) -> list[dict[str, Any]]:
        """What the templates of events need of each kind."""
        kinds = []
        for kind in control.kinds:
            form = Form(control.controls_left(kind, self.data.get(control.name, ())))
            parts = kind_parts(control, kind, self.renderer, self.data)
            is_open = any(self._form_errors.is_answered(one) or one.name in self.errors for one in form.controls)
            kinds.append({**parts, "controls": self._bind(form, place + 1), "open": is_open})
            place += sum(map(_places, form.controls))
        return kinds


def _places(control: Control) -> int:
    """How many places a control takes in its form: its own, and those of the questions about events."""
    inner = [one for kind in control.kinds for one in kind.controls] if isinstance(control, Events) else []
    return 1 + sum(map(_places, inner))
