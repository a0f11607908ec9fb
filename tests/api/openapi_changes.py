"""What of a document of the API breaks clients of an earlier one. v1 only grows (docs/api.md)."""

from __future__ import annotations

from collections.abc import Iterator
from operator import gt, lt
from typing import Any

Json = dict[str, Any]

#: Limits of a request: a smaller one, or a larger one, refuses what was accepted before.
_MOST = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
_LEAST = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
_METHODS = ("get", "post", "put", "patch", "delete")


def breaking_changes(old: Json, new: Json) -> list[str]:
    """Returns a line for each change that breaks a client of the old document: where, and what."""
    return list(_Comparison(old, new).changes())


class _Comparison:
    def __init__(self, old: Json, new: Json) -> None:
        self.old, self.new = old, new
        self._compared: set[tuple[str, str, bool]] = set()

    def changes(self) -> Iterator[str]:
        for path, methods in self.old["paths"].items():
            for method in (one for one in methods if one in _METHODS):
                now = self.new["paths"].get(path, {}).get(method)
                where = f"{method.upper()} {path}"
                if now is None:
                    yield f"{where}: the operation is gone"
                else:
                    yield from self._operation(where, methods[method], now)
        for name in self.old.get("components", {}).get("schemas", {}):
            if name not in self.new.get("components", {}).get("schemas", {}):
                yield f"components: the schema {name} is gone"

    def _operation(self, where: str, old: Json, new: Json) -> Iterator[str]:
        if old.get("operationId") != new.get("operationId"):
            yield f"{where}: the operationId is another one"
        if not old.get("security") and new.get("security"):
            yield f"{where}: it needs a key now"
        yield from self._parameters(where, old, new)
        body, body_now = old.get("requestBody"), new.get("requestBody")
        if body_now and body_now.get("required") and not (body and body.get("required")):
            yield f"{where}: a body is needed now"
        yield from self._contents(f"{where} request", body or {}, body_now or {}, True)
        for status, answer in old["responses"].items():
            if status >= "400":
                continue
            if status not in new["responses"]:
                yield f"{where}: the status {status} is gone"
            else:
                yield from self._contents(f"{where} {status}", answer, new["responses"][status], False)

    def _parameters(self, where: str, old: Json, new: Json) -> Iterator[str]:
        before = {(one["in"], one["name"]): one for one in old.get("parameters", ())}
        now = {(one["in"], one["name"]): one for one in new.get("parameters", ())}
        for key, parameter in before.items():
            if key not in now:
                yield f"{where}: the parameter {key[1]} is gone"
                continue
            yield from self._schema(f"{where} {key[1]}", parameter.get("schema"), now[key].get("schema"), True)
        for key, parameter in now.items():
            if parameter.get("required") and not before.get(key, {}).get("required"):
                yield f"{where}: the parameter {key[1]} is needed now"

    def _contents(self, where: str, old: Json, new: Json, asked: bool) -> Iterator[str]:
        for kind, media in old.get("content", {}).items():
            if kind not in new.get("content", {}):
                yield f"{where}: {kind} is gone"
            else:
                yield from self._schema(where, media.get("schema"), new["content"][kind].get("schema"), asked)

    def _resolved(self, document: Json, schema: Json) -> Json:
        while "$ref" in schema:
            schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        return schema

    def _schema(self, where: str, old: Any, new: Any, asked: bool) -> Iterator[str]:
        """asked: whether clients send it; else they read it."""
        if not isinstance(old, dict) or not isinstance(new, dict):
            if isinstance(new, dict) and new and asked:
                yield f"{where}: what was anything has limits now"
            return
        if "$ref" in old and "$ref" in new:
            pair = (old["$ref"], new["$ref"], asked)
            if pair in self._compared:
                return
            self._compared.add(pair)
            where = f"{where} {old['$ref'].rpartition('/')[2]}"
        old, new = self._resolved(self.old, old), self._resolved(self.new, new)
        yield from self._types(where, old, new, asked)
        if asked:
            yield from _limits(where, old, new)
        yield from self._properties(where, old, new, asked)
        if "items" in old:
            yield from self._schema(f"{where}[]", old["items"], new.get("items"), asked)
        yield from self._unions(where, old, new, asked)

    def _types(self, where: str, old: Json, new: Json, asked: bool) -> Iterator[str]:
        before, now = _types_of(old), _types_of(new)
        gone, added = before - now, now - before
        if before and now and (gone if asked else added):
            yield f"{where}: the type {'/'.join(sorted(before))} is {'/'.join(sorted(now))} now"
        values, values_now = _values_of(old), _values_of(new)
        if asked and values_now is not None and (values is None or not set(values) <= set(values_now)):
            yield f"{where}: values are no longer accepted"

    def _properties(self, where: str, old: Json, new: Json, asked: bool) -> Iterator[str]:
        now = new.get("properties", {})
        for name, schema in old.get("properties", {}).items():
            if name not in now:
                if not asked or new.get("additionalProperties") is False:
                    yield f"{where}.{name}: the property is gone"
            else:
                yield from self._schema(f"{where}.{name}", schema, now[name], asked)
        before_needed, needed = set(old.get("required", ())), set(new.get("required", ()))
        if asked:
            for name in sorted(needed - before_needed):
                yield f"{where}.{name}: the property is needed now"
        else:
            for name in sorted((before_needed & set(now)) - needed):
                yield f"{where}.{name}: the property may be missing now"

    def _unions(self, where: str, old: Json, new: Json, asked: bool) -> Iterator[str]:
        for word in ("oneOf", "anyOf", "allOf"):
            before, now = self._members(self.old, old, word), self._members(self.new, new, word)
            if asked and now and not before and word != "allOf":
                continue  # a schema that became one of several: its own types are compared
            for name, member in before.items():
                if name in now:
                    yield from self._schema(f"{where}|{name}", member, now[name], asked)
                elif asked and word != "allOf":
                    yield f"{where}: {name} is no longer accepted"

    def _members(self, document: Json, schema: Json, word: str) -> dict[str, Json]:
        """The members of a union by what tells them apart: the name of a component, a kind, or a type."""
        found: dict[str, Json] = {}
        for member in schema.get(word, ()):
            own = self._resolved(document, member)
            kinds = [one["const"] for one in own.get("properties", {}).values() if "const" in one]
            name = member["$ref"].rpartition("/")[2] if "$ref" in member else "/".join(sorted(_types_of(own)))
            found[str(kinds[0]) if kinds else name] = member
        return found


def _types_of(schema: Json) -> set[str]:
    types = schema.get("type", [])
    found = {types} if isinstance(types, str) else set(types)
    return found | {"integer"} if "number" in found else found


def _values_of(schema: Json) -> list[Any] | None:
    return [schema["const"]] if "const" in schema else schema.get("enum")


def _limits(where: str, old: Json, new: Json) -> Iterator[str]:
    for names, is_narrower in ((_MOST, lt), (_LEAST, gt)):
        for name in names:
            if name in new and (name not in old or is_narrower(new[name], old[name])):
                yield f"{where}: {name} is {new[name]} now"
    if "pattern" in new and new["pattern"] != old.get("pattern"):
        yield f"{where}: the pattern is another one"
    if new.get("additionalProperties") is False and old.get("additionalProperties") is not False:
        yield f"{where}: other properties are refused now"
