"""The house rules of a game as a form: one field for each option, made from the specification of the option."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import BaseModel

from scoring.engine.field_specs import Choice, FieldSpec, field_specs
from scoring.engine.form import Data, number
from scoring.engine.game import Game
from scoring.engine.messages import Number
from scoring.engine.refusal import Refusal

PREFIX = "o."
"""Prefix of these fields' names in the form."""

Kind = Literal["boolean", "choice", "choices", "number", "text", "parts", "json"]


@dataclass
class OptionField:
    """One house rule.

    kind: ``choices`` is a list of values to tick; ``parts`` a list or object with a choice for each place; ``json``
    any other list or object. value: as it is sent. choices: value, label and whether it is selected. text_only: all
    choices are texts, even if one looks like a number. parts: a choice for each place; ``value`` is sent along for
    places without one. longest: the most characters.
    """

    name: str
    title: str
    help: str
    kind: Kind
    value: str
    choices: list[tuple[str, str, bool]] = field(default_factory=list)
    minimum: str = ""
    maximum: str = ""
    error: str = ""
    text_only: bool = False
    parts: list[OptionField] = field(default_factory=list)
    longest: int = 400

    @property
    def input_name(self) -> str:
        """Its name in the form."""
        return PREFIX + self.name


def option_fields(game: Game[Any, Any], chosen: Mapping[str, Any], refusal: Refusal | None = None) -> list[OptionField]:
    """The house rules of a game with the chosen values, defaults for the others, and the errors of a refusal."""
    return model_fields(game.Options, chosen, refusal, "/options/")


def model_fields(
    model: type[BaseModel], chosen: Mapping[str, Any], refusal: Refusal | None = None, prefix: str = "/"
) -> list[OptionField]:
    """The fields of a model in the same way. prefix: of the pointers of the refusal."""
    errors = {
        error.pointer.removeprefix(prefix).split("/")[0]: str(error.message)
        for error in (refusal.errors if refusal else ())
        if error.pointer.startswith(prefix)
    }
    fields = []
    for spec in field_specs(model):
        option = _field(spec, chosen.get(spec.name, spec.default))
        option.error = errors.get(spec.name, "")
        fields.append(option)
    return fields


def _field(spec: FieldSpec, value: Any) -> OptionField:
    option = OptionField(spec.name, spec.title, spec.help, "text", "" if value is None else _as_text(value))
    match spec.kind:
        case "boolean":
            option.kind = "boolean"
        case "choice":
            option.kind = "choice"
            option.choices = _selected(spec.choices, [value])
            option.text_only = all(isinstance(choice.value, str) for choice in spec.choices)
            if spec.nullable:
                option.choices.insert(0, ("", "–", value is None))
        case "choices":
            option.kind = "choices"
            option.choices = _selected(spec.choices, value or [])
        case "number":
            option.kind = "number"
            option.minimum, option.maximum = _limit(spec.minimum), _limit(spec.maximum)
        case "list" | "object":
            option.parts = _parts(spec, spec.name, value)
            option.kind = "parts" if option.parts else "json"
    return option


def _selected(choices: Iterable[Choice], values: Sequence[Any]) -> list[tuple[str, str, bool]]:
    return [(_as_text(choice.value), choice.label, choice.value in values) for choice in choices]


def _limit(value: Number | None) -> str:
    return "" if value is None else _as_text(value)


def _parts(spec: FieldSpec, name: str, value: Any) -> list[OptionField]:
    """A choice for each place of an object, however deep, or of a list."""
    if spec.kind == "object" and isinstance(value, Mapping):
        parts = []
        for inner in spec.fields:
            for part in _parts(inner, f"{name}.{inner.name}", value.get(inner.name, inner.default)):
                part.title = f"{inner.title} {part.title}".strip().capitalize()
                parts.append(part)
        return parts
    if spec.kind == "list" and spec.item and spec.item.choices and isinstance(value, list):
        return [
            OptionField(
                f"{name}.{place}",
                f"Player {place + 1}",
                "",
                "choice",
                _as_text(one),
                _selected(spec.item.choices, [one]),
            )
            for place, one in enumerate(value)
        ]
    choices = spec.choices
    if spec.kind == "number" and spec.minimum is not None and spec.maximum is not None:
        choices = tuple(Choice(n, str(n)) for n in range(int(spec.minimum), int(spec.maximum) + 1))
    return [OptionField(name, "", "", "choice", _as_text(value), _selected(choices, [value]))] if choices else []


def rules_in_words(game: Game[Any, Any], chosen: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The house rules that differ from the game's own, as titles and values in words: ``("Deals", "12")``."""
    return [
        (spec.title, spec.label(chosen[spec.name]))
        for spec in field_specs(game.Options)
        if spec.name in chosen and chosen[spec.name] != spec.default
    ]


def read_options(game: Game[Any, Any], data: Data) -> dict[str, Any]:
    """The house rules that were sent, only those that differ from the game's defaults. Not validated.

    A rule that was not sent has its default, except that an empty checkbox is never sent: if ``o`` was, it is off.
    """
    return read_model(game.Options, data)


def read_model(model: type[BaseModel], data: Data) -> dict[str, Any]:
    """What was sent for the fields of a model, in the same way."""
    chosen: dict[str, Any] = {}
    defaults = {spec.name: spec.default for spec in field_specs(model)}
    has_checkboxes = "o" in data
    for option in model_fields(model, {}):
        default = defaults[option.name]
        unticked = has_checkboxes and option.kind in ("boolean", "choices")
        value = default
        if option.input_name in data or unticked:
            value = _read(option, data.get(option.input_name, ()))
        value = _with_parts(option, value, data) if option.parts else value
        if value != default:
            chosen[option.name] = value
    return chosen


def _read(option: OptionField, values: Sequence[str]) -> Any:
    text = values[-1].strip() if values else ""
    match option.kind:
        case "boolean":
            return text == "1"
        case "choices":
            return [_value(item) for item in values if item]
        case "choice" if option.text_only:
            return text or None
        case "choice" | "json" | "parts":
            return _value(text) if text else None
        case "number":
            return number(text) if text else None
        case _:
            return text or None


def _with_parts(option: OptionField, value: Any, data: Data) -> Any:
    """The value of a rule with the choice that was sent for each of its places."""
    value = json.loads(json.dumps(value))
    for part in option.parts:
        keys = part.name.split(".")[1:]
        place = value
        for key in keys[:-1]:
            place = place.get(key) if isinstance(place, dict) else None
        last: Any = int(keys[-1]) if isinstance(place, list) else keys[-1]
        exists = isinstance(place, dict) or (isinstance(place, list) and last < len(place))
        if place is not None and exists and (values := data.get(part.input_name)):
            place[last] = _value(values[-1])
    return value


def _as_text(value: Any) -> str:
    """A value as it is sent in a form: text as it is, everything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value)


def _value(text: str) -> Any:
    """A value that was sent: JSON, or else text."""
    try:
        return json.loads(text)
    except ValueError:
        return text
