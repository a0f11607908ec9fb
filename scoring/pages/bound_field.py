"""Fields of a form for the templates: with values, errors and groups."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from django.utils.safestring import SafeString

from scoring.engine.controls import Control, Row, as_sequence


@dataclass(frozen=True)
class FieldMessage:
    """A message at a control. rule: the address of the section of the rules, or ""."""

    text: SafeString
    rule: str = ""


class FieldRenderer(Protocol):
    """Renders the parts of a control. The form of the control does so."""

    def message_html(self, message: Any) -> SafeString:
        """Returns a message as HTML."""

    def rule_address(self, section: str) -> str:
        """Returns the address of a section of the rules, "" for none."""

    def extra_of(self, bound: BoundField) -> dict[str, Any]:
        """Returns variables that only the template of this kind of control has."""

    def events(self, control: Control) -> list[dict[str, Any]]:
        """Returns the entries of a list that grows by taps."""

    def field_html(self, bound: BoundField) -> SafeString:
        """Returns the control as HTML."""


@dataclass
class BoundField:
    """One control, ready for its template. Expensive parts are made when they are used.

    place: its place in the form, which may differ from that on the page.
    """

    form: FieldRenderer
    control: Control
    place: int
    visible: bool
    errors: list[FieldMessage] = field(default_factory=list)

    @property
    def kind(self) -> str:
        """The name of its template."""
        return self.control.template

    @property
    def template(self) -> str:
        return f"pages/controls/{self.kind}.html"

    @property
    def name(self) -> str:
        return self.control.name

    @property
    def id(self) -> str:
        return control_id(self.name)

    @cached_property
    def label(self) -> SafeString:
        return self.form.message_html(self.control.label)

    @cached_property
    def help(self) -> SafeString:
        return self.form.message_html(self.control.help)

    @property
    def rule(self) -> str:
        return self.form.rule_address(self.control.rule)

    @cached_property
    def when(self) -> str:
        """The condition for showing it, as JSON for the script; "" for none."""
        if not self.control.when:
            return ""
        return json.dumps({name: list(as_sequence(wanted)) for name, wanted in self.control.when.items()})

    @cached_property
    def extra(self) -> dict[str, Any]:
        """Variables that only the template of this kind of control has."""
        return self.form.extra_of(self)

    @cached_property
    def events(self) -> list[dict[str, Any]]:
        """The entries of a list that grows by taps."""
        return self.form.events(self.control)

    @cached_property
    def html(self) -> SafeString:
        """The control as HTML, rendered once for all forms in which it is the same."""
        return self.form.field_html(self)


@dataclass
class FieldBlock:
    """Controls that are rendered together. is_grid: numbers for the same players, as the rows of a grid."""

    is_grid: bool
    controls: list[BoundField] = field(default_factory=list)

    def accepts(self, bound: BoundField) -> bool:
        """Returns whether this control is another row of the grid."""
        last = self.controls[-1]
        same = [label for _, label in _entries(last)] == [label for _, label in _entries(bound)]
        return same and last.when == bound.when

    @property
    def columns(self) -> int:
        """How many numbers a row has."""
        return len(_entries(self.controls[0]))


@dataclass
class FieldGroup:
    """A group of controls. folded: behind "More". open: unfolded, because something in it was tapped."""

    folded: bool
    open: bool = False
    controls: list[BoundField] = field(default_factory=list)

    @property
    def blocks(self) -> list[FieldBlock]:
        """The controls in their order; those of a grid are in one block."""
        blocks: list[FieldBlock] = []
        for bound in self.controls:
            is_row = bound.kind == "row"
            if not (blocks and is_row and blocks[-1].is_grid and blocks[-1].accepts(bound)):
                blocks.append(FieldBlock(is_row))
            blocks[-1].controls.append(bound)
        return blocks


def control_id(name: str) -> str:
    """Returns the id of the HTML element of a control."""
    return "c-" + name.replace(".", "-")


def _entries(bound: BoundField) -> list[tuple[int, Any]]:
    return bound.control.entries if isinstance(bound.control, Row) else []
