"""A finger that knows a game's form: it taps a given hand into the match page, control by control."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import singledispatchmethod
from typing import Any

from playwright.sync_api import Locator

from scoring.engine.form import Amount, Choice, Control, Events, Form, Note, Pick, Row, Sent, Share, Toggle
from tests.browser import Phone


class Finger:
    """Taps into the form on this phone."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.entry = phone.page.locator("#entry")

    def enter(self, form: Form, hand: Mapping[str, Any]) -> None:
        """Taps what this hand needs and saves it."""
        wanted = form.show(hand)
        saving: tuple[str, str] | None = None
        for control in form.visible({**form.initial(), **wanted}):
            if isinstance(control, Choice) and control.submits:
                saving = control.name, wanted.get(control.name, [""])[-1]
            else:
                self._tap(control, wanted)
        if saving:
            self.entry.locator(f'button[name="{saving[0]}"][value="{saving[1]}"]').click()
        else:
            self.entry.locator(".save").click()

    def _box(self, control: Control) -> Locator:
        """The control on the page, unfolded where it stands behind "more"."""
        box = self.entry.locator(f'[id="c-{control.name.replace(".", "-")}"]')
        fold = box.locator("xpath=ancestor::details[not(@open)]/summary")
        for number in range(fold.count()):
            fold.nth(number).click()
        return box

    def _value(self, field: Locator, value: str) -> None:
        if field.input_value() != value:
            field.fill(value)
            field.blur()

    @singledispatchmethod
    def _tap(self, control: Control, wanted: Sent) -> None:
        raise NotImplementedError(type(control))

    @_tap.register
    def _(self, control: Choice, wanted: Sent) -> None:
        if value := wanted.get(control.name, [""])[-1]:
            field = self._box(control).locator(f'input[value="{value}"]')
            if not field.is_checked():
                field.locator("xpath=..").click()

    @_tap.register
    def _(self, control: Toggle, wanted: Sent) -> None:
        if wanted.get(control.name):
            self._box(control).locator(".toggle").click()

    @_tap.register(Amount)
    @_tap.register(Note)
    def _(self, control: Amount | Note, wanted: Sent) -> None:
        if value := wanted.get(control.name, [""])[-1]:
            self._value(self._box(control).locator("input"), value)

    @_tap.register
    def _(self, control: Row, wanted: Sent) -> None:
        for place, _ in control.entries:
            if value := wanted.get(f"{control.name}.{place}", [""])[-1]:
                self._value(self._box(control).locator(f'input[name="{control.name}.{place}"]'), value)

    @_tap.register
    def _(self, control: Pick, wanted: Sent) -> None:
        for value in wanted.get(control.name, []):
            self._box(control).locator(f'input[value="{value}"]').locator("xpath=..").click()

    @_tap.register
    def _(self, control: Share, wanted: Sent) -> None:
        box = self._box(control)
        for owner in range(len(control.labels)):
            mine = [n for n, (_, name) in enumerate(control.slots) if wanted.get(name, [""])[-1] == str(owner)]
            if mine:
                box.locator(".pens button").nth(owner).click()
            for place in mine:
                box.locator(".deck button").nth(place).click()
        if rest := wanted.get(f"{control.name}.rest", [""])[-1]:
            box.locator(".rests button").nth(int(rest)).click()

    @_tap.register
    def _(self, control: Events, wanted: Sent) -> None:
        for number, event in enumerate(wanted.get(control.name, []), start=1):
            self._event(control, json.loads(event), event)
            self._box(control).locator(f".event-list li:nth-child({number})").wait_for()

    def _event(self, control: Events, event: Any, text: str) -> None:
        for option in control.quick:
            if control.append({f"{control.name}.add": [option.value]}) == event:
                self._box(control).locator(f'button[name="{control.name}.add"][value="{option.value}"]').click()
                return
        for kind in control.kinds:
            asked = control.controls_of(kind)
            wanted = _shown(asked, event)
            pressed = {**Form(asked).initial(), **wanted, f"{control.name}.add": [kind.value]}
            if control.append(pressed) == event:
                add = f'button[name="{control.name}.add"][value="{kind.value}"]'
                fold = self._box(control).locator(f"details:not([open]):has({add}) > summary")
                if fold.count():
                    fold.click()
                for below in Form(asked).visible(pressed):
                    self._tap(below, wanted)
                self._box(control).locator(add).click()
                return
        raise AssertionError(f"{text} cannot be tapped")


def _shown(controls: Sequence[Control], event: Any) -> Sent:
    return {n: v for control in controls for n, v in control.show(event).items()} if isinstance(event, Mapping) else {}
