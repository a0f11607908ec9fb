"""Older names of fields that requests may still use: one thing has one name in schemas and answers.

The specifications of some games name the same thing otherwise. A model says which of these names it accepts; they are
renamed before anything is validated, so that everything else knows one name alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pydantic import BaseModel, BeforeValidator, model_validator
from pydantic_core import PydanticCustomError

NAMES = {
    "e": "kind",
    "type": "kind",
    "do": "kind",
    "result": "kind",
    "by": "seat",
    "turn_up": "up_card",
    "turned": "up_card",
    "up": "up_card",
    "upcard": "up_card",
}
"""Older name → name. Only where a model accepts it: elsewhere the same word may be a field of its own."""

KINDS = ("kind", *(older for older, name in NAMES.items() if name == "kind"))
"""The fields that tell the kinds of a union apart."""


def older_names(*names: str) -> BeforeValidator:
    """For a union told apart by ``kind``: its members may be sent with these names too.

    To be written after ``Field(discriminator=…)``. Raises field_twice where a field is sent under both its names.
    """
    accepted = frozenset(names)
    return BeforeValidator(lambda sent: _renamed(sent, accepted))


class AcceptsOlderNames(BaseModel):
    """A model whose fields may be sent with these names too. Raises as ``older_names``."""

    accepted_names: ClassVar[frozenset[str]]

    @model_validator(mode="before")
    @classmethod
    def _rename(cls, sent: Any) -> Any:
        return _renamed(sent, cls.accepted_names)


def _renamed(sent: Any, accepted: frozenset[str]) -> Any:
    if not isinstance(sent, Mapping) or accepted.isdisjoint(sent):
        return sent
    found: dict[str, Any] = {}
    first: dict[str, str] = {}
    for field, value in sent.items():
        name = NAMES[field] if field in accepted else field
        if name in found:
            context = {"field": field, "first": first[name]}
            raise PydanticCustomError("both_names", "The same field as {first} under another name.", context)
        found[name] = value
        first[name] = field
    return found


def sent_name(name: str, sent: Mapping[Any, Any]) -> str:
    """The name under which a field was sent: an older one, where that is there in its place."""
    if name in sent:
        return name
    return next((older for older in sent if NAMES.get(older) == name), name)


def sent_pointer(pointer: str, sent: Any) -> str:
    """A JSON pointer into what was sent, with each field under the name that it was sent with."""
    path = []
    for part in pointer.split("/")[1:]:
        if isinstance(sent, Mapping):
            part = sent_name(part, sent)
            sent = sent.get(part)
        elif isinstance(sent, list) and part.isdecimal() and int(part) < len(sent):
            sent = sent[int(part)]
        else:
            sent = None
        path.append(part)
    return "".join(f"/{part}" for part in path)
