"""JSON Schema of the models: plain 2020-12, in the form that generators of clients handle best.

A field that may be left out is no union with null, whole and broken numbers are one type, the field that tells the
kinds of a union apart is always required, and objects with a field for each suit are maps. Requests are closed:
unknown fields and words are refused. Answers are open: fields and words may be added.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import CoreModeRef, CoreRef, DefsRef, GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

Models = Mapping[type[BaseModel], type[BaseModel]]
"""Models with the types of one game or of several, by the model that stands for them where any game is meant."""

MODES: Mapping[str, Literal["validation", "serialization"]] = {"request": "validation", "response": "serialization"}
"""pydantic's words for what drf-spectacular calls directions."""

_SUITS = ["C", "S", "H", "D"]
#: No card is ever added: suits, ranks and cards stay enumerations in answers, too.
_CARD_WORD = re.compile("([A2-9JQKT]|10)?[CSHD]?")
#: The words of an enumeration to which more may be added.
WORDS = "x-extensible-enum"
_MOST_WORDS = 20
"""In a description."""

_SHARED = ("scoring.games", "scoring.engine", "scoring.services")
#: Models with such names are answered only.
_ANSWERED = ("ChosenOptions", "Details", "State")


class JsonSchema(GenerateJsonSchema):
    """Validation mode: what is sent. Serialization mode: what is answered. Our own keywords begin with ``x-``."""

    keywords: ClassVar = {
        "labels": "x-labels",
        "only_with": "x-only-with",
        "discriminator": "x-discriminator",
    }

    def generate_inner(self, schema: Any) -> JsonSchemaValue:
        """``labels`` are the words that the phone shows for values, ``only_with`` the values of others with which an
        option means something; what tells kinds apart is known to OpenAPI only.
        """
        found = super().generate_inner(schema)
        return {self.keywords.get(name, name): value for name, value in found.items()}

    def model_field_schema(self, schema: core_schema.ModelField) -> JsonSchemaValue:
        """The field that tells kinds apart is a const: generated Python clients handle no other."""
        tag = _tag_of(schema)
        if not tag:
            return super().model_field_schema(schema)
        return {"const": tag, "type": "string", "description": f"Always `{tag}`: it tells the kinds apart."}

    def field_is_required(self, field: Any, total: bool) -> bool:
        """The field that tells kinds apart is always there."""
        return bool(_tag_of(field)) or super().field_is_required(field, total)

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        """null as a default means that the field is left out. A field with its own JSON Schema keeps it."""
        inner: Any = schema["schema"]
        if self.mode == "validation" and schema.get("default", 0) is None and not inner.get("metadata"):
            found = self.generate_inner(inner.get("schema", inner))
            if "enum" in found:
                return found
        found = super().default_schema(schema)
        if self.mode == "serialization" or found.get("default", 0) is None:
            found.pop("default", None)
        return found

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        """An enumeration never contains null; a type that may be null is a list of types."""
        found = self.generate_inner(schema["schema"])
        if "enum" in found:
            words = [str(word) for word in found["enum"]]
            pattern = {"pattern": f"^({'|'.join(words)})$"} if found["type"] == "string" else {}
            return {"type": [found["type"], "null"], "description": f"One of {', '.join(words)}; or null.", **pattern}
        if isinstance(found.get("type"), str):
            return {**found, "type": [found["type"], "null"]}
        types = found["anyOf"] if found.keys() == {"anyOf"} else [found]
        return {"anyOf": [*types, {"type": "null"}]}

    def literal_schema(self, schema: core_schema.LiteralSchema) -> JsonSchemaValue:
        """A single word is an enumeration, too."""
        found = super().literal_schema(schema)
        return {"enum": [found.pop("const")], **found} if "const" in found else found

    def get_union_of_schemas(self, schemas: list[JsonSchemaValue]) -> JsonSchemaValue:
        """A number that may be a fraction has the type number."""
        if {"integer", "number"} <= {str(one.get("type")) for one in schemas}:
            schemas = [one for one in schemas if one.get("type") != "integer"]
        return super().get_union_of_schemas(schemas)

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        """An object with a field for each suit is a map: not every language allows the name ``D``."""
        found = super().model_schema(schema)
        fields = found.get("properties", {})
        if set(fields) != set(_SUITS):
            return found
        value = {name: part for name, part in fields["C"].items() if name not in ("title", "description", "default")}
        whole = {"minProperties": len(_SUITS)} if len(found.get("required", ())) == len(_SUITS) else {}
        kept = {name: part for name, part in found.items() if name in ("title", "description")}
        names = {"type": "string", "enum": _SUITS}
        return {"type": "object", **kept, "propertyNames": names, "additionalProperties": value, **whole}


class OpenApiSchema(JsonSchema):
    """The models as components of the document. models: take the place of others, wherever these are."""

    keywords: ClassVar = {"labels": "x-labels", "only_with": "x-only-with"}
    models: ClassVar[Models] = {}

    def generate_inner(self, schema: Any) -> JsonSchemaValue:
        """Another model in the place of this one."""
        model = self.models.get(schema["cls"]) if schema["type"] == "model" else None
        return super().generate_inner(model.__pydantic_core_schema__ if model else schema)

    def get_defs_ref(self, core_mode_ref: CoreModeRef) -> DefsRef:
        """The name of the component."""
        ref, mode = core_mode_ref
        path, _, number = ref.rpartition(":")
        return super().get_defs_ref((CoreRef(f"{path}{_suffix(path, mode)}:{number}"), mode))

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        """Under the name of the component; in words, what some generators cannot say in a type."""
        found = super().model_schema(schema)
        found["title"] = component_name(schema["cls"], self.mode)
        if found.get("additionalProperties") is False and self.mode == "serialization":
            del found["additionalProperties"]
        for field in found.get("properties", {}).values():
            if 0 < len(words := field.get(WORDS, ())) <= _MOST_WORDS:
                field["description"] = f"{_words_of(field)}. One of {', '.join(map(str, words))}; more may be added."
            if any(isinstance(word, float) for word in field.get("enum", ())):
                # generators make names of an enumeration's words
                field["description"] += f" One of {' or '.join(str(word) for word in field.pop('enum'))}."
            # some generators treat a field with a default as required
            default = field.pop("default", None)
            if default not in (None, [], {}, ""):
                value = json.dumps(default).strip('"')
                field["description"] = f"{_words_of(field)}. Default: {value}."
        return found

    def literal_schema(self, schema: core_schema.LiteralSchema) -> JsonSchemaValue:
        return self._open(super().literal_schema(schema))

    def enum_schema(self, schema: core_schema.EnumSchema) -> JsonSchemaValue:
        return self._open(super().enum_schema(schema))

    def tagged_union_schema(self, schema: core_schema.TaggedUnionSchema) -> JsonSchemaValue:
        """The words that tell kinds apart stay an enumeration, in answers, too."""
        found = super().tagged_union_schema(schema)
        for one in found.get("oneOf", ()):
            tag = self.get_schema_from_definitions(one["$ref"]) or {} if "$ref" in one else one
            field = tag.get("properties", {}).get(schema["discriminator"], {})
            if WORDS in field:
                field["enum"] = field.pop(WORDS)
        return found

    def _open(self, found: JsonSchemaValue) -> JsonSchemaValue:
        """An enumeration; in an answer, words to which more may be added, unless they are cards."""
        words = found.get("enum", ())
        if self.mode == "serialization" and not all(_CARD_WORD.fullmatch(str(word)) for word in words):
            found[WORDS] = found.pop("enum")
        return found


def _words_of(field: JsonSchemaValue) -> str:
    return str(field.get("description") or field["title"]).rstrip(".")


def component_name(model: type[Any], mode: str) -> str:
    """``X``; ``XAnswer`` where a model that is sent is answered as well."""
    return model.__name__ + _suffix(f"{model.__module__}.{model.__name__}", mode)


def _suffix(path: str, mode: str) -> str:
    is_shared = path.startswith(_SHARED) and not path.endswith(_ANSWERED)
    return "Answer" if is_shared and mode == "serialization" else ""


def _tag_of(field: Any) -> str:
    """The only word that a field can have, or nothing."""
    schema = field["schema"]["schema"] if field["schema"]["type"] == "default" else field["schema"]
    words = schema.get("expected", ())
    return words[0] if len(words) == 1 and isinstance(words[0], str) else ""


def schema_of(model: type[BaseModel] | TypeAdapter[Any]) -> dict[str, Any]:
    """The JSON Schema of a request, complete in itself: 2020-12, extensions as ``x-…``."""
    make = model.json_schema if isinstance(model, TypeAdapter) else model.model_json_schema
    found = make(schema_generator=JsonSchema)
    for schema in (found, *found.get("$defs", {}).values()):
        if needs := schema.pop("x-needs", None):
            schema["allOf"] = [{"anyOf": [{"required": [name]} for name in group]} for group in needs]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **found}
