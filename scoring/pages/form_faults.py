"""What is wrong with a form, and where: what is said at each control, what is said of the whole, what is still to tap.

A refusal points at fields of the hand; players see the questions that fill them. Until a form is saved, it says only
what is still to tap.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy

from scoring.engine.form import Choice, Control, Form, FormValues, Note, Toggle
from scoring.engine.refusal import FieldError, Refusal
from scoring.pages.bound_field import FieldMessage
from scoring.pages.form_data import belongs
from scoring.pages.message_renderer import MessageRenderer

MISSING = "field_missing"
"""The code of a refusal that only says that something was not filled in. Its sentence is for programs."""

NEEDED = gettext_lazy("This is still needed.")


class FormFaults:
    """What a refusal says about a form with these values. rules: the address of the game's rules page.

    gently: the form was not sent yet; while something is still to tap, it then says only that.
    at: what is wrong at each control, by its name. whole: what is wrong with the hand as a whole.
    missing: what is still to tap, as HTML, each question once and in the order of the form. first: the name of the
    first control among these, "" for none.
    """

    def __init__(
        self, form: Form, data: FormValues, renderer: MessageRenderer, rules: str, refusal: Refusal | None, gently: bool
    ) -> None:
        self.form = form
        self.data = data
        self.renderer = renderer
        self.rules = rules
        self.at: dict[str, list[FieldMessage]] = {}
        self.whole: list[FieldMessage] = []
        self.missing: list[SafeString] = []
        self.first = ""
        if refusal:
            self._place(refusal, gently)

    def ask(self, name: str) -> None:
        """Says at the control of this name that it is needed."""
        self.at.setdefault(name, []).append(FieldMessage(SafeString(NEEDED)))

    def is_answered(self, control: Control) -> bool:
        """Whether something was tapped there."""
        return any(values and any(values) for name, values in self.data.items() if belongs(name, control.name))

    def rule_address(self, section: str) -> str:
        """The address of a section of the rules, "" for none."""
        return f"{self.rules}#{section}" if section else ""

    def _place(self, refusal: Refusal, gently: bool) -> None:
        visible = {control.name for control in self.form.visible(self.data)}
        faults = [(fault, self._control_of(fault, visible)) for fault in refusal.errors]
        asked = self._asked(faults, visible)
        if asked is not None:
            self.missing = self._labels(asked)
            names = {control.name for control in asked}
            self.first = next((control.name for control in self.form.controls if control.name in names), "")
            if gently:
                return
        for fault, control in faults:
            if control is not None:
                self.at.setdefault(control.name, []).append(self._told(fault, self._is_unchosen(control, fault)))
            elif fault.code != MISSING:
                self.whole.append(self._told(fault))
            else:
                self._ask_all(asked or [])

    def _control_of(self, fault: FieldError, visible: set[str]) -> Control | None:
        """The control that fills what is wrong, the one in sight where several fill it."""
        control = self.form.control_for(fault.pointer)
        if control is None or control.name in visible:
            return control
        return Form([shown for shown in self.form.controls if shown.name in visible]).control_for(fault.pointer)

    def _asked(self, faults: Sequence[tuple[FieldError, Control | None]], visible: set[str]) -> list[Control] | None:
        """What is still to tap, None where the form is finished and something else is wrong."""
        asked = [control for fault, control in faults if control is not None and self._is_open(control, fault)]
        codes = {fault.code for fault, _ in faults}
        if MISSING in codes or any(control is None for _, control in faults):
            asked += self._unanswered(visible, alone=not asked)
        if not asked and self.data == self.form.initial():
            asked += [part for fault, control in faults if control is None for part in self._parts(fault, visible)]
        if "nothing_entered" in codes and not asked:
            asked += self._empty(visible)
        return asked if asked or MISSING in codes else None

    def _is_open(self, control: Control, fault: FieldError) -> bool:
        """Whether more has to be tapped here, which may be all that is wrong."""
        return not self.is_answered(control) or control.is_half_filled(self.data, fault.pointer.rpartition("/")[2])

    def _unanswered(self, visible: set[str], alone: bool) -> list[Control]:
        """The choices in sight that have nothing chosen: what is wrong may just be that.

        alone: nothing else is asked. Only then the rare ones are that another answer made appear.
        """
        found: list[Control] = [
            control
            for control in self.form.controls
            if isinstance(control, Choice) and control.name in visible and not self.is_answered(control)
        ]
        usual = [control for control in found if not control.fold]
        if usual or not alone:
            return usual
        at_first = {control.name for control in self.form.visible(self.form.initial())}
        return [control for control in found if control.name not in at_first]

    def _parts(self, fault: FieldError, visible: set[str]) -> list[Control]:
        """The questions in sight that fill parts of what is wrong, such as each player's bid where all are wrong."""
        path = fault.pointer.strip("/").replace("/", ".")
        return [
            control
            for control in self.form.controls
            if path
            and control.name in visible
            and not control.fold
            and any(belongs(each, path) for each in control.paths())
        ]

    def _empty(self, visible: set[str]) -> list[Control]:
        """The questions in sight that were not answered, without those that are rarely asked."""
        return [
            control
            for control in self.form.controls
            if control.name in visible
            and not isinstance(control, Toggle | Note)
            and (control.when or not control.fold)
            and not self.is_answered(control)
        ]

    def _labels(self, controls: Sequence[Control]) -> list[SafeString]:
        asked = {control.name for control in controls}
        labels = [self.renderer.html(control.label) for control in self.form.controls if control.name in asked]
        return list(dict.fromkeys(label for label in labels if label))

    def _ask_all(self, controls: Sequence[Control]) -> None:
        """Says at these controls that they are needed; above the button where there is none."""
        for control in controls:
            if control.name not in self.at:
                self.ask(control.name)
        if not controls:
            self.whole.append(FieldMessage(SafeString(gettext("Something is still to tap."))))

    def _is_unchosen(self, control: Control, fault: FieldError) -> bool:
        """Whether all that is wrong here is that nothing was chosen."""
        return not self.is_answered(control) and (fault.code == MISSING or isinstance(control, Choice))

    def _told(self, fault: FieldError, unchosen: bool = False) -> FieldMessage:
        if unchosen:
            return FieldMessage(SafeString(NEEDED))
        if fault.code == MISSING:
            return FieldMessage(SafeString(gettext("Something is still to tap here.")))
        return FieldMessage(self.renderer.html(fault.message), self.rule_address(fault.rule))
