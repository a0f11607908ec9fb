"""Base models of requests and answers.

For the documentation a model has an ``example``: a value, or a function that makes one, from the slug of a game.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field

Time = Annotated[str, Field(json_schema_extra={"format": "date-time"})]
"""A moment as text, in UTC."""


class RequestModel(BaseModel):
    """A request body: no unknown fields, no conversion of types."""

    model_config = ConfigDict(extra="forbid", strict=True)
    example: ClassVar[Any] = None


class AnswerModel(BaseModel):
    """A good answer. A field with a default is left out where it has none; one that may be null says so."""

    example: ClassVar[Any] = None


class Query(BaseModel):
    """The parameters of an address. Fields are read from text; every field has an example."""

    model_config = ConfigDict(extra="forbid", frozen=True)
