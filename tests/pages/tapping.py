"""A finger that knows a game's form: it taps a given hand into the match page, control by control."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import singledispatchmethod
from typing import Any

from playwright.sync_api import Locator

from scoring.engine.form import Amount, Choice, Control, Events, Form, FormValues, Note, Pick, Row, Share, Toggle
from scoring.pages.form_data import belongs, without_blanks
from tests.browser import Phone


def is_nothing(form: Form, wanted: FormValues) -> bool:
    """Whether the untouched form shows this hand. A hand need not say what the form has as a default."""
    return without_blanks({**form.initial(), **wanted}) == without_blanks(form.initial())


class Finger:
    """Taps into the form on this phone."""

    def __init__(self, phone: Phone, saves_twice: bool = False) -> None:
        """saves_twice: it trembles, and taps twice on what saves."""
        self.phone = phone
        self.saves_twice = saves_twice
        self.entry = phone.page.locator("#entry")

    def tap(self, place: Locator) -> None:
        """Taps there."""
        place.click()

    def save(self, place: Locator) -> None:
        """Taps on what saves the hand."""
        if self.saves_twice:
            place.dblclick()
        else:
            self.tap(place)

    def enter(self, form: Form, hand: Mapping[str, Any]) -> None:
        """Taps what this hand needs and saves it."""
        if form.nothing and is_nothing(form, form.show(hand)):
            self.save(self.entry.locator('button[name="nothing"]'))
            return
        self.save(self.fill(form, hand))

    def fill(self, form: Form, hand: Mapping[str, Any]) -> Locator:
        """Taps what this hand needs. Comes back: the button that saves it."""
        wanted = form.show(hand)
        saving = self.entry.locator(".save")
        for control in form.visible({**form.initial(), **wanted}):
            if isinstance(control, Choice) and control.submits:
                value = wanted.get(control.name, [""])[-1]
                saving = self.entry.locator(f'button[name="{control.name}"][value="{value}"]')
            else:
                self._tap(control, wanted)
        return saving

    def _box(self, control: Control, *, unfold: bool = True) -> Locator:
        """The control on the page, unfolded where it stands behind "more"."""
        box = self.entry.locator(f'[id="c-{control.name.replace(".", "-")}"]')
        fold = box.locator("xpath=ancestor::details[not(@open)]/summary")
        for number in range(fold.count() if unfold else 0):
            self.tap(fold.nth(number))
        return box

    def _value(self, field: Locator, value: str) -> None:
        if field.input_value() != value:
            self.tap(field)
            field.fill(value)
            field.blur()

    @singledispatchmethod
    def _tap(self, control: Control, wanted: FormValues) -> None:
        raise NotImplementedError(type(control))

    @_tap.register
    def _(self, control: Choice, wanted: FormValues) -> None:
        if value := wanted.get(control.name, [""])[-1]:
            field = self._box(control, unfold=False).locator(f'input[value="{value}"]')
            if not field.is_checked():
                self._box(control)
                self.tap(field.locator("xpath=.."))

    @_tap.register
    def _(self, control: Toggle, wanted: FormValues) -> None:
        if wanted.get(control.name):
            self.tap(self._box(control).locator(".toggle"))

    @_tap.register
    def _(self, control: Note, wanted: FormValues) -> None:
        if value := wanted.get(control.name, [""])[-1]:
            self._value(self._box(control).locator("input"), value)

    @_tap.register
    def _(self, control: Amount, wanted: FormValues) -> None:
        if value := wanted.get(control.name, [""])[-1]:
            box = self._box(control)
            key = box.locator(f'.few .quick button[data-value="{value}"]')
            if not key.count():
                self._value(box.locator("input"), value)
            elif box.locator("input").input_value() != value:
                self.tap(key)

    @_tap.register
    def _(self, control: Row, wanted: FormValues) -> None:
        for place, _ in control.entries:
            if value := wanted.get(f"{control.name}.{place}", [""])[-1]:
                self._number(self._box(control).locator(f'input[name="{control.name}.{place}"]'), value)

    def _number(self, field: Locator, value: str) -> None:
        """A number on the pad below its row, without the keyboard."""
        if field.input_value() == value or (field.is_disabled() and value == "0"):
            return
        if "is-active" not in (field.get_attribute("class") or ""):
            self.tap(field)
        pad = field.locator("xpath=ancestor::*[@data-numbers]").locator(".pad")
        if "digits" in (pad.get_attribute("class") or ""):
            for key in value.lstrip("-").removesuffix(".5"):
                self.tap(pad.locator(f'[data-digit="{key}"]'))
            for sign, act in (("-", "sign"), (".5", "half")):
                if sign in value:
                    self.tap(pad.locator(f'[data-act="{act}"]'))
        else:
            self.tap(pad.locator(f'[data-value="{value}"]'))

    @_tap.register
    def _(self, control: Pick, wanted: FormValues) -> None:
        for value in wanted.get(control.name, []):
            self.tap(self._box(control).locator(f'input[value="{value}"]').locator("xpath=.."))

    @_tap.register
    def _(self, control: Share, wanted: FormValues) -> None:
        if not any(any(wanted.get(name, [])) for name in wanted if belongs(name, control.name)):
            return
        box = self._box(control)
        rest = wanted.get(f"{control.name}.rest", [""])[-1]
        given = {wanted.get(name, [""])[-1] for _, name in control.slots}
        rest_first = rest == "0" and rest not in given  # the next player is chosen then
        if rest_first:
            self.tap(box.locator(".rest-buttons button").nth(0))
        for owner in range(len(control.labels)):
            mine = [n for n, (_, name) in enumerate(control.slots) if wanted.get(name, [""])[-1] == str(owner)]
            button = box.locator(".owner-buttons button").nth(owner)
            if mine and button.get_attribute("aria-pressed") != "true":
                self.tap(button)
            for place in mine:
                self.tap(box.locator(".card-buttons button").nth(place))
        if rest and not rest_first:
            self.tap(box.locator(".rest-buttons button").nth(int(rest)))

    @_tap.register
    def _(self, control: Events, wanted: FormValues) -> None:
        for number, event in enumerate(wanted.get(control.name, []), start=1):
            self._event(control, json.loads(event), event)
            place = f'[id="c-{control.name.replace(".", "-")}-list"]'
            self.entry.locator(f"{place} .event-list li:nth-child({number})").wait_for()

    def _event(self, control: Events, event: Any, text: str) -> None:
        for option in control.quick:
            if control.append({f"{control.name}.add": [option.value]}) == event:
                self.tap(self._box(control).locator(f'button[name="{control.name}.add"][value="{option.value}"]'))
                return
        for kind in control.kinds:
            asked = control.controls_of(kind)
            wanted = _shown(asked, kind.to_fields(event)) if isinstance(event, Mapping) else {}
            for value, _ in kind.buttons:
                pressed = {**Form(asked).initial(), **wanted, f"{control.name}.add": [value]}
                if control.append(pressed) != event:
                    continue
                add = f'button[name="{control.name}.add"][value="{value}"]'
                fold = self._box(control).locator(f"details:not([open]):has({add}) > summary")
                while fold.count():
                    self.tap(fold.first)
                for below in Form(asked).visible(pressed):
                    self._tap(below, wanted)
                self.tap(self._box(control).locator(add))
                return
        raise AssertionError(f"{text} cannot be tapped")


def _shown(controls: Sequence[Control], event: Any) -> FormValues:
    return {n: v for control in controls for n, v in control.show(event).items()} if isinstance(event, Mapping) else {}
