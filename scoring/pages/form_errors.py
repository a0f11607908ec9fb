"""Errors of a form: those of each control, those of the whole form, and questions still to be answered.

A refusal names fields of the hand; players see the questions that fill these fields. Before a form is saved, it names
only the questions still to be answered.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy

from scoring.engine.controls import last_value
from scoring.engine.form import Amount, Choice, Control, Events, Form, FormValues, Note, Row, Toggle
from scoring.engine.messages import as_on_sheet
from scoring.engine.refusal import FieldError, Refusal
from scoring.engine.typed_numbers import two_readings
from scoring.pages.bound_field import FieldMessage
from scoring.pages.form_data import belongs
from scoring.pages.message_renderer import MessageRenderer

MISSING = "field_missing"
"""The code of a refusal for a missing field. Its sentence is for programs."""

NEEDED = gettext_lazy("This is still needed.")


class FormErrors:
    """The errors of a refusal in a form with these values. rules: the address of the game's rules page.

    is_preview: the form was not saved yet. While questions are missing, it then shows only these.
    by_control: the errors of each control, by name. non_field_errors: the errors of the whole form. missing: questions
    still to be answered, as HTML, each once and in the order of the form. first_missing: the name of the first control
    among these, "" for none. missing_is_entered: whether all of these are numbers or lists.
    """

    def __init__(
        self,
        form: Form,
        data: FormValues,
        renderer: MessageRenderer,
        rules: str,
        refusal: Refusal | None,
        is_preview: bool,
    ) -> None:
        self.form = form
        self.data = data
        self.renderer = renderer
        self.rules = rules
        self.by_control: dict[str, list[FieldMessage]] = {}
        self.non_field_errors: list[FieldMessage] = []
        self.missing: list[SafeString] = []
        self.first_missing = ""
        self.missing_is_entered = False
        self._mark_unclear_numbers()
        if refusal:
            self._assign(refusal, is_preview)

    def _mark_unclear_numbers(self) -> None:
        """Adds the error that a number has two readings to each control with such a number."""
        for control in self.form.controls:
            for each in control.inner_controls if isinstance(control, Events) else [control]:
                texts = (last_value(self.data, name) for name in each.number_boxes)
                problems = (two_readings(text, self.renderer.language) for text in texts)
                if problem := next(filter(None, problems), None):
                    self.by_control[each.name] = [FieldMessage(self.renderer.html(problem))]

    def mark_needed(self, name: str) -> None:
        """Adds the error to this control that it is needed."""
        self.by_control.setdefault(name, []).append(FieldMessage(SafeString(NEEDED)))

    def is_answered(self, control: Control) -> bool:
        """Returns whether something was tapped in this control."""
        return any(values and any(values) for name, values in self.data.items() if belongs(name, control.name))

    def rule_address(self, section: str) -> str:
        """Returns the address of a section of the rules, "" for none."""
        return f"{self.rules}#{section}" if section else ""

    def _assign(self, refusal: Refusal, is_preview: bool) -> None:
        visible = {control.name for control in self.form.visible(self.data)}
        errors = [(error, self._control_of(error, visible)) for error in refusal.errors]
        missing = self._missing_controls(errors, visible)
        if missing is not None:
            self.missing = self._labels(missing)
            self.missing_is_entered = bool(missing) and all(isinstance(each, Row | Amount | Events) for each in missing)
            names = {control.name for control in missing}
            self.first_missing = next((control.name for control in self.form.controls if control.name in names), "")
            if is_preview:
                return
        unclear = set(self.by_control)
        for error, whole in errors:
            control = self._begun_at(error, whole) or whole
            if control is not None and control.name in unclear:
                continue
            if control is not None:
                message = self._message(error, self._is_unchosen(control, error))
                self.by_control.setdefault(control.name, []).append(message)
            elif error.code != MISSING:
                self.non_field_errors.append(self._message(error))
            else:
                self._mark_all_needed(missing or [])

    def _control_of(self, error: FieldError, visible: set[str]) -> Control | None:
        """The control that fills the field of an error. If there are several, the visible one."""
        control = self.form.control_for(error.pointer)
        if control is None or control.name in visible:
            return control
        return Form([other for other in self.form.controls if other.name in visible]).control_for(error.pointer)

    def _begun_at(self, error: FieldError, control: Control | None) -> Control | None:
        """The question about an event that was begun and not added, for an error of this event; None for others."""
        if not isinstance(control, Events):
            return None
        start = f"/{(control.path or control.name).replace('.', '/')}/"
        place, _, field = error.pointer.removeprefix(start).partition("/")
        events = control.events(self.data)
        kind = events[int(place)][1] if place.isdecimal() and int(place) < len(events) else None
        if kind is None:
            return None
        asked = control.controls_of(kind)
        return Form(asked).control_for(field) or asked[-1]

    def _missing_controls(
        self, errors: Sequence[tuple[FieldError, Control | None]], visible: set[str]
    ) -> list[Control] | None:
        """The questions still to be answered, None if the form is complete and has other errors."""
        missing = [control for error, control in errors if control is not None and self._is_incomplete(control, error)]
        codes = {error.code for error, control in errors if not self._begun_at(error, control)}
        if MISSING in codes or any(control is None for _, control in errors):
            missing += self._open_choices(visible, alone=not missing)
        if not missing and self.data == self.form.initial():
            missing += [part for error, control in errors if control is None for part in self._parts(error, visible)]
        if "nothing_entered" in codes and not missing:
            missing += self._unanswered(visible)
        return missing or ([] if MISSING in codes else None)

    def _is_incomplete(self, control: Control, error: FieldError) -> bool:
        """Whether more has to be tapped here. It may be the only error."""
        begun = self._begun_at(error, control)
        if begun is not None:
            return error.code == MISSING or not self.is_answered(begun)
        if isinstance(control, Events) and error.unfinished:
            return True
        return not self.is_answered(control) or control.is_half_filled(self.data, error.pointer.rpartition("/")[2])

    def _open_choices(self, visible: set[str], alone: bool) -> list[Control]:
        """The visible choices without an answer: that may be the only error.

        alone: whether no other question is missing. Only then folded choices are included, if another answer made them
        visible.
        """
        choices: list[Control] = [
            control
            for control in self.form.controls
            if isinstance(control, Choice) and control.name in visible and not self.is_answered(control)
        ]
        usual = [control for control in choices if not control.fold]
        if usual or not alone:
            return usual
        initially = {control.name for control in self.form.visible(self.form.initial())}
        return [control for control in choices if control.name not in initially]

    def _parts(self, error: FieldError, visible: set[str]) -> list[Control]:
        """The visible questions that fill parts of a field, such as each player's bid for an error in all bids."""
        path = error.pointer.strip("/").replace("/", ".")
        return [
            control
            for control in self.form.controls
            if path
            and control.name in visible
            and not control.fold
            and any(belongs(each, path) for each in control.paths())
        ]

    def _unanswered(self, visible: set[str]) -> list[Control]:
        """The visible questions without an answer, except those that are always folded."""
        return [
            control
            for control in self.form.controls
            if control.name in visible
            and not isinstance(control, Toggle | Note)
            and (control.when or not control.fold)
            and not self.is_answered(control)
        ]

    def _labels(self, controls: Sequence[Control]) -> list[SafeString]:
        names = {control.name for control in controls}
        labels = [self.renderer.html(control.label) for control in self.form.controls if control.name in names]
        return list(dict.fromkeys(label for label in labels if label))

    def _mark_all_needed(self, controls: Sequence[Control]) -> None:
        """Adds the error to these controls that they are needed. Without controls, adds an error of the whole form."""
        for control in controls:
            if control.name not in self.by_control:
                self.mark_needed(control.name)
        if not controls:
            self.non_field_errors.append(FieldMessage(SafeString(gettext("Something is still to tap."))))

    def _is_unchosen(self, control: Control, error: FieldError) -> bool:
        """Whether the only error of this control is that nothing was chosen."""
        return not self.is_answered(control) and (error.code == MISSING or isinstance(control, Choice))

    def _message(self, error: FieldError, unchosen: bool = False) -> FieldMessage:
        if unchosen:
            return FieldMessage(SafeString(NEEDED))
        if error.code == MISSING:
            return FieldMessage(SafeString(gettext("Something is still to tap here.")))
        return FieldMessage(self.renderer.sentence(as_on_sheet(error.message)), self.rule_address(error.rule))
