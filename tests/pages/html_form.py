"""A form as a browser has it: read from the page's HTML, filled in, and sent. Nothing else can be sent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser

Attributes = dict[str, str | None]
Pairs = list[tuple[str, str]]


@dataclass
class Field:
    """A control with a name. kind: text, hidden, checkbox, radio, select or button. values: what it can send.

    chosen: what it sends as it is; for a button nothing until it is pressed.
    """

    kind: str
    name: str
    values: list[str]
    chosen: list[str]
    action: str | None = None


@dataclass
class HtmlForm:
    """A form of a page. attributes: those of its element. fields: in the order of the page."""

    attributes: Attributes
    fields: list[Field] = field(default_factory=list)

    @property
    def action(self) -> str:
        """Where it is sent."""
        return self.attributes["action"] or ""

    def named(self, name: str) -> list[Field]:
        """Its controls of this name. Fails where there are none."""
        found = [one for one in self.fields if one.name == name]
        assert found, f"the page has no field {name}, only {sorted({one.name for one in self.fields})}"
        return found

    def fill(self, name: str, values: Sequence[str]) -> None:
        """Enters these values under a name. Fails where the page does not offer them."""
        controls = [one for one in self.named(name) if one.kind != "button"]
        assert controls, f"{name} can only be pressed"
        kinds = {one.kind for one in controls}
        assert "hidden" not in kinds, f"nobody can enter anything into {name}"
        if kinds <= {"checkbox", "radio"}:
            offered = [value for one in controls for value in one.values]
            assert set(values) <= set(offered), f"{name} offers {offered}, not {values}"
            assert "radio" not in kinds or len(values) == 1, f"{name} takes one value, not {values}"
            for one in controls:
                one.chosen = [value for value in one.values if value in values]
            return
        assert len(values) <= len(controls), f"{name} is there {len(controls)} times, not {len(values)}"
        for one, value in zip(controls, [*values, *[""] * (len(controls) - len(values))], strict=True):
            assert one.kind == "text" or value in one.values, f"{name} offers {one.values}, not {value}"
            one.chosen = [value]

    def add_seats(self, count: int) -> None:
        """In the form that starts a match: as many seats as its script adds when "Add a player" is tapped."""
        assert count <= int(self.attributes["data-most"] or 0)
        self.fields += [replace(self.named("name")[-1], chosen=[""]) for _ in range(count - len(self.named("name")))]

    def clear(self) -> None:
        """Empties everything that can be emptied. A radio button stays: tapping it again changes nothing."""
        for one in self.fields:
            if one.kind == "text" or (one.kind == "select" and "" in one.values):
                one.chosen = [""]
            elif one.kind == "checkbox":
                one.chosen = []

    def sent(self, name: str = "", value: str = "") -> dict[str, list[str]]:
        """What is sent, by name. name, value: the button that is pressed, "" for one without a name."""
        pairs = [(one.name, chosen) for one in self.fields for chosen in one.chosen]
        if name:
            self.button(name, value)
            pairs.append((name, value))
        return {key: [chosen for other, chosen in pairs if other == key] for key, _ in pairs}

    def button(self, name: str, value: str) -> Field:
        """The button with this name and value. Fails where there is none."""
        buttons = [one for one in self.named(name) if one.kind == "button"]
        offered = [one.values[0] for one in buttons]
        assert value in offered, f"the buttons {name} are {offered}, not {value}"
        return buttons[offered.index(value)]


#: The tags that make a form. Most tags of a page are others, and Python's parser is slow.
_TAGS = re.compile(r"</?(?:form|input|select|option|button|textarea)\b[^>]*>")


def read_forms(html: str) -> list[HtmlForm]:
    """Every form of a page, or of a part of one."""
    reader = _Reader()
    reader.feed("".join(_TAGS.findall(html)))
    return reader.forms


def read_form(html: str, name: str) -> HtmlForm:
    """The form with this id or class. Fails where there is none, or more than one."""
    found = [
        one
        for one in read_forms(html)
        if name == one.attributes.get("id") or name in (one.attributes.get("class") or "").split()
    ]
    assert len(found) == 1, f"{len(found)} forms {name} in the page"
    return found[0]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[HtmlForm] = []
        self.inside = False
        self.select: Field | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "form":
            self.forms.append(HtmlForm(attributes))
            self.inside = True
        elif tag == "option" and self.select is not None:
            value = attributes.get("value") or ""
            self.select.values.append(value)
            if "selected" in attributes:
                self.select.chosen = [value]
        elif self.inside and "disabled" not in attributes and "form" not in attributes and attributes.get("name"):
            self._add(tag, attributes, attributes["name"] or "")

    def _add(self, tag: str, attributes: Attributes, name: str) -> None:
        value = attributes.get("value") or ""
        kind = (attributes.get("type") or "text") if tag == "input" else tag
        if kind in ("checkbox", "radio"):
            one = Field(kind, name, [value], [value] if "checked" in attributes else [])
        elif kind == "select":
            one = self.select = Field(kind, name, [], [])
        elif kind == "button":
            one = Field(kind, name, [value], [], attributes.get("formaction"))
        elif kind in ("text", "hidden"):
            one = Field(kind, name, [], [value])
        else:
            return
        self.forms[-1].fields.append(one)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
        elif tag == "select" and self.select is not None:
            self.select.chosen = self.select.chosen or self.select.values[:1]
            self.select = None
