"""JSON Schema of the models, in the form that programs and generators take best.

pydantic's schema is right but not liked by every generator: here a field that may be left out is no union with
null, whole and broken numbers are one type, and what tells the kinds of a union apart is always needed.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, TypeAdapter

_NULL = {"type": "null"}


def schema_of(model: type[BaseModel] | TypeAdapter[Any]) -> dict[str, Any]:
    """The schema of what is sent, complete in itself."""
    schema = model.json_schema() if isinstance(model, TypeAdapter) else model.model_json_schema()
    tidy(schema, request=True)
    return schema


def tidy(schema: Any, request: bool) -> None:
    """Makes a schema from pydantic one that generators like, in place. request: of what is sent."""
    if isinstance(schema, list):
        for item in schema:
            tidy(item, request)
    if not isinstance(schema, dict):
        return
    for value in schema.values():
        tidy(value, request)
    if "anyOf" in schema:
        _tidy_union(schema, request)
    if "discriminator" in schema and "oneOf" in schema:
        schema.setdefault("type", "object")
    properties = schema.get("properties")
    if isinstance(properties, dict):
        _tidy_object(schema, properties, request)


def _tidy_object(schema: dict[str, Any], properties: dict[str, Any], request: bool) -> None:
    required = [name for name in properties if name in schema.get("required", ()) or not request]
    for name, field in properties.items():
        if not isinstance(field, dict):
            continue
        if "const" in field:
            field.setdefault("type", "string" if isinstance(field["const"], str) else "integer")
            if name in ("kind", "e", "type", "do"):
                # What tells kinds apart is always sent.
                field.pop("default", None)
                if name not in required:
                    required.append(name)
        if request and field.get("default", 0) is None:
            del field["default"]
    if required:
        schema["required"] = required


def _tidy_union(schema: dict[str, Any], request: bool) -> None:
    branches = [branch for branch in schema["anyOf"] if branch != _NULL]
    nullable = len(branches) < len(schema["anyOf"])
    numbers = [branch for branch in branches if branch.get("type") in ("integer", "number")]
    if len(numbers) == 2 and numbers[0].get("type") != numbers[1].get("type"):
        # Every whole number is a number.
        branches.remove(next(branch for branch in numbers if branch["type"] == "integer"))
    if nullable and request and not _in_list(schema):
        nullable = False
    if len(branches) > 1:
        schema["anyOf"] = [*branches, *([_NULL] if nullable else [])]
        return
    only = branches[0]
    if nullable and "enum" in only:
        words = ", ".join(str(word) for word in only.pop("enum"))
        only["description"] = f"One of {words}; or null."
    if nullable and "type" not in only:
        schema["anyOf"] = [only, _NULL]
        return
    del schema["anyOf"]
    for name, value in only.items():
        schema.setdefault(name, value)
    if nullable:
        schema["type"] = [only["type"], "null"]


def _in_list(schema: dict[str, Any]) -> bool:
    """Whether this is the schema of a list's items, where null is a value and no missing field."""
    return "title" not in schema and "default" not in schema
