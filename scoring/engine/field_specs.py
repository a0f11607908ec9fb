"""Descriptions of the fields of a model, for the pages that show them: house rules, rules pages and lookups.

A field specification is read from the JSON Schema of a pydantic model, once for each model. The words for the values
of an enumeration are declared with the field::

    tie: Literal["shared", "play_on"] = Field(
        "shared", title="Tie", json_schema_extra={"labels": {"shared": "both win", "play_on": "play on"}}
    )

``only_with`` names other fields, and the values with which this one means something: None is a field that was left
out, ``"*"`` one that was not::

    bock_after: list[Trigger] = Field([], title="Bock after", json_schema_extra={"only_with": {"bock": ["on"]}})
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from pydantic import BaseModel

from scoring.engine.cards import JOKERS, PACK_52, SUIT_NAMES, cards_allowed
from scoring.engine.marking import _
from scoring.engine.messages import ENGLISH, Language, Number

#: A card that is one of so few can be chosen from a row of buttons.
_FEW_CARDS = 4

Kind = Literal["boolean", "number", "choice", "choices", "card", "text", "list", "object", "other"]
Schema = Mapping[str, Any]


@dataclass(frozen=True)
class Choice:
    """One value of an enumeration, and the words for it."""

    value: Any
    label: str


@dataclass(frozen=True)
class FieldSpec:
    """A field of a model.

    kind: ``choice`` is one value of an enumeration, ``choices`` a list of such values, ``other`` a union of unlike
    types. help: the field's description. nullable: None is allowed; it is not among the choices. minimum, maximum: of
    a number, None if it has no such limit. is_integer: of a number. choices: of a ``choice`` or ``choices``; also of
    a ``card`` that is one of a few. labels:
    the declared words, by value as text. only_with: names of other fields, and the values with which this one means
    something. item: what a list contains. fields: of an object.
    """

    name: str
    kind: Kind
    title: str = ""
    help: str = ""
    default: Any = None
    required: bool = False
    nullable: bool = False
    minimum: Number | None = None
    maximum: Number | None = None
    is_integer: bool = False
    choices: tuple[Choice, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    only_with: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    item: FieldSpec | None = None
    fields: tuple[FieldSpec, ...] = ()

    def label(self, value: Any, language: Language = ENGLISH) -> str:
        """Returns a value of this field as a text: ``"none"``, ``"yes"``, ``"1,000"``, ``"clubs"``, ``"♥10"``, or its
        label.
        """
        if isinstance(value, list | tuple):
            item = self.item or self
            return language.join_texts(item.label(entry, language) for entry in value) or language.gettext(_("none"))
        if isinstance(value, Mapping):
            parts = [
                (field.title_within(language), field.label(value[field.name], language))
                for field in self.fields
                if field.name in value
            ]
            if any(field.kind == "object" for field in self.fields):
                named = language.gettext(_("{title}: {value}"))
                texts = [named.format(title=title, value=label) for title, label in parts]
                return language.gettext(_("; ")).join(texts) or language.gettext(_("none"))
            return language.join_texts(f"{title} {label}" for title, label in parts) or language.gettext(_("none"))
        return _label(value, self.labels, language)

    def means_something(self, values: Mapping[str, Any]) -> bool:
        """Returns whether it means something with these values of the other fields."""
        return all(
            values[name] in wanted or ("*" in wanted and values[name] is not None)
            for name, wanted in self.only_with.items()
        )

    def title_within(self, language: Language = ENGLISH) -> str:
        """Returns its title for use within a sentence: in English with a small first letter."""
        return self.title.lower() if language is ENGLISH else language.gettext(self.title)


@cache
def field_specs(model: type[BaseModel]) -> tuple[FieldSpec, ...]:
    """Returns the fields of a model, in their order."""
    schema = model.model_json_schema()
    return _fields(schema, schema.get("$defs", {}))


def _fields(schema: Schema, definitions: Schema) -> tuple[FieldSpec, ...]:
    required = schema.get("required", ())
    return tuple(
        _spec(name, field, definitions, name in required) for name, field in schema.get("properties", {}).items()
    )


def _spec(name: str, schema: Schema, definitions: Schema, required: bool = False, labels: Schema | None = None) -> Any:
    branches = [_resolve(branch, definitions) for branch in _branches(schema, definitions)]
    types = [branch for branch in branches if branch.get("type") != "null"]
    only = types[0] if len(types) == 1 else {}
    labels = labels or schema.get("labels") or only.get("labels") or {}
    common: dict[str, Any] = {
        "name": name,
        "title": schema.get("title") or only.get("title") or name.replace("_", " ").capitalize(),
        "help": schema.get("description", "").strip(),
        "default": schema.get("default"),
        "required": required,
        "nullable": len(types) < len(branches),
        "labels": labels,
        "only_with": schema.get("only_with", {}),
    }
    if len(types) != 1:
        values = [_values(branch) for branch in types]
        if not all(values):
            return FieldSpec(kind="other", **common)
        return FieldSpec(
            kind="choice", choices=_choices((value for branch in values for value in branch), labels), **common
        )
    return FieldSpec(**common, **_details(only, definitions, labels))


def _details(schema: Schema, definitions: Schema, labels: Schema) -> dict[str, Any]:
    """Kind and details of a schema that is no union."""
    if "enum" in schema or "const" in schema:
        return {"kind": "choice", "choices": _choices(_values(schema), labels)}
    match schema.get("type"):
        case "boolean":
            return {"kind": "boolean"}
        case "integer" | "number" as kind:
            limits = {"minimum": schema.get("minimum"), "maximum": schema.get("maximum")}
            return {"kind": "number", "is_integer": kind == "integer", **limits}
        case "array":
            item = _spec("", schema.get("items", {}), definitions, labels=labels)
            if "enum" in _resolve(schema.get("items", {}), definitions):
                return {"kind": "choices", "choices": item.choices, "item": item}
            return {"kind": "list", "item": item}
        case "object":
            return {"kind": "object", "fields": _fields(schema, definitions)}
        case "string":
            if not (cards := cards_allowed(schema)):
                return _string(schema.get("pattern", ""), labels)
            return {"kind": "card", "choices": _choices(cards, labels) if len(cards) <= _FEW_CARDS else ()}
        case _:
            return {"kind": "other"}


def _string(pattern: str, labels: Schema) -> dict[str, Any]:
    suits = [suit for suit in SUIT_NAMES if pattern and re.search(pattern, suit)]
    return {"kind": "choice", "choices": _choices(suits, labels)} if suits else {"kind": "text"}


def _branches(schema: Schema, definitions: Schema) -> Sequence[Schema]:
    """The alternatives of a union, or the schema itself."""
    resolved = _resolve(schema, definitions)
    branches: Sequence[Schema] = resolved.get("anyOf") or [resolved]
    return branches


def _resolve(schema: Schema, definitions: Schema) -> Schema:
    """The schema with its reference resolved; keys beside the reference have precedence."""
    if "$ref" not in schema:
        return schema
    target = _resolve(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    merged = {**target, **{key: value for key, value in schema.items() if key != "$ref"}}
    if "properties" in target:
        merged["properties"] = {**target["properties"], **schema.get("properties", {})}
    return merged


def _values(schema: Schema) -> list[Any]:
    """The values of an enumeration or of a whole number with limits; none if there is no such list."""
    if schema.get("type") == "integer" and "minimum" in schema and "maximum" in schema:
        return list(range(schema["minimum"], schema["maximum"] + 1))
    return list(schema.get("enum", [schema["const"]] if "const" in schema else []))


def _choices(values: Iterable[Any], labels: Schema) -> tuple[Choice, ...]:
    return tuple(Choice(value, _label(value, labels)) for value in values)


def _label(value: Any, labels: Schema, language: Language = ENGLISH) -> str:
    if str(value) in labels:
        return language.gettext(str(labels[str(value)]))
    match value:
        case None:
            return language.gettext(_("none"))
        case bool():
            return language.gettext(_("yes") if value else _("no"))
        case int() | float():
            return language.number(value)
        case str() if value in SUIT_NAMES:
            return language.suit(value)
        case str() if value in PACK_52 or value in JOKERS:
            return language.card(value)
        case _:
            return str(value).replace("_", " ")
