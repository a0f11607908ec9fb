"""JSON Schema of the models, in the form that programs and generators take best.

pydantic's schema is right but not liked by every generator: here a field that may be left out is no union with
null, whole and broken numbers are one type, and what tells the kinds of a union apart is always needed.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, TypeAdapter

_NULL = {"type": "null"}
_TAGS = ("kind", "e", "type", "do")
_SUITS = ["C", "S", "H", "D"]

Use = Literal["request", "answer", "state"]
"""request: what is sent. answer: a field with a default may be missing. state: every field is always there."""


def schema_of(model: type[BaseModel] | TypeAdapter[Any]) -> dict[str, Any]:
    """The schema of what is sent, complete in itself."""
    schema = model.json_schema() if isinstance(model, TypeAdapter) else model.model_json_schema()
    tidy(schema, "request")
    return schema


def tidy(schema: Any, use: Use) -> None:
    """Makes a schema from pydantic one that generators like, in place."""
    if isinstance(schema, list):
        for item in schema:
            tidy(item, use)
    if not isinstance(schema, dict):
        return
    for name, value in schema.items():
        if name not in ("default", "example", "examples", "const", "enum"):
            tidy(value, use)
    if any(isinstance(word, float) for word in schema.get("enum", ())):
        # Generators make names of an enumeration's words, which broken numbers cannot be.
        words = " or ".join(str(word) for word in schema.pop("enum"))
        schema["description"] = f"{schema.get('description', '')} One of {words}.".strip()
    if isinstance(schema.get("anyOf"), list):
        _tidy_union(schema, use)
    properties = schema.get("properties")
    if isinstance(properties, dict) and "type" in schema:
        _tidy_object(schema, properties, use)
        if set(properties) == set(_SUITS):
            _tidy_suits(schema)


def _tidy_object(schema: dict[str, Any], properties: dict[str, Any], use: Use) -> None:
    needed = set(properties) if use == "state" else set(schema.get("required", ()))
    for name, field in properties.items():
        if "const" in field:
            field.setdefault("type", "string" if isinstance(field["const"], str) else "integer")
            if name in _TAGS:
                # What tells kinds apart is always there.
                field.pop("default", None)
                needed.add(name)
        if use in ("answer", "state") or field.get("default", 0) is None:
            field.pop("default", None)
    schema["required"] = [name for name in properties if name in needed]
    if not schema["required"]:
        del schema["required"]


def _tidy_suits(schema: dict[str, Any]) -> None:
    """An object with a field for each suit becomes a map: some generators cannot name a variable after ``D``."""
    properties = schema.pop("properties")
    value = {name: part for name, part in properties["C"].items() if name not in ("title", "description", "default")}
    if len(schema.pop("required", ())) == len(_SUITS):
        schema["minProperties"] = len(_SUITS)
    schema["propertyNames"] = {"type": "string", "enum": _SUITS}
    schema["additionalProperties"] = value


def _enumerated(branch: dict[str, Any]) -> dict[str, Any]:
    """A single word among other choices as an enumeration: openapi-python-client reads no branch beside a const."""
    if "const" not in branch:
        return branch
    kept = {name: value for name, value in branch.items() if name != "const"}
    return {"type": "string" if isinstance(branch["const"], str) else "integer", **kept, "enum": [branch["const"]]}


def _tidy_union(schema: dict[str, Any], use: Use) -> None:
    branches = [_enumerated(branch) for branch in schema["anyOf"] if branch != _NULL]
    nullable = len(branches) < len(schema["anyOf"])
    optional = "default" in schema and schema["default"] is None
    if nullable and optional and (use == "answer" or (use == "request" and any("enum" in one for one in branches))):
        nullable = False  # it is left out instead
    if {"integer", "number"} <= {branch.get("type") for branch in branches}:
        branches = [branch for branch in branches if branch.get("type") != "integer"]
    if len(branches) > 1:
        schema["anyOf"] = [*branches, *([_NULL] if nullable else [])]
        return
    only = branches[0]
    if nullable and "enum" in only:
        words = ", ".join(str(word) for word in only["enum"])
        only = {"type": "string", "description": f"One of {words}; or null."}
    if nullable and "type" not in only:
        schema["anyOf"] = [only, _NULL]
        return
    del schema["anyOf"]
    for name, value in only.items():
        schema.setdefault(name, value)
    if nullable:
        schema["type"] = [only["type"], "null"]
