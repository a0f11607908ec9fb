"""Names for what has none: generators make classes of unions, and name these by their title, or EventsInner4."""

from __future__ import annotations

from typing import Any

_WITHIN = ("items", "additionalProperties")
_UNION = ("anyOf", "oneOf")


def name_unions(schemas: dict[str, Any]) -> None:
    """Gives each union within a component a title of its own.

    A list that is one of several types becomes a component: generators of Java have no class for it otherwise.
    schemas: the components of the document; changed in place.
    """
    for name, schema in list(schemas.items()):
        for field, inner in schema.get("properties", {}).items():
            _name(inner, name + _pascal(field), schemas)
        _within(schema, name, schemas)


def _name(schema: Any, name: str, schemas: dict[str, Any]) -> None:
    """name: for the schema, if it needs one."""
    union = next((schema[word] for word in _UNION if word in schema), [])
    types = [one for one in union if one.get("type") != "null"]
    if len(types) > 1:
        schema["title"] = name
    for one in types:
        _name(one, name, schemas)
    if len(types) > 1:
        for index, one in enumerate(union):
            if one.get("type") == "array":
                schemas[f"{name}List"] = {"title": f"{name}List", **one}
                union[index] = {"$ref": f"#/components/schemas/{name}List"}
    _within(schema, name, schemas)


def _within(schema: Any, name: str, schemas: dict[str, Any]) -> None:
    for word in _WITHIN:
        if isinstance(schema.get(word), dict):
            _name(schema[word], f"{name}Item", schemas)


def _pascal(field: str) -> str:
    return "".join(word[:1].upper() + word[1:] for word in field.split("_"))
