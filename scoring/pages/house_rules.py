"""The house rules of a game as a form: one field for each option, made from the option's own declaration."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.engine.cards import SUIT_NAMES
from scoring.engine.form import Data, number
from scoring.engine.game import Game
from scoring.engine.refusal import Refusal

PREFIX = "o."
"""Names of these fields in the form start so."""


@dataclass
class OptionField:
    """One house rule. sort: flag, choice, number, text, several or parts. choices: value and label, chosen or not.

    texts: its choices are texts, also where one of them looks like a number.
    parts: the places of a rule that has several, each a choice; its own value travels along for what has no place.
    """

    name: str
    title: str
    help: str
    sort: str
    value: str
    choices: list[tuple[str, str, bool]] = field(default_factory=list)
    least: str = ""
    most: str = ""
    fault: str = ""
    texts: bool = False
    parts: list[OptionField] = field(default_factory=list)

    @property
    def sent(self) -> str:
        """The name under which it travels."""
        return PREFIX + self.name


def option_fields(game: Game[Any, Any], chosen: Mapping[str, Any], refusal: Refusal | None = None) -> list[OptionField]:
    """The house rules of a game with these values; what is not among them has its default."""
    schema = game.Options.model_json_schema()
    errors = {
        fault.pointer.removeprefix("/options/").split("/")[0]: str(fault.message)
        for fault in (refusal.errors if refusal else ())
        if fault.pointer.startswith("/options/")
    }
    fields = []
    for name, described in schema.get("properties", {}).items():
        default = described.get("default")
        value = chosen.get(name, default)
        drawn = _field(name, _resolved(described, schema), value)
        if drawn.sort == "json":
            drawn.parts = _parts(name, described, schema, value)
            drawn.sort = "parts" if drawn.parts else "json"
        drawn.title = described.get("title", name)
        drawn.help = described.get("description", "")
        drawn.fault = errors.get(name, "")
        fields.append(drawn)
    return fields


def _resolved(described: Mapping[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    """A field's schema without references and without the null of an optional one; ``optional`` says it was there."""
    found = dict(described)
    if "anyOf" in found:
        several = [branch for branch in found.pop("anyOf") if branch.get("type") != "null"]
        found["optional"] = True
        found = {**several[0], **found}
    if "$ref" in found:
        name = found.pop("$ref").rsplit("/", 1)[-1]
        found = {**schema["$defs"][name], **found}
    return found


def _field(name: str, described: Mapping[str, Any], value: Any) -> OptionField:
    drawn = OptionField(name, name, "", "text", "" if value is None else _as_text(value))
    if described.get("type") == "boolean":
        drawn.sort = "flag"
    elif "enum" in described or "const" in described:
        drawn.sort = "choice"
        listed = described.get("enum", [described.get("const")])
        drawn.choices = [(_as_text(item), _in_words(item), item == value) for item in listed]
        drawn.texts = all(isinstance(item, str) for item in listed)
        if described.get("optional"):
            drawn.choices.insert(0, ("", "–", value is None))
    elif described.get("type") == "array" and "enum" in described.get("items", {}):
        drawn.sort = "several"
        drawn.choices = [
            (_as_text(item), _in_words(item), item in (value or [])) for item in described["items"]["enum"]
        ]
    elif described.get("type") in ("integer", "number"):
        drawn.sort = "number"
        drawn.least, drawn.most = (
            _as_text(described[key]) if key in described else "" for key in ("minimum", "maximum")
        )
    elif described.get("type") in ("array", "object"):
        drawn.sort = "json"
    return drawn


def _parts(name: str, described: Mapping[str, Any], schema: Mapping[str, Any], value: Any) -> list[OptionField]:
    """The places of an object, however deep, or of a list of suits: what would be JSON is chosen place by place."""
    found = {**schema["$defs"][described["$ref"].rsplit("/", 1)[-1]], **described} if "$ref" in described else described
    if found.get("type") == "object" and isinstance(value, Mapping):
        parts = []
        for key, below in found.get("properties", {}).items():
            for part in _parts(f"{name}.{key}", below, schema, value.get(key, below.get("default"))):
                words = below.get("title", key), part.title
                part.title = " ".join(words).strip().capitalize()
                parts.append(part)
        return parts
    if found.get("type") == "array" and isinstance(value, list):
        suits = [suit for suit in SUIT_NAMES if re.fullmatch(found["items"].get("pattern", ""), suit)]
        return [
            OptionField(
                f"{name}.{place}",
                f"Player {place + 1}",
                "",
                "choice",
                said,
                [(suit, SUIT_NAMES[suit], suit == said) for suit in suits],
            )
            for place, said in enumerate(value if suits else ())
        ]
    choices = [item for branch in found.get("anyOf", [found]) for item in _listed(branch)]
    return (
        [
            OptionField(
                name, "", "", "choice", _as_text(value), [(_as_text(c), _in_words(c), c == value) for c in choices]
            )
        ]
        if choices
        else []
    )


def _listed(branch: Mapping[str, Any]) -> list[Any]:
    """All values of a schema that has few."""
    if branch.get("type") == "integer" and "minimum" in branch and "maximum" in branch:
        return list(range(branch["minimum"], branch["maximum"] + 1))
    return list(branch.get("enum", [branch["const"]] if "const" in branch else []))


def _with_parts(drawn: OptionField, value: Any, data: Data) -> Any:
    """The value of a rule with what was chosen at its places."""
    value = json.loads(json.dumps(value))
    for part in drawn.parts:
        keys = part.name.split(".")[1:]
        place = value
        for key in keys[:-1]:
            place = place.get(key) if isinstance(place, dict) else None
        last: Any = int(keys[-1]) if isinstance(place, list) else keys[-1]
        fits = isinstance(place, dict) or (isinstance(place, list) and last < len(place))
        if place is not None and fits and (sent := data.get(part.sent)):
            place[last] = _value(sent[-1])
    return value


def read_options(game: Game[Any, Any], data: Data) -> dict[str, Any]:
    """The house rules that were chosen: those that differ from the game's defaults. Not validated.

    A rule that was not sent has its default; a flag that is off is never sent, so ``o`` says that flags were asked.
    """
    chosen: dict[str, Any] = {}
    schema = game.Options.model_json_schema()
    asked = "o" in data
    for drawn in option_fields(game, {}):
        default = schema["properties"][drawn.name].get("default")
        silent = asked and drawn.sort in ("flag", "several")
        value = _read(drawn, data.get(drawn.sent, ())) if drawn.sent in data or silent else default
        value = _with_parts(drawn, value, data) if drawn.parts else value
        if value != default:
            chosen[drawn.name] = value
    return chosen


def _read(drawn: OptionField, sent: Sequence[str]) -> Any:
    text = sent[-1].strip() if sent else ""
    match drawn.sort:
        case "flag":
            return text == "1"
        case "several":
            return [_value(item) for item in sent if item]
        case "choice" if drawn.texts:
            return text or None
        case "choice" | "json" | "parts":
            return _value(text) if text else None
        case "number":
            return number(text) if text else None
        case _:
            return text or None


def _as_text(value: Any) -> str:
    """A value as it travels in a form: text as it is, everything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value)


def _value(text: str) -> Any:
    """What travelled: numbers, lists and the like from JSON, other text as it is."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _in_words(value: Any) -> str:
    """A value as a person reads it: ``play_on`` becomes ``play on``."""
    return value.replace("_", " ") if isinstance(value, str) else _as_text(value)
