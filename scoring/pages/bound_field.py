"""What the templates of a form draw: bound fields, what is wrong with them, and how they are grouped."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from scoring.engine.controls import Control, Row, as_sequence


@dataclass(frozen=True)
class FieldMessage:
    """Something to say at a control. rule: the address of the section that it rests on, or ""."""

    text: SafeString
    rule: str = ""


class Drawing(Protocol):
    """What draws the parts of a control: the form that it belongs to."""

    def words(self, message: Any) -> SafeString:
        """A message as HTML."""

    def rule_address(self, section: str) -> str:
        """The address of a section of the rules, "" for none."""

    def more(self, drawn: BoundField) -> dict[str, Any]:
        """What only this sort of control has."""

    def events(self, control: Control) -> list[dict[str, Any]]:
        """The entries of a list that grows by taps."""

    def html(self, drawn: BoundField) -> SafeString:
        """The control as HTML."""


@dataclass
class BoundField:
    """One control, ready for its template. Whatever costs time is made when it is asked for.

    place: its place in the form, wherever the page draws it. errors: what is wrong with it.
    """

    drawing: Drawing
    control: Control
    place: int
    visible: bool
    errors: list[FieldMessage] = field(default_factory=list)

    @property
    def sort(self) -> str:
        """The name of its template."""
        return self.control.template

    @property
    def template(self) -> str:
        return f"pages/controls/{self.sort}.html"

    @property
    def name(self) -> str:
        return self.control.name

    @property
    def id(self) -> str:
        return control_id(self.name)

    @cached_property
    def label(self) -> SafeString:
        return self.drawing.words(self.control.label)

    @cached_property
    def help(self) -> SafeString:
        return self.drawing.words(self.control.help)

    @property
    def rule(self) -> str:
        return self.drawing.rule_address(self.control.rule)

    @cached_property
    def when(self) -> str:
        """The condition on which it is shown, as JSON for the script; "" for none."""
        if not self.control.when:
            return ""
        return json.dumps({name: list(as_sequence(wanted)) for name, wanted in self.control.when.items()})

    @cached_property
    def more(self) -> dict[str, Any]:
        """What only this sort of control has."""
        return self.drawing.more(self)

    @cached_property
    def events(self) -> list[dict[str, Any]]:
        """The entries of a list that grows by taps."""
        return self.drawing.events(self.control)

    @cached_property
    def html(self) -> SafeString:
        """The control as HTML, drawn once for all forms in which it is the same."""
        return self.drawing.html(self)


@dataclass
class FieldBlock:
    """Controls drawn together. rows: numbers for the same players, as the rows of one grid."""

    rows: bool
    controls: list[BoundField] = field(default_factory=list)

    def continues(self, drawn: BoundField) -> bool:
        """Whether this control is one more row of the grid."""
        last = self.controls[-1]
        same = [label for _, label in _entries(last)] == [label for _, label in _entries(drawn)]
        return same and last.when == drawn.when

    @property
    def html(self) -> SafeString:
        """The block as HTML."""
        controls = mark_safe("".join(drawn.html for drawn in self.controls))  # noqa: S308 - made by templates
        if not self.rows:
            return controls
        columns = len(_entries(self.controls[0]))
        return format_html('<div class="number-grid of-{}" data-numbers>{}</div>', columns, controls)


@dataclass
class FieldGroup:
    """Controls that stand together; fold: behind "more", open: unfolded because something in it was tapped."""

    fold: bool
    open: bool = False
    controls: list[BoundField] = field(default_factory=list)

    @property
    def blocks(self) -> list[FieldBlock]:
        """The controls in their order, those that make a grid together."""
        blocks: list[FieldBlock] = []
        for drawn in self.controls:
            rows = drawn.sort == "row"
            if not (blocks and rows and blocks[-1].rows and blocks[-1].continues(drawn)):
                blocks.append(FieldBlock(rows))
            blocks[-1].controls.append(drawn)
        return blocks


def control_id(name: str) -> str:
    """The id of the element of the control of this name."""
    return "c-" + name.replace(".", "-")


def _entries(drawn: BoundField) -> list[tuple[int, Any]]:
    return drawn.control.entries if isinstance(drawn.control, Row) else []
