"""JSON Schema of the models: plain 2020-12, in the form that generators of clients handle best.

A field that may be left out is no union with null, whole and broken numbers are one type, the field that tells the
kinds of a union apart is always required, and objects with a field for each suit are maps.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from scoring.engine.models import StateModel

SHARED = "x-shared"
"""Marks such a model's schema until it has its name."""

_NULL = {"type": "null"}
_SUITS = ["C", "S", "H", "D"]
#: pydantic writes these where a limit is set on a union.
_LIMITS = {"ge": "minimum", "le": "maximum", "gt": "exclusiveMinimum", "lt": "exclusiveMaximum"}
_NAMES = ("properties", "$defs", "patternProperties")
_VALUES = ("default", "const", "enum", "examples", "required", "discriminator")
KEYWORDS = frozenset(
    """$defs $ref $schema additionalProperties allOf anyOf const default description enum examples exclusiveMaximum
    exclusiveMinimum format items maxItems maxLength maximum minItems minLength minProperties minimum multipleOf not
    oneOf pattern patternProperties prefixItems properties propertyNames required title type uniqueItems""".split()  # noqa: SIM905
)
"""The keywords of JSON Schema that we use; every other begins with ``x-``."""


class JsonSchema(GenerateJsonSchema):
    """Validation mode: what is sent. Serialization mode: what is answered."""

    _complete = False

    def field_is_required(self, field: Any, total: bool) -> bool:
        """What tells kinds apart is always there, and so is every field of what is dumped from a game's model."""
        inner = field["schema"]
        if inner["type"] == "default" and _is_tag(inner["schema"]):
            return True
        return self._complete or super().field_is_required(field, total)

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        """null as a default means: left out. A field with a JSON Schema of its own keeps it."""
        inner: Any = schema["schema"]
        if schema.get("default", 0) is None and inner["type"] == "nullable" and not inner.get("metadata"):
            found = self.generate_inner(inner["schema"])
            if not self._complete and (self.mode == "serialization" or _is_choice(found)):
                return found
        found = super().default_schema(schema)
        if self.mode == "serialization" or found.get("default", 0) is None or _is_tag(inner):
            found.pop("default", None)
        return found

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        """No enumeration holds null; a type beside null is a list of types."""
        found = self.generate_inner(schema["schema"])
        if _is_choice(found):
            words = ", ".join(str(word) for word in found.get("enum", [found.get("const")]))
            return {"type": [found["type"], "null"], "description": f"One of {words}; or null."}
        if isinstance(found.get("type"), str):
            return {**found, "type": [found["type"], "null"]}
        return {"anyOf": [found, _NULL]}

    def literal_schema(self, schema: core_schema.LiteralSchema) -> JsonSchemaValue:
        """Only what tells kinds apart is a const: generated Python clients handle no other."""
        found = super().literal_schema(schema)
        return found if _is_tag(schema) else _as_enumeration(found)

    def get_union_of_schemas(self, schemas: list[JsonSchemaValue]) -> JsonSchemaValue:
        """A number that may be whole or broken is a number; a single word among other choices is an enumeration."""
        schemas = [_as_enumeration(one) for one in schemas]
        if {"integer", "number"} <= {str(one.get("type")) for one in schemas}:
            schemas = [one for one in schemas if one.get("type") != "integer"]
        return schemas[0] if len(schemas) == 1 else super().get_union_of_schemas(schemas)

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        """An object with a field for each suit is a map: ``D`` is no name that every language takes."""
        outer = self._complete
        self._complete = self.mode == "serialization" and is_of_a_game(schema["cls"])
        found = super().model_schema(schema)
        self._complete = outer
        if self.mode == "serialization" and is_shared(schema["cls"]):
            found[SHARED] = True
        fields = found.get("properties", {})
        if set(fields) != set(_SUITS):
            return found
        value = {name: part for name, part in fields["C"].items() if name not in ("title", "description", "default")}
        whole = {"minProperties": len(_SUITS)} if len(found.get("required", ())) == len(_SUITS) else {}
        kept = {name: part for name, part in found.items() if name in ("title", "description", SHARED)}
        names = {"type": "string", "enum": _SUITS}
        return {"type": "object", **kept, "propertyNames": names, "additionalProperties": value, **whole}


def _as_enumeration(schema: JsonSchemaValue) -> JsonSchemaValue:
    """A schema with one value as an enumeration of it; any other as it is."""
    if "const" not in schema:
        return schema
    rest = {name: value for name, value in schema.items() if name != "const"}
    return {"type": "string" if isinstance(schema["const"], str) else "integer", **rest, "enum": [schema["const"]]}


def _is_choice(schema: JsonSchemaValue) -> bool:
    return "enum" in schema or "const" in schema


def is_of_a_game(model: type[Any]) -> bool:
    """Whether a model belongs to a game or to an export: what is answered is dumped from it, with every field."""
    return model.__module__.startswith(("scoring.games", "scoring.engine", "scoring.services"))


def is_shared(model: type[Any]) -> bool:
    """Whether a model may be sent as well as answered. States are answered only: ``start`` has a model of its own."""
    return is_of_a_game(model) and not issubclass(model, StateModel)


def _is_tag(schema: Any) -> bool:
    return schema["type"] == "literal" and len(schema["expected"]) == 1 and isinstance(schema["expected"][0], str)


def schema_of(model: type[BaseModel] | TypeAdapter[Any]) -> dict[str, Any]:
    """The JSON Schema of what is sent, complete in itself: 2020-12, extensions as ``x-…``."""
    make = model.json_schema if isinstance(model, TypeAdapter) else model.model_json_schema
    found = plain(make(schema_generator=JsonSchema))
    for schema in (found, *found.get("$defs", {}).values()):
        if needs := schema.pop("x-needs", None):
            schema["allOf"] = [{"anyOf": [{"required": [name]} for name in group]} for group in needs]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **found}


def plain(schema: Any, known: frozenset[str] = KEYWORDS) -> Any:
    """The schema with limits under their names and every keyword that is not of JSON Schema as ``x-…``."""
    if isinstance(schema, list):
        return [plain(one, known) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found: dict[str, Any] = {}
    for name, value in schema.items():
        name = _LIMITS.get(name) or name
        if name in _NAMES:
            found[name] = {field: plain(part, known) for field, part in value.items()}
        elif name in known or name.startswith("x-"):
            found[name] = value if name in _VALUES else plain(value, known)
        else:
            found[f"x-{name}"] = value
    return found
