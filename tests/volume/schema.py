"""Random values that fit a JSON Schema, or nearly: what is entered at a table is small, and limits are interesting."""

from __future__ import annotations

from random import Random
from typing import Any

from scoring.engine.cards import cards_allowed

Schema = dict[str, Any]
Path = tuple[str | int, ...]


class Schemas:
    """The JSON Schema of what is entered."""

    def __init__(self, schema: Schema) -> None:
        self.root = schema
        self.definitions = schema.get("$defs", {})
        self.cards_of_text: dict[str, list[str]] = {}
        self.cards = sorted(set(self._cards(schema)))

    def _cards(self, schema: Any) -> list[str]:
        if isinstance(schema, list):
            return [card for item in schema for card in self._cards(item)]
        if not isinstance(schema, dict):
            return []
        own = self._allowed(schema) if schema.get("type") == "string" else []
        return own + [card for item in schema.values() for card in self._cards(item)]

    def _allowed(self, schema: Schema) -> list[str]:
        """The cards that a text may be; none if it is another text."""
        pattern = str(schema.get("pattern", ""))
        if pattern not in self.cards_of_text:
            self.cards_of_text[pattern] = list(cards_allowed(schema))
        return self.cards_of_text[pattern]

    def branches(self, schema: Schema) -> list[Schema]:
        """The alternatives of a schema, its references followed."""
        if "$ref" in schema:
            return self.branches(self.definitions[schema["$ref"].rpartition("/")[2]])
        for union in ("oneOf", "anyOf", "allOf"):
            if union in schema:
                return [leaf for branch in schema[union] for leaf in self.branches(branch)]
        return [schema]

    def at(self, path: Path, data: Any) -> list[Schema]:
        """The alternatives for the value at this path. data: the whole in which it lies."""
        schemas = self.branches(self.root)
        for part in path:
            schemas = self._fitting(schemas, data)
            below: list[Schema] = []
            for schema in schemas:
                if isinstance(part, int):
                    inner = schema.get("items")
                else:
                    inner = schema.get("properties", {}).get(part) or schema.get("additionalProperties")
                if isinstance(inner, dict):
                    below += self.branches(inner)
            schemas, data = below, _inside(data, part)
        return schemas

    def _fitting(self, schemas: list[Schema], data: Any) -> list[Schema]:
        if not isinstance(data, dict) or len(schemas) < 2:
            return schemas
        return [
            schema
            for schema in schemas
            if all(
                schema.get("properties", {}).get(tag, {}).get("const", data[tag]) == data[tag]
                for tag in ("kind", "e")
                if tag in data
            )
        ]

    def value(self, rng: Random, schemas: list[Schema], depth: int = 0) -> Any:
        """A random value for one of these alternatives."""
        if not schemas:
            return rng.choice([None, 0, 1, "C", []])
        schema = rng.choice(schemas)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return rng.choice(schema["enum"])
        match schema.get("type"):
            case "object":
                return self._object(rng, schema, depth)
            case "array":
                least, most = schema.get("minItems", 0), min(schema.get("maxItems", 8), 14)
                items = self.branches(schema.get("items", {}))
                return [self.value(rng, items, depth + 1) for _ in range(rng.randint(min(least, most), most))]
            case "integer":
                return integer(rng, schema.get("minimum", -3), schema.get("maximum", 400))
            case "number":
                value = integer(rng, int(schema.get("minimum", -3)), int(schema.get("maximum", 400)))
                return value + 0.5 if rng.random() < 0.1 else value
            case "boolean":
                return rng.random() < 0.5
            case "null":
                return None
            case "string" if cards := self._allowed(schema):
                return rng.choice(cards)
            case "string":
                return rng.choice(["", "a note", "C", "H"])
        return None

    def _object(self, rng: Random, schema: Schema, depth: int) -> dict[str, Any]:
        needed = {*schema.get("required", ()), "kind"}
        share = rng.choice([0.1, 0.3, 0.6]) if depth == 0 else 0.7
        return {
            name: self.value(rng, self.branches(field), depth + 1)
            for name, field in schema.get("properties", {}).items()
            if name in needed or rng.random() < share
        }


def integer(rng: Random, least: int, most: int) -> int:
    """A whole number within these limits: often a small one or a limit, now and then one outside."""
    roll = rng.random()
    if roll < 0.03:
        return rng.choice([least - 1, most + 1])
    if roll < 0.15:
        return rng.choice([least, most])
    if roll < 0.5 and least <= 6 <= most:
        return rng.randint(max(least, 0), 6)
    return rng.randint(least, most)


def _inside(data: Any, part: str | int) -> Any:
    if isinstance(data, dict):
        return data.get(str(part))
    if isinstance(data, list) and isinstance(part, int) and 0 <= part < len(data):
        return data[part]
    return None
