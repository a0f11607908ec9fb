"""A game's form as the page draws it: each control with its renderer, its values, and what is wrong with it.

``Drawing`` turns ``scoring.engine.form.Form`` and the values tapped so far into plain data; one template for
each sort of control in ``templates/pages/controls`` makes HTML of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, singledispatchmethod
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import HttpRequest
from django.utils.safestring import SafeString

from scoring.engine.form import Amount, Choice, Control, Events, Form, Note, Option, Pick, Row, Sent, Share, Toggle
from scoring.engine.messages import card
from scoring.engine.refusal import FieldError, Refusal
from scoring.pages.message_renderer import MessageRenderer, is_card
from scoring.pages.row_html import options_html, owners_html, rows_begin

FEW_OPTIONS = 4
"""Options that fit into the bar at the bottom."""

MANY_OPTIONS = 12
"""Short options that stand side by side although some longer renderer are among them."""

PAGE_FIELDS = ("_", "csrf")
"""Fields of the page itself start with one of these; all others belong to the game's form."""


def posted_data(request: HttpRequest) -> Sent:
    """What was tapped: the fields of the game's form, without characters that cannot be stored.

    Raises RequestDataTooBig and SuspiciousOperation, for what no form of ours sends.
    """
    if int(request.META.get("CONTENT_LENGTH") or 0) > settings.MAX_BODY:
        raise RequestDataTooBig("the form is larger than any of ours")
    return {
        name: [_clean(value) for value in values]
        for name, values in request.POST.lists()
        if not name.startswith(PAGE_FIELDS)
    }


def _clean(text: str) -> str:
    return "".join(char for char in text if char.isprintable() and not 0xE000 <= ord(char) <= 0xF8FF)


@dataclass(frozen=True)
class FieldMessage:
    """Something to say at a control. rule: the address of the section that it rests on, or ""."""

    text: SafeString
    rule: str = ""


@dataclass
class BoundField:
    """One control, ready for its template.

    place: its place in the form, where it may stand elsewhere on the page. when: JSON for the script that shows
    and hides. more: by its sort.
    """

    place: int
    template: str
    sort: str
    name: str
    id: str
    label: SafeString
    help: SafeString
    rule: str
    when: str
    visible: bool
    fold: bool
    errors: list[FieldMessage] = field(default_factory=list)
    more: dict[str, Any] = field(default_factory=dict)


@dataclass
class FieldGroup:
    """Controls that stand together; fold: behind "more", open: unfolded because something in it was tapped."""

    fold: bool
    open: bool = False
    controls: list[BoundField] = field(default_factory=list)

    @property
    def visible(self) -> bool:
        return any(control.visible for control in self.controls)


class BoundForm:
    """A form with these values. rules: the address of the game's rules page.

    refusal: what was wrong with it, if it was sent. gently: it was not sent yet, so that what is merely missing
    is a hint.
    """

    def __init__(
        self,
        form: Form,
        data: Sent,
        renderer: MessageRenderer,
        rules: str,
        refusal: Refusal | None = None,
        gently: bool = False,
    ) -> None:
        self.form = form
        self.data = data
        self.renderer = renderer
        self.rules = rules
        self.errors: dict[str, list[FieldMessage]] = {}
        self.missing: list[SafeString] = []
        self.whole: list[FieldMessage] = []
        self._drawn_so_far = 0
        if refusal:
            self._place(refusal, gently)

    @cached_property
    def _all(self) -> list[BoundField]:
        visible = {control.name for control in self.form.visible(self.data)}
        return [self._drawn(control, control.name in visible) for control in self.form.controls]

    @property
    def groups(self) -> list[FieldGroup]:
        """The controls in their order, and after them those that are rarely wanted, behind one fold."""
        initial = self.form.initial()
        usual, rare = FieldGroup(False), FieldGroup(True)
        for control, drawn in zip(self.form.controls, self._all, strict=True):
            if drawn is self.saving:
                continue
            (rare if control.fold else usual).controls.append(drawn)
            if control.fold and (drawn.errors or self._changed(control, initial)):
                rare.open = True
        return [group for group in (usual, rare) if group.controls]

    @cached_property
    def saving(self) -> BoundField | None:
        """The choice whose options stand in the place of the save button, where there are few of them."""
        for drawn in self._all:
            if drawn.more.get("submits") and len(drawn.more["options"]) <= FEW_OPTIONS:
                return drawn
        return None

    # -- what is wrong, and where ------------------------------------------------------------------

    def _place(self, refusal: Refusal, gently: bool) -> None:
        visible = {control.name for control in self.form.visible(self.data)}
        for fault in refusal.errors:
            control = self.form.control_for(fault.pointer)
            if control and control.name not in visible:
                control = self._shown_twin(fault.pointer, visible)
            asked = control is not None and not self._answered(control)
            if gently and (asked or (control is None and self._unanswered(visible))):
                name = self.renderer.html(control.label) if control and control.label else SafeString("")
                if name and name not in self.missing:
                    self.missing.append(name)
                continue
            message = self._told(fault, asked)
            if control is None:
                self.whole.append(message)
            else:
                self.errors.setdefault(control.name, []).append(message)

    def _shown_twin(self, pointer: str, visible: set[str]) -> Control | None:
        """The control in sight that fills this field, where the first that fills it is not in sight."""
        return Form([control for control in self.form.controls if control.name in visible]).control_for(pointer)

    def _told(self, fault: FieldError, asked: bool) -> FieldMessage:
        if asked and fault.code == "field_missing":
            return FieldMessage(SafeString("This is still needed."))
        return FieldMessage(self.renderer.html(fault.message), self._rule(fault.rule))

    def _answered(self, control: Control) -> bool:
        return any(values and any(values) for name, values in self.data.items() if _belongs(name, control.name))

    def _unanswered(self, visible: set[str]) -> bool:
        """Whether a choice in sight has nothing chosen: what is wrong may just be that."""
        return any(
            isinstance(control, Choice) and control.name in visible and not self._answered(control)
            for control in self.form.controls
        )

    def _rule(self, section: str) -> str:
        return f"{self.rules}#{section}" if section else ""

    def _changed(self, control: Control, initial: Sent) -> bool:
        now = {n: v for n, v in self.data.items() if _belongs(n, control.name) and any(v)}
        first = {n: v for n, v in initial.items() if _belongs(n, control.name)}
        return now != first

    # -- one control -------------------------------------------------------------------------------

    def _drawn(self, control: Control, visible: bool) -> BoundField:
        self._drawn_so_far += 1
        return BoundField(
            place=self._drawn_so_far,
            template=f"pages/controls/{control.template}.html",
            sort=control.template,
            name=control.name,
            id="c-" + control.name.replace(".", "-"),
            label=self.renderer.html(control.label),
            help=self.renderer.html(control.help),
            rule=self._rule(control.rule),
            when=json.dumps({name: _list(wanted) for name, wanted in control.when.items()}) if control.when else "",
            visible=visible,
            fold=control.fold,
            errors=self.errors.get(control.name, []),
            more=self._more(control),
        )

    def _value(self, name: str) -> str:
        values = self.data.get(name)
        return values[-1] if values else ""

    @singledispatchmethod
    def _more(self, control: Control) -> dict[str, Any]:
        raise NotImplementedError(type(control))

    @_more.register
    def _(self, control: Choice) -> dict[str, Any]:
        chosen = self._value(control.name)
        options = self._options(control.options, [chosen])
        html = "" if control.submits else options_html("radio", control.name, options)
        return {"options": options, "html": html, "submits": control.submits, "layout": _layout(options)}

    @_more.register
    def _(self, control: Toggle) -> dict[str, Any]:
        return {"on": bool(self._value(control.name))}

    @_more.register
    def _(self, control: Amount) -> dict[str, Any]:
        return {"value": self._value(control.name), **_limits(control), "quick": control.quick}

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
        return {"html": html, "layout": _layout(options), "most": control.most}

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

    @_more.register
    def _(self, control: Events) -> dict[str, Any]:
        kinds = []
        for kind in control.kinds:
            asked = Form(control.controls_of(kind))
            visible = {below.name for below in asked.visible(self.data)}
            kinds.append(
                {
                    "value": kind.value,
                    "label": self.renderer.html(kind.label),
                    "controls": [self._drawn(below, below.name in visible) for below in asked.controls],
                    "open": any(self._answered(below) for below in asked.controls),
                }
            )
        return {
            "events": self._events(control),
            "quick": self._options(control.quick, []),
            "kinds": kinds,
        }

    def _events(self, control: Events) -> list[dict[str, Any]]:
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
                "checked": option.value in chosen,
                "card": is_card(option.label),
                "long": len(_bare(self.renderer.html(option.label))) > 3 or option.note is not None,
            }
            for option in options
        ]


def read_hand(form: Form, data: Sent) -> dict[str, Any]:
    """The hand that was tapped. Raises SuspiciousOperation for values that no form of ours sends."""
    try:
        return form.read(data)
    except (ValueError, TypeError, RecursionError) as error:
        raise SuspiciousOperation("values that no form of ours sends") from error


def with_events(form: Form, data: Sent, pressed: Mapping[str, str]) -> Sent:
    """The values after a button of a list of events: ``NAME.add`` appends one, ``NAME.drop`` removes one."""
    after = dict(data)
    for control in form.controls:
        if not isinstance(control, Events):
            continue
        events = list(after.get(control.name, []))
        if (event := control.append(after)) is not None:
            events.append(json.dumps(event, separators=(",", ":"), ensure_ascii=False))
            for kind in control.kinds:
                for below in control.controls_of(kind):
                    for name in [name for name in after if _belongs(name, below.name)]:
                        del after[name]
                    after |= below.initial()
        drop = pressed.get(f"{control.name}.drop", "")
        if drop.isdigit() and int(drop) < len(events):
            del events[int(drop)]
        after.pop(f"{control.name}.add", None)
        after.pop(f"{control.name}.drop", None)
        after[control.name] = events
    return after


def _belongs(name: str, control: str) -> bool:
    return name == control or name.startswith(f"{control}.")


def _list(wanted: str | Sequence[str]) -> list[str]:
    return [wanted] if isinstance(wanted, str) else list(wanted)


def _limits(control: Amount | Row) -> dict[str, Any]:
    whole = float(control.step).is_integer()
    return {
        "least": control.least,
        "most": control.most,
        "step": control.step,
        "whole": whole,
        "minus": control.least is None or control.least < 0,
    }


def _layout(options: Sequence[Mapping[str, Any]]) -> str:
    """How options stand: as cards, as short signs side by side, or as renderer."""
    if options and all(option["card"] for option in options):
        return "cards"
    short = sum(not option["long"] for option in options)
    return "signs" if short == len(options) or short > MANY_OPTIONS else "words"


def _bare(label: str) -> str:
    return label.split(">")[1].split("<")[0] if label.startswith("<span") else label
