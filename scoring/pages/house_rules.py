"""The house rules of a game as a form, with a field for each option."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from django.utils.translation import gettext as _
from pydantic import BaseModel

from scoring.engine.field_specs import Choice, FieldSpec, field_specs
from scoring.engine.form import Data
from scoring.engine.game import Game
from scoring.engine.messages import ENGLISH, Language, Number, as_on_sheet, render_sentence
from scoring.engine.refusal import Refusal
from scoring.engine.typed_numbers import number, two_readings
from scoring.languages import current_language
from scoring.pages.option_layout import text_width

PREFIX = "o."
"""Prefix of the names of these fields in the form."""

Kind = Literal["boolean", "choice", "choices", "number", "text", "parts", "json"]


LONGEST_CHOICE = 28
"""How many characters of a choice are seen in a list that unfolds, on the smallest phones."""


@dataclass
class OptionField:
    """One house rule.

    kind: ``choices`` is a list of values to tick; ``parts`` a list or object with a choice for each place; ``json``
    any other list or object. value: as sent in the form. choices: value, label and whether it is selected. text_only:
    all choices are texts, even if one looks like a number. parts: a choice for each place; ``value`` is sent too, for
    places without one. only_with: values that other fields send if this rule means something, as JSON; "" if it always
    does. longest: the most characters.
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
    only_with: str = ""
    parts: list[OptionField] = field(default_factory=list)
    longest: int = 400

    @property
    def input_name(self) -> str:
        """Its name in the form."""
        return PREFIX + self.name

    @property
    def is_long(self) -> bool:
        """Whether a list that unfolds would cut one of its choices on a small phone."""
        return any(text_width(label) > LONGEST_CHOICE for _, label, _ in self.choices)


def option_fields(game: Game[Any, Any], chosen: Mapping[str, Any], refusal: Refusal | None = None) -> list[OptionField]:
    """Returns the house rules of a game with the chosen values, else defaults, and with the errors of a refusal."""
    return model_fields(game.Options, chosen, refusal, "/options/", current_language(game.slug))


def model_fields(
    model: type[BaseModel],
    chosen: Mapping[str, Any],
    refusal: Refusal | None = None,
    prefix: str = "/",
    language: Language | None = None,
) -> list[OptionField]:
    """Returns the same for a model. prefix: of the refusal's pointers. language: None for that of the page."""
    language = language or current_language()
    errors = {
        error.pointer.removeprefix(prefix).split("/")[0]: render_sentence(error.message, language)
        for error in (refusal.errors if refusal else ())
        if error.pointer.startswith(prefix)
    }
    fields = []
    for spec in field_specs(model):
        option = _field(spec, chosen.get(spec.name, spec.default), language)
        unclear = two_readings(option.value, language) if option.kind == "number" else None
        option.error = render_sentence(unclear, language) if unclear else errors.get(spec.name, "")
        fields.append(option)
    return fields


def error_texts(refusal: Refusal | None, slug: str = "") -> list[str]:
    """Returns the errors of a refusal in the language of the page. slug: the game."""
    language = current_language(slug)
    return [render_sentence(as_on_sheet(error.message), language) for error in refusal.errors] if refusal else []


def _field(spec: FieldSpec, value: Any, language: Language) -> OptionField:
    title, help_text = language.gettext(spec.title), language.gettext(spec.help) if spec.help else ""
    option = OptionField(spec.name, title, help_text, "text", "" if value is None else _as_text(value))
    option.only_with = _only_with(spec)
    match spec.kind:
        case "boolean":
            option.kind = "boolean"
        case "choice":
            option.kind = "choice"
            option.choices = _selected(spec, spec.choices, [value], language)
            option.text_only = all(isinstance(choice.value, str) for choice in spec.choices)
            if spec.nullable:
                option.choices.insert(0, ("", "–", value is None))
        case "choices":
            option.kind = "choices"
            option.choices = _selected(spec, spec.choices, value or [], language)
        case "number":
            option.kind = "number"
            option.minimum, option.maximum = _limit(spec.minimum, language), _limit(spec.maximum, language)
        case "list" | "object":
            option.parts = _parts(spec, spec.name, value, language)
            option.kind = "parts" if option.parts else "json"
    return option


def _only_with(spec: FieldSpec) -> str:
    """The values of other fields as they are sent, by their names in the form. An empty checkbox sends nothing."""
    values = {PREFIX + name: [*map(_as_sent, wanted)] for name, wanted in spec.only_with.items()}
    return json.dumps(values) if values else ""


def _as_sent(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return "1" if value else ""
    return _as_text(value)


def _selected(
    spec: FieldSpec, choices: Iterable[Choice], values: Sequence[Any], language: Language
) -> list[tuple[str, str, bool]]:
    return [(_as_text(choice.value), spec.label(choice.value, language), choice.value in values) for choice in choices]


def _limit(value: Number | None, language: Language) -> str:
    return "" if value is None else language.number(value)


def _parts(spec: FieldSpec, name: str, value: Any, language: Language) -> list[OptionField]:
    """A choice for each place of an object, however deep, or of a list."""
    if spec.kind == "object" and isinstance(value, Mapping):
        parts = []
        for inner in spec.fields:
            for part in _parts(inner, f"{name}.{inner.name}", value.get(inner.name, inner.default), language):
                title = f"{language.gettext(inner.title)} {part.title}".strip()
                part.title = title.capitalize() if language is ENGLISH else title
                parts.append(part)
        return parts
    if spec.kind == "list" and spec.item and spec.item.choices and isinstance(value, list):
        return [
            OptionField(
                f"{name}.{place}",
                _("Player {number}").format(number=place + 1),
                "",
                "choice",
                _as_text(one),
                _selected(spec.item, spec.item.choices, [one], language),
            )
            for place, one in enumerate(value)
        ]
    choices = spec.choices
    if spec.kind == "number" and spec.minimum is not None and spec.maximum is not None:
        choices = tuple(Choice(n, str(n)) for n in range(int(spec.minimum), int(spec.maximum) + 1))
    if not choices:
        return []
    return [OptionField(name, "", "", "choice", _as_text(value), _selected(spec, choices, [value], language))]


def rules_in_words(game: Game[Any, Any], chosen: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Returns titles and values of house rules that differ from the game's defaults: ``("Deals", "12")``."""
    language = current_language(game.slug)
    return [
        (language.gettext(spec.title), spec.label(chosen[spec.name], language))
        for spec in field_specs(game.Options)
        if spec.name in chosen and chosen[spec.name] != spec.default
    ]


def read_options(game: Game[Any, Any], data: Data) -> dict[str, Any]:
    """Returns the house rules of a form that differ from the game's defaults. Not validated.

    A rule that was not sent has its default, and so has one that means nothing with the others. But an empty checkbox
    is never sent: if ``o`` was sent, it is off.
    """
    return read_model(game.Options, data)


def read_model(model: type[BaseModel], data: Data) -> dict[str, Any]:
    """Returns the same for a model."""
    chosen: dict[str, Any] = {}
    specs = field_specs(model)
    defaults = {spec.name: spec.default for spec in specs}
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
    values = defaults | chosen
    idle = {spec.name for spec in specs if not spec.means_something(values)}
    return {name: value for name, value in chosen.items() if name not in idle}


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
            return number(text, current_language().thousands) if text else None
        case _:
            return text or None


def _with_parts(option: OptionField, value: Any, data: Data) -> Any:
    """The value of a rule with the choices for its places."""
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
    """A value as sent in a form: text as it is, everything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value)


def _value(text: str) -> Any:
    """A value of a form: JSON, or else text."""
    try:
        return json.loads(text)
    except ValueError:
        return text
