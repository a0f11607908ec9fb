"""Base models of requests and answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field

Time = Annotated[str, Field(json_schema_extra={"format": "date-time"})]
"""A moment as text, in UTC."""


class RequestModel(BaseModel):
    """A request body: no unknown fields, no conversion of types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class AnswerModel(BaseModel):
    """A good answer. A field with a default is left out where it has none; one that may be null says so.

    example: makes an example for the documentation, where none is recorded.
    """

    example: ClassVar[Callable[[], Any] | None] = None


class Query(BaseModel):
    """The parameters of an address. Fields are read from text; every field has an example."""

    model_config = ConfigDict(extra="forbid", frozen=True)
