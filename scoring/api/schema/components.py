"""Components of the document: every model once, in the form that generators like."""

from __future__ import annotations

import json
from typing import Any, Literal

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from scoring.api.jsonschema import tidy
from scoring.api.schema import shapes
from scoring.api.schema.requests import answers

Mode = Literal["validation", "serialization"]
_PREFIX = "#/components/schemas/"
ANSWER = "Answer"
"""Ending of the name of a model that is also sent."""


class Components:
    """The models that the document speaks of. Ask for a reference; ``schemas`` has all that was asked for."""

    def __init__(self) -> None:
        self._sent: dict[str, type[BaseModel]] = {}
        self._answered: dict[str, type[BaseModel]] = {}

    def sent(self, model: type[BaseModel]) -> dict[str, Any]:
        """A reference to the model of something that is sent."""
        self._sent[model.__name__] = model
        return {"$ref": _PREFIX + model.__name__}

    def answered(self, model: type[BaseModel]) -> dict[str, Any]:
        """A reference to the model of something that is answered."""
        self._answered[model.__name__] = model
        ending = "" if model.__module__ == shapes.__name__ or model.__name__ in answers() else ANSWER
        return {"$ref": _PREFIX + model.__name__ + ending}

    def schemas(self) -> dict[str, Any]:
        """Every model by its name. What is sent and what is answered never share one."""
        sent = _described(self._sent, "validation")
        answered = _described(self._answered, "serialization")
        for name in sent.keys() & answered.keys():
            text = json.dumps(answered).replace(f'"{_PREFIX}{name}"', f'"{_PREFIX}{name}{ANSWER}"')
            answered = json.loads(text)
            answered[name + ANSWER] = answered.pop(name)
        shaped = answers()
        for name, schema in sent.items():
            tidy(schema, "request")
            _say_defaults(schema)
            schema["title"] = name
        for name, schema in answered.items():
            # What is dumped from a model of its own (states, exports) has every field.
            tidy(schema, "answer" if name in shaped else "state")
            schema["title"] = name
        return dict(sorted({**sent, **answered}.items()))


def _say_defaults(schema: dict[str, Any]) -> None:
    """Moves defaults into words: some generators take a field with a default for one that must be sent."""
    for name, field in schema.get("properties", {}).items():
        if "default" not in field:
            continue
        default = field.pop("default")
        if default not in ([], {}, ""):
            word = default if isinstance(default, str) else json.dumps(default)
            told = field.get("description") or field.get("title") or name
            field["description"] = f"{told.rstrip('.')}. Default: {word}."


def _described(models: dict[str, type[BaseModel]], mode: Mode) -> dict[str, Any]:
    _, found = models_json_schema([(model, mode) for model in models.values()], ref_template=_PREFIX + "{model}")
    defs: dict[str, Any] = found.get("$defs", {})
    return defs
