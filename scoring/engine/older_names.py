"""Older names of fields that requests may still use: one thing has one name in schemas and answers.

The specifications of some games use other names for the same thing. A model lists those that it accepts. They are
replaced before validation, so that all other code has one name only.
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
"""Older name → name. Used only if a model accepts it: elsewhere the same word may be another field."""

KINDS = ("kind", *(older for older, name in NAMES.items() if name == "kind"))
"""The fields that distinguish the kinds of a union."""


def older_names(*names: str) -> BeforeValidator:
    """For a union distinguished by ``kind``: its members may be sent with these names too.

    Write it after ``Field(discriminator=…)``. Raises field_twice if a field is sent under both its names.
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
    renamed: dict[str, Any] = {}
    first: dict[str, str] = {}
    for field, value in sent.items():
        name = NAMES[field] if field in accepted else field
        if name in renamed:
            context = {"field": field, "first": first[name]}
            raise PydanticCustomError("both_names", "The same field as {first} under another name.", context)
        renamed[name] = value
        first[name] = field
    return renamed


def sent_name(name: str, sent: Mapping[Any, Any]) -> str:
    """Returns the name under which a field was sent: the older one if that was used."""
    if name in sent:
        return name
    return next((older for older in sent if NAMES.get(older) == name), name)


def sent_pointer(pointer: str, sent: Any) -> str:
    """Returns a JSON pointer into the data, with the names of fields that were sent."""
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
