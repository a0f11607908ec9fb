"""Unions as generators of clients need them: they make a class of each, and read its title and its types."""

from __future__ import annotations

from typing import Any

_WITHIN = ("items", "additionalProperties")
_UNION = ("anyOf", "oneOf")

Schema = dict[str, Any]
Schemas = dict[str, Schema]
"""The components of a document, by name."""


def describe_unions(schemas: Schemas) -> None:
    """Changes each union within a component, in place.

    It gets a title of its own: without one, clients have names such as EventsInner4. A list that is one of several
    types becomes a component: generators of Java have no class for it otherwise. Types that exclude each other are
    ``oneOf``: typescript-fetch forgets the texts of ``anyOf``.
    """
    for name, schema in list(schemas.items()):
        for field, inner in schema.get("properties", {}).items():
            _describe(inner, name + _pascal(field), schemas)
        _within(schema, name, schemas)


def _describe(schema: Schema, name: str, schemas: Schemas) -> None:
    """name: for the schema, if it needs one."""
    union: list[Schema] = next((schema[word] for word in _UNION if word in schema), [])
    if len([one for one in union if one.get("type") != "null"]) > 1:
        schema["title"] = name
        for index, one in enumerate(union):
            if one.get("type") == "array":
                schemas[f"{name}List"] = {"title": f"{name}List", **one}
                union[index] = {"$ref": f"#/components/schemas/{name}List"}
        if "anyOf" in schema and _exclude_each_other(union, schemas):
            schema["oneOf"] = schema.pop("anyOf")
    for one in union:
        _describe(one, name, schemas)
    _within(schema, name, schemas)


def _within(schema: Schema, name: str, schemas: Schemas) -> None:
    for word in _WITHIN:
        if isinstance(schema.get(word), dict):
            _describe(schema[word], f"{name}Item", schemas)


def _exclude_each_other(union: list[Schema], schemas: Schemas) -> bool:
    """Whether no value has two of the types. Clients in Java read 3 as a text as well: then it is not so."""
    whole = [schemas[one["$ref"].rpartition("/")[2]] if "$ref" in one else one for one in union]
    types = [one.get("type") for one in whole]
    kinds = [one if one in ("array", "object") else "scalar" if isinstance(one, str) else None for one in types]
    return None not in kinds and len(set(kinds)) == len(kinds)


def _pascal(field: str) -> str:
    return "".join(word[:1].upper() + word[1:] for word in field.split("_"))
